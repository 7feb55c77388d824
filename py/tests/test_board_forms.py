"""Forms: what they may hold, where they may come from, and how many of them."""

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from boarding import PIECE, Browser, Dom, browse, holdings, new_human, new_link, vend
from serving import Endpoint, Office, Served, serving, wait_until
from switchboard.board.forms import MAX_FIELDS, Form
from switchboard.errors import Refusal
from switchboard.settings import Rate

Visit = Callable[..., Browser]
FORM_TYPE = {"Content-Type": "application/x-www-form-urlencoded"}


def form(*pairs: tuple[str, str]) -> Form:
    return Form(pairs)


def refusal(read: Callable[[], Any]) -> tuple[int, str]:
    """What a field is refused with."""
    with pytest.raises(Refusal) as refused:
        read()
    return refused.value.status, refused.value.message


# --- fields ---


def test_text_is_stripped_and_empty_counts_as_missing() -> None:
    sent = form(("a", " x \n"), ("a", "y"), ("b", " \t"), ("c", ""))
    assert (sent.text("a"), sent.text("b"), sent.text("c"), sent.text("d")) == ("x", *3 * (None,))
    assert sent.all("a") == ["x", "y"]
    assert sent.required("a") == "x"
    assert refusal(lambda: sent.required("b")) == (400, "b is missing")


@pytest.mark.parametrize("value", ["a\x00b", "\x00", "\ud800", "x\udfffy"])
def test_what_no_database_can_store_is_refused_and_not_quoted(value: str) -> None:
    sent = form(("a", value))
    for read in (sent.text, sent.all, sent.words, sent.required, sent.json, sent.moment):
        status, message = refusal(lambda read=read: read("a"))
        assert (status, message) == (400, "a contains U+0000 or a lone surrogate")


def test_words_stand_between_commas_or_blanks() -> None:
    sent = form(("q", " inbox,mail  ,\n urgent"), ("q", "more"), ("q", " , "))
    assert sent.words("q") == ["inbox", "mail", "urgent", "more"]
    assert sent.words("none") == []


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ('{"a": [1, 2.50, null]}', '{"a":[1,2.5,null]}'),
        ("12345678901234567890", "12345678901234567890"),
        ('"é 🙂 \\ud83d\\ude42"', '"é 🙂 🙂"'),
        (" [ ] ", "[]"),
        ('"\\\\u0000"', '"\\\\u0000"'),
    ],
)
def test_json_is_read_and_written_compactly(value: str, read: str) -> None:
    assert form(("p", value)).json("p") == read


def test_a_missing_json_field_is_none() -> None:
    assert form(("p", "  ")).json("p") is None


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{", "p is not JSON"),
        ("{'a': 1}", "p is not JSON"),
        ("[1] [2]", "p is not JSON"),
        ("[" * 100_000, "p is not JSON"),
        ("NaN", "p is nested too deeply or holds a number that is not JSON"),
        ("[-Infinity]", "p is nested too deeply or holds a number that is not JSON"),
        ('"a\\u0000"', "p contains U+0000"),
        ('{"\\u0000": 1}', "p contains U+0000"),
        ('"\\ud800"', "p contains a lone surrogate"),
    ],
)
def test_what_is_no_json_is_refused_and_not_quoted(value: str, message: str) -> None:
    assert refusal(lambda: form(("p", value)).json("p")) == (400, message)


def test_whole_numbers() -> None:
    assert form(("n", "0")).whole("n") == 0
    assert form(("n", " 999999999 ")).whole("n") == 999_999_999
    assert form(("n", "")).whole("n") is None
    for value in ("1.5", "-1", "+1", "1e3", "0x1", "1_000", "٣", "9" * 10, "one"):
        assert refusal(lambda value=value: form(("n", value)).whole("n")) == (
            400,
            "n is not a whole number",
        )


def test_a_time_without_a_zone_is_utc() -> None:
    noon = datetime(2027, 1, 31, 12, tzinfo=UTC)
    for value in ("2027-01-31T12:00", "2027-01-31T12:00Z", "2027-01-31T14:00+02:00"):
        assert form(("t", value)).moment("t") == noon
    assert form(("t", "")).moment("t") is None
    for value in ("tomorrow", "2027-13-01T00:00", "12:00", "infinity", "2027-01-31T12:00 sharp"):
        status, message = refusal(lambda value=value: form(("t", value)).moment("t"))
        assert (status, message) == (400, "t is not a time such as 2027-01-31T18:00")


def test_a_time_that_could_not_be_read_back_is_refused() -> None:
    for value in ("9999-12-31T23:59-12:00", "9999-01-01T00:00", "0001-01-01T00:00+01:00"):
        assert refusal(lambda value=value: form(("t", value)).moment("t"))[0] == 400
    assert form(("t", "9998-12-31T23:59")).moment("t") == datetime(9998, 12, 31, 23, 59, tzinfo=UTC)


# --- whole forms ---


@pytest.fixture
def browser(visit: Visit) -> Browser:
    return visit()


@pytest.fixture
def endpoint(shared_office: Office, browser: Browser) -> Endpoint:
    return vend(shared_office, browser.human)


def posts(browser: Browser, endpoint: Endpoint, todo: str) -> list[tuple[str, dict[str, Any]]]:
    """Every form of the Board, filled in so that it would do something."""
    return [
        ("/todos", {"endpoint": endpoint.id, "queue": "inbox", "title": "x"}),
        ("/todos/bulk", {"action": "cancel", "todo": [todo]}),
        *(
            (f"/todos/{todo}/{action}", {})
            for action in ("claim", "extend", "complete", "fail", "release", "retry", "cancel")
        ),
        ("/endpoints", {"agent": "new", "slug": f"s-{browser.human.id}", "queues": "inbox"}),
        (f"/endpoints/{endpoint.id}/rotate", {}),
        (f"/endpoints/{endpoint.id}/scope", {"queues": "other", "verb": ["get_todo"]}),
        (f"/endpoints/{endpoint.id}/revoke", {}),
        ("/sign-out", {}),
    ]


def test_a_form_without_the_token_of_its_session_changes_nothing(
    shared_office: Office, browser: Browser, visit: Visit, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    others = (visit(browser.human).csrf, visit().csrf)
    before = holdings(shared_office, browser.human)
    answers = []
    for path, fields in posts(browser, endpoint, todo):
        for csrf in (None, "", "x", browser.csrf[:-1], browser.csrf.upper(), *others):
            sent = {"some": "field", **fields} | ({} if csrf is None else {"csrf": csrf})
            answer = browser.http.post(path, data=sent)
            answers.append((answer.status_code, Dom(answer.text).first("h1").said))
        # The token belongs in the form, and nowhere else.
        headers = {"X-CSRF-Token": browser.csrf, "HX-Request": "true"}
        sent = {"some": "field", **fields}
        answer = browser.http.post(f"{path}?csrf={browser.csrf}", data=sent, headers=headers)
        assert answer.status_code == 403
    assert set(answers) == {(403, "403")}
    assert holdings(shared_office, browser.human) == before


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:PLUS",
        "http://localhost:PORT",
        "ftp://127.0.0.1:PORT",
        "http://127.0.0.1:PORT.evil.example",
        "http://x@127.0.0.1:PORT",
        "http://127.0.0.1:PORT/todos",
        "",
    ],
)
def test_a_form_of_another_origin_changes_nothing(
    served: Served, shared_office: Office, browser: Browser, endpoint: Endpoint, origin: str
) -> None:
    """Though it carries the right token."""
    todo = shared_office.create(endpoint)
    origin = origin.replace("PORT", str(served.port)).replace("PLUS", str(served.port + 1))
    before = holdings(shared_office, browser.human)
    for path, fields in posts(browser, endpoint, todo):
        for headers in ({}, PIECE):
            answer = browser.http.post(
                path, data={"csrf": browser.csrf, **fields}, headers={"Origin": origin, **headers}
            )
            assert answer.status_code == 403
    assert holdings(shared_office, browser.human) == before


def test_a_form_of_our_origin_is_heard(
    served: Served, shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    for origin in (served.url, served.url.upper().replace("HTTP", "http")):
        todo = shared_office.create(endpoint)
        answer = browser.http.post(
            f"/todos/{todo}/claim", data={"csrf": browser.csrf}, headers={"Origin": origin}
        )
        assert answer.status_code == 303


def test_the_public_address_is_our_origin_too(shared_office: Office) -> None:
    human = new_human(shared_office)
    endpoint = vend(shared_office, human)
    with (
        serving(shared_office.database, public_url="https://board.example:8443/") as served,
        browse(served, shared_office, human) as browser,
    ):
        for origin, status in (
            ("https://board.example:8443", 303),
            ("https://board.example", 403),
            ("https://board.example:8444", 403),
        ):
            todo = shared_office.create(endpoint)
            answer = browser.http.post(
                f"/todos/{todo}/claim", data={"csrf": browser.csrf}, headers={"Origin": origin}
            )
            assert answer.status_code == status


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/json",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded2",
        "",
    ],
)
def test_another_content_type_is_415_and_changes_nothing(
    shared_office: Office, browser: Browser, endpoint: Endpoint, kind: str
) -> None:
    todo = shared_office.create(endpoint)
    before = holdings(shared_office, browser.human)
    for path, fields in posts(browser, endpoint, todo):
        body = urlencode({"csrf": browser.csrf, **fields}, doseq=True)
        answer = browser.http.post(path, content=body, headers={"Content-Type": kind})
        assert answer.status_code == 415
    assert holdings(shared_office, browser.human) == before


def test_a_charset_beside_the_type_is_fine(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    kind = {"Content-Type": "Application/X-WWW-Form-URLencoded; charset=UTF-8"}
    answer = browser.http.post(f"/todos/{todo}/claim", content=f"csrf={browser.csrf}", headers=kind)
    assert answer.status_code == 303


def test_a_body_of_more_than_1_mib_is_413(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    before = shared_office.todo(todo)
    start = f"csrf={browser.csrf}&summary=".encode()
    too_much = start + b"x" * (1024 * 1024 - len(start) + 1)

    def chunks(body: bytes) -> Iterator[bytes]:
        for place in range(0, len(body), 65536):
            yield body[place : place + 65536]

    for path in (f"/todos/{todo}/claim", "/todos", "/sign-out", "/sign-in"):
        # With its length told, and in chunks.
        for body in (too_much, chunks(too_much)):
            answer = browser.http.post(path, content=body, headers=FORM_TYPE)
            assert answer.status_code == 413
    assert shared_office.todo(todo) == before
    answer = browser.http.post(f"/todos/{todo}/claim", content=too_much[:-1], headers=FORM_TYPE)
    assert answer.status_code == 303


@pytest.mark.parametrize(
    "body",
    [
        b"\xff=1",
        b"title=%ff",
        b"title=%ed%a0%80",
        "&".join(f"a{n}=1" for n in range(MAX_FIELDS + 1)).encode(),
    ],
    ids=["bytes", "escapes", "surrogate", "fields"],
)
def test_a_form_that_cannot_be_read_is_400(browser: Browser, body: bytes) -> None:
    body = f"csrf={browser.csrf}&".encode() + body
    answer = browser.http.post("/todos", content=body, headers=FORM_TYPE)
    assert (answer.status_code, Dom(answer.text).first("p").said) == (
        400,
        "the form cannot be read",
    )


def test_nul_is_refused_wherever_it_may_be_put(
    shared_office: Office, browser: Browser, endpoint: Endpoint
) -> None:
    todo = shared_office.create(endpoint)
    before = holdings(shared_office, browser.human)
    for path, fields in posts(browser, endpoint, todo):
        for name in ("csrf", *fields):
            sent = {"csrf": browser.csrf, **fields, name: "a\x00b"}
            answer = browser.http.post(path, data=sent)
            assert answer.status_code == 400
    for name in ("filter", "q", "queue", "endpoint", "before"):
        assert browser.get("/todos", **{name: "a\x00b"}).status_code == 400
    for name in ("page", "filter", "q", "queue", "endpoint", "before", "todo"):
        assert browser.get("/events", **{name: "a\x00b"}).status_code == 400
    assert holdings(shared_office, browser.human) == before


# --- rates ---


def test_forms_come_30_at_once_for_each_human(shared_office: Office) -> None:
    """Behaviour 6: 3 a second on average, 30 at once; a second one of the human shares them."""
    human, other = (new_human(shared_office) for _ in range(2))
    with (
        # What bounds an address is out of the way.
        serving(shared_office.database, rate_limit_ip=Rate(1e6, 10**6)) as served,
        browse(served, shared_office, human) as browser,
        browse(served, shared_office, human) as second,
        browse(served, shared_office, other) as others,
    ):
        answers = [browser.post("/todos/unknown/retry") for _ in range(29)]
        assert [a.status_code for a in answers] == [404] * 29
        # While they were sent some have come back: the bucket is empty when it says so.
        for _ in range(100):
            answer = browser.post("/todos/unknown/retry")
            if answer.status_code == 429:
                break
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "1"
        assert Dom(answer.text).first("h1").said == "429"
        assert second.post("/todos/unknown/retry", True).status_code == 429
        assert others.post("/todos/unknown/retry").status_code == 404
        assert browser.get("/todos").status_code == 200


def test_the_rate_of_forms_is_3_a_second() -> None:
    from switchboard.board.app import FORM_RATE

    assert Rate(3, 30) == FORM_RATE


def test_an_address_is_limited_before_anything_is_asked(shared_office: Office) -> None:
    """Nobody tries out sign-in tokens by the thousand."""
    with (
        serving(shared_office.database, rate_limit_ip=Rate(0.001, 5)) as served,
        served.http() as http,
    ):
        link = new_link(shared_office, new_human(shared_office))
        page = http.get("/sign-in", params={"token": link})
        csrf = Dom(page.text).first("input", name="csrf").attributes["value"]
        for _ in range(4):
            sent = {"csrf": csrf, "token": secrets.token_urlsafe(32)}
            assert http.post("/sign-in", data=sent).status_code == 401
        for answer in (
            http.post("/sign-in", data={"csrf": csrf, "token": link}),
            http.get("/sign-in"),
            http.get("/todos"),
            http.get("/events"),
            http.post("/sign-out"),
        ):
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        assert http.get("/healthz").status_code == 200


def test_a_human_may_have_so_many_streams(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("switchboard.board.live.MAX_STREAMS_OF_A_HUMAN", 1)

    def status() -> int:
        with browser.http.stream("GET", "/events") as stream:
            return stream.status_code

    with browser.http.stream("GET", "/events") as first:
        lines = first.iter_lines()
        assert next(lines) == "event: open"
        assert status() == 429
    wait_until(lambda: status() == 200, "the server to notice that a client is gone")
