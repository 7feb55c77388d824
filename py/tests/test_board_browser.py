"""The Board in a real browser: what a person sees, hears of, and does, with and without a mouse."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from browsing import NARROW, WIDE, Desk, chromium, sign_in_link
from lively import Lively
from playwright.sync_api import Browser, Page, expect
from serving import Endpoint, Office, Served, SharedDatabase, serving, wait_until

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "docs" / "screenshots"
VIEWS = {"todos": "/todos", "queues": "/queues", "endpoints": "/endpoints"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def lively(cluster: Any) -> Iterator[Lively]:
    """A database with a history, which no test changes."""
    database = SharedDatabase(cluster)
    yield Lively(Office(database))
    database.drop()


@pytest.fixture(scope="module")
def gallery(lively: Lively) -> Iterator[Served]:
    with serving(lively.office.database) as served:
        yield served


@pytest.fixture
def human(shared_office: Office) -> str:
    return str(shared_office.one("select switchboard.create_human(gen_random_uuid()::text)"))


@pytest.fixture
def ours(shared_office: Office, endpoint: Endpoint, human: str) -> Endpoint:
    """An endpoint of this test's human."""
    shared_office.conn.execute(
        "update switchboard.agents set human_id = %s where id = %s", (human, endpoint.agent_id)
    )
    return endpoint


@pytest.fixture
def desk(browser: Browser, served: Served, shared_office: Office, human: str) -> Iterator[Desk]:
    """A human who is signed in; at the end nothing went wrong on any page."""
    desk = Desk(browser, served)
    desk.sign_in(shared_office, human)
    yield desk
    desk.context.close()
    assert desk.wrongs == []


def row(page: Page, todo_id: str) -> Any:
    return page.locator(f'[data-row="{todo_id}"]')


def test_a_day_at_the_board(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """Add, watch a claim, see a death, open the drawer, retry a dead letter: without a reload."""
    page = desk.go("/todos")
    page.evaluate("window.same = true")

    page.get_by_text("Add a todo").click()
    page.get_by_label("Title").fill("Write the minutes")
    page.get_by_label("Payload, JSON").fill('{"pages": 2}')
    page.get_by_role("button", name="Add").click()
    added = page.locator(".row", has_text="Write the minutes")
    expect(added).to_contain_text("waiting")
    expect(page.get_by_label("Title")).to_have_value("")
    todo = str(added.get_attribute("data-row"))

    served.call(ours, "claim", id=todo, claimant="robot-7")
    expect(row(page, todo)).to_contain_text("working")
    expect(row(page, todo)).to_contain_text("robot-7")
    expect(page.locator("#filters")).to_contain_text("Working 1")

    shared_office.lapse(todo)
    shared_office.conn.execute("select switchboard.reap_expired()")
    expect(page.locator("#notices")).to_contain_text("Died without a report")
    expect(row(page, todo).get_by_role("img", name="1 attempt: died: no report")).to_be_visible()

    row(page, todo).get_by_role("link").click()
    drawer = page.get_by_role("dialog", name="Write the minutes")
    expect(drawer.get_by_role("img", name="died: no report", exact=True)).to_be_visible()
    expect(drawer).to_contain_text('"pages": 2')

    # What happens meanwhile shows in the open drawer.
    for _ in range(4):
        served.call(ours, "claim", id=todo, claimant="robot-8")
        served.call(ours, "fail", id=todo, summary="The printer is on fire.")
        shared_office.conn.execute(
            "update switchboard.todos set next_retry_at = now() where id = %s"
            " and next_retry_at is not null",
            (todo,),
        )
    expect(drawer).to_contain_text("Dead letter: nothing will retry this unless you do.")
    expect(drawer).to_contain_text("The printer is on fire.")
    expect(page.locator("#notices")).to_contain_text("Dead letter")

    drawer.get_by_role("button", name="Retry now").click()
    expect(drawer).to_contain_text("waiting")
    expect(row(page, todo)).to_contain_text("waiting")
    assert shared_office.one("select attempt from switchboard.todos where id = %s", todo) == 0
    assert page.evaluate("window.same")


def test_an_endpoint_from_vending_to_revoking(desk: Desk, served: Served, ours: Endpoint) -> None:
    """Its credential works in an MCP client until it is revoked, and is shown once."""
    page = desk.go("/endpoints")
    vend = page.locator(".vend")
    vend.get_by_label("Agent").fill("gardener")
    slug = f"v-{ours.slug}"
    vend.get_by_label("Slug").fill(slug)
    vend.get_by_label("Queues").fill("garden, shed")
    expect(vend.get_by_label("release", exact=True)).to_be_checked()
    expect(vend.get_by_label("create_todo")).not_to_be_checked()
    vend.get_by_label("create_todo").check()
    vend.get_by_role("button", name="Vend").click()
    config = json.loads(page.locator("#mcp").inner_text())
    expect(page.locator("#psql")).to_contain_text("switchboard.claim_next(p_endpoint_id =>")
    server = config["mcpServers"]["switchboard"]
    credential = server["headers"]["Authorization"].removeprefix("Bearer ")
    assert page.locator("#credential").inner_text() == credential

    vended = Endpoint("vended", "", slug, credential)
    made = served.call(vended, "create_todo", queue="garden", title="Water the beans")
    assert made["created"] is True

    async def claims() -> Any:
        async with served.client(vended, "2026-07-28") as client:
            return (await client.call_tool("claim_next", {})).structured_content

    with ThreadPoolExecutor() as thread:  # Playwright has a loop in this one.
        claimed = thread.submit(asyncio.run, claims()).result()
    assert claimed["todo"]["title"] == "Water the beans"

    page = desk.go("/endpoints")
    assert credential not in page.content()
    section = page.get_by_role("region", name=slug)
    section.get_by_text("Revoke", exact=True).click()
    expect(section).to_contain_text("Revoking ends 1 live lease and dead-letters 1 todo.")
    section.get_by_role("button", name=f"Revoke {slug}").click()
    expect(page.get_by_role("status").first).to_contain_text(f"{slug} is revoked.")
    with served.http(vended) as http:
        assert http.post(f"/mcp/{slug}").status_code == 401


def test_a_conflict_says_what_happened_and_changes_nothing(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """[90]: also when the page has not heard of it yet."""
    todo = shared_office.create(ours, "contested")
    desk.expected = ("net::ERR_FAILED", "409")
    page = desk.go("/todos")
    page.route("**/events?*", lambda route: route.abort())
    page.reload()
    button = row(page, todo).get_by_role("button", name="Claim: contested")
    served.call(ours, "claim", id=todo, claimant="robot-1")
    served.call(ours, "complete", id=todo)
    before = shared_office.todo(todo)
    row(page, todo).hover()
    button.click()
    expect(page.locator("#notices")).to_contain_text(re.compile(r"An agent completed this \d+ s"))
    expect(row(page, todo)).to_contain_text("done")
    assert shared_office.todo(todo) == before


def test_every_action_works_by_keyboard(desk: Desk, shared_office: Office, ours: Endpoint) -> None:
    """Focus goes into the drawer when it opens, and back to the row when it closes."""
    older = shared_office.create(ours, "older")
    newer = shared_office.create(ours, "newer")
    page = desk.go("/todos")
    keys = page.keyboard
    for key, title in (("j", "newer"), ("j", "older"), ("j", "older"), ("k", "newer")):
        keys.press(key)
        expect(page.locator(":focus")).to_have_text(title)
    keys.press("Enter")
    drawer = page.get_by_role("dialog", name="newer")
    expect(drawer.get_by_role("button", name="Close")).to_be_focused()

    def act(name: str, state: str) -> None:
        drawer.get_by_role("button", name=name, exact=True).focus()
        keys.press("Enter")
        wait_until(lambda: shared_office.todo(newer) and in_state(newer, state), state)
        expect(drawer).to_contain_text(WORDS[state])

    def in_state(todo: str, state: str) -> bool:
        found = shared_office.one("select state from switchboard.todos where id = %s", todo)
        return bool(found == state)

    act("Claim", "claimed")
    expect(drawer.get_by_role("button", name="Extend")).to_be_visible()
    act("Extend", "claimed")
    act("Release", "pending")
    act("Claim", "claimed")
    drawer.get_by_label("Summary for whoever comes next").focus()
    keys.type("No luck")
    act("Fail", "failed")
    expect(drawer).to_contain_text("No luck")
    act("Retry now", "pending")
    act("Claim", "claimed")
    drawer.get_by_label("Result, JSON").focus()
    keys.type('{"by": "hand"}')
    act("Complete", "done")
    expect(drawer).to_contain_text('"by": "hand"')

    keys.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.locator(":focus")).to_have_text("newer")

    keys.press("j")
    keys.press("Enter")
    drawer = page.get_by_role("dialog", name="older")
    drawer.get_by_text("Cancel …").focus()
    keys.press("Enter")
    drawer.get_by_role("button", name="Cancel this todo").focus()
    keys.press("Enter")
    expect(row(page, older)).to_contain_text("canceled")
    keys.press("Escape")

    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    keys.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    keys.type("older")
    keys.press("Enter")
    expect(page.locator(".row")).to_have_count(1)


WORDS = {"claimed": "working", "pending": "waiting", "failed": "retrying", "done": "done"}


def test_several_at_once(desk: Desk, shared_office: Office, ours: Endpoint) -> None:
    todos = [shared_office.create(ours, f"t{number}") for number in range(3)]
    page = desk.go("/todos")
    expect(page.locator(".bulk")).to_be_hidden()
    for todo in todos[:2]:
        row(page, todo).get_by_role("checkbox").check()
    page.locator(".bulk").get_by_text("Cancel …").click()
    page.get_by_role("button", name="Cancel the selected").click()
    expect(page.locator("#notices")).to_contain_text("2 canceled.")
    for todo, word in zip(todos, ("canceled", "canceled", "waiting"), strict=True):
        expect(row(page, todo)).to_contain_text(word)


def test_clocks_count(desk: Desk, served: Served, shared_office: Office, ours: Endpoint) -> None:
    todo = shared_office.create(ours, "slow")
    served.call(ours, "claim", id=todo, lease_ttl_seconds=3600)
    page = desk.go("/todos")
    clock = row(page, todo).locator("time")
    first = clock.inner_text()
    assert re.fullmatch(r"5\d m left", first)
    shared_office.conn.execute("select switchboard.heartbeat(%s, %s, '90 s')", (ours.id, todo))
    page.reload()
    left = row(page, todo).locator("time").inner_text()
    assert re.fullmatch(r"1 m \d+ s left", left)
    expect(row(page, todo).locator("time")).not_to_have_text(left)


def test_a_hidden_tab_lets_go_of_its_stream(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """Browsers allow six connections to a host. Shown again, it has what it missed."""
    page = desk.go("/todos")
    live = served.board.live
    wait_until(lambda: live.open_pages() == 1, "the stream")
    hide = (
        "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})"
        "; document.dispatchEvent(new Event('visibilitychange')) }"
    )
    page.evaluate(hide, True)
    wait_until(lambda: live.open_pages() == 0, "the stream to end")
    todo = shared_office.create(ours, "while you were away")
    page.evaluate(hide, False)
    expect(row(page, todo)).to_be_visible()
    expect(page.locator("#lamp")).to_have_text("live")


def test_a_lost_stream_is_opened_again(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    page = desk.go("/todos")
    served.run_soon(served.board.live.sessions.close_all)
    expect(page.locator("#lamp")).to_have_text("reconnecting")
    todo = shared_office.create(ours, "in between")
    expect(page.locator("#lamp")).to_have_text("live")
    expect(row(page, todo)).to_be_visible()


def test_without_a_stream_it_asks_now_and_then(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    desk.expected = ("net::ERR_FAILED",)
    desk.page.route("**/events?*", lambda route: route.abort())
    page = desk.page
    page.clock.install()
    page.goto(f"{desk.served.url}/todos")
    for _ in range(4):
        page.clock.run_for(5_000)
    expect(page.locator("#lamp")).to_have_text("every 10 s")
    todo = shared_office.create(ours, "polled")
    page.clock.run_for(11_000)
    expect(row(page, todo)).to_be_visible()
    page.goto("about:blank")


def test_signing_out_ends_every_open_page(desk: Desk, served: Served) -> None:
    desk.expected = ("401",)
    desk.go("/todos")
    other = desk.open()
    other.goto(f"{served.url}/queues")
    expect(other.locator("#lamp")).to_have_text("live")
    desk.page.get_by_role("button", name="Sign out").click()
    desk.page.wait_for_url("**/sign-in")
    other.wait_for_url("**/sign-in")


def test_the_first_view_is_small(served: Served, shared_office: Office, browser: Browser) -> None:
    """Under 200 kB with script and style, under 100 kB for a full page of todos."""
    lively = Lively(shared_office)
    lively.fill()
    desk = Desk(browser, served)
    desk.sign_in(shared_office, lively.human)
    fresh = Desk(browser, served, storage_state=desk.context.storage_state())
    page = fresh.go("/todos")
    assert page.locator(".row").count() == 50
    assert len(page.content().encode()) < 100_000
    assert 50_000 < fresh.received < 200_000
    assert desk.wrongs == fresh.wrongs == []
    desk.context.close()
    fresh.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_an_accessibility_violation(
    gallery: Served, lively: Lively, browser: Browser, scheme: str
) -> None:
    """axe-core, WCAG 2 A and AA, wide and narrow, drawer and dialogs open."""
    desk = Desk(browser, gallery, color_scheme=scheme, reduced_motion="reduce")
    desk.expected = ("404",)
    page = desk.page
    page.goto(sign_in_link(lively.office, gallery, lively.human))
    assert desk.violations() == []
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/todos")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        for path in VIEWS.values():
            desk.go(path)
            assert desk.violations() == [], path
        for todo in (lively.dying, lively.dead, lively.mine):
            desk.go(f"/todos/{todo}")
            assert desk.violations() == [], todo
        desk.go("/todos")
        page.get_by_text("Add a todo").click()
        row(page, lively.dying).get_by_role("link").click()
        expect(page.locator("#drawer")).to_be_visible()
        assert desk.violations() == []
    page.goto(f"{gallery.url}/todos/td_unknown")
    assert desk.violations() == []
    page.goto(f"{gallery.url}/sign-in")
    assert desk.violations() == []
    assert desk.wrongs == []
    desk.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screenshots(
    gallery: Served,
    lively: Lively,
    browser: Browser,
    scheme: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """`pytest --write-screenshots` puts them where the README shows them."""
    folder = SCREENSHOTS if request.config.getoption("--write-screenshots") else tmp_path
    desk = Desk(browser, gallery, color_scheme=scheme, reduced_motion="reduce")
    desk.sign_in(lively.office, lively.human)
    page = desk.page
    for name, path in VIEWS.items():
        desk.go(path).screenshot(path=folder / f"{name}-{scheme}.png")
    desk.go("/todos")
    row(page, lively.dying).get_by_role("link").click()
    expect(page.locator("#drawer")).to_be_visible()
    page.screenshot(path=folder / f"drawer-{scheme}.png")
    page.set_viewport_size(NARROW)
    desk.go("/todos").screenshot(path=folder / f"narrow-{scheme}.png")
    assert len(list(folder.glob(f"*-{scheme}.png"))) == 5
    assert desk.wrongs == []
    desk.context.close()


def test_files_of_others_are_those_that_the_docs_name() -> None:
    """With their licence; our own script stays under 8 kB."""
    static = ROOT / "py" / "switchboard" / "board" / "static"
    digest = sha256((static / "htmx.min.js").read_bytes()).hexdigest()
    assert digest in (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    assert (static / "htmx.LICENSE").read_text(encoding="utf-8").startswith("Zero-Clause BSD")
    assert (static / "board.js").stat().st_size < 8000
    others = {path.name for path in static.iterdir() if path.name != "__pycache__"}
    ours = {"board.js", "board.css", "icon.svg"}
    assert others == ours | {"htmx.min.js", "htmx.LICENSE"}
