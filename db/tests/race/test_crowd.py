"""Everybody at once, for a bounded number of calls: no deadlock, no wrong state (cases S1)."""

import random
from typing import Any

import pytest
from psycopg.types.json import Jsonb
from sessions import CALLS, Session, Stage, together

pytestmark = pytest.mark.parametrize("cluster", [18], indirect=True)
TODOS = 40
CALLS_EACH = 120
BATCH = "select id from switchboard.create_todos(%(endpoint)s, %(todos)s)"
CLAIM_NEXT = "select id from switchboard.claim_next(%(endpoint)s, p_lease_ttl => %(ttl)s)"
CLAIM_BATCH = "select id from switchboard.claim_batch(%(endpoint)s, 5, p_lease_ttl => %(ttl)s)"
REPORTS = ("heartbeat", "complete", "fail", "release", "cancel", "claim")
SWEEPS = (
    "select id from switchboard.reap_expired(7)",
    "select id from switchboard.requeue_due_retries(7)",
    "select switchboard.prune_todos(7)",
    "select * from switchboard.sweep()",
)


def test_no_deadlock_in_a_crowd(stage: Stage) -> None:
    stage.run("select switchboard.set_setting('retention_max_age_days', '0')")
    endpoints = [stage.endpoint() for _ in range(2)]
    human = stage.value("select tests.human()")
    keys = [f"k{n}" for n in range(TODOS)]

    def produce(session: Session, luck: random.Random) -> str:
        some = luck.sample(keys, 12)
        todos = Jsonb([{"queue": "q", "title": "t", "idempotency_key": key} for key in some])
        return session.call(BATCH, endpoint=luck.choice(endpoints), todos=todos).code

    def toil(session: Session, luck: random.Random) -> str:
        endpoint = luck.choice(endpoints)
        if luck.random() < 0.4:
            statement = luck.choice([CLAIM_NEXT, CLAIM_BATCH])
            ttl = luck.choice(["1 microsecond", "5 minutes"])
            return session.call(statement, endpoint=endpoint, ttl=ttl).code
        call = CALLS[luck.choice(REPORTS)]
        return session.call(call, endpoint=endpoint, id=todo(luck), holder=None, rival=None).code

    def own(session: Session, luck: random.Random) -> str:
        if luck.random() < 0.05:
            return session.call(CALLS["revoke"], endpoint=endpoints[1]).code
        return session.call(CALLS["owner_retry"], human=human, id=todo(luck)).code

    def tidy(session: Session, luck: random.Random) -> str:
        return session.call(luck.choice(SWEEPS)).code

    def todo(luck: random.Random) -> str:
        return luck.choice(todos)

    for endpoint in endpoints:
        stage.run("select tests.todo(%s) from generate_series(1, %s)", endpoint, TODOS)
    todos = stage.value("select array_agg(id) from switchboard.todos")
    crowd: dict[Session, Any] = {
        stage.session(): work
        for work in (produce, produce, toil, toil, toil, toil, own, tidy, tidy)
    }

    def work(session: Session) -> set[str]:
        luck = random.Random(list(crowd).index(session))
        return {crowd[session](session, luck) for _ in range(CALLS_EACH)}

    codes = set().union(*together(list(crowd), work))
    assert {"ok"} <= codes <= {"ok", "SB401", "SB404", "SB409"}
    assert stage.violations() == []
