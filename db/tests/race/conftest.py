"""One stage per file and major: its tests use todos and endpoints of their own."""

from collections.abc import Iterator
from typing import Any

import pytest
from sessions import Stage


@pytest.fixture(scope="module")
def shared_stage(shared: Any) -> Stage:
    return Stage(shared)


@pytest.fixture
def stage(shared_stage: Stage) -> Iterator[Stage]:
    yield shared_stage
    shared_stage.clear()
