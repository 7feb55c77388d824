"""Templates and static files. Every value is escaped; nothing of others is read as markup."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from switchboard.board import charts, words
from switchboard.errors import Refusal
from switchboard.terminal import as_json, visible

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
# Stands for the visitor's token in what is rendered once for all sessions of a human. Nobody else
# can know it: in a link that an agent wrote it would become the token.
ANY_CSRF = secrets.token_urlsafe(32)
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


_VERSIONS = {path.name: _version(path.name) for path in STATIC.iterdir() if path.is_file()}


def _asset(name: str) -> str:
    return f"/static/{name}?v={_VERSIONS[name]}"


def _css_string(text: str) -> str:
    """Escape a text for a quoted string in a selector."""
    return "".join(c if c.isalnum() or c in "_-" else f"\\{ord(c):x} " for c in text)


def _exact(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _fine(moment: datetime) -> str:
    """Return a moment to the microsecond, as lists are sorted."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _lines(text: str) -> str:
    """Show a text of several lines, its obeyed characters as escapes."""
    return visible(text.replace("\r\n", "\n"), keep="\n\t")


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


_templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {
    "css": _css_string,
    "exact": _exact,
    "fine": _fine,
    "json": as_json,
    "lines": _lines,
    "moment": _moment,
    "number": words.number,
    "visible": visible,
}
_templates.globals |= {"asset": _asset, "charts": charts, "words": words}


def render(template: str, **values: Any) -> str:
    """Return the text of a template. ``now`` is the time that spans count from."""
    return _templates.get_template(template).render(now=datetime.now(UTC), **values)


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an HTML answer with the Board's safety headers."""
    safety = {"Content-Security-Policy": CSP, "Referrer-Policy": "same-origin"}
    return Response(text, status, safety | dict(headers or {}), media_type="text/html")


def refused(refusal: Refusal, whole_page: bool) -> Response:
    """Return a refusal as a page, or as a notice for the page that asked."""
    template = "error.html" if whole_page else "_notice.html"
    # The address may be that of a sign-in page, which holds the token.
    headers = {"Referrer-Policy": "no-referrer"}
    if refusal.status == 429:
        headers["Retry-After"] = "1"
    text = render(template, message=refusal.message, kind="bad", status=refusal.status)
    return html(text, refusal.status, headers)


class Static(StaticFiles):
    """The Board's own files; their address changes with their content."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file that browsers may keep."""
        response = await super().get_response(path, scope)
        kept = scope["query_string"] and response.status_code == 200
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if kept else "no-cache"
        )
        return response
