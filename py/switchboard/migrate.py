"""Bring a database to the schema of this package.

Files of ``db/migrations`` run once, in the order of their numbers, one transaction each; then
every file of ``db/functions`` whose text changed runs again, all in one transaction. What ran is
recorded, with a SHA-256 of its text, in ``switchboard.schema_migrations`` and
``switchboard.schema_functions``. An advisory lock lets one runner at a time work on a database.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from switchboard import calls

OLDEST_SERVER = 150000
ATTEMPTS = 6
# Serialization failure, deadlock, lock timeout, and XX000 "tuple concurrently updated".
RETRYABLE = {"40001", "40P01", "55P03", "XX000"}
MIGRATION_NAME = re.compile(r"[0-9]{4}_[a-z0-9_]+")
RIGHTS = (
    "Run migrate as a superuser, or as a login that has CREATEROLE and owns the database; if "
    "another login made the switchboard roles of this cluster, a superuser must first run: "
    "grant switchboard_owner to {login}"
)


class MigrationError(Exception):
    """The database was not migrated further; the message says why and what to do."""


@dataclass
class _Step:
    """One transaction: its pieces (label, SQL), and the lines to report once it is committed."""

    pieces: list[tuple[str, str]] = field(default_factory=list)
    done: list[str] = field(default_factory=list)


def sql_root() -> Path:
    """Return the folder that holds ``migrations`` and ``functions``: the wheel's or the clone's.

    Raises MigrationError when neither is there.
    """
    here = Path(__file__).resolve()
    for root in (here.parent / "db", here.parents[2] / "db"):
        if (root / "migrations").is_dir():
            return root
    raise MigrationError("The SQL files of switchboard are missing: install the package again.")


def migrate(
    dsn: str,
    *,
    upto: str | None = None,
    report: Callable[[str], None] | None = None,
    root: Path | None = None,
) -> None:
    """Apply what is missing; a second run changes nothing.

    ``report`` is given one line for each file that was applied and a closing line. ``upto``, the
    name or number of a migration, stops after it and leaves the functions alone; it and ``root``
    are for tests. Waits, without a limit, while another runner works on the same database.
    Raises MigrationError; what was committed before the error stays, and a later run goes on.
    """
    say = report or _say_nothing
    root = root or sql_root()
    with _session(dsn) as conn:
        if not _value(conn, calls.MIGRATE_TRY_LOCK):
            say("waiting for another migrate on this database")
            conn.execute(calls.MIGRATE_LOCK)
        steps = _missing_steps(conn, root, upto)
        for step in steps:
            _apply(conn, step)
            for line in step.done:
                say(line)
        # Now, not when the server has noticed the end of the session: the next run would wait.
        conn.execute(calls.MIGRATE_UNLOCK)
    if steps:
        say("done: the schema is up to date" if upto is None else f"done, up to {upto}")
    else:
        say("nothing to do: the schema is up to date")


def plan(dsn: str, *, root: Path | None = None) -> str:
    """Return the SQL that `migrate` would run now, as one text for ``psql -X -f``.

    Changes nothing. A plan that has become stale stops at the first migration that ran meanwhile.
    Raises MigrationError where `migrate` would refuse.
    """
    with _session(dsn) as conn:
        steps = _missing_steps(conn, root or sql_root(), None)
    if not steps:
        return "-- nothing to do: the schema is up to date\n"
    head = (
        "\\set ON_ERROR_STOP 1\n\\encoding UTF8\n"
        + _statements(calls.MIGRATE_NO_TIMEOUTS)
        + _statements(calls.MIGRATE_LOCK)
    )
    return head + "".join("\n" + sql for step in steps for _, sql in step.pieces)


def _say_nothing(_: str) -> None:
    pass


@contextmanager
def _session(dsn: str) -> Iterator[psycopg.Connection]:
    """Connect, check the server, and turn every database error into a MigrationError."""
    try:
        conn = psycopg.connect(
            dsn,
            autocommit=True,
            # The steps hold several statements each, which cannot be prepared.
            prepare_threshold=None,
            client_encoding="utf8",
            application_name="switchboard migrate",
        )
    except psycopg.OperationalError as error:
        raise MigrationError(f"Cannot connect to the database: {error}") from error
    except psycopg.ProgrammingError:
        # Its text may quote the URL, password and all.
        raise MigrationError("The database URL cannot be read: check how it is written.") from None
    with conn:
        _check_server(conn)
        try:
            # The login's own time limits are for queries, not for waiting on another migrate.
            conn.execute(calls.MIGRATE_NO_TIMEOUTS)
            yield conn
        except psycopg.Error as error:
            raise MigrationError(_sentence(conn, error)) from error


def _check_server(conn: psycopg.Connection) -> None:
    version = conn.info.server_version
    if version < OLDEST_SERVER:
        raise MigrationError(
            f"This server is PostgreSQL {version // 10000}, and switchboard needs 15 or newer: "
            "upgrade the server, or give the URL of a newer one."
        )
    encoding = conn.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise MigrationError(
            f"Database {conn.info.dbname} is encoded in {encoding}, and switchboard needs UTF8: "
            "make another one with createdb --encoding=UTF8 --template=template0."
        )


def _missing_steps(conn: psycopg.Connection, root: Path, upto: str | None) -> list[_Step]:
    """Compare the files with the records, refuse what does not fit, and return what is left."""
    migrations = {
        path.removesuffix(".sql"): text for path, text in _read(root / "migrations").items()
    }
    for name in migrations:
        if not MIGRATION_NAME.fullmatch(name):
            raise MigrationError(f"{name}.sql is no name for a migration: call it NNNN_name.sql.")
    applied: dict[str, str] = {}
    replaced: dict[str, str] = {}
    if _value(conn, calls.MIGRATE_IS_INSTALLED):
        with conn.transaction():
            conn.execute(calls.MIGRATE_AS_OWNER)
            applied = _pairs(conn, calls.MIGRATE_APPLIED_MIGRATIONS)
            replaced = _pairs(conn, calls.MIGRATE_APPLIED_FUNCTIONS)
    _check_history(migrations, applied)

    wanted = [name for name in migrations if name not in applied]
    if upto is not None:
        last = _find(migrations, upto)
        wanted = [name for name in wanted if name <= last]
    first = min(migrations, default=None)
    steps = [_migration_step(conn, name, migrations[name], name == first) for name in wanted]
    if upto is None:
        functions = _read(root / "functions")
        changed = {n: text for n, text in functions.items() if replaced.get(n) != _sha256(text)}
        gone = sorted(set(replaced) - set(functions))
        if changed or gone:
            steps.append(_function_step(conn, changed, gone))
    return steps


def _check_history(migrations: dict[str, str], applied: dict[str, str]) -> None:
    """Refuse a history that this package cannot continue."""
    newest = max(migrations, default="")
    for name in sorted(applied):
        if name not in migrations and name > newest:
            raise MigrationError(
                f"This database is newer than this switchboard: it has migration {name}, which "
                "this version does not know. Install the newer version and use that."
            )
        if name not in migrations:
            raise MigrationError(
                f"Migration {name} was applied here, but its file is missing from this package. "
                "Install the package again; a released migration is never removed."
            )
        if applied[name] != _sha256(migrations[name]):
            raise MigrationError(
                f"Migration {name} was edited after it was applied here. Restore its file, and "
                "put the change into a new migration."
            )
    for name in migrations:
        if name not in applied and applied and name < max(applied):
            raise MigrationError(
                f"Migration {name} was never applied here, though the later {max(applied)} was. "
                "Give it the next free number, or use the version that made this database."
            )


def _find(migrations: dict[str, str], upto: str) -> str:
    for name in migrations:
        if upto == name or (upto.isdigit() and int(upto) == int(name[:4])):
            return name
    raise MigrationError(f"There is no migration {upto}.")


def _migration_step(conn: psycopg.Connection, name: str, text: str, first: bool) -> _Step:
    """Build the transaction of one migration.

    The first one makes the owner role and the bookkeeping tables, so it runs as the login and is
    recorded last. Every other is recorded first: a stale plan then stops before it does harm.
    """
    label = f"migrations/{name}.sql"
    record = _bind(conn, calls.MIGRATE_RECORD_MIGRATION, name, text)
    owner = _statements(calls.MIGRATE_AS_OWNER)
    body = _file(label, text)
    sql = body + owner + record if first else owner + record + body
    sql = _begin() + sql + _statements(calls.MIGRATE_COMMIT)
    return _Step([(label, sql)], [f"applied {label}"])


def _function_step(conn: psycopg.Connection, changed: dict[str, str], gone: list[str]) -> _Step:
    """Build the one transaction of all changed function files.

    Bodies in language sql may call functions of later files, so bodies are not checked here. A
    file that is gone loses only its record: dropping the function is a migration's business.
    """
    start = _statements(calls.MIGRATE_UNCHECKED_BODIES, calls.MIGRATE_AS_OWNER)
    step = _Step([("functions", _begin() + start)])
    for name, text in changed.items():
        label = f"functions/{name}"
        record = _bind(conn, calls.MIGRATE_RECORD_FUNCTION, name, text)
        step.pieces.append((label, record + _file(label, text)))
        step.done.append(f"replaced {label}")
    for name in gone:
        label = f"functions/{name}"
        step.pieces.append((label, _bind(conn, calls.MIGRATE_FORGET_FUNCTION, name)))
        step.done.append(f"forgot {label}: its file is gone")
    step.pieces.append(("functions", _statements(calls.MIGRATE_COMMIT)))
    return step


def _apply(conn: psycopg.Connection, step: _Step) -> None:
    """Run one transaction, again a few times where another session was merely in the way."""
    for attempt in range(1, ATTEMPTS + 1):
        piece = step.pieces[0]
        try:
            for piece in step.pieces:
                conn.execute(piece[1].encode())
        except psycopg.Error as error:
            if conn.closed or not _may_pass(error) or attempt == ATTEMPTS:
                raise MigrationError(f"{piece[0]}: {_sentence(conn, error)}") from error
            conn.rollback()
            time.sleep(0.05 * 2**attempt)
        else:
            return


def _may_pass(error: psycopg.Error) -> bool:
    """Whether another session was in the way.

    Two databases of one cluster that touch the same role at the same moment meet in the shared
    catalogues: as XX000, or as a duplicate key there.
    """
    duplicate = isinstance(error, psycopg.errors.UniqueViolation)
    return error.sqlstate in RETRYABLE or (duplicate and error.diag.schema_name == "pg_catalog")


def _sentence(conn: psycopg.Connection, error: psycopg.Error) -> str:
    """Say what the server refused, and what to do where we know."""
    message = error.diag.message_primary or str(error)
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return f"{message}. {RIGHTS.format(login=conn.info.user)}"
    if _may_pass(error):
        return f"{message}. Another session is in the way: end it, or run migrate again later."
    return message


def _read(folder: Path) -> dict[str, str]:
    """Return the SQL files under a folder, path to text, sorted by path.

    Line ends are read as LF on every platform, or a checkout could change the checksums.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.sql")}
    return {name: paths[name].read_text(encoding="utf-8") for name in sorted(paths)}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _begin() -> str:
    return _statements(calls.MIGRATE_BEGIN, calls.MIGRATE_LOCK_TIMEOUT, calls.MIGRATE_SEARCH_PATH)


def _statements(*statements: str) -> str:
    return "".join(statement.strip() + ";\n" for statement in statements)


def _file(label: str, text: str) -> str:
    return f"-- {label}\n{text.rstrip()}\n"


def _bind(conn: psycopg.Connection, statement: str, name: str, text: str = "") -> str:
    """Return a bookkeeping statement with its values in place, as a plan must show it."""
    cursor = psycopg.ClientCursor(conn)
    return _statements(cursor.mogrify(statement, {"name": name, "sha256": _sha256(text)}))


def _value(conn: psycopg.Connection, statement: str) -> bool:
    row = conn.execute(statement).fetchone()
    return bool(row and row[0])


def _pairs(conn: psycopg.Connection, statement: str) -> dict[str, str]:
    return dict(conn.execute(statement).fetchall())
