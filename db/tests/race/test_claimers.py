"""Many claimers at once: each todo goes to one of them, and nobody goes without."""

from threading import Barrier
from typing import Any

import pytest
from sessions import CALLS, DEADLINE, Session, Stage, together

NEXT = "select id, attempt_seq from switchboard.claim_next(%(endpoint)s, %(queues)s)"


@pytest.fixture(scope="module")
def claimers(shared_stage: Stage) -> list[Session]:
    return [shared_stage.session("tests_agent") for _ in range(12)]


def mixed(stage: Stage) -> Any:
    """An endpoint with twelve claimable todos, of every sort and in three queues."""
    endpoint = stage.endpoint("{a,b,c}")
    owner = stage.value(
        "select 'agent:' || agent_id from switchboard.endpoints where id = %s", endpoint
    )
    todos = [
        stage.value("select tests.todo(%s, %s, p_assignee => %s)", endpoint, queue, assignee)
        for queue in "abc"
        for assignee in (None, None, None, owner)
    ]
    stage.run(
        "select id from unnest(%s::text[]) as c (todo) "
        "cross join lateral switchboard.claim(%s, c.todo, '1 microsecond')",
        [*todos[1::4], *todos[2::4]],
        endpoint,
    )
    stage.run(
        "select id from unnest(%s::text[]) as c (todo) "
        "cross join lateral switchboard.fail(%s, c.todo)",
        todos[2::4],
        endpoint,
    )
    due = "update switchboard.todos set next_retry_at = now() where id = any(%s)"
    stage.run(due, todos[2::4])
    return endpoint


def test_twelve_claimers_over_twelve_todos_get_twelve(
    stage: Stage, claimers: list[Session]
) -> None:
    """Behaviour [67], repeated."""
    for _ in range(25):
        endpoint = stage.endpoint()
        stage.run("select tests.todo(%s) from generate_series(1, 12)", endpoint)

        def work(session: Session, endpoint: Any = endpoint) -> Any:
            return session.call(NEXT, endpoint=endpoint, queues=None).row

        rows = together(claimers, work)
        assert len({row["id"] for row in rows}) == 12
        assert {row["attempt_seq"] for row in rows} == {1}
        assert not claimers[0].call(NEXT, endpoint=endpoint, queues=None).rows
    assert stage.violations() == []


def test_so_do_they_over_todos_of_every_sort(stage: Stage, claimers: list[Session]) -> None:
    for _ in range(15):
        endpoint = mixed(stage)

        def work(session: Session, endpoint: Any = endpoint) -> Any:
            return session.call(NEXT, endpoint=endpoint, queues=None).row

        assert len({row["id"] for row in together(claimers, work)}) == 12
    assert stage.violations() == []


def test_so_do_they_when_each_asks_for_queues_of_its_own(
    stage: Stage, claimers: list[Session]
) -> None:
    asked = {claimer: [["a"], ["b"], ["c"]][i % 3] for i, claimer in enumerate(claimers)}
    for _ in range(10):
        endpoint = mixed(stage)

        def work(session: Session, endpoint: Any = endpoint) -> Any:
            return session.call(NEXT, endpoint=endpoint, queues=asked[session]).row

        assert len({row["id"] for row in together(claimers, work)}) == 12
    assert stage.violations() == []


def test_batches_at_once_share_the_todos(stage: Stage, claimers: list[Session]) -> None:
    statement = "select id from switchboard.claim_batch(%(endpoint)s, 3)"
    for _ in range(10):
        endpoint = mixed(stage)

        def work(session: Session, endpoint: Any = endpoint) -> Any:
            return session.call(statement, endpoint=endpoint).rows

        rows = [row["id"] for rows in together(claimers[:4], work) for row in rows]
        assert len(rows) == len(set(rows)) == 12
    assert stage.violations() == []


@pytest.mark.parametrize("cluster", [18], indirect=True)
def test_eight_claims_of_one_todo_have_one_winner_a_thousand_times(
    stage: Stage, claimers: list[Session]
) -> None:
    """Behaviour [66], cases S3."""
    rounds = 1000
    endpoint = stage.endpoint()
    stage.run("select tests.todo(%s) from generate_series(1, %s)", endpoint, rounds)
    todos = stage.value(
        "select array_agg(id) from switchboard.todos where endpoint_id = %s", endpoint
    )
    barrier = Barrier(8)

    def work(session: Session) -> list[str]:
        codes = []
        for todo in todos:
            barrier.wait(DEADLINE)
            codes.append(session.call(CALLS["claim"], endpoint=endpoint, id=todo, rival=None).code)
        return codes

    for codes in zip(*together(claimers[:8], work), strict=True):
        assert sorted(codes) == ["SB409"] * 7 + ["ok"]
    attempts = "select count(*) from switchboard.todo_attempts where todo_id = any(%s)"
    assert stage.value(attempts, todos) == rounds
    assert stage.violations() == []
