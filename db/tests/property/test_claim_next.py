"""claim_next picks what the design document's one big query would pick, on random small states.

The query is slow on a large backlog and `_take_next` probes indexes instead; here the two answer
the same question, todo after todo, until there is nothing left to claim.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# The document's candidates, ties by id; the clock is the schema's.
SEED = """
    select t.id from switchboard.todos as t
    where t.endpoint_id = %(endpoint)s and t.queue = any(%(queues)s)
      and (t.assignee is null or t.assignee = %(owner)s)
      and (t.state = 'pending'
           or (t.state = 'claimed' and t.lease_expires_at < switchboard._now()
               and t.attempt < t.max_attempts)
           or (t.state = 'failed' and t.next_retry_at is not null
               and t.next_retry_at <= switchboard._now() and t.attempt < t.max_attempts))
      and (%(id)s::text is null or t.id = %(id)s)
    order by t.created_at, t.id"""
NEXT = "select id from switchboard.claim_next(%(endpoint)s, %(asked)s)"
BATCH = "select id from switchboard.claim_batch(%(endpoint)s, %(limit)s, %(asked)s)"
CLAIM = "select id from switchboard.claim(%(endpoint)s, %(id)s)"
ADD_TODO = """
    insert into switchboard.todos (
        id, endpoint_id, queue, title, state, assignee, attempt, max_attempts, attempts_total,
        created_at, owner, lease_expires_at, next_retry_at
    ) values (
        %(id)s, %(endpoint)s, %(queue)s, 't', %(state)s, %(assignee)s, %(attempt)s, 3, %(attempt)s,
        %(created_at)s, %(owner)s, %(lease)s, %(retry)s
    )"""
ATTEMPT = """
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, owner, lease_expires_at, ended_at, outcome, disposition
    )
    select
        %(id)s, n, n, 'endpoint', 'agent:x', now(),
        case when not (n = %(attempt)s and %(held)s) then now() end,
        case when not (n = %(attempt)s and %(held)s) then 'released' end,
        case when not (n = %(attempt)s and %(held)s) then 'requeued' end
    from generate_series(1, %(attempt)s) as n"""
START = datetime(2026, 1, 1, tzinfo=UTC)
STATES = ("pending", "pending", "claimed", "claimed", "failed", "done", "canceled", "rejected")
STATES += ("input-required", "auth-required")

todos = st.fixed_dictionaries(
    {
        "place": st.integers(0, 2),  # two endpoints of one agent, and one of somebody else
        "queue": st.sampled_from("abc"),
        "state": st.sampled_from(STATES),
        "whose": st.sampled_from([None, None, "mine", "theirs"]),
        "attempt": st.integers(0, 3),
        "minute": st.integers(0, 3),  # few, so that there are ties
        "hours": st.sampled_from([-1, 1]),  # to the deadline or the retry
        "parked": st.booleans(),
    }
)
asked = st.none() | st.lists(st.sampled_from("abc"), max_size=4)
EXAMPLES = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class World:
    """Three endpoints, and the random todos of one example in a transaction of their own."""

    def __init__(self, database: Any) -> None:
        self.conn: psycopg.Connection[Any] = database.connect(autocommit=False)
        self.endpoints = [
            self.value("select tests.endpoint(%s, '{a,b,c}', p_human => %s)", slug, human)
            for slug, human in (("one", "ann"), ("two", "ann"), ("three", "bob"))
        ]
        agent = "select 'agent:' || agent_id from switchboard.endpoints where id = %s"
        self.owner = self.value(agent, self.endpoints[0])
        self.conn.commit()

    def value(self, statement: str, *arguments: Any) -> Any:
        row = self.conn.execute(statement.encode(), arguments).fetchone()
        return row[0] if row else None

    def ids(self, statement: str, **arguments: Any) -> list[str]:
        cursor = self.conn.execute(statement.encode(), arguments)
        return [row[0] for row in cursor.fetchall()]

    def fill(self, drawn: list[dict[str, Any]]) -> None:
        self.conn.rollback()
        now = datetime.now(UTC)
        rows = []
        for n, todo in enumerate(drawn):
            held = todo["state"] in ("claimed", "input-required", "auth-required")
            then = now + timedelta(hours=todo["hours"])
            # Ids run against the order of creation, so that ties by id show.
            row = {
                "id": f"td_{99 - n}",
                "endpoint": self.endpoints[todo["place"]],
                "queue": todo["queue"],
                "state": todo["state"],
                "assignee": {None: None, "mine": self.owner, "theirs": "op:x"}[todo["whose"]],
                "attempt": max(todo["attempt"], 1) if held else todo["attempt"],
                "created_at": START + timedelta(minutes=todo["minute"]),
                "owner": "agent:x" if held or todo["state"] == "done" else None,
                "lease": then if held else None,
                "retry": then if todo["state"] == "failed" and todo["parked"] else None,
                "held": held,
            }
            rows.append(row)
        with self.conn.cursor() as cursor:
            cursor.executemany(ADD_TODO, rows)
            cursor.executemany(ATTEMPT, rows)

    def seed(self, queues: list[str] | None, todo: str | None = None) -> list[str]:
        return self.ids(
            SEED,
            endpoint=self.endpoints[0],
            queues=["a", "b", "c"] if queues is None else queues,
            owner=self.owner,
            id=todo,
        )

    def claim(self, todo: str) -> list[str]:
        """What a claim by id answers: the id, or the SQLSTATE of the refusal."""
        self.conn.execute("savepoint before")
        try:
            return self.ids(CLAIM, endpoint=self.endpoints[0], id=todo)
        except psycopg.Error as error:
            self.conn.execute("rollback to before")
            return [str(error.sqlstate)]


@pytest.fixture(scope="module")
def world(shared: Any) -> World:
    return World(shared)


@EXAMPLES
@given(drawn=st.lists(todos, max_size=10), queues=asked)
def test_claim_next_picks_what_the_seed_picks(
    world: World, drawn: list[dict[str, Any]], queues: list[str] | None
) -> None:
    world.fill(drawn)
    while True:
        expected = world.seed(queues)[:1]
        assert world.ids(NEXT, endpoint=world.endpoints[0], asked=queues) == expected
        if not expected:
            break


@EXAMPLES
@given(drawn=st.lists(todos, max_size=10), queues=asked, limit=st.integers(1, 5))
def test_claim_batch_picks_the_first_of_them(
    world: World, drawn: list[dict[str, Any]], queues: list[str] | None, limit: int
) -> None:
    world.fill(drawn)
    expected = world.seed(queues)[:limit]
    assert world.ids(BATCH, endpoint=world.endpoints[0], asked=queues, limit=limit) == expected


@EXAMPLES
@given(drawn=st.lists(todos, min_size=1, max_size=4))
def test_claim_takes_what_is_a_candidate_and_refuses_the_rest(
    world: World, drawn: list[dict[str, Any]]
) -> None:
    world.fill(drawn)
    for n, todo in enumerate(drawn):
        name = f"td_{99 - n}"
        refusal = "SB404" if todo["place"] else "SB409"
        expected = world.seed(None, name) or [refusal]
        assert world.claim(name) == expected
