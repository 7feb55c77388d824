import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import psycopg
import pytest
from psycopg_pool import PoolTimeout
from serving import Office, wait_until
from switchboard import calls
from switchboard import database as db

FLAKY = """
    create schema flaky;
    create sequence flaky.calls;
    create function flaky.go(p_state text, p_failures int) returns int language plpgsql as $$
    declare v_call int := nextval('flaky.calls');
    begin
        if v_call <= p_failures then
            raise exception 'flaky' using errcode = p_state;
        end if;
        return v_call;
    end $$;
    grant usage on schema flaky to public;
    grant usage on sequence flaky.calls to public;
"""
GO = "select flaky.go(%(state)s, %(failures)s) as calls"
SETTINGS = """
    select current_setting('transaction_isolation') as isolation,
           current_setting('application_name') as application,
           (select count(*) from pg_prepared_statements) as prepared
"""


def with_pool(
    dsn: str,
    main: Callable[[db.Pool], Coroutine[Any, Any, None]],
    pooler: bool = False,
    size: int = 1,
) -> None:
    async def run() -> None:
        async with await db.open_pool(dsn, size, pooler) as pool:
            await main(pool)

    asyncio.run(run())


@pytest.fixture
def dsn(database: Any) -> str:
    database.connect().execute(FLAKY)
    return str(database.dsn_as("tests_server"))


@pytest.mark.parametrize("state", ["40001", "40P01", "57P01", "0A000"])
def test_a_condition_that_a_repeat_cures_is_retried(dsn: str, state: str) -> None:
    async def main(pool: db.Pool) -> None:
        assert await db.call(pool, GO, state=state, failures=2) == [{"calls": 3}]

    with_pool(dsn, main)


def test_retrying_has_an_end(dsn: str) -> None:
    async def main(pool: db.Pool) -> None:
        with pytest.raises(psycopg.errors.SerializationFailure):
            await db.call(pool, GO, state="40001", failures=1000)
        assert (await db.call(pool, GO, state="40001", failures=0))[0]["calls"] == 5

    with_pool(dsn, main)


@pytest.mark.parametrize("state", ["SB409", "23505", "57014", "42501", "P0001"])
def test_any_other_error_comes_at_once(dsn: str, state: str) -> None:
    async def main(pool: db.Pool) -> None:
        with pytest.raises(psycopg.Error) as caught:
            await db.call(pool, GO, state=state, failures=1)
        assert caught.value.sqlstate == state
        assert await db.call(pool, GO, state=state, failures=0) == [{"calls": 2}]

    with_pool(dsn, main)


@pytest.mark.parametrize("pooler", [False, True])
def test_read_committed_is_pinned(dsn: str, office: Office, pooler: bool) -> None:
    name = office.database.name
    office.conn.execute(
        f"alter database {name} set default_transaction_isolation = 'repeatable read'"
    )

    async def main(pool: db.Pool) -> None:
        for _ in range(4):
            row = (await db.call(pool, SETTINGS))[0]
            assert (row["isolation"], row["application"]) == ("read committed", "switchboard")

    with_pool(dsn, main, pooler)


def test_statements_are_prepared_except_behind_a_pooler(dsn: str) -> None:
    for pooler in (False, True):

        async def main(pool: db.Pool, pooler: bool = pooler) -> None:
            for _ in range(5):
                row = (await db.call(pool, SETTINGS))[0]
            assert (row["prepared"] == 0) is pooler

        with_pool(dsn, main, pooler)


def test_connections_that_the_server_closed_are_not_used(dsn: str, office: Office) -> None:
    """[S51] One call after the other works, with every idle connection dead."""

    def kill_all() -> None:
        query = (
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'switchboard' and datname = current_database()"
        )
        office.conn.execute(query)
        wait_until(lambda: not office.conn.execute(query).fetchall(), "the backends to end")

    async def main(pool: db.Pool) -> None:
        # Several at once, so that the pool has grown.
        await asyncio.gather(*[db.call(pool, "select pg_sleep(0.1)") for _ in range(4)])
        for _ in range(2):
            await asyncio.to_thread(kill_all)
            for _ in range(5):
                assert len(await db.call(pool, SETTINGS)) == 1

    with_pool(dsn, main, size=4)


def test_a_connection_lost_in_mid_call_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    async def lose(*_: object) -> list[db.Row]:
        nonlocal tried
        tried += 1
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(db, "_once", lose)
    with pytest.raises(psycopg.OperationalError):
        asyncio.run(db.call(None, "select 1"))  # type: ignore[arg-type]
    assert tried == 1


def test_a_plan_of_a_replaced_function_is_made_anew(dsn: str, office: Office) -> None:
    office.conn.execute("create table flaky.t as select 1 as a")
    office.conn.execute("grant select on flaky.t to public")

    async def main(pool: db.Pool) -> None:
        for _ in range(4):
            assert await db.call(pool, "select * from flaky.t") == [{"a": 1}]
        office.conn.execute("alter table flaky.t add column b int")
        assert await db.call(pool, "select * from flaky.t") == [{"a": 1, "b": None}]

    with_pool(dsn, main)


def test_a_server_that_is_not_there_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "WAIT", 0.2)
    with pytest.raises(PoolTimeout):
        asyncio.run(db.open_pool("host=/nonexistent", 1, False))


def test_numbers_of_json_come_back_whole(dsn: str) -> None:
    async def main(pool: db.Pool) -> None:
        rows = await db.call(
            pool, "select '[9007199254740993, 1e400, 1e5000]'::jsonb as n, now() as at"
        )
        assert rows[0]["n"] == [2**53 + 1, 10**400, "1" + "0" * 5000]

    with_pool(dsn, main)


def test_a_single_call_of_the_command_line_commits(dsn: str, office: Office) -> None:
    db.query(dsn, "select flaky.go('40001', 0)")
    assert office.one("select last_value from flaky.calls") == 1
    assert db.query(dsn, calls.SCHEMA_VERSION)[0]["name"]


def test_a_transaction_that_fails_leaves_nothing(dsn: str, office: Office) -> None:
    office.conn.execute("create table flaky.t (a int); grant insert on flaky.t to public")

    def half_way() -> None:
        with db.transaction(dsn) as conn:
            conn.execute("insert into flaky.t values (1)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_way()
    assert office.one("select count(*) from flaky.t") == 0
