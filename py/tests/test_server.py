"""HTTP around the MCP endpoint, and the life of the process."""

import json
import logging
import os
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
from serving import (
    ALL_VERBS,
    DEADLINE,
    ERAS,
    INITIALIZE,
    JSON_HEADERS,
    Endpoint,
    Office,
    Served,
    initialize,
    modern,
    post,
    serve_process,
    serving,
)
from switchboard import app
from switchboard.server import ServeError, newest_migration, require_current_schema
from switchboard.settings import Rate

UNAUTHENTICATED = {
    "error": {"code": "unauthenticated", "message": "a valid bearer credential is required"}
}


def raw(port: int, *lines: bytes, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
    """Send exactly these header lines and return status, headers and body of the answer."""
    with socket.create_connection(("127.0.0.1", port), DEADLINE) as conn:
        conn.sendall(b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body)
        answer = b""
        while part := conn.recv(65536):
            answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode("latin-1").split("\r\n")
    pairs = (field.split(": ", 1) for field in fields)
    return int(status.split(" ")[1]), {name.lower(): value for name, value in pairs}, rest


def code(answer: httpx2.Response) -> str:
    """Check that an answer is a refusal in the one shape; return its code."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    return str(body["error"]["code"])


# --- credentials ---


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "bearer TOKEN",
        "Bearer  TOKEN",
        " Bearer TOKEN x",
        "Basic TOKEN",
        "TOKEN",
        "Bearer TOKENx",
        "Bearer sbk_unknown",
        "Bearer " + "x" * 8192,
        "Bearer TOKEN\xff",
        "Bearer TOKÉN",
    ],
)
@pytest.mark.parametrize("slug", ["mine", "nobody"])
def test_whatever_is_no_valid_credential_is_401_with_equal_bytes(
    served: Served, endpoint: Endpoint, header: str | None, slug: str
) -> None:
    """[104]"""
    slug = endpoint.slug if slug == "mine" else slug
    lines = [f"POST /mcp/{slug} HTTP/1.1".encode(), b"Host: localhost", b"Content-Length: 0"]
    if header is not None:
        value = header.replace("TOKEN", endpoint.credential).encode("latin-1")
        lines.append(b"Authorization: " + value)
    status, headers, body = raw(served.port, *lines)
    assert status == 401
    assert json.loads(body) == UNAUTHENTICATED
    assert headers["www-authenticate"] == "Bearer"


def test_blanks_around_a_header_are_no_part_of_it(served: Served, endpoint: Endpoint) -> None:
    lines = [f"GET /mcp/{endpoint.slug} HTTP/1.1".encode(), b"Host: localhost "]
    lines.append(f"Authorization: \t Bearer {endpoint.credential} \t".encode())
    assert raw(served.port, *lines)[0] == 406


def test_two_authorization_headers_are_400(served: Served, endpoint: Endpoint) -> None:
    own = f"Authorization: Bearer {endpoint.credential}".encode()
    status, _, body = raw(
        served.port, f"GET /mcp/{endpoint.slug} HTTP/1.1".encode(), b"Host: localhost", own, own
    )
    assert (status, json.loads(body)["error"]["code"]) == (400, "invalid")


@pytest.mark.parametrize("how", ["revoked", "expired", "rotated"])
def test_a_credential_that_ended_is_401_at_once(
    served: Served, shared_office: Office, endpoint: Endpoint, how: str
) -> None:
    with served.http(endpoint) as http:
        session = initialize(http, endpoint.slug)
        assert modern(http, endpoint.slug).status_code == 200
        if how == "revoked":
            shared_office.one("select switchboard.revoke_endpoint(%s)", endpoint.id)
        elif how == "expired":
            shared_office.conn.execute(
                "update switchboard.endpoints set expires_at = now() where id = %s", (endpoint.id,)
            )
        else:
            shared_office.rotate(endpoint)
        for answer in (
            modern(http, endpoint.slug),
            modern(http, endpoint.slug, "tools/call", name="claim_next", arguments={}),
            post(http, endpoint.slug, **{"mcp-session-id": session}),
            post(http, endpoint.slug, "initialize", INITIALIZE),
        ):
            assert (answer.status_code, answer.json()) == (401, UNAUTHENTICATED)


def test_a_session_survives_the_rotation_of_its_credential(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[S50] The lease stays, and the new credential may report."""
    todo_id = shared_office.create(endpoint)
    with served.http(endpoint) as http:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}
        served.call(endpoint, "claim", id=todo_id)
        rotated = shared_office.rotate(endpoint)
        http.headers["Authorization"] = f"Bearer {rotated.credential}"
        params = {"name": "complete", "arguments": {"id": todo_id}}
        answer = post(http, endpoint.slug, "tools/call", params, **session)
    assert answer.json()["result"]["structuredContent"]["state"] == "done"


def test_the_slug_of_another_endpoint_is_403(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    other = shared_office.vend(f"other-{endpoint.slug}")
    with served.http(endpoint) as http:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}
        for slug in (other.slug, "nobody"):
            for answer in (
                modern(http, slug),
                post(http, slug, "initialize", INITIALIZE),
                post(http, slug, **session),
                http.get(f"/mcp/{slug}", headers=session),
                http.delete(f"/mcp/{slug}", headers=session),
            ):
                assert (answer.status_code, code(answer)) == (403, "forbidden")


def test_the_session_of_another_endpoint_is_404(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[104]"""
    other = shared_office.vend(f"other-{endpoint.slug}")
    with served.http(endpoint) as http, served.http(other) as stranger:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}
        streaming = session | {"Accept": "text/event-stream"}
        foreign = [
            post(stranger, other.slug, **session),
            stranger.get(f"/mcp/{other.slug}", headers=streaming),
            stranger.delete(f"/mcp/{other.slug}", headers=session),
        ]
        unknown = post(stranger, other.slug, **{"mcp-session-id": "0" * 32})
        for answer in foreign:
            assert (answer.status_code, answer.content) == (404, unknown.content)
        assert post(http, endpoint.slug, **session).status_code == 200


def test_a_session_id_is_no_credential(served: Served, endpoint: Endpoint) -> None:
    with served.http(endpoint) as http, served.http() as nobody:
        session = {"mcp-session-id": initialize(http, endpoint.slug)}
        assert post(nobody, endpoint.slug, **session).status_code == 401


# --- Host, Origin, headers, form ---


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        (["Host: evil.example"], 421),
        # RFC 9112 3.2 asks for 400 here, and h11 answers it before the application is asked.
        (["Host: localhost", "Host: evil.example"], 400),
        (["Host: localhost", "Origin: null"], 403),
        (["Host: localhost", "Origin: https://evil.example"], 403),
        (["Host: localhost", "Origin: http://localhost:3000"], 200),
        (["Host: todo.example", "Origin: https://todo.example"], 200),
        (["Host: 127.0.0.1:9"], 200),
    ],
)
def test_a_foreign_host_or_origin_is_refused(
    shared_office: Office, endpoint: Endpoint, fields: list[str], status: int
) -> None:
    """[B2.4] Before the credential and the body are looked at."""
    body = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    ).encode()
    lines = [
        f"POST /mcp/{endpoint.slug} HTTP/1.1",
        *fields,
        "Content-Type: application/json",
        "Accept: application/json",
        f"Content-Length: {len(body)}",
    ]
    with serving(shared_office.database, public_url="https://todo.example") as served:
        for credential in (endpoint.credential, "wrong"):
            found, _, answer = raw(
                served.port,
                *[line.encode() for line in lines],
                f"Authorization: Bearer {credential}".encode(),
                body=body,
            )
            wanted = 401 if status == 200 and credential == "wrong" else status
            assert found == wanted
            if status not in (200, 400):
                assert json.loads(answer)["error"]["code"] in ("invalid", "forbidden")


def test_every_answer_carries_the_safety_headers(served: Served, endpoint: Endpoint) -> None:
    with served.http(endpoint) as http, served.http() as nobody:
        session = initialize(http, endpoint.slug)
        answers = [
            http.get("/healthz"),
            http.get("/readyz"),
            http.get("/nothing"),
            nobody.post(f"/mcp/{endpoint.slug}"),
            modern(http, endpoint.slug),
            post(http, endpoint.slug, **{"mcp-session-id": session}),
            http.put(f"/mcp/{endpoint.slug}"),
        ]
        headers = {"mcp-session-id": session, "Accept": "text/event-stream"}
        with http.stream("GET", f"/mcp/{endpoint.slug}", headers=headers) as stream:
            answers.append(stream)
            assert stream.status_code == 200
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


def test_malformed_requests_have_the_one_error_shape(served: Served, endpoint: Endpoint) -> None:
    url = f"/mcp/{endpoint.slug}"
    modern_version = {"MCP-Protocol-Version": "2026-07-28"}
    with served.http(endpoint) as http:
        for answer, status, wanted in (
            (http.post(url, content="{}", headers={"Content-Type": "text/plain"}), 415, "invalid"),
            (http.post(url, content="{}"), 415, "invalid"),
            (
                http.post(url, content="{}", headers=JSON_HEADERS | {"Accept": "text/html"}),
                406,
                "invalid",
            ),
            (http.get(url, headers={"Accept": "application/json"}), 406, "invalid"),
            (http.get(url, headers={"Accept": "text/event-stream"}), 400, "invalid"),
            (http.get(url, headers=modern_version), 405, "invalid"),
            (http.delete(url, headers=modern_version), 405, "invalid"),
            (http.put(url), 405, "invalid"),
            (http.get("/nothing"), 404, "not_found"),
            (http.get("/mcp"), 404, "not_found"),
            (http.get(url + "/"), 404, "not_found"),
            (http.post("/healthz"), 405, "invalid"),
        ):
            assert (answer.status_code, code(answer)) == (status, wanted), answer.text


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'"x"', b"[" * 100_000, b'{"a":1}'])
@pytest.mark.parametrize("era", ERAS)
def test_a_broken_body_is_a_protocol_error(
    served: Served, endpoint: Endpoint, era: str, body: bytes
) -> None:
    with served.http(endpoint) as http:
        headers = dict(JSON_HEADERS)
        if era == "legacy":
            headers["mcp-session-id"] = initialize(http, endpoint.slug)
        else:
            headers["MCP-Protocol-Version"] = era
        answer = http.post(f"/mcp/{endpoint.slug}", content=body, headers=headers)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] in (-32700, -32600, -32602)


def test_headers_that_disagree_with_the_body_are_refused(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[B2.5]"""
    todo_id = shared_office.create(endpoint)
    served.call(endpoint, "claim", id=todo_id)
    before = shared_office.todo(todo_id)
    with served.http(endpoint) as http:
        good = modern(http, endpoint.slug, "tools/call", name="get_todo", arguments={"id": todo_id})
        assert good.status_code == 200
        request = good.request
        body = request.content.replace(b"get_todo", b"complete")
        headers = {k: v for k, v in request.headers.items() if k != "content-length"}
        answer = http.post(f"/mcp/{endpoint.slug}", content=body, headers=headers)
    assert answer.status_code == 400
    assert shared_office.todo(todo_id) == before


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("era", ERAS)
def test_a_body_over_one_mebibyte_is_413(
    served: Served, endpoint: Endpoint, era: str, chunked: bool
) -> None:
    def body(size: int) -> Any:
        text = b'{"jsonrpc":"2.0","method":"x","params":{"x":"' + b"x" * (size - 48) + b'"}}'
        assert len(text) == size
        return iter([text[:1000], text[1000:]]) if chunked else text

    with served.http(endpoint) as http:
        headers = dict(JSON_HEADERS)
        if era == "legacy":
            headers["mcp-session-id"] = initialize(http, endpoint.slug)
        else:
            headers["MCP-Protocol-Version"] = era
        fits = http.post(f"/mcp/{endpoint.slug}", content=body(1024 * 1024), headers=headers)
        assert fits.status_code == 202
        over = http.post(f"/mcp/{endpoint.slug}", content=body(1024 * 1024 + 1), headers=headers)
        assert (over.status_code, code(over)) == (413, "invalid")


# --- rate limits ---


def statuses(http: httpx2.Client, slug: str, count: int) -> list[httpx2.Response]:
    return [modern(http, slug) for _ in range(count)]


def test_an_endpoint_has_a_rate(shared_office: Office, endpoint: Endpoint) -> None:
    other = shared_office.vend(f"other-{endpoint.slug}")
    with (
        serving(shared_office.database, rate_limit_endpoint=Rate(0.001, 4)) as served,
        served.http(endpoint) as http,
        served.http(other) as neighbour,
    ):
        answers = statuses(http, endpoint.slug, 6)
        assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
        assert code(answers[-1]) == "limited"
        assert answers[-1].headers["retry-after"] == "1"
        assert modern(neighbour, other.slug).status_code == 200


def test_an_address_has_a_rate_before_any_credential(
    shared_office: Office, endpoint: Endpoint
) -> None:
    with (
        serving(shared_office.database, rate_limit_ip=Rate(0.001, 4)) as served,
        served.http() as nobody,
        served.http(endpoint) as http,
    ):
        answers = statuses(nobody, "x", 5)
        assert [answer.status_code for answer in answers] == [401] * 4 + [429]
        assert answers[-1].headers["retry-after"] == "1"
        # Who calls does not matter, nor what a client says of itself.
        assert modern(http, endpoint.slug).status_code == 429
        nobody.headers["X-Forwarded-For"] = "10.0.0.9"
        assert modern(nobody, "x").status_code == 429


def test_a_trusted_proxy_names_the_address(shared_office: Office) -> None:
    with (
        serving(
            shared_office.database,
            rate_limit_ip=Rate(0.001, 1),
            trusted_proxies=["127.0.0.0/8"],
        ) as served,
        served.http() as nobody,
    ):

        def through(*addresses: str) -> int:
            nobody.headers["X-Forwarded-For"] = ", ".join(addresses)
            return modern(nobody, "x").status_code

        assert [through("10.0.0.1"), through("10.0.0.1")] == [401, 429]
        assert through("10.0.0.2") == 401
        # What stands before the last untrusted address is the client's own invention.
        assert through("10.9.9.9", "10.0.0.1") == 429


def test_a_browser_of_another_site_is_not_counted(shared_office: Office) -> None:
    with (
        serving(shared_office.database, rate_limit_ip=Rate(0.001, 1)) as served,
        served.http(Origin="https://evil.example") as evil,
        served.http() as nobody,
    ):
        assert modern(evil, "x").status_code == 403
        assert modern(evil, "x").status_code == 403
        assert modern(nobody, "x").status_code == 401


# --- health ---


def test_health_needs_no_credential_and_no_known_host(served: Served) -> None:
    for path in ("/healthz", "/readyz"):
        status, _, body = raw(served.port, f"GET {path} HTTP/1.1".encode(), b"Host: 10.1.2.3")
        assert (status, json.loads(body)) == (200, {"status": "ok"})


def test_readyz_wants_the_current_schema(office: Office) -> None:
    with serving(office.database) as served, served.http() as http:
        assert http.get("/readyz").status_code == 200
        office.conn.execute(
            "insert into switchboard.schema_migrations (name, sha256) values ('9999_x', 'x')"
        )
        answer = http.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "schema")
        assert http.get("/healthz").status_code == 200


def test_readyz_wants_the_database(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(office.database) as served, served.http() as http:

        async def refuse(*_: object, **__: object) -> None:
            raise psycopg.OperationalError("s3cret")

        monkeypatch.setattr(app, "call", refuse)
        answer = http.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "database")
        assert http.get("/healthz").status_code == 200


def test_a_database_that_fails_while_authenticating_is_internal(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint = office.vend()
    with serving(office.database) as served, served.http(endpoint) as http:
        office.conn.execute("alter function switchboard.authenticate rename to s3cret")
        answer = modern(http, endpoint.slug)
        assert (answer.status_code, code(answer)) == (500, "internal")
    assert "sqlstate=42883" in caplog.text
    assert "s3cret" not in caplog.text + answer.text


# --- sessions and streams ---


def test_an_endpoint_keeps_its_hundred_latest_sessions(served: Served, endpoint: Endpoint) -> None:
    with served.http(endpoint) as http:
        ids = [initialize(http, endpoint.slug) for _ in range(100)]
        # The first is used, so the second is now idle for longest.
        assert post(http, endpoint.slug, **{"mcp-session-id": ids[0]}).status_code == 200
        ids += [initialize(http, endpoint.slug) for _ in range(2)]
        alive = [
            post(http, endpoint.slug, **{"mcp-session-id": i}).status_code == 200 for i in ids[:4]
        ]
        assert alive == [True, False, False, True]


def open_stream(
    http: httpx2.Client, endpoint: Endpoint, ended: threading.Event
) -> threading.Thread:
    """Open a legacy event stream; the event is set when the server has ended it properly."""
    opened = threading.Event()
    headers = {
        "mcp-session-id": initialize(http, endpoint.slug),
        "Accept": "text/event-stream",
    }

    def follow() -> None:
        # A client that closes while its stream is open gets an error here, and is not `ended`.
        with (
            suppress(httpx2.TransportError),
            http.stream("GET", f"/mcp/{endpoint.slug}", headers=headers) as stream,
        ):
            assert stream.status_code == 200
            opened.set()
            for _ in stream.iter_raw():
                pass
            ended.set()

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    assert opened.wait(DEADLINE)
    return thread


@pytest.mark.parametrize("how", ["revoked", "rotated"])
def test_a_stream_ends_with_its_credential(
    served: Served, shared_office: Office, endpoint: Endpoint, how: str
) -> None:
    """[104]"""
    ended = threading.Event()
    with served.http(endpoint) as http:
        thread = open_stream(http, endpoint, ended)
        assert not ended.is_set()
        if how == "revoked":
            shared_office.one("select switchboard.revoke_endpoint(%s)", endpoint.id)
        else:
            shared_office.rotate(endpoint)
        thread.join(DEADLINE)
        assert ended.is_set()


def test_a_session_with_an_open_stream_is_not_idle(served: Served, endpoint: Endpoint) -> None:
    ended = threading.Event()
    with served.http(endpoint) as http, served.http(endpoint) as more:
        open_stream(http, endpoint, ended)
        for _ in range(101):
            initialize(more, endpoint.slug)
        assert not ended.is_set()


def test_a_client_that_hangs_up_leaves_a_whole_transition(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[S52]"""
    for _ in range(50):
        todo_id = shared_office.create(endpoint)
        body = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {
                    "_meta": {
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities": {},
                    },
                    "name": "claim",
                    "arguments": {"id": todo_id},
                },
            }
        )
        lines = [
            f"POST /mcp/{endpoint.slug} HTTP/1.1",
            "Host: localhost",
            f"Authorization: Bearer {endpoint.credential}",
            "Content-Type: application/json",
            "Accept: application/json",
            "MCP-Protocol-Version: 2026-07-28",
            "Mcp-Method: tools/call",
            "Mcp-Name: claim",
            f"Content-Length: {len(body)}",
        ]
        with socket.create_connection(("127.0.0.1", served.port)) as conn:
            conn.sendall("\r\n".join([*lines, "", body]).encode())
    with served.http() as http:
        assert http.get("/readyz").status_code == 200
    assert (
        shared_office.one("select count(*) from switchboard.doctor() where severity = 'violation'")
        == 0
    )


# --- the process ---


@pytest.fixture
def url_of(office: Office) -> str:
    return str(office.database.dsn_as("tests_server"))


def test_sigterm_ends_it_with_streams_open(office: Office, url_of: str) -> None:
    endpoint = office.vend()
    with serve_process(SWITCHBOARD_DATABASE_URL=url_of) as process:
        url = process.wait_ready()
        events = [threading.Event() for _ in range(3)]
        headers = {"Authorization": f"Bearer {endpoint.credential}"}
        with httpx2.Client(base_url=url, headers=headers, timeout=DEADLINE) as http:
            for event in events:
                open_stream(http, endpoint, event)
            process.stop()
            for event in events:
                assert event.wait(DEADLINE)
        assert "Traceback" not in process.output()
        assert "ERROR" not in process.output()


def test_the_log_of_a_fenced_life_holds_nothing_of_it(office: Office, url_of: str) -> None:
    """[102]"""
    endpoint = office.vend()
    secrets = [
        endpoint.credential,
        "s3cret-summary",
        "s3cret-artifact",
        "s3cret-claimant",
        "s3cret-result",
        "s3cret-payload",
        "s3cret-title",
    ]
    with serve_process(SWITCHBOARD_DATABASE_URL=url_of) as process:
        url = process.wait_ready()
        with httpx2.Client(
            base_url=url,
            headers={"Authorization": f"Bearer {endpoint.credential}"},
            timeout=DEADLINE,
        ) as http:
            session = initialize(http, endpoint.slug)
            secrets.append(session)

            def call(era: str, tool: str, **sent: Any) -> Any:
                if era == "legacy":
                    params = {"name": tool, "arguments": sent}
                    answer = post(
                        http, endpoint.slug, "tools/call", params, **{"mcp-session-id": session}
                    )
                else:
                    answer = modern(http, endpoint.slug, "tools/call", name=tool, arguments=sent)
                return answer.json()["result"]["structuredContent"]

            def live(era: str) -> None:
                todo_id = call(
                    era,
                    "create_todo",
                    queue="inbox",
                    title="s3cret-title",
                    payload="s3cret-payload",
                )["id"]
                token = call(
                    era, "claim", id=todo_id, require_fence=True, claimant="s3cret-claimant"
                )["lease_token"]
                secrets.append(token)
                report = {
                    "id": todo_id,
                    "lease_token": token,
                    "summary": "s3cret-summary",
                    "result": "s3cret-result",
                }
                call(era, "heartbeat", id=todo_id, lease_token="s3cret-summary")
                call(era, "complete", **report | {"artifact": "http://s3cret-artifact"})
                call(era, "complete", **report | {"more": "s3cret-result"})
                call(era, "fail", **report | {"artifact": "https://s3cret-artifact/"})
                call(era, "get_todo", id=todo_id)

            for era in ERAS:
                live(era)
            # And once more with a database that fails at every report.
            office.conn.execute(
                "alter table switchboard.todo_attempts add check (summary is null) not valid"
            )
            for era in ERAS:
                live(era)
        process.stop()
        printed = process.output()
    assert printed.count("tool call failed: slug=one tool=fail todo=td_") == 2
    for secret in secrets:
        assert secret not in printed


def test_not_even_the_libraries_log_a_call(
    served: Served, shared_office: Office, endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """[102]"""
    todo_id = shared_office.create(endpoint, payload='"s3cret"')
    with caplog.at_level(logging.INFO):
        for era in ERAS:
            served.call(endpoint, "claim", era, id=todo_id, claimant="s3cret", require_fence=True)
            served.call(endpoint, "complete", era, id=todo_id, summary="s3cret", result="s3cret")
    assert "s3cret" not in caplog.text
    assert endpoint.credential not in caplog.text


def test_a_schema_that_is_not_current_is_refused_with_the_command(
    empty_database: Any, office: Office
) -> None:
    with pytest.raises(ServeError, match=r"at nothing, .* switchboard migrate"):
        require_current_schema(empty_database.dsn)
    require_current_schema(office.database.dsn_as("tests_server"))
    office.conn.execute("delete from switchboard.schema_migrations where name > '0003'")
    with pytest.raises(ServeError, match=rf"needs {newest_migration()}.* switchboard migrate"):
        require_current_schema(office.database.dsn_as("tests_server"))
    office.conn.execute(
        "insert into switchboard.schema_migrations (name, sha256) values ('9999_x', 'x')"
    )
    with pytest.raises(ServeError, match="newer than this server"):
        require_current_schema(office.database.dsn_as("tests_server"))


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"SWITCHBOARD_DATABASE_URL": "postgresql://localhost:1/x"}, "does not answer"),
        ({"SWITCHBOARD_PORT": "TAKEN"}, "Cannot listen on 127.0.0.1 port"),
    ],
)
def test_what_cannot_start_says_why_and_exits_1(environment: dict[str, str], words: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        environment = {k: v.replace("TAKEN", port) for k, v in environment.items()}
        with serve_process(**environment) as process:
            assert process.process.wait(DEADLINE) == 1
            assert words in process.output()
            assert "Traceback" not in process.output()


def test_after_a_restart_the_next_call_works(office: Office) -> None:
    """[S51] Modern clients need nothing; a legacy session is 404 and opened anew."""
    endpoint = office.vend()
    for _ in range(2):
        with serving(office.database) as served, served.http(endpoint) as http:
            assert modern(http, endpoint.slug).status_code == 200
            stale = post(http, endpoint.slug, **{"mcp-session-id": "0" * 32})
            assert stale.status_code == 404
            initialize(http, endpoint.slug)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder that another user can reach."""
    path = Path(tempfile.mkdtemp(prefix="switchboard-test-"))
    path.chmod(0o755)
    yield path / "data"
    shutil.rmtree(path, ignore_errors=True)


def test_without_a_database_it_brings_its_own(folder: Path) -> None:
    with serve_process(SWITCHBOARD_DATA_DIR=str(folder)) as process:
        url = process.wait_ready()
        printed = process.output()
        config = json.loads(printed[printed.index("{") : printed.rindex("}") + 1])
        entry = config["mcpServers"]["switchboard"]
        assert entry["url"] == f"{url}/mcp/first"
        assert "switchboard todo add --endpoint first --queue inbox" in printed
        assert str(folder) in printed
        with httpx2.Client(base_url=url, headers=entry["headers"]) as http:
            listed = modern(http, "first").json()["result"]["tools"]
            assert [tool["name"] for tool in listed] == list(ALL_VERBS)
            claimed = modern(
                http, "first", "tools/call", name="claim_next", arguments={"queue": "inbox"}
            ).json()["result"]["structuredContent"]
            assert claimed["todo"]["title"] == "Say hello"
        with serve_process(SWITCHBOARD_DATA_DIR=str(folder)) as second:
            assert second.process.wait(DEADLINE) == 1
            assert str(folder) in second.output()
        process.stop()
    with serve_process(SWITCHBOARD_DATA_DIR=str(folder)) as process:
        url = process.wait_ready()
        assert "sbk_" not in process.output()
        assert "switchboard endpoint rotate first" in process.output()
        with httpx2.Client(base_url=url, headers=entry["headers"]) as http:
            read = modern(
                http,
                "first",
                "tools/call",
                name="get_todo",
                arguments={"id": claimed["todo"]["id"]},
            ).json()["result"]["structuredContent"]
            assert read["todo"]["state"] == "claimed"
        process.stop()


def test_it_ends_when_its_postgresql_has_ended(folder: Path) -> None:
    """Or it would answer 503 for ever, and nobody would start it again."""
    with serve_process(SWITCHBOARD_DATA_DIR=str(folder)) as process:
        process.wait_ready()
        pid = int((folder / "pgdata" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGKILL)
        assert process.process.wait(DEADLINE) == 1
        assert "PostgreSQL has ended" in process.output()


def test_headers_without_an_end_are_cut_off(served: Served) -> None:
    """They arrive before anybody is authenticated, so nothing else bounds them."""
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: "
    with socket.create_connection(("127.0.0.1", served.port), timeout=DEADLINE) as conn:
        with suppress(ConnectionError):
            for part in (head, *[b"a" * 1024] * 1024):
                conn.sendall(part)
        with suppress(ConnectionError):
            answer = conn.recv(4096)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
            while conn.recv(4096):
                pass  # until the server has closed it


def test_the_port_may_be_left_to_the_system(office: Office) -> None:
    """Port 0 is printed as what it became."""
    with serve_process(
        SWITCHBOARD_DATABASE_URL=str(office.database.dsn_as("tests_server"))
    ) as process:
        assert not process.wait_ready().endswith(":0")
        process.stop()


def test_a_crash_in_the_application_is_internal(
    office: Office, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: object) -> None:
        raise RuntimeError("s3cret")

    monkeypatch.setattr(app, "_readiness", crash)
    with serving(office.database) as served, served.http() as http:
        answer = http.get("/readyz")
        assert (answer.status_code, code(answer)) == (500, "internal")
        assert "s3cret" not in answer.text
    assert [r.getMessage() for r in caplog.records if r.name == "switchboard.app"] == [
        "request failed: path='/readyz'"
    ]
