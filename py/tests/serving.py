"""A real server for tests: uvicorn in a thread over the test's database, and ways to call it."""

import asyncio
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
import psycopg
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from switchboard.app import HttpServer, create_app
from switchboard.board.app import Board
from switchboard.database import open_pool
from switchboard.server import newest_migration
from switchboard.settings import Settings
from switchboard.tokens import sha256

ERAS = ("legacy", "2026-07-28")
DEADLINE = 60.0
ALL_VERBS = (
    "list_todos",
    "get_todo",
    "claim",
    "claim_next",
    "complete",
    "fail",
    "release",
    "heartbeat",
    "create_todo",
)
JSON_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def settings(**changes: Any) -> Settings:
    """Settings of a test server: no rate limits, nothing from the environment."""
    defaults: dict[str, Any] = {"rate_limit_endpoint": None, "rate_limit_ip": None, "pool_size": 4}
    return Settings(**(defaults | changes))


def wait_until(condition: Callable[[], Any], what: str) -> Any:
    """Return the first true value of the condition; fail after the deadline."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain: {what}")


@dataclass
class Endpoint:
    """A vended endpoint and its credential."""

    id: str
    agent_id: str
    slug: str
    credential: str


class SharedDatabase:
    """A database for all tests of a file, as the root conftest's is for one test."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.name = server.clone()
        self._connections: list[Any] = []

    @property
    def dsn(self) -> str:
        return str(self.server.dsn(self.name))

    def dsn_as(self, user: str) -> str:
        return str(self.server.dsn(self.name, user))

    def connect(self) -> Any:
        self._connections.append(psycopg.connect(self.dsn, autocommit=True))
        return self._connections[-1]

    def drop(self) -> None:
        for conn in self._connections:
            conn.close()
        self.server.drop_database(self.name)


class Office:
    """Administration and producers, as the superuser of a test's database."""

    def __init__(self, database: Any) -> None:
        self.database = database
        self.conn = database.connect()

    def one(self, statement: str, *values: Any) -> Any:
        """Return the single value of a statement."""
        return self.conn.execute(statement, values).fetchone()[0]

    def vend(
        self,
        slug: str = "one",
        queues: tuple[str, ...] = ("inbox",),
        verbs: tuple[str, ...] = ALL_VERBS,
    ) -> Endpoint:
        """Vend an endpoint of a human and an agent of its own."""
        name = f"{slug}-{secrets.token_hex(4)}"
        human = self.one("select switchboard.create_human(%s)", name)
        agent = self.one("select switchboard.register_agent(%s, %s)", human, name)
        credential = f"sbk_{secrets.token_urlsafe(32)}"
        endpoint = self.one(
            "select switchboard.vend_endpoint(%s, %s, %s, %s, %s)",
            agent,
            slug,
            list(queues),
            list(verbs),
            sha256(credential),
        )
        return Endpoint(str(endpoint), str(agent), slug, credential)

    def rotate(self, endpoint: Endpoint) -> Endpoint:
        """Give the endpoint another credential; return it with that."""
        rotated = replace(endpoint, credential=f"sbk_{secrets.token_urlsafe(32)}")
        self.conn.execute(
            "select switchboard.rotate_credential(%s, %s)",
            (endpoint.id, sha256(rotated.credential)),
        )
        return rotated

    def create(self, endpoint: Endpoint, title: str = "work", **values: Any) -> str:
        """Create a todo and return its id."""
        given = {"queue": "inbox", "title": title, **values}
        names = ", ".join(f"p_{name} => %s" for name in given)
        return str(
            self.one(
                f"select id from switchboard.create_todo(%s, {names})",
                endpoint.id,
                *given.values(),
            )
        )

    def lapse(self, todo_id: str) -> None:
        """Let the lease of a todo be over."""
        for table, key in (("todos", "id"), ("todo_attempts", "todo_id")):
            self.conn.execute(
                f"update switchboard.{table} set lease_expires_at = now() - interval '1 second' "
                f"where {key} = %s and lease_expires_at is not null",
                (todo_id,),
            )

    def todo(self, todo_id: str) -> tuple[Any, ...]:
        """Return the whole row of a todo and its attempts, to show that nothing changed."""
        rows = self.conn.execute("select t from switchboard.todos t where id = %s", (todo_id,))
        attempts = self.conn.execute(
            "select a from switchboard.todo_attempts a where todo_id = %s order by seq", (todo_id,)
        )
        return (*rows.fetchall(), *attempts.fetchall())


class Served:
    """A running server and clients for it."""

    def __init__(self, dsn: str, chosen: Settings) -> None:
        self._dsn = dsn
        self._listener = socket.create_server(("127.0.0.1", 0))
        # As uvloop does in production: else each answer waits 40 ms for the client's TCP.
        self._listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port = self._listener.getsockname()[1]
        self.settings = chosen
        self.server: HttpServer | None = None
        self.failure: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clients: dict[str, httpx2.Client] = {}
        self._thread = threading.Thread(target=self._main, daemon=True)
        self._thread.start()
        wait_until(self._is_up, "the server to start")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def board(self) -> Board:
        assert self.server is not None
        return self.server.app.board

    def run_soon(self, work: Callable[[], Any]) -> None:
        """Run something in the server's loop."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(work)

    def limit_buffers(self) -> None:
        """Let the kernel keep little for clients that connect from now on."""
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    def stop(self) -> None:
        assert self.server is not None
        for client in self._clients.values():
            client.close()
        self.server.should_exit = True
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive()
        self._listener.close()

    def _plain(self, endpoint: Endpoint) -> httpx2.Client:
        if endpoint.id not in self._clients:
            self._clients[endpoint.id] = self.http(endpoint)
        return self._clients[endpoint.id]

    def http(self, endpoint: Endpoint | None = None, **headers: str) -> httpx2.Client:
        """Return a plain HTTP client, with an endpoint's credential if one is given."""
        if endpoint is not None:
            headers["Authorization"] = f"Bearer {endpoint.credential}"
        return httpx2.Client(base_url=self.url, headers=headers, timeout=DEADLINE)

    @asynccontextmanager
    async def client(self, endpoint: Endpoint, era: str, **options: Any) -> Any:
        """Give an SDK client of one era."""
        headers = {"Authorization": f"Bearer {endpoint.credential}"}
        async with httpx2.AsyncClient(headers=headers, timeout=DEADLINE) as http:
            transport = streamable_http_client(f"{self.url}/mcp/{endpoint.slug}", http_client=http)
            async with Client(transport, mode=era, **options) as client:
                yield client

    def call(self, endpoint: Endpoint, tool: str, era: str = "2026-07-28", **arguments: Any) -> Any:
        """Call one tool and return its structured content."""
        if era == "2026-07-28":
            answer = modern(
                self._plain(endpoint), endpoint.slug, "tools/call", name=tool, arguments=arguments
            )
            return answer.json()["result"]["structuredContent"]

        async def run() -> Any:
            async with self.client(endpoint, era) as client:
                return (await client.call_tool(tool, arguments)).structured_content

        return asyncio.run(run())

    def _is_up(self) -> bool:
        if self.failure is not None:
            raise self.failure
        return self.server is not None and self.server.started

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:
            self.failure = error

    async def _run(self) -> None:
        pool = await open_pool(self._dsn, self.settings.pool_size, self.settings.pooler)
        self._loop = asyncio.get_running_loop()
        async with pool:
            self.server = HttpServer(create_app(self.settings, pool, newest_migration()))
            await self.server.serve(sockets=[self._listener])


@contextmanager
def serving(database: Any, **changes: Any) -> Iterator[Served]:
    """Run a server over the database, as the login that the server has in production."""
    served = Served(database.dsn_as("tests_server"), settings(**changes))
    try:
        yield served
    finally:
        served.stop()


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run an async test."""
    asyncio.run(main())


def initialize(http: httpx2.Client, slug: str) -> str:
    """Open a legacy session and return its id."""
    answer = post(http, slug, "initialize", INITIALIZE)
    assert answer.status_code == 200, answer.text
    return str(answer.headers["mcp-session-id"])


INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def post(
    http: httpx2.Client,
    slug: str,
    method: str = "tools/list",
    params: dict[str, Any] | None = None,
    **headers: str,
) -> httpx2.Response:
    """Post one legacy JSON-RPC request."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    return http.post(
        f"/mcp/{slug}", content=json.dumps(message), headers={**JSON_HEADERS, **headers}
    )


def modern(
    http: httpx2.Client, slug: str, method: str = "tools/list", **params: Any
) -> httpx2.Response:
    """Post one JSON-RPC request of the modern era."""
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": method,
        "params": {"_meta": META, **params},
    }
    headers = {**JSON_HEADERS, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if name := params.get("name", params.get("uri")):
        headers["Mcp-Name"] = name
    return http.post(f"/mcp/{slug}", content=json.dumps(message), headers=headers)


class ServeProcess:
    """`switchboard serve` in a process of its own, as a person would run it."""

    def __init__(self, **environment: str) -> None:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("SWITCHBOARD_")}
        self._out = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "switchboard", "serve"],
            env=inherited | {"SWITCHBOARD_PORT": "0"} | environment,
            stdout=self._out,
            stderr=subprocess.STDOUT,
        )

    def output(self) -> str:
        """Everything that was printed or logged so far."""
        self._out.seek(0)
        return self._out.read()

    def wait_ready(self) -> str:
        """Return the URL once the server answers."""

        def url() -> str | None:
            assert self.process.poll() is None, self.output()
            found = re.search(r"ready at (http://\S+:\d+)", self.output())
            try:
                ready = found and httpx2.get(f"{found[1]}/readyz").status_code == 200
            except httpx2.TransportError:
                return None
            return found[1] if found and ready else None

        return str(wait_until(url, "the process to serve"))

    def resident_mb(self) -> float:
        """Resident memory of the process alone, in MB (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    def stop(self) -> None:
        """Send SIGTERM and check for exit code 0."""
        self.process.terminate()
        code = self.process.wait(DEADLINE)
        assert code == 0, (code, self.output())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._out.close()


@contextmanager
def serve_process(**environment: str) -> Iterator[ServeProcess]:
    """Run the server in a process, and end it whatever happens."""
    process = ServeProcess(**environment)
    try:
        yield process
    finally:
        process.close()
