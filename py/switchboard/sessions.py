"""Legacy MCP sessions, capped: each costs about 39 kB until somebody ends it.

Only the handshake era has sessions. When there are too many, the one idle for longest is ended,
first of its own endpoint, then of all; one with a request or a stream in progress is not idle.
"""

from collections import OrderedDict
from dataclasses import dataclass

import anyio
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from switchboard.auth import Caller
from switchboard.doorbell import Doorbell
from switchboard.errors import Refusal, invalid
from switchboard.streams import OpenStreams

SESSION_ID = "mcp-session-id"
MAX_SESSIONS = 1000
MAX_SESSIONS_OF_AN_ENDPOINT = 100


def is_legacy(headers: Headers) -> bool:
    """Whether a request belongs to the handshake era. No version header means that, too."""
    version = headers.get(MCP_PROTOCOL_VERSION_HEADER)
    return version is None or version in HANDSHAKE_PROTOCOL_VERSIONS


@dataclass(slots=True)
class _Session:
    caller: Caller
    user: AuthenticatedUser
    requests: int = 0


class LegacySessions:
    """Passes requests on to the MCP app and keeps the number of its sessions within limits."""

    def __init__(
        self,
        app: ASGIApp,
        streams: OpenStreams,
        doorbell: Doorbell,
        total: int = MAX_SESSIONS,
        of_an_endpoint: int = MAX_SESSIONS_OF_AN_ENDPOINT,
    ) -> None:
        self._app = app
        self._streams = streams
        self._doorbell = doorbell
        self._total = total
        self._of_an_endpoint = of_an_endpoint
        # Least recently used first.
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    async def serve(self, caller: Caller, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request of an authenticated caller. Raises Refusal before any answer."""
        headers = Headers(scope=scope)
        if not is_legacy(headers):
            await self._app(scope, receive, send)
            return
        session_id = headers.get(SESSION_ID)
        if session_id is None:
            await self._open(caller, scope, receive, send)
        elif session_id in self._sessions:
            await self._use(session_id, caller, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _open(self, caller: Caller, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            raise invalid("the Mcp-Session-Id header is missing")
        busy = [s for s in self._sessions.values() if s.requests]
        of_caller = [s for s in busy if s.caller.endpoint_id == caller.endpoint_id]
        if len(busy) >= self._total or len(of_caller) >= self._of_an_endpoint:
            raise Refusal("limited", "too many sessions are in use", 429)
        opened: str | None = None

        async def watch(message: Message) -> None:
            nonlocal opened
            if message["type"] == "http.response.start" and message["status"] < 400:
                opened = Headers(raw=message["headers"]).get(SESSION_ID)
            await send(message)

        await self._app(scope, receive, watch)
        if opened is not None:
            self._sessions[opened] = _Session(caller, scope["user"])
            await self._make_room(caller)

    async def _use(
        self, session_id: str, caller: Caller, scope: Scope, receive: Receive, send: Send
    ) -> None:
        session = self._sessions[session_id]
        gone = False

        async def watch(message: Message) -> None:
            nonlocal gone
            if message["type"] == "http.response.start":
                gone = message["status"] == 404 or scope["method"] == "DELETE"
            await send(message)

        # Another endpoint's request is refused by the app; it must not keep the session alive.
        own = session.caller.endpoint_id == caller.endpoint_id
        if own:
            self._sessions.move_to_end(session_id)
            session.requests += 1
        try:
            if scope["method"] == "GET":
                await self._stream(caller, session_id, scope, receive, watch)
            else:
                await self._app(scope, receive, watch)
        finally:
            if own:
                session.requests -= 1
                if gone:
                    self._drop(session_id)

    async def _stream(
        self, caller: Caller, session_id: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve an event stream with rings, and end it properly when it is closed from our side."""
        started = finished = False
        # Two write here, each whole events: the app's and the doorbell's.
        writing = anyio.Lock()

        async def write(message: Message) -> None:
            nonlocal started, finished
            async with writing:
                if not finished:
                    started = True
                    finished = message["type"] == "http.response.body" and not message.get(
                        "more_body"
                    )
                    await send(message)

        with self._streams.hold(caller.credential_hash) as stream:
            async with anyio.create_task_group() as tasks:

                async def watch(message: Message) -> None:
                    await write(message)
                    if message["type"] == "http.response.start" and message["status"] == 200:
                        tasks.start_soon(self._doorbell.serve_legacy, caller, session_id, write)

                await self._app(scope, receive, watch)
                tasks.cancel_scope.cancel()
        if stream.cancelled_caught and started and not finished:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _make_room(self, caller: Caller) -> None:
        own = [i for i, s in self._sessions.items() if s.caller.endpoint_id == caller.endpoint_id]
        if len(own) > self._of_an_endpoint:
            await self._end_one_of(own)
        elif len(self._sessions) > self._total:
            await self._end_one_of(list(self._sessions))

    def _drop(self, session_id: str) -> None:
        self._doorbell.forget(session_id)
        self._sessions.pop(session_id, None)

    async def _end_one_of(self, candidates: list[str]) -> None:
        """End the idle session that was used least recently, as its client would: by DELETE."""
        session_id = next(i for i in candidates if not self._sessions[i].requests)
        session = self._sessions[session_id]
        self._drop(session_id)
        scope: Scope = {
            "type": "http",
            "method": "DELETE",
            "path": "/",
            "query_string": b"",
            "headers": [(SESSION_ID.encode(), session_id.encode())],
            "user": session.user,
        }
        await self._app(scope, _no_body, _ignore)


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _ignore(message: Message) -> None:
    """Drop an answer that nobody reads."""
