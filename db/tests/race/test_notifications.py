"""Listeners that are stuck, a relay that is missing, a held snapshot: nothing slows down."""

import json
from typing import Any

import psycopg
import pytest

RELAY = "select switchboard.relay_events(1000)"
RAW = """
    insert into switchboard.todo_events (
        occurred_at, endpoint_id, seq, attempt, queue, todo_id, event, from_state, outcome
    )
    select clock_timestamp(), %(endpoint)s, 1, 1, 'q', 'td_' || n, e.event, e.from_state, e.outcome
    from generate_series(1, %(number)s / 3) as n
    cross join (
        values ('created', null, null), ('claimed', 'pending', null),
            ('canceled', 'claimed', 'canceled')
    ) as e (event, from_state, outcome)
"""


def value(conn: psycopg.Connection[Any], statement: str, *values: Any) -> Any:
    row = conn.execute(statement.encode(), values).fetchone()
    assert row
    return row[0]


def buffers(conn: psycopg.Connection[Any], statement: str) -> int:
    """Count the buffers that a statement touches, with all that runs inside it."""
    explain = f"explain (analyze, buffers, timing off, format json) {statement}"
    plan = value(conn, explain)[0]["Plan"]
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def test_a_listener_hears_of_created_and_requeued_todos(database: Any) -> None:
    """Contract 2: ids and the reason, and of dead letters the attempt's number; no text."""
    admin, listener = database.connect(), database.connect("tests_nobody")
    listener.execute("listen switchboard_todo_ready")
    listener.execute("listen switchboard_todo_dead_lettered")
    endpoint = value(admin, "select tests.endpoint()")
    odd = '"q\\ ü'
    other = value(admin, "select tests.endpoint('other', %s)", [odd])
    first = value(admin, "select tests.todo(%s, p_title => 'secret')", endpoint)
    parked = value(admin, "select tests.todo_in(%s, 'failed')", endpoint)
    dead = value(admin, "select tests.todo_in(%s, 'dead_letter')", endpoint)
    last = value(admin, "select tests.todo(%s, %s)", other, odd)
    admin.execute("update switchboard.todos set next_retry_at = now() where id = %s", (parked,))
    admin.execute("select switchboard.requeue_due_retries()")
    # These wait for a reminder or an attach (behaviour 4).
    reaped = value(admin, "select tests.todo_in(%s, 'lapsed')", endpoint)
    admin.execute("select switchboard.reap_expired()")
    admin.execute("select switchboard.claim(%s, %s)", (endpoint, reaped))
    admin.execute("select switchboard.release(%s, %s)", (endpoint, reaped))
    admin.execute("select switchboard.owner_retry(tests.human(), %s)", (dead,))
    assert list(listener.notifies(timeout=0)) == []  # never from a transition
    admin.execute(RELAY)
    heard = list(listener.notifies(timeout=30, stop_after=7))

    def ready(todo: str, reason: str, of: Any = endpoint, queue: str = "q") -> dict[str, Any]:
        ids = {"endpoint_id": str(of), "queue": queue, "todo_id": todo}
        return {"v": 1, **ids, "reason": reason}

    assert [json.loads(n.payload) for n in heard if n.channel == "switchboard_todo_ready"] == [
        ready(first, "created"),
        ready(parked, "created"),
        ready(dead, "created"),
        ready(last, "created", other, odd),
        ready(parked, "requeued"),
        ready(reaped, "created"),
    ]
    told = [json.loads(n.payload) for n in heard if n.channel == "switchboard_todo_dead_lettered"]
    ids = {"endpoint_id": str(endpoint), "queue": "q", "todo_id": dead}
    assert told == [{"v": 1, **ids, "seq": 1}]


def changes(
    admin: psycopg.Connection[Any], listener: psycopg.Connection[Any]
) -> list[tuple[str, list[list[str]]]]:
    """Whose Boards were told, and of what, in order; fails on any other member."""
    admin.execute("select pg_notify('switchboard_todos_changed', 'the end')")
    told = []
    for notification in listener.notifies(timeout=30):
        if notification.payload == "the end":
            break
        assert len(notification.payload.encode()) < 8000
        payload = json.loads(notification.payload)
        assert payload.keys() == {"v", "human_id", "changes"}
        assert payload["v"] == 1
        told.append((payload["human_id"], payload["changes"]))
    return told


def test_boards_hear_what_changed(database: Any) -> None:
    """Ids and events alone, one notification for each human; a prune is no news to anybody."""
    admin, listener = database.connect(), database.connect("tests_nobody")
    ann, bob = value(admin, "select tests.human()"), value(admin, "select tests.human('bob')")
    first, second = (value(admin, "select tests.endpoint(%s)", slug) for slug in ("one", "two"))
    other = value(admin, "select tests.endpoint('other', p_human => 'bob')")
    old = value(admin, "select tests.todo_in(%s, 'canceled')", first)
    admin.execute("update switchboard.todos set updated_at = now() - interval '1 year'")
    admin.execute(RELAY)
    listener.execute("listen switchboard_todos_changed")

    a = value(admin, "select tests.todo(%s, p_title => 'secret')", first)
    b = value(admin, "select tests.todo_in(%s, 'dead_letter')", other)
    c = value(admin, "select tests.todo(%s)", second)
    for _ in range(2):
        admin.execute("select from switchboard.claim(%s, %s, null, 'secret')", (first, a))
        admin.execute("select from switchboard.release(%s, %s, 'secret')", (first, a))
    admin.execute("select from switchboard.claim(%s, %s)", (second, c))
    assert value(admin, "select switchboard.prune_todos()") == 1
    assert list(listener.notifies(timeout=0)) == []  # never from a transition
    admin.execute(RELAY)
    told = changes(admin, listener)
    assert sorted(told) == sorted(
        [
            (
                str(ann),
                # What happened twice is told once, where it did last.
                [[a, "created"], [c, "created"], [a, "claimed"], [a, "released"], [c, "claimed"]],
            ),
            (str(bob), [[b, "created"], [b, "claimed"], [b, "dead_lettered"]]),
        ]
    )
    assert old not in str(told)

    admin.execute(RELAY)
    assert changes(admin, listener) == []  # nothing is told of nothing


@pytest.mark.parametrize("number", [79, 80, 81, 160, 161])
def test_boards_hear_of_up_to_80_changes_at_once(shared: Any, number: int) -> None:
    """The longest ids and events that fit; the other human's are counted apart."""
    admin, listener = shared.connect(), shared.connect("tests_nobody")
    endpoint = value(admin, "select tests.endpoint(%s)", f"of-{number}")
    other = value(admin, "select tests.endpoint(%s, p_human => 'bob')", f"bobs-{number}")
    listener.execute("listen switchboard_todos_changed")
    for of, ids in ((endpoint, number), (other, 80)):
        admin.execute(
            "insert into switchboard.todo_events"
            " (occurred_at, endpoint_id, queue, todo_id, event, from_state, attempt)"
            " select now(), %s, 'q', lpad(n::text, 64, '0'), 'dead_lettered', 'claimed', 1"
            " from generate_series(1, %s) as n",
            (of, ids),
        )
    assert value(admin, RELAY) == number + 80
    told = changes(admin, listener)
    for name, count in (("ann", number), ("bob", 80)):
        human = str(value(admin, "select tests.human(%s)", name))
        heard = [of for whose, of in told if whose == human]
        assert [len(part) for part in heard] == [
            min(80, count - start) for start in range(0, count, 80)
        ]
        assert [int(todo) for part in heard for todo, _ in part] == list(range(1, count + 1))


def test_an_id_that_fits_nowhere_stops_no_relay(shared: Any) -> None:
    """We make none longer than 33 characters; one that came in otherwise is left out."""
    admin, listener = shared.connect(), shared.connect("tests_nobody")
    endpoint = value(admin, "select tests.endpoint('odd')")
    listener.execute("listen switchboard_todos_changed")
    long = ["x" * 65, "ü" * 33, "x" * 100_000, *(f"{n:02}" + chr(1) * 60 for n in range(80))]
    fits = ["x" * 64, "ü" * 32, '"' * 31 + "x" * 2, ""]
    for todo in [*long, *fits]:
        admin.execute(
            "insert into switchboard.todo_events"
            " (occurred_at, endpoint_id, queue, todo_id, event, from_state, attempt)"
            " values (now(), %s, 'q', %s, 'claimed', 'pending', 1)",
            (endpoint, todo),
        )
    # So may the event of an endpoint that is gone by now.
    admin.execute(
        "insert into switchboard.todo_events"
        " (occurred_at, endpoint_id, queue, todo_id, event, from_state, attempt)"
        " values (now(), gen_random_uuid(), 'q', 'td_0', 'claimed', 'pending', 1)"
    )
    assert value(admin, RELAY) == len(long) + len(fits) + 1
    told = changes(admin, listener)
    human = str(value(admin, "select tests.human()"))
    assert told == [(human, [[todo, "claimed"] for todo in fits])]


def test_a_reminder_is_heard(database: Any) -> None:
    """[113]"""
    admin, listener = database.connect(), database.connect()
    listener.execute("listen switchboard_todo_ready")
    todo = value(admin, "select tests.todo(tests.endpoint())")
    admin.execute("update switchboard.todos set created_at = now() - interval '5 minutes'")
    assert value(admin, "select switchboard.ring_unclaimed()") == 1
    (heard,) = listener.notifies(timeout=30, stop_after=1)
    assert json.loads(heard.payload)["reason"] == "unclaimed"
    assert json.loads(heard.payload)["todo_id"] == todo


def test_without_a_relay_work_goes_on(database: Any) -> None:
    """20,000 events wait; numbers are exact, and one claim costs what it did before."""
    admin = database.connect()
    endpoint = value(admin, "select tests.endpoint()")
    admin.execute("select tests.todo(%s) from generate_series(1, 50)", (endpoint,))
    claim = f"select id from switchboard.claim_next('{endpoint}')"
    for _ in range(10):
        admin.execute(claim)
    before = buffers(admin, claim)
    admin.execute(RAW, {"endpoint": endpoint, "number": 20_000})
    assert buffers(admin, claim) <= 1.5 * before
    assert value(admin, "select claimed_total from switchboard.queue_metrics()") == 12 + 6666
    while value(admin, RELAY):
        pass
    assert value(admin, "select claimed_total from switchboard.queue_metrics()") == 12 + 6666


def test_a_held_snapshot_does_not_slow_the_relay_down(database: Any) -> None:
    """Design 3: 20,000 events later a batch, an idle look and a reading touch as many buffers."""
    admin = database.connect()
    endpoint = value(admin, "select tests.endpoint()")

    def tick() -> int:
        admin.execute(RAW, {"endpoint": endpoint, "number": 300})
        return buffers(admin, RELAY)

    def costs() -> dict[str, int]:
        return {
            "batch": min(tick() for _ in range(5)),
            "idle": buffers(admin, RELAY),
            "reading": buffers(admin, "select * from switchboard.queue_metrics()"),
            "lag": buffers(admin, "select * from switchboard.service_metrics()"),
        }

    holder = database.connect(autocommit=False)
    holder.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    costs()
    holder.execute("select count(*) from switchboard.todo_events")
    before = costs()
    for _ in range(67):
        tick()
    after = costs()
    holder.rollback()
    assert {
        name: (before[name], cost) for name, cost in after.items() if cost > 2 * before[name]
    } == {}


@pytest.mark.parametrize("cluster", [18], indirect=True)
def test_a_full_queue_of_notifications_stops_nothing(new_cluster: Any) -> None:
    """Cases S35: a listener stuck in a transaction fills the cluster's queue, here a small one."""
    new_cluster.execute("alter system set max_notify_queue_pages = 64")
    new_cluster.crash()
    new_cluster.start()
    name = new_cluster.clone()
    usage = "select pg_notification_queue_usage()"
    with (
        psycopg.connect(new_cluster.dsn(name), autocommit=True) as admin,
        psycopg.connect(new_cluster.dsn(name)) as stuck,
    ):
        endpoint = value(admin, "select tests.endpoint()")
        stuck.execute("listen switchboard_todo_ready")
        stuck.commit()
        stuck.execute("select")  # it now hears nothing until its transaction ends
        created = 0
        while value(admin, usage) < 0.5:
            admin.execute("select tests.todo(%s) from generate_series(1, 500)", (endpoint,))
            created += 500
            assert value(admin, RELAY) == 500
            assert created < 10_000
        for _ in range(3):  # no room is left for these, and nobody fails
            admin.execute("select tests.todo(%s) from generate_series(1, 1000)", (endpoint,))
            created += 1000
            assert value(admin, RELAY) == 1000
        assert value(admin, usage) < 1
        assert value(admin, "select pending from switchboard.queue_metrics()") == created
        stuck.rollback()
        heard = len(list(stuck.notifies(timeout=5)))
        assert 0 < heard < created
        stuck.autocommit = True
        last = value(admin, "select tests.todo(%s)", endpoint)
        admin.execute(RELAY)
        assert last in [json.loads(n.payload)["todo_id"] for n in stuck.notifies(timeout=5)]
        assert value(admin, "select count(*) from tests.violations()") == 0


def test_boards_hear_of_every_change_but_pruning(database: Any) -> None:
    """For each human apart, oldest first, in portions; ids and event names only."""
    admin, listener = database.connect(), database.connect("tests_nobody")
    listener.execute("listen switchboard_todos_changed")
    mine = value(admin, "select tests.endpoint()")
    other = value(admin, "select tests.endpoint('other', p_human => 'bob')")
    human = str(value(admin, "select tests.human()"))
    bob = str(value(admin, "select tests.human('bob')"))
    todo = value(admin, "select tests.todo(%s, p_title => 'secret')", mine)
    admin.execute("select switchboard.claim(%s, %s, p_claimant => 'secret')", (mine, todo))
    admin.execute("select switchboard.fail(%s, %s, p_summary => 'secret')", (mine, todo))
    his = value(admin, "select tests.todo(%s)", other)
    # An id that no notification could hold: it is left out, and the others get through.
    admin.execute(
        "insert into switchboard.todo_events (occurred_at, endpoint_id, queue, todo_id, event)"
        " values (now(), %s, 'q', repeat('x', 9000), 'created')",
        (mine,),
    )
    admin.execute("select switchboard.prune_todos()")
    assert list(listener.notifies(timeout=0)) == []
    admin.execute(RELAY)
    heard = [json.loads(n.payload) for n in listener.notifies(timeout=30, stop_after=2)]
    assert {message["human_id"]: message for message in heard} == {
        human: {
            "v": 1,
            "human_id": human,
            "changes": [[todo, "created"], [todo, "claimed"], [todo, "failed"]],
        },
        bob: {"v": 1, "human_id": bob, "changes": [[his, "created"]]},
    }

    admin.execute("select tests.todo(%s) from generate_series(1, 200)", (mine,))
    admin.execute("update switchboard.todos set state = 'done' where id = %s", (his,))
    admin.execute("select switchboard.set_setting('retention_max_age_days', '0')")
    admin.execute("select switchboard.prune_todos()")
    admin.execute(RELAY)
    heard = [json.loads(n.payload) for n in listener.notifies(timeout=30, stop_after=3)]
    assert sorted(len(message["changes"]) for message in heard) == [40, 80, 80]
    assert {event for message in heard for _, event in message["changes"]} == {"created"}
    assert list(listener.notifies(timeout=0)) == []
