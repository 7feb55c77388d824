"""Who visits the Board, and whether their request may be heard: cookies, CSRF, Origin, rates."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
from starlette.requests import Request
from starlette.responses import Response

from switchboard import calls
from switchboard.database import Pool, call
from switchboard.errors import Refusal
from switchboard.tokens import sha256

SESSION = "switchboard_session"
SIGN_IN = "switchboard_sign_in"
# Seconds that a browser keeps the cookie; the database decides when the session is over.
SESSION_AGE = 30 * 24 * 3600
SIGN_IN_AGE = 15 * 60


@dataclass(frozen=True, slots=True)
class Visitor:
    """A human who is signed in. ``csrf``: what their forms must carry."""

    human_id: str
    name: str
    session_hash: bytes
    csrf: str


def forged() -> Refusal:
    """Refuse a form that did not come from a page of ours."""
    return Refusal("forbidden", "this form is not from a page of the Board; reload it", 403)


async def visitor(request: Request, pool: Pool) -> Visitor | None:
    """Return who is signed in, or None; one statement, nothing is cached."""
    cookie = request.cookies.get(_name(request, SESSION))
    if not cookie or len(cookie) > 200:
        return None
    digest = sha256(cookie)
    try:
        rows = await call(pool, calls.SESSION_HUMAN, session_hash=digest)
    except psycopg.Error as error:
        if error.sqlstate == "SB401":
            return None
        raise
    return Visitor(str(rows[0]["human_id"]), rows[0]["name"], digest, _csrf(cookie))


def begin(request: Request, response: Response, cookie: str) -> None:
    """Let the browser keep a session; its sign-in cookie has done its work."""
    _set(request, response, SESSION, cookie, SESSION_AGE, "lax")
    response.delete_cookie(_name(request, SIGN_IN), path="/sign-in")


def end(request: Request, response: Response) -> None:
    """Let the browser forget its session."""
    secure = is_secure(request)
    response.delete_cookie(_name(request, SESSION), secure=secure, httponly=True, samesite="lax")


def new_sign_in_csrf() -> str:
    """Return what a sign-in form and a cookie of its browser must both have."""
    return secrets.token_urlsafe(16)


def offer_sign_in(request: Request, response: Response, csrf: str) -> None:
    """Give this browser the cookie that its sign-in form must repeat.

    Otherwise another site could sign a visitor in as somebody else, who then reads what they add.
    """
    _set(request, response, SIGN_IN, csrf, SIGN_IN_AGE, "strict", "/sign-in")


def check_sign_in(request: Request, sent: str, public_url: str | None) -> None:
    """Raise Refusal 403 unless the form came from the page that `offer_sign_in` made."""
    kept = request.cookies.get(_name(request, SIGN_IN), "")
    if not kept or not hmac.compare_digest(kept.encode(), sent.encode()):
        raise forged()
    # The page sends no referrer, and then a browser does not tell the origin.
    if request.headers.get("origin", "null") != "null":
        check_origin(request, public_url)


def check_form(request: Request, visitor: Visitor, sent: str, public_url: str | None) -> None:
    """Raise Refusal 403 unless a form carries the token of this session and is of our origin."""
    if not hmac.compare_digest(visitor.csrf.encode(), sent.encode()):
        raise forged()
    check_origin(request, public_url)


def check_origin(request: Request, public_url: str | None) -> None:
    """Raise Refusal 403 for a request that names another origin, port included, or an opaque one.

    A client that names none is no browser: it is the token in the form that lets it in.
    """
    origin = request.headers.get("origin")
    if origin is None:
        return
    ours = {request.headers.get("host", "").lower()}
    if public_url:
        ours.add(urlsplit(public_url).netloc.lower())
    parts = urlsplit(origin.lower())
    if parts.scheme not in ("http", "https") or parts.netloc not in ours:
        raise forged()


def is_secure(request: Request) -> bool:
    """Whether the browser reached us over TLS, as far as a trusted proxy tells."""
    return request.url.scheme == "https"


def _csrf(cookie: str) -> str:
    return hmac.new(cookie.encode(), b"switchboard csrf", hashlib.sha256).hexdigest()


def _name(request: Request, name: str) -> str:
    # A cookie of this prefix cannot be planted by a sister domain; it exists under TLS alone.
    return f"__Host-{name}" if is_secure(request) and name == SESSION else name


def _set(
    request: Request,
    response: Response,
    name: str,
    value: str,
    age: int,
    same_site: str,
    path: str = "/",
) -> None:
    response.set_cookie(
        _name(request, name),
        value,
        max_age=age,
        path=path,
        secure=is_secure(request),
        httponly=True,
        samesite="strict" if same_site == "strict" else "lax",
    )
