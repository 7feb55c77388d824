"""The resources of queues and todos: their URIs, and how they are listed (contract 2).

Plain ones say what waits on a queue. With SWITCHBOARD_A2UI there are views of queues and todos.
"""

from typing import NamedTuple
from urllib.parse import quote, unquote

from mcp import types
from mcp.shared.exceptions import MCPError

from switchboard.auth import Caller

PREFIX = "switchboard://queue/"
TEMPLATE = PREFIX + "{queue}"
MIME_TYPE = "application/json"
# Either of them lets an endpoint see that something waits.
VERBS = frozenset({"list_todos", "claim_next"})

TODO_PREFIX = "switchboard://todo/"
# In a name a slash is written %2F, so this cannot be the end of one.
A2UI_SUFFIX = "/a2ui"
A2UI_TEMPLATES = {"queue": TEMPLATE + A2UI_SUFFIX, "todo": TODO_PREFIX + "{id}" + A2UI_SUFFIX}
A2UI_MIME_TYPE = "application/a2ui+json"
A2UI_VERB = "list_todos"


class View(NamedTuple):
    """What an A2UI resource shows: the queue or the todo of this name."""

    kind: str
    name: str


def may_hear(caller: Caller) -> bool:
    """Whether the endpoint has resources at all."""
    return not VERBS.isdisjoint(caller.verbs)


def uri_of(queue: str) -> str:
    """Return the URI of a queue, percent-encoded."""
    return PREFIX + quote(queue, safe="")


def queue_of(uri: str, caller: Caller) -> str:
    """Return the queue that a URI names, however it is encoded.

    Raises MCPError, with the same bytes for a queue that is not granted and for no such resource.
    """
    queue = unquote(uri.removeprefix(PREFIX), errors="replace")
    if not uri.startswith(PREFIX) or not may_hear(caller) or queue not in caller.queues:
        raise unknown(uri)
    return queue


def unknown(uri: str) -> MCPError:
    """Refuse a resource."""
    return MCPError(types.INVALID_PARAMS, "Unknown resource", {"uri": uri})


def view_of(uri: str, caller: Caller) -> View | None:
    """Return the view that a URI names, granted or not; None for a resource of another kind.

    A client may have written the plain URI of its queue ``x/a2ui`` without encoding the slash. That
    still means the queue, unless a queue ``x`` is granted, whose view has this very URI.
    """
    if not uri.endswith(A2UI_SUFFIX):
        return None
    stem = uri.removesuffix(A2UI_SUFFIX)
    if stem.startswith(TODO_PREFIX):
        return View("todo", unquote(stem.removeprefix(TODO_PREFIX), errors="replace"))
    if not stem.startswith(PREFIX):
        return None
    queue = unquote(stem.removeprefix(PREFIX), errors="replace")
    if queue not in caller.queues and queue + A2UI_SUFFIX in caller.queues:
        return None
    return View("queue", queue)


def listed(caller: Caller, a2ui: bool = False) -> list[types.Resource]:
    """Return one resource for each granted queue, and with ``a2ui`` its view, too."""
    if not may_hear(caller):
        return []
    plain = [
        types.Resource(
            uri=uri_of(queue),
            name=queue,
            description="What waits on this queue. Subscribe to be told of new and retried todos.",
            mime_type=MIME_TYPE,
        )
        for queue in caller.queues
    ]
    if not a2ui or A2UI_VERB not in caller.verbs:
        return plain
    return plain + [
        types.Resource(
            uri=uri_of(queue) + A2UI_SUFFIX,
            name=f"{queue} (A2UI)",
            description="The pending todos of this queue, to be drawn for a person.",
            mime_type=A2UI_MIME_TYPE,
        )
        for queue in caller.queues
    ]


def templates(caller: Caller, a2ui: bool = False) -> list[types.ResourceTemplate]:
    """Return the templates that the URIs follow."""
    if not may_hear(caller):
        return []
    plain = types.ResourceTemplate(
        uri_template=TEMPLATE,
        name="queue",
        description="What waits on a queue that is granted to this endpoint.",
        mime_type=MIME_TYPE,
    )
    if not a2ui or A2UI_VERB not in caller.verbs:
        return [plain]
    return [plain] + [
        types.ResourceTemplate(
            uri_template=template,
            name=f"{kind}-a2ui",
            description=f"A {kind} of this endpoint, to be drawn for a person.",
            mime_type=A2UI_MIME_TYPE,
        )
        for kind, template in A2UI_TEMPLATES.items()
    ]
