from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from serving import Endpoint, Office, Served, initialize, modern, post
from switchboard.auth import Caller
from switchboard.resources import listed, queue_of, templates, uri_of

ODD = "mail:in/ü?#%41 x"


def caller(*verbs: str, queues: tuple[str, ...] = ("inbox", ODD)) -> Caller:
    return Caller("id", "slug", queues, frozenset(verbs), b"")


def test_a_uri_names_its_queue_however_it_is_encoded() -> None:
    hearer = caller("claim_next")
    for queue in hearer.queues:
        assert queue_of(uri_of(queue), hearer) == queue
    assert uri_of(ODD) == "switchboard://queue/mail%3Ain%2F%C3%BC%3F%23%2541%20x"
    assert queue_of("switchboard://queue/%69nbox", hearer) == "inbox"
    assert queue_of("switchboard://queue/mail:in%2fü?#%2541 x", hearer) == ODD


@pytest.mark.parametrize(
    "uri", ["switchboard://queue/other", "switchboard://queue/", "https://x/inbox", "", "%ff"]
)
def test_unknown_and_ungranted_are_refused_alike(uri: str) -> None:
    with pytest.raises(MCPError) as caught:
        queue_of(uri, caller("claim_next"))
    assert (caught.value.error.code, caught.value.error.message) == (-32602, "Unknown resource")


def test_without_a_verb_that_reads_there_are_no_resources() -> None:
    deaf = caller("claim", "complete", "create_todo")
    assert (listed(deaf), templates(deaf)) == ([], [])
    with pytest.raises(MCPError):
        queue_of("switchboard://queue/inbox", deaf)
    assert len(listed(caller("list_todos"))) == 2


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_listing_and_reading(served: Served, shared_office: Office, era: str) -> None:
    endpoint = shared_office.vend(f"reader-{era}", ("inbox", ODD))
    for _ in range(2):
        shared_office.create(endpoint)
    with served.http(endpoint) as http:
        session = {"mcp-session-id": initialize(http, endpoint.slug)} if era == "legacy" else {}

        def ask(method: str, **params: Any) -> Any:
            if era == "modern":
                return modern(http, endpoint.slug, method, **params).json()
            return post(http, endpoint.slug, method, params, **session).json()

        found = ask("resources/list")["result"]["resources"]
        assert [resource["uri"] for resource in found] == [uri_of("inbox"), uri_of(ODD)]
        template = ask("resources/templates/list")["result"]["resourceTemplates"]
        assert [t["uriTemplate"] for t in template] == ["switchboard://queue/{queue}"]
        read = ask("resources/read", uri=uri_of("inbox"))["result"]["contents"][0]
        assert read["mimeType"] == "application/json"
        assert read["text"].startswith('{"queue":"inbox","pending":2,"oldest_pending_at":"2')
        empty = ask("resources/read", uri=uri_of(ODD))["result"]["contents"][0]["text"]
        assert '"pending":0,"oldest_pending_at":null}' in empty
        assert ask("resources/read", uri=uri_of("other"))["error"]["message"] == "Unknown resource"


def test_a_subscription_needs_a_session(served: Served, endpoint: Endpoint) -> None:
    with served.http(endpoint) as http:
        answer = modern(http, endpoint.slug, "resources/subscribe", uri=uri_of("inbox")).json()
        assert answer["error"]["code"] < 0
