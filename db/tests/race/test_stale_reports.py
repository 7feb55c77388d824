"""A report that races a takeover of its lapsed lease: behaviour [45], [46], [52], [53]."""

import pytest
from sessions import CALLS, Stage

REPORTS = {"heartbeat": "claimed: lease_expired open", "complete": "done: lease_expired completed"}
REPORTS |= {"fail": "failed: lease_expired failed", "release": "pending: lease_expired released"}
TAKERS = ["claim", "claim_next"]


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("report", REPORTS)
def test_a_fenced_late_report_is_refused_and_changes_nothing(
    stage: Stage, taker: str, report: str
) -> None:
    """[52]: the seed's single statement let it pass, and the new attempt stayed open for ever."""
    todo = stage.todo("lapsed")
    stage.first.begin()
    stage.first.call(CALLS[taker], **todo.arguments())
    call = stage.second.start(CALLS[report], **todo.arguments())
    assert stage.meets(call, stage.second, stage.first)
    taken = stage.first.call("select tests.snapshot(%(id)s) as now", id=todo.id).row["now"]
    stage.first.end("commit")

    assert call.result().code == "SB409"
    assert stage.value("select tests.snapshot(%s)", todo.id) == taken
    assert stage.found(todo.id) == "claimed: lease_expired open"
    assert stage.violations() == []

    stage.first.call(CALLS["complete"], **todo.arguments(holder=todo.arguments()["rival"]))
    assert stage.found(todo.id) == "done: lease_expired completed"


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize(("report", "left"), REPORTS.items())
def test_an_unfenced_late_report_is_about_the_new_attempt(
    stage: Stage, taker: str, report: str, left: str
) -> None:
    """[53]: workers of one endpoint have one owner string, so it passes; it must close the rest."""
    todo = stage.todo("lapsed", token=None)
    stage.first.begin()
    stage.first.call(CALLS[taker], **todo.arguments(rival=None))
    call = stage.second.start(CALLS[report], **todo.arguments(holder=None))
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")

    assert call.result().code == "ok"
    assert stage.found(todo.id) == left
    assert stage.violations() == []


@pytest.mark.parametrize("report", REPORTS)
def test_an_unfenced_late_report_does_not_reach_a_fenced_attempt(stage: Stage, report: str) -> None:
    todo = stage.todo("lapsed", token=None)
    stage.first.begin()
    stage.first.call(CALLS["claim_next"], **todo.arguments())
    call = stage.second.start(CALLS[report], **todo.arguments(holder=None))
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")

    assert call.result().code == "SB409"
    assert stage.found(todo.id) == "claimed: lease_expired open"


def test_a_lease_counts_from_the_moment_it_is_granted(stage: Stage) -> None:
    """Cases C1: neither an old transaction nor a wait at the lock may eat into it."""
    todo = stage.todo("claimed")
    stage.first.begin()
    stage.first.call(CALLS["heartbeat"], **todo.arguments())
    stage.second.begin()
    call = stage.second.start(CALLS["heartbeat"], **todo.arguments())
    assert stage.meets(call, stage.second, stage.first)
    before = stage.value("select clock_timestamp()")
    stage.first.end("commit")
    call.result()
    stage.second.end("commit")

    lease = "select lease_expires_at - interval '300 seconds' from switchboard.todos where id = %s"
    assert stage.value(lease, todo.id) >= before
    beat = "select last_heartbeat_at from switchboard.todo_attempts where todo_id = %s"
    assert stage.value(beat, todo.id) >= before
