"""The Board in a real browser when things happen at bad moments: what a person did stays theirs."""

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import Desk, chromium
from lively import Lively
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
    page.goto("about:blank")
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


def test_what_changes_while_a_page_loads_is_shown(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint, human: str
) -> None:
    """Between the page and its stream: nothing else tells of it."""
    todo = shared_office.create(ours, "quick")
    page = desk.page
    live = served.board.live

    def late(route: Any) -> None:
        served.call(ours, "claim", id=todo, claimant="robot")
        wait_until(lambda: live._owners[human].heard_at, "the news")
        route.continue_()

    page.goto("about:blank")
    wait_until(lambda: live.open_pages() == 0, "the stream to end")
    page.route("**/events?*", late)
    page.goto(f"{served.url}/todos")
    expect(row(page, todo)).to_contain_text("working")


def test_a_first_page_hears_of_heartbeats(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint, human: str
) -> None:
    """They write no event: the lease that a page shows is looked up again before it lapses."""
    todo = shared_office.create(ours, "long")
    served.call(ours, "claim", id=todo, claimant="robot")
    desk.page.goto("about:blank")
    live = served.board.live
    wait_until(lambda: live.open_pages() == 0, "the stream to end")
    live._owners[human].leases.clear()
    desk.go("/todos")
    assert list(live._owners[human].leases) == [todo]


def test_typed_text_survives_what_happens_meanwhile(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "mine")
    page = desk.go("/todos")
    row(page, todo).get_by_role("link").click()
    drawer = page.get_by_role("dialog", name="mine")
    claim = drawer.get_by_role("button", name="Claim", exact=True)
    claim.click()
    result, summary = drawer.get_by_label("Result, JSON"), drawer.get_by_label("Summary for")
    result.fill('{"a": 1}')
    summary.fill("I typed this")
    lease = "select lease_expires_at from switchboard.todos where id = %s"
    before = shared_office.one(lease, todo)
    drawer.get_by_role("button", name="Extend").click()
    wait_until(lambda: shared_office.one(lease, todo) > before, "the longer lease")
    # The lease lapses under the typing.
    summary.focus()
    shared_office.lapse(todo)
    shared_office.conn.execute("select switchboard.reap_expired()")
    expect(drawer).to_contain_text("waiting")
    expect(summary).to_be_hidden()
    claim.click()
    expect(summary).to_have_value("I typed this")
    expect(result).to_have_value('{"a": 1}')
    drawer.get_by_role("button", name="Release").click()
    expect(drawer).to_contain_text("I typed this")
    claim.click()
    expect(summary).to_have_value("")


def test_folded_parts_stay_as_they_were_left(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "mine", payload='{"a": 1}')
    page = desk.go("/todos")
    row(page, todo).get_by_role("link").click()
    drawer = page.get_by_role("dialog", name="mine")
    drawer.get_by_text("Cancel …").click()
    drawer.get_by_text("Payload").click()
    served.call(ours, "claim", id=todo, claimant="robot")
    expect(drawer).to_contain_text("working")
    expect(drawer.get_by_role("button", name="Cancel this todo")).to_be_visible()
    expect(drawer.get_by_text('"a": 1')).to_be_hidden()


def test_the_focus_stays_near_what_was_done(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    todos = [shared_office.create(ours, f"t{number}") for number in range(3)]
    page = desk.go("/todos")
    keys = page.keyboard
    # The button that was pressed is gone with the state.
    row(page, todos[0]).get_by_role("link").focus()
    keys.press("Enter")
    drawer = page.get_by_role("dialog", name="t0")
    drawer.get_by_role("button", name="Claim", exact=True).focus()
    keys.press("Enter")
    expect(drawer).to_contain_text("working")
    expect(drawer.locator(".actions :focus")).to_have_count(1)
    # From the open drawer, a button, and a checkbox, j and k go on from that row.
    keys.press("k")
    assert focused(page) == todos[1]
    keys.press("Escape")
    row(page, todos[1]).get_by_role("button", name="Claim").focus()
    keys.press("k")
    assert focused(page) == todos[2]
    row(page, todos[1]).get_by_role("checkbox").focus()
    keys.press("Space")
    keys.press("j")
    assert focused(page) == todos[0]


def test_a_tab_hidden_while_it_changes_streams_lets_go_of_both(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "t")
    page = desk.go("/todos")
    live = served.board.live
    held: list[Any] = []
    page.route("**/events?*", lambda route: held.append(route))
    with page.expect_request("**/events?*"):
        row(page, todo).get_by_role("link").click()
    assert live.open_pages() == 1
    page.evaluate(HIDE, True)
    wait_until(lambda: live.open_pages() == 0, "the stream to end")


def test_the_drawer_shows_what_was_chosen_last(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    """However long the answer about another todo takes."""
    slow, fast = (shared_office.create(ours, title) for title in ("slow one", "fast one"))
    page = desk.go("/todos")
    held: list[Any] = []
    page.route(f"**/todos/{slow}", lambda route: held.append(route))
    with page.expect_request(f"**/todos/{slow}"):
        row(page, slow).get_by_role("link").click()
    row(page, fast).get_by_role("link").click()
    drawer = page.get_by_role("dialog", name="fast one")
    expect(drawer).to_be_visible()
    held[0].continue_()
    page.evaluate("fetch('/healthz').then(answer => answer.text())")
    drawer.get_by_role("button", name="Claim", exact=True).click()
    expect(row(page, fast)).to_contain_text("working")
    expect(drawer).to_be_visible()


def test_a_server_that_does_not_answer_is_told_of(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "one")
    page = desk.go("/todos")
    page.route("**/claim", lambda route: route.abort())
    row(page, todo).hover()
    row(page, todo).get_by_role("button", name="Claim").click()
    expect(page.locator("#notices")).to_contain_text("The server did not answer.")
    page.unroute("**/claim")
    page.route("**/claim", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    page.locator("#notices").evaluate("notices => notices.replaceChildren()")
    row(page, todo).get_by_role("button", name="Claim").click()
    expect(page.locator("#notices")).to_contain_text("The server did not answer.")
    told = ("net::ERR_FAILED", "502", "Failed to fetch")
    desk.wrongs = [w for w in desk.wrongs if not any(text in w for text in told)]


def test_a_storm_of_deaths_leaves_the_list_readable(
    desk: Desk,
) -> None:
    page = desk.go("/todos")
    page.evaluate(
        """() => {
            const note = '<p class="notice dead"><b>Dead letter</b> one</p>'
            for (let n = 0; n < 40; n++) document.querySelector('#notices').innerHTML += note
        }"""
    )
    assert page.locator("#notices > .notice:visible").count() == 4


def test_new_todos_stand_in_the_order_of_the_list(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    """Also those of one second."""
    page = desk.go("/todos")
    for number in range(20):
        shared_office.create(ours, f"t{number}")
    expect(page.locator(".row")).to_have_count(20)
    ids = "rows => rows.map(row => row.dataset.row)"
    live = page.locator(".row").evaluate_all(ids)
    page.reload()
    assert live == page.locator(".row").evaluate_all(ids)


def test_enter_on_a_checkbox_sends_nothing(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    """The form's first button would retry what is selected."""
    todo = shared_office.create(ours, "one")
    page = desk.go("/todos")
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.method))
    row(page, todo).get_by_role("checkbox").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.evaluate("fetch('/healthz').then(answer => answer.text())")
    expect(row(page, todo).get_by_role("checkbox")).to_be_checked()
    assert "POST" not in posts


def test_counting_clocks_are_not_read_out(
    desk: Desk, served: Served, shared_office: Office, ours: Endpoint
) -> None:
    """A polite region with a clock in it would speak every second."""
    todo = shared_office.create(ours, "one")
    served.call(ours, "claim", id=todo)
    page = desk.go(f"/todos/{todo}")
    clocks = page.locator("[aria-live=polite] time")
    expect(clocks).not_to_have_count(0)
    loud = "times => times.filter(t => t.closest('[aria-live]').ariaLive !== 'off').length"
    assert clocks.evaluate_all(loud) == 0


def test_an_expired_endpoint_says_so_and_is_not_offered(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    shared_office.conn.execute(
        "update switchboard.endpoints set expires_at = now() - interval '3 hours' where id = %s",
        (ours.id,),
    )
    page = desk.go("/endpoints")
    expect(page.get_by_role("region", name=ours.slug)).to_contain_text("lapsed 3 h 0 m ago")
    page = desk.go("/todos")
    expect(page.get_by_text("Add a todo")).to_have_count(0)


def test_controls_are_named_as_they_look_and_headings_are_in_order(
    desk: Desk, shared_office: Office, ours: Endpoint
) -> None:
    todo = shared_office.create(ours, "one")
    page = desk.go(f"/todos/{todo}")
    expect(page.get_by_role("button", name="Theme")).to_be_visible()
    expect(page.get_by_role("heading", name="Attempt history", level=2)).to_be_visible()


def test_marks_differ_in_a_palette_of_the_readers_own(
    browser: Browser, served: Served, shared_office: Office, human: str, ours: Endpoint
) -> None:
    """Forced colours would take the fill away, by which marks are told apart."""
    todo = shared_office.create(ours, "one")
    served.call(ours, "claim", id=todo)
    served.call(ours, "complete", id=todo)
    desk = Desk(browser, served, forced_colors="active")
    desk.sign_in(shared_office, human)
    fill = "mark => getComputedStyle(mark).backgroundColor"
    assert row(desk.page, todo).locator("i.completed").evaluate(fill) == "rgb(26, 127, 75)"
    desk.context.close()
    assert desk.wrongs == []


def test_no_page_scrolls_sideways_on_a_small_screen(
    browser: Browser, served: Served, shared_office: Office
) -> None:
    """Nor at four times the size of a desk's; and the columns of all queues line up."""
    lively = Lively(shared_office)
    desk = Desk(browser, served)
    desk.sign_in(shared_office, lively.human)
    page = desk.go("/queues")
    lefts = page.locator("th:last-child").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect().left)"
    )
    assert len(lefts) == 3
    assert len(set(lefts)) == 1
    page.set_viewport_size({"width": 320, "height": 800})
    for path in ("/todos", "/queues", "/endpoints", f"/todos/{lively.dying}"):
        desk.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path

    desk.context.close()
    assert desk.wrongs == []
