"""The geometry of the Board's two pictures, in the units of their SVG; templates draw them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from switchboard.board.words import mark

WIDTH = 440
LANE = 18
BAR = 10
AXIS = 18
# Whole units that ticks may stand at, in seconds, with what they are called.
TICKS = (
    (60, "m"),
    (300, "m"),
    (900, "m"),
    (3600, "h"),
    (6 * 3600, "h"),
    (86400, "d"),
    (7 * 86400, "d"),
)
UNITS = {"m": 60, "h": 3600, "d": 86400}
MOST_TICKS = 6

HOUR_WIDTH = 7
STRIP_HEIGHT = 32


@dataclass(frozen=True, slots=True)
class Lane:
    """One attempt: its bar, the last heartbeat, and from where on it was silent, if it died."""

    seq: int
    mark: str
    y: float
    x: float
    width: float
    heartbeat: float | None
    silence: float | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """All attempts to one scale, the oldest at the top."""

    width: int
    height: int
    lanes: list[Lane] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)


def timeline(attempts: Sequence[Mapping[str, Any]], now: datetime) -> Timeline | None:
    """Return the picture of attempts, which come newest first; None when there are none.

    Times are UTC text in whole seconds. From the first claim to the last end, or now.
    """
    if not attempts:
        return None
    oldest_first = list(reversed(attempts))
    start = _time(oldest_first[0]["claimed_at"])
    ends = [_time(a["ended_at"]) if a["ended_at"] else now for a in attempts]
    length = max(1.0, (max(ends) - start).total_seconds())

    def x(moment: datetime) -> float:
        return round(min(max((moment - start).total_seconds() / length, 0), 1) * WIDTH, 1)

    lanes = []
    for place, attempt in enumerate(oldest_first):
        begun = _time(attempt["claimed_at"])
        ended = _time(attempt["ended_at"]) if attempt["ended_at"] else now
        beat = _time(attempt["last_heartbeat_at"]) if attempt["last_heartbeat_at"] else None
        left = min(x(begun), WIDTH - 3)
        lanes.append(
            Lane(
                seq=attempt["seq"],
                mark=mark(attempt),
                y=place * LANE + (LANE - BAR) / 2,
                x=left,
                # Even the shortest can be seen.
                width=round(max(x(ended) - left, 3), 1),
                heartbeat=x(beat) if beat else None,
                silence=max(left, x(beat or begun)) if attempt["died"] else None,
            )
        )
    return Timeline(WIDTH, len(lanes) * LANE + AXIS, lanes, _ticks(length))


def _ticks(length: float) -> list[tuple[float, str]]:
    step, unit = next(
        ((s, u) for s, u in TICKS if length / s <= MOST_TICKS),
        (math.ceil(length / MOST_TICKS / 86400) * 86400, "d"),
    )
    return [
        (round(at / length * WIDTH, 1), f"{at // UNITS[unit]} {unit}")
        for at in range(step, math.floor(length) + 1, step)
    ]


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an hour's bar."""

    kind: str
    x: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A day by the hour: how attempts ended, stacked from the bottom."""

    width: int
    height: int
    parts: list[Part]


def strip(hours: Sequence[Mapping[str, int]]) -> Strip:
    """Return the strip of a queue, scaled to its fullest hour."""
    kinds = ("completed", "released", "failed", "died")
    most = max((sum(hour[kind] for kind in kinds) for hour in hours), default=0)
    parts = []
    for place, hour in enumerate(hours):
        bottom = float(STRIP_HEIGHT)
        for kind in kinds:
            if hour[kind]:
                height = round(max(hour[kind] / most * STRIP_HEIGHT, 2), 1)
                bottom = max(0.0, round(bottom - height, 1))
                parts.append(Part(kind, place * HOUR_WIDTH, bottom, height))
    return Strip(len(hours) * HOUR_WIDTH, STRIP_HEIGHT, parts)


def end_of(attempts: Sequence[Mapping[str, Any]], now: datetime) -> timedelta:
    """Return how long the attempts took together, from the first claim on."""
    start = _time(attempts[-1]["claimed_at"])
    ends = [_time(a["ended_at"]) if a["ended_at"] else now for a in attempts]
    return max(ends) - start
