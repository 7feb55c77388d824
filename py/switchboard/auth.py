"""Who is calling: the bearer credential of a request, looked up by its digest."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import psycopg

from switchboard import calls
from switchboard.database import Pool, call
from switchboard.errors import Refusal, invalid
from switchboard.tokens import sha256

# One header form and no other, so that there is one reading of it.
BEARER = re.compile(rb"Bearer ([\x21-\x7e]{1,512})")


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated endpoint, as the database has it now."""

    endpoint_id: str
    slug: str
    queues: tuple[str, ...]
    verbs: frozenset[str]
    credential_hash: bytes


def unauthenticated() -> Refusal:
    """Refuse with the same bytes whether the credential is missing, malformed or unknown."""
    return Refusal("unauthenticated", "a valid bearer credential is required", 401)


def credential_hash(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the digest of the request's bearer credential.

    Raises Refusal: 401 without exactly one usable credential, 400 for two headers.
    """
    values = [value for name, value in headers if name == b"authorization"]
    if len(values) > 1:
        raise invalid("more than one Authorization header")
    match = BEARER.fullmatch(values[0]) if values else None
    if match is None:
        raise unauthenticated()
    return sha256(match[1].decode("ascii"))


async def authenticate(pool: Pool, digest: bytes) -> Caller:
    """Return the live endpoint that has this credential; one statement, nothing is cached.

    Raises Refusal 401 for an unknown, revoked or expired one.
    """
    try:
        rows = await call(pool, calls.AUTHENTICATE, credential_hash=digest)
    except psycopg.Error as error:
        if error.sqlstate == "SB401":
            raise unauthenticated() from None
        raise
    row = rows[0]
    return Caller(
        endpoint_id=str(row["endpoint_id"]),
        slug=row["slug"],
        queues=tuple(row["queues"]),
        verbs=frozenset(row["verbs"]),
        credential_hash=digest,
    )
