"""The HTTP application, and ``switchboard serve`` around it."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import anyio
import psycopg
import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from psycopg_pool import PoolTimeout
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from switchboard import calls, first_run, logs, sweeper
from switchboard.database import Pool, call, open_pool, query
from switchboard.embedded import Cluster, default_data_dir
from switchboard.errors import Refusal, internal
from switchboard.gate import MAX_BODY, Gate, refuse
from switchboard.mcp import create_server
from switchboard.migrate import migrate, sql_root
from switchboard.sessions import MAX_SESSIONS, LegacySessions
from switchboard.settings import Settings
from switchboard.streams import OpenStreams

logger = logging.getLogger(__name__)

# Seconds that a shutdown waits for requests in progress.
DRAIN = 1


class ServeError(Exception):
    """The server cannot start; the text says why and what to do."""


class App:
    """The whole application: one ASGI callable, with its open streams within reach."""

    def __init__(self, settings: Settings, pool: Pool, schema: str) -> None:
        self.streams = OpenStreams()
        manager = StreamableHTTPSessionManager(
            create_server(pool, settings.attempt_summary_from_result),
            json_response=True,
            max_request_body_size=MAX_BODY,
            max_sessions=2 * MAX_SESSIONS,
        )
        gate = Gate(LegacySessions(StreamableHTTPASGIApp(manager), self.streams), pool, settings)

        async def readyz(_: Request) -> Response:
            return await _readiness(pool, schema)

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            async with manager.run(), anyio.create_task_group() as tasks:
                tasks.start_soon(sweeper.run, pool)
                tasks.start_soon(self.streams.close_revoked, pool)
                yield
                tasks.cancel_scope.cancel()

        routes = Starlette(
            routes=[
                Route("/healthz", _healthz),
                Route("/readyz", readyz),
                Route("/mcp/{slug}", gate),
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


def create_app(settings: Settings, pool: Pool, schema: str | None = None) -> App:
    """Return the application. ``schema`` names the newest migration that it was written for."""
    return App(settings, pool, schema or newest_migration())


def newest_migration() -> str:
    """Return the name of this package's newest migration."""
    return max(path.stem for path in (sql_root() / "migrations").glob("*.sql"))


def require_current_schema(dsn: str) -> None:
    """Raise ServeError unless the database has exactly this package's migrations.

    Raises psycopg.Error when the database does not answer, or does not let this login in.
    """
    try:
        found = query(dsn, calls.SCHEMA_VERSION)[0]["name"]
    except (psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedFunction):
        found = None
    wanted = newest_migration()
    if found is None or found < wanted:
        raise ServeError(
            f"The database's schema is at {found or 'nothing'}, and this server needs {wanted}. "
            "Run: switchboard migrate"
        )
    if found > wanted:
        raise ServeError(
            f"The database's schema is at {found}, newer than this server, which knows {wanted}. "
            "Install the newer version."
        )


def serve(settings: Settings, say: Callable[[str], None] | None = None) -> None:
    """Run until SIGTERM or SIGINT, which end the process with exit code 0.

    Without a database URL this starts an embedded PostgreSQL, migrates it, and fills it the first
    time. ``say`` gets what a person should read, by default on stdout. Raises ServeError,
    EmbeddedError, MigrationError or psycopg.Error when it cannot start.
    """
    logs.configure()
    say = say or _print
    with _leave_on_sigterm(), _listen(settings) as listener:
        # Port 0 has become a real one.
        settings = settings.model_copy(update={"port": listener.getsockname()[1]})
        with (
            _database(settings, say) as dsn,
            asyncio.Runner(loop_factory=_loop_factory()) as runner,
        ):
            runner.run(_run(settings, dsn, listener))


def _print(text: str) -> None:
    print(text, flush=True)


@contextmanager
def _database(settings: Settings, say: Callable[[str], None]) -> Iterator[str]:
    """Give the URL of a database whose schema is current."""
    if settings.database_url is not None:
        require_current_schema(settings.database_url)
        say(f"Switchboard is ready at {settings.url}")
        yield settings.database_url
        return
    folder = settings.data_dir or default_data_dir()
    with Cluster(folder) as cluster:
        dsn = cluster.dsn()
        migrate(dsn)
        credential = first_run.prepare(dsn)
        if credential is None:
            say(first_run.welcome_back(settings.url, str(folder)))
        else:
            say(first_run.welcome(settings.url, credential, str(folder)))
        yield dsn


async def _run(settings: Settings, dsn: str, listener: socket.socket) -> None:
    try:
        pool = await open_pool(dsn, settings.pool_size, settings.pooler)
    except PoolTimeout:
        raise ServeError("Cannot connect to the database; the log says why") from None
    async with pool:
        app = create_app(settings, pool)
        await HttpServer(app).serve(sockets=[listener])


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
        )
        super().__init__(config)
        self._streams = app.streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first, then drain and stop."""
        self._streams.close_all()
        await super().shutdown(sockets)


@contextmanager
def _leave_on_sigterm() -> Iterator[None]:
    """Turn both signals into an orderly exit 0, during start-up and after uvicorn is done.

    Uvicorn raises the signal anew when it has stopped; by default that would end the process
    before the database is stopped.
    """
    before = {
        number: signal.signal(number, lambda *_: sys.exit(0))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _listen(settings: Settings) -> Iterator[socket.socket]:
    """Take the port before anything is started or printed."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        raise ServeError(
            f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}. Choose "
            "another with --port or SWITCHBOARD_PORT."
        ) from error
    with listener:
        yield listener


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


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
        # HTTP knows no blanks around a header's value; httptools leaves those at its end.
        scope["headers"] = [(name, value.strip(b" \t")) for name, value in scope["headers"]]

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(raw=message["headers"])
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Cache-Control"] = "no-store"
            await send(message)

        try:
            await app(scope, receive, with_headers)
        except Exception:
            logger.exception("request failed: path=%r", scope["path"][:100])
            if not started:
                await refuse(internal())(scope, receive, with_headers)

    return outermost
