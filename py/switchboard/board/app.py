"""The Board's routes: who is let in, which function is called, which page answers."""

import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from switchboard import calls, first_run
from switchboard.arguments import UNSTORABLE
from switchboard.board import visits, words
from switchboard.board.forms import Form, read_form, read_query
from switchboard.board.live import Live, View, queue_figures
from switchboard.board.render import Static, html, refused, render
from switchboard.board.visits import Visitor
from switchboard.database import Pool, Row, call
from switchboard.errors import Refusal, invalid, refusal_of
from switchboard.gate import limited
from switchboard.hosts import allowed_hosts, check_host
from switchboard.limits import RateLimiter, address_key
from switchboard.settings import Rate, Settings
from switchboard.tokens import new_credential, new_sign_in_token, sha256

logger = logging.getLogger(__name__)

# Forms that a human may send: a second on average, and at once (behaviour 6).
FORM_RATE = Rate(3, 30)
PAGE_SIZE = 50
# Todos that a search or a queue's list looks at before it asks whether to go on.
EXAMINE = 10_000
ACTIONS = {
    "claim": calls.OWNER_CLAIM,
    "extend": calls.OWNER_EXTEND,
    "complete": calls.OWNER_COMPLETE,
    "fail": calls.OWNER_FAIL,
    "release": calls.OWNER_RELEASE,
    "retry": calls.OWNER_RETRY,
    "cancel": calls.OWNER_CANCEL,
}
BULK = ("retry", "cancel")
# The address of the sign-in page holds the token.
NO_REFERRER = {"Referrer-Policy": "no-referrer"}

Page = Callable[[Request, Visitor], Awaitable[Response]]
Action = Callable[[Request, Visitor, Form], Awaitable[Response]]


class Board:
    """The pages of the Board and what they can do."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool = pool
        self._settings = settings
        self._hosts = allowed_hosts(settings)
        public = urlsplit(settings.public_url or "")
        self._tls_host = public.netloc.lower() if public.scheme == "https" else None
        self._by_address = RateLimiter(settings.rate_limit_ip)
        self._by_human = RateLimiter(FORM_RATE if settings.rate_limit_ip else None)
        self.live = Live(pool)

    def routes(self) -> list[BaseRoute]:
        """Return the routes, for the application."""

        def get(path: str, page: Page) -> Route:
            return Route(path, self._page(page), methods=["GET"])

        def post(path: str, action: Action) -> Route:
            return Route(path, self._action(action), methods=["POST"])

        return [
            Route("/sign-in", self._guarded(self._sign_in), methods=["GET"]),
            Route("/sign-in", self._guarded(self._redeem, opaque=True), methods=["POST"]),
            post("/sign-out", self._sign_out),
            get("/", self._home),
            get("/todos", self._todos),
            post("/todos", self._add_todo),
            post("/todos/bulk", self._bulk),
            get("/todos/{id}", self._todo),
            post("/todos/{id}/{action}", self._act),
            get("/queues", self._queues),
            get("/endpoints", self._endpoints),
            post("/endpoints", self._vend),
            post("/endpoints/{id}/rotate", self._rotate),
            post("/endpoints/{id}/scope", self._set_scope),
            post("/endpoints/{id}/revoke", self._revoke),
            get("/events", self._events),
            Mount("/static", Static()),
        ]

    # --- who may come in ---

    def _guarded(
        self, answer: Callable[[Request], Awaitable[Response]], opaque: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """Check host and rate first, and turn refusals into pages. ``opaque``: see `check_host`."""

        async def guarded(request: Request) -> Response:
            whole = not _is_fragment(request)
            if self._tls_host == request.headers.get("host", "").lower():
                # A browser reaches this name over TLS alone, whether or not a proxy says so.
                request.scope["scheme"] = "https"
            try:
                check_host(request.scope, self._hosts, opaque)
                if not self._by_address.admits(address_key(request.scope.get("client"))):
                    raise limited()
                return await answer(request)
            except Refusal as refusal:
                return refused(refusal, whole)
            except psycopg.Error as error:
                answered = refusal_of(error)
                if answered.status == 500:
                    logger.error(
                        "the Board failed: path=%r sqlstate=%s",
                        request.url.path[:100],
                        error.sqlstate,
                    )
                return refused(answered, whole)

        return guarded

    def _page(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        async def signed_in(request: Request) -> Response:
            visitor = await visits.visitor(request, self._pool)
            if visitor is None:
                return _to_sign_in(request)
            return await page(request, visitor)

        return self._guarded(signed_in)

    def _action(self, action: Action) -> Callable[[Request], Awaitable[Response]]:
        async def checked(request: Request, visitor: Visitor) -> Response:
            if not self._by_human.admits(visitor.human_id):
                raise limited()
            form = await read_form(request)
            public_url = self._settings.public_url
            visits.check_form(request, visitor, form.text("csrf") or "", public_url)
            return await action(request, visitor, form)

        return self._page(checked)

    async def _call(self, statement: str, visitor: Visitor, **params: Any) -> list[Row]:
        return await call(self._pool, statement, human_id=visitor.human_id, **params)

    # --- sign-in ---

    async def _sign_in(self, request: Request) -> Response:
        """Show a button and change nothing: a preview of the link must not use it up."""
        token = request.query_params.get("token", "")
        csrf = visits.new_sign_in_csrf()
        text = render("sign_in.html", token=token[:200], csrf=csrf, message=None)
        response = html(text, headers=NO_REFERRER)
        visits.offer_sign_in(request, response, csrf)
        return response

    async def _redeem(self, request: Request) -> Response:
        form = await read_form(request)
        visits.check_sign_in(request, form.text("csrf") or "", self._settings.public_url)
        cookie = new_sign_in_token()
        try:
            await call(
                self._pool,
                calls.REDEEM_SIGN_IN_LINK,
                token_hash=sha256(form.text("token") or ""),
                session_hash=sha256(cookie),
            )
        except psycopg.Error as error:
            if error.sqlstate != "SB401":
                raise
            message = "This link has been used or is older than 15 minutes."
            text = render("sign_in.html", token="", csrf="", message=message)
            return html(text, 401, NO_REFERRER)
        response = RedirectResponse("/todos", 303)
        visits.begin(request, response, cookie)
        return response

    async def _sign_out(self, request: Request, visitor: Visitor, _: Form) -> Response:
        await call(self._pool, calls.END_SESSION, session_hash=visitor.session_hash)
        self.live.sessions.close(visitor.session_hash)
        response = RedirectResponse("/sign-in", 303)
        visits.end(request, response)
        return response

    # --- todos ---

    async def _home(self, _: Request, __: Visitor) -> Response:
        return RedirectResponse("/todos", 303)

    async def _todos(self, request: Request, visitor: Visitor) -> Response:
        query = read_query(request)
        return html(await self._list(visitor, query))

    async def _list(self, visitor: Visitor, query: Form, **notes: Any) -> str:
        chosen = {
            "filter": query.text("filter") or "all",
            "search": query.text("q"),
            "queue": query.text("queue"),
            "endpoint_id": _uuid(query.text("endpoint")),
            "before": query.text("before"),
        }
        counts = (await self._call(calls.BOARD_COUNTS, visitor))[0]
        now = datetime.now(UTC)
        endpoints = [
            e | {"is_over": bool(e["revoked_at"] or (e["expires_at"] and e["expires_at"] <= now))}
            for e in await self._call(calls.OWNER_ENDPOINTS, visitor)
        ]
        todos = await self._call(
            calls.BOARD_TODOS, visitor, **chosen, limit=PAGE_SIZE + 1, examine=EXAMINE
        )
        further = None
        if len(todos) <= PAGE_SIZE and (chosen["search"] or chosen["queue"]):
            place = {k: chosen[k] for k in ("filter", "endpoint_id", "before")}
            found = await self._call(calls.SEARCH_END, visitor, **place, examine=EXAMINE)
            further = found[0]["id"]
        shown = todos[:PAGE_SIZE]
        self.live.watch(visitor.human_id, shown)
        return render(
            "todos.html",
            visitor=visitor,
            csrf=visitor.csrf,
            counts=counts,
            endpoints=endpoints,
            chosen=chosen,
            todos=shown,
            older=shown[-1]["id"] if len(todos) > PAGE_SIZE else None,
            further=further,
            examined=EXAMINE,
            **{"notice": None, "status": 200} | notes,
        )

    async def _todo(self, request: Request, visitor: Visitor) -> Response:
        todo = await self._read(request, visitor)
        return html(self._todo_text(request, visitor, todo))

    async def _read(self, request: Request, visitor: Visitor) -> Row:
        todo_id = _storable(request.path_params["id"])
        rows = await self._call(calls.BOARD_TODO, visitor, todo_id=todo_id)
        self.live.watch(visitor.human_id, rows)
        return rows[0]

    def _todo_text(
        self, request: Request, visitor: Visitor, todo: Row, conflict: str | None = None
    ) -> str:
        fragment = _is_fragment(request)
        template = "_drawer.html" if fragment else "todo.html"
        values = {"todo": todo, "csrf": visitor.csrf, "conflict": conflict, "whole": not fragment}
        return render(template, visitor=visitor, **values)

    async def _act(self, request: Request, visitor: Visitor, form: Form) -> Response:
        action = request.path_params["action"]
        if action not in ACTIONS:
            raise _not_found()
        report: dict[str, Any] = {}
        if action in ("complete", "fail", "release"):
            report = {"summary": form.text("summary"), "artifact": form.text("artifact")}
        if action in ("complete", "fail"):
            report["result"] = form.json("result")
        todo_id = _storable(request.path_params["id"])
        refused = False
        try:
            await self._call(ACTIONS[action], visitor, todo_id=todo_id, **report)
        except psycopg.Error as error:
            refused = error.sqlstate == "SB409"
            if not refused:
                raise
        todo = await self._read(request, visitor)
        said = words.what_happened(todo, datetime.now(UTC)) if refused else None
        status = 409 if refused else 200
        if _is_fragment(request):
            asked_from = urlsplit(request.headers.get("hx-current-url", "")).path
            whole = asked_from not in ("", "/todos")
            values = {"todo": todo, "csrf": visitor.csrf, "conflict": said, "whole": whole}
            return html(render("_changed.html", **values), status)
        if said:
            return html(self._todo_text(request, visitor, todo, said), status)
        return RedirectResponse(f"/todos/{todo['id']}", 303)

    async def _bulk(self, request: Request, visitor: Visitor, form: Form) -> Response:
        action, ids = form.required("action"), form.all("todo")
        if action not in BULK:
            raise invalid("action must be retry or cancel")
        if len(ids) > PAGE_SIZE:
            raise invalid(f"todo must be chosen at most {PAGE_SIZE} times")
        done = 0
        for todo_id in ids:
            try:
                await self._call(ACTIONS[action], visitor, todo_id=todo_id)
                done += 1
            except psycopg.Error as error:
                if error.sqlstate not in ("SB404", "SB409"):
                    raise
        left = len(ids) - done
        notice = words.bulk_done(action, done, left)
        if not _is_fragment(request):
            return html(await self._list(visitor, form, notice=notice))
        todos = await self._call(calls.BOARD_CHANGES, visitor, todo_ids=ids)
        return html(render("_bulk.html", todos=[t for t in todos if t["id"]], notice=notice))

    async def _add_todo(self, request: Request, visitor: Visitor, form: Form) -> Response:
        created = await self._call(
            calls.OWNER_CREATE_TODO,
            visitor,
            endpoint_id=_uuid(form.required("endpoint")),
            queue=form.required("queue"),
            title=form.required("title"),
            payload=form.json("payload"),
            idempotency_key=form.text("key"),
        )
        if _is_fragment(request):
            rows = await self._call(calls.BOARD_CHANGES, visitor, todo_ids=[created[0]["id"]])
            counts = rows[0] | {"dead_letter": rows[0]["dead_letters"]}
            return html(render("_added.html", todo=rows[0], counts=counts))
        return RedirectResponse(f"/todos/{created[0]['id']}", 303)

    # --- queues ---

    async def _queues(self, _: Request, visitor: Visitor) -> Response:
        self.live.watch(visitor.human_id, ())
        figures = await queue_figures(self._pool, visitor.human_id)
        return html(render("queues.html", visitor=visitor, csrf=visitor.csrf, **figures))

    # --- endpoints ---

    async def _endpoints(self, _: Request, visitor: Visitor) -> Response:
        return html(await self._endpoint_list(visitor))

    async def _endpoint_list(self, visitor: Visitor, **notes: Any) -> str:
        endpoints = await self._call(calls.OWNER_ENDPOINTS, visitor)
        activity = await self._call(calls.OWNER_ENDPOINT_ACTIVITY, visitor)
        verbs = (await call(self._pool, calls.DRAIN_VERBS))[0]["verbs"]
        return render(
            "endpoints.html",
            visitor=visitor,
            csrf=visitor.csrf,
            endpoints=endpoints,
            activity={row["endpoint_id"]: row for row in activity},
            drain_verbs=verbs,
            **{"notice": None, "vended": None} | notes,
        )

    async def _vend(self, _: Request, visitor: Visitor, form: Form) -> Response:
        credential = new_credential()
        slug = form.required("slug")
        vended = await self._call(
            calls.OWNER_VEND_ENDPOINT,
            visitor,
            agent=form.required("agent"),
            slug=slug,
            queues=form.words("queues"),
            verbs=form.all("verb"),
            credential_hash=sha256(credential),
            expires_at=form.moment("expires"),
            lease_ttl_seconds=form.whole("lease"),
            db_role=form.text("db_role"),
        )
        return await self._show_credential(visitor, slug, vended[0]["endpoint_id"], credential)

    async def _rotate(self, request: Request, visitor: Visitor, _: Form) -> Response:
        endpoint = await self._owned(request, visitor)
        credential = new_credential()
        await self._call(
            calls.OWNER_ROTATE_CREDENTIAL,
            visitor,
            endpoint_id=endpoint["endpoint_id"],
            credential_hash=sha256(credential),
        )
        return await self._show_credential(
            visitor, endpoint["slug"], endpoint["endpoint_id"], credential
        )

    async def _show_credential(
        self, visitor: Visitor, slug: str, endpoint_id: UUID, credential: str
    ) -> Response:
        """Show a credential, the only time that it can be shown."""
        vended = {
            "slug": slug,
            "endpoint_id": endpoint_id,
            "credential": credential,
            "mcp_config": first_run.mcp_config(self._settings.url, slug, credential),
        }
        return html(await self._endpoint_list(visitor, vended=vended))

    async def _set_scope(self, request: Request, visitor: Visitor, form: Form) -> Response:
        endpoint = await self._owned(request, visitor)
        await self._call(
            calls.OWNER_SET_SCOPE,
            visitor,
            endpoint_id=endpoint["endpoint_id"],
            queues=form.words("queues"),
            verbs=form.all("verb"),
        )
        return html(await self._endpoint_list(visitor, notice=f"Scope of {endpoint['slug']} set."))

    async def _revoke(self, request: Request, visitor: Visitor, _: Form) -> Response:
        endpoint = await self._owned(request, visitor)
        await self._call(calls.OWNER_REVOKE_ENDPOINT, visitor, endpoint_id=endpoint["endpoint_id"])
        return html(await self._endpoint_list(visitor, notice=f"{endpoint['slug']} is revoked."))

    async def _owned(self, request: Request, visitor: Visitor) -> Row:
        """Return the endpoint of the path. Raises Refusal 404, the same for foreign ones."""
        wanted = request.path_params["id"]
        for endpoint in await self._call(calls.OWNER_ENDPOINTS, visitor):
            if str(endpoint["endpoint_id"]) == wanted:
                return endpoint
        raise _not_found()

    # --- live ---

    async def _events(self, request: Request, visitor: Visitor) -> Response:
        query = read_query(request)
        if self.live.is_full(visitor.human_id):
            raise limited()
        chosen = query.text("filter") or "all"
        view = View(
            page=query.text("page") or "todos",
            filter=chosen if chosen in words.FILTERS else "all",
            queue=query.text("queue"),
            endpoint_id=query.text("endpoint"),
            takes_new=query.text("q") is None and query.text("before") is None,
            todo=query.text("todo"),
            since=_seconds(query.text("since")),
        )
        return self.live.stream(visitor, view)


def _not_found() -> Refusal:
    return Refusal("not_found", "not found", 404)


def _is_fragment(request: Request) -> bool:
    """Whether a script of the page asks for a piece of it."""
    return request.headers.get("hx-request") == "true" and (
        request.headers.get("hx-request-type") != "full"
    )


def _to_sign_in(request: Request) -> Response:
    """Send a person to the sign-in page; a script of a page gets a status that it can act on."""
    if request.method == "GET" and not _is_fragment(request) and request.url.path != "/events":
        return RedirectResponse("/sign-in", 303)
    message = "you are signed out; reload the page to sign in"
    return refused(Refusal("unauthenticated", message, 401), whole_page=False)


def _storable(todo_id: str) -> str:
    """Return an id that the database can be asked for. No id holds what it cannot."""
    if UNSTORABLE.search(todo_id):
        raise _not_found()
    return todo_id


def _seconds(milliseconds: str | None) -> float:
    """Return what a page says of its time. Without a time it misses nothing."""
    known = milliseconds is not None and re.fullmatch("[1-9][0-9]{0,14}", milliseconds)
    return int(known[0]) / 1000 if known else float("inf")


def _uuid(text: str | None) -> str | None:
    """Return an id as the database reads it. Raises the refusal that an unknown id gets."""
    if text is None:
        return None
    with contextlib.suppress(ValueError):
        return str(UUID(text))
    raise _not_found()
