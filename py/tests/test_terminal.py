import json
import unicodedata

import pytest
from switchboard.terminal import as_json, visible

# What a terminal obeys: colours, title, clearing, links, C1, bells, line ends, text direction.
HOSTILE = [
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[H",
    "\x1b]8;;https://evil.example\x07link\x1b]8;;\x07",
    "\x9b31m",
    "back\x08space",
    "over\rwrite",
    "del\x7f",
    "nul\x00",
    "right\u202eleft\u2066\u2069",
    "line\u2028break\u2029",
    "mark\u200eand\ufeff",
    "tag\U000e0041",
    "lone\ud800",
]


def obeyed(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_terminal_obeys_is_shown_as_an_escape(text: str) -> None:
    assert obeyed(visible(text)) == set()
    assert visible(text).encode().decode("unicode_escape") == text


@pytest.mark.parametrize("text", ["Grüße, 世界", "👩\u200d💻", "ख\u200cक", "[bold]:smile:[/]"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_lines_and_tabs_stay_only_on_request() -> None:
    assert visible("a\nb\tc\r") == "a\\nb\\tc\\r"
    assert visible("a\nb\tc\r", keep="\n\t") == "a\nb\tc\\r"


@pytest.mark.parametrize("text", HOSTILE)
def test_json_has_its_own_escapes_and_says_the_same(text: str) -> None:
    printed = as_json({"title": [text]})
    assert obeyed(printed) <= {"\n"}
    assert json.loads(printed) == {"title": [text]}


def test_json_keeps_letters_readable() -> None:
    assert as_json(["Grüße, 世界"]) == '[\n  "Grüße, 世界"\n]'
