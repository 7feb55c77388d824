"""Memory of the server process, measured from outside.

The suite runs a reduced count; `pytest -m slow py/tests/test_memory.py` runs the figures of the
bar: 10,000 calls over 20 connections, and 10,000 legacy sessions opened and abandoned.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx2
import pytest
from serving import DEADLINE, Endpoint, Office, ServeProcess, initialize, modern, serve_process

LIMIT_MB = 200.0
# What may come on top once the process has seen everything: allocator noise, not a leak.
NOISE_MB = 8.0


@pytest.fixture
def process(office: Office) -> Iterator[ServeProcess]:
    with serve_process(
        SWITCHBOARD_DATABASE_URL=office.database.dsn_as("tests_server"),
        SWITCHBOARD_RATE_LIMIT_ENDPOINT="off",
        SWITCHBOARD_RATE_LIMIT_IP="off",
    ) as process:
        yield process


def many_calls(url: str, endpoint: Endpoint, count: int, connections: int) -> None:
    def some(_: int) -> None:
        headers = {"Authorization": f"Bearer {endpoint.credential}"}
        with httpx2.Client(base_url=url, headers=headers, timeout=DEADLINE) as http:
            for _ in range(count // connections // 2):
                for tool in ("list_todos", "claim_next"):
                    answer = modern(http, endpoint.slug, "tools/call", name=tool, arguments={})
                    assert answer.status_code == 200

    with ThreadPoolExecutor(connections) as threads:
        list(threads.map(some, range(connections)))


def many_sessions(url: str, endpoints: list[Endpoint], count: int) -> None:
    with ExitStack() as stack:
        clients = [
            stack.enter_context(
                httpx2.Client(
                    base_url=url,
                    headers={"Authorization": f"Bearer {endpoint.credential}"},
                    timeout=DEADLINE,
                )
            )
            for endpoint in endpoints
        ]
        for number in range(count):
            which = number % len(endpoints)
            initialize(clients[which], endpoints[which].slug)


def measure(process: ServeProcess, office: Office, calls: int, sessions: int) -> dict[str, float]:
    """Return resident MB: at start, after the calls, after half of the sessions, after all."""
    url = process.wait_ready()
    endpoints = [office.vend(f"m{number}") for number in range(12)]
    figures = {"start": process.resident_mb()}
    many_calls(url, endpoints[0], calls, 20)
    figures["calls"] = process.resident_mb()
    many_sessions(url, endpoints, sessions // 2)
    figures["half"] = process.resident_mb()
    many_sessions(url, endpoints, sessions - sessions // 2)
    figures["all"] = process.resident_mb()
    process.stop()
    return figures


def test_calls_and_abandoned_sessions_stay_small(process: ServeProcess, office: Office) -> None:
    figures = measure(process, office, calls=400, sessions=600)
    assert max(figures.values()) < LIMIT_MB, figures


@pytest.mark.slow
def test_memory_does_not_grow(process: ServeProcess, office: Office) -> None:
    figures = measure(process, office, calls=10_000, sessions=10_000)
    print(figures)
    assert max(figures.values()) < LIMIT_MB, figures
    assert figures["all"] - figures["half"] < NOISE_MB, figures
