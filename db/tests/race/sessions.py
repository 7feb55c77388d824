"""Real sessions that meet on one todo.

A test lets a first session hold its uncommitted transaction, starts a call in a second one, and
waits until PostgreSQL says that the second is blocked by the first, or until its call has returned.
Only then does it end the first one's transaction. Nothing is proved by sleeping.
"""

import itertools
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Barrier
from typing import Any

import psycopg
from psycopg.rows import dict_row

DEADLINE = 30.0  # seconds
SLUGS = (f"e{n}" for n in itertools.count(1))
HOLDER = b"h" * 32  # digest of the lease token of the todo's holder
RIVAL = b"r" * 32  # and of whoever claims it in a test

# The calls that can meet on one todo. Reports come from the holder.
CALLS = {
    "claim": """
        select id from switchboard.claim(
            p_endpoint_id => %(endpoint)s, p_todo_id => %(id)s, p_lease_token_hash => %(rival)s
        )""",
    "claim_next": """
        select id from switchboard.claim_next(
            p_endpoint_id => %(endpoint)s, p_lease_token_hash => %(rival)s
        )""",
    "heartbeat": """
        select id from switchboard.heartbeat(
            p_endpoint_id => %(endpoint)s, p_todo_id => %(id)s, p_lease_token_hash => %(holder)s
        )""",
    "complete": """
        select id from switchboard.complete(
            p_endpoint_id => %(endpoint)s, p_todo_id => %(id)s, p_lease_token_hash => %(holder)s
        )""",
    "fail": """
        select id from switchboard.fail(
            p_endpoint_id => %(endpoint)s, p_todo_id => %(id)s, p_lease_token_hash => %(holder)s
        )""",
    "release": """
        select id from switchboard.release(
            p_endpoint_id => %(endpoint)s, p_todo_id => %(id)s, p_lease_token_hash => %(holder)s
        )""",
    "cancel": "select id from switchboard.cancel(%(endpoint)s, %(id)s)",
    "revoke": "select switchboard.revoke_endpoint(%(endpoint)s) as closed",
    "reap": "select id from switchboard.reap_expired() where id = %(id)s",
    "owner_retry": "select id from switchboard.owner_retry(%(human)s, %(id)s)",
}


@dataclass(frozen=True)
class Answer:
    """What a call came to: `ok` and its rows, or the SQLSTATE that refused it."""

    code: str
    rows: list[dict[str, Any]] = field(default_factory=list)

    @property
    def row(self) -> dict[str, Any]:
        (row,) = self.rows
        return row


class Session:
    """One connection; `start` runs a call in a thread of its own."""

    def __init__(self, conn: psycopg.Connection[Any]) -> None:
        self.conn = conn
        self.pid = conn.info.backend_pid
        self._thread = ThreadPoolExecutor(1)

    def call(self, statement: str, **arguments: Any) -> Answer:
        try:
            with self.conn.cursor(row_factory=dict_row) as cursor:
                cursor.execute(statement.encode(), arguments)
                return Answer("ok", cursor.fetchall() if cursor.description else [])
        except psycopg.Error as error:
            return Answer(str(error.sqlstate))

    def start(self, statement: str, **arguments: Any) -> Future[Answer]:
        return self._thread.submit(self.call, statement, **arguments)

    def begin(self, isolation: str = "read committed") -> None:
        self.call(f"begin isolation level {isolation}")

    def end(self, how: str) -> Answer:
        """End the transaction: `how` is commit or rollback."""
        return self.call(how)


@dataclass(frozen=True)
class Todo:
    """A todo, whose it is, and the tokens that may be shown for it: the arguments of CALLS."""

    endpoint: Any
    human: Any
    id: str

    def arguments(self, holder: bytes | None = HOLDER, rival: bytes | None = RIVAL) -> Any:
        return {**vars(self), "holder": holder, "rival": rival}


class Stage:
    """The sessions of one database, and what the tests put before them."""

    def __init__(self, database: Any) -> None:
        self._database = database
        self._admin = database.connect()
        self.first = self.session()
        self.second = self.session()

    def session(self, user: str = "tests_server") -> Session:
        return Session(self._database.connect(user))

    def value(self, statement: str, *arguments: Any) -> Any:
        """Ask for one value as the superuser, outside every transaction of the sessions."""
        row = self._admin.execute(statement.encode(), arguments).fetchone()
        return row[0] if row else None

    def run(self, statement: str, *arguments: Any) -> None:
        self._admin.execute(statement.encode(), arguments)

    def clear(self) -> None:
        """End what a failed test left open, the first session's transaction first."""
        for session in (self.first, self.second):
            session.start("rollback").result(DEADLINE)

    def endpoint(self, queues: str = "{q}") -> Any:
        return self.value("select tests.endpoint(%s, %s)", next(SLUGS), queues)

    def todo(self, start: str, token: bytes | None = HOLDER, key: str | None = None) -> Todo:
        """A todo of an endpoint of its own.

        `pending`, `claimed`, `lapsed` (claimed, the deadline over), `due` (failed once, its retry
        due) or `dead` (failed for good, a year ago).
        """
        endpoint = self.endpoint()
        attempts = 1 if start == "dead" else 5
        todo = self.value("select tests.todo(%s, 'q', %s, p_key => %s)", endpoint, attempts, key)
        if start != "pending":
            ttl = "1 microsecond" if start == "lapsed" else None
            claim = "select id from switchboard.claim(%s, %s, %s, p_lease_token_hash => %s)"
            self.run(claim, endpoint, todo, ttl, token)
        if start in ("due", "dead"):
            fail = "select id from switchboard.fail(%s, %s, p_lease_token_hash => %s)"
            self.run(fail, endpoint, todo, token)
        if start == "due":
            self.run("update switchboard.todos set next_retry_at = now() where id = %s", todo)
        if start == "dead":
            self.age(todo)
        return Todo(endpoint, self.value("select tests.human()"), todo)

    def age(self, todo: str) -> None:
        """Make it look as if the todo had last changed a year ago."""
        year = "update switchboard.todos set updated_at = now() - interval '1 year' where id = %s"
        self.run(year, todo)

    def meets(self, call: Future[Answer], waiter: Session, holder: Session) -> bool:
        """Whether the waiter is blocked by the holder (true) or its call has returned (false)."""
        deadline = time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            if holder.pid in self.value("select pg_blocking_pids(%s)", waiter.pid):
                return True
            if wait([call], timeout=0.001).done:
                return False
        raise AssertionError("the second call is neither blocked nor done")

    def found(self, todo: str) -> str:
        """State and attempts in the tables, as `done: lease_expired completed`; open for open."""
        return str(
            self.value(
                """
                select t.state || coalesce(': ' || (
                    select string_agg(coalesce(a.outcome, 'open'), ' ' order by a.seq)
                    from switchboard.todo_attempts as a where a.todo_id = t.id
                ), '')
                from switchboard.todos as t where t.id = %s
                """,
                todo,
            )
        )

    def violations(self) -> list[str]:
        """Broken invariants; none when all hold."""
        rows = self._admin.execute("select v from tests.violations() as v").fetchall()
        return [row[0] for row in rows]


def together(sessions: list[Session], work: Callable[[Session], Any]) -> list[Any]:
    """Run `work` in all sessions at once, from a common barrier; their results in order."""
    barrier = Barrier(len(sessions))

    def go(session: Session) -> Any:
        barrier.wait(DEADLINE)
        return work(session)

    return [call.result(DEADLINE) for call in [s._thread.submit(go, s) for s in sessions]]
