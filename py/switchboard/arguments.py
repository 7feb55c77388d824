"""What a client may send to a tool, checked and cleaned before any SQL runs.

A refusal names the argument and never quotes its value.
"""

import re
from typing import Any

import jsonschema_rs

from switchboard import json_text
from switchboard.errors import invalid
from switchboard.tools import TOOLS

# PostgreSQL's text cannot hold U+0000 and UTF-8 no lone surrogate. In these two they are dropped,
# since a report must not fail over a badly cut note; everywhere else they are refused.
FORGIVING = ("summary", "claimant")
JSON_VALUED = ("payload", "routing", "result")
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# Integers go to PostgreSQL as 4 bytes; every limit is far inside, so a cut changes no answer.
LARGEST = 2**31 - 1

_VALIDATORS = {name: jsonschema_rs.validator_for(tool.input_schema) for name, tool in TOOLS.items()}


def read(tool: str, sent: dict[str, Any] | None) -> dict[str, Any]:
    """Return the arguments of a call, ready to be bound to its statement.

    Every argument of the schema is there: None when it was absent or null, JSON values as text.
    Raises Refusal `invalid`.
    """
    known = TOOLS[tool].input_schema["properties"]
    given = {k: v for k, v in (sent or {}).items() if v is not None or k not in known}
    for name in given.keys() & set(FORGIVING):
        if isinstance(given[name], str):
            given[name] = UNSTORABLE.sub("", given[name])
    _check_text(tool, given)
    _check_schema(tool, given)
    return {name: _bindable(name, given.get(name)) for name in known}


def _check_text(tool: str, given: dict[str, Any]) -> None:
    known = TOOLS[tool].input_schema["properties"]
    for name, value in given.items():
        if name not in known:
            raise invalid(f"unknown argument; {tool} takes {', '.join(known)}")
        if isinstance(value, str) and name not in JSON_VALUED and UNSTORABLE.search(value):
            raise invalid(f"{name} contains U+0000 or a lone surrogate")


def _check_schema(tool: str, given: dict[str, Any]) -> None:
    schema = TOOLS[tool].input_schema
    for name in schema.get("required", ()):
        if name not in given:
            raise invalid(f"{name} is missing")
    # A JSON value may be anything; leaving it out saves a copy of the payload.
    plain = {name: value for name, value in given.items() if name not in JSON_VALUED}
    for error in _VALIDATORS[tool].iter_errors(plain):
        name = str(error.instance_path[0])
        raise invalid(f"{name} must be of type {schema['properties'][name]['type']}")


def _bindable(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in JSON_VALUED:
        return json_argument(name, value)
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return max(-LARGEST, min(LARGEST, int(value)))
    return value


def json_argument(name: str, value: Any) -> str:
    """Return a JSON value as compact text. Raises Refusal `invalid` for what cannot be stored."""
    try:
        text = json_text.dumps(value)
        text.encode()
    except UnicodeEncodeError:
        raise invalid(f"{name} contains a lone surrogate") from None
    except ValueError:
        raise invalid(f"{name} is nested too deeply or holds a number that is not JSON") from None
    if re.search(r"(?<!\\)(?:\\\\)*\\u0000", text):
        raise invalid(f"{name} contains U+0000")
    return text
