import json
from typing import Any

import pytest
from serving import Office
from switchboard import first_run
from switchboard.tokens import sha256


def test_an_empty_database_gets_a_human_an_endpoint_and_three_todos(office: Office) -> None:
    credential = first_run.prepare(office.database.dsn)
    assert credential is not None
    row = office.conn.execute(
        "select human_name, slug, queues, verbs from switchboard.list_endpoints()"
    ).fetchall()
    assert [r[:3] for r in row] == [("you", "first", ["inbox"])]
    drain = office.one("select switchboard.drain_verbs()")
    assert set(row[0][3]) == {*drain, "create_todo", "interrupt", "resume", "cancel", "reject"}
    found = office.conn.execute(
        "select slug from switchboard.authenticate(%s)", (sha256(credential),)
    )
    assert found.fetchall() == [("first",)]
    titles = office.conn.execute("select title from switchboard.todos order by created_at, id")
    assert [title for (title,) in titles] == [title for title, _ in first_run.EXAMPLES]


def test_a_second_start_adds_nothing(office: Office) -> None:
    first_run.prepare(office.database.dsn)
    assert first_run.prepare(office.database.dsn) is None
    assert office.one("select count(*) from switchboard.endpoints") == 1
    assert office.one("select count(*) from switchboard.todos") == 3


@pytest.mark.parametrize("there", ["you", "somebody"])
def test_a_database_in_use_is_left_alone(office: Office, there: str) -> None:
    if there == "you":
        office.one("select switchboard.create_human('you')")
    else:
        office.vend()
    assert first_run.prepare(office.database.dsn) is None
    assert office.one("select count(*) from switchboard.humans") == 1
    assert office.one("select count(*) from switchboard.todos") == 0


def test_each_start_signs_the_first_human_in(office: Office) -> None:
    """A link of its own each time; the earlier one stays."""
    first_run.prepare(office.database.dsn)
    you = office.one("select switchboard.find_human('you')")
    for token in [first_run.sign_in(office.database.dsn) for _ in range(2)]:
        assert token is not None
        session = sha256("session of " + token)
        redeemed = office.one(
            "select switchboard.redeem_sign_in_link(%s, %s)", sha256(token), session
        )
        assert redeemed == you


def test_nobody_else_is_signed_in(office: Office) -> None:
    """Where the first human is not there, whoever started the server says whose Board it is."""
    office.vend()
    assert first_run.sign_in(office.database.dsn) is None
    assert office.one("select count(*) from switchboard.sign_in_links") == 0


def test_what_is_printed_can_be_pasted() -> None:
    text = first_run.welcome("http://127.0.0.1:8080", "sbk_x", "tok", "/data")
    config: Any = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert config == {
        "mcpServers": {
            "switchboard": {
                "type": "http",
                "url": "http://127.0.0.1:8080/mcp/first",
                "headers": {"Authorization": "Bearer sbk_x"},
            }
        }
    }
    assert "switchboard todo add --endpoint first --queue inbox --title" in text
    assert "\n  http://127.0.0.1:8080/sign-in?token=tok\n" in text
    assert "/data" in text


def test_a_later_start_says_how_to_get_a_credential() -> None:
    text = first_run.welcome_back("http://127.0.0.1:8080", "tok", "/data")
    assert "\n  http://127.0.0.1:8080/sign-in?token=tok\n" in text
    assert "switchboard endpoint rotate first" in text
    assert "switchboard endpoint vend --human you" in text
    assert "/data" in text


def test_a_later_start_without_the_first_human_says_how_to_get_a_link() -> None:
    text = first_run.welcome_back("http://127.0.0.1:8080", None, "/data")
    assert "switchboard human link NAME" in text
    assert "switchboard endpoint vend --human NAME" in text
    assert "sign-in?" not in text
