"""What all tests share: PostgreSQL clusters, fresh databases, and pgTAP files as test items.

Each pytest worker has one cluster per PostgreSQL major of its own (15 from Debian, 18 from the
wheel; `SWITCHBOARD_TEST_MAJORS=18` takes one of them). A test that asks for `database` runs once
per major; `@pytest.mark.parametrize("cluster", [18], indirect=True)` keeps it to one.

Each file under `db/tests` that ends in .sql is one item per major, judged by `py/tests/tap.py`. A
line `-- majors: 15` in it keeps it to those majors.
"""

# ruff: noqa: D102, D103, D401, D404
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import psycopg
import pytest
import tap
from psycopg.conninfo import make_conninfo
from switchboard.embedded import Cluster, find_binaries
from switchboard.migrate import migrate

DB_TESTS = Path(__file__).parent / "db" / "tests"
HARNESS = DB_TESTS / "00_harness.sql"
MAJORS = [int(m) for m in os.environ.get("SWITCHBOARD_TEST_MAJORS", "15,18").split(",")]
# Nothing here has to survive a power cut.
OPTIONS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}
SQL_TIMEOUT = 120

# A developer's own libpq settings must not reach the tests.
for _name in [name for name in os.environ if name.startswith("PG")]:
    del os.environ[_name]


class Server:
    """One running test cluster."""

    def __init__(self, major: int) -> None:
        self.major = major
        self.bin_dir = find_binaries(major)
        self._folder = Path(tempfile.mkdtemp(prefix="switchboard-test-"))
        self._count = 0
        # As root the cluster runs as another user, who must be able to get in.
        self._folder.chmod(0o755)
        self._cluster = Cluster(self._folder / "data", self.bin_dir, OPTIONS)
        self._cluster.start()

    def stop(self) -> None:
        self._cluster.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start again after `crash`."""
        self._cluster.start()

    def crash(self) -> None:
        """End all processes at once, without a checkpoint; the next start recovers."""
        if self._cluster.pid is not None:
            os.kill(self._cluster.pid, signal.SIGQUIT)
        self._cluster.stop()

    def dsn(self, dbname: str, user: str | None = None) -> str:
        dsn = self._cluster.dsn(dbname)
        return make_conninfo(dsn, user=user) if user else dsn

    def execute(self, statement: str, dbname: str = "postgres") -> None:
        """Run one statement as the superuser."""
        with psycopg.connect(self.dsn(dbname), autocommit=True) as conn:
            conn.execute(statement.encode())

    def create_database(self, options: str = "encoding 'UTF8' template template0") -> str:
        """Create a database with a name of its own and return the name."""
        self._count += 1
        name = f"test_{self._count}"
        self.execute(f"create database {name} {options}")
        return name

    def clone(self) -> str:
        """Create a migrated database with the harness and pgTAP in it; return its name."""
        return self.create_database(f"template {self.template}")

    def drop_database(self, name: str) -> None:
        self.execute(f"drop database {name} with (force)")

    def run(self, program: str, *arguments: str | Path, options: str = "") -> Any:
        """Run a program of this major's bin folder; return the finished process."""
        return subprocess.run(
            [self.bin_dir / program, *arguments],
            env={**os.environ, "PGOPTIONS": options, "PGCLIENTENCODING": "UTF8"},
            capture_output=True,
            text=True,
            timeout=SQL_TIMEOUT,
        )

    def script(self, dsn: str, text: str) -> Any:
        """Feed a text to psql."""
        file = self._folder / "script.sql"
        file.write_text(text, encoding="utf-8")
        return self.run("psql", "-X", "-q", "-o", os.devnull, "-f", file, dsn)

    def psql(self, dbname: str, file: Path) -> Any:
        """Run a file of tests as the superuser, stopping at the first error."""
        return self.run(
            "psql",
            *("-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", file, self.dsn(dbname)),
            options="-c search_path=tap,public",
        )

    @cached_property
    def template(self) -> str:
        name = self.create_database()
        migrate(self.dsn(name))
        self.execute("create schema tap; grant usage on schema tap to public", name)
        for file in (_pgtap(), HARNESS):
            done = self.psql(name, file)
            if done.returncode != 0:
                raise RuntimeError(f"{file.name} does not load: {done.stderr}")
        return name

    @cached_property
    def tap_database(self) -> str:
        """The database that the pgTAP files share: each of them rolls back."""
        return self.clone()


class Servers:
    """The clusters of one pytest worker, each started when it is first needed."""

    def __init__(self) -> None:
        self._running: dict[int, Server] = {}

    def __getitem__(self, major: int) -> Server:
        if major not in self._running:
            self._running[major] = Server(major)
        return self._running[major]

    def stop(self) -> None:
        for server in self._running.values():
            server.stop()


class Database:
    """One database of a test. `connect` gives connections that the test need not close."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self._connections: list[psycopg.Connection[Any]] = []

    @property
    def dsn(self) -> str:
        """The superuser's connection string."""
        return self.server.dsn(self.name)

    def dsn_as(self, user: str) -> str:
        return self.server.dsn(self.name, user)

    def connect(self, user: str | None = None, **options: Any) -> psycopg.Connection[Any]:
        """Connect as the superuser or as a login such as `tests_agent`; autocommit by default."""
        dsn = self.server.dsn(self.name, user)
        conn = psycopg.connect(dsn, **{"autocommit": True, **options})
        self._connections.append(conn)
        return conn

    def drop(self) -> None:
        for conn in self._connections:
            conn.close()
        self.server.drop_database(self.name)


pytest_plugins = ["pytester"]
SERVERS = pytest.StashKey[Servers]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-schema",
        action="store_true",
        help="write db/tests/catalogue/schema.expected instead of comparing with it",
    )
    parser.addoption(
        "--write-screenshots",
        action="store_true",
        help="write docs/screenshots, which otherwise are made and thrown away",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SERVERS] = Servers()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[SERVERS].stop()


def pytest_report_header() -> str:
    return f"PostgreSQL majors: {', '.join(str(major) for major in MAJORS)}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that are kept to a major which was not asked for."""
    out = []
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if params.get("cluster", MAJORS[0]) not in MAJORS:
            out.append(item)
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session", params=MAJORS, ids=str)
def cluster(request: pytest.FixtureRequest) -> Server:
    """This worker's running cluster of one major."""
    return request.config.stash[SERVERS][request.param]


@pytest.fixture
def database(cluster: Server) -> Iterator[Database]:
    """A fresh migrated database, with schema `tests` and the test logins."""
    database = Database(cluster, cluster.clone())
    yield database
    database.drop()


@pytest.fixture
def empty_database(cluster: Server) -> Iterator[Database]:
    """A fresh database with nothing in it."""
    database = Database(cluster, cluster.create_database())
    yield database
    database.drop()


@pytest.fixture
def new_cluster(cluster: Server) -> Iterator[Server]:
    """A cluster of this test alone: no role of ours exists there."""
    server = Server(cluster.major)
    yield server
    server.stop()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".sql" and DB_TESTS in file_path.parents and file_path != HARNESS:
        return SqlFile.from_parent(parent, path=file_path)
    return None


class SqlFile(pytest.File):
    """A pgTAP file: one item per major."""

    def collect(self) -> Iterator[pytest.Item]:
        wanted = tap.majors(self.path.read_text(encoding="utf-8"))
        name = self.path.relative_to(DB_TESTS).as_posix()
        for major in MAJORS:
            if wanted is None or major in wanted:
                yield SqlItem.from_parent(self, name=f"{name}[{major}]", major=major)


class SqlTestError(Exception):
    """A pgTAP file did not pass; the text says why."""


class SqlItem(pytest.Item):
    """One pgTAP file on one major."""

    def __init__(self, major: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.major = major

    def runtest(self) -> None:
        server = self.config.stash[SERVERS][self.major]
        done = server.psql(server.tap_database, self.path)
        source = self.path.read_text(encoding="utf-8")
        if found := tap.problems(source, done.stdout, done.returncode):
            raise SqlTestError("\n".join([*found, "", done.stdout, done.stderr]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, SqlTestError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


def _pgtap() -> Path:
    """PgTAP is plain SQL: the newest copy on this machine serves every major."""
    found = sorted(Path("/usr/share/postgresql").glob("*/extension/pgtap.sql"))
    if not found:
        raise RuntimeError("pgTAP is missing: apt-get install postgresql-15-pgtap")
    return found[-1]
