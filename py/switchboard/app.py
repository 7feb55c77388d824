"""The HTTP application: routes, safety headers, background tasks, and uvicorn around it."""

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import psycopg
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from switchboard import calls
from switchboard.board.app import Board
from switchboard.database import Pool, call, open_pool
from switchboard.doorbell import Doorbell
from switchboard.errors import Refusal, internal
from switchboard.gate import MAX_BODY, Gate, refuse
from switchboard.listener import CHANGED, READY, listen
from switchboard.mcp import create_server
from switchboard.metrics import Metrics
from switchboard.sessions import MAX_SESSIONS, LegacySessions
from switchboard.settings import Settings
from switchboard.streams import OpenStreams
from switchboard.sweeper import CONNECTIONS, Sweeper

logger = logging.getLogger(__name__)

# Seconds that a shutdown waits for requests in progress, and then for background work.
DRAIN = 1
# Bytes of a request line and headers together.
MAX_HEADERS = 64 * 1024
# Files of ours, which browsers may keep.
STATIC = "/static/"


class App:
    """The whole application: one ASGI callable, with its open streams within reach."""

    def __init__(self, settings: Settings, pool: Pool, schema: str) -> None:
        self.streams = OpenStreams()
        dsn = str(pool.conninfo)
        doorbell = Doorbell(pool, self.streams)
        self.board = board = Board(pool, settings)
        manager = StreamableHTTPSessionManager(
            create_server(pool, doorbell, settings.attempt_summary_from_result, settings.a2ui),
            json_response=True,
            max_request_body_size=MAX_BODY,
            max_sessions=2 * MAX_SESSIONS,
        )
        sessions = LegacySessions(StreamableHTTPASGIApp(manager), self.streams, doorbell)
        gate = Gate(sessions, pool, settings)

        def hear_again() -> None:
            doorbell.hear_again()
            board.live.hear_again()

        async def readyz(_: Request) -> Response:
            return await _readiness(pool, schema)

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            # Requests that wait for a connection must not keep the relay from one.
            background = await open_pool(
                dsn, CONNECTIONS, settings.pooler, "switchboard background"
            )
            async with background, manager.run(), anyio.create_task_group() as tasks:
                sweeper = Sweeper(background)
                tasks.start_soon(sweeper.run)
                hear = {READY: doorbell.hear, CHANGED: board.live.hear}
                tasks.start_soon(listen, settings.listen_url or dsn, hear, hear_again)
                tasks.start_soon(doorbell.run)
                tasks.start_soon(board.live.run)
                tasks.start_soon(self.streams.close_revoked, pool)
                tasks.start_soon(board.live.close_ended)
                yield
                await sweeper.stop(DRAIN)
                tasks.cancel_scope.cancel()

        routes = Starlette(
            routes=[
                Route("/healthz", _healthz),
                Route("/readyz", readyz),
                Route("/metrics", Metrics(pool, settings).answer, methods=["GET"]),
                Route("/mcp/{slug}", gate),
                *board.routes(),
            ],
            exception_handlers={HTTPException: _http_error, Exception: _crash},
            lifespan=lifespan,
        )
        routes.router.redirect_slashes = False
        self._app: ASGIApp = _outermost(routes)
        if settings.trusted_proxies:
            self._app = ProxyHeadersMiddleware(self._app, settings.trusted_proxies)  # type: ignore[arg-type,assignment]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        await self._app(scope, receive, send)


def create_app(settings: Settings, pool: Pool, schema: str) -> App:
    """Return the application. ``schema`` is the newest migration that it was written for."""
    return App(settings, pool, schema)


class HttpServer(uvicorn.Server):
    """Uvicorn, which by itself waits for open event streams until it is killed."""

    def __init__(self, app: App) -> None:
        config = uvicorn.Config(
            app,
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=DRAIN,
            timeout_keep_alive=75,
            ws="none",
            # httptools keeps headers without a limit, before anybody is authenticated.
            http="h11",
            h11_max_incomplete_event_size=MAX_HEADERS,
        )
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first, then drain and stop."""
        self.app.streams.close_all()
        self.app.board.live.sessions.close_all()
        await super().shutdown(sockets)


async def _healthz(_: Request) -> Response:
    return JSONResponse({"status": "ok"})


async def _readiness(pool: Pool, schema: str) -> Response:
    try:
        found = (await call(pool, calls.SCHEMA_VERSION))[0]["name"]
    except psycopg.Error as error:
        logger.error("not ready: error=%s sqlstate=%s", type(error).__name__, error.sqlstate)
        return JSONResponse({"status": "unavailable", "reason": "database"}, 503)
    if found != schema:
        return JSONResponse({"status": "unavailable", "reason": "schema"}, 503)
    return JSONResponse({"status": "ok"})


async def _http_error(_: Request, error: Exception) -> Response:
    """Give Starlette's own refusals, unknown routes and methods, the one error shape."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        refusal = Refusal("not_found", "nothing is served here", 404)
    else:
        refusal = Refusal("invalid", "this method is not served here", status)
    return JSONResponse(refusal.body(), status)


async def _crash(_: Request, __: Exception) -> Response:
    """Answer for Starlette, which then raises the exception to `_outermost`, where it is logged."""
    return JSONResponse(internal().body(), 500)


def _outermost(app: ASGIApp) -> ASGIApp:
    """Put the safety headers on every answer; log a crash, and answer `internal` to it."""

    async def outermost(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(raw=message["headers"])
                headers["X-Content-Type-Options"] = "nosniff"
                if not scope["path"].startswith(STATIC):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        try:
            await app(scope, receive, with_headers)
        except Exception:
            logger.exception("request failed: path=%r", scope["path"][:100])
            if not started:
                await refuse(internal())(scope, receive, with_headers)

    return outermost
