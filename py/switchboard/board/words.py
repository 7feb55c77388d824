"""How the Board says things: spans of time, states, outcomes, and what happened to a todo."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

Row = dict[str, Any]

# Filter → what its tab says; a column of todo_counts has its number.
FILTERS = {
    "all": ("All", "all_todos"),
    "pending": ("Waiting", "pending"),
    "claimed": ("Working", "claimed"),
    "failed": ("Failed", "failed"),
    "dead_letter": ("Dead letters", "dead_letter"),
    "done": ("Done", "done"),
    "input-required": ("Needs input", "input_required"),
    "auth-required": ("Needs sign-in", "auth_required"),
    "canceled": ("Canceled", "canceled"),
    "rejected": ("Rejected", "rejected"),
}
# What counts stop at; one more means that there are more.
COUNTED = 10_000
# Characters of a payload, routing or result that a drawer shows; the todo's own page shows all.
JSON_SHOWN = 8000
STATES = {
    "pending": "waiting",
    "claimed": "working",
    "input-required": "needs input",
    "auth-required": "needs sign-in",
}
MARKS = {
    "completed": "done",
    "failed": "failed",
    "died": "died: no report",
    "released": "released",
    "called_off": "called off",
    "open": "in progress",
}
DISPOSITIONS = {
    "done": "done",
    "retry_scheduled": "retry scheduled",
    "requeued": "back in the queue",
    "dead_lettered": "dead letter",
    "canceled": "canceled",
}
ACTIONS = {
    "claim": "Claim",
    "complete": "Complete",
    "fail": "Fail",
    "extend": "Extend",
    "release": "Release",
    "retry": "Retry now",
    "cancel": "Cancel",
}
# Events that a person wants to hear of while looking elsewhere.
NOTICES = {
    "reaped": ("died", "Died without a report"),
    "taken_over": ("died", "Died without a report"),
    "dead_lettered": ("dead", "Dead letter"),
    "requeued": ("retried", "Back in the queue"),
    "retried": ("retried", "Retried"),
}


def span(seconds: float) -> str:
    """Return a length of time in at most two units: ``9 s``, ``2 m 10 s``, ``3 h 5 m``, ``4 d``.

    board.js counts on in the same words.
    """
    whole = max(0, int(seconds))
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if whole < 60:
        return f"{whole} s"
    if minutes < 10:
        return f"{minutes} m {whole % 60} s"
    if hours < 1:
        return f"{minutes} m"
    if days < 1:
        return f"{hours} h {minutes % 60} m"
    return f"{days} d {hours % 24} h" if days < 10 else f"{days} d"


def ago(moment: datetime, now: datetime) -> str:
    """Return how long ago a moment was."""
    return f"{span((now - moment).total_seconds())} ago"


def number(count: int) -> str:
    """Return a count of the database, which stops at 10,000."""
    return f"{count:,}" if count <= COUNTED else f"{COUNTED:,}+"


def state(todo: Mapping[str, Any]) -> tuple[str, str]:
    """Return the lamp of a todo and its word; the time of a retry counts on beside it."""
    if todo["dead_letter"]:
        return "dead", "dead letter"
    if todo["state"] == "failed":
        return "retrying", "retrying"
    lamp = {"input-required": "asks", "auth-required": "asks"}.get(todo["state"], todo["state"])
    return lamp, STATES.get(todo["state"], todo["state"])


def clock(todo: Mapping[str, Any]) -> tuple[str, datetime]:
    """Return which of its times a row shows, and that time: ``lease``, ``retry`` or ``age``."""
    if todo["state"] in ("input-required", "auth-required"):
        # Its lease may lapse, and nothing comes of that: what counts is for how long it asks.
        return "age", todo["updated_at"]
    if todo["holder"] and todo["lease_expires_at"]:
        return "lease", todo["lease_expires_at"]
    if todo["next_retry_at"]:
        return "retry", todo["next_retry_at"]
    return "age", todo["completed_at"] or todo["created_at"]


def clock_text(kind: str, moment: datetime, now: datetime) -> str:
    """Return what a row's clock says now. board.js says the same later."""
    left = (moment - now).total_seconds()
    if kind == "lease":
        return f"{span(left)} left" if left > 0 else f"lapsed {span(-left)} ago"
    if kind == "for":
        return span(-left)
    if kind == "retry":
        return f"in {span(left)}" if left > 0 else "due"
    return f"{span(-left)} ago"


def marks(todo: Mapping[str, Any]) -> str:
    """Return the attempts of a row in words."""
    total = todo["attempts_total"]
    if total == 0:
        return "no attempts"
    hidden = total - len(todo["marks"])
    if not todo["marks"]:
        return f"{total} attempt{'s' if total > 1 else ''}, no longer kept"
    said = ", ".join(MARKS[mark] for mark in todo["marks"])
    before = f"{hidden} earlier, then " if hidden else ""
    return f"{total} attempt{'s' if total > 1 else ''}: {before}{said}"


def mark(attempt: Mapping[str, Any]) -> str:
    """Return how an attempt is drawn."""
    if attempt["outcome"] is None:
        return "open"
    if attempt["died"]:
        return "died"
    called_off = attempt["outcome"] in ("canceled", "revoked")
    return "called_off" if called_off else str(attempt["outcome"])


def who(claimer_kind: str | None, claimant: str | None) -> str:
    """Return who made an attempt."""
    if claimer_kind == "owner":
        return "you, on the Board"
    return claimant or "a worker without a label"


def is_link(artifact: str) -> bool:
    """Whether an artifact may be a link, whatever let it in."""
    return artifact.lower().startswith("https://")


def what_happened(todo: Mapping[str, Any], now: datetime) -> str:
    """Return why an action came too late, from the todo as it is now."""
    attempts = todo["attempts"]
    newest = attempts[0] if attempts else None
    if todo["holder"] == "worker":
        return f"An agent holds this: {who('endpoint', todo['claimant'])}."
    if newest and newest["outcome"] and _ends(todo, newest):
        who_did = "You" if newest["claimer_kind"] == "owner" else "An agent"
        when = ago(datetime.fromisoformat(newest["ended_at"]), now)
        if newest["outcome"] in ("completed", "failed", "released"):
            return f"{who_did} {newest['outcome']} this {when}."
        if newest["died"]:
            return f"The lease lapsed {when} without a report."
    if todo["holder"] == "you":
        return "You hold this already."
    lamp, word = state(todo)
    if lamp == "pending":
        return "This is waiting again."
    if lamp == "asks":
        return f"This {word} now."
    if lamp == "dead":
        return "This is a dead letter now."
    return f"This is {word} now." if lamp != "done" else "This is done already."


def _ends(todo: Mapping[str, Any], attempt: Mapping[str, Any]) -> bool:
    """Whether the todo is still as that attempt left it."""
    ended = datetime.fromisoformat(attempt["ended_at"])
    return bool(abs((todo["updated_at"] - ended).total_seconds()) < 2)


def verdict(queue: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    """Return what the figures of a queue say: a tone (good, bad, quiet) and one sentence."""
    recent, failed, died = queue["recent"], queue["recent_failed"], queue["recent_died"]
    of_recent = f"of the last {recent} attempts" if recent > 1 else "attempt of late"
    idle = (now - queue["last_claimed_at"]).total_seconds() if queue["last_claimed_at"] else None
    # Of both, what ends more attempts is where to look first.
    if died and died / recent >= 0.1 and not failed > max(died, 0.4 * recent):
        return "bad", f"{died} {of_recent} died without a report: look at the workers."
    if failed and failed / recent >= 0.4:
        return "bad", f"{failed} {of_recent} failed with a verdict: look at the todos."
    if queue["waiting"] and not queue["working"] and idle is None:
        waits = (now - queue["oldest_claimable_at"]).total_seconds()
        return "quiet", f"Nothing has claimed for {span(waits) if waits < 86400 else 'a day'}."
    if queue["waiting"] and not queue["working"] and idle is not None and idle > 60:
        return "quiet", f"Nothing has claimed for {span(idle)}."
    if queue["waiting"] or queue["working"] or queue["retrying"]:
        return "good", "Work is flowing."
    return "quiet", "Nothing waits."


def canceling(todo: Mapping[str, Any]) -> str:
    """Return what canceling a todo will end."""
    if todo["holder"] == "worker":
        holder = who("endpoint", todo["claimant"])
        return f"It ends the lease of {holder}, whose report will be refused. Nothing retries it."
    return "Nothing retries a canceled todo."


def revoking(live_leases: int, open_todos: int) -> str:
    """Return what revoking an endpoint will end."""
    if not open_todos:
        return "Revoking ends no lease and dead-letters no todo."
    leases = f"{number(live_leases)} live lease{'' if live_leases == 1 else 's'}"
    todos = f"{number(open_todos)} todo{'' if open_todos == 1 else 's'}"
    return f"Revoking ends {leases} and dead-letters {todos}."


def outcome_counts(hours: Iterable[Mapping[str, int]]) -> str:
    """Return a day's outcomes in words."""
    names = {"completed": "done", "failed": "failed", "died": "died", "released": "released"}
    sums = dict.fromkeys(names, 0)
    for hour in hours:
        for name in sums:
            sums[name] += hour[name]
    said = [f"{total:,} {names[name]}" for name, total in sums.items() if total]
    return "Last 24 hours: " + (", ".join(said) or "no attempt ended") + "."


def bulk_done(action: str, done: int, left: int) -> str:
    """Return what became of several todos at once."""
    did = {"retry": "retried", "cancel": "canceled"}[action]
    if not done and not left:
        return "Nothing is selected."
    rest = f" {left} could not be: they have changed." if left else ""
    return f"{done} {did}.{rest}"
