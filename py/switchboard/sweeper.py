"""The background task that expires endpoints, returns lapsed leases and due retries, and prunes.

Any number of servers may run it at once. Each statement is a commit of its own.
"""

import logging
import time

import anyio
import psycopg

from switchboard import calls
from switchboard.database import Pool, call

logger = logging.getLogger(__name__)

SWEEP_EVERY = 5.0
PRUNE_EVERY = 3600.0
BATCH = 1000
PRUNE_BATCH = 10_000
EXPIRE_BATCH = 100
# After so many full batches the other steps get their turn.
MAX_BATCHES = 50


async def run(pool: Pool, every: float = SWEEP_EVERY, prune_every: float = PRUNE_EVERY) -> None:
    """Sweep until cancelled. A step that fails is logged, and the next one runs."""
    prune_at = time.monotonic()
    while True:
        await sweep(pool)
        if time.monotonic() >= prune_at:
            prune_at = time.monotonic() + prune_every
            await _step(pool, "prune", calls.PRUNE_TODOS, PRUNE_BATCH)
        await anyio.sleep(every)


async def sweep(pool: Pool) -> None:
    """Expire endpoints, reap lapsed leases, then requeue due retries."""
    await _step(pool, "expire", calls.EXPIRE_ENDPOINTS, EXPIRE_BATCH)
    await _step(pool, "reap", calls.REAP_EXPIRED, BATCH)
    await _step(pool, "requeue", calls.REQUEUE_DUE_RETRIES, BATCH)


async def _step(pool: Pool, name: str, statement: str, batch: int) -> None:
    try:
        for _ in range(MAX_BATCHES):
            rows = await call(pool, statement, limit=batch)
            if rows[0]["moved"] < batch:
                return
    except psycopg.Error as error:
        logger.error(
            "sweep step failed: step=%s error=%s sqlstate=%s",
            name,
            type(error).__name__,
            error.sqlstate,
        )
