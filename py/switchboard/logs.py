"""Logging of the server: to stderr, and without what clients or the database say.

An exception's text can hold a row, an argument or a credential, so tracebacks show types and
places only.
"""

import logging
import traceback
from types import TracebackType

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlaceFormatter(logging.Formatter):
    """Formats an exception as its type and the places it passed, never its message."""

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802
        """Return one line for each frame and one for each exception of the chain."""
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            for frame in traceback.extract_tb(error.__traceback__):
                lines.append(f"  {frame.filename}:{frame.lineno} in {frame.name}")
            lines.append(type(error).__name__)
            error = error.__cause__ or error.__context__
        return "\n".join(lines)


class Failures:
    """Logs the first of a run of failures, not those that follow it; its end, if ``over`` is given.

    ``failed`` and ``over`` begin the lines. Of an error only type and SQLSTATE are told.
    """

    def __init__(self, logger: logging.Logger, failed: str, over: str | None = None) -> None:
        self._logger = logger
        self._failed = failed
        self._over = over
        self._failing = False

    def add(self, error: BaseException) -> None:
        """Note a failure."""
        if not self._failing:
            self._failing = True
            sqlstate = getattr(error, "sqlstate", None)
            self._logger.error(
                "%s error=%s sqlstate=%s", self._failed, type(error).__name__, sqlstate
            )

    def end(self) -> None:
        """Note a success."""
        if self._failing and self._over is not None:
            self._logger.info(self._over)
        self._failing = False


def configure() -> None:
    """Send the log to stderr. Libraries are heard from WARNING on, the MCP SDK from ERROR on.

    The SDK's warnings name session ids.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(PlaceFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("switchboard").setLevel(logging.INFO)
    logging.getLogger("mcp").setLevel(logging.ERROR)
