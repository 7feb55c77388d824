from typing import Any

import pytest
from switchboard import arguments
from switchboard.errors import Refusal


def refused(tool: str, sent: Any) -> str:
    with pytest.raises(Refusal) as caught:
        arguments.read(tool, sent)
    assert (caught.value.code, caught.value.status) == ("invalid", 400)
    return caught.value.message


def test_every_argument_is_there_and_null_is_absent() -> None:
    nothing = {"queue": None, "state": None, "limit": None}
    assert arguments.read("list_todos", None) == nothing
    assert arguments.read("list_todos", {}) == nothing
    assert arguments.read("list_todos", dict(nothing)) == nothing


def test_a_missing_argument_is_named() -> None:
    assert refused("claim", {}) == "id is missing"
    assert refused("claim", {"id": None}) == "id is missing"
    assert refused("create_todo", {"queue": "q"}) == "title is missing"


def test_an_unknown_argument_is_refused_without_quoting_it() -> None:
    """[99]"""
    message = refused("heartbeat", {"id": "td_1", "secret": "s3cret"})
    assert message == "unknown argument; heartbeat takes id, lease_ttl_seconds, lease_token"
    assert refused("heartbeat", {"id": "td_1", "secret": None}) == message


@pytest.mark.parametrize(
    ("tool", "sent", "message"),
    [
        ("claim", {"id": 5}, "id must be of type string"),
        ("claim", {"id": "x", "require_fence": "yes"}, "require_fence must be of type boolean"),
        ("claim", {"id": "x", "lease_ttl_seconds": "9"}, "lease_ttl_seconds must be of type int"),
        ("claim", {"id": "x", "lease_ttl_seconds": 1.5}, "lease_ttl_seconds must be of type int"),
        ("claim", {"id": "x", "lease_ttl_seconds": True}, "lease_ttl_seconds must be of type int"),
        ("complete", {"id": "x", "summary": ["s3cret"]}, "summary must be of type string"),
        ("complete", {"id": "x", "lease_token": 1}, "lease_token must be of type string"),
    ],
)
def test_a_wrong_type_names_the_argument_only(tool: str, sent: Any, message: str) -> None:
    assert refused(tool, sent).startswith(message)


def test_the_answer_is_the_same_whatever_the_id() -> None:
    for sent in ({"summary": 1}, {"more": 1}, {"lease_token": "\x00"}):
        assert refused("fail", {"id": "td_1", **sent}) == refused("fail", {"id": "td_2", **sent})


@pytest.mark.parametrize("bad", ["a\x00b", "a\ud800b", "\udc00"])
def test_unstorable_text_is_refused_except_in_notes(bad: str) -> None:
    """[37] [39]: a report is never lost over its note."""
    for name in ("id", "artifact", "lease_token"):
        message = refused("complete", {"id": "td_1", name: bad})
        assert message == f"{name} contains U+0000 or a lone surrogate"
    assert refused("create_todo", {"queue": "q", "title": bad}).startswith("title")
    read = arguments.read("complete", {"id": "td_1", "summary": f"x{bad}y"})
    assert (
        read["summary"]
        == "x" + bad.replace("\x00", "").replace("\ud800", "").replace("\udc00", "") + "y"
    )
    assert arguments.read("claim", {"id": "td_1", "claimant": "\x00a"})["claimant"] == "a"


def test_json_values_become_text() -> None:
    sent = {"id": "td_1", "result": {"a": [1, 2.5, None, "é", "\\u0000"]}}
    assert arguments.read("complete", sent)["result"] == '{"a":[1,2.5,null,"é","\\\\u0000"]}'
    for value in (0, False, "", [], {}):
        assert arguments.read("complete", {"id": "x", "result": value})["result"] is not None
    assert arguments.read("complete", {"id": "x", "result": None})["result"] is None


@pytest.mark.parametrize(
    "value",
    [{"a": "x\x00"}, {"\x00": 1}, ["\\\x00"], "\ud800", {"a": float("nan")}, [float("inf")]],
)
def test_json_that_cannot_be_stored_is_refused(value: Any) -> None:
    assert refused("complete", {"id": "td_1", "result": value}).startswith("result ")


def test_deep_json_is_refused_without_a_crash() -> None:
    value: Any = 1
    for _ in range(20_000):
        value = [value]
    assert refused("complete", {"id": "td_1", "result": value}).startswith("result ")


@pytest.mark.parametrize(
    ("sent", "bound"),
    [(0, 0), (-5, -5), (1.0, 1), (10**9, 10**9), (10**400, 2**31 - 1), (-(10**400), 1 - 2**31)],
)
def test_any_integer_can_be_bound(sent: Any, bound: int) -> None:
    """[101]"""
    read = arguments.read("claim", {"id": "x", "lease_ttl_seconds": sent})["lease_ttl_seconds"]
    assert read == bound
    assert type(read) is int
