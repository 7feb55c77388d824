"""The resource of a queue: its URI, and how it is listed and read (contract 2)."""

from urllib.parse import quote, unquote

from mcp import types
from mcp.shared.exceptions import MCPError

from switchboard.auth import Caller

PREFIX = "switchboard://queue/"
TEMPLATE = PREFIX + "{queue}"
MIME_TYPE = "application/json"
# Either of them lets an endpoint see that something waits.
VERBS = frozenset({"list_todos", "claim_next"})


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


def listed(caller: Caller) -> list[types.Resource]:
    """Return one resource for each granted queue."""
    if not may_hear(caller):
        return []
    return [
        types.Resource(
            uri=uri_of(queue),
            name=queue,
            description="What waits on this queue. Subscribe to be told of new and retried todos.",
            mime_type=MIME_TYPE,
        )
        for queue in caller.queues
    ]


def templates(caller: Caller) -> list[types.ResourceTemplate]:
    """Return the template that the URIs of queues follow."""
    if not may_hear(caller):
        return []
    return [
        types.ResourceTemplate(
            uri_template=TEMPLATE,
            name="queue",
            description="What waits on a queue that is granted to this endpoint.",
            mime_type=MIME_TYPE,
        )
    ]
