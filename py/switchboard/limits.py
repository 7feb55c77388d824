"""Rate limits: a token bucket for each endpoint and for each client address."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from switchboard.settings import Rate

# Buckets kept; the one unused longest goes first, and a bucket that nobody uses is full anyway.
MAX_BUCKETS = 10_000


class RateLimiter:
    """Counts calls by key. Without a rate it admits everything."""

    def __init__(self, rate: Rate | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admits(self, key: str) -> bool:
        """Take one call from the key's bucket; false when it is empty."""
        if self._rate is None:
            return True
        now = self._clock()
        tokens, then = self._buckets.pop(key, (float(self._rate.burst), now))
        tokens = min(self._rate.burst, tokens + (now - then) * self._rate.per_second)
        admitted = tokens >= 1
        self._buckets[key] = (tokens - 1 if admitted else tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return admitted


def address_key(client: tuple[str, int] | None) -> str:
    """Return the key of a client address. One IPv6 customer owns a /64, so that is one key."""
    if client is None:
        return "unknown"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0]
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))
