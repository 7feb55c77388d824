"""The Board's pages and actions over HTTP."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from boarding import Browser, Dom, Human, holdings, new_human, vend
from serving import Endpoint, Office, Served, modern, wait_until
from switchboard.board import app as board_app
from switchboard.board import words
from switchboard.board.app import PAGE_SIZE

Visit = Callable[..., Browser]


@pytest.fixture
def browser(visit: Visit) -> Browser:
    return visit()


@pytest.fixture
def human(browser: Browser) -> Human:
    return browser.human


@pytest.fixture
def endpoint(shared_office: Office, human: Human) -> Endpoint:
    return vend(shared_office, human, queues=("inbox", "mail"))


@pytest.fixture
def do(shared_office: Office) -> Callable[..., None]:
    """Call a function of the database."""

    def do(function: str, *values: Any, **named: Any) -> None:
        arguments = [*("%s" for _ in values), *(f"p_{name} => %s" for name in named)]
        statement = f"select switchboard.{function}({', '.join(arguments)})"
        shared_office.conn.execute(statement, (*values, *named.values()))

    return do


Do = Callable[..., None]


def in_state(office: Office, do: Do, human: Human, endpoint: Endpoint, state: str) -> str:
    """Create a todo and bring it into a state."""
    attempts = 1 if state == "dead letter" else 5
    todo = office.create(endpoint, title=f"a {state} one", max_attempts=attempts)
    if state == "mine":
        do("owner_claim", human.id, todo)
    elif state == "canceled":
        do("owner_cancel", human.id, todo)
    elif state != "waiting":
        do("claim", endpoint.id, todo, claimant="w-1")
    if state in ("retrying", "dead letter"):
        do("fail", endpoint.id, todo, summary="why")
        # No sweeper gets to it meanwhile.
        office.conn.execute(
            "update switchboard.todos set next_retry_at = next_retry_at + interval '1 day' "
            "where id = %s",
            (todo,),
        )
    elif state == "done":
        do("complete", endpoint.id, todo)
    elif state == "needs input":
        do("interrupt", endpoint.id, todo, state="input-required")
    return todo


STATES = ("waiting", "working", "mine", "retrying", "dead letter", "done", "canceled")


@pytest.fixture
def todos(shared_office: Office, do: Do, human: Human, endpoint: Endpoint) -> dict[str, str]:
    """A todo in each state."""
    return {state: in_state(shared_office, do, human, endpoint, state) for state in STATES}


# --- todos ---


def test_the_first_page_is_the_list(browser: Browser) -> None:
    answer = browser.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/todos")


@pytest.mark.parametrize(
    ("filter_", "states"),
    [
        ("all", STATES),
        ("pending", ["waiting"]),
        ("claimed", ["working", "mine"]),
        ("failed", ["retrying", "dead letter"]),
        ("dead_letter", ["dead letter"]),
        ("done", ["done"]),
        ("canceled", ["canceled"]),
        ("rejected", []),
        ("input-required", []),
        ("auth-required", []),
    ],
)
def test_filters_and_their_counts(
    browser: Browser, todos: dict[str, str], filter_: str, states: list[str]
) -> None:
    page = browser.page("/todos", filter=filter_)
    assert page.values("data-row") == [todos[state] for state in reversed(states)]
    current = page.first("a", aria_current="true")
    assert current.said == f"{words.FILTERS[filter_][0]} {len(states)}"
    shown = [a.said for a in page.all("a") if "/todos?filter=" in (a.attributes["href"] or "")]
    # Rarer states stand there when there is something in them, or when they are chosen.
    usual = ["All 7", "Waiting 1", "Working 2", "Failed 2", "Dead letters 1", "Done 1"]
    rare = {"canceled": [], "rejected": ["Rejected 0"], "input-required": ["Needs input 0"]}
    rare["auth-required"] = ["Needs sign-in 0"]
    assert set(shown) == {*usual, "Canceled 1", *rare.get(filter_, [])}


def test_every_filter_is_offered_by_name(browser: Browser) -> None:
    assert set(words.FILTERS) >= {"all", "pending", "claimed", "failed", "dead_letter", "done"}
    for name in words.FILTERS:
        assert browser.get("/todos", filter=name).status_code == 200
    assert browser.get("/todos", filter="nonsense").status_code == 400


def test_a_row_says_what_matters(browser: Browser, todos: dict[str, str]) -> None:
    rows = {
        row.attributes["data-row"]: row.said
        for row in browser.page("/todos").all("li", class_="row")
    }
    said = {state: rows[todo] for state, todo in todos.items()}
    for state, text in said.items():
        assert f"a {state} one" in text
        assert "inbox" in text
    assert said["waiting"].startswith("waiting")
    assert said["working"].startswith("working")
    assert "w-1" in said["working"]
    assert "left" in said["working"]
    assert "you" in said["mine"]
    assert re.search(r"retrying.* in 1 d 0 h", said["retrying"])
    assert said["dead letter"].startswith("dead letter")
    assert said["dead letter"].endswith("Retry now")
    assert re.search(r"\d+ s ago", said["done"])


def test_a_row_of_deaths_differs_from_a_row_of_failures(
    shared_office: Office, do: Do, browser: Browser, endpoint: Endpoint
) -> None:
    died, failed = (shared_office.create(endpoint, max_attempts=20) for _ in range(2))
    for _ in range(2):
        do("claim", endpoint.id, died)
        shared_office.lapse(died)
        do("reap_expired", 1000)
    for _ in range(14):
        do("claim", endpoint.id, failed)
        do("fail", endpoint.id, failed)
        do("owner_retry", browser.human.id, failed)
    page = browser.page("/todos")
    labels = [m.attributes["aria-label"] for m in page.all("span", class_="marks")]
    assert labels == [
        f"14 attempts: 2 earlier, then {', '.join(['failed'] * 12)}",
        "2 attempts: died: no report, died: no report",
    ]
    assert len(page.all("i", class_="died")) == 2
    assert len(page.all("i", class_="failed")) == 12
    assert page.first("span", class_="more").said == "+2"


def test_search_by_id_source_kind_and_words(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    one = shared_office.create(
        endpoint, title="Fix the Parser 100%", source="github", kind="issue.opened", queue="mail"
    )
    other = shared_office.create(endpoint, title="Fix a test", source="cron")
    found: list[tuple[dict[str, str], list[str]]] = [
        ({"q": one}, [one]),
        ({"q": "github"}, [one]),
        ({"q": "issue.opened"}, [one]),
        ({"q": "issue"}, []),
        ({"q": "fix"}, [other, one]),
        ({"q": "parser THE"}, [one]),
        ({"q": "0%"}, [one]),
        ({"q": "%"}, [one]),
        ({"q": "_"}, []),
        ({"q": "fix", "queue": "mail"}, [one]),
        ({"queue": "inbox"}, [other]),
        ({"queue": "nowhere"}, []),
        ({"endpoint": endpoint.id}, [other, one]),
        ({"endpoint": endpoint.id.upper().replace("-", "")}, [other, one]),
        ({"q": " "}, [other, one]),
    ]
    for query, ids in found:
        assert browser.rows(**query) == ids, query
    page = browser.page("/todos", q="nothing at all")
    assert page.first("p", class_="empty").said == "Nothing here matches."
    assert page.first("input", id="q").attributes["value"] == "nothing at all"


def test_a_list_of_one_endpoint(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    other = vend(shared_office, browser.human)
    mine, theirs = shared_office.create(endpoint), shared_office.create(other)
    assert browser.rows() == [theirs, mine]
    assert browser.rows(endpoint=other.id) == [theirs]
    page = browser.page("/todos", endpoint=other.id)
    assert [o.said for o in page.all("option") if "selected" in o.attributes] == [other.slug]


def test_empty_pages_say_what_to_do_next(
    shared_office: Office, browser: Browser, human: Human
) -> None:
    empty = browser.page("/todos").first("p", class_="empty")
    assert empty.said == "No agent can reach a queue yet. Vend an endpoint."
    assert "Vend an endpoint" in browser.page("/queues").first("p", class_="empty").said
    assert "vend one" in browser.page("/endpoints").first("p", class_="empty").said
    assert not browser.page("/todos").has("details", id="add")
    endpoint = vend(shared_office, human)
    empty = browser.page("/todos").first("p", class_="empty")
    assert f"switchboard todo add --endpoint {endpoint.slug} --queue inbox" in empty.said
    assert browser.page("/todos", filter="done").first("p", class_="empty").said == "None."


# --- pages of a list ---


def many(office: Office, endpoint: Endpoint, count: int, title: str = "many") -> list[str]:
    """Create todos in one transaction; return them newest first."""
    todos = json.dumps([{"queue": "inbox", "title": f"{title} {n}"} for n in range(count)])
    rows = office.conn.execute(
        "select id from switchboard.create_todos(%s, %s)", (endpoint.id, todos)
    ).fetchall()
    return [row[0] for row in reversed(rows)]


def walk(browser: Browser, **query: str) -> list[list[str]]:
    """The rows of each page, as one gets to them by `Older` and `Look further back`."""
    pages, page = [], browser.page("/todos", **query)
    while True:
        pages.append(page.values("data-row"))
        links = [a for a in page.all("a") if a.said in ("Older", "Look further back")]
        if not links:
            return pages
        assert len(links) == 1
        page = browser.page(str(links[0].attributes["href"]))


@pytest.mark.parametrize("count", [PAGE_SIZE, PAGE_SIZE + 1, 2 * PAGE_SIZE + 3])
def test_pages_give_every_todo_once_though_all_are_of_one_moment(
    shared_office: Office, browser: Browser, endpoint: Endpoint, count: int
) -> None:
    todos = many(shared_office, endpoint, count)
    shared_office.conn.execute(
        "update switchboard.todos set created_at = now() where endpoint_id = %s", (endpoint.id,)
    )
    pages = walk(browser)
    assert [len(page) for page in pages[:-1]] == [PAGE_SIZE] * (len(pages) - 1)
    assert len(pages) == -(-count // PAGE_SIZE)
    assert [todo for page in pages for todo in page] == sorted(todos, reverse=True)


def test_a_later_page_does_not_move_when_todos_come_or_go(
    shared_office: Office, do: Do, browser: Browser, endpoint: Endpoint
) -> None:
    todos = many(shared_office, endpoint, PAGE_SIZE + 3)
    older = browser.page("/todos").first("a", rel="next").attributes["href"]
    many(shared_office, endpoint, 5)
    do("owner_cancel", browser.human.id, todos[0])
    page = browser.page(str(older))
    assert page.values("data-row") == todos[PAGE_SIZE:]
    assert page.first("body").attributes["data-before"] == todos[PAGE_SIZE - 1]
    assert any(a.said == "Newest" for a in page.all("a"))


def test_a_link_to_the_next_page_keeps_what_was_asked_for(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    todos = many(shared_office, endpoint, PAGE_SIZE + 2, title="50% & more #1 +")
    many(shared_office, vend(shared_office, browser.human), 2, title="50% & more #1 +")
    query = {"filter": "pending", "q": "50% & #1 +", "queue": "inbox", "endpoint": endpoint.id}
    assert [todo for page in walk(browser, **query) for todo in page] == todos


def test_a_search_looks_at_so_many_and_then_asks_whether_to_go_on(
    shared_office: Office,
    browser: Browser,
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(board_app, "EXAMINE", 10)
    needles = many(shared_office, endpoint, 2, title="needle")
    many(shared_office, endpoint, 25, title="hay")
    page = browser.page("/todos", q="needle")
    assert not page.values("data-row")
    assert "Looked at 10 todos." in page.first("nav", class_="pages").said
    pages = walk(browser, q="needle")
    assert pages == [[], [], needles]
    assert walk(browser, queue="mail") == [[], [], []]
    # A list of all looks at what it shows.
    assert sum(len(page) for page in walk(browser)) == 27


# --- the drawer ---


def history(page: Dom) -> list[str]:
    return [li.said for li in page.all("li") if "data-seq" in li.attributes]


def test_a_todo_has_a_page_and_a_drawer(browser: Browser, todos: dict[str, str]) -> None:
    todo = todos["waiting"]
    page = browser.page(f"/todos/{todo}")
    assert page.first("title").said == "a waiting one · Switchboard"
    assert page.first("body").attributes["data-todo"] == todo
    drawer = browser.page(f"/todos/{todo}", piece=True)
    assert drawer.elements[0].attributes["id"] == "drawer-body"
    assert not drawer.has("html")
    for part in (page, drawer):
        assert part.first(id="todo-body").attributes["data-todo"] == todo
        assert part.first(id="attempts-title").said == "Attempt history"
        assert part.first("section", class_="attempts").attributes["aria-labelledby"] == (
            "attempts-title"
        )
        assert part.first(id=f"sb-attempts-{todo}").attributes["aria-live"] == "polite"
    # What htmx asks for a whole page is no fragment.
    headers = {"HX-Request": "true", "HX-Request-Type": "full"}
    whole = browser.http.get(f"/todos/{todo}", headers=headers)
    assert Dom(whole.text).has("html")


def test_nobody_has_claimed_it_yet(browser: Browser, todos: dict[str, str]) -> None:
    """[131]"""
    page = browser.page(f"/todos/{todos['waiting']}")
    attempts = page.first(id=f"sb-attempts-{todos['waiting']}")
    assert attempts.said == "Nobody has claimed this yet."
    assert not page.has("svg", class_="timeline")


def test_an_attempt_in_progress(browser: Browser, todos: dict[str, str]) -> None:
    """[131]"""
    page = browser.page(f"/todos/{todos['working']}")
    item = page.first("li", data_seq="1")
    assert item.attributes["data-outcome"] == "open"
    assert re.fullmatch(r"#1 in progress · w-1 claimed \d+ s ago; no heartbeat", item.said), (
        item.said
    )


def test_a_death_is_marked(
    shared_office: Office, do: Do, browser: Browser, endpoint: Endpoint
) -> None:
    """[131] With its label, its last heartbeat, and its silence in the picture."""
    todo = shared_office.create(endpoint)
    do("claim", endpoint.id, todo, claimant="w-1")
    do("heartbeat", endpoint.id, todo)
    shared_office.lapse(todo)
    do("reap_expired", 1000)
    page = browser.page(f"/todos/{todo}")
    marker = page.first("span", class_="died", role="img")
    assert marker.attributes["aria-label"] == "died: no report"
    item = page.first("li", data_seq="1")
    assert item.attributes["data-outcome"] == "reaped"
    assert item.said.startswith("#1 reaped → back in the queue ✕ died: no report · w-1 claimed")
    assert re.search(r"last heartbeat \d+ s ago", item.said)
    assert page.has("rect", class_="silence")
    assert page.has("line", class_="beat")
    assert page.first("svg", class_="timeline").attributes["role"] == "img"


@pytest.mark.parametrize(
    ("summary", "is_cut"), [("x" * 2048, False), ("x" * 2049, True), ("é" * 1025, True)]
)
def test_a_summary_that_was_cut_says_so(
    shared_office: Office,
    do: Do,
    browser: Browser,
    endpoint: Endpoint,
    summary: str,
    is_cut: bool,
) -> None:
    """[131]"""
    todo = shared_office.create(endpoint)
    do("claim", endpoint.id, todo)
    do("release", endpoint.id, todo, summary=summary)
    page = browser.page(f"/todos/{todo}")
    assert page.has("p", class_="cut") is is_cut
    assert summary.startswith(page.first("p", class_="summary").text)


def test_an_empty_report_has_no_panel(browser: Browser, todos: dict[str, str]) -> None:
    assert not browser.page(f"/todos/{todos['done']}").has("div", class_="written")
    page = browser.page(f"/todos/{todos['retrying']}")
    assert page.first("div", class_="written").said == "written by the worker why"


@pytest.mark.parametrize(
    ("attempts", "said"),
    [(20, None), (21, "1 earlier attempt not shown."), (23, "3 earlier attempts not shown.")],
)
def test_earlier_attempts_are_counted(
    shared_office: Office,
    do: Do,
    browser: Browser,
    endpoint: Endpoint,
    attempts: int,
    said: str | None,
) -> None:
    """[131] The newest 20, newest first."""
    todo = shared_office.create(endpoint)
    for _ in range(attempts):
        do("claim", endpoint.id, todo)
        do("release", endpoint.id, todo)
    page = browser.page(f"/todos/{todo}")
    seqs = [int(seq) for seq in page.values("data-seq")]
    assert seqs == list(range(attempts, attempts - 20, -1))
    told = page.first(id=f"sb-attempts-{todo}").said
    assert told.endswith(said or "no heartbeat")
    assert ("earlier" in told) is (said is not None)


def test_attempts_that_cannot_be_shown_leave_the_drawer_working(
    shared_office: Office, browser: Browser, todos: dict[str, str]
) -> None:
    """[131] A history that was pruned away is told from one that never was."""
    todo = todos["retrying"]
    shared_office.conn.execute("delete from switchboard.todo_attempts where todo_id = %s", (todo,))
    for piece in (False, True):
        page = browser.page(f"/todos/{todo}", piece=piece)
        assert page.first(id=f"sb-attempts-{todo}").said == "The attempts are unavailable."
        assert page.has("button", id="act-retry")
        assert not page.has("svg", class_="timeline")


def test_payload_result_and_routing_are_pretty_and_as_they_are(
    shared_office: Office, do: Do, browser: Browser, endpoint: Endpoint
) -> None:
    payload = '{"b": [1, 2.50], "a": 123456789012345678901234567890, "t": "é\\u202e"}'
    todo = shared_office.create(endpoint, payload=payload, routing='{"to": "x"}')
    do("claim", endpoint.id, todo)
    do("complete", endpoint.id, todo, result='{"ok": true}')
    page = browser.page(f"/todos/{todo}")
    names = [s.said for s in page.all("summary")]
    shown = [pre.text for pre in page.all("pre")]
    assert names == ["Payload", "Result", "Routing"]
    assert json.loads(shown[0]) == json.loads(payload)
    assert '\n  "a": 123456789012345678901234567890' in shown[0]
    assert "\\u202e" in shown[0]
    assert [json.loads(text) for text in shown[1:]] == [{"ok": True}, {"to": "x"}]
    assert not browser.page(f"/todos/{shared_office.create(endpoint)}").has("pre")


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        ("waiting", ["claim", "cancel"]),
        ("working", ["cancel"]),
        ("mine", ["complete", "fail", "extend", "release", "cancel"]),
        ("retrying", ["retry"]),
        ("dead letter", ["retry"]),
        ("done", []),
        ("canceled", []),
    ],
)
def test_the_actions_that_apply(
    browser: Browser, todos: dict[str, str], state: str, actions: list[str]
) -> None:
    for piece in (False, True):
        page = browser.page(f"/todos/{todos[state]}", piece=piece)
        buttons = [e.attributes["id"] for e in page.all("button") if "id" in e.attributes]
        assert [b for b in buttons if b != "theme"] == [f"act-{a}" for a in actions]
        # What was typed stays while somebody else holds the todo.
        reports = [e for e in page.all("div") if e.attributes.get("class") == "report"]
        assert ["hidden" in e.attributes for e in reports] == (
            ["complete" not in actions] if actions else []
        )
        assert page.has("p", class_="callout") is (state == "dead letter")


def test_a_worker_of_a_revoked_endpoint_cannot_be_asked_again(
    do: Do, browser: Browser, endpoint: Endpoint, todos: dict[str, str]
) -> None:
    do("revoke_endpoint", endpoint.id)
    page = browser.page(f"/todos/{todos['dead letter']}")
    callout = page.first("p", class_="callout").said
    assert callout.endswith("its endpoint is revoked or has expired.")
    assert browser.post(f"/todos/{todos['dead letter']}/retry").status_code == 409


# --- actions ---


@pytest.mark.parametrize(
    ("state", "action", "becomes"),
    [
        ("waiting", "claim", "working"),
        ("mine", "extend", "working"),
        ("mine", "complete", "done"),
        ("mine", "fail", "retrying"),
        ("mine", "release", "waiting"),
        ("retrying", "retry", "waiting"),
        ("dead letter", "retry", "waiting"),
        ("waiting", "cancel", "canceled"),
        ("working", "cancel", "canceled"),
    ],
)
@pytest.mark.parametrize("piece", [False, True])
def test_actions(
    browser: Browser,
    shared_office: Office,
    todos: dict[str, str],
    state: str,
    action: str,
    becomes: str,
    piece: bool,
) -> None:
    todo = todos[state]
    before = shared_office.todo(todo)
    answer = browser.post(f"/todos/{todo}/{action}", piece)
    if piece:
        assert answer.status_code == 200
        pieces = Dom(answer.text)
        targets = [e.attributes["hx-target"] for e in pieces.all("hx-partial")]
        selector = "".join(c if c.isalnum() or c in "_-" else f"\\{ord(c):x} " for c in todo)
        assert targets == [
            f'[data-row="{selector}"]',
            f'#todo-body[data-todo="{selector}"]',
        ]
        assert pieces.first("span", class_="state").said == becomes
        assert pieces.values("data-row") == [todo]
    else:
        assert (answer.status_code, answer.headers["location"]) == (303, f"/todos/{todo}")
    page = browser.page(f"/todos/{todo}")
    assert page.first("p", class_="now").said.startswith(becomes)
    assert shared_office.todo(todo) != before


def test_a_report_of_ones_own(browser: Browser, todos: dict[str, str]) -> None:
    report = {
        "result": ' {"answer": 42} ',
        "summary": "two\r\nlines",
        "artifact": "https://x.example/a",
    }
    assert browser.post(f"/todos/{todos['mine']}/complete", **report).status_code == 303
    page = browser.page(f"/todos/{todos['mine']}")
    assert json.loads(page.first("pre").text) == {"answer": 42}
    panel = page.first("div", class_="written")
    assert panel.said.startswith("written by you two lines")
    assert panel.said.endswith("https://x.example/a")
    assert page.first("p", class_="summary").text == "two\nlines"
    assert "you, on the Board" in page.first("li", data_seq="1").said


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"result": "{"}, "result is not JSON"),
        ({"result": '"\\u0000"'}, "result contains U+0000"),
        ({"artifact": "http://x.example"}, "artifact must be"),
        ({"artifact": "javascript:alert(1)"}, "artifact must be"),
        ({"summary": "a\x00b"}, "summary contains U+0000 or a lone surrogate"),
        ({"result": f'"{"x" * 1_040_000}"', "summary": "y" * 9000}, "larger than 1 MiB"),
    ],
)
def test_a_report_that_is_refused_changes_nothing(
    browser: Browser,
    shared_office: Office,
    todos: dict[str, str],
    fields: dict[str, str],
    message: str,
) -> None:
    before = shared_office.todo(todos["mine"])
    for action in ("complete", "fail"):
        for piece in (False, True):
            answer = browser.post(f"/todos/{todos['mine']}/{action}", piece, **fields)
            assert answer.status_code in (400, 413)
            assert message in Dom(answer.text).all("p")[0].said
            assert Dom(answer.text).has("html") is not piece
    assert shared_office.todo(todos["mine"]) == before


@pytest.mark.parametrize("piece", [False, True])
@pytest.mark.parametrize("action", ["complete", "fail", "extend", "release", "claim", "retry"])
def test_an_agents_lease_is_the_agents(
    browser: Browser, shared_office: Office, todos: dict[str, str], action: str, piece: bool
) -> None:
    """[90] 409, nothing changed, and it says who holds it."""
    todo = todos["working"]
    before = shared_office.todo(todo)
    page = browser.get(f"/todos/{todo}", piece)
    report = {"summary": "mine", "artifact": "https://x.example/", "result": "1"}
    answer = browser.post(f"/todos/{todo}/{action}", piece, **report)
    assert answer.status_code == 409
    assert shared_office.todo(todo) == before
    said = Dom(answer.text)
    assert said.first(
        "b",
    ).said  # the first bold text is the word on it or the history's
    conflict = said.first("p", class_="bad").said
    assert conflict.startswith("An agent holds this: w-1.")
    assert said.values("data-todo")[-1:] == [todo]
    if piece:
        assert said.values("data-row") == [todo]
    else:
        assert conflict.endswith("Nothing was changed.")
    # The drawer is as it was, but for the clocks.
    times = re.compile(r"data-now=\"\d+\"|\d+ [sm]\b|\b\d+(\.\d+)?\b")
    after = browser.get(f"/todos/{todo}", piece)
    assert times.sub("", after.text) == times.sub("", page.text)


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        ("done", "claim", "An agent completed this"),
        ("retrying", "claim", "An agent failed this"),
        ("waiting", "complete", "This is waiting again."),
        ("waiting", "retry", "This is waiting again."),
        ("canceled", "cancel", "This is canceled now."),
        ("done", "cancel", "An agent completed this"),
        ("dead letter", "cancel", "An agent failed this"),
    ],
)
def test_an_action_that_comes_too_late_says_what_happened(
    browser: Browser,
    shared_office: Office,
    todos: dict[str, str],
    state: str,
    action: str,
    said: str,
) -> None:
    before = shared_office.todo(todos[state])
    for piece in (False, True):
        answer = browser.post(f"/todos/{todos[state]}/{action}", piece)
        assert answer.status_code == 409
        assert said in Dom(answer.text).first("p", class_="bad").said
    assert shared_office.todo(todos[state]) == before


def test_an_action_that_is_none_is_404(
    browser: Browser, shared_office: Office, todos: dict[str, str]
) -> None:
    before = shared_office.todo(todos["mine"])
    for action in ("nonsense", "Complete", "delete", "interrupt"):
        assert browser.post(f"/todos/{todos['mine']}/{action}").status_code == 404
    assert browser.get(f"/todos/{todos['mine']}/complete").status_code == 405
    assert shared_office.todo(todos["mine"]) == before


# --- several at once ---


def test_several_are_retried_or_canceled_at_once(
    browser: Browser, todos: dict[str, str], shared_office: Office
) -> None:
    chosen = [todos[state] for state in ("retrying", "dead letter", "working", "done")]
    before = [shared_office.todo(todo) for todo in chosen[2:]]
    answer = browser.post("/todos/bulk", True, action="retry", todo=chosen)
    pieces = Dom(answer.text)
    assert (
        "2 retried. 2 could not be: they have changed." in pieces.first("p", class_="notice").said
    )
    assert set(pieces.values("data-row")) == set(chosen)
    assert [shared_office.todo(todo) for todo in chosen[2:]] == before
    page = Dom(browser.post("/todos/bulk", action="cancel", todo=chosen, filter="canceled").text)
    assert page.first(id="notice").said == "3 canceled. 1 could not be: they have changed."
    assert set(page.values("data-row")) == {*chosen[:3], todos["canceled"]}
    assert page.first("a", aria_current="true").said == "Canceled 4"


def test_nothing_is_selected(browser: Browser) -> None:
    for piece in (False, True):
        answer = browser.post("/todos/bulk", piece, action="retry")
        assert (answer.status_code, "Nothing is selected." in answer.text) == (200, True)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "action is missing"),
        ({"action": "complete"}, "action must be retry or cancel"),
        (
            {"action": "cancel", "todo": [f"t-{n}" for n in range(PAGE_SIZE + 1)]},
            "todo must be chosen at most 50 times",
        ),
    ],
)
def test_a_bulk_form_that_is_refused(
    browser: Browser, fields: dict[str, Any], message: str
) -> None:
    answer = browser.post("/todos/bulk", **fields)
    assert (answer.status_code, Dom(answer.text).first("p").said) == (400, message)


# --- adding a todo ---


def test_a_todo_is_added(browser: Browser, endpoint: Endpoint) -> None:
    fields = {
        "endpoint": endpoint.id,
        "queue": "mail",
        "title": "  Write a letter  ",
        "payload": '{"to": "Ann"}',
    }
    answer = browser.post("/todos", **fields)
    assert answer.status_code == 303
    page = browser.page(answer.headers["location"])
    assert page.first("h1").said == "Write a letter"
    assert json.loads(page.first("pre").text) == {"to": "Ann"}
    pieces = Dom(browser.post("/todos", True, **fields).text)
    assert pieces.first("p", class_="good").said == "Added Write a letter"
    todo = browser.rows()[0]
    assert pieces.first("a").attributes["href"] == f"/todos/{todo}"
    assert not pieces.values("data-row")


def test_an_idempotency_key_adds_it_once(browser: Browser, endpoint: Endpoint) -> None:
    fields = {"endpoint": endpoint.id, "queue": "mail", "title": "once", "key": "k-1"}
    answers = [browser.post("/todos", **fields) for _ in range(2)]
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert browser.post("/todos", True, **fields).status_code == 200
    assert len(browser.rows()) == 1


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"payload": "{"}, 400),
        ({"payload": '"\\u0000"'}, 400),
        ({"payload": "[" * 65 + "]" * 65}, 400),
        ({"payload": f'"{"x" * 1_048_600}"'}, 413),
        ({"title": ""}, 400),
        ({"title": "   "}, 400),
        ({"title": "a\x00b"}, 400),
        ({"title": "x" * 1025}, 400),
        ({"title": "é" * 513}, 400),
        ({"queue": ""}, 400),
        ({"queue": "q" * 129}, 403),
        ({"queue": "a\x07b"}, 403),
        ({"queue": "other"}, 403),
        ({"key": "k" * 513}, 400),
        ({"endpoint": ""}, 400),
        ({"endpoint": "nonsense"}, 404),
        ({"endpoint": "00000000-0000-4000-8000-000000000000"}, 404),
    ],
)
def test_a_todo_that_is_refused(
    browser: Browser,
    shared_office: Office,
    endpoint: Endpoint,
    changes: dict[str, str],
    status: int,
) -> None:
    before = holdings(shared_office, browser.human)
    fields = {"endpoint": endpoint.id, "queue": "inbox", "title": "t", **changes}
    for piece in (False, True):
        answer = browser.post("/todos", piece, **fields)
        assert answer.status_code == status
        assert Dom(answer.text).has("html") is not piece
        # Refused in words of ours, without the value.
        assert not any(value in answer.text for value in changes.values() if len(value) > 3)
    assert holdings(shared_office, browser.human) == before


def test_a_revoked_endpoint_takes_no_todo(browser: Browser, do: Do, endpoint: Endpoint) -> None:
    do("revoke_endpoint", endpoint.id)
    answer = browser.post("/todos", endpoint=endpoint.id, queue="inbox", title="t")
    assert answer.status_code == 409
    assert not browser.page("/todos").has("details", id="add")


# --- queues ---


def figures(page: Dom, place: int = 1) -> dict[str, str]:
    """The figures of a queue by name."""
    start = page.elements.index(page.first("h2", id=f"queue-{place}"))
    names = [e.said for e in page.elements[start:] if e.tag == "dt"]
    values = [e.said for e in page.elements[start:] if e.tag == "dd"]
    return dict(list(zip(names, values, strict=True))[:5])


@pytest.mark.usefixtures("todos")
def test_a_queue_in_figures(
    browser: Browser, do: Do, shared_office: Office, endpoint: Endpoint
) -> None:
    died = shared_office.create(endpoint)
    do("claim", endpoint.id, died, claimant="w-2")
    shared_office.lapse(died)
    do("reap_expired", 1000)
    # The hours come from the relay, a moment later.
    label = "Last 24 hours: 1 done, 2 failed, 1 died."
    page = wait_until(
        lambda: next(
            (p for p in [browser.page("/queues")] if p.has("svg", role="img", aria_label=label)),
            None,
        ),
        "the outcomes of the day",
    )
    inbox = [h.said for h in page.all("h2") if (h.attributes.get("id") or "").startswith("queue-")]
    assert inbox == ["inbox", "mail"]
    said = figures(page)
    oldest = said.pop("oldest waits")
    assert said == {"waiting": "2", "working": "2", "retrying": "1", "dead": "1"}
    assert re.fullmatch(r"\d+ (s|m \d+ s)", oldest)
    verdict = page.first("p", class_="verdict")
    assert verdict.said == "2 of the last 4 attempts failed with a verdict: look at the todos."
    assert page.first("svg", class_="strip").attributes["aria-label"] == label
    assert page.has("rect", class_="died", fill="url(#died-1)")
    rows: list[list[str]] = []
    for element in page.elements:
        if element.tag == "tr":
            rows.append([])
        elif element.tag in ("th", "td"):
            rows[-1].append(element.said)
    workers = {row[0]: row[1:-1] for row in rows[1:]}
    assert workers == {
        "w-2": [endpoint.slug, "0", "1", "0", "1"],
        "w-1": [endpoint.slug, "1", "3", "2", "0"],
        "you, on the Board": [endpoint.slug, "1", "0", "0", "0"],
    }
    assert all(re.fullmatch(r"\d+ s ago", row[-1]) for row in rows[1:])
    assert "No worker was seen within 24 hours." in page.first("main").said
    link = page.first("h2", id="queue-1")
    assert link.said == "inbox"
    assert any(a.attributes["href"] == "/todos?queue=inbox" for a in page.all("a"))


# --- endpoints ---


def vended(answer: Any) -> tuple[Dom, str]:
    """The page that shows a credential, and the credential."""
    assert answer.status_code == 200
    page = Dom(answer.text)
    return page, page.first("code", id="credential").said


def facts_of(page: Dom) -> dict[str, str]:
    """The facts of the only endpoint."""
    return dict(
        zip((e.said for e in page.all("dt")), (e.said for e in page.all("dd")), strict=True)
    )


def can_list(served: Served, slug: str, credential: str) -> int:
    endpoint = Endpoint("", "", slug, credential)
    with served.http(endpoint) as http:
        return modern(http, slug).status_code


WIZARD: dict[str, Any] = {
    "agent": "Ann's helper",
    "queues": "inbox, mail",
    "verb": ["claim_next", "complete", "get_todo", "release"],
}


def test_the_wizard_offers_the_verbs_of_a_drain(browser: Browser) -> None:
    page = browser.page("/endpoints")
    boxes = page.all("input", name="verb")
    checked = [b.attributes["value"] for b in boxes if "checked" in b.attributes]
    assert {"claim_next", "complete", "fail", "heartbeat", "get_todo", "release"} <= set(checked)
    assert [b.attributes["value"] for b in boxes if "checked" not in b.attributes] == [
        "create_todo"
    ]


def test_an_endpoint_is_vended_and_works(
    served: Served, shared_office: Office, browser: Browser
) -> None:
    slug = f"v-{browser.human.id[:8]}"
    expires = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    answer = browser.post(
        "/endpoints", slug=slug, lease="600", expires=expires, db_role="", **WIZARD
    )
    page, credential = vended(answer)
    assert answer.headers["cache-control"] == "no-store"
    config = json.loads(page.first("pre", id="mcp").text)["mcpServers"]["switchboard"]
    assert config["url"].endswith(f"/mcp/{slug}")
    assert config["headers"] == {"Authorization": f"Bearer {credential}"}
    endpoint_id = str(
        shared_office.one("select id from switchboard.endpoints where slug = %s", slug)
    )
    assert f"claim_next(p_endpoint_id => '{endpoint_id}')" in page.first("pre", id="psql").text
    facts = facts_of(page)
    assert facts["Agent"] == "Ann's helper"
    assert facts["Queues"] == "inbox, mail"
    assert facts["Verbs"] == ", ".join(WIZARD["verb"])
    assert facts["Lease"] == "10 m"
    assert re.fullmatch(r"2\d h \d+ m left|1 d 0 h left", facts["Expires"])
    # It is shown once, and stored nowhere.
    assert credential not in browser.get("/endpoints").text
    assert credential not in str(holdings(shared_office, browser.human))
    # A todo for it, claimed by it.
    browser.post("/todos", endpoint=endpoint_id, queue="mail", title="from the Board")
    with served.http(Endpoint(endpoint_id, "", slug, credential)) as http:
        claimed = modern(http, slug, "tools/call", name="claim_next", arguments={}).json()
        todo = claimed["result"]["structuredContent"]["todo"]
        assert todo["title"] == "from the Board"
        lease = datetime.fromisoformat(todo["lease_expires_at"]) - datetime.now(UTC)
        assert timedelta(minutes=5) < lease <= timedelta(minutes=10)
    assert facts_of(browser.page("/endpoints"))["Live claims"] == "1"


def test_a_second_endpoint_of_an_agent_is_of_the_same_agent(
    shared_office: Office, browser: Browser
) -> None:
    for place in (1, 2):
        vended(browser.post("/endpoints", slug=f"w{place}-{browser.human.id[:8]}", **WIZARD))
    agents = "select count(*) from switchboard.agents where human_id = %s"
    assert shared_office.one(agents, browser.human.id) == 1


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"agent": ""}, 400),
        ({"agent": "x" * 129}, 400),
        ({"slug": ""}, 400),
        ({"slug": "Not A Slug"}, 400),
        ({"slug": "TAKEN"}, 409),
        ({"queues": "q" * 129}, 400),
        ({"verb": ["fly"]}, 400),
        ({"lease": "59"}, 400),
        ({"lease": "86401"}, 400),
        ({"lease": "soon"}, 400),
        ({"expires": "2001-01-01T00:00"}, 400),
        ({"expires": "tomorrow"}, 400),
        ({"expires": "9999-12-31T23:59-12:00"}, 400),
        ({"db_role": "no_such_role"}, 400),
        ({"db_role": "r" * 200}, 400),
    ],
)
def test_a_vend_that_is_refused_leaves_nothing_behind(
    shared_office: Office,
    browser: Browser,
    endpoint: Endpoint,
    changes: dict[str, Any],
    status: int,
) -> None:
    before = holdings(shared_office, browser.human)
    fields = {"slug": f"x-{browser.human.id[:8]}", **WIZARD, **changes}
    if fields["slug"] == "TAKEN":
        fields["slug"] = endpoint.slug
    answer = browser.post("/endpoints", **fields)
    assert answer.status_code == status, answer.text
    assert "sbk_" not in answer.text
    assert holdings(shared_office, browser.human) == before
    assert browser.get("/endpoints").status_code == 200


def test_rotating_ends_the_old_credential_and_no_lease(
    served: Served, shared_office: Office, do: Do, browser: Browser, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    do("claim", endpoint.id, todo)
    before = shared_office.todo(todo)
    assert can_list(served, endpoint.slug, endpoint.credential) == 200
    page, credential = vended(browser.post(f"/endpoints/{endpoint.id}/rotate"))
    assert page.first("h2", id="credential-title").said == f"The credential of {endpoint.slug}"
    assert can_list(served, endpoint.slug, endpoint.credential) == 401
    assert can_list(served, endpoint.slug, credential) == 200
    assert shared_office.todo(todo) == before


def test_a_scope_is_changed(
    served: Served, shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    scope = {"queues": "mail other", "verb": ["get_todo", "list_todos", "create_todo"]}
    page = Dom(browser.post(f"/endpoints/{endpoint.id}/scope", **scope).text)
    assert page.first("p", class_="good").said == f"Scope of {endpoint.slug} set."
    assert facts_of(page)["Queues"] == "mail, other"
    with served.http(endpoint) as http:
        tools = modern(http, endpoint.slug).json()["result"]["tools"]
        assert {tool["name"] for tool in tools} == {"get_todo", "list_todos", "create_todo"}
        found = modern(http, endpoint.slug, "tools/call", name="get_todo", arguments={"id": todo})
        assert "not_found" in found.text or "forbidden" in found.text
    before = holdings(shared_office, browser.human)
    for wrong in ({"queues": "q", "verb": "fly"}, {"queues": "q" * 129, "verb": "claim"}):
        assert browser.post(f"/endpoints/{endpoint.id}/scope", **wrong).status_code == 400
    assert holdings(shared_office, browser.human) == before


def test_revoking_says_what_it_ends_and_ends_it(
    served: Served, browser: Browser, endpoint: Endpoint, todos: dict[str, str]
) -> None:
    page = browser.page("/endpoints")
    # Waiting, working, mine and retrying are open; the last is not held by anybody.
    assert "Revoking ends 2 live leases and dead-letters 4 todos." in page.first("main").said
    answer = browser.post(f"/endpoints/{endpoint.id}/revoke")
    page = Dom(answer.text)
    assert page.first("p", class_="good").said == f"{endpoint.slug} is revoked."
    assert any(re.fullmatch(rf"{endpoint.slug}, \d+ s ago", li.said) for li in page.all("li"))
    assert not page.has("section", class_="endpoint")
    assert can_list(served, endpoint.slug, endpoint.credential) == 401
    assert set(browser.rows(filter="dead_letter")) == {
        todos[s] for s in ("waiting", "working", "mine", "retrying", "dead letter")
    }
    for action in ("rotate", "scope"):
        fields = {"queues": "inbox", "verb": "claim"}
        again = browser.post(f"/endpoints/{endpoint.id}/{action}", **fields)
        assert again.status_code == 409
        assert "sbk_" not in again.text
    assert browser.post(f"/endpoints/{endpoint.id}/revoke").status_code == 200


# --- files ---


def test_files_are_ours_and_may_be_kept_by_their_content(browser: Browser) -> None:
    page = browser.page("/todos")
    links = [u for n in ("href", "src") for u in page.values(n) if u.startswith("/static/")]
    assert {u.partition("?")[0] for u in links} == {
        "/static/board.css",
        "/static/board.js",
        "/static/htmx.min.js",
        "/static/icon.svg",
    }
    for url in links:
        answer = browser.http.get(url)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert browser.http.get(url.partition("?")[0]).headers["cache-control"] == "no-cache"
    for missing in ("/static/", "/static/../app.py", "/static/%2e%2e/app.py", "/static/x?v=1"):
        answer = browser.http.get(missing)
        assert answer.status_code == 404
        assert "max-age" not in answer.headers.get("cache-control", "")


def test_a_page_takes_few_bytes(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    """A full list and a drawer under 100 kB; the first view with all its files under 200 kB."""
    todos = many(shared_office, endpoint, PAGE_SIZE + 1, title="A title of a usual length, about")
    first = len(browser.get("/todos").content)
    assert first < 100_000
    assert len(browser.get(f"/todos/{todos[0]}", True).content) < 100_000
    page = browser.page("/todos")
    files = {u for n in ("href", "src") for u in page.values(n) if u.startswith("/static/")}
    assert first + sum(len(browser.http.get(u).content) for u in files) < 200_000


def test_the_name_of_a_human_is_on_every_page(visit: Visit, shared_office: Office) -> None:
    browser = visit(new_human(shared_office, f"Ann Ö'Neill {new_human(shared_office).name}"))
    for path in ("/todos", "/queues", "/endpoints"):
        page = browser.page(path)
        assert page.first("span", class_="name").said == browser.human.name
        here = [a.attributes["href"] for a in page.all("a", aria_current="page")]
        assert here == [path]
