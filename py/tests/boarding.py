"""A visitor of the Board: a signed-in client, what its pages say, and what its streams send."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

import httpx2
from serving import ALL_VERBS, DEADLINE, Endpoint, Office, Served, wait_until
from switchboard.board.visits import SESSION
from switchboard.tokens import sha256

VOID = {"input", "link", "meta", "br", "hr", "img"}
PIECE = {"HX-Request": "true"}


@dataclass(frozen=True)
class Human:
    """Somebody who may sign in."""

    id: str
    name: str


def new_human(office: Office, name: str | None = None) -> Human:
    name = name or f"human-{secrets.token_hex(4)}"
    return Human(str(office.one("select switchboard.create_human(%s)", name)), name)


def owner_of(office: Office, endpoint: Endpoint) -> Human:
    """The human whose agent has the endpoint."""
    row = office.conn.execute(
        "select h.id, h.name from switchboard.humans h join switchboard.agents a on "
        "a.human_id = h.id where a.id = %s",
        (endpoint.agent_id,),
    ).fetchone()
    return Human(str(row[0]), row[1])


def vend(
    office: Office,
    human: Human,
    slug: str | None = None,
    queues: tuple[str, ...] = ("inbox",),
    agent: str | None = None,
) -> Endpoint:
    """Vend an endpoint of this human."""
    slug = slug or f"e-{secrets.token_hex(4)}"
    agent_id = office.one("select switchboard.register_agent(%s, %s)", human.id, agent or slug)
    credential = f"sbk_{secrets.token_urlsafe(32)}"
    endpoint = office.one(
        "select switchboard.vend_endpoint(%s, %s, %s, %s, %s)",
        *(agent_id, slug, list(queues), list(ALL_VERBS), sha256(credential)),
    )
    return Endpoint(str(endpoint), str(agent_id), slug, credential)


def new_link(office: Office, human: Human) -> str:
    """The token of a fresh sign-in link."""
    token = secrets.token_urlsafe(32)
    office.one("select switchboard.create_sign_in_link(%s, %s)", human.id, sha256(token))
    return token


def new_session(office: Office, human: Human) -> str:
    """The cookie of a fresh session."""
    cookie = secrets.token_urlsafe(32)
    office.one(
        "select switchboard.redeem_sign_in_link(%s, %s)",
        *(sha256(new_link(office, human)), sha256(cookie)),
    )
    return cookie


def holdings(office: Office, human: Human) -> list[Any]:
    """All that a human has, to show that nothing of it changed."""
    mine = "select e.id from switchboard.endpoints e join switchboard.agents a on a.id = e.agent_id"
    mine = f"in ({mine} where a.human_id = %(human)s)"
    statements = (
        "select h from switchboard.humans h where id = %(human)s",
        "select a from switchboard.agents a where human_id = %(human)s",
        f"select e from switchboard.endpoints e where id {mine}",
        f"select t from switchboard.todos t where endpoint_id {mine}",
        "select a from switchboard.todo_attempts a join switchboard.todos t on t.id = a.todo_id "
        f"where t.endpoint_id {mine}",
        "select s from switchboard.board_sessions s where human_id = %(human)s",
        "select l from switchboard.sign_in_links l where human_id = %(human)s",
    )
    return [
        row
        for statement in statements
        for row in office.conn.execute(f"{statement} order by 1", {"human": human.id}).fetchall()
    ]


class Browser:
    """A signed-in client. Its forms carry the right token unless told otherwise."""

    def __init__(self, http: httpx2.Client, human: Human, cookie: str) -> None:
        self.http = http
        self.human = human
        self.cookie = cookie

    @cached_property
    def csrf(self) -> str:
        return self.page("/endpoints").first("input", name="csrf").attributes["value"] or ""

    def get(self, path: str, piece: bool = False, **query: Any) -> httpx2.Response:
        return self.http.get(path, headers=PIECE if piece else {}, params=query or None)

    def page(self, path: str, status: int = 200, piece: bool = False, **query: Any) -> "Dom":
        """What a page says, after checking its status."""
        answer = self.get(path, piece, **query)
        assert answer.status_code == status, answer.text
        return Dom(answer.text)

    def post(self, path: str, piece: bool = False, /, **fields: Any) -> httpx2.Response:
        return self.http.post(
            path, headers=PIECE if piece else {}, data={"csrf": self.csrf, **fields}
        )

    def rows(self, **query: Any) -> list[str]:
        """The ids of a list, in the order of the page."""
        return self.page("/todos", **query).values("data-row")


@contextmanager
def browse(served: Served, office: Office, human: Human) -> Iterator[Browser]:
    """Sign a human in."""
    cookie = new_session(office, human)
    with served.http(Cookie=f"{SESSION}={cookie}") as http:
        yield Browser(http, human, cookie)


@dataclass
class Element:
    """An element of a page. ``text``: all that is written in it."""

    tag: str
    attributes: dict[str, str | None]
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    @property
    def said(self) -> str:
        """The text with one blank for any run of blanks."""
        return " ".join(self.text.split())


class Dom(HTMLParser):
    """The elements of a page or of pieces of one, in the order of the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.others: list[str] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "option" and self._open and self._open[-1].tag == tag:
            self._open.pop()
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute of <{tag}> is there twice: {names}"
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        # Options of a datalist need no end.
        while self._open and self._open[-1].tag == "option" != tag:
            self._open.pop()
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.parts.append(data)

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_decl(self, decl: str) -> None:
        self.others.append(decl)

    def handle_pi(self, data: str) -> None:
        self.others.append(data)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)

    def close(self) -> None:
        super().close()
        assert not self._open, f"never closed: {[element.tag for element in self._open]}"

    @property
    def skeleton(self) -> list[tuple[str, tuple[str, ...]]]:
        """Elements and the names of their attributes: what no text of others may change."""
        found = [(e.tag, tuple(e.attributes)) for e in self.elements]
        return [*found, *(("!", (other,)) for other in self.others)]

    def all(self, tag: str | None = None, **attributes: str) -> list[Element]:
        """The elements with a tag and attributes; ``class_`` is one of its classes."""
        wanted = {name.rstrip("_").replace("_", "-"): text for name, text in attributes.items()}
        return [
            e
            for e in self.elements
            if tag in (None, e.tag)
            and all(
                text in (e.attributes.get(name) or "").split()
                if name == "class"
                else e.attributes.get(name) == text
                for name, text in wanted.items()
            )
        ]

    def first(self, tag: str | None = None, **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert found, f"no <{tag}> with {attributes}"
        return found[0]

    def has(self, tag: str | None = None, **attributes: str) -> bool:
        return bool(self.all(tag, **attributes))

    def values(self, name: str) -> list[str]:
        """The values of an attribute, wherever it is."""
        return [e.attributes[name] or "" for e in self.elements if name in e.attributes]


class Stream:
    """What an open page has been sent so far, as (event, data)."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []
        self.ended = False

    def heard(self, *names: str) -> list[str]:
        return [data for event, data in self.events if event in names]

    def text(self) -> str:
        return "\n".join(data for _, data in self.events)

    async def read(self, answer: httpx2.Response) -> None:
        event, data = "", []
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                data.append(value)
            elif not line and event:
                self.events.append((event, "\n".join(data)))
                event, data = "", []
        self.ended = True

    async def until(self, condition: Callable[[], Any], what: str = "an event") -> Any:
        return await asyncio.to_thread(wait_until, condition, what)


@asynccontextmanager
async def streaming(served: Served, cookie: str, **query: str) -> AsyncIterator[Stream]:
    """Open the stream of a page, and wait until the server knows of it."""
    async with AsyncExitStack() as stack:
        headers = {"Cookie": f"{SESSION}={cookie}"}
        http = await stack.enter_async_context(
            httpx2.AsyncClient(base_url=served.url, headers=headers, timeout=DEADLINE)
        )
        answer = await stack.enter_async_context(http.stream("GET", "/events", params=query))
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        stream = Stream()
        task = asyncio.create_task(stream.read(answer))
        try:
            await stream.until(lambda: stream.heard("open"), "the stream to open")
            yield stream
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
