"""Open event streams, so that a shutdown or a revoked credential can end them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
import psycopg

from switchboard.auth import authenticate
from switchboard.database import Pool
from switchboard.errors import Refusal

logger = logging.getLogger(__name__)

# Seconds between two looks at the credentials of open streams.
LOOK_EVERY = 5.0


class OpenStreams:
    """The streams that are open now, by the credential that opened them."""

    def __init__(self) -> None:
        self._scopes: dict[bytes, set[anyio.CancelScope]] = {}

    @contextmanager
    def hold(self, credential_hash: bytes) -> Iterator[anyio.CancelScope]:
        """Run a stream; the block ends early when the stream is closed from here."""
        scope = anyio.CancelScope()
        self._scopes.setdefault(credential_hash, set()).add(scope)
        try:
            with scope:
                yield scope
        finally:
            scopes = self._scopes[credential_hash]
            scopes.discard(scope)
            if not scopes:
                del self._scopes[credential_hash]

    def close(self, credential_hash: bytes) -> None:
        """End the streams of one credential."""
        for scope in self._scopes.get(credential_hash, ()):
            scope.cancel()

    def keys(self) -> list[bytes]:
        """Return the credentials that have a stream open."""
        return list(self._scopes)

    def close_all(self) -> None:
        """End every stream."""
        for credential_hash in self.keys():
            self.close(credential_hash)

    async def close_revoked(self, pool: Pool, every: float = LOOK_EVERY) -> None:
        """Until cancelled, end the streams whose credential is no longer valid."""
        while True:
            await anyio.sleep(every)
            for credential_hash in self.keys():
                try:
                    await authenticate(pool, credential_hash)
                except Refusal:
                    self.close(credential_hash)
                except psycopg.Error as error:
                    logger.error("checking open streams failed: sqlstate=%s", error.sqlstate)
