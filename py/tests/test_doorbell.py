"""Rings from a commit to a client, with real servers. Nothing here waits for time to pass: that
something does not ring is shown by a later todo that does.
"""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

import httpx2
import pytest
from serving import (
    DEADLINE,
    ERAS,
    JSON_HEADERS,
    META,
    Endpoint,
    Office,
    Served,
    initialize,
    run,
    serving,
    wait_until,
)
from switchboard.auth import Caller
from switchboard.doorbell import MAX_BUFFERED, Doorbell
from switchboard.resources import uri_of
from switchboard.streams import OpenStreams

INBOX = uri_of("inbox")
UPDATED = "notifications/resources/updated"
CHANNEL = "notifications/claude/channel"
NOTIFY = "select pg_notify('switchboard_todo_ready', %s)"


@pytest.fixture
def served(office: Office) -> Any:
    with serving(office.database) as served:
        yield served


@pytest.fixture
def endpoint(office: Office) -> Endpoint:
    return office.vend()


async def until(condition: Callable[[], Any], what: str = "a ring") -> None:
    await asyncio.to_thread(wait_until, condition, what)


class Ear:
    """What one open stream has said so far."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.ended = False

    def heard(self, method: str) -> list[dict[str, Any]]:
        return [m["params"] for m in self.messages if m.get("method") == method]

    def todos(self) -> list[str]:
        return [params["meta"]["todo_id"] for params in self.heard(CHANNEL)]

    async def read(self, answer: httpx2.Response) -> None:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                self.messages.append(json.loads(line.removeprefix("data: ")))
        self.ended = True


@asynccontextmanager
async def listening(
    served: Served, endpoint: Endpoint, method: str, headers: dict[str, str], body: str | None
) -> AsyncIterator[Ear]:
    headers = {**JSON_HEADERS, **headers, "Authorization": f"Bearer {endpoint.credential}"}
    url = f"{served.url}/mcp/{endpoint.slug}"
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx2.AsyncClient(timeout=DEADLINE))
        stream = http.stream(method, url, headers=headers, content=body)
        answer = await stack.enter_async_context(stream)
        assert answer.status_code == 200
        ear = Ear()
        task = asyncio.create_task(ear.read(answer))
        try:
            yield ear
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def legacy(
    office: Office, served: Served, endpoint: Endpoint, *uris: str, session: str | None = None
) -> AsyncIterator[Ear]:
    """Open the event stream of a session, new unless one is given, and subscribe it."""
    with served.http(endpoint) as http:
        session = session or initialize(http, endpoint.slug)
        for uri in uris:
            subscribe(http, endpoint, session, uri)
    headers = {"mcp-session-id": session, "Accept": "text/event-stream"}
    async with listening(served, endpoint, "GET", headers, None) as ear:
        await until(lambda: attached(office, endpoint), "the attach")
        yield ear


def attached(office: Office, endpoint: Endpoint) -> bool:
    """Whether what waited was asked for: what is created from now on rings by itself."""
    asked = "select count(*) from switchboard.endpoint_rings where endpoint_id = %s"
    return bool(office.one(asked, endpoint.id))


def subscribe(
    http: httpx2.Client, endpoint: Endpoint, session: str, uri: str, verb: str = "subscribe"
) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": f"resources/{verb}", "params": {"uri": uri}}
    headers = {**JSON_HEADERS, "mcp-session-id": session}
    return http.post(f"/mcp/{endpoint.slug}", content=json.dumps(message), headers=headers).json()


def listen_request(*uris: str) -> str:
    params = {"_meta": META, "notifications": {"resourceSubscriptions": uris}}
    return json.dumps(
        {"jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen", "params": params}
    )


MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}


@asynccontextmanager
async def modern(
    office: Office, served: Served, endpoint: Endpoint, *uris: str
) -> AsyncIterator[Ear]:
    """Listen, and wait for the acknowledgement."""
    async with listening(served, endpoint, "POST", MODERN, listen_request(*uris)) as ear:
        await until(lambda: ear.messages, "the acknowledgement")
        await until(lambda: attached(office, endpoint), "the attach")
        yield ear


@contextmanager
def stuck(
    served: Served, endpoint: Endpoint, method: str, headers: dict[str, str], body: str = ""
) -> Iterator[None]:
    """Open a stream, wait for its first bytes, and read no more."""
    fields = {
        **JSON_HEADERS,
        **headers,
        "Host": f"127.0.0.1:{served.port}",
        "Authorization": f"Bearer {endpoint.credential}",
        "Content-Length": str(len(body)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(DEADLINE)
        client.connect(("127.0.0.1", served.port))
        client.sendall(f"{method} /mcp/{endpoint.slug} HTTP/1.1\r\n{head}\r\n{body}".encode())
        assert client.recv(15) == b"HTTP/1.1 200 OK"
        yield


def fail_and_requeue(office: Office, endpoint: Endpoint, todo_id: str) -> None:
    office.conn.execute("select switchboard.claim(%s, %s)", (endpoint.id, todo_id))
    office.conn.execute("select switchboard.fail(%s, %s)", (endpoint.id, todo_id))
    office.conn.execute(
        "update switchboard.todos set next_retry_at = clock_timestamp() where id = %s", (todo_id,)
    )
    office.conn.execute("select switchboard.requeue_due_retries()")


def say(
    office: Office, endpoint: Endpoint, todo_id: str, reason: str, queue: str = "inbox"
) -> None:
    payload = {
        "v": 1,
        "endpoint_id": endpoint.id,
        "queue": queue,
        "todo_id": todo_id,
        "reason": reason,
    }
    office.conn.execute(NOTIFY, (json.dumps(payload),))


def test_create_fail_and_requeue_ring_twice(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """[106] [107]: on every pipe, and further notifications of the same do not ring."""

    async def main() -> None:
        async with (
            legacy(office, served, endpoint, INBOX) as old,
            modern(office, served, endpoint, INBOX) as new,
        ):
            todo_id = office.create(endpoint)
            await until(lambda: old.todos() == [todo_id] and new.heard(UPDATED))
            fail_and_requeue(office, endpoint, todo_id)
            await until(lambda: old.todos() == [todo_id] * 2 and len(new.heard(UPDATED)) == 2)
            for reason in ("requeued", "created", "nonsense"):
                say(office, endpoint, todo_id, reason)
            another = office.create(endpoint)
            await until(lambda: another in old.todos() and len(new.heard(UPDATED)) == 3)
            assert old.todos() == [todo_id, todo_id, another]
            assert old.heard(UPDATED) == [{"uri": INBOX}] * 3
            assert [params["uri"] for params in new.heard(UPDATED)] == [INBOX] * 3

    run(main)


def test_a_reminder_rings_past_the_gate(served: Served, office: Office, endpoint: Endpoint) -> None:
    """[113]: within the minute of the creation's ring."""

    async def main() -> None:
        async with (
            legacy(office, served, endpoint) as old,
            modern(office, served, endpoint, INBOX) as new,
        ):
            todo_id = office.create(endpoint)
            await until(lambda: old.todos() and new.heard(UPDATED))
            old_enough = "update switchboard.todos set created_at = now() - interval '5 minutes'"
            office.conn.execute(old_enough)
            office.conn.execute("select switchboard.ring_unclaimed()")
            await until(lambda: old.todos() == [todo_id] * 2 and len(new.heard(UPDATED)) == 2)

    run(main)


def test_a_duplicate_does_not_ring(served: Served, office: Office, endpoint: Endpoint) -> None:
    """[105]"""

    async def main() -> None:
        async with legacy(office, served, endpoint) as ear:
            first = office.create(endpoint, idempotency_key="k")
            assert office.create(endpoint, idempotency_key="k") == first
            last = office.create(endpoint)
            await until(lambda: last in ear.todos())
            assert ear.todos() == [first, last]

    run(main)


def test_each_todo_rings_one_session_in_turn(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """[109]: by the channel; all modern streams and subscribers hear of each."""

    async def main() -> None:
        async with AsyncExitStack() as stack:
            enter = stack.enter_async_context
            ears = [await enter(legacy(office, served, endpoint, INBOX)) for _ in range(3)]
            news = [await enter(modern(office, served, endpoint, INBOX)) for _ in range(2)]
            for number in range(1, 4):
                office.create(endpoint)
                await until(lambda n=number: sum(len(ear.todos()) for ear in ears) == n)
            assert [len(ear.todos()) for ear in ears] == [1, 1, 1]
            await until(lambda: all(len(e.heard(UPDATED)) == 3 for e in [*ears, *news]))

    run(main)


def test_endpoints_and_queues_do_not_hear_each_other(served: Served, office: Office) -> None:
    """[108]: queue names may hold anything, and the same name elsewhere is another queue."""
    odd = "a:b/c?d"
    one = office.vend("one", (odd, "inbox"))
    two = office.vend("two", (odd, "inbox"))

    async def main() -> None:
        async with (
            legacy(office, served, one, uri_of(odd)) as first,
            legacy(office, served, two, uri_of(odd)) as second,
            modern(office, served, one, uri_of(odd)) as first_odd,
            modern(office, served, two, uri_of(odd)) as second_odd,
        ):
            a = office.create(one, queue=odd)
            await until(lambda: first.todos() and first_odd.heard(UPDATED))
            b = office.create(two, queue="inbox")
            await until(lambda: second.todos())
            c = office.create(two, queue=odd)
            await until(lambda: c in second.todos() and second_odd.heard(UPDATED))
            assert (first.todos(), second.todos()) == ([a], [b, c])
            assert first.heard(CHANNEL)[0]["meta"]["queue"] == odd
            for ear in (first, second):
                assert ear.heard(UPDATED) == [{"uri": uri_of(odd)}]
            assert len(first_odd.heard(UPDATED)) == len(second_odd.heard(UPDATED)) == 1

    run(main)


def test_a_queue_that_is_not_granted_any_more_is_silent(served: Served, office: Office) -> None:
    endpoint = office.vend("one", ("inbox", "other"))
    scope = "select switchboard.set_scope(%s, %s, %s)"

    async def main() -> None:
        async with legacy(office, served, endpoint, uri_of("other")) as ear:
            office.conn.execute(scope, (endpoint.id, ["inbox"], ["claim_next", "create_todo"]))
            office.conn.execute(
                "insert into switchboard.todos (id, endpoint_id, queue, title)"
                " values ('td_x', %s, 'other', 't')",
                (endpoint.id,),
            )
            say(office, endpoint, "td_x", "created", "other")
            last = office.create(endpoint)
            await until(lambda: ear.todos())
            assert (ear.todos(), ear.heard(UPDATED)) == ([last], [])

    run(main)


def test_nothing_is_kept_for_a_later_stream(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """[110]: but for the attach, which has been used up."""

    async def main() -> None:
        with served.http(endpoint) as http:
            session = initialize(http, endpoint.slug)
        async with legacy(office, served, endpoint, session=session):
            pass
        await until(lambda: office.one("select count(*) from switchboard.endpoint_rings") == 1)
        missed = office.create(endpoint)
        events = "select count(*) from switchboard.todo_events"
        await until(lambda: office.one(events) == 0, "the relay")
        async with legacy(office, served, endpoint, session=session) as ear:
            last = office.create(endpoint)
            await until(lambda: last in ear.todos())
            assert missed not in ear.todos()

    run(main)


def test_whoever_attaches_is_rung_for_three_once_a_minute(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """[115]: a refused attach rings none."""
    todos = [office.create(endpoint) for _ in range(4)]
    events = "select count(*) from switchboard.todo_events"
    wait_until(lambda: office.one(events) == 0, "the relay")
    rings = "select coalesce(sum(rings), 0) from switchboard.todo_rings"

    async def main() -> None:
        with served.http(endpoint) as http:
            session = initialize(http, endpoint.slug)
            headers = {"mcp-session-id": "unknown", "Accept": "text/event-stream"}
            assert http.get(f"/mcp/{endpoint.slug}", headers=headers).status_code == 404
        assert office.one(rings) == 0
        async with legacy(office, served, endpoint, INBOX, session=session) as first:
            await until(lambda: len(first.todos()) == 3)
            assert first.todos() == todos[:3]
            async with modern(office, served, endpoint, INBOX) as second:
                last = office.create(endpoint)
                await until(lambda: last in first.todos() and second.heard(UPDATED))
                assert len(second.heard(UPDATED)) == 1
        assert office.one(rings) == 3
        office.conn.execute("update switchboard.endpoint_rings set attached_at = null")
        async with modern(office, served, endpoint, INBOX) as third:
            await until(lambda: len(third.heard(UPDATED)) == 3)

    run(main)


class Unasked(Doorbell):
    """A doorbell without a database: nothing waits for who attaches."""

    def __init__(self) -> None:
        super().__init__(None, OpenStreams())  # type: ignore[arg-type]

    async def _attached(self, _: str) -> list[Any]:
        return []


def test_a_client_that_does_not_read_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """[111]: with full buffers the next session is rung; nothing waits; it is told of once."""
    caller = Caller("endpoint", "slug", ("inbox",), frozenset({"claim_next"}), b"")
    stuck, free = asyncio.Event(), asyncio.Event()
    read: list[Any] = []

    async def never(_: Any) -> None:
        await stuck.wait()

    async def at_once(message: Any) -> None:
        read.append(message)
        free.set()

    async def deliver(bell: Doorbell, number: int) -> None:
        todo = {"todo_id": f"td_{number}", "queue": "inbox", "title": "t"}
        await bell._deliver("endpoint", todo | {"kind": None, "source": None})
        await asyncio.sleep(0)

    async def main() -> None:
        bell = Unasked()
        streams = [
            asyncio.create_task(bell.serve_legacy(caller, name, send))
            for name, send in (("stuck", never), ("free", at_once))
        ]
        while len(bell._legacy.get("endpoint", ())) < 2:  # noqa: ASYNC110 -- nobody tells of it
            await asyncio.sleep(0)
        for number in range(4 * MAX_BUFFERED):
            free.clear()
            before = len(read)
            await deliver(bell, number)
            if number > 2 * MAX_BUFFERED + 2:  # the stuck one has none to spare
                await free.wait()
                assert len(read) == before + 1
        assert caplog.text.count("a client does not read its stream: slug=slug") == 1
        stuck.set()
        await asyncio.sleep(0)
        for number in range(4):
            await deliver(bell, number)
        assert caplog.text.count("a client reads its stream again: slug=slug") == 1
        streams[1].cancel()
        await asyncio.gather(streams[1], return_exceptions=True)
        for _ in range(100):
            bell._legacy["endpoint"][0].offer(b"x")  # all are full: dropped
        await deliver(bell, 0)
        streams[0].cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        assert bell._legacy == {}

    with caplog.at_level(logging.INFO, "switchboard"):
        run(main)


def test_forged_and_malformed_notifications_ring_nobody(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    other = office.vend("other")

    async def main() -> None:
        async with legacy(office, served, endpoint) as ear:
            done = office.create(endpoint)
            await until(lambda: ear.todos() == [done])
            office.conn.execute("select switchboard.claim(%s, %s)", (endpoint.id, done))
            foreign = office.create(other)
            say(office, endpoint, done, "requeued")
            say(office, endpoint, foreign, "created")
            say(office, endpoint, "td_none", "created")
            good = {"v": 1, "endpoint_id": endpoint.id, "todo_id": foreign, "reason": "created"}
            for payload in (
                "",
                "x",
                "[]",
                "null",
                "{}",
                "[" * 3000,
                json.dumps(good | {"v": 2}),
                json.dumps(good | {"endpoint_id": [1]}),
                json.dumps(good | {"todo_id": {}}),
                json.dumps(good | {"todo_id": "\x00"}),
            ):
                office.conn.execute(NOTIFY, (payload,))
            last = office.create(endpoint)
            await until(lambda: last in ear.todos())
            assert ear.todos() == [done, last]

    run(main)


@pytest.mark.parametrize("forged", ["\x00", "\ud800", "td_\n"], ids=["nul", "surrogate", "newline"])
def test_a_forged_id_keeps_nobody_from_hearing(
    served: Served, office: Office, endpoint: Endpoint, forged: str
) -> None:
    """Text that PostgreSQL does not take, looked up together with a todo that waits."""

    async def main() -> None:
        async with legacy(office, served, endpoint) as ear:
            office.conn.execute(
                "insert into switchboard.todos (id, endpoint_id, queue, title)"
                " values ('td_x', %s, 'inbox', 't')",
                (endpoint.id,),
            )
            with office.conn.transaction():
                say(office, endpoint, forged, "created")
                say(office, endpoint, "td_x", "created")
            await until(lambda: ear.todos() == ["td_x"])

    run(main)


def test_a_stuck_client_delays_nobody(
    served: Served, office: Office, endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """[111]: it opens streams of both eras over real sockets and never reads them."""
    # Or the kernel would read megabytes for it.
    served.limit_buffers()

    async def main() -> None:
        with served.http(endpoint) as http:
            session = initialize(http, endpoint.slug)
            subscribe(http, endpoint, session, INBOX)
        head = {"mcp-session-id": session, "Accept": "text/event-stream"}
        with (
            stuck(served, endpoint, "GET", head),
            stuck(served, endpoint, "POST", MODERN, listen_request(INBOX)),
        ):
            async with (
                legacy(office, served, endpoint, INBOX) as old,
                modern(office, served, endpoint, INBOX) as new,
            ):
                made = 0
                while "a client does not read its stream" not in caplog.text:
                    assert made < 5000
                    for _ in range(10):
                        office.create(endpoint, "x" * 1000)
                    made += 10
                    await until(lambda n=made: len(old.heard(UPDATED)) == n)
                    await until(lambda n=made: len(new.heard(UPDATED)) == n)
                last = office.create(endpoint)
                await until(lambda: last in old.todos(), "the next session's ring")
                assert served.call(endpoint, "claim_next")["empty"] is False
                office.conn.execute("select switchboard.revoke_endpoint(%s)", (endpoint.id,))
                await until(lambda: old.ended and new.ended, "the streams to end")
        assert caplog.text.count("a client does not read its stream") == 1

    with caplog.at_level(logging.INFO, "switchboard"):
        run(main)


def test_two_servers_each_ring_their_own(office: Office, endpoint: Endpoint) -> None:
    """[109]: one session per todo and server; every modern stream."""

    async def main() -> None:
        with serving(office.database) as a, serving(office.database) as b:
            async with (
                legacy(office, a, endpoint) as old_a,
                legacy(office, b, endpoint) as old_b,
                legacy(office, b, endpoint) as other_b,
                modern(office, a, endpoint, INBOX) as new_a,
                modern(office, b, endpoint, INBOX) as new_b,
            ):
                todo_id = office.create(endpoint)
                ears = (old_a, new_a, new_b)
                await until(lambda: all(e.todos() or e.heard(UPDATED) for e in ears))
                await until(lambda: old_b.todos() or other_b.todos())
                last = office.create(endpoint)
                await until(lambda: last in old_a.todos())
                await until(lambda: len(old_b.todos()) == len(other_b.todos()) == 1)
                assert old_a.todos() == [todo_id, last]

    run(main)


def test_the_listener_comes_back(
    served: Served, office: Office, endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """[116]: what was missed meanwhile rings as for a new client."""
    listener = (
        "from pg_stat_activity where application_name = 'switchboard listener'"
        " and datname = current_database() and starts_with(query, 'listen')"
    )

    async def main() -> None:
        async with legacy(office, served, endpoint) as ear:
            first = office.create(endpoint)
            await until(lambda: ear.todos() == [first])
            office.conn.execute("update switchboard.endpoint_rings set attached_at = null")
            assert office.one(f"select count(pg_terminate_backend(pid)) {listener}") == 1
            await until(lambda: len(ear.todos()) == 2, "the attach ring of the reconnection")
            last = office.create(endpoint)
            await until(lambda: last in ear.todos())

    with caplog.at_level(logging.INFO, "switchboard"):
        run(main)
    assert caplog.text.count("nothing is heard from the database: error=") == 1
    assert caplog.text.count("notifications are heard again") == 1


@pytest.mark.parametrize("end", ["revoke", "rotate"])
def test_streams_end_with_the_credential(
    served: Served, office: Office, endpoint: Endpoint, end: str
) -> None:
    """[104]: a modern one with the result that tells an end from a lost connection."""

    async def main() -> None:
        async with (
            legacy(office, served, endpoint) as old,
            modern(office, served, endpoint, INBOX) as new,
        ):
            if end == "revoke":
                office.conn.execute("select switchboard.revoke_endpoint(%s)", (endpoint.id,))
            else:
                office.rotate(endpoint)
            await until(lambda: old.ended and new.ended, "the streams to end")
            assert new.messages[-1]["id"] == 7
            assert "result" in new.messages[-1]

    run(main)


def test_streams_end_with_the_server(office: Office, endpoint: Endpoint) -> None:
    async def main() -> None:
        with serving(office.database) as served:
            async with (
                legacy(office, served, endpoint) as old,
                modern(office, served, endpoint, INBOX) as new,
            ):
                assert served.server is not None
                served.server.should_exit = True
                await until(lambda: old.ended and new.ended, "the streams to end")
                assert "result" in new.messages[-1]

    run(main)


def test_only_granted_queues_can_be_listened_to(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """Unknown and foreign ones are refused with the same bytes, in both eras."""
    deaf = office.vend("deaf", ("inbox",), ("claim", "complete"))
    with served.http(endpoint) as http, served.http(deaf) as deaf_http:
        session, deaf_session = initialize(http, "one"), initialize(deaf_http, "deaf")
        for verb in ("subscribe", "unsubscribe"):
            for caller, slug, key, uri in (
                (http, endpoint, session, uri_of("other")),
                (http, endpoint, session, "switchboard://todo/x"),
                (deaf_http, deaf, deaf_session, INBOX),
            ):
                error = subscribe(caller, slug, key, uri, verb)["error"]
                assert error == {
                    "code": -32602,
                    "message": "Unknown resource",
                    "data": {"uri": uri},
                }
            assert subscribe(http, endpoint, session, INBOX, verb)["result"] == {}
        for caller, slug, uri in ((http, "one", uri_of("other")), (deaf_http, "deaf", INBOX)):
            headers = {**JSON_HEADERS, **MODERN}
            answer = caller.post(f"/mcp/{slug}", content=listen_request(uri), headers=headers)
            assert "Unknown resource" in answer.text


def test_unsubscribing_ends_the_updates(served: Served, office: Office, endpoint: Endpoint) -> None:
    async def main() -> None:
        with served.http(endpoint) as http:
            session = initialize(http, endpoint.slug)
            async with legacy(office, served, endpoint, INBOX, session=session) as ear:
                office.create(endpoint)
                await until(lambda: ear.todos())
                subscribe(http, endpoint, session, "switchboard://queue/%69nbox", "unsubscribe")
                office.create(endpoint)
                await until(lambda: len(ear.todos()) == 2)
                assert ear.heard(UPDATED) == [{"uri": INBOX}]

    run(main)


@pytest.mark.filterwarnings("ignore:resources/subscribe is removed")
@pytest.mark.parametrize("era", ERAS)
def test_the_sdk_client_is_rung(
    served: Served, office: Office, endpoint: Endpoint, era: str
) -> None:
    """Python SDK, both eras."""

    async def main() -> None:
        heard: list[str] = []
        if era == "legacy":

            async def note(message: Any) -> None:
                if getattr(message, "method", "") == UPDATED:
                    heard.append(str(message.params.uri))

            async with served.client(endpoint, era, message_handler=note) as client:
                await client.subscribe_resource(INBOX)
                await until(lambda: attached(office, endpoint), "the stream")
                office.create(endpoint)
                await until(lambda: heard == [INBOX])
        else:
            async with (
                served.client(endpoint, era) as client,
                client.listen(resource_subscriptions=[INBOX]) as stream,
            ):
                await until(lambda: attached(office, endpoint), "the stream")
                office.create(endpoint)
                async for event in stream:
                    heard.append(str(event.uri))
                    break
            assert heard == [INBOX]

    run(main)


def test_a_missing_relay_keeps_transitions_from_nothing(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """The relay's cursor is held by somebody: rings wait, work does not."""

    async def main() -> None:
        held = office.database.connect()
        held.autocommit = False
        held.execute("select from switchboard.relay_cursor for update")
        async with legacy(office, served, endpoint) as ear:
            todo_id = office.create(endpoint)
            for _ in range(3):
                assert served.call(endpoint, "claim", id=todo_id)["state"] == "claimed"
                served.call(endpoint, "release", id=todo_id)
            assert ear.todos() == []
            held.rollback()
            await until(lambda: ear.todos() == [todo_id])

    run(main)
