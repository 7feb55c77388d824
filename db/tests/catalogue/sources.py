"""The function files, as the catalogue tests read them."""

import re
from dataclasses import dataclass
from pathlib import Path

FUNCTIONS = Path(__file__).parents[2] / "functions"


@dataclass(frozen=True)
class Source:
    """One file of db/functions."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def folder(self) -> str:
        return self.path.parent.name

    @property
    def public(self) -> bool:
        return self.folder != "internal"

    @property
    def header(self) -> list[str]:
        """The comment lines at the top."""
        return re.match(r"(--[^\n]*\n)*", self.text)[0].splitlines()  # type: ignore[index]

    @property
    def body(self) -> str:
        """What stands between the dollars, without comments."""
        (body,) = re.findall(r"\$\$(.*?)\$\$", self.text, re.DOTALL)
        return re.sub(r"--[^\n]*", "", body)


def read() -> list[Source]:
    return [Source(path, path.read_text()) for path in sorted(FUNCTIONS.rglob("*.sql"))]
