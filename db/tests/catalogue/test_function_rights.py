"""Who may call what: the whole matrix of roles and functions, and that nobody can do more."""

import re
from typing import Any

import psycopg
import pytest
from psycopg import errors
from sources import read

EVERYBODY = {"drain_verbs"}
AGENT = {
    *("list_todos", "get_todo", "list_attempts"),
    *("claim", "claim_next", "claim_batch", "complete", "fail", "release", "heartbeat"),
    *("interrupt", "resume", "cancel", "reject", "read_queue", "finish_and_claim_next"),
}
MONITORING = {"queue_metrics", "service_metrics", "schema_version"}
PRODUCER = {"create_todo", "create_todos"}
OWNER = {
    *("owner_list_todos", "owner_get_todo", "owner_list_endpoints", "owner_create_todo"),
    *("owner_claim", "owner_extend", "owner_complete", "owner_fail"),
    *("owner_release", "owner_retry", "owner_cancel"),
    *("owner_register_agent", "owner_vend_endpoint", "owner_revoke_endpoint"),
    *("owner_rotate_credential", "owner_set_scope"),
    *("owner_show_todos", "owner_count_todos", "owner_search_end"),
    *("owner_queue_stats", "owner_workers", "owner_endpoint_activity"),
}
SIGN_IN = {
    *("create_sign_in_link", "redeem_sign_in_link", "session_human", "live_sessions"),
    *("end_session", "end_human_sessions", "human_name"),
}
# One line a role: all that it may execute.
MATRIX = {
    "switchboard_shim": {"authenticate", "ready_todos", "ring_attached"}
    | MONITORING
    | AGENT
    | PRODUCER
    | OWNER
    | SIGN_IN
    | EVERYBODY,
    "switchboard_agent": AGENT | EVERYBODY,
    "switchboard_producer": PRODUCER | EVERYBODY,
    "switchboard_operator": {
        *("reap_expired", "requeue_due_retries", "prune_todos", "expire_endpoints", "sweep"),
        *("relay_events", "ring_unclaimed", "recount_todos"),
        *("doctor", "set_setting"),
        *("create_human", "register_agent", "vend_endpoint", "revoke_endpoint", "set_scope"),
        *("rotate_credential", "list_endpoints", "find_endpoint", "find_human", "find_todo"),
        *("owner_retry", "owner_cancel", "owner_release", "end_human_sessions"),
    }
    | MONITORING
    | EVERYBODY,
    "switchboard_reader": {"doctor"} | MONITORING | EVERYBODY,
}
OURS = "pronamespace = 'switchboard'::regnamespace"
TABLE_SQL = re.compile(
    r"\b(from|join|into|update)\s+switchboard\."
    r"(todos|todo_attempts|endpoints|agents|humans|settings|schema_migrations|todo_events|"
    r"relay_cursor|queue_labels|queue_tallies|todo_rings|endpoint_rings|outcome_hours|"
    r"sign_in_links|board_sessions)\b"
)
PINS = {"enable_seqscan=off", "plan_cache_mode=force_generic_plan", "jit=off"}
PATH = "search_path=pg_catalog, pg_temp"


@pytest.fixture(scope="module")
def admin(shared: Any) -> psycopg.Connection[Any]:
    conn: psycopg.Connection[Any] = shared.connect()
    return conn


def column(admin: psycopg.Connection[Any], statement: str) -> list[Any]:
    return [row[0] for row in admin.execute(statement.encode())]


def test_the_matrix(admin: psycopg.Connection[Any]) -> None:
    found = {
        role: set(
            column(
                admin,
                f"select proname::text from pg_proc where {OURS}"
                f" and has_function_privilege('{role}', oid, 'execute')",
            )
        )
        for role in MATRIX
    }
    assert found == MATRIX


def test_every_public_function_has_somebody_to_call_it() -> None:
    assert set().union(*MATRIX.values()) == {source.name for source in read() if source.public}


def test_grants_go_to_these_roles_and_to_nobody_else(admin: psycopg.Connection[Any]) -> None:
    """PUBLIC is grantee 0 and has no name; the owner's own right is implied."""
    grantees = column(
        admin,
        "select distinct coalesce(r.rolname::text, 'public') from pg_proc as p"
        " cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a"
        f" left join pg_roles as r on a.grantee = r.oid where {OURS} order by 1",
    )
    assert grantees == sorted([*MATRIX, "switchboard_owner"])


def test_internal_functions_are_granted_to_nobody(admin: psycopg.Connection[Any]) -> None:
    granted = (
        "select distinct p.proname::text from pg_proc as p"
        " cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a"
        f" where {OURS} and starts_with(p.proname, '_') and a.grantee <> p.proowner"
    )
    assert column(admin, granted) == []
    assert column(admin, granted.replace("<>", "="))  # the query sees them


def test_no_role_but_the_owner_has_a_right_on_a_table_or_column(
    admin: psycopg.Connection[Any],
) -> None:
    relations = (
        "select count(*) from pg_class as c"
        " cross join lateral aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) as a"
        " where c.relnamespace = 'switchboard'::regnamespace and c.relkind <> 'c'"
        " and a.grantee <> c.relowner"
    )
    columns = (
        "select count(*) from pg_attribute as a inner join pg_class as c on a.attrelid = c.oid"
        " where c.relnamespace = 'switchboard'::regnamespace and a.attacl is not null"
    )
    assert column(admin, relations) == [0]
    assert column(admin, columns) == [0]


@pytest.mark.parametrize("table", ["todos", "todo_attempts", "endpoints", "settings"])
@pytest.mark.parametrize("login", ["server", "agent", "producer", "operator", "reader", "nobody"])
def test_no_login_reads_or_writes_a_table(shared: Any, login: str, table: str) -> None:
    conn = shared.connect(f"tests_{login}")
    for statement in (f"select from switchboard.{table}", f"delete from switchboard.{table}"):
        with pytest.raises(errors.InsufficientPrivilege):
            conn.execute(statement.encode())


def test_the_schema_is_open_to_these_roles_for_use_alone(admin: psycopg.Connection[Any]) -> None:
    rights = admin.execute(
        "select a.grantee::regrole::text, a.privilege_type from pg_namespace as n"
        " cross join lateral aclexplode(n.nspacl) as a"
        " where n.nspname = 'switchboard' and a.grantee <> n.nspowner"
    )
    assert set(rights) == {(role, "USAGE") for role in MATRIX}


def test_everything_belongs_to_an_owner_without_power(admin: psycopg.Connection[Any]) -> None:
    owners = (
        f"select distinct proowner::regrole::text from pg_proc where {OURS}"
        " union select distinct relowner::regrole::text from pg_class"
        " where relnamespace = 'switchboard'::regnamespace"
        " union select nspowner::regrole::text from pg_namespace where nspname = 'switchboard'"
    )
    assert column(admin, owners) == ["switchboard_owner"]
    powers = (
        "select rolname::text from pg_roles where starts_with(rolname, 'switchboard_') and"
        " (rolsuper or rolcanlogin or rolcreaterole or rolcreatedb or rolbypassrls)"
    )
    assert column(admin, powers) == []


def test_a_new_function_of_the_owner_is_closed_to_public(shared: Any) -> None:
    """Default privileges, which only the form without `in schema` changes."""
    conn = shared.connect(autocommit=False)
    conn.execute("set role switchboard_owner")
    conn.execute("create function switchboard.new() returns int language sql as 'select 1'")
    query = "select has_function_privilege('public', 'switchboard.new()', 'execute')"
    assert conn.execute(query).fetchone() == (False,)
    conn.rollback()


def test_whoever_has_no_grant_can_call_nothing(shared: Any, admin: psycopg.Connection[Any]) -> None:
    """Cases B1.2: one who may use the schema and holds none of the roles."""
    calls = column(
        admin,
        "select format('select * from switchboard.%I(%s)', p.proname, ("
        "    select string_agg("
        "        case when a.n = p.pronargs and p.provariadic <> 0 then 'variadic ' else '' end"
        "        || 'null::' || format_type(a.type, null), ', ' order by a.n)"
        "    from unnest(p.proargtypes) with ordinality as a (type, n)))"
        f" from pg_proc as p where {OURS}",
    )
    assert len(calls) == len(read())
    nobody = shared.connect("tests_nobody")
    with pytest.raises(errors.InsufficientPrivilege, match="schema switchboard"):
        nobody.execute(calls[0].encode())
    admin.execute("grant usage on schema switchboard to tests_nobody")
    for call in calls:
        with pytest.raises(errors.InsufficientPrivilege, match="permission denied for function"):
            nobody.execute(call.encode())
    admin.execute("revoke usage on schema switchboard from tests_nobody")


def test_public_functions_are_definers_with_a_pinned_path(admin: psycopg.Connection[Any]) -> None:
    """Cases B1.1: with pg_temp last, or a temporary table stands before ours."""
    wrong = (
        f"select proname::text from pg_proc where {OURS} and not starts_with(proname, '_')"
        f" and (not prosecdef or not coalesce(proconfig @> array['{PATH}'], false))"
    )
    assert column(admin, wrong) == []


def test_internal_functions_are_no_definers(admin: psycopg.Connection[Any]) -> None:
    """They run inside one; a definer of its own would be a second door."""
    internal = f"from pg_proc where {OURS} and starts_with(proname, '_')"
    assert column(admin, f"select proname::text {internal} and prosecdef") == []
    # One in SQL has no settings, which would keep it from being inlined: it qualifies its names.
    pinned = f"array['{PATH}'] <@ coalesce(proconfig, '{{}}')"
    unpinned = "prolang = (select oid from pg_language where lanname = 'plpgsql') and not " + pinned
    # All callers of this one are pinned, and its names are qualified, too.
    assert column(admin, f"select proname::text {internal} and {unpinned}") == ["_record_event"]


def test_functions_that_hold_table_sql_pin_their_plans(admin: psycopg.Connection[Any]) -> None:
    """Whoever plans first plans for all: no setting of a caller may get into a kept plan."""
    rows = admin.execute(
        "select proname::text, prosrc, coalesce(proconfig, '{}'),"
        " (select lanname from pg_language where oid = prolang)"
        f" from pg_proc where {OURS}"
    ).fetchall()
    touching = {name: (set(pins), lang) for name, src, pins, lang in rows if TABLE_SQL.search(src)}
    assert {"_claim", "_take_next", "reap_expired", "list_todos"} <= touching.keys()
    unpinned = {name for name, (pins, _) in touching.items() if not pins >= PINS}
    # The first two read whole tables on purpose; the next two are SQL inside the statements of
    # pinned functions, and planned with them; the last is part of every transition, finds one row
    # by its primary key, and would pay for the pins each time.
    readers, inlined = {"doctor", "_drifts"}, {"_endpoints", "_owns_endpoint"}
    assert unpinned == readers | inlined | {"_record_event"}
    assert {touching[name][1] for name in inlined} == {"sql"}
    for name in readers:
        assert touching[name][0] == {PATH, "enable_nestloop=off", "jit=off"}
