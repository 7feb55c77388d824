"""Sweeps that meet workers, owners and each other."""

from collections import Counter
from typing import Any

import pytest
from sessions import CALLS, HOLDER, Answer, Session, Stage, together

REAP = "select id from switchboard.reap_expired(%(limit)s)"
REQUEUE = "select id from switchboard.requeue_due_retries()"
PRUNE = "select switchboard.prune_todos() as pruned"
SWEEP = "select * from switchboard.sweep()"


def many(stage: Stage, count: int, state: str) -> Any:
    """An endpoint with that many todos: `lapsed`, `due`, or `old` (canceled a year ago)."""
    endpoint = stage.endpoint()
    stage.run("select tests.todo(%s) from generate_series(1, %s)", endpoint, count)
    todos = "from switchboard.todos where endpoint_id = %s"
    if state == "old":
        stage.run(f"select switchboard.cancel(endpoint_id, id) {todos}", endpoint)
        stage.run(
            "update switchboard.todos set updated_at = now() - interval '1 year' "
            "where endpoint_id = %s",
            endpoint,
        )
        return endpoint
    claim = "switchboard.claim(endpoint_id, id, '1 microsecond', p_lease_token_hash => %s)"
    stage.run(f"select {claim} {todos}", HOLDER, endpoint)
    if state == "due":
        fail = "switchboard.fail(endpoint_id, id, p_lease_token_hash => %s)"
        stage.run(f"select {fail} {todos}", HOLDER, endpoint)
        due = "update switchboard.todos set next_retry_at = now() where endpoint_id = %s"
        stage.run(due, endpoint)
    return endpoint


def outcomes(stage: Stage, endpoint: Any) -> Counter[str | None]:
    return Counter(
        stage.value(
            "select array_agg(a.outcome) from switchboard.todo_attempts as a "
            "inner join switchboard.todos as t on a.todo_id = t.id where t.endpoint_id = %s",
            endpoint,
        )
    )


def test_a_second_reaper_leaves_the_first_one_s_leases_alone(stage: Stage) -> None:
    """Cases S17, S21."""
    endpoint = many(stage, 1000, "lapsed")
    stage.first.begin()
    assert len(stage.first.call(REAP, limit=1000).rows) == 1000
    call = stage.second.start(REAP, limit=1000)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result() == Answer("ok")

    stage.first.end("commit")
    assert outcomes(stage, endpoint) == {"reaped": 1000}
    assert stage.violations() == []


def test_reapers_at_once_close_each_attempt_once(stage: Stage) -> None:
    """Cases S17."""
    endpoint = many(stage, 300, "lapsed")

    def work(session: Session) -> list[str]:
        reaped: list[str] = []
        while rows := session.call(REAP, limit=20).rows:
            reaped += [row["id"] for row in rows]
        return reaped

    reaped = together([stage.session() for _ in range(4)], work)
    assert sum(map(len, reaped)) == len(set().union(*reaped)) == 300
    assert outcomes(stage, endpoint) == {"reaped": 300}
    assert stage.violations() == []


def test_requeues_at_once_move_each_todo_once(stage: Stage) -> None:
    many(stage, 200, "due")
    answers = together([stage.session() for _ in range(4)], lambda s: s.call(REQUEUE))
    assert sum(len(answer.rows) for answer in answers) == 200
    assert stage.violations() == []


def test_reaper_against_taker(stage: Stage) -> None:
    """Behaviour [68]."""
    for n in range(20):
        todo = stage.todo("lapsed")
        names = {stage.first: "reap", stage.second: ["claim", "claim_next"][n % 2]}

        def work(session: Session, todo: Any = todo, names: Any = names) -> Answer:
            return session.call(CALLS[names[session]], **todo.arguments())

        reaped, claimed = together([stage.first, stage.second], work)
        deaths = "reaped" if reaped.rows else "lease_expired"
        assert stage.found(todo.id) == (
            f"claimed: {deaths} open" if claimed.rows else f"pending: {deaths}"
        )
        assert {reaped.code, claimed.code} <= {"ok", "SB409"}
    assert stage.violations() == []


@pytest.mark.parametrize("report", ["complete", "fail", "release", "heartbeat", "cancel"])
def test_reaper_against_report(stage: Stage, report: str) -> None:
    """Behaviour [69]: exactly one close."""
    closes = {"complete": "completed", "fail": "failed", "release": "released"}
    closes |= {"heartbeat": "open", "cancel": "canceled"}
    for _ in range(10):
        todo = stage.todo("lapsed")
        names = {stage.first: "reap", stage.second: report}

        def work(session: Session, todo: Any = todo, names: Any = names) -> Answer:
            return session.call(CALLS[names[session]], **todo.arguments())

        reaped, reported = together([stage.first, stage.second], work)
        if report == "cancel" and reaped.rows:
            assert stage.found(todo.id) == "canceled: reaped"
        elif reaped.rows:
            assert (reported.code, stage.found(todo.id)) == ("SB409", "pending: reaped")
        else:
            assert reported.code == "ok"
            assert stage.found(todo.id).endswith(f": {closes[report]}")
    assert stage.violations() == []


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_the_prune_passes_over_a_todo_that_is_being_retried(stage: Stage, ending: str) -> None:
    todo = stage.todo("dead")
    stage.first.begin()
    stage.first.call(CALLS["owner_retry"], **todo.arguments())
    call = stage.second.start(PRUNE)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().row["pruned"] == 0
    stage.first.end(ending)

    assert stage.found(todo.id) == ("pending: failed" if ending == "commit" else "failed: failed")
    assert stage.second.call(PRUNE).row["pruned"] == (ending == "rollback")


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_a_second_prune_leaves_the_outcomes_of_the_first_alone(stage: Stage, ending: str) -> None:
    """Board: outcomes by the hour; whoever prunes in a long transaction holds nobody up."""
    hours = "select count(*) from switchboard.outcome_hours"
    stage.run("delete from switchboard.outcome_hours")
    stage.run(
        "insert into switchboard.outcome_hours"
        " select now() - make_interval(hours => n), gen_random_uuid(), 'q', 1, 1, 0, 0, 0, 0"
        " from generate_series(26, 30) as n"
    )
    stage.first.begin()
    assert stage.first.call(PRUNE).code == "ok"
    call = stage.second.start(PRUNE)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "ok"
    stage.first.end(ending)

    assert stage.value(hours) == (0 if ending == "commit" else 5)
    assert stage.second.call(PRUNE).code == "ok"
    assert stage.value(hours) == 0


def test_a_late_outcome_and_the_prune_of_its_hour(stage: Stage) -> None:
    """A relay that was away for a day adds to rows that a prune removes; neither fails."""
    endpoint = stage.endpoint()
    stage.run("select switchboard.relay_events(1000000)")

    def end_one_late() -> None:
        stage.run("select tests.todo_in(%s, 'done')", endpoint)
        stage.run("update switchboard.todo_events set occurred_at = now() - interval '27 hours'")

    relay = "select switchboard.relay_events() as relayed"
    sums = "select array_agg(completed) from switchboard.outcome_hours where endpoint_id = %s"
    end_one_late()
    assert stage.second.call(relay).row == {"relayed": 3}
    end_one_late()

    # The prune passes over what a relay is about to replace.
    stage.first.begin()
    assert stage.first.call(relay).row == {"relayed": 3}
    call = stage.second.start(PRUNE)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().code == "ok"
    stage.first.end("commit")
    assert stage.value(sums, endpoint) == [2]

    # The relay waits for the prune, and adds to what it saw.
    end_one_late()
    stage.first.begin()
    assert stage.first.call(PRUNE).code == "ok"
    call = stage.second.start(relay)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().row == {"relayed": 3}
    assert stage.value(sums, endpoint) == [3]
    assert stage.second.call(PRUNE).code == "ok"
    assert stage.value(sums, endpoint) is None


@pytest.mark.parametrize("call", ["owner_retry", "claim", "cancel", "complete", "heartbeat"])
@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_a_call_behind_the_prune_finds_nothing(stage: Stage, call: str, ending: str) -> None:
    """Cases C9: never a foreign key violation."""
    todo = stage.todo("dead")
    stage.first.begin()
    assert stage.first.call(PRUNE).row["pruned"] >= 1
    second = stage.second.start(CALLS[call], **todo.arguments())
    assert stage.meets(second, stage.second, stage.first)
    stage.first.end(ending)

    lives = "ok" if call == "owner_retry" else "SB409"
    assert second.result().code == ("SB404" if ending == "commit" else lives)
    assert stage.violations() == []


def test_prune_against_retry_and_claim(stage: Stage) -> None:
    """Cases C9, at once and many times over."""
    third = stage.session()
    for _ in range(40):
        todo = stage.todo("dead")

        def work(session: Session, todo: Any = todo) -> list[str]:
            if session is stage.first:
                return [session.call(PRUNE).code]
            calls = ["owner_retry", "claim"] if session is third else ["claim", "claim"]
            return [session.call(CALLS[call], **todo.arguments()).code for call in calls]

        codes = together([stage.first, stage.second, third], work)
        assert set().union(*codes) <= {"ok", "SB404", "SB409"}
        gone = stage.value("select count(*) from switchboard.todos where id = %s", todo.id) == 0
        assert gone == ("ok" not in codes[1] + codes[2])
    assert stage.violations() == []


def test_two_prunes_share_the_work(stage: Stage) -> None:
    many(stage, 200, "old")
    answers = together([stage.first, stage.second], lambda s: s.call(PRUNE))
    assert sum(answer.row["pruned"] for answer in answers) == 200


def test_two_sweeps_do_everything_once(stage: Stage) -> None:
    stage.second.call(SWEEP)  # what other tests left
    lapsed = many(stage, 100, "lapsed")
    many(stage, 100, "due")
    many(stage, 100, "old")
    expired = [many(stage, 10, "lapsed") for _ in range(5)]
    # Not lapsed any more, or the sweep that passes over an endpoint in the other's hands may reap.
    stage.run(
        "update switchboard.todos set lease_expires_at = now() + interval '1 hour' "
        "where endpoint_id = any(%s)",
        expired,
    )
    stage.run("update switchboard.endpoints set expires_at = now() where id = any(%s)", expired)

    one, two = (
        answer.row for answer in together([stage.first, stage.second], lambda s: s.call(SWEEP))
    )
    assert one["reaped"] + two["reaped"] == 100
    assert one["requeued"] + two["requeued"] == 100
    assert one["pruned"] + two["pruned"] == 100
    assert one["expired"] + two["expired"] == 5
    assert outcomes(stage, lapsed) == {"reaped": 100}
    assert [outcomes(stage, endpoint) for endpoint in expired] == [{"revoked": 10}] * 5
    assert stage.violations() == []


def test_a_revoke_waits_for_the_reaper_and_a_reaper_does_not_wait(stage: Stage) -> None:
    """A todo that the cascade passed over would stay alive under a dead endpoint."""
    endpoint = many(stage, 50, "lapsed")
    stage.first.begin()
    stage.first.call(REAP, limit=25)
    call = stage.second.start(CALLS["revoke"], endpoint=endpoint)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().row["closed"] == 25
    assert outcomes(stage, endpoint) == {"reaped": 25, "revoked": 25}
    states = "select array_agg(distinct state) from switchboard.todos where endpoint_id = %s"
    assert stage.value(states, endpoint) == ["failed"]


def test_a_claim_that_was_let_in_before_the_revoke_leaves_nothing_open(stage: Stage) -> None:
    """Both wait for the same todo; the claim has its endpoint's permission behind it."""
    todo = stage.todo("pending")
    third = stage.session()
    stage.first.begin()
    stage.first.call("select id from switchboard.reject(%(endpoint)s, %(id)s)", **vars(todo))
    claim = stage.second.start(CALLS["claim"], **todo.arguments())
    assert stage.meets(claim, stage.second, stage.first)
    revoke = third.start(CALLS["revoke"], **todo.arguments())
    assert stage.meets(revoke, third, stage.second)
    stage.first.end("rollback")

    assert claim.result().code == "ok"
    assert revoke.result().row["closed"] == 1
    assert stage.found(todo.id) == "failed: revoked"
    assert stage.violations() == []


def test_the_sweep_ends_what_a_retry_left_under_a_revoked_endpoint(stage: Stage) -> None:
    """A dead letter is none of the revoke's business until the retry commits."""
    todo = stage.todo("dead")
    stage.first.begin()
    stage.first.call(CALLS["owner_retry"], **todo.arguments())
    call = stage.second.start(CALLS["revoke"], **todo.arguments())
    assert not stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")

    assert stage.found(todo.id) == "pending: failed"
    stage.second.call(SWEEP)
    assert stage.found(todo.id) == "failed: failed"
    assert stage.violations() == []


def test_a_caller_of_an_expired_endpoint_holds_up_nobody_else(stage: Stage) -> None:
    """An open transaction there must not keep the other tenants' leases from being reaped."""
    todo = stage.todo("pending")
    other = stage.todo("lapsed")
    stage.first.begin()
    stage.first.call(CALLS["claim"], **todo.arguments())
    stage.run(
        "update switchboard.endpoints set expires_at = now() - interval '1 second' where id = %s",
        todo.endpoint,
    )
    swept = stage.second.call(SWEEP).row
    assert (swept["expired"], swept["reaped"]) == (0, 1)
    assert stage.found(other.id) == "pending: reaped"

    stage.first.end("commit")
    assert stage.second.call(SWEEP).row["expired"] == 1
    assert stage.found(todo.id) == "failed: revoked"
    assert stage.violations() == []
