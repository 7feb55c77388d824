"""``switchboard serve``: the life of the server's process, around the application of `app`."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

import psycopg
from psycopg_pool import PoolTimeout

from switchboard import calls, first_run, logs
from switchboard.database import open_pool, query
from switchboard.embedded import Cluster, default_data_dir
from switchboard.migrate import migrate, sql_root
from switchboard.settings import Settings


class ServeError(Exception):
    """The server cannot start; the text says why and what to do."""


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
    # The MCP SDK takes about as long to load as PostgreSQL takes to start.
    threading.Thread(target=import_module, args=("switchboard.app",), daemon=True).start()
    with _leave_on_sigterm(), _listen(settings) as listener:
        # Port 0 has become a real one.
        settings = settings.model_copy(update={"port": listener.getsockname()[1]})
        with (
            _database(settings, say) as (dsn, cluster),
            asyncio.Runner(loop_factory=_loop_factory()) as runner,
        ):
            runner.run(_run(settings, dsn, cluster, listener))


def _print(text: str) -> None:
    print(text, flush=True)


@contextmanager
def _database(
    settings: Settings, say: Callable[[str], None]
) -> Iterator[tuple[str, Cluster | None]]:
    """Give the URL of a database whose schema is current, and the embedded cluster if it is one."""
    if settings.database_url is not None:
        require_current_schema(settings.database_url)
        say(f"Switchboard is ready at {settings.url}")
        yield settings.database_url, None
        return
    folder = settings.data_dir or default_data_dir()
    with Cluster(folder) as cluster:
        dsn = cluster.dsn()
        migrate(dsn)
        credential = first_run.prepare(dsn)
        token = first_run.sign_in(dsn)
        place = f'{folder} (psql "{dsn}")'
        if credential is None:
            say(first_run.welcome_back(settings.url, token, place))
        else:
            say(first_run.welcome(settings.url, credential, token, place))
        yield dsn, cluster


async def _run(
    settings: Settings, dsn: str, cluster: Cluster | None, listener: socket.socket
) -> None:
    from switchboard.app import HttpServer, create_app

    try:
        pool = await open_pool(dsn, settings.pool_size, settings.pooler)
    except PoolTimeout:
        raise ServeError("Cannot connect to the database; the log says why") from None
    async with pool:
        server = HttpServer(create_app(settings, pool, newest_migration()))

        def stop(_: asyncio.Task[None]) -> None:
            server.should_exit = True

        watch = asyncio.create_task(_until_ended(cluster))
        watch.add_done_callback(stop)
        await server.serve(sockets=[listener])
        if cluster is not None and cluster.pid is None:
            raise ServeError(
                f"PostgreSQL has ended; the last lines of {cluster.log_path} say why. Start serve "
                "again: what was committed is there."
            )
        watch.cancel()


async def _until_ended(cluster: Cluster | None) -> None:
    """Wait until the embedded PostgreSQL has ended; for ever, if there is none."""
    while cluster is None or cluster.pid is not None:  # noqa: ASYNC110 -- no event tells of it
        await asyncio.sleep(1)


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
