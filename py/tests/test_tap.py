"""What judges pgTAP files (tap.py, and the items of conftest.py) must never pass in error."""

import os
from pathlib import Path

import pytest
import tap

ROOT = Path(__file__).parents[2]
FILE = "-- a comment\nbegin;\nselect plan(2);\nselect * from finish();\nrollback;\n"
GOOD = "1..2\nok 1 - one\nok 2 - two\n"


def test_a_complete_clean_run_passes() -> None:
    assert tap.problems(FILE, GOOD, 0) == []


def test_rows_of_fixtures_between_the_lines_do_no_harm() -> None:
    assert tap.problems(FILE, "1..2\ntd_1|pending\nok 1 - one\n\n# note\nok 2\n", 0) == []


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        ("1..2\nok 1 - one\nnot ok 2 - two\n# Failed test 2\n", "failed: not ok 2 - two"),
        ("1..3\nok 1\nok 2\n", "planned 3 assertions, ran 2"),
        ("1..1\nok 1\nok 2\n", "planned 1 assertions, ran 2"),
        ("ok 1\nok 2\n", "there must be one plan, not 0"),
        ("1..2\n1..2\nok 1\nok 2\n", "there must be one plan, not 2"),
        ("2..3\nok 1\nok 2\nok 3\n", "bad plan: 2..3"),
        ("1..0\n", "no assertion ran"),
        ("", "no assertion ran"),
        ("1..2\nok 1\nok 3\n", "out of order: ok 3"),
        ("1..2\nok 1\nok 2 - # SKIP later\n", "neither skip nor todo is allowed: "),
        ("1..2\nok 1\nnot ok 2 - x # TODO\n", "neither skip nor todo is allowed: "),
        ("1..2\nok 1\nok 2\nBail out!  no more\n", "Bail out!"),
    ],
)
def test_a_bad_run_is_a_problem(output: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in tap.problems(FILE, output, 0))


def test_a_file_that_psql_gave_up_fails_even_if_its_output_looks_right() -> None:
    assert tap.problems(FILE, GOOD, 3) == ["psql ended with exit code 3"]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (FILE.replace("begin;", ""), "the file does not start with: begin;"),
        (FILE.replace("rollback;", ""), "the file does not end with: rollback;"),
        (FILE.replace("rollback;", "-- rollback;"), "the file does not end with: rollback;"),
        (FILE + "select 1;", "the file does not end with: rollback;"),
        (FILE.replace("select plan", "  COMMIT ;\nselect plan"), "the file commits"),
    ],
)
def test_a_file_that_leaves_something_behind_is_a_problem(source: str, problem: str) -> None:
    assert tap.problems(source, GOOD, 0) == [problem]


def test_a_line_keeps_a_file_to_some_majors() -> None:
    assert tap.majors(FILE) is None
    assert tap.majors("-- majors: 15\n" + FILE) == {15}
    assert tap.majors("-- majors: 15, 18\n" + FILE) == {15, 18}


PLANTED = {
    "claim/passes": "select plan(1); select ok(true, 'yes'); select * from finish();",
    "claim/fails": "select plan(1); select is(1, 2, 'one is two'); select * from finish();",
    "claim/plans_wrong": "select plan(2); select ok(true, 'yes'); select * from finish();",
    "claim/aborts": "select plan(1); select 1 / 0; select ok(true); select * from finish();",
    "claim/asserts_nothing": "select 1;",
    "claim/sees_roles": "select plan(1); set session authorization tests_nobody;"
    " select is(session_user::text, 'tests_nobody'); reset session authorization;"
    " select * from finish();",
}


def test_planted_files_are_red_in_a_run_of_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    major = os.environ.get("SWITCHBOARD_TEST_MAJORS", "15").split(",")[0]
    monkeypatch.setenv("SWITCHBOARD_TEST_MAJORS", major)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'py'}:{ROOT / 'py' / 'tests'}")
    pytester.makeconftest((ROOT / "conftest.py").read_text())
    folder = pytester.mkdir("db") / "tests"
    for name, body in PLANTED.items():
        file = folder / f"{name}.sql"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"begin;\n{body}\nrollback;\n")
    (folder / "claim/stays.sql").write_text("select plan(1); select ok(true);\n")
    (folder / "claim/other_major.sql").write_text("-- majors: 99\n")
    (folder / "00_harness.sql").write_text("create role tests_nobody login;\n")

    run = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:xdist", "-rA")

    outcomes = run.parseoutcomes()
    run.stdout.fnmatch_lines_random(
        [
            f"PASSED *claim/passes.sql[[]{major}]*",
            f"PASSED *claim/sees_roles.sql[[]{major}]*",
            f"FAILED *claim/fails.sql[[]{major}]*",
            f"FAILED *claim/plans_wrong.sql[[]{major}]*",
            f"FAILED *claim/aborts.sql[[]{major}]*",
            f"FAILED *claim/asserts_nothing.sql[[]{major}]*",
            f"FAILED *claim/stays.sql[[]{major}]*",
            "failed: not ok 1 - one is two",
            "planned 2 assertions, ran 1",
            "psql ended with exit code 3",
            "*division by zero",
            "no assertion ran",
            "the file does not end with: rollback;",
        ]
    )
    assert (outcomes["passed"], outcomes["failed"]) == (2, 5)
