"""What commands print: text that cannot act on the terminal, tables, and JSON.

Titles, summaries, payloads and labels were written by others. Characters in them that a terminal
obeys, or that reorder or break a line, are shown as escapes; nothing of them is read as markup.
"""

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

Row = dict[str, Any]

# Control characters, formatting (text direction among it), lone surrogates, line separators.
OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# Formatting that scripts and emoji are written with, and that moves nothing.
JOINERS = "\u200c\u200d"
PIPE_WIDTH = 120
DIED = "DIED: no report"
WHO = {"endpoint": "(an agent)", "owner": "(the owner)"}


def visible(value: object, keep: str = "") -> str:
    """Return the text with each obeyed character as an escape, except those to keep."""
    return "".join(
        character if character in keep or not _is_obeyed(character) else _escape(character)
        for character in str(value)
    )


def as_json(value: Any) -> str:
    """Return indented JSON in which obeyed characters are JSON escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)
    return "".join(
        # A newline here is the indentation's: those inside strings are escaped already.
        character if character == "\n" or not _is_obeyed(character) else _json_escape(character)
        for character in text
    )


def print_json(value: Any) -> None:
    """Print one JSON document, in UTF-8 whatever the locale."""
    typer.echo(as_json(value).encode() + b"\n", nl=False)


def print_text(text: str) -> None:
    """Print text of ours around values of others."""
    typer.echo(visible(text, keep="\n"))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; the first column, by which a row is named, is never broken."""
    table = Table(*columns)
    table.columns[0].no_wrap = True
    for column in table.columns[1:]:
        column.overflow = "fold"
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else _text(cell) for cell in row))
    _print(table)


def print_todos(todos: Iterable[Row]) -> None:
    """Print compact todos, one a line."""
    print_table(
        ("id", "queue", "state", "attempt", "title"),
        (
            (item["id"], item["queue"], _state(item), _attempt_count(item), item["title"])
            for item in todos
        ),
    )


def print_todo(detail: Row) -> None:
    """Print the answer of get_todo: every field of the todo, then its attempts as a table."""
    fields = Table.grid(padding=(0, 2))
    for key, value in detail["todo"].items():
        if value is not None:
            fields.add_row(Text(key), _text(value if isinstance(value, str) else as_json(value)))
    _print(fields)
    total, shown = detail["attempts_total"], len(detail["attempts"])
    pruned = f", {detail['attempts_pruned']} pruned" if detail["attempts_pruned"] else ""
    hidden = f"; the newest {shown} are shown" if shown < total else ""
    print_text(f"\nattempts: {total}{pruned}{hidden}")
    if not shown:
        return
    table = Table("seq", "attempt", "who", "when", "how it ended", "what it left", show_lines=True)
    for item in detail["attempts"]:
        table.add_row(
            str(item["seq"]),
            str(item["attempt"]),
            _text(item["claimant"] or WHO[item["claimer_kind"]]),
            _times(item),
            _ending(item),
            _left(item),
        )
    _print(table)


def _print(content: Table) -> None:
    # Without a terminal there is no width to keep to, unless somebody gives one.
    narrow = sys.stdout.isatty() or "COLUMNS" in os.environ
    Console(width=None if narrow else PIPE_WIDTH, highlight=False).print(content)


def _text(value: object) -> Text:
    """Return text that is not read as markup; its own lines and tabs stay."""
    return Text(visible(value, keep="\n\t"), overflow="fold")


def _state(item: Row) -> str:
    if item["dead_letter"]:
        return f"{item['state']} (dead letter)"
    if item["next_retry_at"]:
        return f"{item['state']}, again {item['next_retry_at']}"
    return str(item["state"])


def _attempt_count(item: Row) -> str:
    return f"{item['attempt']} of {item['max_attempts']}"


def _times(item: Row) -> Text:
    beat = item["last_heartbeat_at"]
    lines = [f"from {item['claimed_at']}", f"beat {beat}" if beat else "no heartbeat"]
    if item["ended_at"]:
        lines.append(f"to   {item['ended_at']}")
    return Text("\n".join(lines), no_wrap=True)


def _ending(item: Row) -> Text:
    if item["outcome"] is None:
        return Text("in progress")
    ending = Text(f"{item['outcome']} → {item['disposition']}")
    return Text(f"{DIED}\n", style="bold red").append(ending) if item["died"] else ending


def _left(item: Row) -> Text:
    left = Text(overflow="fold")
    if item["summary"]:
        left.append(_text(item["summary"]))
    if item["summary_truncated"]:
        left.append("\n(cut at 2,048 bytes)", style="italic")
    if item["artifact"]:
        left.append("\nartifact: " if left else "artifact: ").append(_text(item["artifact"]))
    return left


def _is_obeyed(character: str) -> bool:
    return unicodedata.category(character) in OBEYED and character not in JOINERS


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _json_escape(character: str) -> str:
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")
