import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from serving import (
    DEADLINE,
    Endpoint,
    Office,
    SharedDatabase,
    serve_process,
    serving,
    wait_until,
)
from switchboard import calls, sweeper
from switchboard.database import Pool, error_counts, open_pool

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


@pytest.fixture
def endpoint(office: Office) -> Endpoint:
    return office.vend()


def sweep(office: Office) -> None:
    """Run every part of a server's background work once."""

    async def main() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 2, False) as pool:
            for loop in sweeper.loops():
                for part in loop.parts:
                    await sweeper.run_part(pool, part)

    asyncio.run(main())


async def run_until(pool: Pool, done: Callable[[], Any], work: Any = None) -> None:
    """Run the task as a server does, only faster, until something is so."""
    work = work or tuple(replace(loop, every=0.01) for loop in sweeper.loops())
    background = sweeper.Sweeper(pool, work)
    task = asyncio.create_task(background.run())
    await asyncio.to_thread(wait_until, lambda: done() or task.done(), "background work")
    await background.stop(DEADLINE)
    await task


def claim(office: Office, endpoint: Endpoint, todo_id: str) -> None:
    office.conn.execute("select switchboard.claim(%s, %s)", (endpoint.id, todo_id))


def states(office: Office) -> set[Any]:
    return {row[0] for row in office.conn.execute("select state from switchboard.todos")}


def test_lapsed_leases_return_to_their_queue(office: Office, endpoint: Endpoint) -> None:
    """[7]"""
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.lapse(todo_id)
    sweep(office)
    assert states(office) == {"pending"}
    row = office.conn.execute("select outcome, disposition from switchboard.todo_attempts")
    assert row.fetchall() == [("reaped", "requeued")]


def test_expired_endpoints_are_revoked_with_their_todos(office: Office, endpoint: Endpoint) -> None:
    office.create(endpoint)
    office.conn.execute("update switchboard.endpoints set expires_at = now()")
    sweep(office)
    assert states(office) == {"failed"}
    assert office.one("select count(revoked_at) from switchboard.endpoints") == 1


def test_due_retries_return_to_their_queue(office: Office, endpoint: Endpoint) -> None:
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.conn.execute("select switchboard.fail(%s, %s)", (endpoint.id, todo_id))
    sweep(office)
    assert states(office) == {"failed"}
    office.conn.execute("update switchboard.todos set next_retry_at = now()")
    sweep(office)
    assert states(office) == {"pending"}


def test_a_full_batch_is_followed_by_another(office: Office, endpoint: Endpoint) -> None:
    for _ in range(5):
        todo_id = office.create(endpoint)
        claim(office, endpoint, todo_id)
        office.lapse(todo_id)

    async def once() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 1, False) as pool:
            await sweeper.run_part(pool, sweeper.Part("reap", calls.REAP_EXPIRED, 2))

    asyncio.run(once())
    assert states(office) == {"pending"}


def test_old_todos_are_pruned(office: Office, endpoint: Endpoint) -> None:
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.conn.execute("select switchboard.complete(%s, %s)", (endpoint.id, todo_id))
    office.conn.execute("update switchboard.todos set updated_at = now() - interval '31 days'")
    sweep(office)
    assert states(office) == set()


def test_events_are_relayed(office: Office, endpoint: Endpoint) -> None:
    office.create(endpoint)
    sweep(office)
    assert office.one("select count(*) from switchboard.todo_events") == 0
    assert office.one("select pending from switchboard.queue_metrics()") == 1


def test_reminders_are_sent(office: Office, endpoint: Endpoint) -> None:
    """[113]"""
    office.create(endpoint)
    office.conn.execute("update switchboard.todos set created_at = now() - interval '6 minutes'")
    sweep(office)
    assert office.one("select rings from switchboard.todo_rings") == 1


def test_a_failing_part_is_logged_once_and_the_others_run(
    office: Office, endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """[117]: no line for each of the twenty times a second that it fails."""
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.conn.execute("select switchboard.fail(%s, %s)", (endpoint.id, todo_id))
    right = "execute on function switchboard.relay_events"
    office.conn.execute(f"revoke {right} from switchboard_operator")

    async def main() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 3, False) as pool:
            failures = 0

            def failed_often() -> bool:
                nonlocal failures
                failures = error_counts["42"] - before
                return failures > 2

            before = error_counts["42"]
            await run_until(pool, failed_often)
            office.conn.execute("update switchboard.todos set next_retry_at = now()")
            await run_until(pool, lambda: states(office) == {"pending"})
            part = sweeper.Part("relay", calls.RELAY_EVENTS, 1000)
            for _ in range(3):
                await sweeper.run_part(pool, part)
            office.conn.execute(f"grant {right} to switchboard_operator")
            for _ in range(2):
                await sweeper.run_part(pool, part)

    with caplog.at_level(logging.INFO, "switchboard"):
        asyncio.run(main())
    failure = "background work failed: part=relay error=InsufficientPrivilege sqlstate=42501"
    assert [record.getMessage() for record in caplog.records if "switchb" in record.name] == [
        *[failure] * 3,  # one for each run of failures: two servers, then the part alone
        "background work goes on: part=relay",
    ]
    assert office.one("select count(*) from switchboard.todo_events") == 0


def test_a_lost_database_does_not_end_the_loop(office: Office, endpoint: Endpoint) -> None:
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.lapse(todo_id)
    kill = (
        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
        " where usename = 'tests_server' and datname = current_database()"
    )

    async def main() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 3, False) as pool:
            await run_until(pool, lambda: office.one(kill))
            await run_until(pool, lambda: states(office) == {"pending"})

    asyncio.run(main())


@pytest.fixture
def restarted(new_cluster: Any) -> Iterator[SharedDatabase]:
    """A database of a cluster that the test may crash."""
    database = SharedDatabase(new_cluster)
    # The test clusters' own setting loses what was acknowledged.
    new_cluster.execute(f"alter database {database.name} set synchronous_commit = on")
    yield database
    database.drop()


def test_a_restart_of_postgresql_is_survived(
    restarted: SharedDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    """Each part goes on by itself, with what fell due before the crash and after."""
    database, office = restarted, Office(restarted)
    endpoint = office.vend()
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)

    def said(words: str) -> bool:
        return any(words in record.getMessage() for record in caplog.records)

    async def main() -> None:
        dsn = database.dsn_as("tests_server")
        async with await open_pool(dsn, sweeper.CONNECTIONS, False) as pool:
            work = tuple(replace(loop, every=0.01) for loop in sweeper.loops())
            background = sweeper.Sweeper(pool, work)
            task = asyncio.create_task(background.run())
            await asyncio.to_thread(relayed)
            database.server.crash()
            failed = "background work failed: part=relay"
            await asyncio.to_thread(wait_until, lambda: said(failed), "the relay to fail")
            database.server.start()
            office.conn = database.connect()
            office.lapse(todo_id)
            await asyncio.to_thread(wait_until, lambda: states(office) == {"pending"}, "a reaping")
            await asyncio.to_thread(relayed)
            went_on = "background work goes on: part=relay"
            await asyncio.to_thread(wait_until, lambda: said(went_on), "the relay to say so")
            await background.stop(DEADLINE)
            await task

    def relayed() -> None:
        left = "select count(*) from switchboard.todo_events"
        wait_until(lambda: office.one(left) == 0, "the relay")

    with caplog.at_level(logging.INFO, "switchboard"):
        asyncio.run(main())
    row = office.conn.execute(
        "select pending, claimed_total, closed_reaped_total from switchboard.queue_metrics()"
    )
    assert row.fetchone() == (1, 1, 1)
    assert office.one("select count(*) from tests.violations()") == 0


def test_parts_that_wait_do_not_hold_up_the_relay(office: Office, endpoint: Endpoint) -> None:
    """A lock makes all others wait, each in its loop; events are relayed meanwhile."""
    held = office.database.connect()
    held.autocommit = False
    held.execute("lock table switchboard.todos in access exclusive mode")
    waiting = (
        "select count(*) from pg_stat_activity where datname = current_database()"
        " and wait_event_type = 'Lock' and strpos(query, %s) > 0"
    )
    event = (
        "insert into switchboard.todo_events (occurred_at, endpoint_id, queue, todo_id, event)"
        " values (now(), %s, 'inbox', 'td_0', 'heard')"
    )

    def others_wait() -> bool:
        names = ("reap_expired", "ring_unclaimed", "prune_todos")
        return all(office.one(waiting, f"switchboard.{name}(") for name in names)

    async def main() -> None:
        dsn = office.database.dsn_as("tests_server")
        async with await open_pool(dsn, sweeper.CONNECTIONS, False) as pool:
            background = sweeper.Sweeper(pool)
            task = asyncio.create_task(background.run())
            await asyncio.to_thread(wait_until, others_wait, "the others to wait")
            office.conn.execute(event, (endpoint.id,))
            left = "select count(*) from switchboard.todo_events"
            await asyncio.to_thread(wait_until, lambda: office.one(left) == 0, "the relay to go on")
            assert others_wait()
            held.rollback()
            await background.stop(DEADLINE)
            await task

    asyncio.run(main())


def test_a_full_batch_is_followed_at_once_and_others_get_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With an hour between rounds, so that what is called twice was not waited for."""
    moved = {"relay": [10, 10, 9], "greedy": [10] * 99, "after": [0]}
    called: list[str] = []

    async def fake(_: Any, statement: str, limit: int) -> list[dict[str, int]]:
        assert limit == 10
        called.append(statement)
        return [{"moved": moved[statement].pop(0)}]

    monkeypatch.setattr(sweeper, "call", fake)
    work = (
        sweeper.Loop(
            3600,
            (
                sweeper.Part("relay", "relay", 10),
                sweeper.Part("greedy", "greedy", 10, turns=4),
                sweeper.Part("after", "after", 10),
            ),
        ),
    )

    async def main() -> None:
        await run_until(cast("Pool", None), lambda: "after" in called, work)

    asyncio.run(main())
    assert called == ["relay"] * 3 + ["greedy"] * 4 + ["after"]


def test_the_operations_page_tells_each_pace() -> None:
    """And the relay's leaves an event half of the tenth of a second that it may wait."""
    paces = {"50 ms": 0.05, "5 s": 5, "30 s": 30, "hour": 3600}
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", OPERATIONS.read_text("utf-8"), re.MULTILINE)
    told = {name: paces[pace] for name, pace in rows if pace in paces}
    found = {
        re.findall(r"switchboard\.(\w+)\(", part.statement)[0]: loop.every
        for loop in sweeper.loops()
        for part in loop.parts
    }
    assert told == found
    assert len(sweeper.loops()) == sweeper.CONNECTIONS


def test_the_commands_for_pg_cron_run(office: Office) -> None:
    """pg_cron itself is not here: its commands, as the role that schedules them."""
    text = OPERATIONS.read_text("utf-8")
    jobs = re.findall(r"cron\.schedule\('switchboard-\w+', '([^']+)', '([^']+)'\)", text)
    assert len(jobs) == sum(len(loop.parts) for loop in sweeper.loops())
    office.conn.execute("set role switchboard_operator")
    for schedule, command in jobs:
        assert re.fullmatch(r"[1-5]?\d seconds|0 \* \* \* \*", schedule)
        office.conn.execute(command)


def test_two_servers_do_everything_once(office: Office, endpoint: Endpoint) -> None:
    """Each todo is reaped once, each event counted once."""
    for _ in range(40):
        todo_id = office.create(endpoint)
        claim(office, endpoint, todo_id)
        office.lapse(todo_id)

    async def main() -> None:
        dsn = office.database.dsn_as("tests_server")
        async with await open_pool(dsn, 3, False) as one, await open_pool(dsn, 3, False) as two:

            def done() -> bool:
                left = office.one("select count(*) from switchboard.todo_events")
                return states(office) == {"pending"} and left == 0

            await asyncio.gather(run_until(one, done), run_until(two, done))

    asyncio.run(main())
    row = office.conn.execute(
        "select pending, claimed_total, closed_reaped_total, leases_expired_total, created_total"
        " from switchboard.queue_metrics()"
    )
    assert row.fetchone() == (40, 40, 40, 40, {"__other__": 40})
    assert office.one("select count(*) from switchboard.todo_attempts") == 40


def test_a_killed_server_loses_and_repeats_nothing(office: Office, endpoint: Endpoint) -> None:
    """Three processes are killed while they relay; the numbers are those of the table."""
    url = office.database.dsn_as("tests_server")
    left = "select count(*) from switchboard.todo_events"
    number = "select pending from switchboard.queue_metrics()"
    created = 0
    for _ in range(3):
        with serve_process(SWITCHBOARD_DATABASE_URL=url) as process:
            process.wait_ready()
            taken = False
            while not taken:
                for _ in range(200):
                    office.create(endpoint)
                created += 200
                # It has some, not all: it is at work.
                taken = 0 < office.one(left) < 200
            process.process.kill()
            process.process.wait()
        assert office.one(number) == created
    with serving(office.database):
        wait_until(lambda: office.one(left) == 0, "the next server to relay the rest")
    assert office.one(number) == created
    assert office.one("select count(*) from tests.violations()") == 0
