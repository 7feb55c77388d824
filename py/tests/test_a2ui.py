import json
import string
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mcp.shared.exceptions import MCPError
from serving import (
    ALL_VERBS,
    ERAS,
    JSON_HEADERS,
    Endpoint,
    Office,
    Served,
    initialize,
    modern,
    post,
    run,
    serving,
)
from switchboard import a2ui, resources
from switchboard.auth import Caller
from switchboard.shape import ATTEMPT_KEYS

NEVER = "td_01890000-0000-7000-8000-000000000000"
HOSTILE = (
    "<script>alert(1)</script> ![x](https://evil.example/beacon) [Approve](https://evil.example)\n"
    "# Approved\n\n    code `x`\n- **all** tests _may_ be skipped &amp; ~~not~~ run\n===\n"
    "| a |\n:-:"
)
# What a component of the basic catalog must have, and may have, beside id and component.
CATALOG: dict[str, tuple[set[str], set[str]]] = {
    "Card": ({"child"}, set()),
    "Column": ({"children"}, set()),
    "Row": ({"children"}, set()),
    "List": ({"children"}, set()),
    "Divider": (set(), set()),
    "Text": ({"text"}, {"variant"}),
    "Button": ({"child", "action"}, set()),
}
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])

# --- what the database may answer ---

# All that its text can hold. Markup is rare in arbitrary text, so half of it is made of that.
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=60)
MARKUP = st.text(st.sampled_from("\\`*_{}[]()<>#+-=.!|~&;:/\"' \t\n\u00a0 axé10"), max_size=40)
ANY = TEXT | MARKUP
MOMENTS = st.datetimes(timezones=st.just(UTC)) | st.just(datetime(2026, 9, 22, tzinfo=UTC))
STATES = (
    "pending",
    "claimed",
    "done",
    "failed",
    "canceled",
    "rejected",
    "input-required",
    "auth-required",
)
VERBS = st.frozensets(st.sampled_from([*ALL_VERBS, "interrupt", "cancel"]))


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


ROWS = st.fixed_dictionaries(
    {
        "id": st.uuids().map(lambda made: f"td_{made}"),
        "queue": ANY,
        "source": maybe(ANY),
        "kind": maybe(ANY),
        "title": ANY,
        "state": st.sampled_from(STATES),
        "owner": maybe(ANY),
        "assignee": maybe(ANY),
        "attempt": st.integers(0, 100),
        "max_attempts": st.integers(1, 100),
        "lease_expires_at": maybe(MOMENTS),
        "next_retry_at": maybe(MOMENTS),
        "dead_letter": st.booleans(),
        "created_at": MOMENTS,
        "payload_size": st.integers(0, 9),
        "payload": st.none(),
        "routing": st.none(),
        "result": st.none(),
        "attempts_pruned": st.just(0),
    }
)
ATTEMPTS = st.fixed_dictionaries(
    {
        "seq": st.integers(1),
        "attempt": st.integers(1, 100),
        "claimer_kind": st.sampled_from(["endpoint", "owner"]),
        "claimant": maybe(ANY),
        "claimed_at": st.just("2026-09-22T15:32:00Z"),
        "last_heartbeat_at": maybe(st.just("2026-09-22T15:33:00Z")),
        "ended_at": maybe(st.just("2026-09-22T15:34:00Z")),
        "outcome": maybe(st.sampled_from(["completed", "reaped", "lease_expired"])),
        "disposition": st.just("dead_lettered"),
        "died": st.booleans(),
        "summary": maybe(ANY),
        "summary_truncated": st.booleans(),
        "artifact": maybe(ANY),
    }
)


@st.composite
def details(draw: Any) -> dict[str, Any]:
    """Draw what get_todo answers, and sometimes more attempts than it would."""
    attempts = draw(st.lists(ATTEMPTS, max_size=23, unique_by=lambda attempt: attempt["seq"]))
    total = len(attempts) + draw(st.integers(0, 3))
    return {**draw(ROWS), "attempts": attempts, "attempts_total": total}


def row(**changes: Any) -> dict[str, Any]:
    """Return what get_todo answers of a new todo, with changes."""
    plain = dict.fromkeys(("source", "kind", "owner", "assignee", "lease_expires_at"))
    return {
        **plain,
        **dict.fromkeys(("next_retry_at", "payload", "routing", "result")),
        **{"id": "td_1", "queue": "inbox", "title": "work", "state": "pending", "attempt": 0},
        **{"max_attempts": 5, "dead_letter": False, "payload_size": 0, "attempts": []},
        **{"created_at": datetime(2026, 9, 22, tzinfo=UTC), "attempts_total": 0},
        **{"attempts_pruned": 0, **changes},
    }


def attempt(seq: int = 1, **changes: Any) -> dict[str, Any]:
    return {
        **dict.fromkeys(ATTEMPT_KEYS),
        **{"seq": seq, "attempt": seq, "claimer_kind": "endpoint", "died": False},
        **{"claimed_at": "2026-09-22T15:32:00Z", "summary_truncated": False, **changes},
    }


# --- looking into a document ---


def components(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the components by id, and check for all that a document must be [134]."""
    assert document.keys() == {"version", "updateComponents"}
    assert document["version"] == "v0.9"
    assert document["updateComponents"].keys() == {"surfaceId", "components"}
    found = document["updateComponents"]["components"]
    by_id: dict[str, dict[str, Any]] = {component["id"]: component for component in found}
    assert len(by_id) == len(found)
    named = []
    for component in found:
        required, optional = CATALOG[component["component"]]
        given = component.keys() - {"id", "component"}
        assert required <= given <= required | optional
        named += children(component)
    # A tree: each but the root is the child of exactly one, so none dangles and none is in a ring.
    assert sorted(["root", *named]) == sorted(by_id)
    assert set(reach("root", by_id)) == set(by_id)
    return by_id


def children(component: dict[str, Any]) -> list[str]:
    return component.get("children", []) + [
        component[key] for key in ("child",) if key in component
    ]


def reach(root: str, by_id: dict[str, Any]) -> Iterator[str]:
    yield root
    for child in children(by_id[root]):
        yield from reach(child, by_id)


def below(document: dict[str, Any], component_id: str) -> list[str]:
    """Return the texts below a component, as they are read."""
    by_id = components(document)
    return [by_id[i]["text"] for i in reach(component_id, by_id) if "text" in by_id[i]]


def tools(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events of the buttons, in order."""
    found = components(document).values()
    return [component["action"]["event"] for component in found if "action" in component]


def seen(markdown: str) -> list[str]:
    """Return the lines that a reader of Markdown sees; fail if there is any markup."""
    lines: list[str] = []
    for token in MARKDOWN.parse(markdown):
        assert token.type in ("paragraph_open", "inline", "paragraph_close"), token
        for inner in token.children or ():
            assert inner.type in ("text", "softbreak"), inner
        if token.children:
            texts = (inner.content or "\n" for inner in token.children)
            lines += "".join(texts).split("\n")
    return [line.strip() for line in lines]


# --- documents ---


@given(details(), VERBS)
def test_the_view_of_any_todo_is_a_tree_and_bounded(
    detail: dict[str, Any], verbs: frozenset[str]
) -> None:
    """[134]"""
    document = a2ui.todo_view(detail, verbs)
    by_id = components(document)
    shown = [i for i in children(by_id["root.body.attempts"]) if by_id[i]["component"] == "Column"]
    assert len(shown) == min(20, len(detail["attempts"]))
    assert {event["name"] for event in tools(document)} <= verbs
    assert all(event["context"] == {"id": detail["id"]} for event in tools(document))


@given(st.lists(ROWS, max_size=27, unique_by=lambda row: row["id"]), ANY, VERBS)
def test_the_view_of_any_queue_is_a_tree_and_bounded(
    rows: list[dict[str, Any]], queue: str, verbs: frozenset[str]
) -> None:
    """[134]"""
    document = a2ui.queue_view(queue, rows, verbs)
    by_id = components(document)
    shown = children(by_id["root.body.todos"]) if rows else []
    assert shown == [f"root.body.todos.{row['id']}" for row in rows[:25]]
    assert {event["name"] for event in tools(document)} <= verbs


@given(details())
def test_whatever_anybody_wrote_is_shown_without_markup(detail: dict[str, Any]) -> None:
    for component in components(a2ui.todo_view(detail, ())).values():
        if "text" in component:
            seen(component["text"])


@pytest.mark.parametrize(
    "text",
    [
        "a *b* _c_ __d__ e_f_ ~~g~~ `h`",
        "[a](https://x.example) ![b](https://x.example/b.png) <https://x.example>",
        "a <b>c</b> &amp; &#35; & \\* \\",
        "<div>\n\na\n</div>",
        "# a\n\na #\n\n##",
        "a\n===\n\nb\n---\n\n***\n\n___",
        "> a\n\n- a\n\n+ a\n\n* a\n\n1. a\n\n12) a\n\n3.",
        "```\na\n```\n\n~~~\na\n~~~\n\n    a\n\n\ta",
        "| a | b |\n|---|---|\n\n| a |\n:-:\n\na | b\n--|--",
        "[a]: https://x.example\n\n[a]",
        "a  \nb\\\nc",
    ],
)
def test_no_markup_works(text: str) -> None:
    assert any(
        token.type not in ("paragraph_open", "paragraph_close", "inline")
        or any(inner.type not in ("text", "softbreak") for inner in token.children or ())
        for token in MARKDOWN.parse(text)
    )
    assert seen(a2ui.plain(text)) == [line.strip() for line in text.splitlines() if line.strip()]


@given(ANY)
@example("a #")
@example("a ##")
@example("_a_")
def test_plain_text_is_read_as_it_was_written(text: str) -> None:
    written = [line.strip() for line in text.splitlines() if line.strip()]
    assert seen(a2ui.plain(text)) == written
    words = " ".join(text.split())
    assert seen(a2ui.plain_line(text)) == ([words] if words else [])
    # Renderers make headings by putting hashes in front.
    assert not words or MARKDOWN.parse("# " + a2ui.plain_line(text))[1].children[0].content == words


@pytest.mark.parametrize(
    "text",
    [
        "plain words, 1.5 s (12:30), a-b/c_d.py",
        "mcp://cairn/abc-1_2",
        "https://ci.example/run?id=7&x=a_b#log",
    ],
)
def test_common_text_needs_no_escape(text: str) -> None:
    assert a2ui.plain(text) == text


def test_indentation_stays() -> None:
    assert a2ui.plain("if x:\n    go()\n") == "if x:\n\u00a0\u00a0\u00a0\u00a0go()"


def test_an_attempt_tells_who_did_what_and_when() -> None:
    """Behaviour 6."""
    ended = attempt(
        3,
        claimant="worker_1",
        last_heartbeat_at="2026-09-22T15:33:00Z",
        ended_at="2026-09-22T15:34:00Z",
        outcome="completed",
        disposition="done",
        summary="It *works*.",
        summary_truncated=True,
        artifact="https://ci.example/7",
    )
    document = a2ui.todo_view(row(attempts=[ended], attempts_total=1), ())
    assert below(document, "root.body.attempts") == [
        "Attempts (1)",
        "#3",
        "worker_1",
        "completed → done",
        "2026-09-22T15:32:00Z to 2026-09-22T15:34:00Z, last heartbeat 2026-09-22T15:33:00Z",
        "summary, written by the worker",
        r"It \*works\*.",
        "the summary was cut",
        "artifact: https://ci.example/7",
    ]


def test_a_death_is_told_in_words_and_an_open_attempt_is_in_progress() -> None:
    """[134]"""
    died = attempt(
        1,
        ended_at="2026-09-22T15:34:00Z",
        outcome="reaped",
        disposition="retry_scheduled",
        died=True,
    )
    document = a2ui.todo_view(
        row(attempts=[attempt(2, claimer_kind="owner"), died], attempts_total=2), ()
    )
    assert below(document, "root.body.attempts.2") == [
        "#2",
        "the owner, on the Board",
        "in progress",
        "2026-09-22T15:32:00Z to now, no heartbeat",
    ]
    assert below(document, "root.body.attempts.1") == [
        "#1",
        "an agent",
        "reaped → retry_scheduled",
        "died: no report",
        "2026-09-22T15:32:00Z to 2026-09-22T15:34:00Z, no heartbeat",
    ]


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (1, []),
        (2, ["1 earlier attempt not shown"]),
        (61, ["60 earlier attempts not shown"]),
    ],
)
def test_hidden_attempts_are_counted(total: int, words: list[str]) -> None:
    document = a2ui.todo_view(row(attempts=[attempt(total)], attempts_total=total), ())
    texts = below(document, "root.body.attempts")
    assert texts[0] == f"Attempts ({total})"
    assert [text for text in texts if "not shown" in text] == words


def test_a_todo_without_attempts_says_so() -> None:
    document = a2ui.todo_view(row(), ())
    assert below(document, "root.body.attempts") == ["Attempts (0)", "No attempts yet."]


def test_the_state_is_told_in_words() -> None:
    moment = datetime(2026, 9, 22, 15, 32, tzinfo=UTC)
    dead = a2ui.todo_view(row(state="failed", dead_letter=True, attempt=5), ())
    assert "failed, dead letter, attempt 5 of 5" in below(dead, "root")
    parked = a2ui.todo_view(row(state="failed", attempt=1, next_retry_at=moment), ())
    assert "failed, attempt 1 of 5" in below(parked, "root")
    assert "retry at 2026-09-22T15:32:00Z" in below(parked, "root")
    held = a2ui.todo_view(row(state="claimed", attempt=1, lease_expires_at=moment), ())
    assert "lease until 2026-09-22T15:32:00Z" in below(held, "root")
    facts = a2ui.todo_view(row(kind="a*b", source="ci", owner="agent:1", title=" \n"), ())
    assert below(facts, "root")[:5] == [
        "(no title)",
        "queue: inbox",
        r"kind: a\*b",
        "source: ci",
        "owner: agent:1",
    ]


def test_buttons_call_the_granted_tools_that_fit_and_come_last() -> None:
    """Behaviour 6: attempts before actions."""
    held = row(state="claimed")
    assert [event["name"] for event in tools(a2ui.todo_view(held, ALL_VERBS))] == [
        "heartbeat",
        "complete",
        "fail",
        "release",
    ]
    assert tools(a2ui.todo_view(row(), ALL_VERBS)) == [{"name": "claim", "context": {"id": "td_1"}}]
    assert tools(a2ui.todo_view(row(), ("list_todos", "complete"))) == []
    assert tools(a2ui.todo_view(row(state="done"), ALL_VERBS)) == []
    by_id = components(a2ui.todo_view(held, ALL_VERBS))
    assert by_id["root.body"]["children"][-3:] == [
        "root.body.attempts",
        "root.body.line",
        "root.body.actions",
    ]
    waiting = tools(a2ui.queue_view("a*b", [row()], ALL_VERBS))
    assert waiting[-1] == {"name": "claim_next", "context": {"queue": "a*b"}}
    assert waiting[:-1] == [{"name": "claim", "context": {"id": "td_1"}}]


def test_a_queue_says_how_much_it_shows() -> None:
    rows = [row(id=f"td_{number}") for number in range(26)]
    assert below(a2ui.queue_view("inbox", [], ALL_VERBS), "root") == [
        "queue: inbox",
        "Nothing waits on this queue.",
    ]
    assert "25 waiting" in below(a2ui.queue_view("inbox", rows[:25], ()), "root")
    more = below(a2ui.queue_view("inbox", rows, ()), "root")
    assert "The newest 25 are shown; more wait." in more
    assert "id: td_24" in more
    assert "id: td_25" not in more


def test_surfaces_of_different_things_have_different_ids() -> None:
    documents = [
        a2ui.queue_view("x/y", [], ()),
        a2ui.queue_view("x%2Fy", [], ()),
        a2ui.todo_view(row(id="td_1"), ()),
        a2ui.todo_view(row(id="td_2"), ()),
    ]
    surfaces = [document["updateComponents"]["surfaceId"] for document in documents]
    assert len(set(surfaces)) == 4
    assert set("".join(surfaces)) <= set(string.ascii_letters + string.digits + "-_%")


# --- URIs ---


def caller(*queues: str, verbs: tuple[str, ...] = ("list_todos",)) -> Caller:
    return Caller("id", "slug", queues, frozenset(verbs), b"")


@given(st.lists(TEXT, min_size=1, max_size=3, unique=True))
def test_no_uri_of_a_queue_is_that_of_a_view(names: list[str]) -> None:
    """However queues are called: a plain URI stays plain, and the view's leads to the view."""
    granted = caller(*names, *(f"{name}/a2ui" for name in names), "a2ui")
    for queue in granted.queues:
        uri = resources.uri_of(queue)
        assert resources.view_of(uri, granted) is None
        assert resources.queue_of(uri, granted) == queue
        assert resources.view_of(uri + "/a2ui", granted) == ("queue", queue)


def test_an_unencoded_queue_that_ends_like_a_view_stays_readable() -> None:
    uri = "switchboard://queue/x/a2ui"
    assert resources.view_of(uri, caller("x/a2ui")) is None
    assert resources.queue_of(uri, caller("x/a2ui")) == "x/a2ui"
    # With both granted it is what the list says it is.
    assert resources.view_of(uri, caller("x", "x/a2ui")) == ("queue", "x")
    assert resources.view_of(uri, caller("other")) == ("queue", "x")


@pytest.mark.parametrize(
    "uri",
    [
        "switchboard://queue/a2ui",
        "switchboard://todo/a2ui",
        "switchboard://todo/td_1",
        "switchboard://other/x/a2ui",
        "https://x/a2ui",
        "/a2ui",
        "",
    ],
)
def test_other_uris_name_no_view(uri: str) -> None:
    assert resources.view_of(uri, caller("x")) is None


# --- over MCP ---


@pytest.fixture(scope="module")
def shown(shared_office: Office) -> Iterator[Served]:
    with serving(shared_office.database, a2ui=True) as shown:
        yield shown


def read(served: Served, endpoint: Endpoint, uri: str, era: str = ERAS[1]) -> Any:
    """Read a resource with the SDK's client: the document, or the error of the refusal."""
    found: list[Any] = []

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            try:
                answer = await client.read_resource(uri)
            except MCPError as error:
                found.append(error.error)
                return
            (content,) = answer.contents
            assert content.uri == uri
            assert content.mime_type == "application/a2ui+json"
            found.append(json.loads(content.text))

    run(main)
    return found[0]


def view_of_todo(todo_id: str) -> str:
    return f"switchboard://todo/{todo_id}/a2ui"


def view_of_queue(queue: str) -> str:
    return f"{resources.uri_of(queue)}/a2ui"


def refused(error: Any) -> str:
    """Return the code of a refusal, whose three places agree."""
    assert error.code == -32602
    told = error.data["error"]
    assert error.message == f"{told['code']}: {told['message']}"
    return str(told["code"])


@pytest.mark.parametrize("era", ERAS)
def test_views_are_listed_beside_the_plain_resources(
    shown: Served, shared_office: Office, era: str
) -> None:
    endpoint = shared_office.vend(f"lister-{era[:4]}", ("inbox", "x/a2ui"))

    async def main() -> None:
        async with shown.client(endpoint, era) as client:
            listed = {r.uri: r.mime_type for r in (await client.list_resources()).resources}
            assert listed == {
                "switchboard://queue/inbox": "application/json",
                "switchboard://queue/x%2Fa2ui": "application/json",
                "switchboard://queue/inbox/a2ui": "application/a2ui+json",
                "switchboard://queue/x%2Fa2ui/a2ui": "application/a2ui+json",
            }
            templates = (await client.list_resource_templates()).resource_templates
            assert {t.uri_template: t.mime_type for t in templates} == {
                "switchboard://queue/{queue}": "application/json",
                "switchboard://queue/{queue}/a2ui": "application/a2ui+json",
                "switchboard://todo/{id}/a2ui": "application/a2ui+json",
            }
            for uri, mime_type in listed.items():
                (content,) = (await client.read_resource(uri)).contents
                assert content.mime_type == mime_type

    run(main)


@pytest.mark.parametrize("era", ERAS)
def test_without_the_setting_no_view_is_listed_or_readable(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    todo_id = shared_office.create(endpoint)

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            assert "a2ui" not in (await client.list_resources()).model_dump_json()
            assert "a2ui" not in (await client.list_resource_templates()).model_dump_json()

    run(main)
    for uri in (view_of_queue("inbox"), view_of_todo(todo_id)):
        error = read(served, endpoint, uri, era)
        assert (error.code, error.message) == (-32602, "Unknown resource")


@pytest.mark.parametrize("era", ERAS)
def test_a_queue_shows_its_pending_todos_only(
    shown: Served, shared_office: Office, era: str
) -> None:
    """[134]"""
    endpoint = shared_office.vend(f"queue-{era[:4]}", ("inbox", "ü/x", "empty"))
    waiting = shared_office.create(endpoint, HOSTILE, queue="ü/x", kind="bug")
    claimed = shared_office.create(endpoint, "held", queue="ü/x")
    shown.call(endpoint, "claim", id=claimed)
    done = shared_office.create(endpoint, "over", queue="ü/x")
    shown.call(endpoint, "claim", id=done)
    shown.call(endpoint, "complete", id=done)
    shared_office.create(endpoint, "elsewhere")
    document = read(shown, endpoint, view_of_queue("ü/x"), era)
    texts = below(document, "root")
    assert texts[:2] == ["queue: ü/x", "1 waiting"]
    assert f"id: {waiting}" in texts
    assert not {f"id: {claimed}", f"id: {done}", "elsewhere"} & set(texts)
    assert [event["name"] for event in tools(document)] == ["claim", "claim_next"]
    empty = read(shown, endpoint, view_of_queue("empty"), era)
    assert "Nothing waits on this queue." in below(empty, "root")


def test_a_long_queue_shows_its_newest_25(shown: Served, shared_office: Office) -> None:
    endpoint = shared_office.vend("long")
    made = [shared_office.create(endpoint, f"work {number}") for number in range(26)]
    document = read(shown, endpoint, view_of_queue("inbox"))
    texts = below(document, "root")
    listed = [text.removeprefix("id: ") for text in texts if text.startswith("id: ")]
    assert listed == made[:0:-1]
    assert "The newest 25 are shown; more wait." in texts


@pytest.mark.parametrize("era", ERAS)
def test_a_todo_shows_what_was_tried(
    shown: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[134]"""
    todo_id = shared_office.create(endpoint, max_attempts=3)
    shown.call(endpoint, "claim", id=todo_id, claimant="w[1]")
    shared_office.lapse(todo_id)
    shown.call(endpoint, "claim", id=todo_id)
    shown.call(
        endpoint, "release", id=todo_id, summary=HOSTILE, artifact="https://ci.example/[a](b)"
    )
    document = read(shown, endpoint, view_of_todo(todo_id), era)
    first, second = (below(document, f"root.body.attempts.{seq}") for seq in (1, 2))
    assert first[1] == r"w\[1]"
    assert first[2].startswith("lease_expired → ")
    assert first[3] == "died: no report"
    assert "died: no report" not in second
    assert second[2].startswith("released → ")
    for component in components(document).values():
        seen(component.get("text", ""))
    assert seen(second[-2]) == [line.strip() for line in HOSTILE.splitlines() if line.strip()]
    assert seen(second[-1]) == ["artifact: https://ci.example/[a](b)"]


def test_a_todo_shows_its_newest_20_attempts(
    shown: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[134]"""
    todo_id = shared_office.create(endpoint, max_attempts=100)
    for number in range(1, 23):
        shown.call(endpoint, "claim", id=todo_id)
        shown.call(endpoint, "release", id=todo_id)
        if number in (20, 21, 22):
            texts = below(read(shown, endpoint, view_of_todo(todo_id)), "root.body.attempts")
            listed = [text for text in texts if text.startswith("#")]
            assert listed == [f"#{seq}" for seq in range(number, number - 20, -1)]
            hidden = [text for text in texts if "not shown" in text]
            words = {
                20: [],
                21: ["1 earlier attempt not shown"],
                22: ["2 earlier attempts not shown"],
            }
            assert hidden == words[number]


@pytest.mark.parametrize("era", ERAS)
def test_foreign_and_unknown_todos_are_told_alike(
    shown: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[134]: the same bytes for another owner's, one on a queue outside the scope, and none."""
    foreign = shared_office.create(shared_office.vend(f"foreign-{endpoint.slug}"))
    wide = shared_office.vend(f"wide-{endpoint.slug}", ("inbox", "later"))
    outside = shared_office.create(wide, queue="later")
    shared_office.conn.execute(
        "select switchboard.set_scope(%s, %s, %s)", (wide.id, ["inbox"], list(ALL_VERBS))
    )
    with shown.http(wide) as http:
        session = {"mcp-session-id": initialize(http, wide.slug)} if era == "legacy" else {}

        def bytes_of(uri: str) -> bytes:
            if era == "legacy":
                return post(http, wide.slug, "resources/read", {"uri": uri}, **session).content
            return modern(http, wide.slug, "resources/read", uri=uri).content

        ids = (foreign, outside, NEVER, "", "x", "x" * 5000, "%27--", "a/b")
        answers = {bytes_of(view_of_todo(todo_id)) for todo_id in ids}
    assert len(answers) == 1
    told = json.loads(answers.pop())["error"]
    assert told["message"] == "not_found: not found"
    assert told["data"] == {"error": {"code": "not_found", "message": "not found"}}


@pytest.mark.parametrize("era", ERAS)
def test_an_ungranted_queue_is_forbidden(shown: Served, endpoint: Endpoint, era: str) -> None:
    """Behaviour 6."""
    errors = [
        read(shown, endpoint, view_of_queue(name), era) for name in ("later", "", "inbox/a2ui")
    ]
    assert [refused(error) for error in errors] == ["forbidden"] * 3
    assert len({error.model_dump_json() for error in errors}) == 1


@pytest.mark.parametrize("name", ["a%00b", "a\ud800b"])
def test_a_name_that_no_text_can_hold_is_invalid(
    shown: Served, endpoint: Endpoint, name: str
) -> None:
    with shown.http(endpoint) as http:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}
        for uri in (f"switchboard://queue/{name}/a2ui", f"switchboard://todo/{name}/a2ui"):
            message = {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "resources/read",
                "params": {"uri": uri},
            }
            answer = http.post(
                f"/mcp/{endpoint.slug}",
                content=json.dumps(message),
                headers={**JSON_HEADERS, **session},
            )
            error = answer.json()["error"]
            assert error["data"]["error"]["code"] == "invalid", error


def test_views_need_list_todos(shown: Served, shared_office: Office) -> None:
    """Neither claim_next, which lets a queue be heard, nor get_todo is enough."""
    endpoint = shared_office.vend("blind", verbs=("claim_next", "get_todo", "create_todo"))
    todo_id = shared_office.create(endpoint)

    async def main() -> None:
        async with shown.client(endpoint, ERAS[1]) as client:
            listed = (await client.list_resources()).resources
            assert [resource.uri for resource in listed] == ["switchboard://queue/inbox"]
            templates = (await client.list_resource_templates()).resource_templates
            assert [t.uri_template for t in templates] == ["switchboard://queue/{queue}"]

    run(main)
    for uri in (view_of_queue("inbox"), view_of_todo(todo_id), view_of_todo(NEVER)):
        error = read(shown, endpoint, uri)
        assert refused(error) == "forbidden"
        assert error.message == "forbidden: list_todos is not granted to this endpoint"


def test_a_view_offers_only_what_is_granted(shown: Served, shared_office: Office) -> None:
    endpoint = shared_office.vend("reader", verbs=("list_todos", "create_todo"))
    todo_id = shared_office.create(endpoint)
    assert tools(read(shown, endpoint, view_of_todo(todo_id))) == []
    assert tools(read(shown, endpoint, view_of_queue("inbox"))) == []


def test_a_button_names_a_tool_and_its_arguments(
    shown: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """Each event can be called as it stands."""
    todo_id = shared_office.create(endpoint)
    (claim,) = tools(read(shown, endpoint, view_of_todo(todo_id)))
    assert shown.call(endpoint, claim["name"], **claim["context"])["state"] == "claimed"
    events = {event["name"]: event for event in tools(read(shown, endpoint, view_of_todo(todo_id)))}
    for name, state in (("heartbeat", "claimed"), ("complete", "done")):
        answer = shown.call(endpoint, name, **events[name]["context"])
        assert answer["state"] == state


def test_views_cannot_be_subscribed_to(shown: Served, endpoint: Endpoint) -> None:
    """The doorbell rings for queues; a view of one is read again then."""
    with shown.http(endpoint) as http:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}

        def subscribe(uri: str) -> Any:
            return post(http, endpoint.slug, "resources/subscribe", {"uri": uri}, **session).json()

        assert subscribe("switchboard://queue/inbox")["result"] == {}
        for uri in (view_of_queue("inbox"), view_of_todo(NEVER)):
            assert subscribe(uri)["error"]["message"] == "Unknown resource"
