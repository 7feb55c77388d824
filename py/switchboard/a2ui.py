"""Queues and todos as A2UI documents, for clients that draw them for a person. Pure functions.

A document is one ``updateComponents`` message of A2UI v0.9 with components of its basic catalog: a
flat list, in which containers name their children by id. Source: a2ui.org/specification/v0.9-a2ui.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from switchboard import shape
from switchboard.shape import Row

VERSION = "v0.9"
# Attempts in the view of a todo, and todos in the view of a queue.
MAX_ATTEMPTS = 20
MAX_TODOS = 25

# The tools that a state makes worth a button. Whether the call is let through, SQL decides.
OFFERED = {"pending": ("claim",), "claimed": ("heartbeat", "complete", "fail", "release")}
LABELS = {
    "claim": "Claim",
    "claim_next": "Claim next",
    "heartbeat": "Extend lease",
    "complete": "Complete",
    "fail": "Fail",
    "release": "Release",
}
# Who claimed, for an attempt without a label.
CLAIMERS = {"endpoint": "an agent", "owner": "the owner, on the Board"}

# Text components are Markdown. This is what makes markup within a line, and what does in front of
# one. Of underscores those that can end an emphasis; a # at the end would be lost from a heading.
INLINE_MARKUP = re.compile(r"[\\`*\[<~|]|&(?=#?[0-9A-Za-z]+;)|_(?![^\W_])|#$")
BLOCK_MARKUP = re.compile(r"^([0-9]+(?=[.)](?:\s|$))|(?=[-+=>#:]))(.)")


@dataclass(frozen=True, slots=True)
class Part:
    """A component before it has an id. ``name`` differs from those of its siblings."""

    name: str
    component: str
    properties: Row
    parts: tuple["Part", ...] = ()


def queue_view(queue: str, rows: list[Row], verbs: Iterable[str]) -> Row:
    """Return the view of a queue, from its pending todos as list_todos answers them.

    Of more than MAX_TODOS rows the rest is not shown, but told of. ``verbs``: those of the caller.
    """
    granted = frozenset(verbs)
    shown = rows[:MAX_TODOS]
    if not shown:
        waiting = "Nothing waits on this queue."
    elif len(rows) > len(shown):
        waiting = f"The newest {len(shown)} are shown; more wait."
    else:
        waiting = f"{len(shown)} waiting"
    todos = tuple(_listed(shape.todo(row), granted) for row in shown)
    body = [_text("title", f"queue: {plain_line(queue)}", "h3"), _text("waiting", waiting)]
    if todos:
        body += [Part("divider", "Divider", {}), Part("todos", "List", {}, todos)]
    actions = _buttons(("claim_next",) if shown else (), granted, {"queue": queue})
    return _document(f"switchboard-queue-{quote(queue, safe='')}", body, actions)


def todo_view(row: Row, verbs: Iterable[str]) -> Row:
    """Return the view of a todo, from what get_todo answers. ``verbs``: those of the caller."""
    detail = shape.todo_detail(row)
    todo = detail["todo"]
    body = [
        _text("title", plain_line(todo["title"]) or "(no title)", "h3"),
        *_facts(todo, "queue", "kind", "source", "owner", "assignee"),
        *_state(todo),
        Part("divider", "Divider", {}),
        _attempts(detail),
    ]
    actions = _buttons(OFFERED.get(todo["state"], ()), frozenset(verbs), {"id": todo["id"]})
    return _document(f"switchboard-todo-{quote(todo['id'], safe='')}", body, actions)


def plain(text: str) -> str:
    """Return Markdown that shows as the text itself, line by line, whatever is in it."""
    return "\n".join(_plain(line) for line in text.splitlines())


def plain_line(text: str) -> str:
    """Return the same on one line."""
    return _plain(" ".join(text.split()))


def _plain(line: str) -> str:
    # Leading spaces would make code of a line: these are shown, too, but are no Markdown.
    indent = "\u00a0" * (len(line) - len(line.lstrip()))
    text = INLINE_MARKUP.sub(r"\\\g<0>", line.strip())
    return indent + BLOCK_MARKUP.sub(r"\1\\\2", text) if text else ""


def _listed(todo: Row, granted: frozenset[str]) -> Part:
    """Return a todo of a queue."""
    parts = (
        _text("title", plain_line(todo["title"]) or "(no title)"),
        *_facts(todo, "id", "kind", "source", "assignee"),
        *_state(todo),
        *_buttons(OFFERED.get(todo["state"], ()), granted, {"id": todo["id"]}),
    )
    return Part(todo["id"], "Column", {}, parts)


def _facts(todo: Row, *names: str) -> Iterator[Part]:
    """Return a text for each that is there: nobody's text can pass for the next."""
    for name in names:
        if name in todo:
            yield _text(name, f"{name}: {plain_line(todo[name])}")


def _state(todo: Row) -> Iterator[Part]:
    state = f"{todo['state']}, dead letter" if todo["dead_letter"] else todo["state"]
    yield _text("state", f"{state}, attempt {todo['attempt']} of {todo['max_attempts']}")
    yield _text("created", f"created {todo['created_at']}")
    if "lease_expires_at" in todo:
        yield _text("lease", f"lease until {todo['lease_expires_at']}")
    if todo["next_retry_at"] is not None:
        yield _text("retry", f"retry at {todo['next_retry_at']}")


def _attempts(detail: Row) -> Part:
    shown = detail["attempts"][:MAX_ATTEMPTS]
    total = detail["attempts_total"]
    parts = [_text("title", f"Attempts ({total})", "h4")]
    if not shown:
        parts.append(_text("none", "No attempts yet."))
    parts += [_attempt(attempt) for attempt in shown]
    hidden = total - len(shown)
    if hidden:
        plural = "" if hidden == 1 else "s"
        parts.append(_text("hidden", f"{hidden} earlier attempt{plural} not shown"))
    return Part("attempts", "Column", {}, tuple(parts))


def _attempt(attempt: Row) -> Part:
    """Return one attempt. What its worker wrote stands in texts of its own, marked as that."""
    who = attempt["claimant"]
    outcome = "in progress"
    if attempt["outcome"] is not None:
        outcome = f"{attempt['outcome']} → {attempt['disposition']}"
    head = [
        _text("seq", f"#{attempt['seq']}"),
        _text("who", CLAIMERS[attempt["claimer_kind"]] if who is None else plain_line(who)),
        _text("outcome", plain_line(outcome)),
    ]
    if attempt["died"]:
        head.append(_text("died", "died: no report"))
    times = f"{attempt['claimed_at']} to {attempt['ended_at'] or 'now'}"
    beat = attempt["last_heartbeat_at"]
    parts = [
        Part("head", "Row", {}, tuple(head)),
        _text("times", f"{times}, {f'last heartbeat {beat}' if beat else 'no heartbeat'}"),
    ]
    if attempt["summary"] is not None:
        parts.append(_text("label", "summary, written by the worker", "caption"))
        parts.append(_text("summary", plain(attempt["summary"])))
    if attempt["summary_truncated"]:
        parts.append(_text("cut", "the summary was cut", "caption"))
    if attempt["artifact"] is not None:
        parts.append(_text("artifact", f"artifact: {plain_line(attempt['artifact'])}"))
    return Part(str(attempt["seq"]), "Column", {}, tuple(parts))


def _buttons(tools: Iterable[str], granted: frozenset[str], arguments: Row) -> list[Part]:
    """Return a row of buttons: each event is a tool to call, and its context the arguments."""
    buttons = tuple(
        Part(
            tool,
            "Button",
            {"action": {"event": {"name": tool, "context": arguments}}},
            (_text("label", LABELS[tool]),),
        )
        for tool in tools
        if tool in granted
    )
    return [Part("actions", "Row", {}, buttons)] if buttons else []


def _text(name: str, text: str, variant: str = "body") -> Part:
    return Part(name, "Text", {"text": text, "variant": variant})


def _document(surface: str, body: list[Part], actions: list[Part]) -> Row:
    if actions:
        body = [*body, Part("line", "Divider", {}), *actions]
    root = Part("root", "Card", {}, (Part("body", "Column", {}, tuple(body)),))
    components = list(_flat(root, root.name))
    return {
        "version": VERSION,
        "updateComponents": {"surfaceId": surface, "components": components},
    }


def _flat(part: Part, component_id: str) -> Iterator[Row]:
    """Return the component and all below it; an id is the path of names down to it."""
    inner = [(f"{component_id}.{below.name}", below) for below in part.parts]
    component: dict[str, Any] = {"id": component_id, "component": part.component}
    if part.component in ("Card", "Button"):
        component["child"] = inner[0][0]
    elif part.component in ("Column", "Row", "List"):
        component["children"] = [child_id for child_id, _ in inner]
    yield component | part.properties
    for child_id, below in inner:
        yield from _flat(below, child_id)
