"""Open pages: who hears what, how often the database is asked, and what nobody can break.

Nothing here waits for time to pass: that something is not told is shown by a later thing that is.
"""

import asyncio
import json
import logging
import re
import socket
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import partialmethod
from typing import Any

import anyio
import pytest
from boarding import Browser, Dom, Human, Stream, browse, new_human, new_session, streaming, vend
from serving import DEADLINE, Endpoint, Office, Served, run, serving
from switchboard import calls
from switchboard.board import live
from switchboard.board.live import MAX_WAITING, MOST_NOTICES, MOST_TODOS, Live, Owner, View
from switchboard.board.live import Stream as ServerStream
from switchboard.board.render import ANY_CSRF
from switchboard.board.visits import SESSION, Visitor

Visit = Callable[..., Browser]
CHANGED = "select pg_notify('switchboard_todos_changed', %s)"


@pytest.fixture
def human(shared_office: Office) -> Human:
    return new_human(shared_office)


@pytest.fixture
def endpoint(shared_office: Office, human: Human) -> Endpoint:
    return vend(shared_office, human)


@pytest.fixture
def cookie(shared_office: Office, human: Human) -> str:
    return new_session(shared_office, human)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that changes have cost so far."""
    statements: list[str] = []
    real = live.call

    async def counted(pool: Any, statement: str, **params: Any) -> Any:
        # Now and then all sessions are looked at together.
        if statement != calls.LIVE_SESSIONS:
            statements.append(statement)
        return await real(pool, statement, **params)

    monkeypatch.setattr(live, "call", counted)
    return statements


def act(office: Office, function: str, *values: Any, **named: Any) -> None:
    arguments = [*("%s" for _ in values), *(f"p_{name} => %s" for name in named)]
    statement = f"select switchboard.{function}({', '.join(arguments)})"
    office.conn.execute(statement, (*values, *named.values()))


def create_many(office: Office, endpoint: Endpoint, count: int, title: str = "many") -> list[str]:
    """Create todos in one transaction."""
    todos = json.dumps([{"queue": "inbox", "title": f"{title} {n}"} for n in range(count)])
    statement = "select id from switchboard.create_todos(%s, %s)"
    return [row[0] for row in office.conn.execute(statement, (endpoint.id, todos)).fetchall()]


async def settle(served: Served, office: Office) -> None:
    """Wait until what has happened so far was heard: a later thing of somebody else is told."""
    somebody = new_human(office)
    async with streaming(served, new_session(office, somebody)) as page:
        fence = await asyncio.to_thread(office.create, vend(office, somebody))
        await page.until(lambda: fence in told_of(page), "what comes after it")


def told_of(stream: Stream, event: str = "new") -> list[str]:
    """The todos whose rows a stream was sent."""
    return [i for data in stream.heard(event) for i in Dom(data).values("data-row")]


# --- what is told ---


def test_each_transition_shows_on_the_pages_that_it_concerns(
    served: Served, shared_office: Office, human: Human, endpoint: Endpoint, cookie: str
) -> None:
    """A row where it belongs to the list, counts, an open drawer, and a notice of a death."""
    office = shared_office
    todo = office.create(endpoint, max_attempts=1)

    async def main() -> None:
        await settle(served, shared_office)
        async with (
            streaming(served, cookie) as everything,
            streaming(served, cookie, filter="claimed") as working,
            streaming(served, cookie, filter="dead_letter", todo=todo) as dead,
            streaming(served, cookie, page="todo", todo=todo) as page,
            streaming(served, cookie, page="endpoints") as none,
        ):
            steps: list[tuple[Callable[[], None], str, str | None]] = [
                (lambda: act(office, "claim", endpoint.id, todo, claimant="w-1"), "working", None),
                (lambda: act(office, "release", endpoint.id, todo), "waiting", None),
                (lambda: act(office, "claim", endpoint.id, todo), "working", None),
                (
                    lambda: act(office, "fail", endpoint.id, todo, summary="tried it"),
                    "dead letter",
                    "Dead letter",
                ),
                (lambda: act(office, "owner_retry", human.id, todo), "waiting", "Retried"),
            ]
            for step, word, notice in steps:
                for stream in (everything, working, dead, page, none):
                    stream.events.clear()
                await asyncio.to_thread(step)
                await page.until(lambda: page.heard("piece"), "the drawer")
                await page.until(lambda w=word: w in Dom(page.text()).first("p", class_="now").said)
                await dead.until(lambda: len(dead.heard("piece")) >= 2)
                await working.until(lambda: working.heard("piece"))
                await everything.until(lambda: everything.heard("piece"))
                row = Dom(everything.heard("new")[0])
                assert row.first("span", class_="state").said == word
                assert not everything.heard("row")
                # A list that it left, or never was in, only hears of its row.
                assert bool(told_of(working, "new")) is (word == "working")
                assert bool(told_of(working, "row")) is (word != "working")
                assert bool(told_of(dead, "new")) is (word == "dead letter")
                counts = Dom(working.heard("piece")[0])
                assert counts.first("a", href="/todos?filter=all").said == "All 1"
                assert counts.first("a", aria_current="true").attributes["href"] == (
                    "/todos?filter=claimed"
                )
                if notice:
                    for stream in (everything, page):
                        await stream.until(lambda s=stream: s.heard("notice"))
                        said = Dom(stream.heard("notice")[0]).first("p").said
                        assert said == f"{notice} work"
                else:
                    assert not everything.heard("notice")
                assert not page.heard("new", "row")
            assert none.heard("piece", "new", "row") == []

    run(main)


def test_a_death_is_told_with_its_mark(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str
) -> None:
    todo = shared_office.create(endpoint)
    act(shared_office, "claim", endpoint.id, todo, claimant="w-1")

    async def main() -> None:
        async with streaming(served, cookie, todo=todo) as page:
            shared_office.lapse(todo)
            act(shared_office, "reap_expired", 1000)
            await page.until(lambda: page.heard("notice"), "the notice")
            assert Dom(page.heard("notice")[0]).first("p", class_="died").said == (
                "Died without a report work"
            )
            assert Dom(page.heard("new")[-1]).has("i", class_="died")
            drawer = Dom(page.heard("piece")[-1])
            label = drawer.first("span", role="img", class_="died").attributes["aria-label"]
            assert label == "died: no report"

    run(main)


def test_more_deaths_than_one_can_read_are_counted(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str
) -> None:
    todos = create_many(shared_office, endpoint, MOST_NOTICES + 2)
    for todo in todos:
        act(shared_office, "claim", endpoint.id, todo)
        shared_office.lapse(todo)

    async def main() -> None:
        async with streaming(served, cookie) as page:
            act(shared_office, "reap_expired", 1000)
            await page.until(lambda: page.heard("notice"), "the notices")
            notices = Dom(page.heard("notice")[0])
            assert [p.said.split(" many")[0] for p in notices.all("p")] == [
                *["Died without a report"] * MOST_NOTICES,
                "and 2 more",
            ]

    run(main)


def test_lists_of_a_queue_an_endpoint_or_a_search_take_what_fits(
    served: Served, shared_office: Office, human: Human, endpoint: Endpoint, cookie: str
) -> None:
    other = vend(shared_office, human, queues=("inbox", "mail"))

    async def main() -> None:
        async with AsyncExitStack() as stack:
            queries: list[dict[str, str]] = [
                {},
                {"queue": "mail"},
                {"endpoint": endpoint.id},
                {"filter": "done"},
                {"q": "work"},
                {"before": "x"},
                {"filter": "nonsense"},
            ]
            streams = [
                await stack.enter_async_context(streaming(served, cookie, **query))
                for query in queries
            ]
            here = shared_office.create(endpoint)
            there = shared_office.create(other, queue="mail")
            for stream in streams:
                await stream.until(
                    lambda s=stream: {*told_of(s), *told_of(s, "row")} == {here, there}
                )
            taken = [set(told_of(stream)) for stream in streams]
            everything: set[str] = {here, there}
            assert taken == [everything, {there}, {here}, set(), set(), set(), everything]

    run(main)


def test_the_queues_page_is_told_of_new_figures(
    served: Served,
    shared_office: Office,
    endpoint: Endpoint,
    cookie: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "QUEUES_PACE", 0.01)

    async def main() -> None:
        async with streaming(served, cookie, page="queues") as queues:
            for waiting in ("1", "2"):
                await asyncio.to_thread(shared_office.create, endpoint)
                await queues.until(
                    lambda w=waiting: any(
                        Dom(p).all("dd")[0].said == w for p in queues.heard("piece")
                    )
                )
            assert not queues.heard("new", "row")

    run(main)


def test_a_form_in_a_drawer_that_was_sent_works(
    served: Served, shared_office: Office, human: Human, endpoint: Endpoint
) -> None:
    """Each session gets its own token, in what was rendered once."""
    todo = shared_office.create(endpoint)
    with (
        browse(served, shared_office, human) as one,
        browse(served, shared_office, human) as other,
    ):

        async def main() -> None:
            await settle(served, shared_office)
            async with (
                streaming(served, one.cookie, todo=todo) as first,
                streaming(served, other.cookie, todo=todo) as second,
            ):
                act(shared_office, "owner_claim", human.id, todo)
                for browser, stream in ((one, first), (other, second)):
                    await stream.until(lambda s=stream: len(s.heard("piece")) == 2)
                    form = Dom(stream.heard("piece")[1]).first("input", name="csrf")
                    assert form.attributes["value"] == browser.csrf
                    assert ANY_CSRF not in stream.text()

        run(main)


def test_text_of_others_gets_no_token_and_makes_no_event(
    served: Served, shared_office: Office, human: Human, endpoint: Endpoint
) -> None:
    """Neither what once stood for the token nor what ends a line of a stream."""
    breaks = "x\r\n\r\nevent: stale\r\ndata: 1\r\rid: 1\n\nretry: 1\n\n"
    guess = "csrf-of-this-session"
    todo = shared_office.create(endpoint, title=f"{breaks}{guess} <b>bold</b>")
    act(shared_office, "claim", endpoint.id, todo, claimant="<i>worker</i>")
    with browse(served, shared_office, human) as browser:

        async def main() -> None:
            await settle(served, shared_office)
            async with streaming(served, browser.cookie, todo=todo) as page:
                act(
                    *(shared_office, "release", endpoint.id, todo),
                    summary=f"{breaks}{guess}<script>alert(1)</script>",
                    artifact=f"https://evil.example/?{guess}",
                )
                await page.until(lambda: len(page.heard("piece")) == 2, "the drawer")
                assert [event for event, _ in page.events] == ["open", "new", "piece", "piece"]
                drawer = Dom(page.heard("piece")[1])
                assert drawer.first("a", target="_blank").attributes["href"] == (
                    f"https://evil.example/?{guess}"
                )
                assert [v for v in drawer.values("value") if v == browser.csrf]
                assert page.text().count(browser.csrf) == 1
                for markup in ("<b>bold", "<i>worker", "<script"):
                    assert markup not in page.text()

        run(main)


# --- who is told [133] ---


def test_only_the_streams_of_the_owner_hear(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str
) -> None:
    """[133] Attempts, rows, counts, notices: none of it reaches another human's page."""
    stranger = new_human(shared_office)
    theirs = vend(shared_office, stranger)
    their_cookie = new_session(shared_office, stranger)
    todo = shared_office.create(endpoint, title="private", max_attempts=1)

    async def main() -> None:
        async with (
            streaming(served, cookie, todo=todo) as mine,
            streaming(served, their_cookie, todo=todo) as other,
            streaming(served, their_cookie, page="queues") as queues,
            streaming(served, their_cookie, page="todo", todo=todo) as page,
        ):
            act(shared_office, "claim", endpoint.id, todo, claimant="w-1")
            await mine.until(lambda: "w-1" in mine.text())
            act(shared_office, "fail", endpoint.id, todo, summary="secret")
            await mine.until(lambda: "secret" in mine.text() and mine.heard("notice"))
            fence = await asyncio.to_thread(shared_office.create, theirs)
            await other.until(lambda: fence in other.text(), "their own todo")
            await queues.until(lambda: queues.heard("piece"), "their own figures")
            assert [event for event, _ in other.events] == ["open", "new", "piece"]
            assert [event for event, _ in queues.events] == ["open", "piece"]
            assert page.events == [("open", "1")]
            for stream in (other, queues):
                for trace in (todo, "private", "secret", "w-1"):
                    assert trace not in stream.text()
            assert "All <b>1</b>" in other.text()

    run(main)


@pytest.mark.parametrize("pages", [1, 20])
def test_a_burst_costs_one_look_up_however_many_pages_are_open(
    served: Served,
    shared_office: Office,
    endpoint: Endpoint,
    cookie: str,
    asked: list[str],
    pages: int,
) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            streams = [
                await stack.enter_async_context(streaming(served, cookie)) for _ in range(pages)
            ]
            # Of no other human's changes is anything asked.
            other = vend(shared_office, new_human(shared_office))
            await asyncio.to_thread(create_many, shared_office, other, 10)
            todos = await asyncio.to_thread(create_many, shared_office, endpoint, 50)
            for stream in streams:
                await stream.until(lambda s=stream: len(told_of(s)) == 50)
                assert set(told_of(stream)) == set(todos)
                assert len(stream.heard("new")) == 1
            # Queues are on none of them.
            assert asked == [calls.BOARD_CHANGES]

    run(main)


def test_one_drawer_open_on_many_pages_is_looked_up_once(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str, asked: list[str]
) -> None:
    todo = shared_office.create(endpoint)

    async def main() -> None:
        await settle(served, shared_office)
        async with AsyncExitStack() as stack:
            streams = [
                await stack.enter_async_context(streaming(served, cookie, todo=todo))
                for _ in range(20)
            ]
            asked.clear()
            act(shared_office, "claim", endpoint.id, todo)
            for stream in streams:
                await stream.until(lambda s=stream: len(s.heard("piece")) == 2)
            assert asked == [calls.BOARD_CHANGES, calls.BOARD_TODO]

    run(main)


def test_open_pages_cost_nothing_while_nothing_happens(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str, asked: list[str]
) -> None:
    """Of a heartbeat and of another human's todo nothing is asked for them."""
    todo = shared_office.create(endpoint)
    act(shared_office, "claim", endpoint.id, todo)
    other = new_human(shared_office)
    their_cookie = new_session(shared_office, other)
    theirs = vend(shared_office, other)

    async def main() -> None:
        await settle(served, shared_office)
        asked.clear()
        async with streaming(served, cookie), streaming(served, their_cookie) as fence:
            act(shared_office, "heartbeat", endpoint.id, todo)
            await asyncio.to_thread(shared_office.create, theirs)
            await fence.until(lambda: told_of(fence))

    run(main)
    assert asked == [calls.BOARD_CHANGES]


def test_more_changes_than_a_look_up_takes_make_a_page_stale(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str, asked: list[str]
) -> None:
    async def main() -> None:
        async with streaming(served, cookie) as page:
            # The notifications of one commit come together; the first of them may be told of.
            create_many(shared_office, endpoint, 5 * MOST_TODOS)
            await page.until(lambda: page.heard("stale"), "the word that it is stale")
            assert len(told_of(page)) <= 2 * MOST_TODOS
            assert len(asked) <= 2

    run(main)


# --- leases ---


def test_a_lease_is_looked_up_again_since_a_heartbeat_writes_no_event(
    served: Served,
    shared_office: Office,
    human: Human,
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "SOONEST_LOOK", 0.05)
    todo = shared_office.create(endpoint)
    act(shared_office, "claim", endpoint.id, todo)
    # Half of this is left when it is looked at; the reaper does not come by before it is over.
    for table, key in (("todos", "id"), ("todo_attempts", "todo_id")):
        shared_office.conn.execute(
            f"update switchboard.{table} set lease_expires_at = now() + interval '4 seconds' "
            f"where {key} = %s",
            (todo,),
        )

    def lease(markup: str) -> str:
        clock = Dom(markup).first("time", data_clock="lease")
        return str(clock.attributes["datetime"])

    with browse(served, shared_office, human) as browser:

        async def main() -> None:
            await settle(served, shared_office)
            async with streaming(served, browser.cookie, todo=todo) as page:
                shown = browser.get("/todos").text
                assert Dom(shown).values("data-row") == [todo]
                act(shared_office, "heartbeat", endpoint.id, todo)
                await page.until(lambda: told_of(page), "the row with its new lease")
                assert lease(page.heard("new")[0]) > lease(shown)
                assert not page.heard("notice")

        run(main)


def test_leases_are_watched_while_they_run_and_only_for_open_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        board = Live(None)  # type: ignore[arg-type]
        now = datetime.now(UTC)

        def row(name: str, left: float, holder: str | None = "worker") -> dict[str, Any]:
            return {
                "id": name,
                "holder": holder,
                "lease_expires_at": now + timedelta(seconds=left),
            }

        rows = [row("long", 600), row("short", 1), row("over", -1), row("free", 600, None)]
        board.watch("h", rows)
        stream = ServerStream(Visitor("h", "n", b"", "c"), View())
        board.open(stream)
        board.watch("h", rows)
        owner = board._owners["h"]
        assert set(owner.leases) == {"long", "short"}
        assert owner.leases["long"] - owner.leases["short"] > 200
        assert owner.due() == owner.leases["short"]
        # What has ended is no longer watched, and there is an end to how many are.
        board.watch("h", [row("long", 0, None)])
        assert set(owner.leases) == {"short"}
        board.watch("h", [row(str(n), 60) for n in range(2 * MOST_TODOS)])
        assert len(owner.leases) == MOST_TODOS
        # Nobody looks, so nothing is due. The next page may come soon, and is waited for a while.
        board.close(stream)
        assert owner.due() == float("inf")
        board._forget_owners()
        assert board._owners
        monkeypatch.setattr(live, "KEPT", -1)
        board._forget_owners()
        assert not board._owners

    run(main)


# --- what anybody may notify ---

FORGED = [
    "",
    "null",
    "[]",
    "7",
    "{",
    '"text"',
    "[" * 7000,
    '{"v": 1}',
    '{"v": 1, "human_id": ["HUMAN"], "changes": []}',
    '{"v": 1, "human_id": {"HUMAN": 1}, "changes": []}',
    '{"v": 1, "human_id": "HUMAN"}',
    '{"v": 1, "human_id": "HUMAN", "changes": null}',
    '{"v": 1, "human_id": "HUMAN", "changes": 1}',
    '{"v": 1, "human_id": "HUMAN", "changes": "text"}',
    '{"v": 1, "human_id": "HUMAN", "changes": {"a": 1}}',
    '{"v": 1, "human_id": "HUMAN", "changes": [[]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [[1, 2]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [[null, null]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [[["a"], "reaped"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["a\\u0000b", "reaped"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["\\ud800", "reaped"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["", "reaped"], ["\\n", "reaped"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["a", {"b": 1}], ["b", "\\ud800\\u0000"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["a", ' + "[" * 3000 + "]" * 3000 + "]]}",
    '{"v": 1, "human_id": "HUMAN", "changes": [["TODO", "nonsense"], ["no-such", "reaped"]]}',
    '{"v": 1, "human_id": "HUMAN", "changes": [["' + "x" * 7000 + '", "reaped"]]}',
    '{"v": 2, "human_id": "HUMAN", "changes": [["a", "reaped"]]}',
    '{"v": 1, "human_id": "00000000-0000-0000-0000-000000000000", "changes": [["a", "b"]]}',
    '{"v": ' + "9" * 5000 + ', "human_id": "HUMAN", "changes": []}',
]


def test_no_forged_notification_ends_or_spoils_anything(
    served: Served,
    shared_office: Office,
    human: Human,
    endpoint: Endpoint,
    cookie: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The page of the drawer that is named hears of what is true, and no page is made stale."""
    caplog.set_level(logging.WARNING)
    todo = shared_office.create(endpoint)
    foreign = shared_office.create(vend(shared_office, new_human(shared_office)), title="foreign")

    async def main() -> None:
        await settle(served, shared_office)
        async with (
            streaming(served, cookie, todo=foreign) as page,
            streaming(served, cookie, todo="no-such") as lost,
        ):
            named = f'{{"v": 1, "human_id": "HUMAN", "changes": [["{foreign}", "reaped"]]}}'
            forged = [*FORGED, named]
            for some in (forged[n : n + 5] for n in range(0, len(forged), 5)):
                for payload in some:
                    payload = payload.replace("HUMAN", human.id).replace("TODO", todo)
                    shared_office.conn.execute(CHANGED, (payload,))
                fence = await asyncio.to_thread(shared_office.create, endpoint)
                for stream in (page, lost):
                    await stream.until(lambda s=stream, f=fence: f in told_of(s), str(some))
            for stream in (page, lost):
                assert not stream.heard("stale")
                assert not stream.heard("notice")
                assert foreign not in stream.text()

    run(main)
    assert caplog.records == []


def test_forged_lists_beyond_all_bounds_make_the_page_ask_anew(
    served: Served, shared_office: Office, human: Human, endpoint: Endpoint, cookie: str
) -> None:
    async def main() -> None:
        async with streaming(served, cookie) as page:
            with shared_office.conn.transaction():
                for part in range(10):
                    ids = [[f"{part}-{n}", "created"] for n in range(300)]
                    forged = {"v": 1, "human_id": human.id, "changes": ids}
                    shared_office.conn.execute(CHANGED, (json.dumps(forged),))
            await page.until(lambda: page.heard("stale"), "the word that it is stale")
            # One that comes amid them is part of what the page asks for anew.
            await page.until(
                lambda: {shared_office.create(endpoint)} and told_of(page), "a real change"
            )

    run(main)


def test_what_is_noted_of_forged_notifications_is_bounded() -> None:
    async def main() -> None:
        board = Live(None)  # type: ignore[arg-type]
        board.open(ServerStream(Visitor("h", "n", b"", "c"), View()))
        for part in range(100):
            ids = [[f"{part}-{n}", "created"] for n in range(300)]
            board.hear(json.dumps({"v": 1, "human_id": "h", "changes": ids}))
        assert len(board._owners["h"].changed) == MOST_TODOS + 1
        board.hear(json.dumps({"v": 1, "human_id": "nobody", "changes": [["a", "b"]]}))
        assert set(board._owners) == {"h"}

    run(main)


# --- failures ---


def test_a_look_up_that_fails_makes_pages_stale_and_is_logged_once(
    served: Served,
    shared_office: Office,
    endpoint: Endpoint,
    cookie: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        async with streaming(served, cookie) as page:
            with monkeypatch.context() as broken:
                broken.setattr(live.calls, "BOARD_CHANGES", "select 1 / 0")
                for failures in (1, 2):
                    await asyncio.to_thread(shared_office.create, endpoint, title="a title")
                    await page.until(lambda n=failures: len(page.heard("stale")) >= n)
            fence = await asyncio.to_thread(shared_office.create, endpoint)
            await page.until(lambda: fence in told_of(page), "a change after the failures")

    run(main)
    lines = [r.getMessage() for r in caplog.records if r.name == "switchboard.board.live"]
    assert lines == ["updating open Boards failed: error=DivisionByZero sqlstate=22012"]


def test_pages_ask_anew_after_the_listener_was_gone(
    served: Served, shared_office: Office, endpoint: Endpoint, cookie: str
) -> None:
    """What was notified meanwhile is lost."""
    end = """
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'switchboard listener'
    """

    async def main() -> None:
        async with streaming(served, cookie) as page:
            await asyncio.to_thread(shared_office.conn.execute, end)
            await page.until(lambda: page.heard("stale"), "the word that it is stale")
            fence = await asyncio.to_thread(shared_office.create, endpoint)
            await page.until(lambda: fence in told_of(page), "a real change")

    run(main)


def test_a_browser_that_does_not_read_is_told_later_that_it_is_stale(
    shared_office: Office, endpoint: Endpoint, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps nobody else from hearing."""
    monkeypatch.setattr(live, "MAX_WAITING", 2)
    forgotten = threading.Event()
    forget = ServerStream.forget

    def forget_and_say(self: ServerStream) -> None:
        forget(self)
        forgotten.set()

    monkeypatch.setattr(ServerStream, "forget", forget_and_say)

    def slow_client(served: Served) -> socket.socket:
        """A client that has the head of its stream, and of which the kernel keeps little."""
        client = socket.socket()
        client.settimeout(DEADLINE)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", served.port))
        head = f"GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: {SESSION}={cookie}\r\n\r\n"
        client.sendall(head.encode())
        read_until(client, b"event: open")
        return client

    def read_until(client: socket.socket, text: bytes) -> None:
        heard = b""
        while text not in heard:
            part = client.recv(65536)
            assert part, "the stream has ended"
            heard = heard[-100:] + part

    async def main(served: Served) -> None:
        served.limit_buffers()
        with slow_client(served) as slow:
            async with streaming(served, cookie) as quick:
                shown = 0
                while not forgotten.is_set():
                    await asyncio.to_thread(create_many, shared_office, endpoint, 20, "long " * 200)
                    shown += 20
                    await quick.until(lambda n=shown: len(told_of(quick)) == n)
                await asyncio.to_thread(read_until, slow, b"event: stale")
                assert not quick.heard("stale")

    with serving(shared_office.database) as served:
        run(lambda: main(served))


def test_what_waits_for_a_browser_is_bounded() -> None:
    async def main() -> None:
        stream = ServerStream(Visitor("h", "n", b"", "c"), View())
        for n in range(MAX_WAITING):
            stream.tell("row", str(n))
        waiting = stream._waiting
        assert waiting.qsize() == MAX_WAITING
        stream.tell("row", "too much")
        assert [waiting.get_nowait() for _ in range(waiting.qsize())] == [live.STALE]
        stream.tell("row", "later")
        assert waiting.qsize() == 1

    run(main)


def test_streams_end_with_the_server_and_do_not_keep_it(
    shared_office: Office, cookie: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whole answers, before uvicorn's patience with requests is over: it would say so."""

    async def main(served: Served) -> None:
        async with streaming(served, cookie) as one, streaming(served, cookie) as other:
            await asyncio.to_thread(served.stop)
            await one.until(lambda: one.ended and other.ended, "the streams to end")

    with serving(shared_office.database) as served:
        run(lambda: main(served))
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []


def test_one_look_a_time_is_at_all_sessions(
    shared_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pages are open: their sessions are looked at together."""
    looks: list[int] = []
    real = live.call

    async def counted(pool: Any, statement: str, **params: Any) -> Any:
        if statement == calls.LIVE_SESSIONS:
            looks.append(len(params["session_hashes"]))
        return await real(pool, statement, **params)

    monkeypatch.setattr(live, "call", counted)
    monkeypatch.setattr(Live, "close_ended", partialmethod(Live.close_ended, every=0.02))
    cookies = [new_session(shared_office, new_human(shared_office)) for _ in range(3)]

    async def main(served: Served) -> None:
        async with AsyncExitStack() as stack:
            for cookie in cookies * 2:
                opened = await stack.enter_async_context(streaming(served, cookie))
            await opened.until(lambda: 3 in looks, "a look at all of them")
            assert max(looks) == 3
            assert not opened.ended

    with serving(shared_office.database) as served:
        run(lambda: main(served))


# --- dead letters [130] ---


@pytest.mark.parametrize("how", ["failed", "reaped"])
def test_the_context_of_a_dead_letter_changes_no_byte_of_a_stream(
    served: Served, shared_office: Office, how: str
) -> None:
    """[130] The same frames with the context in the event and without it."""

    def frames(with_context: bool) -> list[tuple[str, str]]:
        human = new_human(shared_office)
        endpoint = vend(shared_office, human)
        cookie = new_session(shared_office, human)
        todo = shared_office.create(endpoint, max_attempts=1)
        act(shared_office, "claim", endpoint.id, todo, claimant="w-1")

        def die() -> None:
            if how == "reaped":
                shared_office.lapse(todo)
            with shared_office.conn.transaction():
                if how == "failed":
                    report = {"summary": "the summary", "artifact": "https://x.example/a"}
                    act(shared_office, "fail", endpoint.id, todo, **report)
                else:
                    act(shared_office, "reap_expired", 1000)
                context = "select context from switchboard.todo_events where todo_id = %s"
                assert shared_office.one(f"{context} and event = 'dead_lettered'", todo)
                if not with_context:
                    shared_office.conn.execute(
                        "update switchboard.todo_events set context = null where todo_id = %s",
                        (todo,),
                    )

        async def main() -> None:
            await settle(served, shared_office)
            async with streaming(served, cookie, todo=todo) as page:
                await asyncio.to_thread(die)
                await page.until(lambda: page.heard("notice"), "the notice")
                nonlocal told
                told = page.events

        told: list[tuple[str, str]] = []
        run(main)
        csrf = re.compile(r"[0-9a-f]{64}")
        times = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|\b\d+ s\b|\b[\d.]+\b")
        return [
            (
                event,
                times.sub(
                    "TIME", csrf.sub("CSRF", d.replace(todo, "ID").replace(endpoint.slug, "SLUG"))
                ),
            )
            for event, d in told
        ]

    with_context = frames(True)
    assert [event for event, _ in with_context] == ["open", "new", "piece", "piece", "notice"]
    assert frames(False) == with_context


def test_one_slow_human_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: Any = Live(None)  # type: ignore[arg-type]
    slow, quick = (Owner(streams=[object()], changed={"td_1": []}) for _ in range(2))  # type: ignore[list-item]
    boards._owners.update(slow=slow, quick=quick)
    rendered: list[str] = []
    done = [anyio.Event(), anyio.Event()]

    async def render(human_id: str, owner: Owner) -> bool:
        owner.changed = {}
        if human_id == "slow":
            await anyio.sleep_forever()
        rendered.append(human_id)
        done[len(rendered) - 1].set()
        return True

    monkeypatch.setattr(boards, "_render_todos", render)
    monkeypatch.setattr("switchboard.board.live.READ_TIMEOUT", 3600)

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(boards.run)
            boards._wake.set()
            with anyio.fail_after(20):
                await done[0].wait()
                quick.changed = {"td_1": []}
                boards._wake.set()
                await done[1].wait()
            tasks.cancel_scope.cancel()

    run(main)
    assert rendered[:2] == ["quick", "quick"]
