"""The doorbell: hears of new and re-queued todos from PostgreSQL, and tells clients of this server.

A ring is a hint. It goes to streams that are open now, is never kept for later, and never waits
for a client. What a notification says is not believed: the database is asked (`ready_todos`).
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import anyio
from anyio.abc import TaskGroup
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import (
    SUBSCRIPTION_ID_META_KEY,
    InMemorySubscriptionBus,
    ListenHandler,
    ResourceUpdated,
)
from mcp.shared.exceptions import MCPError
from starlette.types import Message

from switchboard import calls
from switchboard.auth import Caller
from switchboard.database import Pool, Row, call
from switchboard.logs import Failures
from switchboard.resources import queue_of
from switchboard.rings import RingGate, channel_message, resource_updated
from switchboard.streams import OpenStreams

logger = logging.getLogger(__name__)

# Notifications of one endpoint that are looked up together; further ones are dropped.
MAX_WAITING = 16
# Messages that a legacy stream keeps for a client that reads slowly.
MAX_BUFFERED = 16
# Messages in a row that found the buffer full before it is worth a line in the log.
MAX_MISSED = 3
MAX_STREAMS_OF_AN_ENDPOINT = 100
# Seconds that asking the database may take.
READ_TIMEOUT = 3.0

Send = Callable[[Message], Awaitable[None]]
Stream = TypeVar("Stream", "LegacyStream", "ModernStream")


class LegacyStream:
    """The open event stream of one legacy session, and the messages that wait to be written."""

    def __init__(self, caller: Caller, session_id: str) -> None:
        self.caller = caller
        self.session_id = session_id
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MAX_BUFFERED)
        self._missed = 0

    def offer(self, message: bytes) -> bool:
        """Take a message to be written, unless the client has not read the ones before."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self._missed += 1
            if self._missed == MAX_MISSED:
                logger.warning("a client does not read its stream: slug=%s", self.caller.slug)
            return False
        if self._missed >= MAX_MISSED:
            logger.info("a client reads its stream again: slug=%s", self.caller.slug)
        self._missed = 0
        return True

    async def write(self, send: Send) -> None:
        """Write what is offered, until cancelled."""
        while True:
            body = await self._waiting.get()
            await send({"type": "http.response.body", "body": body, "more_body": True})


class ModernStream:
    """One ``subscriptions/listen``: the URIs that it asked for, by their queues."""

    def __init__(self, uris: dict[str, str]) -> None:
        self.bus = InMemorySubscriptionBus()
        self._uris = uris

    async def ring(self, queue: str) -> None:
        """Tell the client, if it asked for this queue."""
        uri = self._uris.get(queue)
        if uri is not None:
            await self.bus.publish(ResourceUpdated(uri=uri))


class Doorbell:
    """Who listens here, and what to tell them."""

    def __init__(self, pool: Pool, streams: OpenStreams) -> None:
        self._pool = pool
        self._streams = streams
        self._gate = RingGate()
        # By endpoint. Of its legacy streams the first gets the next channel message.
        self._legacy: dict[str, deque[LegacyStream]] = {}
        self._modern: dict[str, deque[ModernStream]] = {}
        # Legacy subscriptions: session, queue, the URI that the client sent.
        self._subscriptions: dict[str, dict[str, str]] = {}
        # What notifications said and was not looked up yet, by endpoint: todo and reason, in order.
        self._heard: dict[str, dict[tuple[str, str], None]] = {}
        self._wake = asyncio.Event()
        self._tasks: TaskGroup | None = None
        self._failures = Failures(logger, "ringing failed:")

    async def run(self) -> None:
        """Ring until cancelled."""
        async with anyio.create_task_group() as self._tasks:
            self._tasks.start_soon(self._ring_what_was_heard)

    # --- clients ---

    def subscribe(self, caller: Caller, session_id: str, uri: str) -> None:
        """Subscribe a legacy session. Raises MCPError for a resource outside the scope."""
        self._subscriptions.setdefault(session_id, {})[queue_of(uri, caller)] = uri

    def unsubscribe(self, caller: Caller, session_id: str, uri: str) -> None:
        """Undo `subscribe`; harmless without."""
        self._subscriptions.get(session_id, {}).pop(queue_of(uri, caller), None)

    def forget(self, session_id: str) -> None:
        """Drop the subscriptions of a session that has ended."""
        self._subscriptions.pop(session_id, None)

    async def serve_legacy(self, caller: Caller, session_id: str, send: Send) -> None:
        """Write rings to an open stream of a legacy session, until cancelled."""
        stream = LegacyStream(caller, session_id)
        with _among(self._legacy, caller.endpoint_id, stream):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(stream.write, send)
                for todo in await self._attached(caller.endpoint_id):
                    self._ring_subscriber(stream, todo)
                    stream.offer(channel_message(todo))

    async def serve_modern(
        self,
        caller: Caller,
        ctx: ServerRequestContext[Any, Any],
        params: types.SubscriptionsListenRequestParams,
    ) -> types.SubscriptionsListenResult:
        """Serve one ``subscriptions/listen``, until the client goes or is no longer let in.

        Raises MCPError for a resource outside the scope, and for more streams than are allowed.
        """
        uris: dict[str, str] = {}
        for uri in params.notifications.resource_subscriptions or []:
            # One for each queue, or a client could have each ring sent a thousand times.
            uris.setdefault(queue_of(uri, caller), uri)
        # Nothing else is ever told, and the acknowledgement says so.
        heard = types.SubscriptionFilter(resource_subscriptions=[*uris.values()])
        params = params.model_copy(update={"notifications": heard})
        stream = ModernStream(uris)
        if len(self._modern.get(caller.endpoint_id, ())) >= MAX_STREAMS_OF_AN_ENDPOINT:
            raise MCPError(types.INTERNAL_ERROR, "Too many streams are open for this endpoint")
        with (
            _among(self._modern, caller.endpoint_id, stream),
            self._streams.hold(caller.credential_hash),
        ):
            if self._tasks is not None:
                # Runs when the handler below waits for the first time: it is subscribed then.
                self._tasks.start_soon(self._attach_modern, caller, stream)
            return await ListenHandler(stream.bus)(ctx, params)
        # Closed from here: an end that the client can tell from a lost connection.
        return types.SubscriptionsListenResult(_meta={SUBSCRIPTION_ID_META_KEY: ctx.request_id})

    async def _attach_modern(self, caller: Caller, stream: ModernStream) -> None:
        for todo in await self._attached(caller.endpoint_id):
            await stream.ring(todo["queue"])

    async def _attached(self, endpoint_id: str) -> list[Row]:
        """Ask what to ring for now that a client of the endpoint listens [115]."""
        return await self._ask(calls.RING_ATTACHED, endpoint_id=endpoint_id)

    async def _ask(self, statement: str, **params: Any) -> list[Row]:
        """Ask the database; a failure is logged once and means that nobody is rung for."""
        try:
            with anyio.fail_after(READ_TIMEOUT):
                rows = await call(self._pool, statement, **params)
        except Exception as error:  # What anybody may have sent must not end the doorbell.
            # An endpoint that may not hear, or not any more, is no failure.
            if getattr(error, "sqlstate", None) not in ("SB401", "SB403"):
                self._failures.add(error)
            return []
        self._failures.end()
        return rows

    # --- hearing ---

    def hear(self, payload: str) -> None:
        """Note a notification, if somebody here may want to know. Anybody may send any text."""
        try:
            message = json.loads(payload)
            endpoint_id, todo_id = message["endpoint_id"], message["todo_id"]
            listens = endpoint_id in self._legacy or endpoint_id in self._modern
            # A NUL or half a surrogate pair, which no id holds, would spoil the look-up of all.
            known = message["v"] == 1 and listens and str.isprintable(todo_id)
            reason = str(message["reason"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if known:
            heard = self._heard.setdefault(endpoint_id, {})
            if len(heard) < MAX_WAITING:
                heard[todo_id, reason] = None
                self._wake.set()

    def hear_again(self) -> None:
        """Ring for what was missed, while the connection goes on hearing."""
        if self._tasks is not None:
            self._tasks.start_soon(self._ring_for_what_was_missed)

    async def _ring_for_what_was_missed(self) -> None:
        """Ring as for a new client: what was notified meanwhile is lost."""
        for endpoint_id in self._legacy.keys() | self._modern.keys():
            for todo in await self._attached(endpoint_id):
                await self._deliver(endpoint_id, todo)

    async def _ring_what_was_heard(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            heard, self._heard = self._heard, {}
            said = [pair for pairs in heard.values() for pair in pairs]
            rows = await self._ask(calls.READY_TODOS, todo_ids=[todo_id for todo_id, _ in said])
            ready = {todo["todo_id"]: todo for todo in rows}
            for todo_id, reason in said:
                todo = ready.get(todo_id)
                if todo and self._gate.admits(todo_id, reason, todo["updated_at"]):
                    await self._deliver(str(todo["endpoint_id"]), todo)
                    await asyncio.sleep(0)  # requests have their turn in between

    # --- ringing ---

    async def _deliver(self, endpoint_id: str, todo: Row) -> None:
        for modern in tuple(self._modern.get(endpoint_id, ())):
            await modern.ring(todo["queue"])
        streams = self._legacy.get(endpoint_id, deque())
        for stream in tuple(streams):
            self._ring_subscriber(stream, todo)
        # One session a todo, in turn; one that does not read is passed over [109] [111].
        message = channel_message(todo)
        for _ in range(len(streams)):
            stream = streams[0]
            streams.rotate(-1)
            if stream.offer(message):
                return

    def _ring_subscriber(self, stream: LegacyStream, todo: Row) -> None:
        uri = self._subscriptions.get(stream.session_id, {}).get(todo["queue"])
        if uri is not None:
            stream.offer(resource_updated(uri))


@contextmanager
def _among(streams: dict[str, deque[Stream]], endpoint_id: str, stream: Stream) -> Iterator[None]:
    """Keep a stream among those of its endpoint while the block runs."""
    of_endpoint = streams.setdefault(endpoint_id, deque())
    of_endpoint.append(stream)
    try:
        yield
    finally:
        of_endpoint.remove(stream)
        if not of_endpoint:
            del streams[endpoint_id]
