"""Nothing that a caller may do to its session changes what the functions answer.

The same life of a todo, told by its answers, in a plain session and in hostile ones.
"""

import re
from typing import Any

import psycopg
import pytest

# Standing before pg_catalog and before our schema, each of these would be found first (cases B1.1).
TWINS = """
    create function public.hijacked() returns text language plpgsql
        as $$ begin raise exception 'hijacked'; end $$;
    create function public._now() returns timestamptz language sql
        as $$ select public.hijacked()::timestamptz $$;
    create function public.clock_timestamp() returns timestamptz language sql
        as $$ select public.hijacked()::timestamptz $$;
    create function public.now() returns timestamptz language sql
        as $$ select public.hijacked()::timestamptz $$;
    create function public._authorise(uuid, variadic text[]) returns text language sql
        as $$ select public.hijacked() $$;
    create function public._raise_conflict() returns void language sql
        as $$ select public.hijacked() $$;
    create function public.octet_length(text) returns int language sql
        as $$ select public.hijacked()::int $$;
    create function public.jsonb_agg(jsonb) returns jsonb language sql
        as $$ select public.hijacked()::jsonb $$;
    create function public.pg_has_role(name, name, text) returns boolean language sql
        as $$ select public.hijacked()::boolean $$;
    create function public.eq(text, text) returns boolean language sql
        as $$ select public.hijacked()::boolean $$;
    create function public.lt(timestamptz, timestamptz) returns boolean language sql
        as $$ select public.hijacked()::boolean $$;
    create function public.plus(timestamptz, interval) returns timestamptz language sql
        as $$ select public.hijacked()::timestamptz $$;
    create function public.cat(text, text) returns text language sql
        as $$ select public.hijacked() $$;
    create function public.same(uuid, uuid) returns boolean language sql
        as $$ select public.hijacked()::boolean $$;
    create operator public.= (leftarg = text, rightarg = text, function = public.eq);
    create operator public.<> (leftarg = text, rightarg = text, function = public.eq);
    create operator public.< (leftarg = timestamptz, rightarg = timestamptz, function = public.lt);
    create operator public.+ (leftarg = timestamptz, rightarg = interval, function = public.plus);
    create operator public.|| (leftarg = text, rightarg = text, function = public.cat);
    create operator public.= (leftarg = uuid, rightarg = uuid, function = public.same);
    create table public.todos (id text);
    create table public.endpoints (id uuid);
    create type public.todo_row as (id text);
    create type public.caller as (id text);
"""
TEMPORARY = "".join(
    f"create temporary table {name} (id text, key text, value text);"
    for name in (
        *("todos", "todo_attempts", "endpoints", "agents", "humans", "settings"),
        *("pg_roles", "pg_proc", "todo_row", "caller", "report", "lease_request"),
    )
)
BEFORE = "set search_path = pg_temp, public, switchboard, pg_catalog"
PLANNER = (
    *("indexscan", "indexonlyscan", "bitmapscan", "hashjoin", "mergejoin", "material", "sort"),
    *("nestloop", "hashagg", "memoize"),
)
SESSIONS = {
    "objects of the same name": TEMPORARY + BEFORE,
    "other formats": "set timezone = 'Asia/Kathmandu'; set datestyle = 'German';"
    "set intervalstyle = 'sql_standard'; set bytea_output = 'escape'; set extra_float_digits = -15",
    "other meanings": "set transform_null_equals = on; set standard_conforming_strings = off;"
    "set row_security = off; set check_function_bodies = off; set array_nulls = off;"
    "set constraint_exclusion = off; set xmloption = 'document'",
    "a planner without choices": ";".join(f"set enable_{name} = off" for name in PLANNER),
    "custom plans": "set plan_cache_mode = force_custom_plan",
    "generic plans": "set plan_cache_mode = force_generic_plan; set enable_seqscan = on",
    "one snapshot a transaction": "set default_transaction_isolation = 'repeatable read'",
    "serializable": "set default_transaction_isolation = 'serializable'",
    "compilation at any price": "set jit = on; set jit_above_cost = 0",
}
LIFE = [
    ("producer", "create_todo(%(e)s, 'q', 'one', '{\"n\": 1}', 'k', p_max_attempts => 3)"),
    ("producer", "create_todo(%(e)s, 'q', 'one', '{\"n\": 1}', 'k')"),
    (
        "producer",
        'create_todos(%(e)s, \'[{"queue": "q", "title": "two"}, {"queue": "p", "title": "3"}]\')',
    ),
    ("producer", "create_todo(%(e)s, 'other', 'one')"),
    ("agent", "claim_next(%(e)s, null, '1 hour', E'Bee\\t', 's', sha256('t'))"),
    ("agent", "heartbeat(%(e)s, %(id)s, '2 hours', sha256('t'))"),
    ("agent", "heartbeat(%(e)s, %(id)s)"),
    ("agent", "interrupt(%(e)s, %(id)s, 'input-required', sha256('t'))"),
    ("agent", "resume(%(e)s, %(id)s, sha256('t'))"),
    ("agent", "fail(%(e)s, %(id)s, '{\"why\": 1}', repeat('é', 2000), '', sha256('t'))"),
    ("agent", "claim(%(e)s, %(id)s)"),
    ("agent", "claim_batch(%(e)s, 2, '{p,q}')"),
    ("agent", "claim_next(%(e)s)"),
    ("agent", "list_todos(%(e)s, 'q')"),
    ("agent", "list_attempts(%(e)s, %(id)s)"),
    ("agent", "get_todo(%(e)s, %(id)s)"),
    ("agent", "get_todo(%(e)s, 'td_0')"),
    ("agent", "complete(%(e)s, %(id)s, '{}', 'late', 'mcp://cairn/x')"),
    ("agent", "cancel(%(e)s, %(id)s)"),
]
LEFT = """
    select
        t.state, a.outcome, a.disposition, a.summary_truncated, a.claimant, octet_length(a.summary),
        a.lease_expires_at - coalesce(a.last_heartbeat_at, a.claimed_at)
    from switchboard.todos as t left join switchboard.todo_attempts as a on t.id = a.todo_id
    where t.endpoint_id = %s order by t.id, a.seq"""
PLANTED = [
    *("select 'a'::text = 'b'", "select now()", "select 'a'::text || 'b'", "select _now()"),
    "select clock_timestamp() + interval '1 day'",
]


def life(shared: Any, slug: str, session: str) -> list[Any]:
    """Each call's answer, without what is new each time (ids and times); then what it left."""
    admin = shared.connect()
    endpoint = admin.execute("select tests.endpoint(%s, '{p,q}')", [slug]).fetchone()[0]
    callers = {name: shared.connect(f"tests_{name}") for name in ("agent", "producer")}
    for caller in callers.values():
        for setting in session.split(";"):
            caller.execute(setting.encode())
    answers: list[Any] = []
    known: dict[str, Any] = {"e": endpoint}
    for name, call in LIFE:
        statement = f"select pg_catalog.to_jsonb(r) from switchboard.{call} as r"
        try:
            rows = [row[0] for row in callers[name].execute(statement.encode(), known)]
        except psycopg.Error as error:
            answers.append((error.sqlstate, error.diag.message_primary))
        else:
            if "id" not in known:
                known["id"] = rows[0]["id"]
            answers.append([steady(row) for row in rows])
    answers.append(admin.execute(LEFT, [endpoint]).fetchall())
    assert admin.execute("select * from tests.violations()").fetchall() == []
    return answers


def steady(row: dict[str, Any]) -> str:
    text = re.sub(r"td_[0-9a-f]{30}", "<id>", repr(row))
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]{8}Z", "<utc>", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]{14,}", "<time>", text)
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uuid>", text)


@pytest.fixture(scope="module")
def plain(shared: Any) -> list[Any]:
    return life(shared, "plain", "select 1")


@pytest.fixture(scope="module")
def twins(shared: Any) -> None:
    shared.connect().execute(TWINS)


def test_a_plain_life_is_what_it_should_be(plain: list[Any]) -> None:
    codes = [answer[0] if isinstance(answer, tuple) else "ok" for answer in plain[:-1]]
    refused = {LIFE[n][1].partition("(")[0]: code for n, code in enumerate(codes) if code != "ok"}
    assert refused == {
        "create_todo": "SB403",
        "heartbeat": "SB409",
        "claim": "SB409",
        "get_todo": "SB404",
        "complete": "SB409",
        "cancel": "SB409",
    }
    assert "<utc>" in str(plain)
    assert "'why': 1" in str(plain)
    assert [row[0] for row in plain[-1]] == ["failed", "claimed", "claimed"]


@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.usefixtures("twins")
def test_a_life_in_a_hostile_session_is_the_same(shared: Any, plain: list[Any], name: str) -> None:
    assert life(shared, name.replace(" ", "-"), SESSIONS[name]) == plain


@pytest.mark.parametrize("statement", PLANTED)
@pytest.mark.usefixtures("twins")
def test_the_twins_would_be_called(shared: Any, statement: str) -> None:
    """Else the test above proves nothing."""
    conn = shared.connect("tests_agent")
    conn.execute(BEFORE)
    with pytest.raises(psycopg.errors.RaiseException, match="hijacked"):
        conn.execute(statement.encode())
