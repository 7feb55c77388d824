"""From database rows to the JSON that clients get. Pure functions, no rule and no query.

Times are UTC text in whole seconds. What the contract calls optional is absent when null;
``next_retry_at`` and ``dead_letter`` are always there.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

Row = dict[str, Any]

ATTEMPT_KEYS = (
    "seq",
    "attempt",
    "claimer_kind",
    "claimant",
    "claimed_at",
    "last_heartbeat_at",
    "ended_at",
    "outcome",
    "disposition",
    "died",
    "summary",
    "summary_truncated",
    "artifact",
)


def time_text(moment: datetime | None) -> str | None:
    """Return ``YYYY-MM-DDTHH:MM:SSZ``, or None for None."""
    if moment is None:
        return None
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def todo(row: Row) -> Row:
    """Return the compact todo: no payload, no routing, no result."""
    shaped: Row = {"id": row["id"], "queue": row["queue"]}
    _add_present(shaped, row, "source", "kind")
    shaped |= {"title": row["title"], "state": row["state"]}
    _add_present(shaped, row, "owner", "assignee")
    shaped |= {"attempt": row["attempt"], "max_attempts": row["max_attempts"]}
    if row["lease_expires_at"] is not None:
        shaped["lease_expires_at"] = time_text(row["lease_expires_at"])
    return shaped | {
        "next_retry_at": time_text(row["next_retry_at"]),
        "dead_letter": row["dead_letter"],
        "created_at": time_text(row["created_at"]),
        "payload_size": row["payload_size"],
    }


def queue(row: Row) -> Row:
    """Return what waits on a queue."""
    return {
        "queue": row["queue"],
        "pending": row["pending"],
        "oldest_pending_at": time_text(row["oldest_pending_at"]),
    }


def full_todo(row: Row) -> Row:
    """Return the todo with payload and routing."""
    shaped = todo(row)
    _add_present(shaped, row, "payload", "routing")
    return shaped


def created_todo(row: Row) -> Row:
    """Return the compact todo and whether it is new."""
    return todo(row) | {"created": row["created"]}


def todo_list(rows: Iterable[Row]) -> Row:
    """Return the answer of list_todos."""
    return {"todos": [todo(row) for row in rows]}


def attempt(item: Row) -> Row:
    """Return one attempt, with exactly the thirteen keys of the contract."""
    return {key: _plain(item[key]) for key in ATTEMPT_KEYS}


def claim(row: Row, lease_token: str | None) -> Row:
    """Return the answer of claim: the full todo, flat, and what the claim opened."""
    return full_todo(row) | _claim_keys(row, lease_token)


def claim_next(rows: list[Row], lease_token: str | None) -> Row:
    """Return the answer of claim_next; without a row the queue is idle."""
    if not rows:
        return {"empty": True}
    row = rows[0]
    return {"empty": False, "todo": full_todo(row)} | _claim_keys(row, lease_token)


def todo_detail(row: Row) -> Row:
    """Return the answer of get_todo: the todo with its result, and its attempts."""
    return {
        "todo": full_todo(row) | {"result": row["result"]},
        "attempts": [attempt(item) for item in row["attempts"] or []],
        "attempts_total": row["attempts_total"],
        "attempts_pruned": row["attempts_pruned"],
    }


def endpoint(row: Row) -> Row:
    """Return an endpoint as its operator sees it, every column with its name."""
    return {key: str(v) if isinstance(v, UUID) else _plain(v) for key, v in row.items()}


def _claim_keys(row: Row, lease_token: str | None) -> Row:
    shaped = {
        "attempt_seq": row["attempt_seq"],
        "attempts_total": row["attempts_total"],
        "prior_attempts": [attempt(item) for item in row["prior_attempts"] or []],
    }
    if lease_token is not None:
        shaped["lease_token"] = lease_token
    return shaped


def _add_present(shaped: Row, row: Row, *keys: str) -> None:
    for key in keys:
        if row[key] is not None:
            shaped[key] = row[key]


def _plain(value: Any) -> Any:
    return time_text(value) if isinstance(value, datetime) else value
