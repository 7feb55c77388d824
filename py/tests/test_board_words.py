"""What the Board says and draws, without a server."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from switchboard.board import charts, words

NOW = datetime(2027, 1, 31, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def text_at(seconds: float) -> str:
    """A moment as the history of a todo has it."""
    return at(seconds).strftime("%Y-%m-%dT%H:%M:%SZ")


def todo(**changes: Any) -> dict[str, Any]:
    """A todo that waits, as a list shows it."""
    waiting: dict[str, Any] = {
        "state": "pending",
        "dead_letter": False,
        "holder": None,
        "claimant": None,
        "lease_expires_at": None,
        "next_retry_at": None,
        "created_at": at(-100),
        "updated_at": at(-100),
        "completed_at": None,
        "attempts_total": 0,
        "marks": [],
        "attempts": [],
    }
    return waiting | changes


def attempt(
    claimed: float = -60,
    ended: float | None = None,
    outcome: str | None = None,
    beat: float | None = None,
    **changes: Any,
) -> dict[str, Any]:
    return {
        "seq": 1,
        "claimer_kind": "endpoint",
        "claimant": "w-1",
        "claimed_at": text_at(claimed),
        "ended_at": None if ended is None else text_at(ended),
        "last_heartbeat_at": None if beat is None else text_at(beat),
        "outcome": outcome,
        "died": outcome in ("reaped", "lease_expired"),
        **changes,
    }


# --- numbers and times ---


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0"), (999, "999"), (1000, "1,000"), (10_000, "10,000"), (10_001, "10,000+")],
)
def test_counts_are_exact_to_ten_thousand(count: int, said: str) -> None:
    assert words.number(count) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "0 s"),
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "1 m 0 s"),
        (130, "2 m 10 s"),
        (599, "9 m 59 s"),
        (600, "10 m"),
        (3599, "59 m"),
        (3600, "1 h 0 m"),
        (11_100, "3 h 5 m"),
        (86_399, "23 h 59 m"),
        (86_400, "1 d 0 h"),
        (9 * 86_400 + 3600, "9 d 1 h"),
        (10 * 86_400, "10 d"),
        (400 * 86_400, "400 d"),
    ],
)
def test_spans_have_two_units_at_most(seconds: float, said: str) -> None:
    assert words.span(seconds) == said


@pytest.mark.parametrize(
    ("kind", "seconds", "said"),
    [
        ("lease", 65, "1 m 5 s left"),
        ("lease", 0, "lapsed 0 s ago"),
        ("lease", -9, "lapsed 9 s ago"),
        ("retry", 130, "in 2 m 10 s"),
        ("retry", 0, "due"),
        ("age", -3, "3 s ago"),
        ("for", -42 * 60, "42 m"),
    ],
)
def test_clocks(kind: str, seconds: float, said: str) -> None:
    assert words.clock_text(kind, at(seconds), NOW) == said


def test_a_row_shows_the_time_that_matters() -> None:
    lease, retry, end = at(60), at(30), at(-5)
    assert words.clock(todo()) == ("age", at(-100))
    assert words.clock(todo(holder="worker", lease_expires_at=lease)) == ("lease", lease)
    # Done keeps its lease, which is nobody's any more.
    done = todo(state="done", lease_expires_at=lease, completed_at=end)
    assert words.clock(done) == ("age", end)
    assert words.clock(todo(state="failed", next_retry_at=retry)) == ("retry", retry)


# --- states, marks, people ---


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ("pending", "waiting")),
        ({"state": "claimed"}, ("claimed", "working")),
        ({"state": "input-required"}, ("asks", "needs input")),
        ({"state": "auth-required"}, ("asks", "needs sign-in")),
        ({"state": "done"}, ("done", "done")),
        ({"state": "failed"}, ("retrying", "retrying")),
        ({"state": "failed", "dead_letter": True}, ("dead", "dead letter")),
        ({"state": "canceled"}, ("canceled", "canceled")),
        ({"state": "rejected"}, ("rejected", "rejected")),
    ],
)
def test_each_state_has_a_shape_and_a_word(changes: dict[str, Any], said: tuple[str, str]) -> None:
    assert words.state(todo(**changes)) == said


@pytest.mark.parametrize(
    ("outcome", "mark"),
    [
        (None, "open"),
        ("completed", "completed"),
        ("failed", "failed"),
        ("released", "released"),
        ("reaped", "died"),
        ("lease_expired", "died"),
        ("canceled", "called_off"),
        ("revoked", "called_off"),
    ],
)
def test_each_outcome_has_a_mark_with_a_word(outcome: str | None, mark: str) -> None:
    assert words.mark(attempt(outcome=outcome)) == mark
    assert mark in words.MARKS


def test_a_todo_that_asks_shows_since_when_not_a_lapsed_lease() -> None:
    """Interrupted todos are not reaped: a lapsed lease of theirs means nothing."""
    asking = todo(state="input-required", holder="worker", lease_expires_at=at(-7200))
    assert words.clock(asking) == ("age", at(-100))


def test_marks_in_words() -> None:
    assert words.marks(todo()) == "no attempts"
    one = todo(attempts_total=1, marks=["open"])
    assert words.marks(one) == "1 attempt: in progress"
    many = todo(attempts_total=15, marks=["died", "failed", "completed"])
    assert words.marks(many) == ("15 attempts: 12 earlier, then died: no report, failed, done")
    assert words.marks(todo(attempts_total=3)) == "3 attempts, no longer kept"


def test_who_made_an_attempt() -> None:
    assert words.who("owner", None) == "you, on the Board"
    assert words.who("endpoint", "w-1") == "w-1"
    assert words.who("endpoint", None) == "a worker without a label"


@pytest.mark.parametrize(
    ("artifact", "is_link"),
    [
        ("https://x.example", True),
        ("HTTPS://x.example", True),
        ("mcp://cairn/a", False),
        ("javascript:https://x.example", False),
        ("http://x.example", False),
    ],
)
def test_only_https_is_a_link(artifact: str, is_link: bool) -> None:
    """[132]"""
    assert words.is_link(artifact) is is_link


# --- what happened ---


@pytest.mark.parametrize(
    ("changes", "newest", "said"),
    [
        (
            {"state": "claimed", "holder": "worker", "claimant": "w-1"},
            attempt(),
            "An agent holds this: w-1.",
        ),
        (
            {"state": "claimed", "holder": "worker"},
            attempt(),
            "An agent holds this: a worker without a label.",
        ),
        (
            {"state": "done", "updated_at": at(-3)},
            attempt(ended=-3, outcome="completed"),
            "An agent completed this 3 s ago.",
        ),
        (
            {"state": "done", "updated_at": at(-3)},
            attempt(ended=-3, outcome="completed", claimer_kind="owner"),
            "You completed this 3 s ago.",
        ),
        (
            {"state": "failed", "updated_at": at(-90)},
            attempt(ended=-90, outcome="failed"),
            "An agent failed this 1 m 30 s ago.",
        ),
        (
            {"updated_at": at(-3)},
            attempt(ended=-3, outcome="released"),
            "An agent released this 3 s ago.",
        ),
        (
            {"updated_at": at(-4)},
            attempt(ended=-4, outcome="reaped"),
            "The lease lapsed 4 s ago without a report.",
        ),
        # It has changed since that attempt.
        ({"updated_at": at(-3)}, attempt(ended=-60, outcome="failed"), "This is waiting again."),
        ({}, None, "This is waiting again."),
        ({"state": "canceled"}, None, "This is canceled now."),
        ({"state": "done"}, None, "This is done already."),
        (
            {"state": "failed", "dead_letter": True, "updated_at": at(-3)},
            attempt(ended=-3, outcome="revoked"),
            "This is a dead letter now.",
        ),
        ({"state": "input-required"}, None, "This needs input now."),
        ({"state": "claimed", "holder": "you"}, attempt(), "You hold this already."),
    ],
)
def test_a_conflict_says_what_happened(
    changes: dict[str, Any], newest: dict[str, Any] | None, said: str
) -> None:
    late = todo(**changes, attempts=[newest] if newest else [])
    assert words.what_happened(late, NOW) == said


# --- queues ---


def queue(**changes: Any) -> dict[str, Any]:
    idle: dict[str, Any] = {
        "waiting": 0,
        "working": 0,
        "retrying": 0,
        "recent": 0,
        "recent_failed": 0,
        "recent_died": 0,
        "last_claimed_at": None,
        "oldest_claimable_at": None,
    }
    return idle | changes


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, ("quiet", "Nothing waits.")),
        ({"waiting": 1, "working": 1}, ("good", "Work is flowing.")),
        ({"retrying": 1}, ("good", "Work is flowing.")),
        (
            {"waiting": 1, "last_claimed_at": at(-42 * 60)},
            ("quiet", "Nothing has claimed for 42 m."),
        ),
        ({"waiting": 1, "last_claimed_at": at(-60)}, ("good", "Work is flowing.")),
        (
            {"recent": 20, "recent_died": 3, "waiting": 1, "working": 1},
            ("bad", "3 of the last 20 attempts died without a report: look at the workers."),
        ),
        (
            {"recent": 10, "recent_failed": 8},
            ("bad", "8 of the last 10 attempts failed with a verdict: look at the todos."),
        ),
        # What ends more attempts is named.
        (
            {"recent": 20, "recent_failed": 16, "recent_died": 3},
            ("bad", "16 of the last 20 attempts failed with a verdict: look at the todos."),
        ),
        (
            {"recent": 20, "recent_failed": 8, "recent_died": 9},
            ("bad", "9 of the last 20 attempts died without a report: look at the workers."),
        ),
        # A queue of five minutes has not been left alone for a day.
        (
            {"waiting": 1, "oldest_claimable_at": at(-300)},
            ("quiet", "Nothing has claimed for 5 m 0 s."),
        ),
        (
            {"waiting": 1, "oldest_claimable_at": at(-5 * 86_400)},
            ("quiet", "Nothing has claimed for a day."),
        ),
        ({"recent": 20, "recent_died": 1}, ("quiet", "Nothing waits.")),
        ({"recent": 20, "recent_failed": 7, "working": 1}, ("good", "Work is flowing.")),
    ],
)
def test_the_verdict_on_a_queue(changes: dict[str, Any], verdict: tuple[str, str]) -> None:
    assert words.verdict(queue(**changes), NOW) == verdict


def test_the_outcomes_of_a_day() -> None:
    hours = [
        {"completed": 1000, "failed": 0, "died": 2, "released": 0},
        {"completed": 200, "failed": 1, "died": 0, "released": 0},
    ]
    assert words.outcome_counts(hours) == "Last 24 hours: 1,200 done, 1 failed, 2 died."
    assert words.outcome_counts([]) == "Last 24 hours: no attempt ended."


@pytest.mark.parametrize(
    ("leases", "todos", "said"),
    [
        (0, 0, "Revoking ends no lease and dead-letters no todo."),
        (1, 1, "Revoking ends 1 live lease and dead-letters 1 todo."),
        (2, 14, "Revoking ends 2 live leases and dead-letters 14 todos."),
        (0, 10_001, "Revoking ends 0 live leases and dead-letters 10,000+ todos."),
    ],
)
def test_what_revoking_ends(leases: int, todos: int, said: str) -> None:
    assert words.revoking(leases, todos) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("retry", 0, 0), "Nothing is selected."),
        (("retry", 2, 0), "2 retried."),
        (("cancel", 1, 3), "1 canceled. 3 could not be: they have changed."),
    ],
)
def test_what_became_of_several(given: tuple[str, int, int], said: str) -> None:
    assert words.bulk_done(*given) == said


# --- the timeline ---


def test_no_attempt_has_no_timeline() -> None:
    assert charts.timeline([], NOW) is None


def test_the_timeline_is_to_scale_with_the_oldest_on_top() -> None:
    newest_first = [
        attempt(-100, None, beat=-50, seq=3),
        attempt(-300, -200, "reaped", beat=-250, seq=2),
        attempt(-400, -360, "failed", seq=1),
    ]
    line = charts.timeline(newest_first, NOW)
    assert line
    assert (line.width, line.height) == (charts.WIDTH, 3 * charts.LANE + charts.AXIS)
    assert [lane.seq for lane in line.lanes] == [1, 2, 3]
    assert [lane.mark for lane in line.lanes] == ["failed", "died", "open"]
    share = [(lane.x / line.width, lane.width / line.width) for lane in line.lanes]
    assert share == [(0, 0.1), (0.25, 0.25), (0.75, 0.25)]
    assert [lane.y for lane in line.lanes] == sorted({lane.y for lane in line.lanes})
    failed, died, running = line.lanes
    # Silence: from the last sign of life to the end of the lease, and of deaths alone.
    assert (failed.heartbeat, failed.silence) == (None, None)
    assert died.heartbeat == died.silence == line.width * 150 / 400
    assert (running.heartbeat, running.silence) == (line.width * 350 / 400, None)


def test_a_death_without_a_heartbeat_is_silent_from_its_claim_on() -> None:
    line = charts.timeline([attempt(-100, 0, "lease_expired")], NOW)
    assert line
    assert (line.lanes[0].silence, line.lanes[0].x) == (0, 0)


def test_the_shortest_attempt_can_be_seen_and_none_leaves_the_picture() -> None:
    attempts = [
        attempt(0, 0, "failed", seq=3),
        attempt(-86_400, -86_400, "failed", seq=2),
        attempt(-86_400, -1, "completed", beat=100_000, seq=1),
    ]
    line = charts.timeline(attempts, NOW)
    assert line
    for lane in line.lanes:
        assert lane.width >= 3
        assert 0 <= lane.x <= lane.x + lane.width <= line.width
        assert lane.heartbeat is None or 0 <= lane.heartbeat <= line.width


@pytest.mark.parametrize(
    "attempts",
    [
        [attempt(-90 * 86_400, 0, "reaped", beat=-86_400)],
        # A heartbeat after the end, and a server whose clock is behind the database's.
        [attempt(-60, -30, "reaped", beat=-10)],
        [attempt(3600)],
        [attempt(0, seq=2), attempt(-90 * 86_400, -90 * 86_400, "released")],
    ],
)
def test_a_timeline_stays_in_its_frame(attempts: list[dict[str, Any]]) -> None:
    line = charts.timeline(attempts, NOW)
    assert line
    for lane in line.lanes:
        assert 0 <= lane.x < lane.x + lane.width <= line.width + 0.1
        assert lane.silence is None or lane.x <= lane.silence <= line.width
        assert lane.heartbeat is None or 0 <= lane.heartbeat <= line.width


def test_all_at_one_moment_is_no_division_by_zero() -> None:
    line = charts.timeline([attempt(0, 0, "failed")], NOW)
    assert line
    assert line.ticks == []


@pytest.mark.parametrize(
    ("length", "labels"),
    [
        (59, []),
        (180, ["1 m", "2 m", "3 m"]),
        (1500, ["5 m", "10 m", "15 m", "20 m", "25 m"]),
        (3600, ["15 m", "30 m", "45 m", "60 m"]),
        (4 * 3600, ["1 h", "2 h", "3 h", "4 h"]),
        (20 * 3600, ["6 h", "12 h", "18 h"]),
        (5 * 86_400, ["1 d", "2 d", "3 d", "4 d", "5 d"]),
        (30 * 86_400, ["7 d", "14 d", "21 d", "28 d"]),
        (365 * 86_400, ["61 d", "122 d", "183 d", "244 d", "305 d"]),
    ],
)
def test_ticks_are_whole_minutes_hours_or_days_and_few(length: int, labels: list[str]) -> None:
    line = charts.timeline([attempt(-length)], NOW)
    assert line
    assert [label for _, label in line.ticks] == labels
    assert len(line.ticks) <= charts.MOST_TICKS
    places = [place for place, _ in line.ticks]
    assert places == sorted(places)
    assert all(0 < place <= line.width for place in places)


def test_how_long_the_attempts_took() -> None:
    attempts = [attempt(-10), attempt(-70, -40, "failed")]
    assert charts.end_of(attempts, NOW) == timedelta(seconds=70)


# --- the strip ---


def hour(**counts: int) -> dict[str, int]:
    return {"completed": 0, "failed": 0, "died": 0, "released": 0} | counts


def test_a_strip_is_stacked_and_scaled_to_its_fullest_hour() -> None:
    hours = [hour(), hour(completed=2, failed=1, died=1), hour(released=2)]
    strip = charts.strip(hours)
    assert (strip.width, strip.height) == (3 * charts.HOUR_WIDTH, charts.STRIP_HEIGHT)
    full = charts.STRIP_HEIGHT
    assert [(p.kind, p.x, p.y, p.height) for p in strip.parts] == [
        ("completed", charts.HOUR_WIDTH, full / 2, full / 2),
        ("failed", charts.HOUR_WIDTH, full / 4, full / 4),
        ("died", charts.HOUR_WIDTH, 0, full / 4),
        ("released", 2 * charts.HOUR_WIDTH, full / 2, full / 2),
    ]


def test_one_death_among_thousands_can_be_seen_and_nothing_leaves_the_strip() -> None:
    strip = charts.strip([hour(completed=100_000, failed=1, died=1, released=1)])
    assert {part.kind for part in strip.parts} == {"completed", "failed", "died", "released"}
    for part in strip.parts:
        assert part.height >= 2
        assert part.y >= 0
        assert part.y + part.height <= charts.STRIP_HEIGHT


def test_a_day_without_attempts_is_an_empty_strip() -> None:
    assert charts.strip([hour()] * 24).parts == []
    assert charts.strip([]).parts == []
