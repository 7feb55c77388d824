"""What a form of the Board sends, read and checked for what no database can store."""

import re
from collections.abc import Sequence
from datetime import MAXYEAR, UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from switchboard import json_text
from switchboard.arguments import UNSTORABLE, json_argument
from switchboard.errors import invalid
from switchboard.gate import read_body

MAX_FIELDS = 1000


class Form:
    """The fields of a form. A refusal names the field, never its value."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._pairs = pairs

    def all(self, name: str) -> list[str]:
        """Return every value of a field that is not empty, without blanks around it."""
        values = [value.strip() for key, value in self._pairs if key == name and value.strip()]
        if any(UNSTORABLE.search(value) for value in values):
            raise invalid(f"{name} contains U+0000 or a lone surrogate")
        return values

    def text(self, name: str) -> str | None:
        """Return a field, or None when it is empty or missing."""
        return next(iter(self.all(name)), None)

    def required(self, name: str) -> str:
        """Return a field that must be there."""
        value = self.text(name)
        if value is None:
            raise invalid(f"{name} is missing")
        return value

    def words(self, name: str) -> list[str]:
        """Return the names in a field, written with commas or blanks between them."""
        return [word for value in self.all(name) for word in re.split(r"[,\s]+", value) if word]

    def json(self, name: str) -> str | None:
        """Return a JSON field as compact text, or None when it is empty."""
        value = self.text(name)
        if value is None:
            return None
        try:
            read: Any = json_text.loads(value)
        except (ValueError, RecursionError):
            raise invalid(f"{name} is not JSON") from None
        return json_argument(name, read)

    def whole(self, name: str) -> int | None:
        """Return a number of whole seconds or the like, or None when it is empty."""
        value = self.text(name)
        if value is None:
            return None
        if not re.fullmatch(r"[0-9]{1,9}", value):
            raise invalid(f"{name} is not a whole number")
        return int(value)

    def moment(self, name: str) -> datetime | None:
        """Return a time, in UTC where the field names no zone, or None when it is empty."""
        value = self.text(name)
        if value is None:
            return None
        try:
            moment = datetime.fromisoformat(value)
            moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError):
            raise invalid(f"{name} is not a time such as 2027-01-31T18:00") from None
        # The end of 9999 is the year 10000 in some zone, which Python could not read back.
        if moment.year == MAXYEAR:
            raise invalid(f"{name} must be before the year {MAXYEAR}")
        return moment


async def read_form(request: Request) -> Form:
    """Read a form. Raises Refusal: 413 past 1 MiB, 415 for another type, 400 for broken text."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise invalid("the Content-Type must be application/x-www-form-urlencoded", 415)
    body = await read_body(request.scope, request.receive)
    try:
        return Form(
            parse_qsl(
                body.decode(),
                keep_blank_values=True,
                errors="strict",
                max_num_fields=MAX_FIELDS,
            )
        )
    except ValueError:
        raise invalid("the form cannot be read") from None


def read_query(request: Request) -> Form:
    """Return the fields of a query string."""
    return Form(request.query_params.multi_items())
