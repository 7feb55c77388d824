"""Statements use their indexes where plans are made worst: in an empty, never analysed database.

A session keeps the plans that it made against empty tables, so a bad one stays bad as they fill.
There every index looks as good as the next: a plan is safe only when the right one is the only one
that fits. auto_explain tells the plan of every statement inside the functions.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sources import read

TABLES = (
    *("todos", "todo_attempts", "endpoints", "agents", "humans", "settings"),
    *("todo_events", "todo_rings", "endpoint_rings", "outcome_hours"),
    *("sign_in_links", "board_sessions"),
)
# In this order, from nothing to a pruned todo. Each changes what the next one finds.
CALLS = {
    "create_human": "switchboard.create_human('ann')",
    "find_human": "switchboard.find_human('ann')",
    "register_agent": "switchboard.register_agent(%(human)s, 'bee')",
    "register_agent, again": "switchboard.register_agent(%(human)s, 'bee')",
    "vend_endpoint": "switchboard.vend_endpoint(%(agent)s, 'one', '{a,b}', %(verbs)s,"
    " sha256('x'), now() + interval '1 day')",
    "authenticate": "switchboard.authenticate(sha256('x'))",
    "find_endpoint": "switchboard.find_endpoint('one')",
    "list_endpoints": "switchboard.list_endpoints()",
    "set_scope": "switchboard.set_scope(%(endpoint)s, '{a,b}', %(verbs)s)",
    "rotate_credential": "switchboard.rotate_credential(%(endpoint)s, sha256('y'))",
    "set_setting": "switchboard.set_setting('retention_max_age_days', '0')",
    "claim_next": "switchboard.claim_next(%(endpoint)s)",
    "expire_endpoints": "switchboard.expire_endpoints()",
    "reap_expired": "switchboard.reap_expired()",
    "requeue_due_retries": "switchboard.requeue_due_retries()",
    "prune_todos": "switchboard.prune_todos()",
    "sweep": "switchboard.sweep()",
    "create_todo": "switchboard.create_todo(%(endpoint)s, 'a', 't', p_idempotency_key => 'k')",
    "create_todos": """switchboard.create_todos(%(endpoint)s, '[{"queue": "b", "title": "t"}]')""",
    "create_todo, again": "switchboard.create_todo(%(endpoint)s, 'a', 't',"
    " p_idempotency_key => 'k')",
    "owner_create_todo": "switchboard.owner_create_todo(%(human)s, %(endpoint)s, 'a', 't')",
    "create_todo, assigned": "switchboard.create_todo(%(endpoint)s, 'b', 't',"
    " p_assignee => 'agent:' || %(agent)s)",
    "claim_next, pending": "switchboard.claim_next(%(endpoint)s, '{b}', '1 microsecond')",
    "claim_next, lapsed": "switchboard.claim_next(%(endpoint)s, '{b}')",
    "claim_next, assigned": "switchboard.claim_next(%(endpoint)s, '{b}')",
    "find_todo": "switchboard.find_todo(%(todo)s)",
    "claim": "switchboard.claim(%(endpoint)s, %(todo)s)",
    "heartbeat": "switchboard.heartbeat(%(endpoint)s, %(todo)s)",
    "interrupt": "switchboard.interrupt(%(endpoint)s, %(todo)s, 'auth-required')",
    "resume": "switchboard.resume(%(endpoint)s, %(todo)s)",
    "release": "switchboard.release(%(endpoint)s, %(todo)s)",
    "owner_claim": "switchboard.owner_claim(%(human)s, %(todo)s)",
    "owner_extend": "switchboard.owner_extend(%(human)s, %(todo)s)",
    "owner_release": "switchboard.owner_release(%(human)s, %(todo)s)",
    "claim_batch": "switchboard.claim_batch(%(endpoint)s, 100)",
    "finish_and_claim_next": "switchboard.finish_and_claim_next(%(endpoint)s, %(todo)s,"
    " 'released')",
    "get_todo": "switchboard.get_todo(%(endpoint)s, %(todo)s)",
    "list_attempts": "switchboard.list_attempts(%(endpoint)s, %(todo)s)",
    "list_todos": "switchboard.list_todos(%(endpoint)s)",
    "owner_list_todos": "switchboard.owner_list_todos(%(human)s)",
    "list_todos, on": "switchboard.list_todos(%(endpoint)s, p_before => %(todo)s)",
    "owner_list_todos, on": "switchboard.owner_list_todos(%(human)s, p_before => %(todo)s)",
    "owner_list_todos, search": (
        "switchboard.owner_list_todos(%(human)s, p_search => 'work', p_examine => 10)"
    ),
    "owner_search_end": "switchboard.owner_search_end(%(human)s)",
    "owner_count_todos": "switchboard.owner_count_todos(%(human)s)",
    "owner_show_todos": "switchboard.owner_show_todos(%(human)s, array[%(todo)s])",
    "owner_queue_stats": "switchboard.owner_queue_stats(%(human)s)",
    "owner_workers": "switchboard.owner_workers(%(human)s)",
    "owner_endpoint_activity": "switchboard.owner_endpoint_activity(%(human)s)",
    "owner_get_todo": "switchboard.owner_get_todo(%(human)s, %(todo)s)",
    "fail": "switchboard.fail(%(endpoint)s, %(todo)s)",
    "owner_retry": "switchboard.owner_retry(%(human)s, %(todo)s)",
    "ready_todos": "switchboard.ready_todos(array[%(todo)s])",
    "read_queue": "switchboard.read_queue(%(endpoint)s, 'a')",
    "ring_attached": "switchboard.ring_attached(%(endpoint)s)",
    "ring_unclaimed": "switchboard.ring_unclaimed()",
    "queue_metrics": "switchboard.queue_metrics()",
    "service_metrics": "switchboard.service_metrics()",
    "relay_events": "switchboard.relay_events()",
    "revoke_endpoint": "switchboard.revoke_endpoint(%(endpoint)s)",
    "create_sign_in_link": "switchboard.create_sign_in_link(%(human)s, sha256('l'))",
    "redeem_sign_in_link": "switchboard.redeem_sign_in_link(sha256('l'), sha256('s'))",
    "session_human": "switchboard.session_human(sha256('s'))",
    "live_sessions": "switchboard.live_sessions(array[sha256('s')])",
    "human_name": "switchboard.human_name(%(human)s)",
    "end_session": "switchboard.end_session(sha256('s'))",
    "end_human_sessions": "switchboard.end_human_sessions(%(human)s)",
}
# What must be found by the index and not by looking at each entry (cases C1b).
CONDITIONS = {
    "authenticate": ("endpoints_credential_hash_key", "credential_hash ="),
    "find_endpoint": ("endpoints_live_slug_key", "slug ="),
    "claim_next": ("todos_pending_idx", "endpoint_id =", "queue ="),
    "claim_next, pending": ("todos_pending_idx", "endpoint_id =", "queue >="),
    "claim_next, assigned": ("todos_pending_assigned_idx", "assignee =", "queue >="),
    "claim_next, lapsed": ("todos_lease_idx", "endpoint_id =", "lease_expires_at <"),
    "expire_endpoints": ("endpoints_expires_at_idx", "expires_at <="),
    "reap_expired": ("todos_lease_idx", "endpoint_id =", "lease_expires_at <"),
    "requeue_due_retries": ("todos_retry_idx", "endpoint_id =", "next_retry_at <="),
    "list_todos": ("todos_list_idx", "endpoint_id =", "state = s.state", "created_at <="),
    "claim": ("todos_pkey", "id ="),
    "heartbeat": ("todos_pkey", "id ="),
    "sweep": ("endpoints_expires_at_idx", "expires_at <="),
    "relay_events": ("todo_events_pkey", "id >"),
    "queue_metrics": ("todos_pending_idx", "ROW(endpoint_id, queue) >"),
    "ring_unclaimed": ("todos_pending_idx", "endpoint_id =", "queue ="),
    "ring_attached": ("todos_pending_assigned_idx", "assignee =", "queue ="),
}
# What reads todos by state; a revocation, for those that are interrupted.
LISTS = {
    *("list_todos", "owner_list_todos", "owner_search_end", "owner_count_todos"),
    *("owner_queue_stats", "owner_workers", "owner_endpoint_activity", "revoke_endpoint"),
}
# Scans without a condition, and why that is no harm.
WHOLE = {
    ("reap_expired", "endpoints_pkey"): "asks each endpoint for its lapsed leases",
    ("requeue_due_retries", "endpoints_pkey"): "asks each endpoint for its due retries",
    ("prune_todos", "todos_terminal_idx"): "counts down from the newest to the row limit",
    ("ring_unclaimed", "endpoints_live_slug_key"): "asks each live endpoint for what waits there",
    ("queue_metrics", "endpoints_live_slug_key"): "asks each live endpoint for leases and retries",
    ("sweep", "endpoints_live_slug_key"): "rings",
    ("queue_metrics", "todos_pending_idx"): "takes the first entry",
    ("queue_metrics", "todos_pending_assigned_idx"): "reads those that are kept for somebody",
    ("sweep", "endpoints_pkey"): "does all three",
    ("sweep", "todos_terminal_idx"): "does all three",
    ("list_endpoints", "endpoints_agent_id_idx"): "lists all",
    ("list_endpoints", "agents_pkey"): "lists all",
}


class Plans:
    """The index and table scans of each function's statements, from a walk through CALLS."""

    def __init__(self, conn: psycopg.Connection[Any], mode: str) -> None:
        self.scans: dict[str, list[dict[str, Any]]] = {name: [] for name in CALLS}
        noted: list[str] = []
        conn.add_notice_handler(lambda notice: noted.append(str(notice.message_primary)))
        for setting in (
            "client_min_messages = notice",
            "auto_explain.log_level = notice",
            "auto_explain.log_format = json",
            "auto_explain.log_nested_statements = on",
            f"plan_cache_mode = {mode}",
        ):
            conn.execute(f"set {setting}".encode())
        verbs = "select switchboard.drain_verbs() || '{create_todo,interrupt,resume,cancel,reject}'"
        known: dict[str, Any] = {"verbs": conn.execute(verbs).fetchone()[0]}  # type: ignore[index]
        names = {"create_human": "human", "register_agent": "agent", "vend_endpoint": "endpoint"}
        names["create_todo"] = "todo"
        conn.execute("load 'auto_explain'; set auto_explain.log_min_duration = 0")
        for name, call in CALLS.items():
            noted.clear()
            row = conn.execute(f"select * from {call}".encode(), known).fetchone()
            if name in names:
                assert row
                known[names[name]] = row[0]
            for note in noted:
                plan = json.loads(note.partition("plan:")[2])["Plan"]
                self.scans[name] += [n for n in nodes(plan) if is_scan(n)]


def is_scan(node: dict[str, Any]) -> bool:
    """Whether it finds rows of ours; a bitmap's index scan names no table."""
    if node["Node Type"] == "Bitmap Index Scan":
        return bool(node["Index Name"].startswith(TABLES))
    finds = "Scan" in node["Node Type"] and node["Node Type"] != "Bitmap Heap Scan"
    return finds and node.get("Relation Name") in TABLES


def plain(condition: str) -> str:
    """Without the cast that stands for a collation."""
    return condition.replace("(state)::text", "state")


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


@pytest.fixture(scope="module", params=["force_custom_plan", "force_generic_plan"])
def plans(cluster: Any, request: pytest.FixtureRequest) -> Iterator[Plans]:
    """From a database in which no todo was ever made, with autovacuum kept away from it."""
    name = cluster.clone()
    with psycopg.connect(cluster.dsn(name), autocommit=True) as conn:
        for table in TABLES:
            off = sql.SQL("alter table switchboard.{} set (autovacuum_enabled = off)")
            conn.execute(off.format(sql.Identifier(table)))
        analysed = "select count(*) from pg_class where relname = any(%s) and reltuples >= 0"
        assert conn.execute(analysed, [list(TABLES)]).fetchone() == (0,)
        yield Plans(conn, request.param)
    cluster.drop_database(name)


@pytest.fixture(scope="module")
def indexes(shared: Any) -> dict[str, list[str]]:
    """Index → its columns in order."""
    rows = shared.connect().execute(
        "select c.relname::text, array_agg(a.attname::text order by k.n)"
        " from pg_index as i inner join pg_class as c on i.indexrelid = c.oid"
        " cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, n)"
        " inner join pg_attribute as a on i.indrelid = a.attrelid and k.attnum = a.attnum"
        " where i.indrelid::regclass::text = any(%s) group by c.relname",
        [[f"switchboard.{table}" for table in TABLES]],
    )
    return dict(rows.fetchall())


def test_every_function_with_a_cost_is_walked() -> None:
    """All but those that are a short form of another one, and the one that reads everything."""
    left_out = {source.name for source in read() if source.public} - {
        name.partition(",")[0] for name in CALLS
    }
    assert left_out == {
        *("complete", "cancel", "reject", "owner_complete", "owner_fail", "owner_cancel"),
        *("owner_register_agent", "owner_vend_endpoint", "owner_list_endpoints", "drain_verbs"),
        *("owner_revoke_endpoint", "owner_rotate_credential", "owner_set_scope"),
        *("schema_version", "doctor", "recount_todos"),
    }


@pytest.mark.parametrize("name", CALLS)
def test_every_scan_enters_its_index_at_the_front(
    plans: Plans, indexes: dict[str, list[str]], name: str
) -> None:
    """No sequential scan, no index read from end to end, no index with a column skipped."""
    wrong = []
    for scan in plans.scans[name]:
        if scan["Node Type"] == "Tid Scan":
            continue  # By their places, which a scan has found.
        index = scan.get("Index Name", "none")
        condition = plain(scan.get("Index Cond", ""))
        left = re.findall(r"(?:ROW\()?([a-z_, ]+?)\)? (?:=|<|<=|>|>=) ", condition)
        columns = {column for side in left for column in side.split(", ")}
        front = indexes.get(index, [])[: len(columns)]
        if not columns and (name, index) in WHOLE:
            continue
        if not columns or columns != set(front):
            table = scan.get("Relation Name", "")
            wrong.append(f"{scan['Node Type']} {table} {index}: {condition}")
    assert wrong == []
    # It begins as others do and goes on as only a list wants it: through all that was ever done.
    used = {scan.get("Index Name") for scan in plans.scans[name]}
    assert ("todos_list_idx" in used) == (name.partition(",")[0] in LISTS)
    assert plans.scans[name] or name == "create_human"


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_function_finds_by_the_index(plans: Plans, name: str) -> None:
    index, *conditions = CONDITIONS[name]
    found = [
        plain(s.get("Index Cond", "")) for s in plans.scans[name] if s.get("Index Name") == index
    ]
    assert any(all(condition in line for condition in conditions) for line in found), found


def test_every_index_is_used(plans: Plans, indexes: dict[str, list[str]]) -> None:
    used = {scan.get("Index Name") for scans in plans.scans.values() for scan in scans}
    assert indexes.keys() - used == set()
