"""What changes on open Boards: hears of changed todos, reads them once, and tells every page.

One render for each human and burst of events, however many of their Boards are open. What a
notification says is not believed: the rows that are shown are asked for. A page that misses
something asks anew, so nothing here is kept or repeated.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import anyio
import psycopg
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.types import Message, Receive, Scope, Send

from switchboard import calls
from switchboard.board import words
from switchboard.board.render import ANY_CSRF, render
from switchboard.board.visits import Visitor
from switchboard.database import Pool, Row, call
from switchboard.logs import Failures
from switchboard.streams import OpenStreams

logger = logging.getLogger(__name__)

# Seconds between two renders for one human; a first event does not wait.
PACE = 0.25
# Seconds between two renders of the queues' figures, which cost more.
QUEUES_PACE = 2.0
# Humans that are rendered for at once: requests need connections, too.
RENDERS = 4
# Todos shown after one burst, as many as one look-up may ask for. After more a page asks anew.
MOST_TODOS = 200
MOST_NOTICES = 3
# Messages that wait for a browser which does not read.
MAX_WAITING = 16
# A heartbeat writes no event: a lease is looked up again at half of what is left, not sooner.
SOONEST_LOOK = 5.0
READ_TIMEOUT = 5.0
# Seconds that a human without an open page is remembered: a page's stream comes after the page.
KEPT = 60.0
# Seconds by which a page may have been read before it was made, or servers' clocks may differ.
MARGIN = 1.0
MAX_STREAMS_OF_A_HUMAN = 500
PING = 15
# What a browser does when it must ask for its page anew.
STALE = ServerSentEvent(event="stale", data="1")


@dataclass(frozen=True, slots=True)
class View:
    """What a page shows. ``todo``: whose drawer is open."""

    page: str = "todos"
    filter: str = "all"
    queue: str | None = None
    endpoint_id: str | None = None
    # Whether new todos belong at its top.
    takes_new: bool = True
    todo: str | None = None
    # When what it shows was read, in seconds since 1970.
    since: float = float("inf")

    def opened(self) -> tuple[str, bool]:
        """Return which todo is open, and whether with all of its payload, on a page of its own."""
        return self.todo or "", self.page == "todo"

    def shows(self, todo: Row) -> bool:
        """Whether a todo belongs to the list."""
        kept = {todo["state"], "all"} | ({"dead_letter"} if todo["dead_letter"] else set())
        return (
            self.takes_new
            and self.filter in kept
            and self.queue in (None, todo["queue"])
            and self.endpoint_id in (None, str(todo["endpoint_id"]))
        )


class Stream:
    """One open page."""

    def __init__(self, visitor: Visitor, view: View) -> None:
        self.visitor = visitor
        self.view = view
        self._waiting: asyncio.Queue[ServerSentEvent] = asyncio.Queue(MAX_WAITING)

    def tell(self, event: str, text: str) -> None:
        """Send a piece of a page; a browser that does not read must ask anew later."""
        message = ServerSentEvent(event=event, data=text.replace(ANY_CSRF, self.visitor.csrf))
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.forget()

    def forget(self) -> None:
        """Drop what waits: the page is stale."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(STALE)

    async def messages(self) -> AsyncIterator[ServerSentEvent]:
        """Give what is told, until cancelled. The first lets the page know that it is heard."""
        yield ServerSentEvent(event="open", data="1")
        while True:
            yield await self._waiting.get()


@dataclass(slots=True)
class Owner:
    """A human who looks at pages: what changed since the last render, and when to look again.

    Known from the first page on, whose stream comes later, and for a while after the last.
    """

    # When a page was last made or closed, by time.monotonic().
    seen_at: float = field(default_factory=time.monotonic)
    # When something was last heard, in seconds since 1970.
    heard_at: float = 0.0
    streams: list[Stream] = field(default_factory=list)
    changed: dict[str, list[str]] = field(default_factory=dict)
    # Todo → when its lease is looked up again, by time.monotonic().
    leases: dict[str, float] = field(default_factory=dict)
    rendered_at: float = -PACE
    queues_at: float = -QUEUES_PACE
    queues_stale: bool = False
    rendering: bool = False

    def due(self) -> float:
        """Return when the next render is due, by time.monotonic()."""
        if self.rendering or not self.streams:
            return float("inf")
        # Many leases that end one by one are looked up together.
        times = [max(at, self.rendered_at + PACE) for at in self.leases.values()]
        if self.changed:
            times.append(self.rendered_at + PACE)
        if self.queues_stale:
            times.append(self.queues_at + QUEUES_PACE)
        return min(times, default=float("inf"))


class Live:
    """The open Boards of this server."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.sessions = OpenStreams()
        self._owners: dict[str, Owner] = {}
        self._wake = asyncio.Event()
        self._failures = Failures(logger, "updating open Boards failed:")

    # --- pages ---

    def stream(self, visitor: Visitor, view: View) -> "EventStream":
        """Return the answer that keeps a page up to date."""
        return EventStream(self, visitor, view)

    def open_pages(self) -> int:
        """Return how many pages are open."""
        return sum(len(owner.streams) for owner in self._owners.values())

    def is_full(self, human_id: str) -> bool:
        """Whether a human has as many open pages as they may."""
        owner = self._owners.get(human_id)
        return owner is not None and len(owner.streams) >= MAX_STREAMS_OF_A_HUMAN

    def open(self, stream: Stream) -> None:
        """Count a page in."""
        owner = self._owners.setdefault(stream.visitor.human_id, Owner())
        owner.streams.append(stream)
        if owner.heard_at >= stream.view.since - MARGIN:
            stream.forget()
        self._wake.set()

    def close(self, stream: Stream) -> None:
        """Count a page out."""
        owner = self._owners[stream.visitor.human_id]
        owner.streams.remove(stream)
        owner.seen_at = time.monotonic()

    def watch(self, human_id: str, todos: Iterable[Row]) -> None:
        """Note the leases that a human's pages show, so as to look at them again in time."""
        now, clock = datetime.now(UTC), time.monotonic()
        owner = self._owners.setdefault(human_id, Owner())
        owner.seen_at = clock
        for todo in todos:
            owner.leases.pop(todo["id"], None)
            if todo["holder"] and len(owner.leases) < MOST_TODOS:
                left = (todo["lease_expires_at"] - now).total_seconds()
                # One that has lapsed waits for the reaper, and that is an event.
                if left > 0:
                    owner.leases[todo["id"]] = clock + max(SOONEST_LOOK, left / 2)
        self._wake.set()

    # --- hearing ---

    def hear(self, payload: str) -> None:
        """Note a notification for a human who has a page open. Anybody may send any text."""
        try:
            message = json.loads(payload)
            owner = self._owners.get(message["human_id"])
            if message["v"] != 1 or owner is None:
                return
            owner.heard_at = time.time()
            if not owner.streams:
                return
            for todo_id, event in message["changes"]:
                # A NUL or half a surrogate pair, which no id holds, would spoil the look-up of all.
                if str.isprintable(todo_id) and len(owner.changed) <= MOST_TODOS:
                    told = owner.changed.setdefault(todo_id, [])
                    if event in words.NOTICES and event not in told:
                        told.append(event)
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        owner.queues_stale = True
        self._wake.set()

    def hear_again(self) -> None:
        """Let every page ask anew: what was notified meanwhile is lost."""
        for owner in self._owners.values():
            for stream in owner.streams:
                stream.forget()

    async def run(self) -> None:
        """Render what changed, until cancelled."""
        limit = anyio.CapacityLimiter(RENDERS)
        # Nothing waits for a render: one human's slow look-up keeps nobody else waiting.
        async with anyio.create_task_group() as renders:
            while True:
                due = min((owner.due() for owner in self._owners.values()), default=float("inf"))
                with anyio.move_on_at(anyio.current_time() + max(0.0, due - time.monotonic())):
                    await self._wake.wait()
                self._wake.clear()
                for human_id, owner in list(self._owners.items()):
                    if owner.due() <= time.monotonic():
                        owner.rendering = True
                        renders.start_soon(self._render, human_id, owner, limit)

    async def close_ended(self, every: float = 5.0) -> None:
        """Until cancelled, end the streams of sessions that are over: one look for all of them."""
        while True:
            await anyio.sleep(every)
            self._forget_owners()
            hashes = self.sessions.keys()
            if not hashes:
                continue
            try:
                rows = await call(self._pool, calls.LIVE_SESSIONS, session_hashes=hashes)
            except psycopg.Error as error:
                logger.error("checking open Boards failed: sqlstate=%s", error.sqlstate)
                continue
            for ended in set(hashes) - {bytes(row["session_hash"]) for row in rows}:
                self.sessions.close(ended)

    def _forget_owners(self) -> None:
        """Forget humans who have looked at no page for a while."""
        gone = time.monotonic() - KEPT
        for human_id, owner in list(self._owners.items()):
            if not owner.streams and owner.seen_at < gone:
                del self._owners[human_id]

    # --- rendering ---

    async def _render(self, human_id: str, owner: Owner, limit: anyio.CapacityLimiter) -> None:
        try:
            async with limit:
                with anyio.fail_after(READ_TIMEOUT):
                    asked = await self._render_todos(human_id, owner)
                    if owner.queues_stale and owner.queues_at + QUEUES_PACE <= time.monotonic():
                        asked |= await self._render_queues(human_id, owner)
        except Exception as error:  # What anybody may have sent must not end the task.
            self._failures.add(error)
            owner.leases.clear()
            for stream in owner.streams:
                stream.forget()
        else:
            # Having asked for nothing is no success, which would let the next failure be logged.
            if asked:
                self._failures.end()
        finally:
            owner.rendering = False
            self._wake.set()

    async def _render_todos(self, human_id: str, owner: Owner) -> bool:
        """Tell of changed todos; answer whether the database was asked."""
        clock = time.monotonic()
        changed, owner.changed = owner.changed, {}
        owner.rendered_at = clock
        due = [todo_id for todo_id, at in owner.leases.items() if at <= clock]
        for todo_id in due:
            del owner.leases[todo_id]
        if len(changed) > MOST_TODOS:
            for stream in owner.streams:
                stream.forget()
            return False
        ids = list(dict.fromkeys([*changed, *due]))[:MOST_TODOS]
        if not ids:
            return False
        rows = await call(self._pool, calls.BOARD_CHANGES, human_id=human_id, todo_ids=ids)
        counts = rows[0] | {"dead_letter": rows[0]["dead_letters"]}
        todos = [row for row in rows if row["id"] is not None]
        self.watch(human_id, todos)
        found = {todo["id"] for todo in todos}
        open_todos = {s.view.opened() for s in owner.streams if s.view.todo in found}
        drawn = {opened: await self._drawer(human_id, *opened) for opened in open_todos}
        rendered = [(todo, render("_row.html", todo=todo)) for todo in todos]
        notices = _notices(changed, todos)
        counted = {f: render("_counts.html", counts=counts, current=f) for f in words.FILTERS}
        for stream in tuple(owner.streams):
            if stream.view.page == "todos":
                for event, fits in (("new", True), ("row", False)):
                    texts = [text for todo, text in rendered if stream.view.shows(todo) is fits]
                    if texts:
                        stream.tell(event, "".join(texts))
                stream.tell("piece", counted[stream.view.filter])
            if stream.view.opened() in drawn:
                stream.tell("piece", drawn[stream.view.opened()])
            if notices:
                stream.tell("notice", notices)
        return True

    async def _render_queues(self, human_id: str, owner: Owner) -> bool:
        """Tell of the queues' figures; answer whether the database was asked."""
        owner.queues_stale = False
        owner.queues_at = time.monotonic()
        streams = [stream for stream in owner.streams if stream.view.page == "queues"]
        if streams:
            text = render("_queues.html", **await queue_figures(self._pool, human_id))
            for stream in streams:
                stream.tell("piece", text)
        return bool(streams)

    async def _drawer(self, human_id: str, todo_id: str, whole: bool) -> str:
        rows = await call(self._pool, calls.BOARD_TODO, human_id=human_id, todo_id=todo_id)
        return render("_todo_partial.html", todo=rows[0], csrf=ANY_CSRF, conflict=None, whole=whole)


class EventStream(EventSourceResponse):
    """Server-sent events for one page, ended by a shutdown or by the end of the session."""

    def __init__(self, live: Live, visitor: Visitor, view: View) -> None:
        self._live = live
        self._stream = Stream(visitor, view)
        super().__init__(self._stream.messages(), ping=PING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream."""
        started = False

        async def note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        self._live.open(self._stream)
        try:
            with self._live.sessions.hold(self._stream.visitor.session_hash) as held:
                await super().__call__(scope, receive, note)
        finally:
            self._live.close(self._stream)
        # Ended from here: without its last chunk the answer would count as broken.
        if held.cancelled_caught and started:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def queue_figures(pool: Pool, human_id: str) -> dict[str, Any]:
    """Return what the Queues view shows: queues, and the workers of each."""
    queues = await call(pool, calls.OWNER_QUEUE_STATS, human_id=human_id)
    workers: dict[str, list[Row]] = {}
    for worker in await call(pool, calls.OWNER_WORKERS, human_id=human_id):
        workers.setdefault(worker["queue"], []).append(worker)
    return {"queues": queues, "workers": workers}


def _notices(changed: dict[str, list[str]], todos: list[Row]) -> str:
    """Return the notices of a burst: deaths, dead letters and retries."""
    told = [
        (*words.NOTICES[event], todo)
        for todo in todos
        for event in changed.get(todo["id"], ())
        if event in words.NOTICES
    ]
    if not told:
        return ""
    return render("_notices.html", told=told[:MOST_NOTICES], more=len(told) - MOST_NOTICES)
