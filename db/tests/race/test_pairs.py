"""Every two calls that can meet on one todo, in both orders.

The first call holds its uncommitted transaction; the second is seen waiting for the row, or, where
it skips locked rows, seen to return without it; then the first commits or rolls back.
"""

from itertools import product

import pytest
from pairs import ALONE, CANNOT_MEET, COMMITTED, MEETINGS, SKIPS, WAITS, expected
from sessions import CALLS, Stage


def test_the_table_is_complete() -> None:
    assert not COMMITTED.keys() & CANNOT_MEET.keys()
    assert COMMITTED.keys() | CANNOT_MEET.keys() == set(product(ALONE, CALLS))
    assert {(first, second) for _, first, second in MEETINGS} == set(product(CALLS, CALLS))


@pytest.mark.parametrize("ending", ["commit", "rollback"])
@pytest.mark.parametrize(("start", "first", "second"), MEETINGS)
def test_two_calls_meet(stage: Stage, start: str, first: str, second: str, ending: str) -> None:
    todo = stage.todo(start)
    stage.first.begin()
    assert stage.first.call(CALLS[first], **todo.arguments()).rows
    call = stage.second.start(CALLS[second], **todo.arguments())

    assert stage.meets(call, stage.second, stage.first) == (second in WAITS)
    if second in SKIPS:
        assert call.result().rows == []

    assert stage.first.end(ending).code == "ok"
    table = COMMITTED[start, first] if ending == "commit" else ALONE[start]
    assert (call.result().code, stage.found(todo.id)) == expected(table, second)
    assert stage.violations() == []


@pytest.mark.parametrize(("start", "first"), CANNOT_MEET)
def test_what_cannot_meet_holds_no_lock(stage: Stage, start: str, first: str) -> None:
    todo = stage.todo(start)
    stage.first.begin()
    answer = stage.first.call(CALLS[first], **todo.arguments())
    assert answer.code == ("ok" if first in SKIPS else "SB409")
    assert answer.rows == []

    call = stage.second.start(CALLS["claim"], **todo.arguments())
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "ok"
    stage.first.end("rollback")
    assert stage.violations() == []
