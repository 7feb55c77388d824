"""A foreign id does not wait on its owner's lock (cases B3), so that timing tells nothing."""

import pytest
from sessions import CALLS, Stage

BY_ENDPOINT = {
    name: f"select id from switchboard.{name}(%(endpoint)s, %(id)s)"
    for name in (
        *("claim", "heartbeat", "complete", "fail", "release", "cancel", "reject", "resume"),
        "get_todo",
    )
}
BY_ENDPOINT["interrupt"] = (
    "select id from switchboard.interrupt(%(endpoint)s, %(id)s, 'input-required')"
)
BY_ENDPOINT["list_attempts"] = "select seq from switchboard.list_attempts(%(endpoint)s, %(id)s)"
BY_HUMAN = {
    name: f"select id from switchboard.{name}(%(human)s, %(id)s)"
    for name in (
        *("owner_claim", "owner_extend", "owner_complete", "owner_fail", "owner_release"),
        *("owner_retry", "owner_cancel", "owner_get_todo"),
    )
}


@pytest.mark.parametrize("name", [*BY_ENDPOINT, *BY_HUMAN])
def test_a_stranger_does_not_wait(stage: Stage, name: str) -> None:
    todo = stage.todo("claimed")
    other = stage.value(
        "select tests.endpoint('s-' || %s::text, p_human => 'bob')", name.replace("_", "-")
    )
    bob = stage.value("select tests.human('bob')")
    stage.first.begin()
    assert stage.first.call(CALLS["complete"], **todo.arguments()).rows

    statement = (BY_ENDPOINT | BY_HUMAN)[name]
    call = stage.second.start(statement, endpoint=other, human=bob, id=todo.id)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "SB404"
    stage.first.end("rollback")


@pytest.mark.parametrize("name", ["get_todo", "list_attempts", "owner_get_todo"])
def test_a_read_does_not_wait(stage: Stage, name: str) -> None:
    todo = stage.todo("claimed")
    stage.first.begin()
    assert stage.first.call(CALLS["complete"], **todo.arguments()).rows
    call = stage.second.start((BY_ENDPOINT | BY_HUMAN)[name], **todo.arguments())
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "ok"
    stage.first.end("rollback")
