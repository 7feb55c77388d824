"""From SQLSTATE to what a client may learn: one table, for MCP and HTTP alike."""

from typing import Any

import psycopg

# Our own states (contract 1.1). Their messages are written for clients; no other message is.
REFUSALS = {
    "SB400": ("invalid", 400),
    "SB401": ("unauthenticated", 401),
    "SB403": ("forbidden", 403),
    "SB404": ("not_found", 404),
    "SB409": ("conflict", 409),
    "SB429": ("limited", 429),
}
UNREADABLE = "an argument cannot be read"
INTERNAL = "the server could not do this; the operator finds the cause in its log"


class Refusal(Exception):  # noqa: N818
    """A call that is refused: code and message are for the client, status is the HTTP status."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status

    def body(self) -> dict[str, Any]:
        """Return the one shape that errors have everywhere."""
        return {"error": {"code": self.code, "message": self.message}}


def invalid(message: str, status: int = 400) -> Refusal:
    """Refuse a malformed request. The message must not contain a value that the caller sent."""
    return Refusal("invalid", message, status)


def forbidden(verb: str) -> Refusal:
    """Refuse what an endpoint was not granted, in the words of SQL."""
    return Refusal("forbidden", f"{verb} is not granted to this endpoint", 403)


def internal() -> Refusal:
    """Refuse with a constant text; the cause belongs in the log."""
    return Refusal("internal", INTERNAL, 500)


def refusal_of(error: psycopg.Error) -> Refusal:
    """Return what a client may learn of a database error.

    What PostgreSQL says while it reads an argument (class 22, stack depth) may quote the argument,
    so only our own states keep their message. Whatever is unknown is `internal`.
    """
    state = error.sqlstate
    if state in REFUSALS:
        code, status = REFUSALS[state]
        return Refusal(code, error.diag.message_primary or code, status)
    if state == "54001" or (state or "").startswith("22"):
        return invalid(UNREADABLE)
    return internal()
