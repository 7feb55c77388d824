"""What every request to an MCP endpoint passes before the MCP server sees it.

In this order: Host and Origin, rate of the client address, credential, slug, rate of the
endpoint, form of the request, size of the body.
"""

import logging
import re

import psycopg
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import check_accept_headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from switchboard.auth import Caller, authenticate, credential_hash
from switchboard.database import Pool
from switchboard.errors import Refusal, invalid, refusal_of
from switchboard.hosts import allowed_hosts, check_host
from switchboard.limits import RateLimiter, address_key
from switchboard.sessions import LegacySessions, is_legacy
from switchboard.settings import Settings

logger = logging.getLogger(__name__)

MAX_BODY = 1024 * 1024
CALLER = "switchboard.caller"

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


class Gate:
    """The ASGI app of ``/mcp/{slug}``."""

    def __init__(self, sessions: LegacySessions, pool: Pool, settings: Settings) -> None:
        self._sessions = sessions
        self._pool = pool
        self._hosts = allowed_hosts(settings)
        self._by_address = RateLimiter(settings.rate_limit_ip)
        self._by_endpoint = RateLimiter(settings.rate_limit_endpoint)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit and serve one request, or answer with the refusal."""
        try:
            caller = await self._admit(scope)
            _check_form(scope, receive)
            body = await read_body(scope, receive)
            scope[CALLER] = caller
            scope["user"] = _user(caller)
            await self._sessions.serve(caller, scope, _replay(body, receive), send)
        except Refusal as refusal:
            await refuse(refusal)(scope, receive, send)
        except psycopg.Error as error:
            logger.error("authentication failed: sqlstate=%s", error.sqlstate)
            await refuse(refusal_of(error))(scope, receive, send)

    async def _admit(self, scope: Scope) -> Caller:
        check_host(scope, self._hosts)
        if not self._by_address.admits(address_key(scope.get("client"))):
            raise limited()
        caller = await authenticate(self._pool, credential_hash(scope["headers"]))
        if caller.slug != scope["path_params"]["slug"]:
            raise Refusal("forbidden", "this credential is for another endpoint", 403)
        if not self._by_endpoint.admits(caller.endpoint_id):
            raise limited()
        return caller


def limited() -> Refusal:
    """Refuse for now."""
    return Refusal("limited", "too many requests; try again in a second", 429)


def refuse(refusal: Refusal) -> ASGIApp:
    """Return the HTTP answer of a refusal."""
    headers = {}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if refusal.status == 405:
        headers["Allow"] = "GET, POST, DELETE"
    if refusal.status == 429:
        headers["Retry-After"] = "1"
    return JSONResponse(refusal.body(), refusal.status, headers)


def repair(body: bytes) -> bytes:
    r"""Replace each lone surrogate escape in JSON text by ``\u0000``.

    Parsers of both eras then agree: dropped from a summary, refused everywhere else (`arguments`).
    Without this a note that a client cut inside an emoji would lose its whole report.
    """
    if not _SURROGATE.search(body):
        return body
    return _ESCAPE.sub(lambda match: rb"\u0000" if match["lone"] else match[0], body)


def _check_form(scope: Scope, receive: Receive) -> None:
    request = Request(scope, receive)
    method = scope["method"]
    if method not in ("GET", "POST", "DELETE"):
        raise invalid("this method is not served here", 405)
    if method != "POST" and not is_legacy(request.headers):
        raise invalid("this protocol version takes POST only", 405)
    accepts_json, accepts_stream = check_accept_headers(request)
    if method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise invalid("the Content-Type must be application/json", 415)
        if not accepts_json:
            raise invalid("the Accept header must allow application/json", 406)
    if method == "GET" and not accepts_stream:
        raise invalid("the Accept header must allow text/event-stream", 406)


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """Read the whole body, however it is sent. Raises Refusal 413 past the limit."""
    too_large = invalid("the body is larger than 1 MiB", 413)
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > MAX_BODY:
            raise too_large
    body = bytearray()
    more = scope["method"] == "POST"
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise invalid("the connection ended inside the body")
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            raise too_large
        more = message.get("more_body", False)
    return repair(bytes(body))


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body once more, then whatever else arrives."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


def _user(caller: Caller) -> AuthenticatedUser:
    # The SDK ties a session to this identity: the endpoint, so that a session survives a rotation.
    token = AccessToken(token="", client_id=caller.endpoint_id, scopes=[])
    return AuthenticatedUser(token)
