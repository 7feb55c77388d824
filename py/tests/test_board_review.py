"""The Board in a real browser when things happen at bad moments: what a person did stays theirs."""

from collections.abc import Iterator

import pytest
from browsing import Desk, chromium
from playwright.sync_api import Browser, Page, expect
from serving import Endpoint, Office, Served, wait_until
from test_board_browser import row

HIDE = (
    "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})"
    "; document.dispatchEvent(new Event('visibilitychange')) }"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


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


def focused(page: Page) -> str:
    """The id of the focused element, or of the todo whose row it is in."""
    return str(
        page.evaluate(
            "document.activeElement.closest('.row')?.dataset.row || document.activeElement.id"
        )
    )


def test_a_refresh_keeps_the_selection_and_the_focus(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """A todo that came meanwhile must not take over another's checked box."""
    todos = [shared_office.create(ours, f"t{number}") for number in range(3)]
    page = desk.go("/todos")
    page.evaluate(HIDE, True)
    wait_until(lambda: served.board.live.open_pages() == 0, "the stream to end")
    row(page, todos[1]).get_by_role("checkbox").check()
    row(page, todos[1]).get_by_role("link").focus()
    for number in range(12):
        newest = shared_office.create(ours, f"meanwhile {number}")
    # Clocks that say something else make rows unlike those that are here.
    shared_office.conn.execute(
        "update switchboard.todos set created_at = created_at - interval '1 hour'"
        " where endpoint_id = %s",
        (ours.id,),
    )
    page.evaluate(HIDE, False)
    expect(row(page, newest)).to_be_visible()
    checked = page.evaluate("[...document.querySelectorAll('#rows :checked')].map(b => b.value)")
    assert checked == [todos[1]]
    assert focused(page) == todos[1]


def test_a_refresh_renews_the_link_to_older_todos(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """Else those between the renewed list and the old link are never seen."""
    for number in range(52):
        shared_office.create(ours, f"t{number}")
    page = desk.go("/todos")
    page.evaluate(HIDE, True)
    wait_until(lambda: served.board.live.open_pages() == 0, "the stream to end")
    for number in range(5):
        newest = shared_office.create(ours, f"n{number}")
    shared_office.conn.execute("select switchboard.relay_events()")
    page.evaluate(HIDE, False)
    expect(row(page, newest)).to_be_visible()
    expect(page.locator(".row")).to_have_count(50)
    last = page.locator(".row").last.get_attribute("data-row")
    href = str(page.get_by_role("link", name="Older").get_attribute("href"))
    assert href.endswith(f"before={last}")


def test_a_cut_stream_and_an_open_drawer_make_no_storm_of_requests(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "open me")
    page = desk.page
    asked: list[str] = []
    page.route("**/events?*", lambda route: route.abort())
    page.on("request", lambda request: asked.append(request.url))
    page.goto(desk.served.url + "/todos")
    row(page, todo).get_by_role("link").click()
    expect(page.get_by_role("dialog", name="open me")).to_be_visible()
    expect(page.locator("#lamp")).to_have_text("every 10 s")
    for _ in range(30):
        page.evaluate("fetch('/healthz').then(answer => answer.text())")
    desk.wrongs = [wrong for wrong in desk.wrongs if "net::ERR_FAILED" not in wrong]
    # A storm brings one for each of those answers.
    assert sum(url.endswith(todo) for url in asked) < 10


def test_a_refresh_leaves_the_focus_outside_of_the_drawer(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "open me")
    page = desk.go("/todos")
    row(page, todo).get_by_role("link").click()
    drawer = page.get_by_role("dialog", name="open me")
    expect(drawer).to_be_visible()
    page.evaluate(HIDE, True)
    wait_until(lambda: served.board.live.open_pages() == 0, "the stream to end")
    page.locator("#q").fill("hello")
    served.call(ours, "claim", id=todo, claimant="robot")
    page.evaluate(HIDE, False)
    expect(drawer).to_contain_text("working")
    expect(row(page, todo)).to_contain_text("working")
    assert focused(page) == "q"


def test_a_live_change_keeps_the_selection(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "chosen")
    page = desk.go("/todos")
    row(page, todo).get_by_role("checkbox").check()
    served.call(ours, "claim", id=todo, claimant="robot")
    expect(row(page, todo)).to_contain_text("working")
    expect(row(page, todo).get_by_role("checkbox")).to_be_checked()


def test_an_empty_list_stops_saying_so(desk: Desk, shared_office: Office, ours: Endpoint) -> None:
    page = desk.go("/todos")
    expect(page.get_by_text("No todos yet")).to_be_visible()
    expect(page.locator("#rows")).to_be_hidden()
    shared_office.create(ours, "first")
    expect(page.locator(".row")).to_have_count(1)
    expect(page.get_by_text("No todos yet")).to_be_hidden()
