from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from switchboard import shape

MOMENT = datetime(2026, 9, 22, 15, 32, 0, 999_999, UTC)
ROW: dict[str, Any] = {
    "id": "td_1",
    "queue": "inbox",
    "source": None,
    "kind": None,
    "title": "work",
    "state": "pending",
    "owner": None,
    "assignee": None,
    "attempt": 0,
    "max_attempts": 5,
    "lease_expires_at": None,
    "next_retry_at": None,
    "dead_letter": False,
    "created_at": MOMENT,
    "updated_at": MOMENT,
    "claimed_at": None,
    "completed_at": None,
    "payload_size": 0,
    "attempts_total": 1,
    "attempts_pruned": 0,
    "payload": None,
    "routing": None,
    "result": None,
    "attempt_seq": 2,
    "prior_attempts": [],
    "attempts": [],
    "created": True,
}
ATTEMPT: dict[str, Any] = dict.fromkeys(shape.ATTEMPT_KEYS)
SMALLEST = {
    "id": "td_1",
    "queue": "inbox",
    "title": "work",
    "state": "pending",
    "attempt": 0,
    "max_attempts": 5,
    "next_retry_at": None,
    "dead_letter": False,
    "created_at": "2026-09-22T15:32:00Z",
    "payload_size": 0,
}


def test_times_are_utc_in_whole_seconds() -> None:
    berlin = MOMENT.astimezone(timezone(timedelta(hours=2)))
    assert shape.time_text(berlin) == "2026-09-22T15:32:00Z"
    assert shape.time_text(None) is None


def test_the_smallest_todo_still_tells_retry_and_dead_letter() -> None:
    """[94]"""
    assert shape.todo(ROW) == SMALLEST
    assert shape.full_todo(ROW) == SMALLEST


def test_what_is_set_is_shown() -> None:
    row = ROW | {
        "source": "ci",
        "kind": "bug",
        "owner": "agent:1",
        "assignee": "agent:1",
        "lease_expires_at": MOMENT,
        "next_retry_at": MOMENT,
        "payload": {"a": 1},
        "routing": [],
    }
    compact = SMALLEST | {
        "source": "ci",
        "kind": "bug",
        "owner": "agent:1",
        "assignee": "agent:1",
        "lease_expires_at": "2026-09-22T15:32:00Z",
        "next_retry_at": "2026-09-22T15:32:00Z",
    }
    assert shape.todo(row) == compact
    assert shape.full_todo(row) == compact | {"payload": {"a": 1}, "routing": []}


def test_a_list_row_has_no_payload_or_routing() -> None:
    """[95]"""
    row = ROW | {"payload": {"a": 1}, "routing": {}, "payload_size": 8}
    assert shape.todo_list([row]) == {"todos": [SMALLEST | {"payload_size": 8}]}


def test_an_attempt_has_exactly_thirteen_keys() -> None:
    """[93]"""
    shaped = shape.attempt(ATTEMPT | {"lease_token_hash": b"x", "owner": "agent:1"})
    assert len(shaped) == 13
    assert set(shaped) == set(shape.ATTEMPT_KEYS)


def test_claim_is_flat_and_claim_next_nests() -> None:
    """[54] [61]"""
    opened = {"attempt_seq": 2, "attempts_total": 1, "prior_attempts": []}
    assert shape.claim(ROW, None) == SMALLEST | opened
    assert shape.claim(ROW, "token") == SMALLEST | opened | {"lease_token": "token"}
    assert shape.claim_next([ROW], None) == {"empty": False, "todo": SMALLEST} | opened
    assert shape.claim_next([], "token") == {"empty": True}


def test_get_todo_nests_the_result_inside_the_todo() -> None:
    row = ROW | {"result": {"ok": True}, "attempts": [ATTEMPT]}
    assert shape.todo_detail(row) == {
        "todo": SMALLEST | {"result": {"ok": True}},
        "attempts": [ATTEMPT],
        "attempts_total": 1,
        "attempts_pruned": 0,
    }


def test_no_attempts_are_an_empty_list_and_no_result_is_null() -> None:
    shaped = shape.todo_detail(ROW | {"attempts": None})
    assert shaped["attempts"] == []
    assert shaped["todo"]["result"] is None


def test_a_created_todo_says_whether_it_is_new() -> None:
    assert shape.created_todo(ROW) == SMALLEST | {"created": True}
