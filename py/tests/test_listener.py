"""The listening connection, with a database that is played: what fails, and when."""

import asyncio
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from switchboard import listener
from switchboard.calls import LISTEN_CHANGED, LISTEN_READY


class Database:
    """Gives one connection for each entry: how long it lives in seconds, or None for a refusal."""

    def __init__(self, *lives: float | None) -> None:
        self.now = 0.0
        self.log: list[str] = []
        self._lives = iter(lives)

    async def connect(self, dsn: str, **_: Any) -> "Connection":
        assert "application_name='switchboard listener'" in dsn
        life = next(self._lives)
        if life is None:
            raise psycopg.OperationalError("refused")
        return Connection(self, life)

    async def sleep(self, seconds: float) -> None:
        self.log.append(f"pause {seconds:g}")
        self.now += seconds


class Connection:
    def __init__(self, database: Database, life: float) -> None:
        self._database = database
        self._life = life

    async def close(self) -> None:
        pass

    async def execute(self, statement: str) -> None:
        assert statement in (LISTEN_READY, LISTEN_CHANGED)

    async def notifies(self) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(channel=listener.READY, payload="ring")
        self._database.now += self._life
        raise psycopg.OperationalError("terminated")


def played(monkeypatch: pytest.MonkeyPatch, *lives: float | None) -> list[str]:
    """Listen until there are no more lives; return what happened."""
    database = Database(*lives)
    connection = SimpleNamespace(connect=database.connect)
    monkeypatch.setattr(listener.psycopg, "AsyncConnection", connection)
    monkeypatch.setattr(listener.anyio, "sleep", database.sleep)
    monkeypatch.setattr(listener.time, "monotonic", lambda: database.now)
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(
            listener.listen(
                "",
                {listener.READY: database.log.append},
                lambda: database.log.append("hear again"),
            )
        )
    return database.log


def test_pauses_double_and_a_healthy_time_resets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """[116]"""
    found = played(monkeypatch, *[None] * 7, 61.0, None, 59.0)
    pauses = [entry for entry in found if entry.startswith("pause")]
    wanted = [1, 2, 4, 8, 16, 30, 30, 1, 2, 4]
    assert pauses == [f"pause {seconds}" for seconds in wanted]


def test_what_was_missed_is_asked_for_after_any_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """[116]: also when the very first connection came late: streams were opened meanwhile."""
    assert played(monkeypatch, 1.0) == ["ring", "pause 1"]
    assert played(monkeypatch, 1.0, 1.0)[2:] == ["hear again", "ring", "pause 2"]
    assert played(monkeypatch, None, 1.0) == ["pause 1", "hear again", "ring", "pause 2"]


def test_a_run_of_failures_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "switchboard"):
        played(monkeypatch, None, None, None, 1.0, None)
    assert [record.message for record in caplog.records] == [
        "nothing is heard from the database: error=OperationalError sqlstate=None",
        "notifications are heard again",
        "nothing is heard from the database: error=OperationalError sqlstate=None",
    ]
