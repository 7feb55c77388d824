"""``GET /metrics``: the numbers of `queue_metrics` and `service_metrics`, as Prometheus text.

The database keeps the counters, so restarts and other servers change nothing. Only two counters
are this process's own: failed readings, and database errors.
"""

import hmac
import logging
from collections.abc import Iterable, Iterator

import anyio
import psycopg
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from starlette.requests import Request
from starlette.responses import Response

from switchboard import calls, database
from switchboard.database import Pool, Row, call
from switchboard.logs import Failures
from switchboard.settings import Settings

logger = logging.getLogger(__name__)

# Scrapes at a time; more would only wait for each other.
MAX_IN_FLIGHT = 4
# Seconds that reading the numbers may take.
READ_TIMEOUT = 5.0

STATES = ("pending", "claimed", "done", "failed")
OUTCOMES = ("completed", "failed", "released", "lease_expired", "reaped", "canceled", "revoked")


class Metrics:
    """The numbers, for who has the bearer token of the settings; for nobody if there is none."""

    def __init__(self, pool: Pool, settings: Settings, timeout: float = READ_TIMEOUT) -> None:
        self._pool = pool
        self._timeout = timeout
        token = settings.metrics_token
        self._expected = f"Bearer {token.get_secret_value()}".encode() if token else None
        self._in_flight = 0
        self._failed_reads = 0
        self._failures = Failures(logger, "reading the metrics failed:")
        self._process = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._process)

    async def answer(self, request: Request) -> Response:
        """Answer one scrape: 401 without the token, 503 when four others are under way."""
        given = request.headers.get("authorization", "").encode("utf-8", "surrogateescape")
        if self._expected is None or not hmac.compare_digest(given, self._expected):
            return Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})
        if self._in_flight >= MAX_IN_FLIGHT:
            return Response(status_code=503, headers={"Retry-After": "1"})
        self._in_flight += 1
        try:
            numbers = await self._read()
        finally:
            self._in_flight -= 1
        scrape = _Scrape([*numbers, *self._own(), *self._process.collect()])
        return Response(generate_latest(scrape), media_type=CONTENT_TYPE_LATEST)

    async def _read(self) -> list[Metric]:
        """Read the numbers; none at all rather than old or partial ones [127]."""
        try:
            with anyio.fail_after(self._timeout):
                rows = await call(self._pool, calls.METRICS)
        except (psycopg.Error, TimeoutError) as error:
            self._failed_reads += 1
            self._failures.add(error)
            return []
        self._failures.end()
        return [*_of_queues([row for row in rows if row["queue"] is not None]), *_of_all(rows[0])]

    def _own(self) -> Iterator[Metric]:
        failed = CounterMetricFamily(
            "switchboard_metrics_collection_errors",
            "Scrapes that could not read the numbers.",
            labels=["collector"],
        )
        failed.add_metric(["queue"], self._failed_reads)
        yield failed
        errors = CounterMetricFamily(
            "switchboard_database_errors",
            "Database errors that calls of this process met, by SQLSTATE class; refusals are none.",
            labels=["class"],
        )
        for sqlstate_class, number in sorted(database.error_counts.items()):
            errors.add_metric([sqlstate_class], number)
        yield errors


class _Scrape:
    """A collector of what one scrape has found."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        """Return the metrics."""
        return self._metrics


def _of_queues(rows: list[Row]) -> Iterator[Metric]:
    """Make the families of behaviour 5. A counter that never counted has no series."""
    yield _counter(
        "switchboard_todos_created",
        "Todos created; a create that found its idempotency key is none.",
        ("queue", "source"),
        [((r["queue"], s), n) for r in rows for s, n in sorted(r["created_total"].items())],
    )
    yield _counter(
        "switchboard_todos_claimed",
        "Claims, takeovers included.",
        ("queue",),
        [((r["queue"],), r["claimed_total"]) for r in rows],
    )
    yield _counter(
        "switchboard_todos_completed",
        "Reports, good and bad.",
        ("queue", "outcome"),
        [
            ((r["queue"], outcome), r[column])
            for r in rows
            for outcome, column in (("complete", "completed_total"), ("fail", "failed_total"))
        ],
    )
    yield _counter(
        "switchboard_todo_leases_expired",
        "Leases that ended without a report: taken over or reaped.",
        ("queue",),
        [((r["queue"],), r["leases_expired_total"]) for r in rows],
    )
    yield _counter(
        "switchboard_todo_attempts",
        "Claims by the todo's attempt counter.",
        ("queue", "attempt_bucket"),
        [
            ((r["queue"], bucket), r[column])
            for r in rows
            for bucket, column in (
                ("1", "attempts_1_total"),
                ("2", "attempts_2_total"),
                ("3+", "attempts_3_total"),
            )
        ],
    )
    yield _counter(
        "switchboard_todo_attempts_closed",
        "Attempts closed, by outcome.",
        ("queue", "outcome"),
        [((r["queue"], o), r[f"closed_{o}_total"]) for r in rows for o in OUTCOMES],
    )
    yield _gauge(
        "switchboard_queue_todos",
        "Todos by state; failed are parked retries and dead letters.",
        ("queue", "state"),
        [((r["queue"], state), r[state]) for r in rows for state in STATES],
    )
    yield _gauge(
        "switchboard_queue_dead_letters",
        "Failed todos without a retry, waiting for a human.",
        ("queue",),
        [((r["queue"],), r["dead"]) for r in rows],
    )
    yield _gauge(
        "switchboard_queue_leases",
        "Claimed todos, by whether the lease runs or has lapsed.",
        ("queue", "state"),
        [
            ((r["queue"], state), number)
            for r in rows
            for state, number in (
                ("running", max(r["claimed"] - r["leases_lapsed"], 0)),
                ("lapsed", r["leases_lapsed"]),
            )
        ],
    )
    yield _gauge(
        "switchboard_queue_oldest_pending_seconds",
        "Age of the oldest pending todo, 0 when there is none.",
        ("queue",),
        [((r["queue"],), r["oldest_pending_seconds"]) for r in rows],
    )
    yield _gauge(
        "switchboard_queue_oldest_claimable_seconds",
        "Age of the oldest todo that a claim could take, lapsed leases and due retries included.",
        ("queue",),
        [((r["queue"],), r["oldest_claimable_seconds"]) for r in rows],
    )


def _of_all(row: Row) -> Iterator[Metric]:
    for name, text, column in (
        (
            "switchboard_relay_lag_seconds",
            "Age of the oldest event that the relay has not taken.",
            "relay_lag_seconds",
        ),
        (
            "switchboard_relay_events_waiting",
            "Events that the relay has not taken.",
            "events_waiting",
        ),
        (
            "switchboard_oldest_snapshot_seconds",
            "Age of the oldest transaction that keeps dead rows from being removed.",
            "oldest_snapshot_seconds",
        ),
    ):
        if row[column] is not None:
            yield GaugeMetricFamily(name, text, value=float(row[column]))


Series = list[tuple[tuple[str, ...], float]]


def _counter(name: str, text: str, labels: tuple[str, ...], series: Series) -> Metric:
    family = CounterMetricFamily(name, text, labels=labels)
    for values, number in series:
        if number:
            family.add_metric(values, number)
    return family


def _gauge(name: str, text: str, labels: tuple[str, ...], series: Series) -> Metric:
    family = GaugeMetricFamily(name, text, labels=labels)
    for values, number in series:
        family.add_metric(values, number)
    return family
