import json

import pytest
from switchboard.gate import repair


@pytest.mark.parametrize(
    ("sent", "repaired"),
    [
        (r'"\ud83d"', r'"\u0000"'),
        (r'"a\uD83Db\udc00c"', r'"a\u0000b\u0000c"'),
        (r'"\ud83d\ude00"', r'"\ud83d\ude00"'),
        (r'"\ud83d\ud83d\ude00"', r'"\u0000\ud83d\ude00"'),
        (r'"\ude00\ud83d"', r'"\u0000\u0000"'),
        (r'"\\ud83d"', r'"\\ud83d"'),
        (r'"\\\ud83d"', r'"\\\u0000"'),
        (r'"\"\ud83d\n"', r'"\"\u0000\n"'),
        (r'"\ud83"', r'"\ud83"'),
        ("{", "{"),
    ],
)
def test_lone_surrogates_are_marked_and_nothing_else(sent: str, repaired: str) -> None:
    assert repair(sent.encode()) == repaired.encode()


@pytest.mark.parametrize("text", ["😀", "\\ud83d", 'a"b\\', "\x00", "é"])
def test_what_is_whole_stays_the_same(text: str) -> None:
    for body in (json.dumps({text: text}), json.dumps({text: text}, ensure_ascii=False)):
        assert repair(body.encode()) == body.encode()
