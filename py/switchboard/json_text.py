"""JSON as text, in and out, without losing numbers or writing what is not JSON."""

import json
import math
from typing import Any

# Python refuses to convert longer integers; PostgreSQL stores up to 131,072 digits.
LONGEST_INTEGER = 4300


def loads(data: str | bytes) -> Any:
    """Parse JSON from the database.

    A number too big for Python's int or float becomes its text, since ``Infinity`` is not JSON and
    a todo that cannot be read could never be finished.
    """
    return json.loads(data, parse_int=_integer, parse_float=_float)


def dumps(value: Any) -> str:
    """Return compact JSON text. Raises ValueError for NaN, infinity or too deep nesting."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _integer(text: str) -> int | str:
    return int(text) if len(text) <= LONGEST_INTEGER else text


def _float(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text
