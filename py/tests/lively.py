"""A database with a history: agents that work, fail and die, to look at and take pictures of."""

from typing import Any

from serving import Endpoint, Office
from switchboard.tokens import sha256

VERBS = (
    *("list_todos", "get_todo", "claim", "claim_next", "complete", "fail", "release"),
    *("heartbeat", "create_todo"),
)
TRIED = "Tried the pinned version; the resolver still picks 4.2. Next: look at the lock file."


class Lively:
    """The history of one human, `you`."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.human = str(office.one("select switchboard.create_human('you')"))
        builds = self._vend("ci", "fixer", "builds", "tests")
        mail = self._vend("mail", "clerk", "inbox")
        self._add(builds, "builds", "Bump urllib3 on the branch", "dependency", "bot-a done")
        self.dying = self._add(
            builds,
            "builds",
            "Run 812 is red: the linker runs out of memory",
            "ci",
            "bot-a died, bot-b died+, bot-a died, bot-c failed, bot-b open",
        )
        self.dead = self._add(
            builds,
            "tests",
            "Flaky test: test_clock_skew",
            "flake",
            "bot-b failed, bot-b failed, bot-a failed, bot-a failed, bot-c failed",
        )
        self._add(builds, "tests", "Quarantine the slow tests", "chore", "bot-c released")
        for number in range(6):
            outcome = "bot-a died" if number % 3 == 0 else "bot-a done"
            self._add(builds, "builds", f"Nightly build {411 + number}", "nightly", outcome)
        self._add(mail, "inbox", "Answer the invoice question of ACME", "mail", "clerk-1 done")
        self.mine = self._add(mail, "inbox", "Sort the newsletter subscriptions", "mail", "")
        office.conn.execute("select switchboard.owner_claim(%s, %s)", (self.human, self.mine))
        self._add(mail, "inbox", "Book a room for the retrospective", "mail", "clerk-1 open")
        self._add(mail, "inbox", "Forward the contract to legal", "mail", "")
        self._spread()
        office.conn.execute("select switchboard.relay_events()")

    def fill(self) -> None:
        """Add a page of todos, each with as many attempts as a row shows."""
        door = self._vend("filler", "fixer", "fill")
        for number in range(60):
            self._add(door, "fill", f"Filling todo number {number} " + "x" * 40, "k", "w released")
        self.office.conn.execute(
            "insert into switchboard.todo_attempts (todo_id, seq, attempt, claimer_kind, owner,"
            " claimant, claimed_at, lease_expires_at, ended_at, outcome, disposition)"
            " select t.id, n, n, 'endpoint', 'agent:x', 'worker-with-a-long-label', now(), now(),"
            " now(), 'released', 'requeued' from switchboard.todos t, generate_series(2, 12) n"
            " where t.endpoint_id = %s",
            [door.id],
        )
        self.office.conn.execute(
            "update switchboard.todos set attempts_total = 12 where endpoint_id = %s", [door.id]
        )

    def _vend(self, slug: str, agent_name: str, *queues: str) -> Endpoint:
        one = self.office.one
        agent = one("select switchboard.register_agent(%s, %s)", self.human, agent_name)
        endpoint = one(
            "select switchboard.vend_endpoint(%s, %s, %s, %s, %s)",
            agent,
            slug,
            list(queues),
            list(VERBS),
            sha256(slug),
        )
        return Endpoint(str(endpoint), str(agent), slug, slug)

    def _add(self, door: Endpoint, queue: str, title: str, kind: str, attempts: str) -> str:
        payload = '{"run": 812, "log": "ld: out of memory"}'
        todo = self.office.create(
            door, title, queue=queue, kind=kind, source="github", payload=payload
        )
        for attempt in filter(None, attempts.split(", ")):
            claimant, outcome = attempt.split()
            self._run("claim(%s, %s, '5 min', %s)", door.id, todo, claimant)
            getattr(self, f"_{outcome.rstrip('+')}")(door, todo, outcome.endswith("+"))
        return todo

    def _run(self, call: str, *values: Any) -> None:
        self.office.conn.execute(f"select switchboard.{call}", values)

    def _open(self, door: Endpoint, todo: str, _: bool) -> None:
        self._run("heartbeat(%s, %s)", door.id, todo)

    def _done(self, door: Endpoint, todo: str, _: bool) -> None:
        self._run("complete(%s, %s, '{\"ok\": true}', 'Pinned.')", door.id, todo)

    def _released(self, door: Endpoint, todo: str, _: bool) -> None:
        self._run("release(%s, %s, 'Needs a newer runner.')", door.id, todo)

    def _failed(self, door: Endpoint, todo: str, _: bool) -> None:
        link = "https://ci.example.org/runs/812"
        self._run("fail(%s, %s, '{\"exit\": 2}', %s, %s)", door.id, todo, TRIED, link)
        self.office.conn.execute(
            "update switchboard.todos set next_retry_at = now()"
            " where id = %s and next_retry_at is not null",
            (todo,),
        )

    def _died(self, door: Endpoint, todo: str, heartbeat: bool) -> None:
        if heartbeat:
            self._run("heartbeat(%s, %s)", door.id, todo)
        self.office.lapse(todo)
        self._run("reap_expired()")

    def _spread(self) -> None:
        """Let what took milliseconds have taken minutes, the newest last."""
        self.office.conn.execute(
            "update switchboard.todo_attempts as a set"
            " claimed_at = a.claimed_at - make_interval(mins => 9 * n.back),"
            " last_heartbeat_at = a.last_heartbeat_at - make_interval(mins => 9 * n.back - 2),"
            " ended_at = a.ended_at - make_interval(mins => 9 * n.back - 5)"
            " from (select todo_id, seq, (attempts_total - seq + 1)::int as back"
            "       from switchboard.todo_attempts inner join switchboard.todos on id = todo_id) n"
            " where n.todo_id = a.todo_id and n.seq = a.seq and a.ended_at is not null"
        )
