"""The relay meets writers that commit late, rivals, and its own end in the middle of a batch."""

import itertools
import json
from typing import Any

import pytest
from sessions import Answer, Session, Stage

RELAY = "select switchboard.relay_events(%(limit)s) as relayed"
CREATE = "select id from switchboard.create_todo(%(endpoint)s, 'q', 't')"
CURSOR = "select to_jsonb(c) from switchboard.relay_cursor as c"


@pytest.fixture
def endpoint(stage: Stage) -> Any:
    drain(stage)
    return stage.endpoint(f"{{q{stage.value('select count(*) from switchboard.endpoints')},q}}")


def relay(session: Session, limit: int = 1000) -> Any:
    return session.call(RELAY, limit=limit).row["relayed"]


def drain(stage: Stage) -> None:
    """Relay all, and settle: what the cursor noted has ended."""
    stage.run("select switchboard.relay_events(1000000)")


def created(stage: Stage) -> int:
    numbers = "select sum((created_total ->> '__other__')::int) from switchboard.queue_metrics()"
    return int(stage.value(numbers) or 0)


def left(stage: Stage) -> int:
    return int(stage.value("select count(*) from switchboard.todo_events"))


def test_a_second_relay_returns_at_once(stage: Stage, endpoint: Any) -> None:
    stage.run("select tests.todo(%s)", endpoint)
    stage.first.begin()
    assert relay(stage.first) == 1
    call = stage.second.start(RELAY, limit=1000)
    assert not stage.meets(call, stage.second, stage.first)
    assert call.result().row == {"relayed": 0}
    stage.first.end("commit")
    assert left(stage) == 0
    assert stage.violations() == []


@pytest.mark.parametrize("limit", [1, 1000])
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_an_event_that_commits_late_is_not_passed_over(
    stage: Stage, endpoint: Any, order: tuple[int, ...], limit: int
) -> None:
    """Design 3: three writers have their ids before the relay notes; they end in every order."""
    before = created(stage)
    writers = [stage.session() for _ in range(3)]
    for writer in writers:
        writer.begin()
        assert writer.call(CREATE, endpoint=endpoint).code == "ok"
    for ends in order:
        # What others commit meanwhile moves the bound as far as it may go.
        for _ in range(3):
            stage.run("select tests.todo(%s)", endpoint)
            while relay(stage.second, limit):
                pass
        writers[ends].end("rollback" if ends == 1 else "commit")
    for _ in range(3):
        stage.run("select tests.todo(%s)", endpoint)
        while relay(stage.second, limit):
            pass
    assert left(stage) == 0
    assert created(stage) == before + 2 + 9 + 3
    assert stage.violations() == []


def test_the_bound_follows_once_all_have_ended(stage: Stage, endpoint: Any) -> None:
    def ticks() -> int:
        for _ in range(3):
            stage.run("select tests.todo(%s)", endpoint)
            relay(stage.second)
        return int(stage.value("select bound from switchboard.relay_cursor"))

    before = ticks()
    stage.first.begin()
    stage.first.call("select pg_current_xact_id()")  # a long writer anywhere in the cluster
    ticks()
    held = ticks()
    assert ticks() == held
    stage.first.end("commit")
    assert ticks() > held >= before
    assert stage.violations() == []


def test_whoever_wrote_before_takes_no_note(stage: Stage, endpoint: Any) -> None:
    """Its transaction id is older than ids of events that it cannot know of."""
    ticks = [stage.run("select tests.todo(%s)", endpoint) or relay(stage.second) for _ in range(3)]
    assert ticks == [1, 1, 1]
    stage.run("update switchboard.relay_cursor set noted_xid = null")
    stage.first.begin()
    stage.first.call("select pg_current_xact_id()")
    stage.run("select tests.todo(%s)", endpoint)
    assert relay(stage.first) == 1
    stage.first.end("commit")
    assert json.loads(json.dumps(stage.value(CURSOR)))["noted_xid"] is None
    stage.run("select tests.todo(%s)", endpoint)
    assert relay(stage.first) == 1
    assert stage.value(CURSOR)["noted_xid"] is not None


def test_a_note_of_another_cluster_is_replaced(stage: Stage, endpoint: Any) -> None:
    """After dump and restore a noted transaction id may be far ahead, and would never settle."""
    foreign = 9_000_000_000_000_000_000
    stage.run(
        "update switchboard.relay_cursor set noted_id = bound + 1000000, noted_xid = %s",
        str(foreign),
    )
    for _ in range(3):
        stage.run("select tests.todo(%s)", endpoint)
        assert relay(stage.second) == 1
    cursor = stage.value(CURSOR)
    newest = stage.value("select last_value from switchboard.todo_events_id_seq")
    assert int(cursor["noted_xid"]) < foreign
    assert newest - 2 <= cursor["bound"] <= newest
    assert stage.violations() == []


def test_at_repeatable_read_nothing_is_counted_twice(stage: Stage, endpoint: Any) -> None:
    before = created(stage)
    stage.run("select tests.todo(%s)", endpoint)
    stage.first.begin("repeatable read")
    stage.first.call("select 1")
    assert relay(stage.second) == 1
    # Its snapshot still shows the event and the cursor as they were.
    assert stage.first.call(RELAY, limit=1000) in (
        Answer("40001"),
        Answer("ok", [{"relayed": 0}]),
    )
    stage.first.end("rollback")
    stage.run("select tests.todo(%s)", endpoint)
    stage.first.begin("repeatable read")
    assert relay(stage.first) == 1
    stage.first.end("commit")
    assert created(stage) == before + 2
    assert stage.violations() == []


@pytest.mark.parametrize("end", ["pg_cancel_backend", "pg_terminate_backend"])
@pytest.mark.parametrize("table", ["todo_events", "relay_cursor", "queue_tallies", "outcome_hours"])
def test_a_relay_that_is_killed_has_done_nothing(
    stage: Stage, endpoint: Any, table: str, end: str
) -> None:
    """At the first write to each of its tables: all is as before, and the next relay does it."""
    before = created(stage)
    for _ in range(5):
        stage.run("select tests.todo(%s)", endpoint)
    cursor = stage.value(CURSOR)
    victim = stage.session("tests_operator")
    holder = stage.session("postgres")
    holder.begin()
    holder.call(f"lock table switchboard.{table} in share mode")
    call = victim.start(RELAY, limit=1000)
    assert stage.meets(call, victim, holder)
    stage.run(f"select {end}(%s)", victim.pid)
    assert call.result().code in ("57014", "57P01", "None")
    holder.end("commit")
    assert (left(stage), stage.value(CURSOR), created(stage)) == (5, cursor, before + 5)
    assert relay(stage.second) == 5
    assert (left(stage), created(stage)) == (0, before + 5)
    assert stage.violations() == []


def test_a_recount_waits_for_the_relay(stage: Stage, endpoint: Any) -> None:
    """It must not count against numbers that a batch is about to replace."""
    stage.run("select tests.todo(%s)", endpoint)
    stage.first.begin()
    assert relay(stage.first) == 1
    call = stage.second.start("select switchboard.recount_todos() as wrong")
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().row == {"wrong": 0}
    assert stage.value("select count(*) from switchboard.relay_cursor") == 1
    assert stage.violations() == []


def test_two_grants_admit_fifty_labels(stage: Stage) -> None:
    """Both see room for one more; the second waits, and finds none."""
    known = stage.value("select count(*) from switchboard.queue_labels")
    stage.endpoint("{" + ",".join(f"n{n}" for n in range(known, 49)) + "}")
    assert stage.value("select count(*) from switchboard.queue_labels") == 49
    endpoints = stage.endpoint("{n48}"), stage.endpoint("{n48}")
    grant = "select switchboard.set_scope(%(endpoint)s, %(queues)s, '{claim}')"
    stage.first.begin()
    known = {"endpoint": endpoints[0], "queues": ["last-a", "more-a"]}
    assert stage.first.call(grant, **known).code == "ok"
    call = stage.second.start(grant, endpoint=endpoints[1], queues=["last-b"])
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().code == "ok"
    assert stage.value("select count(*) from switchboard.queue_labels") == 50
    last = "select array_agg(queue) from switchboard.queue_labels where starts_with(queue, 'last')"
    assert stage.value(last) == ["last-a"]


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
def test_a_grant_with_an_old_snapshot_is_told_to_try_again(stage: Stage, isolation: str) -> None:
    """It cannot see that its place was taken while it waited; the database sees to it."""
    stage.run("delete from switchboard.queue_labels where place > 40")
    endpoints = stage.endpoint("{x}"), stage.endpoint("{x}")
    grant = "select switchboard.set_scope(%(endpoint)s, %(queues)s, '{claim}')"
    stage.second.begin(isolation)
    stage.second.call("select count(*) from pg_catalog.pg_class")
    stage.first.begin()
    queues = [f"{isolation}-one"]
    assert stage.first.call(grant, endpoint=endpoints[0], queues=queues).code == "ok"
    call = stage.second.start(grant, endpoint=endpoints[1], queues=[f"{isolation}-two"])
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result() == Answer("40001")
    stage.second.end("rollback")
