import pytest
from switchboard import limits
from switchboard.limits import RateLimiter, address_key
from switchboard.settings import Rate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_the_rate() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(20, 40), clock)
    assert [limiter.admits("a") for _ in range(41)] == [True] * 40 + [False]
    clock.now = 1.0
    assert sum(limiter.admits("a") for _ in range(40)) == 20


def test_waiting_never_gives_more_than_the_burst() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(20, 40), clock)
    limiter.admits("a")
    clock.now = 1e6
    assert sum(limiter.admits("a") for _ in range(100)) == 40


def test_keys_do_not_share() -> None:
    limiter = RateLimiter(Rate(1, 1), Clock())
    assert limiter.admits("a")
    assert not limiter.admits("a")
    assert limiter.admits("b")


def test_off_admits_everything() -> None:
    limiter = RateLimiter(None)
    assert all(limiter.admits("a") for _ in range(1000))


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 3)
    limiter = RateLimiter(Rate(1, 1), Clock())
    for key in "abcd":
        limiter.admits(key)
    assert len(limiter._buckets) == 3
    assert limiter.admits("a")


def test_addresses_become_keys() -> None:
    assert address_key(("10.0.0.1", 5)) == "10.0.0.1"
    assert address_key(("2001:db8::1", 5)) == address_key(("2001:db8::ffff", 6))
    assert address_key(("2001:db8::1", 5)) != address_key(("2001:db8:0:1::1", 5))
    assert address_key(("not an address", 0)) == "not an address"
    assert address_key(None) == "unknown"
