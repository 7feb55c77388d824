"""Creating with an idempotency key while another session works on that key, and under a revoke."""

from typing import Any

import pytest
from psycopg.types.json import Jsonb
from sessions import CALLS, Session, Stage, Todo, together

CREATE = """
    select id, created from switchboard.create_todo(
        p_endpoint_id => %(endpoint)s, p_queue => 'q', p_title => 'a todo',
        p_idempotency_key => %(key)s
    )"""
BATCH = "select id, created from switchboard.create_todos(%(endpoint)s, %(todos)s)"


def batch(*keys: str) -> Any:
    return Jsonb([{"queue": "q", "title": "a todo", "idempotency_key": key} for key in keys])


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_two_creates_of_one_key_make_one_todo(stage: Stage, ending: str) -> None:
    """Behaviour [79]."""
    endpoint = stage.endpoint()
    stage.first.begin()
    first = stage.first.call(CREATE, endpoint=endpoint, key="k").row
    call = stage.second.start(CREATE, endpoint=endpoint, key="k")
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)

    second = call.result().row
    assert first["created"]
    assert second["created"] == (ending == "rollback")
    assert (second["id"] == first["id"]) == (ending == "commit")
    assert (
        stage.value("select count(*) from switchboard.todos where endpoint_id = %s", endpoint) == 1
    )


def test_creates_without_a_key_do_not_meet(stage: Stage) -> None:
    endpoint = stage.endpoint()
    stage.first.begin()
    stage.first.call(CREATE, endpoint=endpoint, key=None)
    call = stage.second.start(CREATE, endpoint=endpoint, key=None)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().row["created"]
    stage.first.end("commit")


def test_the_same_key_on_two_endpoints_does_not_meet(stage: Stage) -> None:
    """Cases B3: otherwise waiting would tell one tenant about the other's keys."""
    stage.first.begin()
    stage.first.call(CREATE, endpoint=stage.endpoint(), key="k")
    call = stage.second.start(CREATE, endpoint=stage.endpoint(), key="k")
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().row["created"]
    stage.first.end("commit")


@pytest.mark.parametrize("ending", ["commit", "rollback"])
@pytest.mark.parametrize(
    ("start", "first", "again"),
    [
        ("pending", "claim", False),
        ("pending", "claim_next", False),
        ("pending", "cancel", True),
        ("lapsed", "claim_next", False),
        ("lapsed", "reap", False),
        ("claimed", "heartbeat", False),
        ("claimed", "complete", True),
        ("claimed", "fail", False),
        ("claimed", "release", False),
        ("due", "claim", False),
        ("due", "owner_retry", False),
    ],
)
def test_a_create_sees_how_the_holder_of_its_key_ends(
    stage: Stage, start: str, first: str, again: bool, ending: str
) -> None:
    """`again`: the first call ends the todo and with it its hold on the key."""
    todo = stage.todo(start, key="k")
    stage.first.begin()
    stage.first.call(CALLS[first], **todo.arguments())
    call = stage.second.start(CREATE, endpoint=todo.endpoint, key="k")
    # An update that leaves all indexed columns alone takes no part in the unique index.
    stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)

    row = call.result().row
    assert row["created"] == (again and ending == "commit")
    assert (row["id"] == todo.id) != row["created"]
    assert stage.violations() == []


def test_batches_take_their_keys_in_one_order(stage: Stage) -> None:
    """Both orders wait for the lower key first; in input order they would wait for each other."""
    endpoint = stage.endpoint()
    third, fourth = stage.session(), stage.session()
    for session, key in ((stage.first, "k1"), (stage.second, "k2")):
        session.begin()
        session.call(CREATE, endpoint=endpoint, key=key)
    up = third.start(BATCH, endpoint=endpoint, todos=batch("k1", "k2"))
    down = fourth.start(BATCH, endpoint=endpoint, todos=batch("k2", "k1"))
    assert stage.meets(up, third, stage.first)
    assert stage.meets(down, fourth, stage.first)
    stage.first.end("rollback")
    stage.second.end("rollback")

    answers = up.result(), down.result()
    assert [answer.code for answer in answers] == ["ok", "ok"]
    assert answers[0].rows[0]["id"] == answers[1].rows[1]["id"]
    assert answers[0].rows[1]["id"] == answers[1].rows[0]["id"]
    assert sum(row["created"] for answer in answers for row in answer.rows) == 2


def test_batches_with_shared_keys_at_once(stage: Stage) -> None:
    sessions = [stage.session() for _ in range(4)]
    for n in range(10):
        endpoint = stage.endpoint()
        keys = [f"k{n}" for n in range(20)]
        todos = {s: batch(*(keys if i % 2 else keys[::-1])) for i, s in enumerate(sessions)}

        def work(
            session: Session, endpoint: Any = endpoint, todos: dict[Session, Any] = todos
        ) -> Any:
            return session.call(BATCH, endpoint=endpoint, todos=todos[session])

        answers = together(sessions, work)
        assert [answer.code for answer in answers] == ["ok"] * 4, n
        assert sum(row["created"] for answer in answers for row in answer.rows) == 20
        assert len({row["id"] for answer in answers for row in answer.rows}) == 20


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_a_retry_behind_a_create_of_its_key_is_a_conflict(stage: Stage, ending: str) -> None:
    """Behaviour [81]: the unique violation does not get out."""
    todo = stage.todo("dead", key="k")
    stage.first.begin()
    stage.first.call(CREATE, endpoint=todo.endpoint, key="k")
    call = stage.second.start(CALLS["owner_retry"], **todo.arguments())
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)

    assert call.result().code == ("SB409" if ending == "commit" else "ok")
    assert stage.found(todo.id) == ("failed: failed" if ending == "commit" else "pending: failed")
    assert stage.violations() == []


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_a_create_behind_a_retry_of_its_key_finds_the_todo(stage: Stage, ending: str) -> None:
    todo = stage.todo("dead", key="k")
    stage.first.begin()
    stage.first.call(CALLS["owner_retry"], **todo.arguments())
    call = stage.second.start(CREATE, endpoint=todo.endpoint, key="k")
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)

    row = call.result().row
    assert row["created"] == (ending == "rollback")
    assert (row["id"] == todo.id) == (ending == "commit")
    assert stage.violations() == []


def test_the_sweep_ends_what_a_create_left_under_a_revoked_endpoint(stage: Stage) -> None:
    endpoint = stage.endpoint()
    stage.first.begin()
    todo = Todo(endpoint, None, stage.first.call(CREATE, endpoint=endpoint, key=None).row["id"])
    call = stage.second.start(CALLS["revoke"], **todo.arguments())
    assert not stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")

    assert stage.found(todo.id) == "pending"
    assert stage.second.call(CALLS["claim"], **todo.arguments()).code == "SB401"
    stage.second.call("select * from switchboard.sweep()")
    assert stage.found(todo.id) == "failed"
    assert stage.value("select next_retry_at from switchboard.todos where id = %s", todo.id) is None
    assert stage.violations() == []


def test_a_create_after_the_revoke_is_refused(stage: Stage) -> None:
    endpoint = stage.endpoint()
    stage.first.begin()
    stage.first.call(CALLS["revoke"], endpoint=endpoint)
    call = stage.second.start(CREATE, endpoint=endpoint, key=None)
    assert not stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert stage.second.call(CREATE, endpoint=endpoint, key=None).code == "SB401"


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
def test_a_create_with_one_snapshot_must_try_again(stage: Stage, isolation: str) -> None:
    """Cases C6: the todo that holds the key is not in its snapshot."""
    endpoint = stage.endpoint()
    stage.first.begin()
    stage.first.call(CREATE, endpoint=endpoint, key="k")
    stage.second.begin(isolation)
    call = stage.second.start(CREATE, endpoint=endpoint, key="k")
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().code == "40001"
    stage.second.end("commit")
