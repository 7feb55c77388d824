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


def configure() -> None:
    """Send the log to stderr. Libraries are heard from WARNING on, the MCP SDK from ERROR on.

    The SDK's warnings name session ids.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(PlaceFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("switchboard").setLevel(logging.INFO)
    logging.getLogger("mcp").setLevel(logging.ERROR)
