"""The server's background work: relay, sweeps, reminders, retention, each part at its own pace.

Any number of servers may run it on one database. Each statement is a commit of its own, so a stop
in the middle of one loses nothing.
"""

import logging
from dataclasses import dataclass, field

import anyio
import psycopg

from switchboard import calls
from switchboard.database import Pool, call
from switchboard.logs import Failures

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Part:
    """A statement that answers how many rows it moved: a full batch means that there may be more.

    ``batch``: rows at a time. ``turns``: after so many full batches others get their turn.
    """

    name: str
    statement: str
    batch: int
    turns: int = 50
    failures: Failures = field(init=False)

    def __post_init__(self) -> None:
        self.failures = Failures(
            logger,
            f"background work failed: part={self.name}",
            f"background work goes on: part={self.name}",
        )


@dataclass(frozen=True, slots=True)
class Loop:
    """Parts that run one after the other, then wait. ``every``: seconds."""

    every: float
    parts: tuple[Part, ...]


def loops() -> tuple[Loop, ...]:
    """Return what a server does, loop by loop (behaviour 4, 5 and 7)."""
    return (
        # Half of the tenth of a second that an event may wait.
        Loop(0.05, (Part("relay", calls.RELAY_EVENTS, 1000),)),
        Loop(
            5.0,
            (
                Part("expire", calls.EXPIRE_ENDPOINTS, 100),
                Part("reap", calls.REAP_EXPIRED, 1000),
                Part("requeue", calls.REQUEUE_DUE_RETRIES, 1000),
            ),
        ),
        # Few at a time on purpose: a reminder to everybody at once would be a stampede.
        Loop(30.0, (Part("ring", calls.RING_UNCLAIMED, 3, turns=1),)),
        Loop(3600.0, (Part("prune", calls.PRUNE_TODOS, 10_000),)),
    )


# Connections that this needs beside those of the requests: one for each loop, so that parts which
# wait for a lock cannot keep the relay from one.
CONNECTIONS = len(loops())


class Sweeper:
    """The background work of one server."""

    def __init__(self, pool: Pool, work: tuple[Loop, ...] | None = None) -> None:
        self._pool = pool
        self._work = work or loops()
        self._stopping = anyio.Event()
        self._stopped = anyio.Event()

    async def run(self) -> None:
        """Work until stopped. A part that fails stops no other, and is tried again next time."""
        async with anyio.create_task_group() as tasks:
            for loop in self._work:
                tasks.start_soon(self._repeat, loop)
        self._stopped.set()

    async def stop(self, patience: float) -> None:
        """Stop, and wait so many seconds for the statements that are under way."""
        self._stopping.set()
        with anyio.move_on_after(patience):
            await self._stopped.wait()

    async def _repeat(self, loop: Loop) -> None:
        while not self._stopping.is_set():
            for part in loop.parts:
                await run_part(self._pool, part)
            with anyio.move_on_after(loop.every):
                await self._stopping.wait()


async def run_part(pool: Pool, part: Part) -> None:
    """Run a part until there is nothing left. One failure is logged, further ones are not."""
    try:
        for _ in range(part.turns):
            rows = await call(pool, part.statement, limit=part.batch)
            if rows[0]["moved"] < part.batch:
                break
    except psycopg.Error as error:
        part.failures.add(error)
    else:
        part.failures.end()
