from types import SimpleNamespace

import psycopg
import pytest
from psycopg import errors
from switchboard.errors import INTERNAL, UNREADABLE, refusal_of


def database_error(state: str | None, message: str) -> psycopg.Error:
    class Error(psycopg.Error):
        sqlstate = state
        diag = SimpleNamespace(message_primary=message)

    return Error(message)


@pytest.mark.parametrize(
    ("state", "code", "status"),
    [
        ("SB400", "invalid", 400),
        ("SB401", "unauthenticated", 401),
        ("SB403", "forbidden", 403),
        ("SB404", "not_found", 404),
        ("SB409", "conflict", 409),
        ("SB429", "limited", 429),
    ],
)
def test_our_own_states_keep_their_message(state: str, code: str, status: int) -> None:
    refusal = refusal_of(database_error(state, "what was refused"))
    assert (refusal.code, refusal.message, refusal.status) == (code, "what was refused", status)
    assert refusal.body() == {"error": {"code": code, "message": "what was refused"}}
    assert str(refusal) == f"{code}: what was refused"


@pytest.mark.parametrize("state", ["22P02", "22P05", "22021", "22003", "22008", "54001"])
def test_an_unreadable_argument_is_invalid_and_not_quoted(state: str) -> None:
    refusal = refusal_of(database_error(state, 'invalid input syntax: "secret"'))
    assert (refusal.code, refusal.message, refusal.status) == ("invalid", UNREADABLE, 400)


@pytest.mark.parametrize(
    "state",
    [
        "23P01",
        "23505",
        "42501",
        "42883",
        "40001",
        "40P01",
        "57014",
        "53300",
        "P0001",
        "XX000",
        None,
    ],
)
def test_everything_else_is_internal_and_says_nothing(state: str | None) -> None:
    refusal = refusal_of(database_error(state, "row (secret)"))
    assert (refusal.code, refusal.message, refusal.status) == ("internal", INTERNAL, 500)


def test_a_lost_connection_is_internal() -> None:
    assert refusal_of(errors.OperationalError("host=secret")).message == INTERNAL
