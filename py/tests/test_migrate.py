"""The runner: what it applies, what it refuses, and who else may be at it at the same moment."""

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from switchboard import calls
from switchboard import migrate as runner
from switchboard.migrate import MigrationError, migrate, plan, sql_root

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "db" / "tests" / "catalogue" / "schema.expected"
NOTHING = "nothing to do: the schema is up to date"
MIGRATIONS = sorted(path.stem for path in (sql_root() / "migrations").glob("*.sql"))
FUNCTIONS = sorted(
    path.relative_to(sql_root() / "functions").as_posix()
    for path in (sql_root() / "functions").rglob("*.sql")
)
ROLES_AND_SCHEMA = (sql_root() / "migrations" / f"{MIGRATIONS[0]}.sql").read_text()
TABLE = "create table switchboard.thing (id integer);\n"
ONE = "create or replace function switchboard.one() returns int language sql as 'select 1';\n"
TWO = ONE.replace("one()", "two()")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small package of its own: the real first migration, a table, two functions."""
    write(tmp_path, MIGRATIONS[0], ROLES_AND_SCHEMA)
    write(tmp_path, "0002_thing", TABLE)
    write(tmp_path, "read/one", ONE)
    write(tmp_path, "read/two", TWO)
    return tmp_path


def write(tree: Path, name: str, text: str) -> None:
    """Write a function file (the name has a folder) or a migration."""
    file = tree / ("functions" if "/" in name else "migrations") / f"{name}.sql"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def run(dsn: str, **options: Any) -> list[str]:
    lines: list[str] = []
    migrate(dsn, report=lines.append, **options)
    return lines


def rows(database: Any, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as conn:
        return conn.execute(statement.encode()).fetchall()


def books(database: Any) -> list[tuple[Any, ...]]:
    return [
        *rows(database, "select name, sha256, applied_at from switchboard.schema_migrations"),
        *rows(database, "select path, sha256, applied_at from switchboard.schema_functions"),
    ]


def schema(server: Any, dsn: str) -> str:
    """The schema as pg_dump sees it, with comments and privileges, without what is not ours."""
    done = server.run("pg_dump", "--schema-only", "--schema=switchboard", "-d", dsn)
    assert done.returncode == 0, done.stderr
    noise = re.compile(r"--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict|$")
    return "".join(f"{line}\n" for line in done.stdout.splitlines() if not noise.match(line))


def fresh_schema(server: Any) -> str:
    dsn = server.dsn(server.create_database())
    migrate(dsn)
    return schema(server, dsn)


def together(*tasks: Callable[[], Any]) -> list[Any]:
    """Run the tasks in threads that start at the same moment."""
    barrier = threading.Barrier(len(tasks))

    def start(task: Callable[[], Any]) -> Any:
        barrier.wait(timeout=30)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(start, task) for task in tasks]]


# --- what it applies ---


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [int(name[:4]) for name in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_an_empty_database_gets_every_file_and_the_run_says_so(empty_database: Any) -> None:
    lines = run(empty_database.dsn)

    assert lines == [
        *(f"applied migrations/{name}.sql" for name in MIGRATIONS),
        *(f"replaced functions/{path}" for path in FUNCTIONS),
        "done: the schema is up to date",
    ]
    recorded = {name: sha256 for name, sha256, _ in books(empty_database)}
    for name in MIGRATIONS:
        text = (sql_root() / "migrations" / f"{name}.sql").read_bytes()
        assert recorded[name] == hashlib.sha256(text).hexdigest()
    assert set(recorded) == {*MIGRATIONS, *FUNCTIONS}


def test_a_second_run_changes_nothing_and_says_so(cluster: Any, empty_database: Any) -> None:
    migrate(empty_database.dsn)
    before = books(empty_database), schema(cluster, empty_database.dsn)

    assert run(empty_database.dsn) == [NOTHING]
    assert (books(empty_database), schema(cluster, empty_database.dsn)) == before


def test_only_changed_and_new_function_files_run_again(empty_database: Any, tree: Path) -> None:
    migrate(empty_database.dsn, root=tree)
    write(tree, "read/two", TWO.replace("select 1", "select 2"))
    write(tree, "read/three", ONE.replace("one()", "three()"))

    assert run(empty_database.dsn, root=tree)[:-1] == [
        "replaced functions/read/three.sql",
        "replaced functions/read/two.sql",
    ]
    answer = "select switchboard.one(), switchboard.two(), switchboard.three()"
    assert rows(empty_database, answer) == [(1, 2, 1)]


def test_function_files_change_together_or_not_at_all(empty_database: Any, tree: Path) -> None:
    migrate(empty_database.dsn, root=tree)
    before = books(empty_database)
    write(tree, "read/one", ONE.replace("select 1", "select 11"))
    write(tree, "read/two", TWO.replace("returns int", "returns text"))

    with pytest.raises(MigrationError, match=r"^functions/read/two\.sql: cannot change return"):
        migrate(empty_database.dsn, root=tree)
    assert rows(empty_database, "select switchboard.one()") == [(1,)]
    assert books(empty_database) == before


def test_a_function_may_call_one_that_sorts_later(empty_database: Any, tree: Path) -> None:
    write(tree, "admin/first", ONE.replace("one()", "a()").replace("1", "switchboard.two()"))
    migrate(empty_database.dsn, root=tree)
    assert rows(empty_database, "select switchboard.a()") == [(1,)]


def test_a_function_file_that_is_gone_loses_only_its_record(
    empty_database: Any, tree: Path
) -> None:
    migrate(empty_database.dsn, root=tree)
    (tree / "functions/read/two.sql").unlink()

    lines = run(empty_database.dsn, root=tree)
    assert lines[0] == "forgot functions/read/two.sql: its file is gone"
    assert run(empty_database.dsn, root=tree) == [NOTHING]
    assert rows(empty_database, "select switchboard.two()") == [(1,)]


def test_line_ends_of_the_checkout_do_not_matter(empty_database: Any, tree: Path) -> None:
    migrate(empty_database.dsn, root=tree)
    for file in tree.rglob("*.sql"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert run(empty_database.dsn, root=tree) == [NOTHING]


@pytest.mark.parametrize("upto", ["0002_thing", "2", "0002"])
def test_upto_stops_after_a_migration(empty_database: Any, tree: Path, upto: str) -> None:
    write(tree, "0003_more", "alter table switchboard.thing add column name text;\n")
    lines = run(empty_database.dsn, root=tree, upto=upto)
    assert lines[-2:] == ["applied migrations/0002_thing.sql", f"done, up to {upto}"]
    assert run(empty_database.dsn, root=tree)[0] == "applied migrations/0003_more.sql"


def test_step_by_step_gives_the_same_schema_as_at_once(cluster: Any, empty_database: Any) -> None:
    for name in MIGRATIONS:
        migrate(empty_database.dsn, upto=name)
    migrate(empty_database.dsn)
    assert schema(cluster, empty_database.dsn) == fresh_schema(cluster)


def test_everything_belongs_to_the_owner_role(empty_database: Any) -> None:
    migrate(empty_database.dsn)
    owners = """
        select distinct pg_get_userbyid(owner)
        from (
            select relowner, relnamespace from pg_class
            union all select proowner, pronamespace from pg_proc
            union all select typowner, typnamespace from pg_type
            union all select nspowner, oid from pg_namespace
        ) as thing (owner, namespace)
        where namespace = 'switchboard'::regnamespace
    """
    assert rows(empty_database, owners) == [("switchboard_owner",)]


@pytest.mark.parametrize("cluster", [15], indirect=True)
def test_the_schema_is_the_committed_one(
    cluster: Any, empty_database: Any, request: pytest.FixtureRequest
) -> None:
    migrate(empty_database.dsn)
    dump = schema(cluster, empty_database.dsn)
    if request.config.getoption("--write-schema"):
        SCHEMA.write_text(dump)
    assert SCHEMA.exists(), "run pytest once with --write-schema"
    assert dump == SCHEMA.read_text(), "if meant, run pytest once with --write-schema"


# --- what it refuses ---


def test_an_edited_predecessor_is_refused_by_name(empty_database: Any, tree: Path) -> None:
    migrate(empty_database.dsn, root=tree)
    write(tree, "0002_thing", TABLE + "-- afterthought\n")
    write(tree, "0003_more", "select 1;\n")
    with pytest.raises(MigrationError, match=r"0002_thing was edited .* Restore its file"):
        migrate(empty_database.dsn, root=tree)
    with pytest.raises(MigrationError, match="0002_thing was edited"):
        plan(empty_database.dsn, root=tree)
    assert len(rows(empty_database, "select from switchboard.schema_migrations")) == 2


def test_a_predecessor_that_the_package_lost_is_refused_by_name(
    empty_database: Any, tree: Path
) -> None:
    write(tree, "0003_more", "select 1;\n")
    migrate(empty_database.dsn, root=tree)
    (tree / "migrations/0002_thing.sql").unlink()
    with pytest.raises(MigrationError, match=r"0002_thing .* missing .* Install the package"):
        migrate(empty_database.dsn, root=tree)


def test_a_predecessor_that_never_ran_is_refused_by_name(empty_database: Any, tree: Path) -> None:
    migrate(empty_database.dsn, root=tree)
    write(tree, "0002_a_late_guest", "select 1;\n")
    with pytest.raises(MigrationError, match=r"0002_a_late_guest was never .* next free number"):
        migrate(empty_database.dsn, root=tree)


def test_a_database_newer_than_the_package_is_refused(empty_database: Any, tree: Path) -> None:
    write(tree, "0003_more", "select 1;\n")
    migrate(empty_database.dsn, root=tree)
    (tree / "migrations/0003_more.sql").unlink()
    with pytest.raises(MigrationError, match=r"newer .* 0003_more, .* Install the newer version"):
        migrate(empty_database.dsn, root=tree)


def test_a_badly_named_file_and_an_unknown_upto_are_refused(
    empty_database: Any, tree: Path
) -> None:
    with pytest.raises(MigrationError, match="There is no migration 7"):
        migrate(empty_database.dsn, root=tree, upto="7")
    write(tree, "3-more", "select 1;\n")
    with pytest.raises(MigrationError, match=r"3-more\.sql .* NNNN_name\.sql"):
        migrate(empty_database.dsn, root=tree)


def test_a_server_older_than_15_is_refused(
    empty_database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psycopg.ConnectionInfo, "server_version", 140018)
    for refused in (migrate, plan):
        with pytest.raises(MigrationError, match=r"is PostgreSQL 14, .* 15 or newer: upgrade"):
            refused(empty_database.dsn)
    assert rows(empty_database, "select from pg_namespace where nspname = 'switchboard'") == []


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_is_not_utf8_is_refused(cluster: Any, encoding: str) -> None:
    name = cluster.create_database(f"encoding '{encoding}' locale 'C' template template0")
    with pytest.raises(MigrationError, match=rf"{name} is encoded in {encoding}, .* createdb"):
        migrate(cluster.dsn(name))
    cluster.drop_database(name)


def test_a_server_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MigrationError, match=r"^Cannot connect to the database: "):
        migrate(f"host={tmp_path} dbname=nowhere")


def test_a_malformed_url_is_refused_without_being_quoted() -> None:
    with pytest.raises(MigrationError, match="URL cannot be read") as refused:
        migrate("postgresql://me:s3cret@[host/db")
    assert "s3cret" not in str(refused.value)


def test_a_failing_migration_names_its_file_and_keeps_what_came_before(
    empty_database: Any, tree: Path
) -> None:
    write(tree, "0003_more", "create table switchboard.more (id integer);\nselect 1 / 0;\n")
    with pytest.raises(MigrationError, match=r"^migrations/0003_more\.sql: division by zero"):
        migrate(empty_database.dsn, root=tree)
    assert rows(empty_database, "select to_regclass('switchboard.more')") == [(None,)]

    write(tree, "0003_more", "create table switchboard.more (id integer);\n")
    assert run(empty_database.dsn, root=tree)[0] == "applied migrations/0003_more.sql"


# --- who else is there ---


def test_twenty_runs_at_once_on_one_database_end_well(empty_database: Any) -> None:
    said = together(*[lambda: run(empty_database.dsn)] * 20)

    applied = [lines for lines in said if "done: the schema is up to date" in lines]
    assert len(applied) == 1
    assert len(applied[0]) >= len(MIGRATIONS) + len(FUNCTIONS) + 1
    assert sum(lines[-1] == NOTHING for lines in said) == 19


def test_eight_databases_of_a_new_cluster_at_once_end_well(new_cluster: Any) -> None:
    dsns = [new_cluster.dsn(new_cluster.create_database()) for _ in range(8)]

    together(*[lambda dsn=dsn: migrate(dsn) for dsn in dsns])

    assert len({schema(new_cluster, dsn) for dsn in dsns}) == 1
    assert [run(dsn) for dsn in dsns] == [[NOTHING]] * 8


def test_eight_databases_at_once_may_all_need_the_same_membership(new_cluster: Any) -> None:
    migrate(new_cluster.dsn(new_cluster.create_database()))
    new_cluster.execute("create role deployer login createrole")
    if new_cluster.major >= 16:
        new_cluster.execute("grant switchboard_owner to deployer with admin true, set false")
    databases = [new_cluster.create_database("owner deployer") for _ in range(8)]
    dsns = [new_cluster.dsn(name, "deployer") for name in databases]

    together(*[lambda dsn=dsn: migrate(dsn) for dsn in dsns])

    assert [run(dsn) for dsn in dsns] == [[NOTHING]] * 8


def test_a_run_that_must_wait_says_so(empty_database: Any) -> None:
    waiting = threading.Event()
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(line)
        waiting.set()

    holder = empty_database.connect()
    holder.execute(calls.MIGRATE_LOCK)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(migrate, empty_database.dsn, report=report)
        assert waiting.wait(timeout=30)
        assert lines == ["waiting for another migrate on this database"]
        holder.close()
        other.result(timeout=60)
    assert lines[-1] == "done: the schema is up to date"


def test_a_migration_blocked_by_a_session_is_tried_again(
    empty_database: Any, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(empty_database.dsn, root=tree)
    write(tree, "0003_more", "alter table switchboard.thing add column name text;\n")
    holder = empty_database.connect(autocommit=False)
    holder.execute("select from switchboard.thing")
    monkeypatch.setattr(calls, "MIGRATE_LOCK_TIMEOUT", "set local lock_timeout = '20ms'")
    monkeypatch.setattr(runner.time, "sleep", lambda _: holder.rollback())

    assert run(empty_database.dsn, root=tree)[0] == "applied migrations/0003_more.sql"


@pytest.mark.parametrize(
    ("sqlstate", "runs"), [("40001", 6), ("40P01", 6), ("55P03", 6), ("XX000", 6), ("22023", 1)]
)
def test_only_what_may_pass_is_tried_again_and_not_for_ever(
    empty_database: Any, tree: Path, monkeypatch: pytest.MonkeyPatch, sqlstate: str, runs: int
) -> None:
    sleeps: list[float] = []
    monkeypatch.setattr(runner.time, "sleep", sleeps.append)
    body = f"begin raise exception 'planted' using errcode = '{sqlstate}'; end"
    write(tree, "0003_more", f"do $$ {body} $$;\n")
    with pytest.raises(MigrationError, match=r"0003_more\.sql: planted") as refused:
        migrate(empty_database.dsn, root=tree)
    assert len(sleeps) == runs - 1
    assert ("Another session is in the way" in str(refused.value)) == (runs > 1)


# --- whose login it is ---


def test_a_login_with_createrole_alone_can_migrate_and_use_a_plan(new_cluster: Any) -> None:
    new_cluster.execute("create role deployer login createrole")
    first, second = (new_cluster.create_database("owner deployer") for _ in range(2))
    dsn = new_cluster.dsn(first, "deployer")

    assert run(dsn)[-1] == "done: the schema is up to date"
    assert run(dsn) == [NOTHING]

    done = new_cluster.script(new_cluster.dsn(second, "deployer"), plan(new_cluster.dsn(second)))
    assert (done.returncode, done.stderr) == (0, "")
    assert run(new_cluster.dsn(second, "deployer")) == [NOTHING]
    assert schema(new_cluster, dsn) == fresh_schema(new_cluster)


def test_a_login_without_the_rights_is_told_which(new_cluster: Any) -> None:
    new_cluster.execute("create role nobody login")
    new_cluster.execute("create role deployer login createrole")
    owned = new_cluster.create_database("owner nobody")
    told = r"permission denied .* superuser, or as a login that has CREATEROLE and owns the data"

    with pytest.raises(MigrationError, match=rf"^migrations/{MIGRATIONS[0]}.*{told}"):
        migrate(new_cluster.dsn(owned, "nobody"))
    with pytest.raises(MigrationError, match=told):
        migrate(new_cluster.dsn(new_cluster.create_database(), "deployer"))
    migrate(new_cluster.dsn(owned))
    for refused in (migrate, plan):
        with pytest.raises(MigrationError, match="grant switchboard_owner to nobody"):
            refused(new_cluster.dsn(owned, "nobody"))


def test_roles_that_somebody_else_made_cost_a_login_one_grant(new_cluster: Any) -> None:
    migrate(new_cluster.dsn(new_cluster.create_database()))
    new_cluster.execute("create role deployer login createrole")
    dsn = new_cluster.dsn(new_cluster.create_database("owner deployer"), "deployer")
    if new_cluster.major >= 16:  # until then CREATEROLE could grant any role
        with pytest.raises(MigrationError, match="grant switchboard_owner to deployer"):
            migrate(dsn)
        new_cluster.execute("grant switchboard_owner to deployer")
    assert run(dsn)[-1] == "done: the schema is up to date"


# --- plan ---


def test_a_plan_run_by_psql_gives_what_migrate_gives(cluster: Any, empty_database: Any) -> None:
    text = plan(empty_database.dsn)
    assert rows(empty_database, "select from pg_namespace where nspname = 'switchboard'") == []

    done = cluster.script(empty_database.dsn, text)

    assert (done.returncode, done.stderr) == (0, "")
    assert run(empty_database.dsn) == [NOTHING]
    assert schema(cluster, empty_database.dsn) == fresh_schema(cluster)
    assert plan(empty_database.dsn) == f"-- {NOTHING}\n"


def test_a_plan_holds_only_what_is_missing_and_a_stale_one_does_no_harm(
    cluster: Any, empty_database: Any, tree: Path
) -> None:
    migrate(empty_database.dsn, root=tree)
    write(tree, "0003_more", "insert into switchboard.thing values (1);\n")
    write(tree, "read/one", ONE.replace("select 1", "select 11"))
    text = plan(empty_database.dsn, root=tree)
    assert "0002_thing" not in text
    assert "two()" not in text
    migrate(empty_database.dsn, root=tree)

    done = cluster.script(empty_database.dsn, text)

    assert done.returncode == 3
    assert "schema_migrations_pkey" in done.stderr
    assert rows(empty_database, "select id from switchboard.thing") == [(1,)]


# --- the wheel ---


@pytest.mark.parametrize("cluster", [18], indirect=True)
def test_the_wheel_built_from_the_sdist_migrates_like_the_clone(
    empty_database: Any, tmp_path: Path
) -> None:
    def sh(*command: str | Path, cwd: Path = tmp_path) -> str:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    sh(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / sdist.name.removesuffix(".tar.gz")
    sh(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=source)
    (wheel,) = tmp_path.glob("*.whl")
    sh(sys.executable, "-m", "venv", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    sh(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel)
    # Its dependencies are taken from here: nothing is downloaded.
    (packages,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    dependencies = Path(psycopg.__file__).parents[1]
    (packages / "dependencies.pth").write_text(f"{dependencies}\n")

    code = "import sys; from switchboard.migrate import *; print(sql_root()); migrate(sys.argv[1])"
    found = sh(python, "-c", code, empty_database.dsn)

    assert found.strip() == str(packages / "switchboard" / "db")
    assert run(empty_database.dsn) == [NOTHING]


# --- attempt history [34] ---

IN_FLIGHT = ["claimed", "input-required", "auth-required"]


def test_attempt_history_is_backfilled_for_leases_in_flight(
    cluster: Any, empty_database: Any
) -> None:
    """[34] Three states get one open attempt, the others none; the old holder can report."""
    migrate(empty_database.dsn, upto="0004_todos")
    conn = empty_database.connect()
    human = conn.execute(
        "insert into switchboard.humans (name) values ('ann') returning id"
    ).fetchone()
    agent = conn.execute(
        "insert into switchboard.agents (human_id, name) values (%s, 'bot') returning id", human
    ).fetchone()
    endpoint = conn.execute(
        """
        insert into switchboard.endpoints (agent_id, slug, queues, verbs, credential_hash)
        values (%s, 'old', '{q}', '{claim_next,complete}', sha256('old')) returning id
        """,
        agent,
    ).fetchone()
    for state in [*IN_FLIGHT, "pending", "done", "failed"]:
        held = state in IN_FLIGHT
        conn.execute(
            """
            insert into switchboard.todos
                (id, endpoint_id, queue, title, state, owner, attempt, claimed_at, lease_expires_at)
            values (
                %(id)s, %(endpoint)s, 'q', 'a title', %(state)s, %(owner)s, %(attempt)s,
                case when %(held)s then '2026-01-02T03:04:05Z'::timestamptz end,
                case when %(held)s then '2026-01-02T04:00:00Z'::timestamptz end
            )
            """,
            {
                "id": f"td_{state}",
                "endpoint": endpoint[0],
                "state": state,
                "owner": f"agent:{agent[0]}" if held else None,
                "attempt": 2 if state != "pending" else 0,
                "held": held,
            },
        )
    # A row with neither an owner nor times: the deadline given to its attempt becomes its own.
    conn.execute(
        """
        insert into switchboard.todos (id, endpoint_id, queue, title, state, attempt)
        values ('td_bare', %s, 'q', 'a title', 'claimed', 1)
        """,
        endpoint,
    )

    migrate(empty_database.dsn)

    attempts = rows(
        empty_database,
        """
        select
            a.todo_id, a.seq, a.attempt, a.claimer_kind, a.owner, a.claimant, a.ended_at, a.outcome,
            a.lease_token_hash, a.claimed_at is not distinct from t.claimed_at,
            a.lease_expires_at is not distinct from t.lease_expires_at
        from switchboard.todo_attempts as a join switchboard.todos as t on t.id = a.todo_id
        order by a.todo_id
        """,
    )
    owner = f"agent:{agent[0]}"
    held = (1, 2, "endpoint", owner, "migrated", None, None, None, True, True)
    assert attempts == [
        ("td_auth-required", *held),
        ("td_bare", 1, 1, "endpoint", "", "migrated", None, None, None, False, True),
        ("td_claimed", *held),
        ("td_input-required", *held),
    ]
    totals = rows(empty_database, "select id, attempts_total from switchboard.todos order by id")
    assert totals == [
        ("td_auth-required", 1),
        ("td_bare", 1),
        ("td_claimed", 1),
        ("td_done", 0),
        ("td_failed", 0),
        ("td_input-required", 1),
        ("td_pending", 0),
    ]

    assert cluster.template  # it brings the test logins
    server = empty_database.connect("tests_server")
    done = server.execute(
        "select state from switchboard.complete(p_endpoint_id => %s, p_todo_id => 'td_claimed')",
        endpoint,
    ).fetchone()
    assert done == ("done",)
    closed = "select outcome, disposition from switchboard.todo_attempts where ended_at is not null"
    assert rows(empty_database, closed) == [("completed", "done")]


# --- events and numbers ---


def test_numbers_begin_with_the_todos_that_are_there(empty_database: Any) -> None:
    """[126] Also on a queue that nobody is granted any more, and then is again."""
    migrate(empty_database.dsn, upto="6")
    conn = empty_database.connect()
    conn.execute("insert into switchboard.humans (name) values ('ann')")
    conn.execute(
        "insert into switchboard.agents (human_id, name) select id, 'bot' from switchboard.humans"
    )
    conn.execute(
        """
        insert into switchboard.endpoints (agent_id, slug, queues, verbs, credential_hash)
        select id, 'old', '{kept,__other__}', '{claim_next}', sha256('old') from switchboard.agents
        """
    )
    conn.execute(
        """
        insert into switchboard.todos (id, endpoint_id, queue, title, state)
        select 'td_' || n, id, queue, 'a title', state from switchboard.endpoints
        cross join (
            values (1, 'kept', 'pending'), (2, 'kept', 'done'), (3, 'lost', 'pending'),
                (4, '__other__', 'pending')
        ) as t (n, queue, state)
        """
    )

    migrate(empty_database.dsn)

    numbers = "select queue, pending, done from switchboard.queue_metrics() order by queue"
    before = [("__other__", 1, 0), ("kept", 1, 1), ("lost", 1, 0)]
    assert sorted(rows(empty_database, numbers)) == before
    conn.execute("select switchboard.set_scope(id, '{lost}', '{claim}') from switchboard.endpoints")
    conn.execute("select switchboard.claim(id, 'td_3') from switchboard.endpoints")
    assert sorted(rows(empty_database, numbers)) == [*before[:2], ("lost", 0, 0)]
    broken = "select check_name from switchboard.doctor() where severity = 'violation'"
    assert rows(empty_database, broken) == []
