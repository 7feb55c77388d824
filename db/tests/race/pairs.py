"""What comes of two calls that meet on one todo: the table behind the specs."""

from itertools import product

from sessions import CALLS

SKIPS = {"claim_next", "reap"}  # never wait; all others do
WAITS = set(CALLS) - SKIPS

# What a call does when the first one has rolled back, so that it was never there, by where the todo
# started. The todo's state, then how its attempts ended. A call that is missing is refused with
# SB409; one that skips locked rows finds nothing. Neither changes anything.
ALONE = {
    "lapsed": {
        "": "claimed: open",
        "claim": "claimed: lease_expired open",
        "heartbeat": "claimed: open",
        "complete": "done: completed",
        "fail": "failed: failed",
        "release": "pending: released",
        "cancel": "canceled: canceled",
        "revoke": "failed: revoked",
    },
    "due": {
        "": "failed: failed",
        "claim": "claimed: failed open",
        "revoke": "failed: failed",
        "owner_retry": "pending: failed",
    },
    "pending": {
        "": "pending",
        "claim": "claimed: open",
        "cancel": "canceled",
        "revoke": "failed",
    },
}

# What the second does when the first has committed. Under "" what the first leaves; the rest as
# above. `revoke` succeeds always: it ends the endpoint, and of the todo what is still alive.
COMMITTED = {
    # A takeover: the late reports of the old holder are refused [52].
    ("lapsed", "claim"): {
        "": "claimed: lease_expired open",
        "cancel": "canceled: lease_expired canceled",
        "revoke": "failed: lease_expired revoked",
    },
    ("lapsed", "claim_next"): {
        "": "claimed: lease_expired open",
        "cancel": "canceled: lease_expired canceled",
        "revoke": "failed: lease_expired revoked",
    },
    # The lease is alive again.
    ("lapsed", "heartbeat"): {
        "": "claimed: open",
        "heartbeat": "claimed: open",
        "complete": "done: completed",
        "fail": "failed: failed",
        "release": "pending: released",
        "cancel": "canceled: canceled",
        "revoke": "failed: revoked",
    },
    ("lapsed", "complete"): {
        "": "done: completed",
        "revoke": "done: completed",
    },
    ("lapsed", "fail"): {
        "": "failed: failed",
        "revoke": "failed: failed",
        "owner_retry": "pending: failed",
    },
    ("lapsed", "release"): {
        "": "pending: released",
        "claim": "claimed: released open",
        "cancel": "canceled: released",
        "revoke": "failed: released",
    },
    ("lapsed", "cancel"): {
        "": "canceled: canceled",
        "revoke": "canceled: canceled",
    },
    ("lapsed", "revoke"): {
        "": "failed: revoked",
        "revoke": "failed: revoked",
    },
    ("lapsed", "reap"): {
        "": "pending: reaped",
        "claim": "claimed: reaped open",
        "cancel": "canceled: reaped",
        "revoke": "failed: reaped",
    },
    ("due", "claim"): {
        "": "claimed: failed open",
        "cancel": "canceled: failed canceled",
        "revoke": "failed: failed revoked",
    },
    ("due", "claim_next"): {
        "": "claimed: failed open",
        "cancel": "canceled: failed canceled",
        "revoke": "failed: failed revoked",
    },
    ("due", "revoke"): {
        "": "failed: failed",
        "revoke": "failed: failed",
    },
    ("due", "owner_retry"): {
        "": "pending: failed",
        "claim": "claimed: failed open",
        "cancel": "canceled: failed",
        "revoke": "failed: failed",
    },
    ("pending", "claim"): {
        "": "claimed: open",
        "cancel": "canceled: canceled",
        "revoke": "failed: revoked",
    },
    ("pending", "claim_next"): {
        "": "claimed: open",
        "cancel": "canceled: canceled",
        "revoke": "failed: revoked",
    },
    ("pending", "cancel"): {
        "": "canceled",
        "revoke": "canceled",
    },
    ("pending", "revoke"): {
        "": "failed",
        "revoke": "failed",
    },
}

# First calls that cannot meet anything: they are refused, or find nothing, and hold no lock.
CANNOT_MEET = {
    ("lapsed", "owner_retry"): "only a failed todo is retried",
    ("due", "heartbeat"): "a failed todo has no holder",
    ("due", "complete"): "a failed todo has no holder",
    ("due", "fail"): "a failed todo has no holder",
    ("due", "release"): "a failed todo has no holder",
    ("due", "cancel"): "a todo that waits for its retry is not canceled",
    ("due", "reap"): "a failed todo has no lease",
    ("pending", "heartbeat"): "a pending todo has no holder",
    ("pending", "complete"): "a pending todo has no holder",
    ("pending", "fail"): "a pending todo has no holder",
    ("pending", "release"): "a pending todo has no holder",
    ("pending", "reap"): "a pending todo has no lease",
    ("pending", "owner_retry"): "only a failed todo is retried",
}

MEETINGS = [(start, first, second) for (start, first), second in product(COMMITTED, CALLS)]


def expected(table: dict[str, str], call: str) -> tuple[str, str]:
    """The code that a call answers, and what it leaves."""
    if call in SKIPS:
        return "ok", table[""]
    return ("ok", table[call]) if call in table else ("SB409", table[""])
