import asyncio
from typing import Any

import pytest
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.types import Message, Receive, Scope, Send
from switchboard.auth import Caller
from switchboard.doorbell import Doorbell
from switchboard.errors import Refusal
from switchboard.sessions import LegacySessions
from switchboard.streams import OpenStreams


class Sdk:
    """Stands for the SDK: opens, serves and ends sessions."""

    def __init__(self) -> None:
        self.sessions: list[str] = []
        self.count = 0
        self.hold = asyncio.Event()

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        given = headers.get("mcp-session-id")
        status, answer = 200, given
        if given is None and "bad" not in headers:
            self.count += 1
            answer = f"s{self.count}"
            self.sessions.append(answer)
        elif given is None:
            status = 400
        elif given not in self.sessions:
            status = 404
        elif scope["method"] == "DELETE":
            assert isinstance(scope["user"], AuthenticatedUser)
            self.sessions.remove(given)
        fields = [(b"mcp-session-id", answer.encode())] if answer else []
        await send({"type": "http.response.start", "status": status, "headers": fields})
        if scope["method"] == "GET":
            await self.hold.wait()
        await send({"type": "http.response.body", "body": b""})


class Silence(Doorbell):
    """A doorbell that nobody rings."""

    def __init__(self) -> None:
        self.forgotten: list[str] = []

    def forget(self, session_id: str) -> None:
        self.forgotten.append(session_id)

    async def serve_legacy(self, *_: Any) -> None:
        await asyncio.Event().wait()


class Client:
    """One endpoint's requests."""

    def __init__(self, sessions: LegacySessions, name: str) -> None:
        self.sessions = sessions
        self.caller = Caller(name, name, (), frozenset(), name.encode())

    async def __call__(
        self, session: str | None = None, method: str = "POST", **headers: str
    ) -> tuple[int, str | None]:
        found: dict[str, Any] = {}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                found["status"] = message["status"]
                found["id"] = dict(message["headers"]).get(b"mcp-session-id", b"").decode()

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        if session is not None:
            headers["mcp-session-id"] = session
        scope: Scope = {
            "type": "http",
            "method": method,
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
            "user": AuthenticatedUser(AccessToken(token="", client_id="x", scopes=[])),
        }
        await self.sessions.serve(self.caller, scope, receive, send)
        return found["status"], found["id"]


def scenario(main: Any, total: int = 5, of_an_endpoint: int = 3) -> None:
    async def run() -> None:
        sdk = Sdk()
        sessions = LegacySessions(sdk, OpenStreams(), Silence(), total, of_an_endpoint)
        await main(sdk, *[Client(sessions, name) for name in ("a", "b", "c")])

    asyncio.run(run())


def test_an_endpoint_loses_its_own_oldest_idle_session() -> None:
    async def main(sdk: Sdk, a: Client, b: Client, _: Client) -> None:
        await b()
        for _ in range(3):
            await a()
        await a("s2")
        await a()
        assert sdk.sessions == ["s1", "s2", "s4", "s5"]

    scenario(main)


def test_in_all_the_oldest_idle_session_goes() -> None:
    async def main(sdk: Sdk, a: Client, b: Client, c: Client) -> None:
        for client in (a, a, b, b, c, c):
            await client()
        assert sdk.sessions == ["s2", "s3", "s4", "s5", "s6"]

    scenario(main)


def test_a_session_in_use_is_never_ended() -> None:
    async def main(sdk: Sdk, a: Client, _: Client, __: Client) -> None:
        await a()
        stream = asyncio.create_task(a("s1", "GET"))
        await asyncio.sleep(0)
        for _ in range(5):
            await a()
        assert sdk.sessions == ["s1", "s5", "s6"]
        sdk.hold.set()
        await stream
        await a()
        assert "s1" not in sdk.sessions

    scenario(main)


def test_when_all_are_in_use_another_one_is_refused() -> None:
    async def main(sdk: Sdk, a: Client, b: Client, _: Client) -> None:
        streams = []
        for number in (1, 2, 3):
            await a()
            streams.append(asyncio.create_task(a(f"s{number}", "GET")))
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as caught:
            await a()
        assert (caught.value.code, caught.value.status) == ("limited", 429)
        assert await b() == (200, "s4")
        sdk.hold.set()
        await asyncio.gather(*streams)
        assert await a() == (200, "s5")

    scenario(main)


def test_what_is_refused_or_foreign_takes_no_place() -> None:
    async def main(sdk: Sdk, a: Client, b: Client, _: Client) -> None:
        for _ in range(3):
            await a()
        for _ in range(9):
            assert (await a(bad="yes"))[0] == 400
            assert (await a("unknown"))[0] == 404
            with pytest.raises(Refusal):
                await a(method="GET")
        # Another endpoint's request does not make s1 look used.
        await b("s1")
        await a()
        assert sdk.sessions == ["s2", "s3", "s4"]

    scenario(main)


def test_an_ended_session_makes_room() -> None:
    async def main(sdk: Sdk, a: Client, _: Client, __: Client) -> None:
        for _ in range(3):
            await a()
        await a("s3", "DELETE")
        await a()
        assert sdk.sessions == ["s1", "s2", "s4"]

    scenario(main)


def test_the_modern_era_has_no_sessions() -> None:
    async def main(sdk: Sdk, a: Client, _: Client, __: Client) -> None:
        for _ in range(9):
            await a(**{"mcp-protocol-version": "2026-07-28"})
        assert len(sdk.sessions) == 9

    scenario(main)
