"""plpgsql_check, the one linter that understands bodies; it comes with Debian's 15."""

import re
from typing import Any

import psycopg
import pytest

pytestmark = pytest.mark.parametrize("cluster", [15], indirect=True)
CHECK = """
    select p.proname::text, c.level || ': ' || c.message
    from pg_proc as p
    inner join pg_language as l on p.prolang = l.oid
    cross join lateral plpgsql_check_function_tb(
        p.oid, fatal_errors => false, extra_warnings => true, performance_warnings => true,
        security_warnings => true
    ) as c
    where p.pronamespace = 'switchboard'::regnamespace and l.lanname = 'plpgsql'"""
# A function that raises and reads nothing looks immutable. Marked so, the planner would call it
# ahead of time, also on a branch that is never taken.
MARK = re.compile(r"performance: routine is marked as VOLATILE, should be IMMUTABLE")


@pytest.fixture(scope="module")
def conn(shared: Any) -> psycopg.Connection[Any]:
    admin: psycopg.Connection[Any] = shared.connect()
    admin.execute("create extension plpgsql_check")
    return admin


def test_it_finds_nothing(conn: psycopg.Connection[Any]) -> None:
    found = [
        f"{name}: {message}"
        for name, message in conn.execute(CHECK)
        if not (name.startswith("_raise_") and MARK.match(message))
    ]
    assert found == []


def test_it_finds_planted_faults(conn: psycopg.Connection[Any]) -> None:
    conn.execute(
        "create function switchboard.bad(p_id text) returns text language plpgsql as $$"
        " declare v_unused int; begin"
        " execute 'select ' || p_id;"
        " return (select t.nope from switchboard.todos as t); end $$"
    )
    levels = {m.split(":")[0] for name, m in conn.execute(CHECK) if name == "bad"}
    conn.execute("drop function switchboard.bad")
    assert levels >= {"error", "security"}
