"""The last guard: a second open attempt cannot be committed, by any path (behaviour [23])."""

import re
from typing import Any

import psycopg
import pytest
from psycopg import errors
from sessions import Stage

PLANT = """
    insert into switchboard.todo_attempts (
        todo_id, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at, lease_token_hash
    ) values (%s, %s, 1, 'endpoint', 'agent:x', now(), now(), decode(repeat('5e', 32), 'hex'))"""
REOPEN = """
    update switchboard.todo_attempts set ended_at = null, outcome = null, disposition = null
    where todo_id = %s and seq = 1"""


@pytest.fixture(params=["superuser", "switchboard_owner"])
def planter(shared: Any, request: pytest.FixtureRequest) -> psycopg.Connection[Any]:
    """Those who can touch the table at all."""
    conn: psycopg.Connection[Any] = shared.connect(autocommit=False)
    if request.param != "superuser":
        conn.execute(f"set session authorization {request.param}".encode())
        assert conn.info.parameter_status("is_superuser") == "off"
    return conn


def test_a_planted_attempt_passes_the_insert_and_fails_at_commit(
    stage: Stage, planter: psycopg.Connection[Any]
) -> None:
    todo = stage.todo("claimed")
    before = stage.value("select tests.snapshot(%s)", todo.id)
    assert planter.execute(PLANT, [todo.id, 2]).rowcount == 1
    with pytest.raises(errors.ExclusionViolation) as raised:
        planter.commit()
    assert raised.value.diag.constraint_name == "todo_attempts_one_open"
    assert stage.value("select tests.snapshot(%s)", todo.id) == before


def test_so_does_an_attempt_that_is_opened_again(
    stage: Stage, planter: psycopg.Connection[Any]
) -> None:
    todo = stage.todo("due")
    stage.run("select id from switchboard.claim(%s, %s)", todo.endpoint, todo.id)
    assert planter.execute(REOPEN.encode(), [todo.id]).rowcount == 1
    with pytest.raises(errors.ExclusionViolation):
        planter.commit()
    assert stage.found(todo.id) == "claimed: failed open"


def test_whoever_cannot_wait_asks_for_the_check_at_once(
    stage: Stage, planter: psycopg.Connection[Any]
) -> None:
    todo = stage.todo("claimed")
    planter.execute(b"set constraints all immediate")
    with pytest.raises(errors.ExclusionViolation):
        planter.execute(PLANT, [todo.id, 2])
    planter.rollback()


@pytest.mark.parametrize("call", ["claim", "claim_next"])
def test_a_claim_over_a_planted_attempt_fails_at_commit_and_tells_nothing(
    stage: Stage, call: str, shared: Any
) -> None:
    """One open attempt more than the todo's state allows, and one session that owns nothing."""
    todo = stage.todo("pending")
    stage.run(PLANT, todo.id, 7)
    before = stage.value("select tests.snapshot(%s)", todo.id)
    conn = shared.connect("tests_agent", autocommit=False)
    name = {"claim": "claim(%s, %s)", "claim_next": "claim_next(%s) where id = %s"}[call]
    assert (
        conn.execute(f"select id from switchboard.{name}", [todo.endpoint, todo.id]).rowcount == 1
    )
    with pytest.raises(errors.ExclusionViolation) as raised:
        conn.commit()
    # The detail may name the caller's own todo: since 18 it is built with the definer's rights.
    diag = raised.value.diag
    told = f"{diag.message_primary} {diag.message_detail} {diag.message_hint} {diag.context}"
    assert not re.search("5e5e|agent:", told)

    assert stage.value("select tests.snapshot(%s)", todo.id) == before
    assert any(v.startswith("open_attempt") for v in stage.violations())
    stage.run("delete from switchboard.todo_attempts where todo_id = %s", todo.id)


def test_a_normal_cycle_never_reaches_it(stage: Stage) -> None:
    """Every path that closes and opens in one transaction, with the check at once."""
    todo = stage.todo("lapsed")
    stage.first.begin()
    stage.first.call("set constraints all immediate")
    takeover = "select id from switchboard.claim(%(endpoint)s, %(id)s)"
    assert stage.first.call(takeover, **vars(todo)).code == "ok"
    report = "select id from switchboard.release(%(endpoint)s, %(id)s)"
    assert stage.first.call(report, **vars(todo)).code == "ok"
    assert stage.first.call(takeover, **vars(todo)).code == "ok"
    assert stage.first.end("commit").code == "ok"
    assert stage.found(todo.id) == "claimed: lease_expired released open"
    assert stage.violations() == []
