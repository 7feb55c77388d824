import asyncio
import logging
from typing import Any

import psycopg
import pytest
from serving import Endpoint, Office, wait_until
from switchboard import sweeper
from switchboard.database import Pool, open_pool


@pytest.fixture
def endpoint(office: Office) -> Endpoint:
    return office.vend()


def sweep(office: Office, **every: float) -> None:
    """Run the task until it has swept at least twice."""

    async def main() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 2, False) as pool:
            swept = 0
            original = sweeper.sweep

            async def counted(pool: Pool) -> None:
                nonlocal swept
                await original(pool)
                swept += 1

            sweeper.sweep = counted
            try:
                task = asyncio.create_task(sweeper.run(pool, **({"every": 0.01} | every)))
                await asyncio.to_thread(wait_until, lambda: swept >= 2 or task.done(), "a sweep")
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            finally:
                sweeper.sweep = original

    asyncio.run(main())


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


def test_a_full_batch_is_followed_by_another(
    office: Office, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "BATCH", 2)
    for _ in range(5):
        todo_id = office.create(endpoint)
        claim(office, endpoint, todo_id)
        office.lapse(todo_id)

    async def once() -> None:
        async with await open_pool(office.database.dsn_as("tests_server"), 1, False) as pool:
            await sweeper.sweep(pool)

    asyncio.run(once())
    assert states(office) == {"pending"}


def test_old_todos_are_pruned(office: Office, endpoint: Endpoint) -> None:
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.conn.execute("select switchboard.complete(%s, %s)", (endpoint.id, todo_id))
    office.conn.execute("update switchboard.todos set updated_at = now() - interval '31 days'")
    sweep(office)
    assert states(office) == set()


def test_a_failing_step_is_logged_and_the_others_run(
    office: Office, endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """[117]"""
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.conn.execute("select switchboard.fail(%s, %s)", (endpoint.id, todo_id))
    office.conn.execute("update switchboard.todos set next_retry_at = now()")
    office.conn.execute("revoke execute on function switchboard.reap_expired from public")
    office.conn.execute(
        "revoke execute on function switchboard.reap_expired from switchboard_operator"
    )
    with caplog.at_level(logging.ERROR, "switchboard"):
        sweep(office)
    assert states(office) == {"pending"}
    assert {record.getMessage() for record in caplog.records} == {
        "sweep step failed: step=reap error=InsufficientPrivilege sqlstate=42501"
    }


def test_a_lost_database_does_not_end_the_loop(office: Office, endpoint: Endpoint) -> None:
    todo_id = office.create(endpoint)
    claim(office, endpoint, todo_id)
    office.lapse(todo_id)
    failures = 0
    original = sweeper.call

    async def failing(*args: Any, **params: Any) -> Any:
        nonlocal failures
        failures += 1
        if failures <= 3:
            raise psycopg.OperationalError("gone")
        return await original(*args, **params)

    sweeper.call = failing
    try:
        sweep(office)
    finally:
        sweeper.call = original
    assert states(office) == {"pending"}
