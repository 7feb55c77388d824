"""Host and Origin allow-list, against DNS rebinding: a web page must not reach this server."""

from urllib.parse import urlsplit

from starlette.types import Scope

from switchboard.errors import Refusal, invalid
from switchboard.settings import Settings

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
ANY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """Return the host names that requests may carry: loopback, ours, and the public URL's."""
    names = set(LOOPBACK)
    if settings.host not in ANY_ADDRESS:
        names.add(settings.host.lower())
    if settings.public_url:
        names.add(urlsplit(settings.public_url).hostname or "")
    return frozenset(names)


def check_host(scope: Scope, allowed: frozenset[str], opaque: bool = False) -> None:
    """Raise Refusal 421 for a foreign Host, 403 for a foreign Origin.

    Ports do not matter: a rebinding page cannot forge the name, and a port may be mapped.
    ``opaque``: whether ``null`` may come in, which a browser says for a page without referrers.
    """
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or _name(b"http://" + hosts[0]) not in allowed:
        raise invalid("this Host is not served here; set SWITCHBOARD_PUBLIC_URL", 421)
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    if any(_name(o) not in allowed for o in origins if not (opaque and o == b"null")):
        raise Refusal("forbidden", "this Origin is not allowed", 403)


def _name(url: bytes) -> str | None:
    """Return the host name of a bare http(s) origin, or None."""
    try:
        parts = urlsplit(url.decode("ascii"))
        parts.port  # noqa: B018 - raises ValueError for a bad port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or parts.path:
        return None
    return parts.hostname
