"""Connections to PostgreSQL: a pool for the server, single calls for the command line.

One call is one statement and one commit, at READ COMMITTED.
"""

import asyncio
import random
import select
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.pq import ConnStatus
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

from switchboard import calls, json_text

Pool = AsyncConnectionPool[psycopg.AsyncConnection[DictRow]]
Row = dict[str, Any]

APPLICATION = "switchboard"
# Seconds to wait for a free or new connection.
WAIT = 5.0
# Serialization failure, deadlock, backend ended by an operator, plan of a replaced function. Every
# verb is one transaction, so it can run again.
RETRIED = {"40001", "40P01", "57P01", "0A000"}
PAUSES = (0.01, 0.05, 0.25)

# Errors that `call` met, by SQLSTATE class; "none" is a lost connection, or none to be had.
error_counts: Counter[str] = Counter()


async def open_pool(dsn: str, size: int, pooler: bool, application: str = APPLICATION) -> Pool:
    """Open a pool of up to ``size`` connections and wait for the first.

    ``pooler``: the URL leads to a transaction pooler, where neither prepared statements nor
    session settings survive. Raises psycopg.OperationalError when there is no connection.
    """

    async def configure(conn: psycopg.AsyncConnection[DictRow]) -> None:
        set_json_loads(json_text.loads, conn)
        if pooler:
            await conn.set_isolation_level(psycopg.IsolationLevel.READ_COMMITTED)
        else:
            await conn.execute(calls.SESSION_READ_COMMITTED)

    pool: Pool = AsyncConnectionPool(
        dsn,
        min_size=1,
        max_size=size,
        timeout=WAIT,
        # Otherwise the pause between attempts grows to minutes, and the end of an outage goes by.
        reconnect_timeout=WAIT,
        open=False,
        configure=configure,
        kwargs={
            "autocommit": True,
            "row_factory": dict_row,
            "application_name": application,
            "prepare_threshold": None if pooler else 2,
        },
    )
    await pool.open(wait=True, timeout=WAIT)
    return pool


async def call(pool: Pool, statement: str, **params: Any) -> list[Row]:
    """Run one statement of `calls` and return its rows.

    Conditions of PostgreSQL's own that a repeat can cure are retried a few times. A connection
    lost while the statement ran is not: nobody knows whether it was committed.
    """
    for pause in PAUSES:
        try:
            return await _once(pool, statement, params)
        except psycopg.Error as error:
            if error.sqlstate not in RETRIED:
                raise
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311
    return await _once(pool, statement, params)


async def _once(pool: Pool, statement: str, params: dict[str, Any]) -> list[Row]:
    try:
        return await _send(pool, statement, params)
    except psycopg.Error as error:
        # Our own refusals are answers, not errors.
        if error.sqlstate is None or not error.sqlstate.startswith("SB"):
            error_counts[error.sqlstate[:2] if error.sqlstate else "none"] += 1
        raise


async def _send(pool: Pool, statement: str, params: dict[str, Any]) -> list[Row]:
    while True:
        async with pool.connection() as conn:
            if _hung_up(conn):
                # Nothing was sent yet, so another connection may be tried.
                await conn.close()
                continue
            try:
                if conn.isolation_level is not None:
                    # Behind a pooler the isolation level must travel with the transaction.
                    async with conn.transaction():
                        return await (await conn.execute(statement, params)).fetchall()
                return await (await conn.execute(statement, params)).fetchall()
            except psycopg.errors.FeatureNotSupported:
                # A prepared statement outlived its function's result type: prepare anew.
                await conn.close()
                raise


def _hung_up(conn: psycopg.AsyncConnection[DictRow]) -> bool:
    """Whether the server has closed an idle connection; costs no round trip.

    The socket of a healthy idle connection has nothing to read, or a notice. One that was closed
    has a last message and then the end, or only the end.
    """
    poll = select.poll()
    poll.register(conn.fileno(), select.POLLIN)
    try:
        while poll.poll(0):
            conn.pgconn.consume_input()
    except psycopg.OperationalError:
        return True
    return conn.pgconn.status != ConnStatus.OK


@contextmanager
def transaction(dsn: str) -> Iterator[psycopg.Connection[DictRow]]:
    """Connect for one transaction, committed when the block ends well."""
    with psycopg.connect(dsn, row_factory=dict_row, application_name=APPLICATION) as conn:
        conn.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        set_json_loads(json_text.loads, conn)
        yield conn


def query(dsn: str, statement: str, **params: Any) -> list[Row]:
    """Run one statement of `calls` on a connection of its own, and return its rows."""
    with transaction(dsn) as conn:
        return conn.execute(statement, params).fetchall()
