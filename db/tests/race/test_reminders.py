"""Reminders meet each other, claims and revocations."""

from typing import Any

import pytest
from sessions import Stage

RING = "select switchboard.ring_unclaimed(100) as rung"
ATTACH = "select todo_id from switchboard.ring_attached(%(endpoint)s)"


@pytest.fixture
def waiting(stage: Stage) -> Any:
    """A todo that has waited long enough, and no other."""
    stage.run("delete from switchboard.todos")
    stage.run("select switchboard.recount_todos()")
    todo = stage.todo("pending")
    stage.run("update switchboard.todos set created_at = now() - interval '1 hour'")
    return todo


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_two_sweeps_ring_once(stage: Stage, waiting: Any, end: str) -> None:
    stage.first.begin()
    assert stage.first.call(RING).row == {"rung": 1}
    call = stage.second.start(RING)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(end)
    assert call.result().row == {"rung": int(end == "rollback")}
    rings = "select rings from switchboard.todo_rings where todo_id = %s"
    assert stage.value(rings, waiting.id) == 1


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_two_clients_that_attach_are_rung_once(stage: Stage, waiting: Any, end: str) -> None:
    """[115]"""
    stage.first.begin()
    assert stage.first.call(ATTACH, endpoint=waiting.endpoint).row == {"todo_id": waiting.id}
    call = stage.second.start(ATTACH, endpoint=waiting.endpoint)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(end)
    assert len(call.result().rows) == int(end == "rollback")


def test_a_todo_that_is_being_claimed_is_passed_over(stage: Stage, waiting: Any) -> None:
    stage.first.begin()
    claim = "select id from switchboard.claim_next(%(endpoint)s)"
    assert stage.first.call(claim, endpoint=waiting.endpoint).row == {"id": waiting.id}
    for statement in (RING, ATTACH):
        call = stage.second.start(statement, endpoint=waiting.endpoint)
        assert not stage.meets(call, stage.second, stage.first)
        assert call.result().rows in ([], [{"rung": 0}])
    stage.first.end("rollback")


def test_a_ring_keeps_nobody_from_claiming(stage: Stage, waiting: Any) -> None:
    """Claims by id wait for no ring; claim_next passes over a todo that is being rung for."""
    stage.first.begin()
    assert stage.first.call(RING).row == {"rung": 1}
    claim = "select id from switchboard.claim(%(endpoint)s, %(id)s)"
    call = stage.second.start(claim, **waiting.arguments())
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().row == {"id": waiting.id}
    stage.first.end("commit")
    assert stage.violations() == []


def test_a_revocation_and_a_ring_do_not_deadlock(stage: Stage, waiting: Any) -> None:
    stage.first.begin()
    revoke = "select switchboard.revoke_endpoint(%(endpoint)s)"
    assert stage.first.call(revoke, endpoint=waiting.endpoint).code == "ok"
    call = stage.second.start(RING)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "ok"
    stage.first.end("commit")
    assert stage.second.call(RING).row == {"rung": 0}
    assert stage.violations() == []


def test_an_attach_and_a_sweep_do_not_lock_each_other_out(stage: Stage, waiting: Any) -> None:
    """An attach between its two writes: the sweep waits, and holds nothing that it still needs."""
    attach = stage.session("postgres")
    attach.begin()
    attach.call(
        "insert into switchboard.endpoint_rings (endpoint_id, attached_at)"
        " values (%(endpoint)s, now())",
        endpoint=waiting.endpoint,
    )
    call = stage.second.start(RING)
    assert stage.meets(call, stage.second, attach)
    book = "insert into switchboard.todo_rings (todo_id, rings, rang_at) values (%(id)s, 1, now())"
    assert attach.call(book, id=waiting.id).code == "ok"
    attach.end("commit")
    assert call.result().row == {"rung": 0}
