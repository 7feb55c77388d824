"""The connection that hears PostgreSQL's notifications. What they say is not its business."""

import logging
import time
from collections.abc import Callable, Mapping

import anyio
import psycopg
from psycopg.conninfo import make_conninfo

from switchboard import calls
from switchboard.database import APPLICATION
from switchboard.logs import Failures

logger = logging.getLogger(__name__)

# Seconds to the next attempt: doubled up to the longest, the first again after a healthy time.
FIRST_PAUSE, LONGEST_PAUSE, HEALTHY = 1.0, 30.0, 60.0
# A connection that died without a word is noticed within about a minute.
KEEPALIVES = {"keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3"}


READY, CHANGED = "switchboard_todo_ready", "switchboard_todos_changed"


async def listen(
    dsn: str, hear: Mapping[str, Callable[[str], None]], hear_again: Callable[[], None]
) -> None:
    """Give each payload to whoever hears its channel; a lost connection is made anew [116].

    ``hear``: by channel, READY and CHANGED. ``hear_again``: called at each start but one at the
    first attempt, since what was notified meanwhile is lost. All must return at once and raise
    nothing. Runs until cancelled. One failure is logged, those that follow it are not.
    """
    dsn = make_conninfo(dsn, application_name=f"{APPLICATION} listener", **KEEPALIVES)
    pause = FIRST_PAUSE
    first = True
    failures = Failures(
        logger, "nothing is heard from the database:", "notifications are heard again"
    )
    while True:
        started = time.monotonic()
        try:
            conn = await psycopg.AsyncConnection.connect(dsn, autocommit=True)
            # "async with" would roll back first when cancelled, be cancelled there, and not close.
            try:
                await conn.execute(calls.LISTEN_CHANGED)
                await conn.execute(calls.LISTEN_READY)
                failures.end()
                if not first:
                    hear_again()
                async for notification in conn.notifies():
                    hear[notification.channel](notification.payload)
            finally:
                with anyio.CancelScope(shield=True):
                    await conn.close()
        except psycopg.Error as error:
            failures.add(error)
        first = False
        if time.monotonic() - started > HEALTHY:
            pause = FIRST_PAUSE
        await anyio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
