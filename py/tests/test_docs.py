"""Every command of README and docs is run, in the order in which it stands there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict
from serving import Office, Served, serving

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What a document takes for granted, done before its own commands.
BEFORE = {
    "board.md": """
        switchboard migrate
        switchboard human add you
    """,
    "security.md": """
        switchboard migrate
        switchboard human add ann
        switchboard endpoint vend --human ann --agent fixer --slug ci --queue builds
    """,
}
# The test suite is what runs make test, and test_cli.py makes serve.
ELSEWHERE = "make serve\nmake test\n"


def blocks(document: Path, language: str) -> list[str]:
    text = document.read_text(encoding="utf-8")
    return [body for found, body in BLOCK.findall(text) if found == language]


def with_blocks(*languages: str) -> list[Any]:
    return [
        pytest.param(document, id=document.name)
        for document in DOCUMENTS
        if any(blocks(document, language) for language in languages)
    ]


def test_every_block_is_of_a_kind_that_is_run_here() -> None:
    kinds = {kind for path in DOCUMENTS for kind, _ in BLOCK.findall(path.read_text("utf-8"))}
    assert kinds == {"", "sh", "sql", "mcp"}  # the one without a kind is the picture


def test_every_link_leads_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


@pytest.mark.parametrize("cluster", [15], indirect=True)
@pytest.mark.parametrize("document", with_blocks("sh", "sql"))
def test_commands(document: Path, new_cluster: Any, tmp_path: Path) -> None:
    database = new_cluster.create_database()
    dsn = new_cluster.dsn(database)
    (tmp_path / "switchboard").write_text(f'#!/bin/sh\nexec {sys.executable} -m switchboard "$@"\n')
    (tmp_path / "switchboard").chmod(0o755)
    place = conninfo_to_dict(dsn)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{new_cluster.bin_dir}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "py"),
        "DATABASE_URL": dsn,
        "SWITCHBOARD_DATABASE_URL": dsn,
        "PGHOST": str(place["host"]),
        "PGUSER": str(place["user"]),
    }
    shell = "".join(blocks(document, "sh")).replace(ELSEWHERE, "")
    # Written where the commands run, which is the clone: they name its files.
    shell = shell.replace("plan.sql", str(tmp_path / "plan.sql"))
    (tmp_path / "all.sql").write_text("".join(blocks(document, "sql")), encoding="utf-8")
    script = f"{BEFORE.get(document.name, 'switchboard migrate')}\n{shell}\n" + (
        f'psql -X -v ON_ERROR_STOP=1 -d "$DATABASE_URL" -f "{tmp_path}/all.sql"'
    )
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "not ok" not in done.stdout
    if document.name == "README.md":
        assert '2 | "Cache is corrupt' in done.stdout  # the second claim is handed the first one's


@pytest.mark.parametrize("cluster", [18], indirect=True)
@pytest.mark.parametrize("document", with_blocks("mcp"))
def test_mcp_exchange(document: Path, database: Any) -> None:
    office = Office(database)
    endpoint = office.vend("first")
    office.create(endpoint)
    with serving(database) as served:
        for block in blocks(document, "mcp"):
            exchange(block, served, endpoint, office)


def exchange(block: str, served: Served, endpoint: Any, office: Office) -> None:
    """Say each line and compare what is heard with the line after it."""
    known: dict[str, str] = {}
    lines = block.splitlines()
    assert len(lines) >= 10
    for said, heard in zip(lines[::2], lines[1::2], strict=True):
        tool, _, arguments = said.removeprefix("> ").partition(" ")
        office.conn.execute(
            "update switchboard.todos set next_retry_at = now() where next_retry_at is not null"
        )  # the back-off is over
        answer = served.call(endpoint, tool, **json.loads(fill(arguments, known)))
        known.setdefault("ID", answer.get("todo", answer).get("id", ""))
        known.setdefault("TOKEN", answer.get("lease_token", ""))
        assert_holds(answer, json.loads(fill(heard.removeprefix("< "), known)))


def fill(text: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        text = text.replace(f'"{name}"', json.dumps(value))
    return text


def assert_holds(answer: Any, shown: Any) -> None:
    """The shown part of an answer is in the answer."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            assert_holds(answer[key], value)
    elif isinstance(shown, list):
        assert len(answer) == len(shown)
        for given, expected in zip(answer, shown, strict=True):
            assert_holds(given, expected)
    else:
        assert answer == shown
