"""The command line: most of it by calling what the command calls, the rest as processes.

A process costs half a second, nearly all of it imports.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import httpx2
import psycopg
import pytest
import typer
from serving import ALL_VERBS, DEADLINE, Office, ServeProcess, SharedDatabase, modern
from switchboard import __version__, cli
from switchboard.tokens import sha256
from test_terminal import HOSTILE, obeyed

ROOT = Path(__file__).parents[2]
DRAIN_VERBS = list(ALL_VERBS[:8])
VENDED = {"endpoint_id", "slug", "credential", "url", "mcp_config"}
COMPACT = {
    "id",
    "queue",
    "title",
    "state",
    "attempt",
    "max_attempts",
    "next_retry_at",
    "dead_letter",
    "created_at",
    "payload_size",
}


Done = tuple[int, bytes, bytes]


def variables(given: dict[str, str]) -> dict[str, str]:
    ours = ("SWITCHBOARD_", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "MAKE", "ARGS")
    return {k: v for k, v in os.environ.items() if not k.startswith(ours)} | given


def in_process(environment: dict[str, str], arguments: tuple[str, ...], stdin: bytes) -> Done:
    """Run a command as a person does."""
    done = subprocess.run(
        [sys.executable, "-m", "switchboard", *arguments],
        env=variables(environment),
        input=stdin,
        capture_output=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def in_here(environment: dict[str, str], arguments: tuple[str, ...], stdin: bytes) -> Done:
    """Run a command in this process."""
    out, err, given = (
        io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (b"", b"", stdin)
    )
    with (
        mock.patch.dict(os.environ, variables(environment), clear=True),
        mock.patch.object(sys, "argv", ["switchboard", *arguments]),
        mock.patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        cli.main()
    for stream in (out, err):
        stream.flush()
    return ended.value.code or 0, out.buffer.getvalue(), err.buffer.getvalue()  # type: ignore[attr-defined]


class Terminal:
    """Commands with some variables set."""

    def __init__(self, run: Callable[..., Done] = in_here, **environment: str) -> None:
        self.environment = environment
        self._run = run

    def run(self, *arguments: str, code: int = 0, stdin: bytes = b"") -> tuple[str, str]:
        """Run a command, check its exit code, and return what it said on stdout and stderr."""
        found, out, err = self._run(self.environment, arguments, stdin)
        assert found == code, (found, out, err)
        assert b"Traceback" not in err
        return out.decode(), err.decode()

    def say(self, *arguments: str, **options: Any) -> str:
        """Run a command that is done, and return its text."""
        return self.run(*arguments, **options)[0]

    def json(self, *arguments: str, **options: Any) -> Any:
        return json.loads(self.say(*arguments, "--json", **options))

    def refused(self, *arguments: str, code: int = 1, **options: Any) -> list[str]:
        """Run a command that is not done, and return the lines of stderr."""
        out, err = self.run(*arguments, code=code, **options)
        assert out == ""
        return err.splitlines()

    def vend(self, slug: str, *options: str) -> Any:
        return self.json(
            *("endpoint", "vend", "--human", "ann", "--agent", "fixer", "--slug", slug),
            *("--queue", "builds", *options),
        )

    def add(self, slug: str, *options: str, **more: Any) -> Any:
        return self.json("todo", "add", "--endpoint", slug, "--queue", "builds", *options, **more)


@pytest.fixture(scope="module")
def office(cluster: Any) -> Iterator[Office]:
    """The superuser's view of the database that most tests share; human ann is there."""
    database = SharedDatabase(cluster)
    office = Office(database)
    office.one("select switchboard.create_human('ann')")
    yield office
    database.drop()


@pytest.fixture(scope="module")
def terminal(office: Office) -> Terminal:
    """Commands as the login that they have in production."""
    return Terminal(SWITCHBOARD_DATABASE_URL=office.database.dsn_as("tests_server"))


def names_of(office: Office, credential: str) -> list[str]:
    """Which endpoint the credential opens, if any."""
    try:
        row = office.conn.execute(
            "select slug from switchboard.authenticate(%s)", (sha256(credential),)
        )
        return [slug for (slug,) in row.fetchall()]
    except psycopg.DatabaseError as error:
        return [] if error.sqlstate == "SB401" else [str(error)]


# --- humans and endpoints ---


def test_a_human_is_added_once(terminal: Terminal, office: Office) -> None:
    added = terminal.json("human", "add", "bob [b]")
    assert added.keys() == {"human_id", "name", "sign_in_url"}
    assert added["human_id"] == str(office.one("select switchboard.find_human('bob [b]')"))
    assert terminal.refused("human", "add", "bob [b]") == [
        "a human of that name exists",
        "Nothing was changed. Choose another, or use the one that exists.",
    ]
    assert "Added human carol: " in terminal.say("human", "add", "carol")


def token_in(text: str) -> str:
    """Return the token of the one sign-in link in a text."""
    (token,) = re.findall(
        r"http://127\.0\.0\.1:8080/sign-in\?token=([A-Za-z0-9_-]{43})(?=\s|$)", text
    )
    return str(token)


def signed_in(office: Office, token: str) -> Any:
    """Redeem the link; return whose it is, or what it is refused with."""
    try:
        return office.one(
            "select switchboard.redeem_sign_in_link(%s, %s)", sha256(token), sha256("of " + token)
        )
    except psycopg.DatabaseError as error:
        return error.sqlstate


def test_a_sign_in_link_opens_the_board_once(terminal: Terminal, office: Office) -> None:
    """Of the human that was named; only the token's digest is stored."""
    dora = terminal.json("human", "add", "dora [d]")
    link = terminal.json("human", "link", "dora [d]")
    assert link.keys() == {"name", "sign_in_url", "expires_in_seconds"}
    assert link["name"] == "dora [d]"
    assert token_in(dora["sign_in_url"]) != token_in(link["sign_in_url"])
    lives = "select extract(epoch from expires_at - created_at) from switchboard.sign_in_links"
    for text in (
        dora["sign_in_url"],
        link["sign_in_url"],
        terminal.say("human", "link", "dora [d]"),
    ):
        token = token_in(text)
        assert office.one(f"{lives} where token_hash = %s", sha256(token)) == 900
        assert str(signed_in(office, token)) == dora["human_id"]
        assert signed_in(office, token) == "SB401"
    assert link["expires_in_seconds"] == 900
    printed = terminal.say("human", "add", "erin")
    assert signed_in(office, token_in(printed)) == office.one(
        "select switchboard.find_human('erin')"
    )


def test_a_link_is_of_the_public_address(office: Office) -> None:
    public = Terminal(
        SWITCHBOARD_DATABASE_URL=office.database.dsn_as("tests_server"),
        SWITCHBOARD_PUBLIC_URL="https://todo.example/",
    )
    url = public.json("human", "link", "ann")["sign_in_url"]
    assert url.startswith("https://todo.example/sign-in?token=")


def test_a_human_who_cannot_be_added_gets_no_link(terminal: Terminal, office: Office) -> None:
    count = "select count(*) from switchboard.sign_in_links"
    before = office.one(count)
    assert terminal.refused("human", "add", "ann")
    assert office.one(count) == before


def test_signing_out_ends_sessions_and_links(terminal: Terminal, office: Office) -> None:
    """Those of that human alone."""
    used = [token_in(terminal.json("human", "add", name)["sign_in_url"]) for name in ("fay", "gil")]
    fay, gil = (signed_in(office, token) for token in used)
    unused = [token_in(terminal.say("human", "link", name)) for name in ("fay", "gil")]
    assert terminal.json("human", "sign-out", "fay") == {"name": "fay", "sessions_ended": 1}
    assert terminal.say("human", "sign-out", "fay") == "Signed out fay; sessions ended: 0\n"
    left = "select human_id from switchboard.board_sessions where human_id = any(%s)"
    assert office.conn.execute(left, ([fay, gil],)).fetchall() == [(gil,)]
    assert signed_in(office, unused[0]) == "SB401"
    assert signed_in(office, unused[1]) == gil


def test_a_vended_endpoint_can_be_used(terminal: Terminal, office: Office) -> None:
    vended = terminal.vend("worker")
    assert vended.keys() == VENDED
    assert vended["slug"] == "worker"
    assert vended["url"] == "http://127.0.0.1:8080/mcp/worker"
    assert vended["mcp_config"]["mcpServers"]["switchboard"] == {
        "type": "http",
        "url": vended["url"],
        "headers": {"Authorization": f"Bearer {vended['credential']}"},
    }
    assert names_of(office, vended["credential"]) == ["worker"]
    found = office.conn.execute(
        "select endpoint_id::text, agent_name, human_name, queues, verbs, default_lease_ttl, "
        "expires_at, db_role from switchboard.find_endpoint('worker')"
    ).fetchone()
    assert found == (
        *(vended["endpoint_id"], "fixer", "ann", ["builds"], DRAIN_VERBS),
        *(None, None, None),
    )


def test_a_vend_takes_all_its_options(terminal: Terminal) -> None:
    terminal.environment["SWITCHBOARD_PUBLIC_URL"] = "https://todos.example/"
    try:
        text = terminal.say(
            *("endpoint", "vend", "--human", "ann", "--agent", "boss", "--slug", "boss"),
            *("--queue", "builds", "--queue", "tests", "--verb", "create_todo"),
            *("--expires", "2999-01-31T18:00+01:00", "--lease-ttl", "600"),
            *("--db-role", "tests_workers"),
        )
    finally:
        del terminal.environment["SWITCHBOARD_PUBLIC_URL"]
    config = json.loads(text[text.index("{") :])
    assert config["mcpServers"]["switchboard"]["url"] == "https://todos.example/mcp/boss"
    listed = terminal.json("endpoint", "list")
    assert listed.keys() == {"endpoints"}
    boss = next(e for e in listed["endpoints"] if e["slug"] == "boss")
    assert {name: boss[name] for name in boss if not name.endswith("_id")} == {
        "slug": "boss",
        "human_name": "ann",
        "agent_name": "boss",
        "queues": ["builds", "tests"],
        "verbs": ["create_todo"],
        "default_lease_ttl_seconds": 600,
        "db_role": "tests_workers",
        "has_credential": True,
        "expires_at": "2999-01-31T17:00:00Z",
        "revoked_at": None,
        "created_at": boss["created_at"],
    }
    table = terminal.say("endpoint", "list")
    assert "live until 2999-01-31T17:00:00Z" in table
    assert "builds, tests" in table


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--slug", "No"), "slug must be"),
        (("--verb", "fly"), "verbs must be a list of list_todos, get_todo, claim"),
        (("--queue", ""), "queues must be"),
        (("--lease-ttl", "1"), "default_lease_ttl must be"),
        (("--expires", "2001-01-01"), "expires_at must be a time in the future"),
        (("--db-role", "postgres"), "db_role must be"),
        (("--slug", "taken"), "a live endpoint has that slug"),
    ],
)
def test_a_vend_that_is_refused_leaves_nothing(
    terminal: Terminal, office: Office, options: tuple[str, ...], words: str
) -> None:
    if "taken" in options:
        office.vend("taken")
    agents = office.one("select count(*) from switchboard.agents")
    base = ("endpoint", "vend", "--human", "ann", "--agent", "refused")
    slug = () if "--slug" in options else ("--slug", "refused")
    lines = terminal.refused(*base, "--queue", "builds", *slug, *options)
    assert lines[0].startswith(words)
    assert len(lines) == 2
    assert office.one("select count(*) from switchboard.agents") == agents


def test_what_is_not_there_is_named_with_what_to_do(terminal: Terminal) -> None:
    vend = ("endpoint", "vend", "--agent", "a", "--slug", "s", "--queue", "q")
    for command in ((*vend, "--human"), ("human", "link"), ("human", "sign-out")):
        assert terminal.refused(*command, "nobody") == [
            "There is no human of that name.",
            "Add one with: switchboard human add NAME",
        ]
    for command in (
        ("endpoint", "revoke", "nothing"),
        ("endpoint", "rotate", "nothing"),
        ("todo", "list", "--endpoint", "nothing"),
        ("todo", "add", "--endpoint", "nothing", "--queue", "q", "--title", "t"),
    ):
        assert terminal.refused(*command) == [
            "There is no live endpoint of that slug.",
            "See all with: switchboard endpoint list",
        ]
    assert terminal.refused("todo", "show", "td_nothing") == [
        "There is no todo of that id.",
        "See them with: switchboard todo list --endpoint SLUG",
    ]


def test_a_rotation_replaces_the_credential(terminal: Terminal, office: Office) -> None:
    old = terminal.vend("turning")
    new = terminal.json("endpoint", "rotate", "turning")
    assert new.keys() == VENDED
    assert new["endpoint_id"] == old["endpoint_id"]
    assert names_of(office, old["credential"]) == []
    assert names_of(office, new["credential"]) == ["turning"]
    assert "it is shown only now" in terminal.say("endpoint", "rotate", "turning")


def test_a_revoked_endpoint_is_gone_but_listed(terminal: Terminal, office: Office) -> None:
    vended = terminal.vend("ending")
    terminal.add("ending", "--title", "in work")
    office.conn.execute("select switchboard.claim_next(%s)", (vended["endpoint_id"],))
    assert terminal.json("endpoint", "revoke", "ending") == {
        "endpoint_id": vended["endpoint_id"],
        "slug": "ending",
        "attempts_closed": 1,
    }
    assert names_of(office, vended["credential"]) == []
    terminal.refused("endpoint", "revoke", "ending")
    listed = terminal.json("endpoint", "list")["endpoints"]
    assert next(e for e in listed if e["slug"] == "ending")["revoked_at"]
    terminal.vend("ending")
    assert "Revoked endpoint ending; attempts closed: 0" in terminal.say(
        "endpoint", "revoke", "ending"
    )


# --- todos ---


@pytest.fixture(scope="module")
def queue(terminal: Terminal) -> str:
    """The id of endpoint `todos`, for the todos of these tests."""
    return str(terminal.vend("todos")["endpoint_id"])


@pytest.mark.usefixtures("queue")
def test_a_todo_is_added_for_the_owner(terminal: Terminal, tmp_path: Path) -> None:
    """The endpoint has no create_todo; its owner needs none."""
    compact = terminal.add("todos", "--title", "plain")
    assert compact.keys() == COMPACT | {"created"}
    assert (compact["state"], compact["created"], compact["payload_size"]) == ("pending", True, 0)
    payload = '{"run": 812, "words": "Grüße"}'
    (tmp_path / "payload.json").write_text("\ufeff" + payload, encoding="utf-8")
    given = [
        terminal.add("todos", "--title", "t", "--payload", payload),
        terminal.add("todos", "--title", "t", "--payload", f"@{tmp_path}/payload.json"),
        terminal.add("todos", "--title", "t", "--payload", "-", stdin=payload.encode()),
    ]
    for todo in given:
        shown = terminal.json("todo", "show", todo["id"])
        assert shown["todo"]["payload"] == json.loads(payload)


@pytest.mark.usefixtures("queue")
def test_a_key_is_used_once(terminal: Terminal) -> None:
    command = ("todo", "add", "--endpoint", "todos", "--queue", "builds", "--title", "t")
    first = terminal.say(*command, "--key", "k")
    todo_id = first.removeprefix("Added todo ").strip()
    again = terminal.json(*command, "--key", "k")
    assert (again["id"], again["created"]) == (todo_id, False)
    assert (
        terminal.say(*command, "--key", "k").strip()
        == f"Nothing added: todo {todo_id} has that key and is pending"
    )


@pytest.mark.usefixtures("queue")
@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--payload", "{"), 2, "Error: Invalid value for '--payload': not JSON: "),
        (("--payload", ""), 2, "Error: Invalid value for '--payload': not JSON: "),
        (("--payload", "@/nowhere"), 2, "Error: Invalid value for '--payload': No such file"),
        (("--payload", "@BYTES"), 2, "Error: Invalid value for '--payload': the file is not UTF-8"),
        (("--payload", "NaN"), 1, "invalid input syntax for type json"),
        (("--payload", '"\\u0000"'), 1, "unsupported Unicode escape sequence"),
        (("--payload", "[" * 3000 + "]" * 3000), 1, "payload must"),
        (("--payload", "@BIG"), 1, "payload must"),
        (("--title", ""), 1, "title must be"),
        (("--queue", "other"), 1, "the queue is not granted"),
        (("--title", os.fsdecode(b"\xff")), 2, "An argument is not valid UTF-8 text."),
    ],
)
def test_a_todo_that_is_refused(
    terminal: Terminal,
    office: Office,
    tmp_path: Path,
    options: tuple[str, str],
    code: int,
    words: str,
) -> None:
    (tmp_path / "BYTES").write_bytes(b'"\xff"')
    (tmp_path / "BIG").write_text(json.dumps("x" * 1024 * 1024))
    options = (options[0], re.sub("^@(?=[A-Z])", f"@{tmp_path}/", options[1]))
    count = office.one("select count(*) from switchboard.todos")
    base = ("todo", "add", "--endpoint", "todos", "--queue", "builds", "--title", "t")
    lines = terminal.refused(*base, *options, code=code)
    assert any(line.startswith(words) for line in lines), lines
    assert office.one("select count(*) from switchboard.todos") == count


def test_todos_are_listed_by_pages(terminal: Terminal, office: Office) -> None:
    terminal.vend("pages")
    ids = [terminal.add("pages", "--title", f"number {n}")["id"] for n in range(3)]
    listed = terminal.json("todo", "list", "--endpoint", "pages")
    assert [todo["id"] for todo in listed["todos"]] == ids[::-1]
    assert listed.keys() == {"todos"}
    assert listed["todos"][0].keys() == COMPACT
    page = terminal.say("todo", "list", "--endpoint", "pages", "--limit", "2")
    assert f"--before {ids[1]}" in page
    assert "number 0" not in page
    rest = terminal.json("todo", "list", "--endpoint", "pages", "--before", ids[1])
    assert [todo["id"] for todo in rest["todos"]] == ids[:1]
    office.conn.execute(
        "select switchboard.owner_cancel(switchboard.find_human('ann'), %s)", (ids[0],)
    )
    canceled = terminal.json("todo", "list", "--endpoint", "pages", "--state", "canceled")
    assert [todo["id"] for todo in canceled["todos"]] == ids[:1]
    assert terminal.refused("todo", "list", "--endpoint", "pages", "--state", "odd")[0].startswith(
        "state must be"
    )
    assert terminal.refused("todo", "list", "--endpoint", "pages", "--before", "td_x") == [
        "There is no todo of the id given with --before.",
        "Take the last id of the page before.",
    ]


class Work:
    """An agent at work on one todo."""

    def __init__(self, office: Office, endpoint_id: str, todo_id: str) -> None:
        self.office, self.endpoint_id, self.todo_id = office, endpoint_id, todo_id

    def do(self, verb: str, **values: Any) -> None:
        names = "".join(f", p_{name} => %s" for name in values)
        self.office.conn.execute(
            f"select switchboard.{verb}(%s, %s{names})",
            (self.endpoint_id, self.todo_id, *values.values()),
        )


def test_a_todo_is_shown_with_its_attempts(terminal: Terminal, office: Office, queue: str) -> None:
    todo = terminal.add("todos", "--title", "long story", "--payload", '{"a": [1]}')
    work = Work(office, queue, todo["id"])
    work.do("claim", claimant="box-1")
    work.do("heartbeat")
    work.do("release", summary="s" * 3000, artifact="https://example.org/log")
    work.do("claim")
    office.lapse(todo["id"])
    office.conn.execute("select * from switchboard.reap_expired()")
    work.do("claim", claimant="box-3")

    detail = terminal.json("todo", "show", todo["id"])
    assert detail.keys() == {"todo", "attempts", "attempts_total", "attempts_pruned"}
    assert (detail["attempts_total"], detail["attempts_pruned"]) == (3, 0)
    assert [a["outcome"] for a in detail["attempts"]] == [None, "reaped", "released"]
    assert detail["todo"]["result"] is None

    text = terminal.say("todo", "show", todo["id"])
    rows = text[text.index("attempts: 3\n") :].split("\n├")
    assert len(rows) == 3
    assert all(words in rows[0] for words in ("in progress", "box-3", "no heartbeat"))
    assert all(words in rows[1] for words in ("DIED: no report", "reaped → requeued", "(an agent)"))
    assert "DIED" not in rows[0] + rows[2]
    assert "released → requeued" in rows[2]
    assert "box-1" in rows[2]
    assert re.search(r"beat \d{4}-", rows[2])
    assert "(cut at 2,048 bytes)" in rows[2]
    assert "artifact: https://example.org/log" in rows[2]
    assert rows[2].count("s" * 20) > 20  # the whole summary, folded

    newest = terminal.say("todo", "show", todo["id"], "--attempts", "1")
    assert "attempts: 3; the newest 1 are shown" in newest
    assert "DIED" not in newest


MARKUP = ["[bold red]x[/bold red]", "[/]", "[link=https://evil.example]y[/link]", ":warning:"]


def test_what_others_wrote_cannot_act_on_the_terminal(
    terminal: Terminal, office: Office, queue: str
) -> None:
    """[131] for the terminal"""
    corpus = " ".join([t for t in HOSTILE if "\x00" not in t and "\ud800" not in t] + MARKUP)
    endpoint = office.one("select switchboard.find_human('ann')")
    todo_id = office.one(
        "select id from switchboard.owner_create_todo(%s, %s, 'builds', %s, to_jsonb(%s::text))",
        *(endpoint, queue, corpus, corpus),
    )
    work = Work(office, queue, todo_id)
    work.do("claim", claimant=corpus)
    work.do("fail", result=json.dumps({corpus: corpus}), summary=corpus + "\n" + corpus)
    wide = Terminal(**terminal.environment, COLUMNS="1000")
    painted = Terminal(**wide.environment, FORCE_COLOR="1")
    for command in (("todo", "show", todo_id), ("todo", "list", "--endpoint", "todos")):
        assert obeyed(terminal.say(*command)) == {"\n"}
        assert obeyed(terminal.say(*command, "--json")) == {"\n"}
        text = wide.say(*command)
        assert all(written in text for written in [*MARKUP, "\\x1b[31mred", "\\u202eleft"])
        colours = r"\x1b\[[\d;]*m"
        assert re.sub(colours, "", painted.say(*command)) == text
    shown = terminal.json("todo", "show", todo_id)
    assert shown["todo"]["title"] == corpus
    assert shown["todo"]["result"] == {corpus: corpus}


@pytest.mark.usefixtures("queue")
def test_output_survives_a_terminal_without_unicode(terminal: Terminal) -> None:
    todo = terminal.add("todos", "--title", "世界")
    plain = Terminal(in_process, **terminal.environment, PYTHONIOENCODING="latin-1")
    assert plain.json("todo", "show", todo["id"])["todo"]["title"] == "世界"
    assert "\\u4e16\\u754c" in plain.say("todo", "show", todo["id"])


# --- the database ---


def test_a_sweep_says_what_it_did(terminal: Terminal, office: Office, queue: str) -> None:
    todo = terminal.add("todos", "--title", "lapsing")
    Work(office, queue, todo["id"]).do("claim")
    office.lapse(todo["id"])
    counts = terminal.json("sweep")
    assert counts.keys() == {"reaped", "requeued", "pruned", "expired", "relayed", "hints"}
    assert counts["reaped"] == 1
    assert terminal.say("sweep").startswith("reaped 0, requeued 0, pruned 0")


def test_doctor_tells_violations_from_warnings(terminal: Terminal, office: Office) -> None:
    terminal.say("sweep")  # or doctor warns of what has fallen due since
    office.conn.execute("insert into switchboard.settings values ('odd', 'x')")
    assert [finding["severity"] for finding in terminal.json("doctor")] == ["warning"]
    todo = terminal.vend("doctor") and terminal.add("doctor", "--title", "t")
    office.conn.execute(
        "update switchboard.todos set attempts_total = 7 where id = %s", (todo["id"],)
    )
    findings = terminal.json("doctor", code=1)
    assert {finding["severity"] for finding in findings} == {"warning", "violation"}
    assert all(f.keys() == {"check_name", "severity", "detail", "fix"} for f in findings)
    text = terminal.say("doctor", code=1)
    assert f"violation attempt_count: todo {todo['id']}" in text
    assert "  fix: " in text
    office.conn.execute("delete from switchboard.settings where key = 'odd'")
    office.conn.execute("delete from switchboard.todos where id = %s", (todo["id"],))
    (finding,) = terminal.json("doctor", code=1)
    assert finding["fix"].startswith("select switchboard.recount_todos()")
    office.conn.execute("select switchboard.recount_todos()")
    assert terminal.json("doctor") == []
    assert terminal.say("doctor") == "Everything holds.\n"


def test_migrate_prints_a_line_a_file_and_a_plan(empty_database: Any) -> None:
    terminal = Terminal(
        SWITCHBOARD_DATABASE_URL="host=/nowhere", SWITCHBOARD_MIGRATE_URL=empty_database.dsn
    )
    assert terminal.say("migrate", "--plan").startswith("\\set ON_ERROR_STOP 1\n")
    lines = terminal.say("migrate").splitlines()
    assert lines[0].startswith("applied migrations/0001_")
    assert "replaced functions/transition/claim.sql" in lines
    assert lines[-1] == "done: the schema is up to date"
    assert terminal.say("migrate") == "nothing to do: the schema is up to date\n"
    assert terminal.say("migrate", "--plan").startswith("-- nothing to do")


def test_a_database_that_does_not_do_is_refused_with_the_remedy(
    empty_database: Any, office: Office
) -> None:
    empty = Terminal(SWITCHBOARD_DATABASE_URL=empty_database.dsn)
    assert empty.refused("sweep") == [
        "The database does not have this version's schema.",
        "Install it with: switchboard migrate",
    ]
    nobody = Terminal(SWITCHBOARD_DATABASE_URL=office.database.dsn_as("tests_nobody"))
    assert nobody.refused("sweep") == [
        "permission denied for schema switchboard",
        "The login of SWITCHBOARD_DATABASE_URL must be a member of switchboard_shim and "
        "switchboard_operator.",
    ]
    nowhere = Terminal(SWITCHBOARD_DATABASE_URL="postgresql://u:secret@127.0.0.1:1/d")
    lines = nowhere.refused("sweep")
    assert lines[0].startswith("The database does not answer: ")
    assert lines[-1] == "Check SWITCHBOARD_DATABASE_URL, and that the server runs."
    assert "secret" not in "".join(lines)


@pytest.mark.parametrize(
    "command",
    [
        ("fly",),
        ("todo", "show"),
        ("serve", "--port", "70000"),
        ("endpoint", "vend", "--slug", "s"),
        ("restore", "/nowhere"),
    ],
)
def test_wrong_usage_exits_2(command: tuple[str, ...]) -> None:
    assert "--help" in "".join(Terminal().refused(*command, code=2))


def test_an_unusable_variable_exits_2_and_is_named() -> None:
    bad = Terminal(SWITCHBOARD_PORT="many", SWITCHBOARD_RATE_LIMIT_IP="fast")
    last = bad.refused("serve", code=2)[-1]
    assert "SWITCHBOARD_PORT: " in last
    assert "SWITCHBOARD_RATE_LIMIT_IP: " in last


def test_every_command_and_option_is_explained() -> None:
    def walk(command: Any, path: str) -> None:
        assert command.help, path
        for parameter in command.params:
            assert parameter.help, f"{path}: {parameter.name}"
        for name, inner in getattr(command, "commands", {}).items():
            walk(inner, f"{path} {name}")

    walk(typer.main.get_command(cli.app), "switchboard")
    assert "Examples:" in Terminal().say("endpoint", "vend", "--help")


def test_a_process_has_the_same_answers_and_exit_codes(terminal: Terminal) -> None:
    process = Terminal(in_process, **terminal.environment)
    assert process.json("doctor") == terminal.json("doctor")
    assert process.say("endpoint", "list") == terminal.say("endpoint", "list")
    assert process.say("--version") == f"{__version__}\n"
    for command, code in ((("todo", "show", "td_x"), 1), (("fly",), 2)):
        assert process.refused(*command, code=code)[-1] == terminal.refused(*command, code=code)[-1]


# --- the embedded database ---


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that the user of PostgreSQL can reach."""
    path = Path(tempfile.mkdtemp(prefix="switchboard-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def test_a_command_brings_the_database_it_needs(folder: Path) -> None:
    """Started for the call and migrated; kept for the next; dumped, and restored elsewhere."""
    terminal = Terminal(in_process, SWITCHBOARD_DATA_DIR=str(folder / "data"))
    out, err = terminal.run("human", "add", "ann")
    assert out.startswith("Added human ann: ")
    assert err == f"Starting PostgreSQL in {folder / 'data'} …\n"

    file = folder / "all.dump"
    assert terminal.say("dump", str(file)) == f"Dumped to {file}\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in folder.iterdir()) == ["all.dump", "data"]
    other = Terminal(in_process, SWITCHBOARD_DATA_DIR=str(folder / "other"))
    assert other.say("restore", str(file)) == f"Restored from {file}\n"
    assert "already has the schema" in "".join(other.refused("restore", str(file)))
    assert "a human of that name exists" in other.refused("human", "add", "ann")


def test_a_dump_of_one_database_is_restored_into_another(folder: Path, office: Office) -> None:
    """Row by row; a file that is no dump leaves the database empty."""
    server = office.database.server
    name = server.create_database()
    target = Terminal(SWITCHBOARD_DATABASE_URL=server.dsn(name))
    try:
        source = Terminal(SWITCHBOARD_DATABASE_URL=office.database.dsn)
        (folder / "broken").write_text("no dump")
        assert target.refused("restore", str(folder / "broken"))
        assert "nothing to dump" in target.refused("dump", str(folder / "file"))[-1]
        used, unused = (token_in(source.say("human", "link", "ann")) for _ in range(2))
        ann = signed_in(office, used)
        source.say("dump", str(folder / "file"))
        target.say("restore", str(folder / "file"))
        assert target.say("migrate").startswith("nothing to do")
        for path, reason in (
            ("/nowhere/file", "No such file or directory"),
            (f"{folder}/file/below", "Not a directory"),
            (str(folder), "Is a directory"),
        ):
            assert target.refused("dump", path) == [f"Cannot write {path}: {reason}"]
        assert [path.name for path in folder.iterdir() if path.suffix == ".new"] == []
        assert not Path(f"{folder}.new").exists()
        rows = "select count(*), md5(string_agg(t::text, '' order by id)) from switchboard.todos t"
        with psycopg.connect(server.dsn(name)) as conn:
            assert conn.execute(rows).fetchone() == office.conn.execute(rows).fetchone()
            session = "select switchboard.session_human(%s)"
            assert conn.execute(session, (sha256("of " + used),)).fetchone() == (ann,)
            redeem = "select switchboard.redeem_sign_in_link(%s, sha256('s'))"
            assert conn.execute(redeem, (sha256(unused),)).fetchone() == (ann,)
        assert target.json("doctor") == source.json("doctor")
    finally:
        server.drop_database(name)


class MadeServer(ServeProcess):
    """`make serve` in a folder whose .venv is built, as a person would type it."""

    def __init__(self, clone: Path, **environment: str) -> None:
        (clone / ".venv" / "bin").mkdir(parents=True)
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, clone)
        program = clone / ".venv" / "bin" / "switchboard"
        program.write_text(f"#!{sys.executable}\nfrom switchboard.cli import main\nmain()\n")
        program.chmod(0o755)
        (clone / ".venv" / "setup.stamp").touch()
        self._out = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", "serve"],
            cwd=clone,
            env=variables({"SWITCHBOARD_PORT": "0"} | environment),
            stdout=self._out,
            stderr=subprocess.STDOUT,
        )

    def close(self) -> None:
        """End make, which passes the signal on and waits."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(DEADLINE)
        self._out.close()


def test_make_serve_prints_what_a_newcomer_needs(folder: Path) -> None:
    """The configuration works, the printed command works as it stands, and commands attach."""
    data = folder / "my data"
    terminal = Terminal(in_process, SWITCHBOARD_DATA_DIR=str(data))
    with closing(MadeServer(folder / "clone", SWITCHBOARD_DATA_DIR=str(data))) as server:
        url = server.wait_ready()
        printed = server.output()
        assert f"The database is in {data}" in printed
        config = json.loads(printed[printed.index("{") : printed.rindex("}") + 1])
        entry = config["mcpServers"]["switchboard"]
        assert entry["url"] == f"{url}/mcp/first"
        # Once: no log line repeats it.
        assert len(re.findall(rf"^  {url}/sign-in\?token=[\w-]{{43}}$", printed, re.MULTILINE)) == 1
        assert printed.count("token=") == 1

        command = next(line for line in printed.splitlines() if " todo add " in line)
        assert " .venv/bin/switchboard todo add --endpoint first" in command
        subprocess.run(command, shell=True, check=True, cwd=folder / "clone", env=variables({}))
        out, err = terminal.run("todo", "list", "--endpoint", "first", "--json")
        assert err == ""  # nothing was started
        titles = [todo["title"] for todo in json.loads(out)["todos"]]
        assert titles[0] == "My first todo"
        assert len(titles) == 4

        with httpx2.Client(base_url=url, headers=entry["headers"], timeout=DEADLINE) as http:
            assert modern(http, "first").status_code == 200
            terminal.say("endpoint", "rotate", "first")
            assert modern(http, "first").status_code == 401

        port = url.rpartition(":")[2]
        assert "Cannot listen" in terminal.refused("serve", "--port", port)[-1]
        second = terminal.refused("serve", "--host", "127.0.0.1", "--port", "0")
        assert f"uses the data folder {data}" in second[-1]
    assert not (data / "run").exists()  # the database was stopped in order


def test_ci_calls_make_test_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines == [
        "#!/usr/bin/env bash",
        "set -eu",
        'cd "$(dirname "$0")/.."',
        "make test",
    ]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
