import pytest
from switchboard.errors import Refusal
from switchboard.hosts import allowed_hosts, check_host
from switchboard.settings import Settings

ALLOWED = allowed_hosts(Settings(public_url="https://Todo.example:8443/base"))


def check(*headers: tuple[bytes, bytes], opaque: bool = False) -> int:
    try:
        check_host({"headers": list(headers)}, ALLOWED, opaque)
    except Refusal as refusal:
        return refusal.status
    return 200


@pytest.mark.parametrize(
    "host",
    [
        b"localhost",
        b"localhost:8080",
        b"127.0.0.1:1",
        b"[::1]:8080",
        b"LOCALHOST:8080",
        b"todo.example",
        b"todo.example:443",
    ],
)
def test_a_known_host_is_let_in(host: bytes) -> None:
    assert check((b"host", host)) == 200


@pytest.mark.parametrize(
    "host",
    [
        b"evil.example",
        b"evil.example:8080",
        b"localhost.evil.example",
        b"localhost@evil.example",
        b"evil.example@localhost",
        b"localhost:port",
        b"localhost/x",
        b"",
        b"\xff",
        b"[::1",
    ],
)
def test_any_other_host_is_421(host: bytes) -> None:
    assert check((b"host", host)) == 421


def test_two_hosts_or_none_are_421() -> None:
    assert check((b"host", b"localhost"), (b"host", b"localhost")) == 421
    assert check() == 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (b"http://localhost:3000", 200),
        (b"https://todo.example", 200),
        (b"null", 403),
        (b"https://evil.example", 403),
        (b"file://localhost", 403),
        (b"http://localhost@evil.example", 403),
        (b"http://localhost/path", 403),
        (b"", 403),
    ],
)
def test_a_foreign_origin_is_403(origin: bytes, status: int) -> None:
    assert check((b"host", b"localhost"), (b"origin", origin)) == status


def test_an_opaque_origin_is_let_in_where_it_is_expected_and_no_other_is() -> None:
    host = (b"host", b"localhost")
    assert check(host, (b"origin", b"null"), opaque=True) == 200
    for origin in (b"https://evil.example", b"", b"null/", b"file://localhost"):
        assert check(host, (b"origin", origin), opaque=True) == 403
    assert check((b"host", b"evil.example"), (b"origin", b"null"), opaque=True) == 421


def test_the_host_that_we_listen_on_is_allowed_but_not_every_address() -> None:
    assert "10.1.2.3" in allowed_hosts(Settings(host="10.1.2.3"))
    assert "0.0.0.0" not in allowed_hosts(Settings(host="0.0.0.0"))
