"""Files and functions are the same set, and each file has the form that the house asks for."""

import re
from typing import Any

import pytest
from sources import FUNCTIONS, Source, read

FOLDERS = {"transition", "read", "sweep", "admin", "internal"}
TRANSITION_HEADER = ["transition", "who calls", "locks", "tables", "errors"]


@pytest.fixture(scope="module")
def functions(shared: Any) -> list[str]:
    rows = shared.connect().execute(
        "select proname::text from pg_proc where pronamespace = 'switchboard'::regnamespace"
    )
    return sorted(row[0] for row in rows)


@pytest.fixture(params=read(), ids=lambda source: source.name)
def source(request: pytest.FixtureRequest) -> Source:
    file: Source = request.param
    return file


def test_files_are_functions_without_overloads(functions: list[str]) -> None:
    assert functions == sorted(source.name for source in read())


def test_files_stand_in_their_folders() -> None:
    assert {source.folder for source in read()} == FOLDERS
    assert all(source.path.parent.parent == FUNCTIONS for source in read())
    assert [s.name for s in read() if s.name.startswith("_") == s.public] == []


def test_the_file_defines_one_function_of_its_name(source: Source) -> None:
    made = re.findall(
        r"^create or replace function switchboard\.(\w+)\(", source.text, re.MULTILINE
    )
    assert made == [source.name]
    assert f"\ncomment on function switchboard.{source.name} is" in source.text
    assert f"\nrevoke all on function switchboard.{source.name} from public;\n" in source.text
    grants = re.findall(
        rf"\ngrant execute on function switchboard\.{source.name}\s+to ", source.text
    )
    assert len(grants) == source.public
    # Nothing else in it: five statements at most, of these kinds.
    rest = source.text.replace("$$" + re.findall(r"\$\$(.*?)\$\$", source.text, re.DOTALL)[0], "")
    verbs = re.findall(r"^(create|comment|revoke|grant|alter|drop|insert|do)\b", rest, re.MULTILINE)
    assert verbs == ["create", "comment", "revoke", "grant"][: 3 + source.public]


def test_the_header_says_what_a_reader_must_know(source: Source) -> None:
    said = [found[1] for line in source.header if (found := re.match(r"-- ([a-z ]+): ", line))]
    if source.folder == "sweep":
        assert said[:4] == TRANSITION_HEADER[:4]
    elif source.folder == "transition" or (source.public and "transition" in said):
        assert said == TRANSITION_HEADER
    elif source.public:
        assert said[0] == "who calls"


def test_no_body_builds_sql(source: Source) -> None:
    """Cases B1.7."""
    assert not re.search(r"\bexecute\b", re.sub(r"'[^']*'", "", source.body))
    assert not re.search(r"\b(query|cursor)_to_xml|\bdblink", source.body)


def test_a_state_is_set_by_transitions_and_sweeps_alone() -> None:
    setting = r"update switchboard\.todos as \w+ set\b[^;]*?\n\s*(state) ="
    setters = {source.name: source.folder for source in read() if re.search(setting, source.body)}
    assert set(setters.values()) == {"transition", "internal", "sweep"}
    assert "_claim" in setters  # the search finds what it looks for
    inserts = {source.name for source in read() if "insert into switchboard.todos " in source.body}
    assert inserts == {"_create_todo"}


def test_a_todo_is_updated_by_its_key_alone(source: Source) -> None:
    """Cases S55: the row was locked before, and what may happen to it checked under the lock."""
    for update in re.findall(r"update switchboard\.todos as t set\b[^;]*;", source.body):
        assert re.search(r"where t\.id = (p_todo_id|p_todo\.id|any\(v_ids\))(\n|;)", update)
        if "v_ids" in update:
            before = source.body[: source.body.index(update)]
            assert "into v_ids" in before
            assert re.search(r"order by t\.id\s+for no key update", before)
