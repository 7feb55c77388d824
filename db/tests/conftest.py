"""What the Python tests of the database share: one database for all tests of a file."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest


class SharedDatabase:
    """A migrated database, as the root conftest's `database` is for one test."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.name = server.clone()
        self._connections: list[psycopg.Connection[Any]] = []

    def connect(self, user: str | None = None, **options: Any) -> psycopg.Connection[Any]:
        """Connect as the superuser or as a login such as `tests_agent`; closed at the end."""
        dsn = self.server.dsn(self.name, user)
        conn = psycopg.connect(dsn, **{"autocommit": True, **options})
        self._connections.append(conn)
        return conn

    def drop(self) -> None:
        for conn in self._connections:
            conn.close()
        self.server.drop_database(self.name)


@pytest.fixture(scope="module")
def shared(cluster: Any) -> Iterator[SharedDatabase]:
    """A database for all tests of a file, once per major."""
    database = SharedDatabase(cluster)
    yield database
    database.drop()
