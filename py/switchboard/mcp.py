"""The MCP server: tools/list and tools/call over the functions of `calls`.

Nothing is decided here. A call is checked for form (`arguments`), bound to one statement, and its
rows are shaped; scope, state, holder and fence are SQL's.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import psycopg
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError

from switchboard import __version__, a2ui, arguments, calls, json_text, resources, shape
from switchboard.auth import Caller
from switchboard.database import Pool, Row, call
from switchboard.doorbell import Doorbell
from switchboard.errors import Refusal, forbidden, internal, refusal_of
from switchboard.gate import CALLER
from switchboard.sessions import SESSION_ID, is_legacy
from switchboard.tokens import new_lease_token, sha256
from switchboard.tools import INSTRUCTIONS, TOOLS, granted

logger = logging.getLogger(__name__)

# What may stand in a log line as a todo id; anything else a caller sends as one may not.
LOGGABLE_ID = re.compile(r"td_[0-9A-Za-z-]{1,64}")

Context = ServerRequestContext[Any, Any]
Page = types.PaginatedRequestParams | None
Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: who, over which session, with which checked arguments."""

    pool: Pool
    caller: Caller
    session: str | None
    arguments: Arguments
    summary_from_result: bool

    async def run(self, statement: str, **params: Any) -> list[Row]:
        """Run a statement as the calling endpoint."""
        return await call(self.pool, statement, endpoint_id=self.caller.endpoint_id, **params)


class SwitchboardServer(Server[dict[str, Any]]):
    """The SDK's server, which also tells clients about our notifications."""

    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> types.ServerCapabilities:
        """Return the capabilities: ``claude/channel``, and no list that tells of its changes."""
        found = super().get_capabilities(
            notification_options,
            (experimental_capabilities or {}) | {"claude/channel": {}},
            extensions,
            protocol_version=protocol_version,
        )
        for capability in (found.tools, found.resources, found.prompts):
            if capability is not None:
                capability.list_changed = False
        return found


def create_server(
    pool: Pool, doorbell: Doorbell, summary_from_result: bool = False, with_a2ui: bool = False
) -> SwitchboardServer:
    """Return the MCP server; the gate must have put the caller into each request's scope."""

    async def list_tools(ctx: Context, _: Page) -> types.ListToolsResult:
        tools = granted(_caller(ctx).verbs)
        return types.ListToolsResult(tools=tools, ttl_ms=0, cache_scope="private")

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in HANDLERS:
            raise MCPError(types.INVALID_PARAMS, "Unknown tool")
        caller = _caller(ctx)
        try:
            if TOOLS[params.name] not in granted(caller.verbs):
                raise forbidden(params.name)
            tool_call = Call(
                pool=pool,
                caller=caller,
                session=_session_id(ctx),
                arguments=arguments.read(params.name, params.arguments),
                summary_from_result=summary_from_result,
            )
            answer = await HANDLERS[params.name](tool_call)
        except Refusal as refusal:
            return _result(refusal.body(), refusal)
        except Exception as error:  # The one catch-all: an exception's text may hold anything.
            known = refusal_of(error) if isinstance(error, psycopg.Error) else internal()
            if known.code == "internal":
                _log_failure(caller.slug, params, error)
            return _result(known.body(), known)
        return _result(answer)

    async def list_resources(ctx: Context, _: Page) -> types.ListResourcesResult:
        listed = resources.listed(_caller(ctx), with_a2ui)
        return types.ListResourcesResult(resources=listed, ttl_ms=0, cache_scope="private")

    async def list_templates(ctx: Context, _: Page) -> types.ListResourceTemplatesResult:
        templates = resources.templates(_caller(ctx), with_a2ui)
        return types.ListResourceTemplatesResult(
            resource_templates=templates, ttl_ms=0, cache_scope="private"
        )

    async def read_resource(
        ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri, caller = str(params.uri), _caller(ctx)
        view = resources.view_of(uri, caller) if with_a2ui else None
        if view is None:
            read, mime_type = await _read_queue(pool, caller, uri), resources.MIME_TYPE
        else:
            read, mime_type = await _read_view(pool, caller, view), resources.A2UI_MIME_TYPE
        content = types.TextResourceContents(
            uri=uri, mime_type=mime_type, text=json_text.dumps(read)
        )
        return types.ReadResourceResult(contents=[content], ttl_ms=0, cache_scope="private")

    async def subscribe(ctx: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        doorbell.subscribe(_caller(ctx), _session_of(ctx), str(params.uri))
        return types.EmptyResult()

    async def unsubscribe(
        ctx: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        doorbell.unsubscribe(_caller(ctx), _session_of(ctx), str(params.uri))
        return types.EmptyResult()

    async def listen(
        ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        return await doorbell.serve_modern(_caller(ctx), ctx, params)

    return SwitchboardServer(
        "switchboard",
        version=__version__,
        instructions=INSTRUCTIONS,
        # From memory: otherwise the SDK runs list_tools before each call.
        get_tool_input_schema=lambda name: TOOLS[name].input_schema if name in TOOLS else None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=subscribe,
        on_unsubscribe_resource=unsubscribe,
        on_subscriptions_listen=listen,
        on_list_prompts=_no_prompts,
        on_get_prompt=_no_prompt,
    )


async def _read_queue(pool: Pool, caller: Caller, uri: str) -> Row:
    """Read the plain resource of a queue. Raises MCPError."""
    queue = resources.queue_of(uri, caller)
    try:
        rows = await call(pool, calls.READ_QUEUE, endpoint_id=caller.endpoint_id, queue=queue)
    except psycopg.Error as error:
        known = refusal_of(error)
        if known.code != "internal":  # the scope has changed since the request came in
            raise resources.unknown(uri) from None
        raise _unreadable(known, error) from None
    return shape.queue(rows[0])


async def _read_view(pool: Pool, caller: Caller, view: resources.View) -> Row:
    """Read a queue or a todo as an A2UI document. Raises MCPError, which says what a tool would."""
    verbs = caller.verbs
    try:
        if resources.A2UI_VERB not in verbs:  # get_todo alone would do for SQL
            raise forbidden(resources.A2UI_VERB)
        if view.kind == "todo":
            sent: Arguments = {"id": view.name, "attempts_limit": a2ui.MAX_ATTEMPTS}
            asked = arguments.read("get_todo", sent)
            asked["todo_id"] = asked.pop("id")
            rows = await call(pool, calls.GET_TODO, endpoint_id=caller.endpoint_id, **asked)
            return a2ui.todo_view(rows[0], verbs)
        # One more than is shown tells whether there are more.
        sent = {"queue": view.name, "state": "pending", "limit": a2ui.MAX_TODOS + 1}
        asked = arguments.read("list_todos", sent)
        rows = await call(pool, calls.LIST_TODOS, endpoint_id=caller.endpoint_id, **asked)
        return a2ui.queue_view(view.name, rows, verbs)
    except Refusal as refusal:
        raise MCPError(types.INVALID_PARAMS, str(refusal), refusal.body()) from None
    except psycopg.Error as error:
        raise _unreadable(refusal_of(error), error) from None


def _unreadable(known: Refusal, error: psycopg.Error) -> MCPError:
    """Refuse to read a resource; what nobody foresaw is logged."""
    if known.code != "internal":
        return MCPError(types.INVALID_PARAMS, str(known), known.body())
    logger.error("reading a resource failed: sqlstate=%s", error.sqlstate)
    return MCPError(types.INTERNAL_ERROR, str(known), known.body())


async def _no_prompts(_: Context, __: Page) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[], ttl_ms=0, cache_scope="private")


async def _no_prompt(_: Context, __: types.GetPromptRequestParams) -> types.GetPromptResult:
    raise MCPError(types.INVALID_PARAMS, "Unknown prompt")


async def list_todos(tool: Call) -> Row:
    """List compact todos."""
    return shape.todo_list(await tool.run(calls.LIST_TODOS, **tool.arguments))


async def get_todo(tool: Call) -> Row:
    """Read one todo with its attempts."""
    rows = await tool.run(
        calls.GET_TODO,
        todo_id=tool.arguments["id"],
        attempts_limit=tool.arguments["attempts_limit"],
    )
    return shape.todo_detail(rows[0])


async def claim(tool: Call) -> Row:
    """Claim by id."""
    token, opening = _opening(tool)
    rows = await tool.run(calls.CLAIM, todo_id=tool.arguments["id"], **opening)
    return shape.claim(rows[0], token)


async def claim_next(tool: Call) -> Row:
    """Claim the oldest due todo, if there is one."""
    token, opening = _opening(tool)
    queue = tool.arguments["queue"]
    rows = await tool.run(calls.CLAIM_NEXT, queues=None if queue is None else [queue], **opening)
    return shape.claim_next(rows, token)


async def complete(tool: Call) -> Row:
    """End a claim: done."""
    return await _report(tool, calls.COMPLETE)


async def fail(tool: Call) -> Row:
    """End a claim: failed."""
    return await _report(tool, calls.FAIL)


async def release(tool: Call) -> Row:
    """End a claim without a verdict."""
    rows = await tool.run(
        calls.RELEASE,
        todo_id=tool.arguments["id"],
        summary=tool.arguments["summary"],
        artifact=tool.arguments["artifact"],
        lease_token_hash=_token_hash(tool.arguments["lease_token"]),
    )
    return shape.todo(rows[0])


async def heartbeat(tool: Call) -> Row:
    """Extend a claim."""
    rows = await tool.run(
        calls.HEARTBEAT,
        todo_id=tool.arguments["id"],
        lease_ttl_seconds=tool.arguments["lease_ttl_seconds"],
        lease_token_hash=_token_hash(tool.arguments["lease_token"]),
    )
    return shape.todo(rows[0])


async def create_todo(tool: Call) -> Row:
    """Put a todo on a queue."""
    return shape.created_todo((await tool.run(calls.CREATE_TODO, **tool.arguments))[0])


HANDLERS: dict[str, Callable[[Call], Awaitable[Row]]] = {
    "list_todos": list_todos,
    "get_todo": get_todo,
    "claim": claim,
    "claim_next": claim_next,
    "complete": complete,
    "fail": fail,
    "release": release,
    "heartbeat": heartbeat,
    "create_todo": create_todo,
}


def _opening(tool: Call) -> tuple[str | None, Arguments]:
    """Return the new lease token, if one is asked for, and what both claims send to SQL."""
    token = new_lease_token() if tool.arguments["require_fence"] else None
    return token, {
        "lease_ttl_seconds": tool.arguments["lease_ttl_seconds"],
        "claimant": tool.arguments["claimant"],
        "session": tool.session,
        "lease_token_hash": _token_hash(token),
    }


async def _report(tool: Call, statement: str) -> Row:
    rows = await tool.run(
        statement,
        todo_id=tool.arguments["id"],
        result=tool.arguments["result"],
        summary=tool.arguments["summary"],
        artifact=tool.arguments["artifact"],
        lease_token_hash=_token_hash(tool.arguments["lease_token"]),
        summary_from_result=tool.summary_from_result,
    )
    return shape.todo(rows[0])


def _token_hash(token: str | None) -> bytes | None:
    """Return the digest of a lease token; an empty one counts as none."""
    return sha256(token) if token else None


def _caller(ctx: Context) -> Caller:
    if ctx.request is None:
        raise MCPError(types.INTERNAL_ERROR, "No request")
    caller: Caller = ctx.request.scope[CALLER]
    return caller


def _session_id(ctx: Context) -> str | None:
    """Return the id of the session a call came over; the modern era has none."""
    if ctx.request is None or not is_legacy(ctx.request.headers):
        return None
    session_id: str | None = ctx.request.headers.get(SESSION_ID)
    return session_id


def _session_of(ctx: Context) -> str:
    session_id = _session_id(ctx)
    if session_id is None:
        raise MCPError(types.INVALID_REQUEST, "This needs a session; use subscriptions/listen")
    return session_id


def _result(answer: Row, refusal: Refusal | None = None) -> types.CallToolResult:
    text = str(refusal) if refusal is not None else json_text.dumps(answer)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)],
        structured_content=answer,
        is_error=refusal is not None,
    )


def _log_failure(slug: str, params: types.CallToolRequestParams, error: Exception) -> None:
    todo_id = str((params.arguments or {}).get("id"))
    logger.error(
        "tool call failed: slug=%s tool=%s todo=%s error=%s sqlstate=%s",
        slug,
        params.name,
        todo_id if LOGGABLE_ID.fullmatch(todo_id) else "-",
        type(error).__name__,
        getattr(error, "sqlstate", None),
    )
