"""sqlfluff over SQL files and, since it reads `$$ … $$` as one string, over the bodies in them."""

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pglast
from sqlfluff.core import FluffConfig, Linter

ROOT = Path(__file__).parents[2]
STATEMENT = 0  # parse mode of a whole statement; the others are expressions and assignments
# Variables look like columns to sqlfluff, and a body's results go by place into a composite type.
NO_FAULT = re.compile(r": RF0[12] \w+ \w* ?'[pv]_|: RF0[12] Reference '[pv]_|: AL0[38] ")


def lint(path: Path) -> list[str]:
    """Return what sqlfluff finds in a file outside its bodies, as `file:line: rule text`."""
    return _violations(path.read_text(encoding="utf-8"), path, {})


def lint_bodies(path: Path) -> list[str]:
    """Return what sqlfluff finds in the statements of the file's PL/pgSQL or SQL body."""
    text = _parsable(path.read_text(encoding="utf-8"))
    found = re.search(r"(\$\w*\$)(.*?)\1", text, re.DOTALL)
    if not found:
        return []
    body = found[2]
    start = text.count("\n", 0, found.start()) + 1
    if re.search(r"\blanguage sql\b", text[: found.start()]):
        return _lint_statement(path, body, start)
    problems = []
    for function in pglast.parse_plpgsql(text):
        for line, query in _statements(function):
            offset, statement = _source(body, line, query)
            problems += _lint_statement(path, statement, start + body.count("\n", 0, offset))
    return problems


def _parsable(text: str) -> str:
    """Avoid what pglast, which knows no catalogue, cannot resolve; lines stay."""
    text = re.sub(r"\b([pv]_\w+) switchboard\.\w+ ?\[\]", r"\1 text []", text)
    return text.replace("variadic ", "").replace("switchboard.", "public.")


def _statements(node: Any, line: int = 1) -> Iterator[tuple[int, str]]:
    """Walk the parse tree: line (in the body) of the PL/pgSQL statement, text of the SQL in it."""
    if isinstance(node, list):
        for child in node:
            yield from _statements(child, line)
    elif isinstance(node, dict):
        line = node.get("lineno", line)
        if node.get("parseMode") == STATEMENT:
            yield line, node["query"]
        for child in node.values():
            yield from _statements(child, line)


def _source(body: str, line: int, query: str) -> tuple[int, str]:
    """Find a statement in the body: its offset, and its text with blanks for what is not SQL.

    The parser writes PERFORM as SELECT, and blanks, also over line ends, where an INTO stood.
    """
    query = query.removeprefix("SELECT")
    word = re.match(r"\s*\S+", query)
    after = sum(len(text) for text in body.splitlines(keepends=True)[: line - 1])
    for found in re.finditer(re.escape(word[0] if word else ""), body[after:]):
        start = after + found.start()
        pairs = list(zip(query, body[start:], strict=False))
        if all(ours in (theirs, " ") for ours, theirs in pairs):
            text = "".join("\n" if theirs == "\n" else ours for ours, theirs in pairs)
            if body[:start].endswith("perform"):
                start, text = start - len("perform"), "select" + text
            indent = body[body.rfind("\n", 0, start) + 1 : start]
            return start, indent[: len(indent) - len(indent.lstrip())] + text
    raise LookupError(f"statement not found in its body: {query}")


def _lint_statement(path: Path, text: str, start: int) -> list[str]:
    """Lint one statement whose first line is line `start` of the file."""
    text = text.replace("public.", "switchboard.")
    lines = [(n, line.rstrip()) for n, line in enumerate(text.splitlines(), start) if line.strip()]
    numbers = dict(enumerate((n for n, _ in lines), 1))
    # Blanks are left where an INTO stood.
    text = "\n".join(re.sub(r"(?<=\S) {2,}", " ", line) for _, line in lines)
    # sqlfluff cannot read (f(x)).* in a RETURNING clause, and misjudges the indent after LATERAL.
    text = text.replace(")).*", ")).x").replace(" lateral (", " (")
    text = textwrap.dedent(text).rstrip(";") + ";\n"
    return [problem for problem in _violations(text, path, numbers) if not NO_FAULT.search(problem)]


def _violations(text: str, path: Path, numbers: dict[int, int]) -> list[str]:
    found = _linter().lint_string(text, fname=str(path)).get_violations()
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
    return [
        f"{name}:{numbers.get(v.line_no, v.line_no)}: {v.rule_code()} {v.desc()}" for v in found
    ]


@cache
def _linter() -> Linter:
    config = FluffConfig.from_path(
        str(ROOT), extra_config_path=str(ROOT / "sqlfluff.cfg"), ignore_local_config=True
    )
    return Linter(config=config)
