"""The command ``switchboard``.

Exit code 0: done. 1: refused, with the reason on stderr and on the next line what to do. 2: wrong
usage. Without SWITCHBOARD_DATABASE_URL a command uses the embedded PostgreSQL of the data folder:
the running one, or one that it starts for the call.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, NoReturn

import psycopg
import typer
from psycopg.rows import DictRow
from pydantic import ValidationError

from switchboard import __version__, calls, first_run, json_text, shape, terminal
from switchboard import dump as dumps
from switchboard import migrate as migrations
from switchboard.database import transaction
from switchboard.embedded import EmbeddedError, attach_or_start, default_data_dir
from switchboard.settings import Settings
from switchboard.tokens import new_credential, new_sign_in_token, sha256

Connection = psycopg.Connection[DictRow]
Row = dict[str, Any]

# What a database answers that has no schema of ours, or an older one: no schema, no such function.
NOT_MIGRATED = {"3F000", "42883", "42P01"}
# As long as create_sign_in_link lets a link live.
SIGN_IN_SECONDS = 900

ABOUT = """A durable todo queue for AI agents that remembers every attempt and lives in PostgreSQL.

\b
The database is
  SWITCHBOARD_DATABASE_URL   a PostgreSQL 15 or newer, if this is set; otherwise an
                             embedded PostgreSQL, with its data in the folder
  SWITCHBOARD_DATA_DIR       default: the user's data folder, or /var/lib/switchboard for root

\b
Exit codes: 0 done, 1 refused (the reason is on stderr), 2 wrong usage.
"""


def _examples(*commands: str) -> str:
    return "\b\nExamples:\n" + "\n".join(f"  switchboard {command}" for command in commands)


def _group(text: str) -> typer.Typer:
    return typer.Typer(
        help=text,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    )


app = _group(ABOUT)
human = _group("The people who own agents.")
endpoint = _group("Endpoints: how an agent reaches its queues.")
todo = _group("Todos, as the owner of their endpoint sees them.")
app.add_typer(human, name="human")
app.add_typer(endpoint, name="endpoint")
app.add_typer(todo, name="todo")

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Slug = Annotated[str, typer.Argument(metavar="SLUG", help="The endpoint's slug.")]


class Refused(Exception):  # noqa: N818
    """The command was not carried out; the hint says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def main() -> None:
    """Run the command line and exit."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app()
    except Refused as error:
        _fail(str(error), error.hint)
    except (EmbeddedError, migrations.MigrationError, dumps.DumpError) as error:
        _fail(str(error))
    except psycopg.Error as error:
        _fail(*_reason(error))
    except UnicodeEncodeError:
        _fail("An argument is not valid UTF-8 text.", code=2)


def _fail(message: str, hint: str = "", code: int = 1) -> NoReturn:
    for line in filter(None, (message.strip(), hint)):
        typer.echo(terminal.visible(line, keep="\n\t"), err=True)
    sys.exit(code)


def _reason(error: psycopg.Error) -> tuple[str, str]:
    """Return what the database refused, and what to do."""
    message = error.diag.message_primary or str(error)
    if error.sqlstate in NOT_MIGRATED:
        return (
            "The database does not have this version's schema.",
            "Install it with: switchboard migrate",
        )
    if error.sqlstate is None:
        return (
            f"The database does not answer: {message}",
            "Check SWITCHBOARD_DATABASE_URL, and that the server runs.",
        )
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return (
            message,
            "The login of SWITCHBOARD_DATABASE_URL must be a member of switchboard_shim and "
            "switchboard_operator.",
        )
    return message, error.diag.message_hint or error.diag.message_detail or ""


def _settings(**options: Any) -> Settings:
    try:
        return Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        wrong = (f"SWITCHBOARD_{str(e['loc'][0]).upper()}: {e['msg']}" for e in error.errors())
        raise typer.BadParameter("; ".join(wrong)) from None


@contextmanager
def _database(url: str | None) -> Iterator[str]:
    """Give the connection string of this URL, or of the embedded PostgreSQL."""
    if url:
        yield url
        return
    folder = _settings().data_dir or default_data_dir()
    with attach_or_start(folder, starting=_say_starting) as dsn:
        yield dsn


def _say_starting(folder: Path) -> None:
    typer.echo(terminal.visible(f"Starting PostgreSQL in {folder} …"), err=True)


@contextmanager
def _connection() -> Iterator[Connection]:
    """Give a connection whose transaction is committed when the block ends well.

    The embedded database is migrated first; another one is left as it is.
    """
    url = _settings().database_url
    with _database(url) as dsn:
        if not url:
            migrations.migrate(dsn)
        with transaction(dsn) as conn:
            yield conn


def _one(conn: Connection, statement: str, **params: Any) -> Row:
    """Run a statement that answers one row."""
    row = conn.execute(statement, params).fetchone()
    assert row is not None  # noqa: S101
    return row


@contextmanager
def _or_missing(message: str, hint: str) -> Iterator[None]:
    """Say by name what was not found."""
    try:
        yield
    except psycopg.Error as error:
        if error.sqlstate == "SB404":
            raise Refused(message, hint) from error
        raise


def _find_human(conn: Connection, name: str) -> Row:
    with _or_missing("There is no human of that name.", "Add one with: switchboard human add NAME"):
        return _one(conn, calls.FIND_HUMAN, name=name)


def _find_endpoint(conn: Connection, slug: str) -> Row:
    with _or_missing(
        "There is no live endpoint of that slug.", "See all with: switchboard endpoint list"
    ):
        return _one(conn, calls.FIND_ENDPOINT, slug=slug)


# --- the server and the database ---


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _main(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    pass


SERVE_HELP = """Run the server: MCP over HTTP at /mcp/SLUG, and the Board at /.

Without SWITCHBOARD_DATABASE_URL it runs an embedded PostgreSQL and migrates it. The first start on
an empty one makes the human `you`, the endpoint `first` and three example todos, and prints the
configuration for an MCP client, once. Each start prints a link that signs `you` in to the Board. It
runs until Ctrl-C or SIGTERM.

\b
Environment (an option above wins):
  SWITCHBOARD_HOST, SWITCHBOARD_PORT   where to listen: 127.0.0.1, 8080
  SWITCHBOARD_PUBLIC_URL               the address that clients use, if it is another
  SWITCHBOARD_TRUSTED_PROXIES          addresses or networks, by commas, whose X-Forwarded-*
                                       headers count: none
  SWITCHBOARD_POOL_SIZE                connections to the database, 1 to 1000: 10
  SWITCHBOARD_POOLER                   true behind a transaction pooler (PgBouncer): false
  SWITCHBOARD_RATE_LIMIT_ENDPOINT      requests a second / at once, or off: 20/40
  SWITCHBOARD_RATE_LIMIT_IP            the same for each address, before sign-in: 50/100
  SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT
                                       true takes a missing summary from the result: false
  SWITCHBOARD_A2UI                     true offers queues and todos as A2UI resources: false
"""


@app.command(help=SERVE_HELP, epilog=_examples("serve", "serve --host 0.0.0.0 --port 9000"))
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on.  [default: SWITCHBOARD_HOST, or 127.0.0.1]"),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="TCP port; 0 takes a free one.  [default: SWITCHBOARD_PORT, or 8080]",
        ),
    ] = None,
) -> None:
    """Run the server; the help text is SERVE_HELP."""
    # Imported here: other commands need not wait for it.
    from switchboard import server

    settings = _settings(host=host, port=port)
    if not settings.database_url:
        typer.echo("Starting PostgreSQL …", err=True)
    try:
        server.serve(settings)
    except server.ServeError as error:
        raise Refused(str(error)) from error


@app.command(
    epilog=_examples("migrate", "migrate --plan > plan.sql"),
)
def migrate(
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Only print the SQL that would run, for psql -X -f."),
    ] = False,
) -> None:
    """Bring the database to this version's schema.

    Prints a line for each file that it applies. Running it again changes nothing. The database is
    that of SWITCHBOARD_MIGRATE_URL, by default of SWITCHBOARD_DATABASE_URL; the login must be a
    superuser, or have CREATEROLE and own the database.
    """
    settings = _settings()
    with _database(settings.migrate_url or settings.database_url) as dsn:
        if plan:
            typer.echo(migrations.plan(dsn).encode(), nl=False)
        else:
            migrations.migrate(dsn, report=typer.echo)


@app.command(epilog=_examples("sweep", "sweep --json"))
def sweep(json: Json = False) -> None:
    """Do once what a running server does every few seconds.

    Expires endpoints, reaps lapsed leases, requeues retries that are due, prunes old todos, rings
    for todos that nobody claims, and relays events, in portions of at most 1000 each. JSON: one
    object of counts.
    """
    with _connection() as conn:
        counts = _one(conn, calls.SWEEP)
    if json:
        terminal.print_json(counts)
    else:
        shown = (f"{name} {'failed' if n is None else n}" for name, n in counts.items())
        terminal.print_text(", ".join(shown))
    if None in counts.values():
        raise Refused("A part of the sweep failed.", "The log of the database says why.")


@app.command(epilog=_examples("doctor", "doctor --json"))
def doctor(json: Json = False) -> None:
    """Check what must always hold, and the health of the queue.

    Exits with 1 when an invariant is violated; warnings do not count. JSON: an array of
    {check_name, severity, detail, fix}, severity `violation` or `warning`.
    """
    with _connection() as conn:
        findings = conn.execute(calls.DOCTOR).fetchall()
    if json:
        terminal.print_json(findings)
    else:
        for finding in findings:
            terminal.print_text("{severity} {check_name}: {detail}\n  fix: {fix}".format(**finding))
        if not findings:
            terminal.print_text("Everything holds.")
    if any(finding["severity"] == "violation" for finding in findings):
        sys.exit(1)


@app.command(epilog=_examples("dump /backups/switchboard.dump"))
def dump(
    file: Annotated[Path, typer.Argument(help="The file to write; an old one is replaced.")],
) -> None:
    """Write the schema and all its rows to a file.

    A consistent copy, also while the server runs. It holds payloads and results: only its owner may
    read the file. The database is that of SWITCHBOARD_MIGRATE_URL, by default of
    SWITCHBOARD_DATABASE_URL.
    """
    settings = _settings()
    with _database(settings.migrate_url or settings.database_url) as dsn:
        dumps.dump(dsn, file)
    terminal.print_text(f"Dumped to {terminal.visible(file)}")


@app.command(epilog=_examples("restore /backups/switchboard.dump"))
def restore(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="A file that dump has written.")
    ],
) -> None:
    """Fill an empty database from a dump.

    The dump may come from an older PostgreSQL or an older version: it is migrated to this one. A
    database that already has the schema is refused.
    The database is that of SWITCHBOARD_MIGRATE_URL, by default of SWITCHBOARD_DATABASE_URL; the
    login must be a superuser.
    """
    settings = _settings()
    with _database(settings.migrate_url or settings.database_url) as dsn:
        dumps.restore(dsn, file)
    terminal.print_text(f"Restored from {terminal.visible(file)}")


# --- humans ---


HumanName = Annotated[str, typer.Argument(metavar="NAME", help="The human's name.")]


@human.command("add", epilog=_examples("human add ann"))
def human_add(
    name: Annotated[str, typer.Argument(help="1 to 128 bytes, unique.")], json: Json = False
) -> None:
    """Add a human, who then can own agents, and print a link that signs them in to the Board.

    The link works once, within 15 minutes. The address in it comes from SWITCHBOARD_PUBLIC_URL, or
    else from SWITCHBOARD_HOST and SWITCHBOARD_PORT.

    JSON: {human_id, name, sign_in_url}.
    """
    with _connection() as conn:
        added = _one(conn, calls.CREATE_HUMAN, name=name)
        link = _sign_in_url(conn, added)
    human_id = str(added["human_id"])
    if json:
        terminal.print_json({"human_id": human_id, "name": name, "sign_in_url": link})
    else:
        terminal.print_text(f"Added human {terminal.visible(name)}: {human_id}")
        _print_link(link)


@human.command("link", epilog=_examples("human link ann"))
def human_link(name: HumanName, json: Json = False) -> None:
    """Print another link that signs a human in to the Board.

    The link works once, within 15 minutes; links that were made before stay as they are. The
    address in it is that of `human add`.

    JSON: {name, sign_in_url, expires_in_seconds}.
    """
    with _connection() as conn:
        link = _sign_in_url(conn, _find_human(conn, name))
    if json:
        terminal.print_json(
            {"name": name, "sign_in_url": link, "expires_in_seconds": SIGN_IN_SECONDS}
        )
    else:
        _print_link(link)


def _sign_in_url(conn: Connection, owner: Row) -> str:
    token = new_sign_in_token()
    _one(conn, calls.CREATE_SIGN_IN_LINK, token_hash=sha256(token), **owner)
    return first_run.sign_in_url(_settings().url, token)


def _print_link(link: str) -> None:
    terminal.print_text(f"This link signs in to the Board once, within 15 minutes:\n\n  {link}")


@human.command("sign-out", epilog=_examples("human sign-out ann"))
def human_sign_out(name: HumanName, json: Json = False) -> None:
    """Sign a human out of every browser, and void the links that they have not used.

    Their agents and endpoints go on working.

    JSON: {name, sessions_ended}.
    """
    with _connection() as conn:
        ended = _one(conn, calls.END_HUMAN_SESSIONS, **_find_human(conn, name))
    if json:
        terminal.print_json({"name": name} | ended)
    else:
        terminal.print_text(
            f"Signed out {terminal.visible(name)}; sessions ended: {ended['sessions_ended']}"
        )


# --- endpoints ---


def _time(text: str) -> datetime:
    """Read an ISO 8601 time; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(
            "write a time as 2027-01-31, 2027-01-31T18:00Z or 2027-01-31T18:00+01:00"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@endpoint.command(
    "vend",
    epilog=_examples(
        "endpoint vend --human ann --agent fixer --slug ci --queue builds",
        "endpoint vend --human ann --agent boss --slug boss --queue builds --queue tests \\\n"
        "      --verb list_todos --verb create_todo --expires 2027-01-31T18:00Z",
    ),
)
def endpoint_vend(
    human_name: Annotated[
        str, typer.Option("--human", metavar="NAME", help="Whose agent it is; must exist.")
    ],
    agent_name: Annotated[
        str,
        typer.Option("--agent", metavar="NAME", help="The agent; added to the human if new."),
    ],
    slug: Annotated[
        str,
        typer.Option(
            help="Its name in URLs: 1 to 63 of a-z, 0-9 and -, unique among live endpoints."
        ),
    ],
    queues: Annotated[
        list[str],
        typer.Option("--queue", metavar="QUEUE", help="A queue that it may use. Repeatable."),
    ],
    verbs: Annotated[
        list[str] | None,
        typer.Option(
            "--verb",
            metavar="VERB",
            help="A verb that it may use. Repeatable.  [default: what a worker needs to list, "
            "claim and report; not create_todo]",
        ),
    ] = None,
    expires_at: Annotated[
        datetime | None,
        typer.Option(
            "--expires",
            metavar="TIME",
            parser=_time,
            help="When it stops, ISO 8601; without a zone UTC.  [default: never]",
        ),
    ] = None,
    lease_ttl: Annotated[
        int | None,
        typer.Option(
            metavar="SECONDS",
            help="Lease of a claim that asks for none, 60 to 86400.  [default: 300]",
        ),
    ] = None,
    db_role: Annotated[
        str | None,
        typer.Option(
            metavar="ROLE",
            help="Database role whose users may also act for it from SQL.  [default: none]",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Give an agent an endpoint, and print the configuration for its MCP client.

    The credential is shown only now; the database keeps its SHA-256. The address in it comes from
    SWITCHBOARD_PUBLIC_URL, or else from SWITCHBOARD_HOST and SWITCHBOARD_PORT.

    JSON: {endpoint_id, slug, credential, url, mcp_config}.
    """
    credential = new_credential()
    with _connection() as conn:
        owner = _find_human(conn, human_name)
        agent = _one(conn, calls.REGISTER_AGENT, name=agent_name, **owner)
        vended = _one(
            conn,
            calls.VEND_ENDPOINT,
            agent_id=agent["agent_id"],
            slug=slug,
            queues=queues,
            verbs=verbs,
            credential_hash=sha256(credential),
            expires_at=expires_at,
            lease_ttl_seconds=lease_ttl,
            db_role=db_role,
        )
    _print_credential(str(vended["endpoint_id"]), slug, credential, json)


@endpoint.command("rotate", epilog=_examples("endpoint rotate ci"))
def endpoint_rotate(slug: Slug, json: Json = False) -> None:
    """Replace an endpoint's credential, and print the new configuration.

    The old credential is refused at once; open leases stay.

    JSON: {endpoint_id, slug, credential, url, mcp_config}.
    """
    credential = new_credential()
    with _connection() as conn:
        found = _find_endpoint(conn, slug)
        _one(
            conn,
            calls.ROTATE_CREDENTIAL,
            endpoint_id=found["endpoint_id"],
            credential_hash=sha256(credential),
        )
    _print_credential(str(found["endpoint_id"]), slug, credential, json)


def _print_credential(endpoint_id: str, slug: str, credential: str, json: bool) -> None:
    url = _settings().url
    config = first_run.mcp_config(url, slug, credential)
    if json:
        terminal.print_json(
            {
                "endpoint_id": endpoint_id,
                "slug": slug,
                "credential": credential,
                "url": f"{url}/mcp/{slug}",
                "mcp_config": config,
            }
        )
        return
    terminal.print_text(
        f"Endpoint {slug}. Give its MCP client this configuration; it is shown only now:\n\n"
        + terminal.as_json(config)
    )


@endpoint.command("revoke", epilog=_examples("endpoint revoke ci"))
def endpoint_revoke(slug: Slug, json: Json = False) -> None:
    """End an endpoint for good.

    Its credential is refused from now on, its unfinished todos become dead letters, and its open
    attempts close as revoked. This cannot be undone.

    JSON: {endpoint_id, slug, attempts_closed}.
    """
    with _connection() as conn:
        found = _find_endpoint(conn, slug)
        closed = _one(conn, calls.REVOKE_ENDPOINT, endpoint_id=found["endpoint_id"])
    if json:
        terminal.print_json({"endpoint_id": str(found["endpoint_id"]), "slug": slug} | closed)
    else:
        terminal.print_text(
            f"Revoked endpoint {slug}; attempts closed: {closed['attempts_closed']}"
        )


@endpoint.command("list", epilog=_examples("endpoint list", "endpoint list --json"))
def endpoint_list(json: Json = False) -> None:
    """List every endpoint, oldest first, revoked ones included.

    JSON: {endpoints: [{endpoint_id, slug, human_id, human_name, agent_id, agent_name, queues,
    verbs, default_lease_ttl_seconds, db_role, has_credential, expires_at, revoked_at,
    created_at}]}; times are UTC.
    """
    with _connection() as conn:
        rows = conn.execute(calls.LIST_ENDPOINTS).fetchall()
    if json:
        terminal.print_json({"endpoints": [shape.endpoint(row) for row in rows]})
        return
    terminal.print_table(
        ("slug", "human", "agent", "queues", "verbs", "state"),
        (
            (
                row["slug"],
                row["human_name"],
                row["agent_name"],
                ", ".join(row["queues"]),
                ", ".join(row["verbs"]),
                _endpoint_state(row),
            )
            for row in rows
        ),
    )


def _endpoint_state(row: Row) -> str:
    if row["revoked_at"]:
        return f"revoked {shape.time_text(row['revoked_at'])}"
    if row["expires_at"]:
        over = row["expires_at"] <= datetime.now(UTC)
        return f"{'expired' if over else 'live until'} {shape.time_text(row['expires_at'])}"
    return "live"


# --- todos ---


def _payload(argument: str | None) -> str | None:
    """Return the JSON text that an argument gives or names.

    Only its form is checked here. What JSON the database takes, it says itself.
    """
    if argument is None:
        return None
    try:
        if argument == "-":
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        elif argument.startswith("@"):
            text = Path(argument[1:]).read_text(encoding="utf-8-sig")
        else:
            text = argument
        json_text.loads(text)
    except OSError as error:
        raise typer.BadParameter(f"{error.strerror}: {argument[1:]}") from None
    except UnicodeDecodeError:
        raise typer.BadParameter("the file is not UTF-8 text") from None
    except ValueError as error:
        raise typer.BadParameter(f"not JSON: {error}") from None
    except RecursionError:
        pass
    return text


@todo.command(
    "add",
    epilog=_examples(
        'todo add --endpoint first --queue inbox --title "My first todo"',
        "todo add --endpoint ci --queue builds --title 'Run 812 is red' --payload '{\"run\": 812}'",
        "todo add --endpoint ci --queue builds --title Nightly --payload @night.json --key 31-01",
    ),
)
def todo_add(
    endpoint_slug: Annotated[
        str, typer.Option("--endpoint", metavar="SLUG", help="The endpoint that will work on it.")
    ],
    queue: Annotated[str, typer.Option(help="One of the endpoint's queues.")],
    title: Annotated[str, typer.Option(help="What is to be done, 1 to 1024 bytes.")],
    payload: Annotated[
        str | None,
        typer.Option(
            metavar="JSON|@FILE|-",
            callback=_payload,
            help="JSON of at most 1 MiB for the agent; @FILE reads it from a file, - from stdin.  "
            "[default: none]",
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            help="Idempotency key, at most 512 bytes: while a todo of that key is unfinished, "
            "another is not added.  [default: none]"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Add a todo, as the owner of the endpoint.

    JSON: the todo, and `created`: false when the key's todo was already there.
    """
    with _connection() as conn:
        found = _find_endpoint(conn, endpoint_slug)
        row = _one(
            conn,
            calls.OWNER_CREATE_TODO,
            human_id=found["human_id"],
            endpoint_id=found["endpoint_id"],
            queue=queue,
            title=title,
            payload=payload,
            idempotency_key=key,
        )
    if json:
        terminal.print_json(shape.created_todo(row))
    elif row["created"]:
        terminal.print_text(f"Added todo {row['id']}")
    else:
        terminal.print_text(f"Nothing added: todo {row['id']} has that key and is {row['state']}")


@todo.command("list", epilog=_examples("todo list --endpoint ci", "todo list --endpoint ci --json"))
def todo_list(
    endpoint_slug: Annotated[
        str, typer.Option("--endpoint", metavar="SLUG", help="The endpoint whose todos to list.")
    ],
    queue: Annotated[str | None, typer.Option(help="Only this queue.  [default: all]")] = None,
    state: Annotated[
        str | None,
        typer.Option(help="Only this state, or dead_letter.  [default: all]"),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="At most so many todos.")] = 100,
    before: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Only todos older than this one, for the next page."),
    ] = None,
    json: Json = False,
) -> None:
    """List an endpoint's todos, newest first, without their payloads.

    JSON: {todos: [...]}, as the MCP tool list_todos answers.
    """
    with _connection() as conn:
        found = _find_endpoint(conn, endpoint_slug)
        with _or_missing(
            "There is no todo of the id given with --before.",
            "Take the last id of the page before.",
        ):
            rows = conn.execute(
                calls.OWNER_LIST_TODOS,
                {
                    "human_id": found["human_id"],
                    "endpoint_id": found["endpoint_id"],
                    "filter": state,
                    "queue": queue,
                    "before": before,
                    "limit": limit,
                },
            ).fetchall()
    answer = shape.todo_list(rows)
    if json:
        terminal.print_json(answer)
        return
    terminal.print_todos(answer["todos"])
    if len(rows) == limit:
        terminal.print_text(f"Perhaps there are more: --before {rows[-1]['id']}")


@todo.command("show", epilog=_examples("todo show td_0123", "todo show td_0123 --json"))
def todo_show(
    todo_id: Annotated[str, typer.Argument(metavar="ID", help="The todo's id.")],
    attempts: Annotated[
        int, typer.Option(min=1, max=50, help="Show the newest so many attempts.")
    ] = 20,
    json: Json = False,
) -> None:
    """Show a todo in full, and its attempts, newest first.

    An attempt whose worker vanished without a report is marked DIED. Times are UTC.

    JSON: as the MCP tool get_todo answers.
    """
    with (
        _connection() as conn,
        _or_missing(
            "There is no todo of that id.", "See them with: switchboard todo list --endpoint SLUG"
        ),
    ):
        owner = _one(conn, calls.FIND_TODO, todo_id=todo_id)
        row = _one(conn, calls.OWNER_GET_TODO, todo_id=todo_id, attempts_limit=attempts, **owner)
    detail = shape.todo_detail(row)
    if json:
        terminal.print_json(detail)
    else:
        terminal.print_todo(detail)
