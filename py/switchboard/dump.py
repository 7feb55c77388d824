"""Copy the schema with all its rows to a file and back, by way of pg_dump and pg_restore.

A dump of an older PostgreSQL or an older switchboard can be restored into a newer one.
"""

import os
import subprocess
from pathlib import Path
from typing import IO

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from switchboard import calls
from switchboard.embedded import EmbeddedError, find_binaries
from switchboard.migrate import migrate


class DumpError(Exception):
    """The dump was not made or not restored; the text says why and what to do."""


def dump(dsn: str, path: Path) -> None:
    """Write the schema and its rows to a file that only its owner may read.

    An older file of that name stays until the new one is whole. Raises DumpError.
    """
    with psycopg.connect(dsn) as conn:
        if not _is_installed(conn):
            raise DumpError("This database has no schema switchboard: there is nothing to dump.")
    fresh = Path(f"{path}.new")
    try:
        fresh.unlink(missing_ok=True)  # of a dump that was killed
        try:
            with open(fresh, "xb", opener=_private) as file:
                options = ("--format=custom", "--schema=switchboard", "--role=switchboard_owner")
                _run(dsn, "pg_dump", *options, output=file)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise DumpError(f"Cannot write {path}: {error.strerror}") from error


def restore(dsn: str, path: Path) -> None:
    """Fill a database that has no schema `switchboard` from a dump, then migrate it.

    The login must be a superuser. Raises DumpError or MigrationError.
    """
    with psycopg.connect(dsn, autocommit=True) as conn:
        if _is_installed(conn):
            raise DumpError(
                "This database already has the schema switchboard. Restore into an empty one: "
                "choose another folder with SWITCHBOARD_DATA_DIR, or another database with "
                "SWITCHBOARD_DATABASE_URL."
            )
        # A dump holds no roles: they belong to the cluster. The first migration makes them.
        migrate(dsn, upto="0001")
        conn.execute(calls.RESTORE_DROP_SCHEMA)
    _run(dsn, "pg_restore", "--single-transaction", "--exit-on-error", str(path))
    migrate(dsn)


def _is_installed(conn: psycopg.Connection) -> bool:
    row = conn.execute(calls.MIGRATE_IS_INSTALLED).fetchone()
    return bool(row and row[0])


def _run(dsn: str, program: str, *arguments: str, output: IO[bytes] | None = None) -> None:
    """Run a client program of the server's version, or of the newest here."""
    with psycopg.connect(dsn) as conn:
        major = conn.info.server_version // 10000
    try:
        folder = find_binaries(major)
    except EmbeddedError:
        folder = find_binaries()
    # A password on the command line could be read by every user of the machine.
    target = conninfo_to_dict(dsn)
    password = target.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    done = subprocess.run(
        [folder / program, f"--dbname={make_conninfo('', **target)}", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        env=environment,
    )
    if done.returncode:
        raise DumpError(done.stderr.decode(errors="replace").strip())


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
