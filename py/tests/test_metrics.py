"""The numbers over HTTP; what they count is tested in db/tests/queue_metrics."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from serving import Endpoint, Office, Served, serving, wait_until
from switchboard import metrics

TOKEN = "scrape-" + "x" * 32
DOCS = Path(__file__).parents[2] / "docs"
OURS = re.compile(r"switchboard_\w+")
MATCHER = re.compile(r'(\w+)(?:=|!=|=~|!~)"([^"]*)"')

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def served(office: Office) -> Iterator[Served]:
    with serving(office.database, metrics_token=TOKEN) as served:
        yield served


@pytest.fixture
def endpoint(office: Office) -> Endpoint:
    return office.vend()


def get(served: Served, authorization: str | None = f"Bearer {TOKEN}") -> httpx2.Response:
    headers = {} if authorization is None else {"Authorization": authorization}
    return httpx2.get(f"{served.url}/metrics", headers=headers, timeout=60)


def scrape(served: Served) -> Samples:
    """Return every sample; fail when the text is malformed or a series is there twice."""
    answer = get(served)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    found: Samples = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            key = sample.name, frozenset(sample.labels.items())
            assert key not in found
            found[key] = sample.value
    return found


def of(samples: Samples, name: str) -> dict[str, float]:
    """Return the series of one family: label values without the queue → number."""
    return {
        ",".join(v for k, v in sorted(labels) if k != "queue"): value
        for (found, labels), value in samples.items()
        if found == name
    }


def live(office: Office, endpoint: Endpoint) -> None:
    """One todo for each way to end, and a lease that is taken over."""
    call = office.conn.execute
    for end in ("complete", "fail", "release", "cancel", "reap", "take", "keep"):
        todo_id = office.create(endpoint, source="ci")
        call("select switchboard.claim(%s, %s)", (endpoint.id, todo_id))
        if end in ("complete", "fail", "release"):
            call(f"select switchboard.{end}(%s, %s)", (endpoint.id, todo_id))
        elif end == "cancel":
            human = office.one("select human_id from switchboard.find_todo(%s)", todo_id)
            call("select switchboard.owner_cancel(%s, %s)", (human, todo_id))
        elif end == "reap":
            office.lapse(todo_id)
            call("select switchboard.reap_expired()")
        elif end == "take":
            office.lapse(todo_id)
            call("select switchboard.claim(%s, %s)", (endpoint.id, todo_id))
    call("select switchboard.relay_events(3)")  # some are counted, others wait


def test_the_families(served: Served, office: Office, endpoint: Endpoint) -> None:
    """Behaviour 5, [122]: one life of todos, read in the middle of the relay's work."""
    live(office, endpoint)
    found = scrape(served)
    assert of(found, "switchboard_todos_created_total") == {"ci": 7}
    assert of(found, "switchboard_todos_claimed_total") == {"": 8}
    assert of(found, "switchboard_todos_completed_total") == {"complete": 1, "fail": 1}
    assert of(found, "switchboard_todo_leases_expired_total") == {"": 2}
    assert of(found, "switchboard_todo_attempts_total") == {"1": 7, "2": 1}
    closed = of(found, "switchboard_todo_attempts_closed_total")
    ends = ("completed", "failed", "released", "canceled", "reaped", "lease_expired")
    assert closed == dict.fromkeys(ends, 1)
    assert of(found, "switchboard_queue_todos") == {
        "pending": 2,
        "claimed": 2,
        "done": 1,
        "failed": 1,
    }
    assert of(found, "switchboard_queue_leases") == {"running": 2, "lapsed": 0}
    assert of(found, "switchboard_queue_dead_letters") == {"": 0}
    assert of(found, "switchboard_queue_oldest_pending_seconds")[""] > 0
    assert of(found, "switchboard_queue_oldest_claimable_seconds")[""] > 0
    assert of(found, "switchboard_metrics_collection_errors_total") == {"queue": 0}
    assert of(found, "process_resident_memory_bytes")[""] > 0
    assert not [name for name, _ in found if name.endswith("_created")]
    labels = {key for name, labels in found if name.startswith("switchboard_") for key, _ in labels}
    # The last only where this process has met an error, in other tests.
    labels.discard("class")
    assert labels == {"queue", "source", "outcome", "attempt_bucket", "state", "collector"}


def test_the_numbers_survive_the_server(office: Office, endpoint: Endpoint) -> None:
    live(office, endpoint)
    both = []
    for _ in range(2):
        with serving(office.database, metrics_token=TOKEN) as served:
            both.append(of(scrape(served), "switchboard_todo_attempts_closed_total"))
    assert both[0] == both[1]


@pytest.mark.usefixtures("endpoint")
def test_an_unused_queue_has_zeros_and_no_counters(served: Served) -> None:
    """[128]"""
    found = scrape(served)
    zeros = dict.fromkeys(("pending", "claimed", "done", "failed"), 0)
    assert of(found, "switchboard_queue_todos") == zeros
    assert of(found, "switchboard_queue_oldest_pending_seconds") == {"": 0}
    assert not [name for name, _ in found if name.startswith("switchboard_todo")]


def test_without_any_queue_the_rest_is_there(served: Served) -> None:
    found = scrape(served)
    assert of(found, "switchboard_relay_events_waiting") == {"": 0}
    assert of(found, "switchboard_queue_todos") == {}


def test_a_failing_read_leaves_no_stale_number(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    """[127]"""
    live(office, endpoint)
    right = "execute on function switchboard.queue_metrics from"
    roles = "switchboard_shim, switchboard_operator"
    before = scrape(served)
    office.conn.execute(f"revoke {right} {roles}")
    for failures in (1, 2):
        found = scrape(served)
        assert of(found, "switchboard_metrics_collection_errors_total") == {"queue": failures}
        names = {name for name, _ in found if name.startswith("switchboard_")}
        assert names == {
            "switchboard_metrics_collection_errors_total",
            "switchboard_database_errors_total",
        }
        assert of(found, "switchboard_database_errors_total")["42"] >= failures
        assert of(found, "process_resident_memory_bytes")
    office.conn.execute(f"grant {right.replace('from', 'to')} {roles}")
    found = scrape(served)
    assert of(found, "switchboard_queue_todos") == of(before, "switchboard_queue_todos")
    assert of(found, "switchboard_metrics_collection_errors_total") == {"queue": 2}


@pytest.mark.usefixtures("endpoint")
def test_a_late_answer_counts_as_none(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """[127], and no fifth scrape beside four that wait."""
    monkeypatch.setattr(metrics.Metrics.__init__, "__defaults__", (2.0,))
    answers: list[httpx2.Response] = []
    with serving(office.database, metrics_token=TOKEN, pool_size=6) as served:
        held = office.database.connect()
        held.autocommit = False
        held.execute("lock table switchboard.queue_labels in access exclusive mode")
        waiting = (
            "select count(*) from pg_stat_activity"
            " where wait_event_type = 'Lock' and strpos(query, 'queue_metrics') > 0"
        )
        threads = [threading.Thread(target=lambda: answers.append(get(served))) for _ in range(4)]
        for thread in threads:
            thread.start()
        wait_until(lambda: office.one(waiting) == 4, "four scrapes to wait")
        assert get(served).status_code == 503
        for thread in threads:
            thread.join()
        held.rollback()
        assert [answer.status_code for answer in answers] == [200] * 4
        assert "switchboard_queue_todos" not in answers[0].text
        found = scrape(served)
        assert of(found, "switchboard_metrics_collection_errors_total") == {"queue": 4}
        assert of(found, "switchboard_queue_todos")


def test_only_the_token_opens(served: Served, endpoint: Endpoint) -> None:
    refused = [
        None,
        "",
        TOKEN,
        f"Bearer {TOKEN}x",
        f"bearer {TOKEN}",
        f"Bearer  {TOKEN}",
        f"Bearer {endpoint.credential}",
        "Bearer",
    ]
    for authorization in refused:
        answer = get(served, authorization)
        assert (answer.status_code, answer.content) == (401, b""), authorization
        assert answer.headers["www-authenticate"] == "Bearer"
    assert get(served).headers["cache-control"] == "no-store"
    assert httpx2.post(f"{served.url}/metrics").status_code == 405


def test_without_a_token_it_is_closed(office: Office) -> None:
    with serving(office.database) as served:
        for authorization in (None, "Bearer", "Bearer None"):
            assert get(served, authorization).status_code == 401


def test_rules_and_dashboard_name_what_is_served(
    served: Served, office: Office, endpoint: Endpoint
) -> None:
    live(office, endpoint)
    text = get(served).text
    families = {f"{line.split()[2]}" for line in text.splitlines() if line.startswith("# TYPE")}
    rules = yaml.safe_load((DOCS / "prometheus" / "switchboard.rules.yml").read_text())
    asked = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    assert len(asked) >= 8
    board = json.loads((DOCS / "grafana" / "switchboard.json").read_text())
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for expression in asked for name in OURS.findall(expression)}
    table = set(re.findall(r"^\| `(switchboard_\w+)`", (DOCS / "operations.md").read_text(), re.M))
    ours = {name for name in families if name.startswith("switchboard_")}
    assert named <= ours
    assert table == ours
    labels = {key for name, values in scrape(served) if name in ours for key, _ in values}
    values = {value for name, values in scrape(served) if name in ours for _, value in values}
    matched = {pair for expression in asked for pair in MATCHER.findall(expression)}
    assert {name for name, _ in matched} <= labels | {"job"}  # Prometheus adds that one
    assert {value for _, value in matched if not value.startswith("$")} <= values
    # Whose data source it is, its user says.
    uids = re.findall(r'"datasource":\s*\{[^}]*?"uid":\s*"([^"]*)"', json.dumps(board))
    assert len(uids) >= len(board["panels"])
    assert set(uids) == {"${datasource}"}
