"""Fixtures of the server's tests. The databases come from the root conftest."""

from collections.abc import Iterator
from typing import Any

import pytest
from serving import Endpoint, Office, Served, serving


@pytest.fixture
def office(database: Any) -> Office:
    return Office(database)


@pytest.fixture
def endpoint(office: Office) -> Endpoint:
    return office.vend()


@pytest.fixture
def served(database: Any) -> Iterator[Served]:
    with serving(database) as served:
        yield served
