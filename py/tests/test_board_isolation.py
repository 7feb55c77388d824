"""What one human must not learn of another's, and that text of others stays text."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import httpx2
import pytest
from boarding import (
    PIECE,
    Browser,
    Dom,
    Human,
    browse,
    holdings,
    new_human,
    streaming,
    vend,
)
from serving import Endpoint, Office, Served, run
from starlette.routing import Route
from switchboard.board import words
from switchboard.board.app import ACTIONS, Board
from switchboard.settings import Settings
from switchboard.terminal import visible

Visit = Callable[..., Browser]
HARMLESS = "plain words"
HOSTILE = [
    '<script>alert(1)</script>"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)'><svg/onload=alert(1)>",
    '" autofocus onfocus="alert(1)',
    "</textarea></pre></title></bdi></svg><script src=//evil.example></script>",
    "javascript:alert(1)",
    "{{7*7}}{% include 'base.html' %}${7*7}#{7*7}",
    "<!-- x --><![CDATA[ y ]]><?z?></body></html>",
    "\u202egnp.exe\u2066\u200b\u2028\u2029\u200f a\u0301",
    "&lt;b&gt;&#60;i&#62;&quot;&amp;amp; \\u0000 \u2400 \\x00 %00 \ufffd",
    "</hx-partial><hx-partial hx-target='body' hx-swap='innerHTML'>\\\"] , body, [x=\"",
    "x\r\ndata: 1\r\n\r\nevent: stale\r\ndata: 1\r\n\r\n<p>",
    "csrf-of-this-session",
]
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post")
TIMES = re.compile(rb'data-now="\d+"')


def call(office: Office, function: str, *values: Any, **named: Any) -> Any:
    """Call a function of the database; return the first column of its row."""
    arguments = [*("%s" for _ in values), *(f"p_{name} => %s" for name in named)]
    statement = f"select * from switchboard.{function}({', '.join(arguments)})"
    return office.one(statement, *values, *named.values())


# --- somebody else's [89] ---


@dataclass
class Belongings:
    """Todos of somebody, one in each state that an action applies to."""

    human: Human
    endpoint: Endpoint
    todos: dict[str, str]


@pytest.fixture
def belongings(shared_office: Office) -> Belongings:
    office, human = shared_office, new_human(shared_office)
    endpoint = vend(office, human)
    todos = {name: office.create(endpoint) for name in ("waiting", "theirs", "an agent's")}
    call(office, "owner_claim", human.id, todos["theirs"])
    call(office, "claim", endpoint.id, todos["an agent's"], claimant="worker-7")
    todos["dead"] = office.create(endpoint, max_attempts=1)
    call(office, "claim", endpoint.id, todos["dead"])
    call(office, "fail", endpoint.id, todos["dead"])
    return Belongings(human, endpoint, todos)


def told(answer: httpx2.Response, *ids: str) -> tuple[Any, ...]:
    """All that an answer tells: status, headers but the date, and body. Ids that were sent and
    come back, and the time of a page, are made equal.
    """
    body = TIMES.sub(b"", answer.content)
    for sent in ids:
        body = body.replace(sent.encode(), b"ID")
    headers = [(k, v) for k, v in answer.headers.multi_items() if k != "date"]
    return answer.status_code, headers, body


def routes_with_an_id() -> list[tuple[str, str]]:
    routes = Board(cast(Any, None), Settings()).routes()
    found = [
        (method, route.path)
        for route in routes
        if isinstance(route, Route) and "{id}" in route.path
        for method in sorted(route.methods or ())
    ]
    assert ("GET", "/todos/{id}") in found
    assert ("POST", "/endpoints/{id}/revoke") in found
    return found


@pytest.mark.parametrize(("method", "path"), routes_with_an_id())
def test_a_page_or_action_on_anothers_is_the_same_as_on_none(
    shared_office: Office, visit: Visit, belongings: Belongings, method: str, path: str
) -> None:
    """[89] Status, headers and body, whatever state it is in."""
    stranger = visit()
    before = holdings(shared_office, belongings.human)
    if path.startswith("/todos"):
        theirs, unknown = [*belongings.todos.values()], f"{'0' * 18}-{'0' * 14}"
        unknown = "".join("z" if c.isalnum() else c for c in theirs[0])
    else:
        theirs, unknown = [belongings.endpoint.id], "00000000-0000-4000-8000-000000000000"
    for action in (*ACTIONS, "nonsense") if "{action}" in path else ("",):
        for headers in ({}, PIECE):
            answers = []
            for found in (*theirs, unknown):
                at = path.replace("{id}", found).replace("{action}", action)
                fields = {"csrf": stranger.csrf, "queues": "q", "verb": "claim", "result": "1"}
                sent = {"data": fields} if method == "POST" else {}
                answers.append(stranger.http.request(method, at, headers=headers, **sent))
            assert {a.status_code for a in answers} == {404}
            assert len({a.content for a in answers}) == 1
            assert [told(a) for a in answers] == [told(answers[0])] * len(answers)
    assert holdings(shared_office, belongings.human) == before


def test_forms_and_lists_that_name_anothers_are_the_same_as_with_none(
    shared_office: Office, visit: Visit, belongings: Belongings
) -> None:
    """[89] Wherever an id may stand beside the path."""
    stranger = visit()
    todo, endpoint = belongings.todos["waiting"], belongings.endpoint.id
    no_todo = "".join("z" if c.isalnum() else c for c in todo)
    no_endpoint = "00000000-0000-4000-8000-000000000000"
    before = holdings(shared_office, belongings.human)

    def equal(ask: Callable[[str], httpx2.Response], theirs: str, none: str, status: int) -> None:
        one, other = ask(theirs), ask(none)
        assert (one.status_code, told(one, theirs)) == (status, told(other, none))
        assert theirs not in one.text.replace(f'"{theirs}"', "")

    for piece in (False, True):
        get = partial(stranger.get, "/todos", piece)
        equal(lambda i, get=get: get(before=i), todo, no_todo, 404)
        equal(lambda i, get=get: get(endpoint=i), endpoint, no_endpoint, 404)
        equal(lambda i, get=get: get(q=i), todo, no_todo, 200)
        equal(lambda i, get=get: get(queue=i), "inbox", "xxbox", 200)
        for action in ("retry", "cancel"):
            equal(
                lambda i, a=action, p=piece: stranger.post("/todos/bulk", p, action=a, todo=[i]),
                *(todo, no_todo, 200),
            )
        equal(
            lambda i, p=piece: stranger.post("/todos", p, endpoint=i, queue="inbox", title="t"),
            *(endpoint, no_endpoint, 404),
        )
    assert holdings(shared_office, belongings.human) == before


def test_a_bulk_action_takes_ones_own_and_leaves_the_others(
    shared_office: Office, visit: Visit, belongings: Belongings
) -> None:
    """[89]"""
    stranger = visit()
    mine = shared_office.create(vend(shared_office, stranger.human))
    before = holdings(shared_office, belongings.human)
    answer = stranger.post(
        "/todos/bulk", True, action="cancel", todo=[*belongings.todos.values(), mine]
    )
    assert Dom(answer.text).values("data-row") == [mine]
    assert "1 canceled. 4 could not be" in answer.text
    assert holdings(shared_office, belongings.human) == before


def test_no_page_of_anothers_shows_a_trace(
    shared_office: Office, visit: Visit, belongings: Belongings
) -> None:
    """[89] Counts, lists, queues, workers, endpoints: all as for somebody who has nothing."""
    stranger, alone = visit(), visit()
    vend(shared_office, stranger.human)
    for path in ("/todos", "/queues", "/todos?queue=inbox", "/todos?filter=claimed"):
        page = stranger.page(path)
        assert not page.values("data-row")
        assert all(b.said == "0" for b in page.all("b") if "/todos" in path)
        text = stranger.get(path).text
        for trace in (*belongings.todos.values(), "worker-7", belongings.endpoint.slug):
            assert trace not in text
    nothing = alone.get("/endpoints").text
    assert belongings.endpoint.slug not in nothing
    assert belongings.endpoint.agent_id not in nothing


def test_a_stream_that_names_anothers_is_the_same_as_one_that_names_none(
    served: Served, shared_office: Office, visit: Visit, belongings: Belongings
) -> None:
    """[89] The same answer, and of what happens then not a byte."""
    stranger = visit()
    mine = vend(shared_office, stranger.human)
    todo = belongings.todos["an agent's"]
    no_todo = "".join("z" if c.isalnum() else c for c in todo)
    with (
        stranger.http.stream("GET", "/events", params={"todo": todo}) as one,
        stranger.http.stream("GET", "/events", params={"todo": no_todo}) as other,
    ):
        heads = [
            (s.status_code, [h for h in s.headers.multi_items() if h[0] != "date"])
            for s in (one, other)
        ]
        assert heads[0] == heads[1]

    async def main() -> None:
        where = {"endpoint": belongings.endpoint.id}
        async with (
            streaming(served, stranger.cookie, todo=todo) as theirs,
            streaming(served, stranger.cookie, todo=no_todo) as none,
            streaming(served, stranger.cookie, **where) as theirs_by_endpoint,
            streaming(served, stranger.cookie, page="todo", todo=todo) as page,
        ):
            call(shared_office, "heartbeat", belongings.endpoint.id, todo)
            call(shared_office, "complete", belongings.endpoint.id, todo, summary="secret")
            # Whatever was told of that has been told when this one is.
            own = await asyncio.to_thread(shared_office.create, mine)
            await theirs.until(lambda: own in theirs.text() and own in none.text())
            assert theirs.events == none.events
            assert [event for event, _ in theirs.events] == ["open", "new", "piece"]
            await theirs.until(lambda: len(theirs_by_endpoint.events) == 3)
            for stream in (theirs, theirs_by_endpoint, page):
                assert todo not in stream.text()
                assert "secret" not in stream.text()

    run(main)


# --- text of others ---


@dataclass
class World:
    """A human whose every text is the same, and a visit of theirs."""

    browser: Browser
    endpoint: Endpoint
    todos: dict[str, str]

    def answers(self, text: str) -> Iterator[tuple[str, httpx2.Response]]:
        """Every kind of answer of the Board, by name, asked for with this text as well."""
        browser = self.browser
        for path in ("/todos", "/queues", "/endpoints"):
            yield path, browser.get(path)
            yield f"{path}?", browser.get(path, **{"x": text})
        for name, todo in self.todos.items():
            yield f"page of {name}", browser.get(f"/todos/{todo}")
            yield f"drawer of {name}", browser.get(f"/todos/{todo}", True)
        for words_filter in words.FILTERS:
            yield words_filter, browser.get("/todos", filter=words_filter, q=self.name(text))
        yield "search", browser.get("/todos", q=text)
        yield "search for nothing", browser.get("/todos", q=f"{text} {secrets.token_hex()}")
        yield "queue", browser.get("/todos", queue=self.name(text))
        for name in ("filter", "endpoint", "before"):
            yield f"bad {name}", browser.get("/todos", **{name: text})
        for piece in (False, True):
            yield f"no todo {piece}", browser.get(f"/todos/{in_path(text)}", piece)
            yield f"no action {piece}", browser.post(f"/todos/x/{in_path(text)}", piece)
            yield f"bulk {piece}", browser.post("/todos/bulk", piece, action=text, todo=text)
            yield (
                f"stale {piece}",
                browser.post("/todos/bulk", piece, action="retry", todo=[self.todos["waiting"]]),
            )
            for field in ("endpoint", "queue", "title", "payload"):
                said = self.name(text) if field == "queue" else text
                fields = {"endpoint": self.endpoint.id, "queue": "none", "title": text, field: said}
                yield f"add {field} {piece}", browser.post("/todos", piece, **fields)
            fields = {"agent": text, "slug": text, "queues": text, "verb": text, "expires": text}
            yield f"vend {piece}", browser.post("/endpoints", piece, **fields, db_role=text)
            yield (
                f"conflict {piece}",
                browser.post(f"/todos/{self.todos['working']}/complete", piece, summary=text),
            )
            yield (
                f"extend {piece}",
                browser.post(f"/todos/{self.todos['mine']}/extend", piece, summary=text),
            )
        yield "token", browser.http.get("/sign-in", params={"token": text})
        yield "no csrf", browser.http.post("/todos", data={"csrf": text, "title": text})
        yield "elsewhere", browser.http.get(f"/{in_path(text)}")
        key = {"key": secrets.token_hex()}
        added = {"endpoint": self.endpoint.id, "queue": self.name(text), "title": text, **key}
        yield "added", browser.post("/todos", True, **added)
        scope = {"queues": "other", "verb": "claim"}
        yield "scope", browser.post(f"/endpoints/{self.endpoint.id}/scope", **scope)
        yield "rotated", browser.post(f"/endpoints/{self.endpoint.id}/rotate")
        yield "revoked", browser.post(f"/endpoints/{self.endpoint.id}/revoke")
        yield "dead drawer", browser.get(f"/todos/{self.todos['waiting']}", True)
        yield "sign out", browser.post("/sign-out")

    @staticmethod
    def name(text: str) -> str:
        """The text as the name of a queue or a person, which holds no control character."""
        return re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text).strip()


def in_path(text: str) -> str:
    """The text as one part of a path."""
    return "".join(f"%{byte:02x}" for byte in text.replace("/", "|").encode())


Fill = Callable[[str], World]


@pytest.fixture(scope="module")
def fill(served: Served, shared_office: Office) -> Iterator[Fill]:
    """Write a text wherever an agent, a producer or a person can write one."""
    office, visits = shared_office, ExitStack()

    def fill(text: str) -> World:
        name = World.name(text)
        human = new_human(office, f"{name} {secrets.token_hex(4)}")
        endpoint = vend(office, human, queues=(name,), agent=name)
        value = json.dumps({text: [text, {"deep": text}]})
        written = {"title": text, "queue": name, "source": name, "kind": name}
        todos = {
            state: office.create(
                endpoint,
                **written,
                payload=value,
                routing=value,
                max_attempts=1 if state == "dead" else 5,
            )
            for state in ("waiting", "working", "mine", "done", "retrying", "dead", "released")
        }
        call(office, "owner_claim", human.id, todos["mine"])
        for state in ("working", "done", "retrying", "dead", "released"):
            call(office, "claim", endpoint.id, todos[state], claimant=text)
        # What an address may hold of it.
        plain = re.sub(r"[^!#-;=?-\[\]^_a-z{|}~]", "", text)
        report = {"summary": text, "artifact": f"https://x.example/{plain}#'{plain}"}
        call(office, "complete", endpoint.id, todos["done"], result=value, **report)
        call(office, "release", endpoint.id, todos["released"], summary=text * 500)
        call(office, "fail", endpoint.id, todos["retrying"], result=value, **report)
        # The sweeper must not get to it meanwhile.
        office.conn.execute(
            "update switchboard.todos set next_retry_at = now() + interval '1 day' where id = %s",
            (todos["retrying"],),
        )
        office.lapse(todos["dead"])
        office.conn.execute("select switchboard.reap_expired(1000)")
        browser = visits.enter_context(browse(served, office, human))
        return World(browser, endpoint, todos)

    with visits:
        yield fill


@pytest.fixture(scope="module")
def harmless(fill: Fill) -> dict[str, httpx2.Response]:
    """Every answer of the Board in a world of harmless text."""
    return dict(fill(HARMLESS).answers(HARMLESS))


def check_markup(answer: httpx2.Response, name: str) -> None:
    """Nothing that a Content-Security-Policy would stop, and addresses of ours alone."""
    page = Dom(answer.text)
    for element in page.elements:
        for attribute, value in element.attributes.items():
            assert not attribute.startswith("on"), (name, element)
            assert attribute not in ("style", "srcdoc", "hx-on", "hx-vals"), (name, element)
            if attribute in ADDRESSES:
                ours = re.match(r"/(?!/)", value or "")
                artifact = re.match(r"https://x\.example/", value or "")
                assert ours or (artifact and element.tag == "a"), (name, element)
        assert element.tag not in ("style", "iframe", "object", "embed", "base"), name
        if element.tag == "script":
            assert element.text == "", name
            assert (element.attributes["src"] or "").startswith("/static/"), name


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(
    fill: Fill, harmless: dict[str, httpx2.Response], text: str
) -> None:
    """It is shown as it is, and each page, piece, answer and error has the elements and the
    attributes that it has for harmless text. [131]
    """
    world = fill(text)
    check_shown(world, text)
    for name, other in world.answers(text):
        one = harmless[name]
        kind = one.headers.get("content-type")
        assert (other.status_code, other.headers.get("content-type")) == (one.status_code, kind)
        if kind == "text/html; charset=utf-8":
            assert Dom(other.text).skeleton == Dom(one.text).skeleton, name
            check_markup(other, name)
        else:
            assert text not in other.text, name


def check_shown(world: World, text: str) -> None:
    """As text in its own element, and what would turn or break a line as an escape."""
    name, shown = World.name(text), visible(text)
    page = world.browser.page("/todos")
    human = visible(world.browser.human.name)
    assert page.first("span", class_="name").text.strip() == human
    assert [e.text for e in page.all("bdi")].count(shown) >= len(world.todos)
    assert visible(name) in [e.text for e in world.browser.page("/queues").all("bdi")]
    drawer = world.browser.page(f"/todos/{world.todos['done']}")
    assert drawer.first("h1").text == shown
    assert json.loads(drawer.first("pre").text) == {text: [text, {"deep": text}]}
    lines = visible(text.replace("\r\n", "\n"), keep="\n")
    assert drawer.first("p", class_="summary").text == lines
    assert drawer.first("div", class_="written").said.startswith("written by the worker")


def test_every_kind_of_answer_is_among_them(harmless: dict[str, httpx2.Response]) -> None:
    """So that the tests which go through them see what they are to see."""
    assert {a.status_code for a in harmless.values()} == {200, 303, 400, 403, 404, 409}
    rows = Dom(harmless["/todos"].text).values("data-row")
    assert len(rows) == 7
    marks = {c for v in Dom(harmless["/todos"].text).values("class") for c in v.split()}
    assert marks >= {"completed", "failed", "died", "released", "open"}


def test_every_answer_has_its_safety_headers(harmless: dict[str, httpx2.Response]) -> None:
    """The policy lets in our own files alone: no inline script or style, no eval, no frame."""
    for name, answer in harmless.items():
        assert answer.headers["x-content-type-options"] == "nosniff", name
        assert answer.headers["cache-control"] == "no-store", name
        kind = answer.headers.get("content-type", "")
        assert "access-control-allow-origin" not in answer.headers
        if answer.status_code == 303 or kind == "application/json":
            continue
        assert kind == "text/html; charset=utf-8", name
        policy = dict(
            part.strip().split(" ", 1)
            for part in answer.headers["content-security-policy"].split(";")
        )
        assert policy == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self'",
            "connect-src": "'self'",
            "form-action": "'self'",
            "base-uri": "'none'",
            "frame-ancestors": "'none'",
        }, name
        assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer"), name
        check_markup(answer, name)


# --- artifacts ---


@pytest.mark.parametrize(
    ("artifact", "is_link"),
    [
        ("https://x.example/report?a=1&b=2#c", True),
        ("HTTPS://X.example/report", True),
        ("mcp://cairn/abc_123", False),
        # No function lets these in; a page is no place to rely on that.
        ("javascript:alert(1)", False),
        ("http://x.example/", False),
        ("//x.example/", False),
        ("https:x.example", False),
        (" https://x.example/", False),
        ("data:text/html,<script>alert(1)</script>", False),
    ],
)
def test_an_artifact_is_a_link_only_when_https(
    shared_office: Office, visit: Visit, artifact: str, is_link: bool
) -> None:
    """[132]"""
    browser = visit()
    endpoint = vend(shared_office, browser.human)
    todo = shared_office.create(endpoint)
    call(shared_office, "claim", endpoint.id, todo)
    call(shared_office, "complete", endpoint.id, todo)
    shared_office.conn.execute(
        "update switchboard.todo_attempts set artifact = %s where todo_id = %s", (artifact, todo)
    )
    for piece in (False, True):
        page = browser.page(f"/todos/{todo}", piece=piece)
        links = page.all("a", rel="noopener noreferrer")
        if is_link:
            assert links[0].attributes["href"] == artifact
            assert links[0].text == artifact
        else:
            assert not links
            assert any(code.text == artifact for code in page.all("code"))
        assert not any(":" in (h or "") for h in page.values("href") if h != artifact)
