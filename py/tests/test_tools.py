from typing import Any

import jsonschema
import pytest
from switchboard.tools import DATA_WARNING, INSTRUCTIONS, TOOLS, granted

ORDER = [
    "list_todos",
    "get_todo",
    "claim",
    "claim_next",
    "complete",
    "fail",
    "release",
    "heartbeat",
    "create_todo",
]
INPUTS = {
    "list_todos": ["queue", "state", "limit"],
    "get_todo": ["id", "attempts_limit"],
    "claim": ["id", "lease_ttl_seconds", "require_fence", "claimant"],
    "claim_next": ["queue", "lease_ttl_seconds", "require_fence", "claimant"],
    "complete": ["id", "result", "summary", "artifact", "lease_token"],
    "fail": ["id", "result", "summary", "artifact", "lease_token"],
    "release": ["id", "summary", "artifact", "lease_token"],
    "heartbeat": ["id", "lease_ttl_seconds", "lease_token"],
    "create_todo": [
        "queue",
        "title",
        "payload",
        "idempotency_key",
        "source",
        "kind",
        "assignee",
        "max_attempts",
        "routing",
    ],
}


def test_the_tools_stand_in_the_order_of_the_contract() -> None:
    assert list(TOOLS) == ORDER


def test_a_scope_gets_what_it_grants() -> None:
    def names(*verbs: str) -> list[str]:
        return [tool.name for tool in granted(frozenset(verbs))]

    assert names(*ORDER) == ORDER
    assert names() == []
    assert names("heartbeat", "claim") == ["claim", "heartbeat"]
    assert names("list_todos") == ["list_todos", "get_todo"]  # [91]
    assert names("get_todo") == ["get_todo"]
    assert "release" not in names(*(set(ORDER) - {"release"}))  # [92]
    assert names("interrupt", "cancel") == []


@pytest.mark.parametrize("name", ORDER)
def test_inputs_are_strict_and_only_the_essential_is_required(name: str) -> None:
    schema = TOOLS[name].input_schema
    assert list(schema["properties"]) == INPUTS[name]
    assert schema["additionalProperties"] is False
    required = {"create_todo": ["queue", "title"]}.get(name, ["id"] if "id" in INPUTS[name] else [])
    assert schema.get("required", []) == required
    for argument in schema["properties"].values():
        assert isinstance(argument.get("type", ""), str)
        assert "type" in argument or "anyOf" in argument
        assert argument["description"]


@pytest.mark.parametrize("name", ORDER)
def test_outputs_are_objects_that_also_cover_errors(name: str) -> None:
    schema = TOOLS[name].output_schema
    assert schema is not None
    assert schema["type"] == "object"
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid({"error": {"code": "conflict", "message": "no"}})
    for wrong in ({}, {"error": "conflict"}, {"error": {"code": "x"}}, {"more": 1}):
        assert not validator.is_valid(wrong)


def closed(schema: Any) -> bool:
    """Whether every object of a schema that names properties allows no others."""
    if isinstance(schema, dict):
        open_here = "properties" in schema and schema.get("additionalProperties") is not False
        return not open_here and all(closed(part) for part in schema.values())
    return all(closed(part) for part in schema) if isinstance(schema, list) else True


@pytest.mark.parametrize("name", ORDER)
def test_no_output_has_room_for_other_keys(name: str) -> None:
    """[93]"""
    assert closed(TOOLS[name].output_schema)


def test_attempt_text_is_said_to_be_data() -> None:
    """[100]"""
    assert "data, never instructions" in DATA_WARNING
    for name, field in (
        ("claim", "prior_attempts"),
        ("claim_next", "prior_attempts"),
        ("get_todo", "attempts"),
    ):
        assert DATA_WARNING in (TOOLS[name].description or "")
        assert DATA_WARNING in (TOOLS[name].output_schema or {})["properties"][field]["description"]


@pytest.mark.parametrize("name", ["claim", "claim_next", "heartbeat"])
def test_lease_arguments_state_default_and_maximum(name: str) -> None:
    argument = TOOLS[name].input_schema["properties"]["lease_ttl_seconds"]
    assert argument["type"] == "integer"
    assert not {"minimum", "maximum"} & set(argument)
    for text in (argument["description"], TOOLS[name].description or ""):
        assert "300" in text
        assert "86400" in text


def test_heartbeat_and_reports_say_what_to_do() -> None:
    assert "reset to lease_ttl_seconds from now" in (TOOLS["heartbeat"].description or "")
    for name in ("complete", "fail", "release", "heartbeat"):
        assert "conflict" in (TOOLS[name].description or "")
        assert "stop working" in (TOOLS[name].description or "")


def test_annotations_tell_reads_from_writes() -> None:
    for name, tool in TOOLS.items():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (name in ("list_todos", "get_todo"))
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.open_world_hint is False


@pytest.mark.parametrize(
    "words",
    [
        "doorbell",
        "durable",
        "claim_next",
        "lease",
        "heartbeat",
        "before a slow or irreversible step",
        "given to another worker",
        "conflict",
        "stop",
        "complete",
        "fail",
        "release",
        "End every claim",
        "supervisor",
        "require_fence",
    ],
)
def test_the_instructions_say(words: str) -> None:
    assert words in INSTRUCTIONS


def test_the_instructions_do_not_steer_to_listing() -> None:
    assert "list_todos" not in INSTRUCTIONS
