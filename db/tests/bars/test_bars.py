"""What the issue promises about cost, in buffers touched and bytes of WAL: never in time.

The sessions make their plans while the tables are empty, and nothing is ever analysed: the worst
that a fresh installation can do to itself.
"""

from typing import Any

import psycopg
import pytest

MODES = ["auto", "force_custom_plan", "force_generic_plan"]
FEW, CROWD, MANY = 1_000, 50_000, 100_000
# For calls measured once: dead rows in their way, a plan made again. A wrong walk is thousands.
SLACK = 20
ON_ONE_MAJOR = pytest.mark.parametrize("cluster", [18], indirect=True)
ADD_TODOS = """
    insert into switchboard.todos (
        id, endpoint_id, queue, title, payload, created_at, state, assignee, attempt,
        attempts_total, owner, claimed_at, lease_expires_at, next_retry_at
    )
    select
        'td_' || left(e.id::text, 13) || lpad(n::text, 8, '0'), e.id, 'q', 'a todo', '{"n": 1}',
        now() - interval '1 hour' - c.before, %(state)s, %(assignee)s, %(attempt)s, %(attempt)s,
        case when %(state)s in ('claimed', 'done') then 'agent:' || e.agent_id end,
        case when %(attempt)s > 0 then now() - interval '2 hours' end,
        case when %(state)s in ('claimed', 'done') then now() - c.before end,
        case when %(state)s = 'failed' then now() - c.before end
    from switchboard.endpoints as e
    cross join generate_series(1, %(count)s) as n
    cross join lateral (select (%(count)s - n + 1) * interval '1 ms' as before) as c
    where e.id = %(endpoint)s"""
ATTEMPTS = """
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at
    )
    select t.id, t.attempts_total, t.attempt, 'endpoint', t.owner, t.claimed_at, t.lease_expires_at
    from switchboard.todos as t where t.endpoint_id = %(endpoint)s and t.state = 'claimed'"""
ONE = "select id from switchboard.create_todo(%(endpoint)s, 'q', 't')"
CLAIM_NEXT = "select * from switchboard.claim_next(%(endpoint)s)"
# Calls about one todo, in the state that they want.
ABOUT_ONE = {
    "claim": ("select * from switchboard.claim(%(endpoint)s, %(id)s)", "pending"),
    "heartbeat": ("select * from switchboard.heartbeat(%(endpoint)s, %(id)s)", "claimed"),
    "complete": ("select * from switchboard.complete(%(endpoint)s, %(id)s)", "claimed"),
    "fail": ("select * from switchboard.fail(%(endpoint)s, %(id)s)", "claimed"),
    "release": ("select * from switchboard.release(%(endpoint)s, %(id)s)", "claimed"),
    "get_todo": ("select * from switchboard.get_todo(%(endpoint)s, %(id)s)", "claimed"),
    "list_todos": ("select * from switchboard.list_todos(%(endpoint)s)", "pending"),
    "create_todo": (ONE.replace("select id", "select *"), "pending"),
}
SWEEPS = {
    "reap_expired": "select * from switchboard.reap_expired(10)",
    "requeue_due_retries": "select * from switchboard.requeue_due_retries(10)",
}


class Load:
    """A database whose sessions planned everything before there was anything in it."""

    def __init__(self, database: Any) -> None:
        self._database = database
        self._admin: psycopg.Connection[Any] = database.connect()
        self._count = 0
        for table in ("todos", "todo_attempts", "endpoints", "agents", "humans", "settings"):
            self.run(f"alter table switchboard.{table} set (autovacuum_enabled = off)")
        self.sessions = {mode: database.connect() for mode in MODES}
        endpoint = self.endpoint()
        for mode, session in self.sessions.items():
            session.execute(f"set plan_cache_mode = {mode}".encode())
            for _ in range(6):  # five custom plans, then a generic one where there is a choice
                session.execute(ONE, {"endpoint": endpoint})
                self.buffers(mode, CLAIM_NEXT, endpoint)
                self.all_about_one(mode, endpoint)
                for sweep in SWEEPS.values():
                    session.execute(sweep.encode())
        # Not truncated: that would let the sessions plan again.
        self.run("delete from switchboard.todos")

    def begin_late(self, name: str) -> None:
        """Open a session that has to plan with the tables as they are now."""
        self.sessions[name] = self._database.connect()
        endpoint = self.endpoint()
        for _ in range(3):
            self.run(ONE, endpoint=endpoint)
            self.buffers(name, CLAIM_NEXT, endpoint)
            self.all_about_one(name, endpoint)

    def run(self, statement: str, **facts: Any) -> Any:
        cursor = self._admin.execute(statement.encode(), facts)
        return cursor.fetchone()[0] if cursor.description else None

    def endpoint(self) -> Any:
        self._count += 1
        return self.run("select tests.endpoint(%(slug)s)", slug=f"e{self._count}")

    def fill(self, count: int, state: str = "pending", **others: Any) -> Any:
        """A new endpoint with that many todos, made by plain SQL."""
        facts = {"endpoint": self.endpoint(), "count": count, "state": state}
        facts |= {"attempt": 0 if state == "pending" else 1, "assignee": None, **others}
        # Without the checks of each row's foreign keys, which take longest.
        self.run("set session_replication_role = replica")
        self.run(ADD_TODOS, **facts)
        if state == "claimed":
            self.run(ATTEMPTS, **facts)
        self.run("set session_replication_role = origin")
        return facts["endpoint"]

    def buffers(self, mode: str, statement: str, endpoint: Any, todo: str | None = None) -> int:
        """Shared buffers that one call touches, in its own statements and all inside them."""
        explain = f"explain (analyze, buffers, timing off, format json) {statement}"
        facts = {"endpoint": endpoint, "id": todo}
        row = self.sessions[mode].execute(explain.encode(), facts).fetchone()
        plan = row[0][0]["Plan"]  # type: ignore[index]
        return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])

    def middle(self, mode: str, statement: str, endpoint: Any) -> int:
        """What the middle one of seven calls touches."""
        return sorted(self.buffers(mode, statement, endpoint) for _ in range(7))[3]

    def all_about_one(self, mode: str, endpoint: Any) -> dict[str, int]:
        """What each call about one todo touches."""
        costs = {}
        for name, (statement, state) in ABOUT_ONE.items():
            todo = self.run(ONE, endpoint=endpoint)
            if state == "claimed":
                claim = "select id from switchboard.claim(%(endpoint)s, %(id)s)"
                self.run(claim, endpoint=endpoint, id=todo)
            costs[name] = self.buffers(mode, statement, endpoint, todo)
        return costs


@pytest.fixture(scope="module")
def load(shared: Any) -> Load:
    return Load(shared)


@pytest.fixture(scope="module")
def few(load: Load) -> dict[str, dict[str, int]]:
    """What each call costs where there is nothing but a thousand todos, by mode."""
    costs = {}
    for mode in MODES:
        endpoint = load.fill(FEW)
        costs[mode] = {"claim_next": load.middle(mode, CLAIM_NEXT, endpoint)}
        costs[mode] |= load.all_about_one(mode, endpoint)
    return costs


@pytest.fixture(scope="module")
def many(load: Load, few: Any) -> Any:
    assert few
    return load.fill(MANY)


@ON_ONE_MAJOR
@pytest.mark.parametrize("mode", MODES)
def test_a_claim_at_100_000_pending_costs_what_it_does_at_1_000(
    load: Load, few: dict[str, dict[str, int]], many: Any, mode: str
) -> None:
    assert load.middle(mode, CLAIM_NEXT, many) <= 1.5 * few[mode]["claim_next"]


@ON_ONE_MAJOR
@pytest.mark.parametrize("mode", MODES)
def test_so_do_the_other_calls(
    load: Load, few: dict[str, dict[str, int]], many: Any, mode: str
) -> None:
    """Deeper indexes, not longer walks."""
    costs = load.all_about_one(mode, many)
    assert {n: cost for n, cost in costs.items() if cost > 1.5 * few[mode][n] + SLACK} == {}


@ON_ONE_MAJOR
@pytest.mark.parametrize("mode", MODES)
def test_another_tenant_s_backlog_costs_nothing(
    load: Load, few: dict[str, dict[str, int]], many: Any, mode: str
) -> None:
    assert many
    assert load.middle(mode, CLAIM_NEXT, load.fill(FEW)) <= 1.5 * few[mode]["claim_next"]


@pytest.fixture(scope="module")
def kept(load: Load) -> Any:
    """Fifty thousand todos for somebody else, all older than ten for anybody."""
    return load.fill(CROWD, assignee="op:x")


@pytest.fixture(scope="module")
def done(load: Load) -> Any:
    return load.fill(CROWD, "done")


@ON_ONE_MAJOR
@pytest.mark.parametrize("crowd", ["kept", "done"])
@pytest.mark.parametrize("mode", MODES)
def test_todos_that_one_may_not_have_cost_nothing(
    load: Load, few: dict[str, dict[str, int]], request: Any, mode: str, crowd: str
) -> None:
    endpoint = request.getfixturevalue(crowd)
    for _ in range(10):
        load.run(ONE, endpoint=endpoint)
    assert load.middle(mode, CLAIM_NEXT, endpoint) <= 1.5 * few[mode]["claim_next"]


@ON_ONE_MAJOR
@pytest.mark.parametrize("state", ["claimed", "failed"])
def test_a_mass_death_costs_a_claim_no_more_than_a_thousand_deaths(load: Load, state: str) -> None:
    """Cases S26: lapsed leases, and retries that are due."""
    thousand = {mode: load.middle(mode, CLAIM_NEXT, load.fill(FEW, state)) for mode in MODES}
    sweep = SWEEPS["reap_expired" if state == "claimed" else "requeue_due_retries"]
    before = {mode: load.middle(mode, sweep, None) for mode in MODES}
    crowd = load.fill(CROWD, state)
    for mode in MODES:
        assert load.middle(mode, CLAIM_NEXT, crowd) <= 1.5 * thousand[mode]
        assert load.middle(mode, sweep, None) <= 1.5 * before[mode]


@ON_ONE_MAJOR
@pytest.mark.parametrize("moment", ["late", "analysed"])
def test_sessions_that_begin_with_the_backlog_do_as_well(
    load: Load, few: dict[str, dict[str, int]], many: Any, moment: str
) -> None:
    """Last, since what is analysed stays so."""
    if moment == "analysed":
        load.run("analyze")
    load.begin_late(moment)
    costs = load.all_about_one(moment, many) | {"claim_next": load.middle(moment, CLAIM_NEXT, many)}
    assert {n: cost for n, cost in costs.items() if cost > 1.5 * few["auto"][n] + SLACK} == {}


def test_a_claim_and_its_report_write_little(database: Any) -> None:
    """Under 3.1 kB of WAL for a payload of 200 bytes: commits, events, a result and a summary."""
    conn = database.connect()
    endpoint = conn.execute("select tests.endpoint()").fetchone()[0]
    payload = "jsonb_build_object('text', repeat('x', 188))"
    assert conn.execute(f"select octet_length({payload}::text)").fetchone() == (200,)
    create = f"switchboard.create_todo(%s, 'q', 'a todo', {payload})"
    conn.execute(f"select {create} from generate_series(1, 300)", [endpoint])
    complete = "select id from switchboard.complete(%s, %s, '{\"ok\": true}', 'it went well')"
    written = []
    for _ in range(3):
        before = conn.execute("select pg_current_wal_insert_lsn()").fetchone()
        for _ in range(100):
            todo = conn.execute(CLAIM_NEXT, {"endpoint": endpoint}).fetchone()[0]
            conn.execute(complete, [endpoint, todo])
        since = "select (pg_current_wal_insert_lsn() - %s::pg_lsn)::int"
        written.append(conn.execute(since, before).fetchone()[0] / 100)
    # The least, since the server's other processes write as well.
    assert min(written) < 3100
