"""What the Board says, and how it draws, at the edges."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from switchboard.board import charts, words

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def todo(**values: Any) -> dict[str, Any]:
    """A todo as a list shows it."""
    base: dict[str, Any] = {
        "state": "pending",
        "dead_letter": False,
        "holder": None,
        "claimant": None,
        "attempts": [],
        "marks": [],
        "attempts_total": 0,
        "lease_expires_at": None,
        "next_retry_at": None,
        "completed_at": None,
        "created_at": NOW - timedelta(hours=5),
        "updated_at": NOW - timedelta(hours=3),
    }
    return base | values


def queue(**values: Any) -> dict[str, Any]:
    base: dict[str, Any] = dict.fromkeys(
        ("waiting", "working", "retrying", "recent", "recent_failed", "recent_died"), 0
    )
    return base | {"last_claimed_at": None, "oldest_claimable_at": None} | values


def attempt(seq: int, claimed: int, ended: int | None, **values: Any) -> dict[str, Any]:
    """An attempt, with seconds from now on."""

    def at(seconds: int | None) -> str | None:
        return None if seconds is None else (NOW + timedelta(seconds=seconds)).isoformat()

    beat = values.pop("beat", None)
    base = {"seq": seq, "outcome": "released" if ended is not None else None, "died": False}
    times = {"claimed_at": at(claimed), "ended_at": at(ended), "last_heartbeat_at": at(beat)}
    return base | times | values


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"state": "failed", "dead_letter": True}, "This is a dead letter now."),
        ({"state": "input-required", "holder": None}, "This needs input now."),
        ({"state": "claimed", "holder": "you"}, "You hold this already."),
        ({"state": "claimed", "holder": "worker", "claimant": "a"}, "An agent holds this: a."),
        ({"state": "done"}, "This is done already."),
        ({"state": "canceled"}, "This is canceled now."),
    ],
)
def test_a_conflict_is_told_in_a_sentence(state: dict[str, Any], said: str) -> None:
    assert words.what_happened(todo(**state), NOW) == said


def test_a_todo_that_asks_shows_since_when_not_a_lapsed_lease() -> None:
    """Interrupted todos are not reaped: a lapsed lease of theirs means nothing."""
    lapsed = NOW - timedelta(hours=2)
    asking = todo(state="input-required", holder="worker", lease_expires_at=lapsed)
    assert words.clock_text(*words.clock(asking), NOW) == "3 h 0 m ago"


def test_attempts_that_are_pruned_are_told_of() -> None:
    assert words.marks(todo(attempts_total=3)) == "3 attempts, no longer kept"


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        # What ends more attempts is named.
        (
            {"recent": 20, "recent_died": 2, "recent_failed": 16},
            "16 of the last 20 attempts failed",
        ),
        ({"recent": 20, "recent_died": 9, "recent_failed": 8}, "9 of the last 20 attempts died"),
        ({"recent": 20, "recent_died": 3, "recent_failed": 4}, "3 of the last 20 attempts died"),
        ({"recent": 1, "recent_died": 1}, "1 attempt of late died without a report"),
        # A queue of five minutes has not been left alone for a day.
        (
            {"waiting": 1, "oldest_claimable_at": NOW - timedelta(minutes=5)},
            "Nothing has claimed for 5 m 0 s.",
        ),
        (
            {"waiting": 1, "oldest_claimable_at": NOW - timedelta(days=5)},
            "Nothing has claimed for a day.",
        ),
    ],
)
def test_a_queue_is_judged_by_its_figures(figures: dict[str, Any], said: str) -> None:
    assert words.verdict(queue(**figures), NOW)[1].startswith(said)


@pytest.mark.parametrize(
    "attempts",
    [
        [attempt(1, 0, 0)],
        [attempt(1, -1, 0)],
        [attempt(1, -90 * 86400, 0, died=True, outcome="reaped", beat=-86400)],
        # A heartbeat after the end, and a server whose clock is behind the database's.
        [attempt(1, -60, -30, died=True, outcome="reaped", beat=-10)],
        [attempt(1, 3600, None)],
        [attempt(2, 0, None), attempt(1, -86400 * 90, -86400 * 90)],
    ],
)
def test_a_timeline_stays_in_its_frame(attempts: list[dict[str, Any]]) -> None:
    line = charts.timeline(attempts, NOW)
    assert line is not None
    for lane in line.lanes:
        assert 0 <= lane.x < lane.x + lane.width <= line.width + 0.1
        assert lane.silence is None or lane.x <= lane.silence <= line.width
        assert lane.heartbeat is None or 0 <= lane.heartbeat <= line.width
    assert len(line.ticks) <= 6
    assert all(0 < at <= line.width for at, _ in line.ticks)
