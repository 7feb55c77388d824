"""One sign-in link in two hands, and a human who is signed out while a link is redeemed."""

import itertools
from typing import Any

import pytest
from sessions import Stage, together

NAMES = (f"signer{n}" for n in itertools.count(1))
CREATE = "select switchboard.create_sign_in_link(%(human)s, sha256(%(link)s))"
REDEEM = "select switchboard.redeem_sign_in_link(sha256(%(link)s), sha256(%(session)s)) as human"
LOCK = "select 1 from switchboard.sign_in_links where human_id = %(human)s for update"
END = "select switchboard.end_human_sessions(%(human)s) as ended"


def signer(stage: Stage) -> dict[str, Any]:
    """A human with one link: arguments of the calls, the session's secret apart."""
    name = next(NAMES)
    known = {"human": stage.value("select tests.human(%s)", name), "link": name.encode()}
    stage.run("select switchboard.create_sign_in_link(%s, sha256(%s))", *known.values())
    return known


def left(stage: Stage, human: Any) -> tuple[int, int]:
    """Return how many links and how many sessions the human has."""
    links, sessions = (
        stage.value(f"select count(*) from switchboard.{table} where human_id = %s", human)
        for table in ("sign_in_links", "board_sessions")
    )
    return links, sessions


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_two_redeems_of_one_link_open_one_session(stage: Stage, ending: str) -> None:
    known = signer(stage)
    stage.first.begin()
    first = stage.first.call(REDEEM, session=b"a" + known["link"], **known)
    assert first.row == {"human": known["human"]}
    call = stage.second.start(REDEEM, session=b"b" + known["link"], **known)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)

    assert call.result().code == ("SB401" if ending == "commit" else "ok")
    assert left(stage, known["human"]) == (0, 1)
    winner = b"a" if ending == "commit" else b"b"
    session = "select switchboard.session_human(sha256(%s))"
    assert stage.value(session, winner + known["link"]) == known["human"]


def test_a_link_that_expires_during_the_wait_is_refused(stage: Stage) -> None:
    """The row does not change meanwhile: only a look at the clock after the wait can tell."""
    known = signer(stage)
    soon = """
        update switchboard.sign_in_links set expires_at = clock_timestamp() + interval '0.5 seconds'
        where human_id = %s"""
    stage.run(soon, known["human"])
    holder = stage.session("postgres")
    holder.begin()
    assert holder.call(LOCK, **known).rows
    call = stage.second.start(REDEEM, session=known["link"], **known)
    assert stage.meets(call, stage.second, holder)
    expired = """
        select expires_at <= clock_timestamp() from switchboard.sign_in_links where human_id = %s"""
    while not stage.value(expired, known["human"]):
        pass
    holder.end("rollback")
    assert call.result().code == "SB401"
    assert left(stage, known["human"]) == (1, 0)


def test_many_redeems_of_one_link_open_one_session(stage: Stage) -> None:
    known = signer(stage)
    sessions = [stage.session() for _ in range(8)]
    secrets = {session: bytes([n]) + known["link"] for n, session in enumerate(sessions)}
    answers = together(sessions, lambda s: s.call(REDEEM, session=secrets[s], **known))
    assert sorted(answer.code for answer in answers) == [*["SB401"] * 7, "ok"]
    assert left(stage, known["human"]) == (0, 1)


def test_two_sessions_of_one_secret_do_not_burn_both_links(stage: Stage) -> None:
    """The second waits for the first one's secret, not for its link."""
    one, two = signer(stage), signer(stage)
    stage.first.begin()
    assert stage.first.call(REDEEM, session=one["link"], **one).code == "ok"
    call = stage.second.start(REDEEM, session=one["link"], **two)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end("commit")
    assert call.result().code == "SB409"
    assert left(stage, one["human"]) == (0, 1)
    assert left(stage, two["human"]) == (1, 0)


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_signing_out_ends_the_session_of_a_redeem_under_way(stage: Stage, ending: str) -> None:
    known = signer(stage)
    stage.first.begin()
    assert stage.first.call(REDEEM, session=known["link"], **known).code == "ok"
    call = stage.second.start(END, **known)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)
    assert call.result().row == {"ended": int(ending == "commit")}
    assert left(stage, known["human"]) == (0, 0)


@pytest.mark.parametrize("ending", ["commit", "rollback"])
def test_a_redeem_waits_for_a_sign_out(stage: Stage, ending: str) -> None:
    known = signer(stage)
    stage.first.begin()
    assert stage.first.call(END, **known).row == {"ended": 0}
    call = stage.second.start(REDEEM, session=known["link"], **known)
    assert stage.meets(call, stage.second, stage.first)
    stage.first.end(ending)
    assert call.result().code == ("SB401" if ending == "commit" else "ok")
    assert left(stage, known["human"]) == ((0, 0) if ending == "commit" else (0, 1))


def test_a_new_link_does_not_wait_for_what_it_clears_away(stage: Stage) -> None:
    """An expired link that somebody is just trying stays for the next time."""
    known = signer(stage)
    expire = "update switchboard.sign_in_links set expires_at = now() where human_id = %s"
    stage.run(expire, known["human"])
    holder = stage.session("postgres")
    holder.begin()
    assert holder.call(LOCK, **known).rows
    new = known | {"link": b"n" + known["link"]}
    call = stage.second.start(CREATE, **new)
    assert not stage.meets(call, stage.second, holder)
    assert call.result().code == "ok"
    holder.end("rollback")
    assert left(stage, known["human"]) == (2, 0)
