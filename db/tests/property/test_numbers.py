"""The numbers are exact after whatever happened: rollbacks, killed relays, a crash of PostgreSQL.

They are compared with what the clients were told, and with the attempts that are in the tables.
"""

import random
import threading
from collections import Counter
from typing import Any

import psycopg

TRANSITIONS = 10_000
WORKERS = 4
QUEUES = ("one", "two")
OUTCOMES = ("completed", "failed", "released", "lease_expired", "reaped", "canceled", "revoked")
CALLS = {
    "create_todo": "select id from switchboard.create_todo(%(endpoint)s, %(queue)s, 't',"
    " p_max_attempts => 100)",
    "claim_next": "select id from switchboard.claim_next(%(endpoint)s, null, %(ttl)s)",
    "claim": "select id from switchboard.claim(%(endpoint)s, %(todo)s, %(ttl)s)",
    "complete": "select id from switchboard.complete(%(endpoint)s, %(todo)s)",
    "fail": "select id from switchboard.fail(%(endpoint)s, %(todo)s)",
    "release": "select id from switchboard.release(%(endpoint)s, %(todo)s)",
    "heartbeat": "select id from switchboard.heartbeat(%(endpoint)s, %(todo)s)",
    "interrupt": "select id from switchboard.interrupt(%(endpoint)s, %(todo)s, 'auth-required')",
    "resume": "select id from switchboard.resume(%(endpoint)s, %(todo)s)",
    "cancel": "select id from switchboard.cancel(%(endpoint)s, %(todo)s)",
    "reject": "select id from switchboard.reject(%(endpoint)s, %(todo)s)",
    "reap": "select id from switchboard.reap_expired(3)",
    "requeue": "select id from switchboard.requeue_due_retries(3)",
    "retry": "select id from switchboard.owner_retry(%(human)s, %(todo)s)",
}
WEIGHTS = {"create_todo": 4, "claim_next": 6, "complete": 3, "fail": 3, "release": 2, "retry": 2}
# What may refuse or end a call, and then changes nothing.
EXPECTED = {"SB409", "SB404", "40001", "40P01", "57P01", "57P03", None}


class Worker(threading.Thread):
    """Random calls on one connection; notes what was committed."""

    gives_up = False

    def __init__(self, dsn: str, seed: int, tenants: list[dict[str, Any]]) -> None:
        super().__init__()
        self.accepted: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.failure: BaseException | None = None
        self._dsn = dsn
        self._random = random.Random(seed)
        self._tenants = tenants

    def run(self) -> None:
        try:
            while sum(self.accepted.values()) < TRANSITIONS // WORKERS:
                try:
                    with psycopg.connect(self._dsn) as conn:
                        self._work(conn)
                except psycopg.OperationalError as error:
                    if error.sqlstate not in EXPECTED:
                        raise
                    if self.gives_up:
                        return
        except BaseException as error:
            self.failure = error

    def _work(self, conn: psycopg.Connection[Any]) -> None:
        choose = self._random
        names = [*CALLS]
        weights = [WEIGHTS.get(name, 1) for name in names]
        while sum(self.accepted.values()) < TRANSITIONS // WORKERS:
            done: Counter[str] = Counter()
            conn.execute("select")  # begins: the blocks below are savepoints
            for _ in range(choose.choice((1, 1, 1, 3))):
                name = choose.choices(names, weights)[0]
                tenant = choose.choice(self._tenants)
                todos = tenant["todos"]
                arguments = {
                    **tenant,
                    "queue": choose.choice(QUEUES),
                    "ttl": choose.choice(("1 microsecond", "1 hour")),
                    "todo": choose.choice(todos[-30:]) if todos else "td_none",
                }
                try:
                    with conn.transaction():
                        rows = conn.execute(CALLS[name].encode(), arguments).fetchall()
                except psycopg.Error as error:
                    if error.sqlstate not in EXPECTED:
                        raise
                    continue  # on a connection that is lost the next call says so
                done[name] += len(rows)
                if name == "create_todo":
                    todos.append(rows[0][0])
            if choose.random() < 0.15:
                conn.rollback()
                continue
            self.unknown = done
            conn.commit()
            self.unknown = Counter()
            self.accepted += done


class Relay(threading.Thread):
    """Relays in small batches until told to stop; whoever kills it makes it connect anew."""

    def __init__(self, dsn: str) -> None:
        super().__init__()
        self.stopping = threading.Event()
        self.relayed = 0
        self.killed = 0
        self.pid = 0
        self._dsn = dsn

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                with psycopg.connect(self._dsn, autocommit=True) as conn:
                    self.pid = conn.info.backend_pid
                    while not self.stopping.is_set():
                        row = conn.execute("select switchboard.relay_events(20)").fetchone()
                        self.relayed += row[0] if row else 0
            except psycopg.OperationalError:
                self.killed += 1


def tenants(conn: psycopg.Connection[Any]) -> list[dict[str, Any]]:
    found = []
    for slug in ("a", "b"):
        row = conn.execute(
            "select tests.endpoint(%s, %s, p_human => %s), tests.human(%s)",
            (slug, list(QUEUES), slug, slug),
        ).fetchone()
        assert row
        found.append({"endpoint": row[0], "human": row[1], "todos": []})
    return found


def check(conn: psycopg.Connection[Any], workers: list[Worker]) -> None:
    """Compare the numbers with the tables and with what the clients were told."""
    conn.execute("select switchboard.relay_events(1000000)")
    assert conn.execute("select count(*) from switchboard.todo_events").fetchone() == (0,)
    for queue in QUEUES:
        closed = Counter(
            dict(
                conn.execute(
                    "select a.outcome, count(*) from switchboard.todo_attempts as a"
                    " join switchboard.todos as t on a.todo_id = t.id"
                    " where t.queue = %s and a.outcome is not null group by 1",
                    (queue,),
                ).fetchall()
            )
        )
        with conn.cursor(row_factory=psycopg.rows.dict_row) as cursor:
            sought = "select * from switchboard.queue_metrics() where queue = %s"
            numbers = cursor.execute(sought, (queue,)).fetchone()
            assert numbers
        assert {o: numbers[f"closed_{o}_total"] for o in OUTCOMES} == {
            o: closed[o] for o in OUTCOMES
        }
        hours = conn.execute(
            "select sum(completed), sum(failed), sum(released), sum(died), sum(called_off)"
            " from switchboard.outcome_hours where queue = %s",
            (queue,),
        ).fetchone()
        assert hours == (
            *(closed[outcome] for outcome in ("completed", "failed", "released")),
            closed["lease_expired"] + closed["reaped"],
            closed["canceled"] + closed["revoked"],
        )
        assert numbers["leases_expired_total"] == closed["lease_expired"] + closed["reaped"]
        assert (numbers["completed_total"], numbers["failed_total"]) == (
            closed["completed"],
            closed["failed"],
        )
        attempts = conn.execute(
            "select count(*), count(*) filter (where a.attempt = 1),"
            " count(*) filter (where a.attempt = 2), count(*) filter (where a.attempt > 2)"
            " from switchboard.todo_attempts as a join switchboard.todos as t on a.todo_id = t.id"
            " where t.queue = %s",
            (queue,),
        ).fetchone()
        names = ("claimed_total", "attempts_1_total", "attempts_2_total", "attempts_3_total")
        assert tuple(numbers[name] for name in names) == attempts
    assert conn.execute("select * from tests.violations()").fetchall() == []

    told, unknown = Counter[str](), Counter[str]()
    for worker in workers:
        told += worker.accepted
        unknown += worker.unknown
    with conn.cursor(row_factory=psycopg.rows.dict_row) as cursor:
        total = cursor.execute(
            "select sum(claimed_total) as claims, sum(completed_total) as complete,"
            " sum(failed_total) as fail, sum(closed_released_total) as release,"
            " sum(closed_reaped_total) as reap,"
            " sum((created_total ->> '__other__')::int) as create_todo"
            " from switchboard.queue_metrics()"
        ).fetchone()
        assert total
    told["claims"] = told["claim"] + told["claim_next"]
    unknown["claims"] = unknown["claim"] + unknown["claim_next"]
    for name, number in total.items():
        # What was acknowledged is counted; a commit whose answer was lost may be, too.
        assert told[name] <= number <= told[name] + unknown[name], name


def keep_history(conn: psycopg.Connection[Any]) -> None:
    conn.execute("select switchboard.set_setting('attempt_history_max_per_todo', '999999')")


def test_numbers_are_exact_whoever_is_killed(database: Any) -> None:
    """10,000 random transitions of two tenants, and relays that are killed again and again."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    admin = database.connect()
    keep_history(admin)
    known = tenants(admin)
    workers = [Worker(database.dsn_as("tests_server"), seed + n, known) for n in range(WORKERS)]
    relays = [Relay(database.dsn_as("tests_operator")) for _ in range(2)]
    for thread in (*workers, *relays):
        thread.start()
    choose = random.Random(seed)
    while any(worker.is_alive() for worker in workers):
        victim = choose.choice(relays)
        how = choose.choice(("pg_terminate_backend", "pg_cancel_backend"))
        admin.execute(f"select {how}(%s)", (victim.pid,))
        workers[0].join(choose.uniform(0.01, 0.1))
    for relay in relays:
        relay.stopping.set()
    for thread in (*workers, *relays):
        thread.join()
    assert [worker.failure for worker in workers] == [None] * WORKERS
    assert sum(relay.killed for relay in relays) > 10
    assert sum(relay.relayed for relay in relays) > 1000
    check(admin, workers)


class Crashed(Worker):
    """A worker whose server goes away for good."""

    gives_up = True


def test_numbers_are_exact_after_a_crash_of_postgresql(new_cluster: Any) -> None:
    """What was acknowledged is counted, once, wherever the relay was."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    name = new_cluster.clone()
    # The test clusters' own setting loses what was acknowledged. (fsync is for power cuts.)
    new_cluster.execute(f"alter database {name} set synchronous_commit = on")
    with psycopg.connect(new_cluster.dsn(name), autocommit=True) as admin:
        keep_history(admin)
        known = tenants(admin)
        workers = [
            Crashed(new_cluster.dsn(name, "tests_server"), seed + n, known) for n in range(WORKERS)
        ]
        relay = Relay(new_cluster.dsn(name, "tests_operator"))
        relay.start()
        for worker in workers:
            worker.start()
        while relay.relayed < 500:
            workers[0].join(0.01)
            assert workers[0].is_alive(), workers[0].failure
        new_cluster.crash()
    for worker in workers:
        worker.join()
    relay.stopping.set()
    relay.join()
    new_cluster.start()
    assert [worker.failure for worker in workers] == [None] * WORKERS
    with psycopg.connect(new_cluster.dsn(name), autocommit=True) as admin:
        check(admin, workers)
