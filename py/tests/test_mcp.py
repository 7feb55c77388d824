"""The tools through a real server, by the SDK's client, in both protocol eras."""

import asyncio
from typing import Any

import jsonschema
import psycopg
import pytest
from mcp.shared.exceptions import MCPError
from serving import (
    ALL_VERBS,
    ERAS,
    Endpoint,
    Office,
    Served,
    initialize,
    modern,
    post,
    run,
    serving,
)
from switchboard import shape, tools

NEVER = "td_ffffffffffffffffffffffffffffff"
CONFLICT = {"code": "conflict"}


def refused(answer: Any) -> str:
    """Check that a structured answer is an error and nothing else; return its code."""
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    return str(answer["error"]["code"])


@pytest.mark.parametrize("era", ERAS)
def test_the_tools_of_a_scope_are_listed_in_order(
    served: Served, shared_office: Office, era: str
) -> None:
    some = shared_office.vend(f"some-{era}", verbs=("heartbeat", "list_todos", "cancel", "claim"))
    every = shared_office.vend(f"every-{era}")

    async def names(endpoint: Endpoint) -> list[str]:
        async with served.client(endpoint, era) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    async def main() -> None:
        assert await names(every) == list(ALL_VERBS)
        assert await names(some) == ["list_todos", "get_todo", "claim", "heartbeat"]

    run(main)


def test_both_eras_are_told_who_we_are(served: Served, endpoint: Endpoint) -> None:
    with served.http(endpoint) as http:
        legacy = post(
            http,
            endpoint.slug,
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        ).json()["result"]
        found = modern(http, endpoint.slug, "server/discover").json()["result"]
    assert legacy["serverInfo"]["name"] == "switchboard"
    assert legacy["instructions"] == found["instructions"] == tools.INSTRUCTIONS
    for answer in (legacy, found):
        assert answer["capabilities"]["experimental"] == {"claude/channel": {}}
        assert {"tools", "resources", "prompts"} <= set(answer["capabilities"])


@pytest.mark.parametrize("era", ERAS)
def test_a_todo_through_its_life(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[1] [2] [3] [27] [54] [56] [58] [60] [61] [94] [97]"""

    async def main() -> None:
        async with served.client(endpoint, era) as client:

            async def call(tool: str, **sent: Any) -> Any:
                answer = await client.call_tool(tool, sent)
                assert not answer.is_error, answer
                return answer.structured_content

            assert await call("claim_next") == {"empty": True}
            made = await call(
                "create_todo",
                queue="inbox",
                title="work",
                payload={"n": [1, 2.5, 2**53 + 1, 10**30, "é"]},
                kind="bug",
                idempotency_key="k",
                routing={"via": "ci"},
            )
            assert made["created"] is True
            assert "payload" not in made
            again = await call("create_todo", queue="inbox", title="x", idempotency_key="k")
            assert (again["id"], again["created"]) == (made["id"], False)

            first = await call("claim_next", claimant="box/1", lease_ttl_seconds=60)
            todo = first.pop("todo")
            assert first == {
                "empty": False,
                "attempt_seq": 1,
                "attempts_total": 1,
                "prior_attempts": [],
            }
            assert todo["id"] == made["id"]
            assert todo["payload"] == {"n": [1, 2.5, 2**53 + 1, 10**30, "é"]}
            assert todo["routing"] == {"via": "ci"}
            assert todo["owner"] == f"agent:{endpoint.agent_id}"
            assert (todo["state"], todo["attempt"], todo["kind"]) == ("claimed", 1, "bug")

            beat = await call("heartbeat", id=made["id"])
            assert beat["state"] == "claimed"
            assert {"next_retry_at", "dead_letter"} <= set(beat)
            assert not {"payload", "routing", "result"} & set(beat)
            open_one = (await call("get_todo", id=made["id"]))["attempts"][0]
            assert open_one["ended_at"] is open_one["outcome"] is None
            assert open_one["last_heartbeat_at"] is not None

            failed = await call(
                "fail",
                id=made["id"],
                result={"log": 1},
                summary="tried the door",
                artifact="mcp://cairn/Ab12Cd34",
            )
            assert (failed["state"], failed["dead_letter"]) == ("failed", False)
            assert failed["next_retry_at"] is not None

            shared_office.conn.execute(
                "update switchboard.todos set next_retry_at = now() where id = %s", (made["id"],)
            )
            second = await call("claim", id=made["id"])
            assert (second["attempt_seq"], second["attempts_total"]) == (2, 2)
            prior = second["prior_attempts"]
            assert len(prior) == 1
            assert set(prior[0]) == set(shape.ATTEMPT_KEYS)
            assert prior[0]["summary"] == "tried the door"
            assert prior[0]["artifact"] == "mcp://cairn/Ab12Cd34"
            assert prior[0]["claimant"] == "box/1"
            assert (prior[0]["outcome"], prior[0]["died"]) == ("failed", False)

            done = await call("complete", id=made["id"], result={"ok": True}, summary="done")
            assert done["state"] == "done"
            read = await call("get_todo", id=made["id"])
            assert set(read) == {"todo", "attempts", "attempts_total", "attempts_pruned"}
            assert read["todo"]["result"] == {"ok": True}
            assert [a["seq"] for a in read["attempts"]] == [2, 1]
            listed = await call("list_todos", state="done")
            assert [row["id"] for row in listed["todos"]] == [made["id"]]
            assert "payload" not in listed["todos"][0]
            assert listed["todos"][0]["payload_size"] > 0

    run(main)


def test_a_client_of_before_gets_what_it_got_and_more(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[98]"""
    before = {
        "id",
        "queue",
        "title",
        "state",
        "owner",
        "attempt",
        "max_attempts",
        "lease_expires_at",
        "next_retry_at",
        "dead_letter",
        "created_at",
        "payload_size",
    }
    todo_id = shared_office.create(endpoint)
    claimed = served.call(endpoint, "claim_next")
    assert set(claimed) == {"empty", "todo", "attempt_seq", "attempts_total", "prior_attempts"}
    assert set(claimed["todo"]) == before
    assert set(served.call(endpoint, "heartbeat", id=todo_id)) == before
    assert set(served.call(endpoint, "complete", id=todo_id)) == before


@pytest.mark.parametrize("era", ERAS)
def test_release_hands_the_todo_back(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[5]"""
    todo_id = shared_office.create(endpoint, payload='{"a": 1}')
    assert served.call(endpoint, "claim", era, id=todo_id)["attempt_seq"] == 1
    released = served.call(endpoint, "release", era, id=todo_id, summary="shutting down")
    assert (released["state"], released["attempt"]) == ("pending", 1)
    assert not {"owner", "lease_expires_at", "payload"} & set(released)


def test_the_session_of_a_claim_is_the_legacy_session(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    ids = [shared_office.create(endpoint) for _ in range(2)]
    with served.http(endpoint) as http:
        session = initialize(http, endpoint.slug)
        params = {"name": "claim", "arguments": {"id": ids[0]}}
        assert post(
            http, endpoint.slug, "tools/call", params, **{"mcp-session-id": session}
        ).json()["result"]["structuredContent"]
        http.headers["mcp-session-id"] = "made-up"
        modern(http, endpoint.slug, "tools/call", name="claim", arguments={"id": ids[1]})
    rows = shared_office.conn.execute(
        "select claimer_session from switchboard.todo_attempts where todo_id = any(%s) "
        "order by claimed_at",
        (ids,),
    )
    assert rows.fetchall() == [(session,), (None,)]


FENCED_VERBS = ("heartbeat", "complete", "fail", "release")


@pytest.mark.parametrize("era", ERAS)
def test_a_fenced_claim_needs_its_token(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[43] [45] [48] [50] [51]"""
    other = shared_office.vend(f"other-{endpoint.slug}")
    todo_id = shared_office.create(endpoint)

    async def main() -> None:
        async with (
            served.client(endpoint, era) as client,
            served.client(other, era) as stranger,
        ):
            stale = (
                await client.call_tool("claim", {"id": todo_id, "require_fence": True})
            ).structured_content["lease_token"]
            shared_office.lapse(todo_id)
            taken = await client.call_tool("claim_next", {"require_fence": True})
            token = taken.structured_content["lease_token"]
            assert len(token) == 22
            assert token != stale
            before = shared_office.todo(todo_id)
            for verb in FENCED_VERBS:
                for wrong in (None, "", "wrong", stale):
                    answer = await client.call_tool(verb, {"id": todo_id, "lease_token": wrong})
                    assert answer.is_error
                    assert refused(answer.structured_content) == "conflict"
                answer = await stranger.call_tool(verb, {"id": todo_id, "lease_token": token})
                assert refused(answer.structured_content) == "not_found"
            assert shared_office.todo(todo_id) == before
            assert token not in str(before)
            read = await client.call_tool("get_todo", {"id": todo_id})
            assert token not in str(read)
            answer = await client.call_tool("complete", {"id": todo_id, "lease_token": token})
            assert not answer.is_error
        stored = shared_office.conn.execute(
            "select octet_length(lease_token_hash) from switchboard.todo_attempts "
            "where todo_id = %s",
            (todo_id,),
        )
        assert set(stored.fetchall()) == {(32,)}

    run(main)


def test_an_unfenced_claim_takes_no_token(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[44] [46]"""
    todo_id = shared_office.create(endpoint)
    claimed = served.call(endpoint, "claim", id=todo_id, require_fence=False)
    assert "lease_token" not in claimed
    assert refused(served.call(endpoint, "heartbeat", id=todo_id, lease_token="any")) == "conflict"
    assert served.call(endpoint, "heartbeat", id=todo_id, lease_token="")["state"] == "claimed"
    assert served.call(endpoint, "complete", id=todo_id)["state"] == "done"


@pytest.mark.parametrize(
    ("sent", "stored", "cut"),
    [
        ("é" * 1500, "é" * 1024, True),  # [35]
        ("x" + "é" * 1500, "x" + "é" * 1023, True),
        ("x" * 2048, "x" * 2048, False),  # [36]
        ("", None, False),  # [38]
        ("a\x00b", "ab", False),
        ("half an emoji \ud83d", "half an emoji ", False),
    ],
)
@pytest.mark.parametrize("era", ERAS)
def test_a_summary_never_costs_the_report(
    served: Served,
    shared_office: Office,
    endpoint: Endpoint,
    era: str,
    sent: str,
    stored: Any,
    cut: bool,
) -> None:
    """[39]"""
    todo_id = shared_office.create(endpoint)
    arguments = {"id": todo_id, "summary": sent}
    served.call(endpoint, "claim", id=todo_id)
    with served.http(endpoint) as http:
        if era == "legacy":
            session = {"mcp-session-id": initialize(http, endpoint.slug)}
            params = {"name": "complete", "arguments": arguments}
            answer = post(http, endpoint.slug, "tools/call", params, **session)
        else:
            answer = modern(http, endpoint.slug, "tools/call", name="complete", arguments=arguments)
    assert answer.json()["result"]["structuredContent"]["state"] == "done", answer.text
    attempt = served.call(endpoint, "get_todo", id=todo_id)["attempts"][0]
    assert (attempt["summary"], attempt["summary_truncated"]) == (stored, cut)


def test_a_claimant_is_cleaned_and_cut(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[37]"""
    todo_id = shared_office.create(endpoint)
    served.call(endpoint, "claim", id=todo_id, claimant="a\x00\n\t" + "é" * 200)
    attempt = served.call(endpoint, "get_todo", id=todo_id)["attempts"][0]
    assert attempt["claimant"] == "a" + "é" * 63


@pytest.mark.parametrize(
    "artifact",
    ["http://s3cret", "javascript:s3cret", "https://user@s3cret", "https://s3cret/" + "x" * 512],
)
def test_a_bad_artifact_is_refused_and_nothing_changes(
    served: Served, shared_office: Office, endpoint: Endpoint, artifact: str
) -> None:
    """[40] [41]"""
    todo_id = shared_office.create(endpoint)
    served.call(endpoint, "claim", id=todo_id)
    before = shared_office.todo(todo_id)
    for verb in ("complete", "fail", "release"):
        answer = served.call(endpoint, verb, id=todo_id, artifact=artifact)
        assert refused(answer) == "invalid"
        assert "artifact" in answer["error"]["message"]
        assert "s3cret" not in str(answer)
    assert shared_office.todo(todo_id) == before


@pytest.mark.parametrize("from_result", [False, True])
def test_a_summary_comes_from_the_result_only_on_request(
    shared_office: Office, endpoint: Endpoint, from_result: bool
) -> None:
    """[42]"""
    with serving(shared_office.database, attempt_summary_from_result=from_result) as served:

        def summary(verb: str, **sent: Any) -> Any:
            todo_id = shared_office.create(endpoint)
            served.call(endpoint, "claim", id=todo_id)
            served.call(endpoint, verb, id=todo_id, **sent)
            return served.call(endpoint, "get_todo", id=todo_id)["attempts"][0]["summary"]

        made = '{"a":1}' if from_result else None
        assert str(summary("complete", result={"a": 1})).replace(" ", "") == str(made)
        assert str(summary("fail", result={"a": 1})).replace(" ", "") == str(made)
        assert summary("complete", result={"a": 1}, summary="mine") == "mine"
        assert summary("complete") is None
        assert summary("release") is None


@pytest.mark.parametrize("era", ERAS)
def test_foreign_and_unknown_ids_are_told_alike(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[85]"""
    other = shared_office.vend(f"foreign-{endpoint.slug}")
    foreign = shared_office.create(other)

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            for verb in ("get_todo", "claim", "complete", "fail", "release", "heartbeat"):
                answers = {
                    (await client.call_tool(verb, {"id": todo_id})).model_dump_json()
                    for todo_id in (foreign, NEVER, "", "not an id", "td_" + "x" * 5000, "'--")
                }
                assert len(answers) == 1
                assert '"not_found: not found"' in answers.pop()

    run(main)


def test_an_ungranted_queue_is_forbidden_except_to_readers(
    served: Served, shared_office: Office
) -> None:
    """[87] [88]"""
    endpoint = shared_office.vend("two-queues", queues=("inbox", "later"))
    todo_id = shared_office.create(endpoint, queue="later")
    shared_office.conn.execute(
        "select switchboard.set_scope(%s, %s, %s)", (endpoint.id, ["inbox"], list(ALL_VERBS))
    )
    for verb in ("claim", "complete", "fail", "release", "heartbeat"):
        assert refused(served.call(endpoint, verb, id=todo_id)) == "forbidden"
    unknown = served.call(endpoint, "get_todo", id=NEVER)
    assert served.call(endpoint, "get_todo", id=todo_id) == unknown
    assert refused(served.call(endpoint, "list_todos", queue="later")) == "forbidden"
    assert refused(served.call(endpoint, "claim_next", queue="later")) == "forbidden"
    assert served.call(endpoint, "claim_next") == {"empty": True}


@pytest.mark.parametrize("era", ERAS)
def test_a_known_tool_outside_the_scope_is_forbidden_and_an_unknown_one_an_error(
    served: Served, shared_office: Office, era: str
) -> None:
    """[91] [92]"""
    endpoint = shared_office.vend(f"reader-{era}", verbs=("complete",))

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            for name in set(ALL_VERBS) - {"complete"}:
                answer = await client.call_tool(name, {"id": NEVER})
                assert answer.is_error
                assert answer.structured_content == {
                    "error": {
                        "code": "forbidden",
                        "message": f"{name} is not granted to this endpoint",
                    }
                }
                assert answer.content[0].text.startswith("forbidden: ")
            for name in ("cancel", "switchboard", ""):
                with pytest.raises(MCPError) as caught:
                    await client.call_tool(name, {})
                assert caught.value.error.code == -32602

    run(main)


@pytest.mark.parametrize("verb", ["complete", "fail", "release", "heartbeat", "get_todo"])
def test_a_refusal_by_verb_has_the_words_of_sql(
    served: Served, shared_office: Office, endpoint: Endpoint, verb: str
) -> None:
    shared_office.conn.execute(
        "select switchboard.set_scope(%s, %s, %s)", (endpoint.id, ["inbox"], ["claim"])
    )
    with pytest.raises(psycopg.Error) as caught:
        shared_office.conn.execute(f"select switchboard.{verb}(%s, %s)", (endpoint.id, NEVER))
    answer = served.call(endpoint, verb, id=NEVER)
    assert answer["error"]["message"] == caught.value.diag.message_primary


@pytest.mark.parametrize("era", ERAS)
def test_a_schema_violation_is_invalid_and_the_same_for_every_id(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    """[99]"""
    own = shared_office.create(endpoint)

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            for sent in ({"more": 1}, {"summary": 7}, {"artifact": "\x00"}, {"result": "\x00"}):
                answers = {
                    (await client.call_tool("complete", {"id": i} | sent)).model_dump_json()
                    for i in (own, NEVER)
                }
                assert len(answers) == 1
                assert "invalid: " in answers.pop()
            answer = await client.call_tool("complete", {})
            assert answer.content[0].text == "invalid: id is missing"

    run(main)


def test_what_sql_cannot_read_is_invalid(served: Served, endpoint: Endpoint) -> None:
    for sent in (
        {"title": "x" * 1025},
        {"title": "x", "max_attempts": 0},
        {"title": "x", "max_attempts": 10**30},
        {"title": "x", "idempotency_key": "k" * 513},
        {"title": "x", "kind": "a\nb"},
        {"title": "x", "payload": "x" * (1024 * 1024 - 400)} | {"routing": "\x00"},
    ):
        assert refused(served.call(endpoint, "create_todo", queue="inbox", **sent)) == "invalid"
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    answer = served.call(endpoint, "create_todo", queue="inbox", title="x", payload=deep)
    assert refused(answer) == "invalid"
    assert refused(served.call(endpoint, "list_todos", state="asleep")) == "invalid"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "-1e400"])
@pytest.mark.parametrize("era", ERAS)
def test_a_number_that_is_not_json_is_refused(
    served: Served, endpoint: Endpoint, era: str, number: str
) -> None:
    with served.http(endpoint) as http:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        meta = ""
        if era == "legacy":
            headers["mcp-session-id"] = initialize(http, endpoint.slug)
        else:
            headers |= {
                "MCP-Protocol-Version": era,
                "Mcp-Method": "tools/call",
                "Mcp-Name": "create_todo",
            }
            meta = (
                '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
                '"io.modelcontextprotocol/clientCapabilities":{}},'
            )
        body = (
            '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{'
            + meta
            + '"name":"create_todo",'
            f'"arguments":{{"queue":"inbox","title":"x","payload":{{"n":{number}}}}}}}}}'
        )
        answer = http.post(f"/mcp/{endpoint.slug}", content=body, headers=headers)
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        assert refused(answer.json()["result"]["structuredContent"]) == "invalid"
    assert served.call(endpoint, "list_todos") == {"todos": []}


def test_null_means_absent(served: Served, shared_office: Office, endpoint: Endpoint) -> None:
    todo_id = shared_office.create(endpoint)
    claimed = served.call(
        endpoint,
        "claim_next",
        queue=None,
        lease_ttl_seconds=None,
        require_fence=None,
        claimant=None,
    )
    assert claimed["todo"]["id"] == todo_id
    assert "lease_token" not in claimed
    done = served.call(
        endpoint, "complete", id=todo_id, result=None, summary=None, artifact=None, lease_token=None
    )
    assert done["state"] == "done"
    assert (
        served.call(endpoint, "get_todo", id=todo_id, attempts_limit=None)["todo"]["result"] is None
    )


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [(None, 300), (0, 300), (-5, 300), (1, 1), (10**9, 86400), (10**30, 86400), (-(10**30), 300)],
)
def test_the_lease_is_bounded_by_sql(
    served: Served, shared_office: Office, endpoint: Endpoint, sent: int | None, seconds: int
) -> None:
    """[101]"""
    todo_id = shared_office.create(endpoint)
    for verb in ("claim", "heartbeat"):
        served.call(endpoint, verb, id=todo_id, lease_ttl_seconds=sent)
        lease = shared_office.one(
            "select round(extract(epoch from lease_expires_at - clock_timestamp())) "
            "from switchboard.todos where id = %s",
            todo_id,
        )
        assert seconds - 10 <= lease <= seconds


def test_the_number_of_attempts_is_bounded_by_sql(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[55] [96]"""
    todo_id = shared_office.create(endpoint, max_attempts=100)
    for _ in range(25):
        shared_office.conn.execute("select switchboard.claim(%s, %s)", (endpoint.id, todo_id))
        shared_office.conn.execute("select switchboard.release(%s, %s)", (endpoint.id, todo_id))
    for sent, count in ((None, 20), (0, 20), (-1, 20), (51, 25), (10**30, 25), (1, 1)):
        read = served.call(endpoint, "get_todo", id=todo_id, attempts_limit=sent)
        assert len(read["attempts"]) == count
        assert (read["attempts"][0]["seq"], read["attempts_total"]) == (25, 25)
    claimed = served.call(endpoint, "claim", id=todo_id)
    assert [a["seq"] for a in claimed["prior_attempts"]] == [25, 24, 23, 22, 21]


def test_a_takeover_hands_on_the_death(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[6] [57]"""
    todo_id = shared_office.create(endpoint)
    served.call(endpoint, "claim", id=todo_id)
    shared_office.lapse(todo_id)
    prior = served.call(endpoint, "claim_next")["prior_attempts"][0]
    assert (prior["outcome"], prior["died"], prior["summary"]) == ("lease_expired", True, None)


def test_a_result_may_be_any_json(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    for value in ({"a": None}, [], 0, "", False, "text", 2**70, 0.1):
        todo_id = shared_office.create(endpoint)
        served.call(endpoint, "claim", id=todo_id)
        served.call(endpoint, "complete", id=todo_id, result=value)
        assert served.call(endpoint, "get_todo", id=todo_id)["todo"]["result"] == value


def test_a_number_beyond_every_float_can_be_read(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """Such a payload, made in SQL, must not make its todo unclaimable."""
    todo_id = shared_office.create(endpoint, payload='{"a": 1e400, "b": 1e5000, "c": -0.5}')
    for era in ERAS:
        read = served.call(endpoint, "get_todo", era, id=todo_id)
        assert read["todo"]["payload"] == {"a": 10**400, "b": "1" + "0" * 5000, "c": -0.5}


@pytest.mark.parametrize("era", ERAS)
def test_every_answer_fits_its_output_schema(
    served: Served, shared_office: Office, endpoint: Endpoint, era: str
) -> None:
    todo_id = shared_office.create(endpoint)
    sequence: list[tuple[str, dict[str, Any]]] = [
        ("list_todos", {}),
        ("claim", {"id": todo_id, "require_fence": False}),
        ("get_todo", {"id": todo_id}),
        ("heartbeat", {"id": todo_id}),
        ("fail", {"id": todo_id}),
        ("claim_next", {}),
        ("create_todo", {"queue": "inbox", "title": "t"}),
        ("claim_next", {"require_fence": True}),
        ("release", {"id": NEVER}),
        ("complete", {"id": NEVER}),
    ]

    async def main() -> None:
        async with served.client(endpoint, era) as client:
            for name, sent in sequence:
                answer = await client.call_tool(name, sent)
                jsonschema.validate(answer.structured_content, tools.TOOLS[name].output_schema)
                assert answer.is_error is ("error" in answer.structured_content)

    run(main)


def test_a_request_costs_two_statements_at_most(
    served: Served, shared_office: Office, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    original = psycopg.AsyncConnection.execute

    async def counting(self: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        if "background" not in self.info.dsn:
            counted.append(str(query))
        return await original(self, query, *args, **kwargs)

    todo_id = shared_office.create(endpoint)
    with served.http(endpoint) as http:
        modern(http, endpoint.slug)
        monkeypatch.setattr(psycopg.AsyncConnection, "execute", counting)
        for name, sent in (
            ("list_todos", {}),
            ("claim", {"id": todo_id, "require_fence": True}),
            ("get_todo", {"id": todo_id}),
            ("heartbeat", {"id": todo_id}),
            ("claim_next", {}),
            ("create_todo", {"queue": "inbox", "title": "t"}),
            ("complete", {"id": todo_id}),
        ):
            counted.clear()
            modern(http, endpoint.slug, "tools/call", name=name, arguments=sent)
            assert len(counted) == 2, counted
        counted.clear()
        modern(http, endpoint.slug)
        assert len(counted) == 1


def test_an_internal_error_says_nothing_and_is_logged_with_the_todo(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """[23] A planted second open attempt fails at commit."""
    endpoint = office.vend()
    todo_id = office.create(endpoint)
    office.conn.execute(
        "insert into switchboard.todo_attempts "
        "(todo_id, seq, attempt, claimer_kind, owner, claimant, lease_expires_at) "
        "values (%s, 77, 1, 'endpoint', 's3cret', 's3cret', now())",
        (todo_id,),
    )
    with serving(office.database) as served:
        for era in ERAS:
            answer = served.call(endpoint, "claim", era, id=todo_id)
            assert refused(answer) == "internal"
            assert "s3cret" not in str(answer)
            assert todo_id not in str(answer)
    logged = [r.getMessage() for r in caplog.records if r.name == "switchboard.mcp"]
    line = (
        f"tool call failed: slug={endpoint.slug} tool=claim todo={todo_id} "
        "error=ExclusionViolation sqlstate=23P01"
    )
    assert logged == [line, line]
    assert "s3cret" not in caplog.text


def test_only_a_well_formed_id_is_logged(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    endpoint = office.vend()
    office.conn.execute("alter function switchboard.complete rename to completed")
    with serving(office.database) as served:
        for todo_id in ("td_1\nERROR forged", "sbk_s3cret", "td_" + "x" * 100):
            assert refused(served.call(endpoint, "complete", id=todo_id)) == "internal"
    assert "forged" not in caplog.text
    assert "s3cret" not in caplog.text
    assert caplog.text.count("todo=- error=UndefinedFunction") == 3


def test_twelve_claimers_get_twelve_todos(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[67]"""
    made = {shared_office.create(endpoint) for _ in range(12)}

    async def main() -> None:
        async def claim() -> Any:
            async with served.client(endpoint, "2026-07-28") as client:
                return (await client.call_tool("claim_next", {})).structured_content

        answers = await asyncio.gather(*[claim() for _ in range(12)])
        assert {answer["todo"]["id"] for answer in answers} == made
        assert {answer["attempt_seq"] for answer in answers} == {1}

    run(main)


def test_one_todo_has_one_winner_of_eight(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """[66]"""
    todo_id = shared_office.create(endpoint)

    async def main() -> None:
        async def claim() -> Any:
            async with served.client(endpoint, "2026-07-28") as client:
                return (await client.call_tool("claim", {"id": todo_id})).structured_content

        answers = await asyncio.gather(*[claim() for _ in range(8)])
        assert sum("error" not in answer for answer in answers) == 1
        assert sum(answer.get("error", {}).get("code") == "conflict" for answer in answers) == 7

    run(main)
