"""Fixtures of the server's tests.

`office` has a database of its own; `served` and `endpoint` share a database and a server with
the other tests of their file, and each test gets an endpoint of its own.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from boarding import Browser, Human, browse, new_human
from serving import Endpoint, Office, Served, SharedDatabase, serving

COUNT = itertools.count(1)
# What these test does not depend on PostgreSQL's major version, so one of them is enough.
ON_ONE_MAJOR = {
    "test_a2ui",
    "test_board",
    "test_board_browser",
    "test_board_forms",
    "test_board_isolation",
    "test_board_live",
    "test_board_review",
    "test_board_sign_in",
    "test_board_sizes",
    "test_board_words",
    "test_clients",
    "test_cli",
    "test_database",
    "test_first_run",
    "test_doorbell",
    "test_mcp",
    "test_memory",
    "test_metrics",
    "test_resources",
    "test_server",
    "test_sweeper",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    majors = {item: item.callspec.params["cluster"] for item in items if _has_major(item)}
    newest = max(majors.values(), default=None)
    if older := [item for item, major in majors.items() if major != newest]:
        config.hook.pytest_deselected(items=older)
        items[:] = [item for item in items if item not in older]


def _has_major(item: pytest.Item) -> bool:
    params = getattr(getattr(item, "callspec", None), "params", {})
    return "cluster" in params and item.module.__name__ in ON_ONE_MAJOR


@pytest.fixture
def office(database: Any) -> Office:
    return Office(database)


@pytest.fixture(scope="module")
def shared_office(cluster: Any) -> Iterator[Office]:
    database = SharedDatabase(cluster)
    yield Office(database)
    database.drop()


@pytest.fixture(scope="module")
def served(shared_office: Office) -> Iterator[Served]:
    with serving(shared_office.database) as served:
        yield served


@pytest.fixture
def endpoint(shared_office: Office) -> Endpoint:
    return shared_office.vend(f"e{next(COUNT)}")


@pytest.fixture
def visit(served: Served, shared_office: Office) -> Iterator[Callable[..., Browser]]:
    """Sign a human in, a new one unless one is given."""
    with ExitStack() as stack:

        def visit(human: Human | None = None) -> Browser:
            human = human or new_human(shared_office)
            return stack.enter_context(browse(served, shared_office, human))

        yield visit
