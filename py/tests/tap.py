"""Judge the run of one pgTAP file strictly: only a complete, clean run passes."""

import re

PLAN = re.compile(r"(\d+)\.\.(\d+)")
RESULT = re.compile(r"(not )?ok (\d+)\b(?P<rest>.*)")
DIRECTIVE = re.compile(r"#\s*(skip|todo)\b", re.IGNORECASE)
MAJORS = re.compile(r"^-- majors: ([0-9, ]+)$", re.MULTILINE)


def problems(source: str, output: str, exit_code: int) -> list[str]:
    """Return what is wrong with a test file and its run: nothing when it passed."""
    return _file_problems(source) + _run_problems(output, exit_code)


def majors(source: str) -> set[int] | None:
    """Return the PostgreSQL majors that a line `-- majors: 15` restricts a file to, else None."""
    found = MAJORS.search(source)
    return {int(major) for major in found[1].split(",")} if found else None


def _file_problems(source: str) -> list[str]:
    """A file must leave nothing behind, because all files of one worker share a database."""
    code = re.sub(r"^\s*--.*$", "", source, flags=re.MULTILINE).strip().lower()
    found = []
    if not re.match(r"begin\s*;", code):
        found.append("the file does not start with: begin;")
    if not re.search(r"(^|[;\s])rollback\s*;$", code):
        found.append("the file does not end with: rollback;")
    if re.search(r"^\s*commit\s*;", code, re.MULTILINE):
        found.append("the file commits")
    return found


def _run_problems(output: str, exit_code: int) -> list[str]:
    found = []
    plans: list[int] = []
    seen = 0
    for line in output.splitlines():
        if plan := PLAN.fullmatch(line.strip()):
            plans.append(int(plan[2]))
            if plan[1] != "1":
                found.append(f"bad plan: {line}")
        elif result := RESULT.match(line):
            seen += 1
            if int(result[2]) != seen:
                found.append(f"out of order: {line}")
            if result[1]:
                found.append(f"failed: {line}")
            if DIRECTIVE.search(result["rest"]):
                found.append(f"neither skip nor todo is allowed: {line}")
        elif line.startswith("Bail out!"):
            found.append(line)
    if exit_code != 0:
        found.append(f"psql ended with exit code {exit_code}")
    if len(plans) != 1:
        found.append(f"there must be one plan, not {len(plans)}")
    elif plans[0] != seen:
        found.append(f"planned {plans[0]} assertions, ran {seen}")
    if seen == 0:
        found.append("no assertion ran")
    return found
