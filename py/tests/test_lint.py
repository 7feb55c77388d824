"""The linters, and the two rules about SQL in Python: it stands in calls.py, and it prepares."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqllint
from switchboard import calls
from switchboard.migrate import migrate

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "py" / "switchboard"
SQL_FILES = sorted((ROOT / "db").rglob("*.sql"))
WITH_BODIES = [path for path in SQL_FILES if "tests" not in path.relative_to(ROOT).parts]
SQL = re.compile(
    r"""
      \bselect\s+[^.]*\bfrom\b | \bselect\s+[\w.*]+\s*(\(|,|$) | \bselect\s+\d
    | \binsert\s+into\s | \bdelete\s+from\s | \bupdate\s+[\w.]+(\s+as\s+\w+)?\s+set\s
    | \bmerge\s+into\s | \btruncate\s+(table\s+)?\w+\.
    | \b(create|alter|drop)\s+(or\s+replace\s+)?(unique\s+)?
      (table|schema|role|user|index|function|procedure|type|view|extension|trigger|database)\b
    | ^\s*(begin|commit|rollback|end)\s*;?\s*$ | ^\s*(un)?listen\s+[\w"*]+\s*;?\s*$
    | ^\s*set\s+((local|session)\s+)?[\w.]+\s*(=|\bto\b) | ^\s*(set\s+role|reset\s+role)\b
    | \bnotify\s+\w+\s*(,|;|$) | \bswitchboard\.\w+\s*\(
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string of a module but its docstrings, with its line."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            if isinstance(node.value, bytes):
                yield node.lineno, node.value.decode(errors="replace")
            elif isinstance(node.value, str):
                yield node.lineno, node.value


def sql_in(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in strings(ast.parse(source)) if SQL.search(text)]


def sh(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_sqlfluff_finds_nothing_in_the_sql_files() -> None:
    found = [problem for path in SQL_FILES for problem in sqllint.lint(path)]
    assert not found, "\n".join(found)


def test_sqlfluff_finds_nothing_in_the_bodies() -> None:
    found = [problem for path in WITH_BODIES for problem in sqllint.lint_bodies(path)]
    assert not found, "\n".join(found)


BODY = """-- a header
create or replace function switchboard.f(p_id text, variadic p_rest text[])
returns setof switchboard.todo_row
language plpgsql
as $$
declare
    v_all switchboard.todo_row[];
    v_todo switchboard.todo_row;
begin
    select t.id, t.queue
    into v_todo
    from switchboard.todos as t
    where t.id = p_id and t.queue = v_todo.queue and t.owner IS null;
    perform switchboard._check(p_id,v_todo.id);
    for v_todo in
        select t.id from switchboard.todos t
    loop
        return query update switchboard.todos as t set state = 'done'
        where t.id != v_todo.id
        returning (switchboard._todo_row(t)).*;
    end loop;
end
$$;
"""


def test_the_body_lint_finds_planted_faults_and_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "f.sql"
    file.write_text(BODY)
    found = sorted(problem.split()[:2] for problem in sqllint.lint_bodies(file))
    assert found == [
        ["f.sql:13:", "CP01"],
        ["f.sql:14:", "LT01"],
        ["f.sql:16:", "AL01"],
        ["f.sql:19:", "CV01"],
    ]


def test_the_body_lint_reads_bodies_in_language_sql(tmp_path: Path) -> None:
    file = tmp_path / "f.sql"
    body = "select t.id\n    FROM switchboard.todos as t"
    file.write_text(f"create function f() returns int\nlanguage sql\nas $$\n    {body}\n$$;\n")
    assert [problem.split()[:2] for problem in sqllint.lint_bodies(file)] == [["f.sql:5:", "CP01"]]


def test_ruff_finds_nothing() -> None:
    sh("ruff", "check", "--no-cache", ".")


def test_ruff_would_format_nothing() -> None:
    sh("ruff", "format", "--no-cache", "--check", ".")


def test_mypy_finds_nothing(tmp_path: Path) -> None:
    sh("mypy", "--strict", "--cache-dir", str(tmp_path), "py/switchboard")


def test_sql_stands_in_calls_and_nowhere_else() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "calls.py"
        for line, text in sql_in(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "select 1",
        "select * from switchboard.claim(%s)",
        "SELECT now()",
        "select id, queue from todos",
        "with x as (select t.id from todos as t) select count(*) from x",
        "insert into todos values (1)",
        "update switchboard.todos set state = 'done'",
        "delete from todos",
        "listen switchboard_todo_ready",
        "begin",
        "set role switchboard_owner",
        "set local lock_timeout = '5s'",
        "create database x",
        "{schema}.f(x) or switchboard.doctor()",
    ],
)
def test_the_search_for_sql_finds_planted_statements(text: str) -> None:
    assert sql_in(f"conn.execute({text!r})")
    assert sql_in(f"conn.execute({text.encode()!r})")


@pytest.mark.parametrize(
    "text",
    [
        "Create a human first.",
        "The todo was updated; set a longer lease next time.",
        "Listen on this address.",
        "Select an endpoint by its slug",
        "end",
        "switchboard.migrate",
        "grant switchboard_owner to {login}",
    ],
)
def test_the_search_for_sql_leaves_prose_alone(text: str) -> None:
    assert sql_in(f"print({text!r})") == [] or text == "end"


def statements() -> dict[str, str]:
    return {name: text for name, text in vars(calls).items() if name.isupper()}


def test_every_statement_prepares_on_a_migrated_database(empty_database: Any) -> None:
    migrate(empty_database.dsn)
    server = empty_database.connect().pgconn
    refused = {}
    for name, text in statements().items():
        numbers: dict[str, str] = {}
        for parameter in re.findall(r"%\((\w+)\)s", text):
            numbers.setdefault(parameter, f"${len(numbers) + 1}")
        text = re.sub(r"%\((\w+)\)s", lambda found: numbers[found[1]], text)  # noqa: B023
        assert "%" not in text.replace("%%", ""), f"{name}: write %(name)s"
        result = server.prepare(b"", text.replace("%%", "%").encode())
        if result.error_message:
            refused[name] = result.error_message
    assert not refused
