"""Callers at REPEATABLE READ and above (cases C6): refused, never a wrong state."""

import pytest
from pairs import COMMITTED, MEETINGS, WAITS
from sessions import CALLS, Stage

# One rule of PostgreSQL carries all of them, so that one major is enough.
pytestmark = pytest.mark.parametrize("cluster", [18], indirect=True)
TAKEOVERS = [meeting for meeting in MEETINGS if meeting[:2] == ("lapsed", "claim_next")]


@pytest.mark.parametrize(("start", "first", "second"), MEETINGS)
def test_a_caller_that_waited_with_its_snapshot_must_try_again(
    stage: Stage, start: str, first: str, second: str
) -> None:
    waited(stage, start, first, second, "repeatable read")


@pytest.mark.parametrize(("start", "first", "second"), TAKEOVERS)
def test_so_must_a_serializable_one(stage: Stage, start: str, first: str, second: str) -> None:
    waited(stage, start, first, second, "serializable")


def waited(stage: Stage, start: str, first: str, second: str, isolation: str) -> None:
    todo = stage.todo(start)
    stage.first.begin()
    stage.first.call(CALLS[first], **todo.arguments())
    stage.second.begin(isolation)
    call = stage.second.start(CALLS[second], **todo.arguments())
    assert stage.meets(call, stage.second, stage.first) == (second in WAITS)

    stage.first.end("commit")
    assert call.result().code == ("40001" if second in WAITS else "ok")
    stage.second.end("commit")
    assert stage.found(todo.id) == COMMITTED[start, first][""]
    assert stage.violations() == []


@pytest.mark.parametrize(("start", "first", "second"), MEETINGS)
def test_a_caller_with_an_old_snapshot_never_acts_on_it(
    stage: Stage, start: str, first: str, second: str
) -> None:
    """The first call has come and gone before the second starts."""
    todo = stage.todo(start)
    stage.second.begin("repeatable read")
    stage.second.call("select switchboard.drain_verbs()")
    assert stage.first.call(CALLS[first], **todo.arguments()).rows

    answer = stage.second.call(CALLS[second], **todo.arguments())
    assert answer.code == "40001" or answer.rows == []
    stage.second.end("commit")
    assert stage.found(todo.id) == COMMITTED[start, first][""]
    assert stage.violations() == []
