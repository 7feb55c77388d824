"""Who may visit the Board: links, sessions, cookies, and the end of them."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from functools import partialmethod
from http.cookies import SimpleCookie
from typing import Any, cast

import httpx2
import pytest
from boarding import (
    PIECE,
    Browser,
    Dom,
    Human,
    Stream,
    new_human,
    new_link,
    new_session,
    streaming,
    vend,
)
from serving import Endpoint, Office, Served, run, serving
from starlette.routing import Route
from switchboard.board import app as board_app
from switchboard.board.app import Board
from switchboard.board.live import Live
from switchboard.board.visits import SESSION, SIGN_IN
from switchboard.settings import Settings
from switchboard.tokens import sha256

Visit = Callable[..., Browser]
EVERYTHING = """
    select coalesce((select json_agg(l) from switchboard.sign_in_links l)::text, '')
        || coalesce((select json_agg(s) from switchboard.board_sessions s)::text, '')
"""


@pytest.fixture
def human(shared_office: Office) -> Human:
    return new_human(shared_office)


@pytest.fixture
def http(served: Served) -> Iterator[httpx2.Client]:
    with served.http() as http:
        yield http


def form_of(answer: httpx2.Response) -> dict[str, str]:
    """The hidden fields of the sign-in page."""
    fields = Dom(answer.text).all("input", type="hidden")
    return {str(f.attributes["name"]): str(f.attributes["value"]) for f in fields}


def redeem(http: httpx2.Client, token: str, **headers: str) -> httpx2.Response:
    """Open a link and press its button, as a browser does."""
    fields = form_of(http.get("/sign-in", params={"token": token}))
    return http.post("/sign-in", data=fields, headers=headers)


def cookie_of(answer: httpx2.Response, name: str) -> Any:
    """One cookie that an answer sets."""
    jar: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        jar.load(header)
    return jar[name]


# --- links ---


def test_opening_a_link_changes_nothing(
    http: httpx2.Client, shared_office: Office, human: Human
) -> None:
    token = new_link(shared_office, human)
    before = shared_office.one(EVERYTHING)
    for _ in range(3):
        answer = http.get("/sign-in", params={"token": token})
        assert answer.status_code == 200
        assert http.head("/sign-in", params={"token": token}).status_code == 200
    page = Dom(answer.text)
    assert [button.said for button in page.all("button")] == ["Sign in"]
    assert page.first("form").attributes == {"method": "post", "action": "/sign-in"}
    assert form_of(answer)["token"] == token
    assert shared_office.one(EVERYTHING) == before
    assert not any(name.endswith(SESSION) for name in http.cookies)


def test_a_link_works_once(
    served: Served, http: httpx2.Client, shared_office: Office, human: Human
) -> None:
    token = new_link(shared_office, human)
    answer = redeem(http, token)
    assert (answer.status_code, answer.headers["location"]) == (303, "/todos")
    page = Dom(http.get("/todos").text)
    assert page.first("span", class_="name").said == human.name
    with served.http() as other:
        assert redeem(other, token).status_code == 401
        assert SESSION not in other.cookies
    assert http.get("/todos").status_code == 200


def test_a_browser_that_tells_no_origin_can_sign_in(
    http: httpx2.Client, shared_office: Office, human: Human
) -> None:
    """A page without referrers posts `Origin: null`."""
    assert redeem(http, new_link(shared_office, human), Origin="null").status_code == 303


def test_used_expired_and_unknown_links_are_refused_alike(
    served: Served, shared_office: Office, human: Human
) -> None:
    used, expired = (new_link(shared_office, human) for _ in range(2))
    shared_office.conn.execute(
        "update switchboard.sign_in_links set expires_at = now() where token_hash = %s",
        (sha256(expired),),
    )
    shared_office.one(
        "select switchboard.redeem_sign_in_link(%s, %s)", sha256(used), sha256(secrets.token_hex())
    )
    answers = []
    for token in (used, expired, secrets.token_urlsafe(32), "x", "é" * 43, "x" * 5000):
        with served.http() as http:
            fields = form_of(http.get("/sign-in", params={"token": "some"}))
            answers.append(http.post("/sign-in", data=fields | {"token": token}))
            answers.append(http.post("/sign-in", data={"csrf": fields["csrf"]}))
            assert SESSION not in http.cookies
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert "used or is older than 15 minutes" in answers[0].text


def test_a_page_without_a_token_says_how_to_get_one(http: httpx2.Client) -> None:
    page = Dom(http.get("/sign-in").text)
    assert not page.has("form")
    assert page.first("code").said == "switchboard human link you"


def test_a_sign_in_form_needs_the_cookie_of_its_page(
    served: Served, shared_office: Office, human: Human
) -> None:
    """Nobody can sign somebody else in as themselves."""
    token = new_link(shared_office, human)
    with served.http() as mallory, served.http() as victim:
        fields = form_of(mallory.get("/sign-in", params={"token": token}))
        assert victim.post("/sign-in", data=fields).status_code == 403
        victim.get("/sign-in", params={"token": token})
        assert victim.post("/sign-in", data=fields).status_code == 403
        assert victim.post("/sign-in", data={"token": token}).status_code == 403
        assert SESSION not in victim.cookies
        for origin in ("https://evil.example", f"http://127.0.0.1:{served.port + 1}", "file://"):
            assert redeem(mallory, token, Origin=origin).status_code == 403
        # None of that burnt the link.
        assert redeem(mallory, token, Origin=served.url).status_code == 303


def test_the_public_address_may_sign_in_behind_a_proxy(shared_office: Office, human: Human) -> None:
    """A proxy may name itself in Host, and a browser may tell the origin all the same."""
    with (
        serving(shared_office.database, public_url="https://board.example") as served,
        served.http() as http,
    ):
        token = new_link(shared_office, human)
        assert redeem(http, token, Origin="https://board.example").status_code == 303


def test_no_answer_of_sign_in_lets_a_referrer_out(
    http: httpx2.Client, shared_office: Office, human: Human
) -> None:
    """The address of the page holds the token."""
    token = new_link(shared_office, human)
    answers = [
        http.get("/sign-in", params={"token": token}),
        http.get("/sign-in", params={"token": token}, headers={"Origin": "https://evil.example"}),
        http.get("/sign-in", params={"token": token}, headers={"Host": "evil.example"}),
        http.post("/sign-in", data={"token": token}),
        redeem(http, "wrong"),
    ]
    assert [a.status_code for a in answers] == [200, 403, 421, 403, 401]
    for answer in answers:
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
    meta = Dom(answers[0].text).first("meta", name="referrer")
    assert meta.attributes["content"] == "no-referrer"
    assert not any("//" in url for url in Dom(answers[0].text).values("href"))


def test_no_log_line_has_a_token_or_a_cookie(
    shared_office: Office, human: Human, caplog: pytest.LogCaptureFixture
) -> None:
    # Every library is heard, but for the client of this test.
    for client in ("httpx2", "httpcore2"):
        caplog.set_level(logging.CRITICAL, client)
    caplog.set_level(logging.DEBUG)
    token, unused = new_link(shared_office, human), new_link(shared_office, human)
    with serving(shared_office.database) as served, served.http() as http:
        assert redeem(http, token).status_code == 303
        assert redeem(http, token).status_code == 401
        http.get("/sign-in", params={"token": unused}, headers={"Host": "evil.example"})
        http.get(f"/sign-in/{unused}")
        http.post(f"/sign-in?token={unused}", content=unused)
        session = http.cookies[SESSION]
        http.get("/todos", params={"filter": unused})
        with served.http(Cookie=f"{SESSION}={unused}") as other:
            other.get("/todos")
    # What failed for a reason of ours is logged, and that without them, too.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(board_app.calls, "REDEEM_SIGN_IN_LINK", "select 1 / 0, %(token_hash)s")
        patched.setattr(board_app.calls, "BOARD_COUNTS", "select no_such_column")
        with serving(shared_office.database) as served, served.http() as http:
            assert redeem(http, unused).status_code == 400
            cookie = {"Cookie": f"{SESSION}={session}"}
            assert http.get(f"/todos?q={unused}", headers=cookie).status_code == 500
    assert "the Board failed: path='/todos' sqlstate=42703" in caplog.text
    logged = "\n".join(f"{r.getMessage()} {r.__dict__}" for r in caplog.records)
    for secret in (token, unused, session):
        assert secret not in logged
        assert sha256(secret).hex() not in logged


# --- cookies ---


def test_cookies_over_plain_http(http: httpx2.Client, shared_office: Office, human: Human) -> None:
    token = new_link(shared_office, human)
    page = http.get("/sign-in", params={"token": token})
    offered = cookie_of(page, SIGN_IN)
    assert (offered["path"], offered["samesite"]) == ("/sign-in", "strict")
    assert offered["httponly"]
    answer = http.post("/sign-in", data=form_of(page))
    session = cookie_of(answer, SESSION)
    assert (session["path"], session["samesite"]) == ("/", "lax")
    assert session["httponly"]
    assert not session["secure"]
    assert not session["domain"]
    assert session["max-age"] == str(30 * 24 * 3600)
    assert cookie_of(answer, SIGN_IN)["max-age"] == "0"
    # Only the digest is stored.
    stored = shared_office.one(EVERYTHING)
    assert session.value not in stored
    assert sha256(session.value).hex() in stored


def test_cookies_behind_a_trusted_tls_proxy(shared_office: Office, human: Human) -> None:
    over_tls = {"X-Forwarded-Proto": "https"}
    name = f"__Host-{SESSION}"
    with serving(shared_office.database, trusted_proxies=["127.0.0.1"]) as served:
        with served.http() as http:
            page = http.get(
                "/sign-in", params={"token": new_link(shared_office, human)}, headers=over_tls
            )
            offered = cookie_of(page, SIGN_IN)
            assert offered["secure"]
            assert offered["httponly"]
            headers = {**over_tls, "Cookie": f"{SIGN_IN}={offered.value}"}
            answer = http.post("/sign-in", data=form_of(page), headers=headers)
        assert answer.status_code == 303
        session = cookie_of(answer, name)
        assert session["secure"]
        assert session["httponly"]
        assert (session["path"], session["samesite"], session["domain"]) == ("/", "lax", "")
        with served.http(**over_tls) as http:
            cookie = f"{name}={session.value}"
            assert http.get("/todos", headers={"Cookie": cookie}).status_code == 200
            # A cookie without the prefix may have been planted by a sister domain.
            planted = {"Cookie": f"{SESSION}={session.value}"}
            assert http.get("/todos", headers=planted).status_code == 303
            token = Dom(http.get("/endpoints", headers={"Cookie": cookie}).text)
            csrf = token.first("input", name="csrf").attributes["value"]
            ended = http.post("/sign-out", data={"csrf": csrf}, headers={"Cookie": cookie})
            gone = cookie_of(ended, name)
            assert (gone["max-age"], gone["path"]) == ("0", "/")
            # A browser takes a __Host- cookie, its end included, only when it is Secure.
            assert gone["secure"]


def test_cookies_at_a_public_tls_address_whatever_the_proxy_says(shared_office: Office) -> None:
    public = {"public_url": "https://board.example:8443"}
    with serving(shared_office.database, **public) as served, served.http() as http:
        at_home = {"Host": "board.example:8443"}
        assert cookie_of(http.get("/sign-in?token=x", headers=at_home), SIGN_IN)["secure"]
        assert not cookie_of(http.get("/sign-in?token=x"), SIGN_IN)["secure"]


def test_the_word_of_a_proxy_that_is_not_trusted_counts_for_nothing(
    http: httpx2.Client,
) -> None:
    page = http.get("/sign-in?token=x", headers={"X-Forwarded-Proto": "https"})
    assert not cookie_of(page, SIGN_IN)["secure"]


# --- sessions ---


def requests_of_every_route() -> list[tuple[str, str]]:
    """Each method and address of the Board but sign-in and static files."""
    routes = Board(cast(Any, None), Settings()).routes()
    found = []
    for route in routes:
        if not isinstance(route, Route):
            assert route.path == "/static"  # type: ignore[attr-defined]
            continue
        assert route.methods
        if route.path != "/sign-in":
            path = route.path.replace("{id}", "some").replace("{action}", "retry")
            found += [(method, path) for method in sorted(route.methods)]
    return found


def test_every_route_is_known() -> None:
    """So that the tests which go through them go through all."""
    assert len(requests_of_every_route()) == 20
    assert {path for _, path in requests_of_every_route()} >= {"/events", "/todos/some/retry"}


@pytest.mark.parametrize(("method", "path"), requests_of_every_route())
def test_everything_needs_a_session(
    http: httpx2.Client, shared_office: Office, human: Human, method: str, path: str
) -> None:
    ended, expired = (new_session(shared_office, human) for _ in range(2))
    shared_office.one("select switchboard.end_session(%s)", sha256(ended))
    shared_office.conn.execute(
        "update switchboard.board_sessions set expires_at = now() where session_hash = %s",
        (sha256(expired),),
    )
    for headers in ({}, PIECE):
        answers = []
        for cookie in (None, "", "x", "é", "x" * 1000, ended, expired):
            sent = {} if cookie is None else {"Cookie": f"{SESSION}={cookie}".encode("latin-1")}
            answers.append(http.request(method, path, headers={**sent, **headers}))
        assert len({(a.status_code, a.content) for a in answers}) == 1
        if method == "GET" and not headers and path != "/events":
            assert (answers[0].status_code, answers[0].headers["location"]) == (303, "/sign-in")
        else:
            assert answers[0].status_code == 401
        assert not any("set-cookie" in a.headers for a in answers)


async def still_hears(office: Office, stream: Stream, endpoint: Endpoint) -> None:
    todo_id = await asyncio.to_thread(office.create, endpoint)
    await stream.until(lambda: todo_id in stream.text(), "a stream that goes on")


def test_signing_out_ends_the_session_and_its_streams_and_no_other(
    served: Served, shared_office: Office, visit: Visit
) -> None:
    browser = visit()
    endpoint = vend(shared_office, browser.human)
    other = visit(browser.human)

    async def main() -> None:
        async with (
            streaming(served, browser.cookie) as mine,
            streaming(served, browser.cookie, page="queues") as second,
            streaming(served, other.cookie) as others,
        ):
            answer = await asyncio.to_thread(browser.post, "/sign-out")
            assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
            gone = cookie_of(answer, SESSION)
            assert (gone.value, gone["max-age"], gone["path"]) == ("", "0", "/")
            await mine.until(lambda: mine.ended and second.ended, "the streams to end")
            await still_hears(shared_office, others, endpoint)

    run(main)
    assert browser.get("/todos").status_code == 303
    assert other.get("/todos").status_code == 200


@pytest.mark.parametrize("how", ["ended", "expired", "of a human who is signed out everywhere"])
def test_a_session_that_ends_elsewhere_takes_its_streams_along(
    shared_office: Office, human: Human, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked for at each interval, here a short one."""
    monkeypatch.setattr(Live, "close_ended", partialmethod(Live.close_ended, every=0.02))
    cookie = new_session(shared_office, human)
    somebody = new_human(shared_office)
    endpoint = vend(shared_office, somebody)
    other = new_session(shared_office, somebody)

    def end() -> None:
        if how == "ended":
            shared_office.one("select switchboard.end_session(%s)", sha256(cookie))
        elif how == "expired":
            shared_office.conn.execute(
                "update switchboard.board_sessions set expires_at = now() where session_hash = %s",
                (sha256(cookie),),
            )
        else:
            shared_office.one("select switchboard.end_human_sessions(%s)", human.id)

    async def main() -> None:
        async with streaming(served, cookie) as mine, streaming(served, other) as others:
            await asyncio.to_thread(end)
            await mine.until(lambda: mine.ended, "the stream to end")
            await still_hears(shared_office, others, endpoint)

    with serving(shared_office.database) as served:
        run(main)


def test_the_look_is_every_five_seconds() -> None:
    assert Live.close_ended.__defaults__ == (5.0,)
