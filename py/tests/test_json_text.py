import pytest
from switchboard import json_text


@pytest.mark.parametrize(
    "text",
    ['{"a":[1,2.5,null,true,"é"]}', str(2**53 + 1), "1" + "0" * 400, "0.1", '"\\\\u0000"'],
)
def test_values_survive(text: str) -> None:
    assert json_text.dumps(json_text.loads(text)) == text


def test_a_number_that_python_cannot_hold_becomes_its_text() -> None:
    digits = "9" * 5000
    assert json_text.loads(f'{{"n":{digits}}}') == {"n": digits}
    assert json_text.loads("9" * 400 + ".5") == "9" * 400 + ".5"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_is_not_json_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text.dumps(value)


def test_deep_nesting_is_refused_without_a_crash() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(ValueError, match="deep"):
        json_text.dumps(value)
