"""A real browser for tests of the Board: Debian's Chromium, driven by Playwright.

Every page reports what it must not do: errors, refused content, requests to anybody else.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from serving import Office, Served
from switchboard.tokens import sha256

CHROMIUM = "/usr/bin/chromium"
# Without these it asks its maker's servers, and cannot run as root.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 420, "height": 860}
# Milliseconds to wait for what a page must show.
PATIENCE = 20_000
AXE = resources.files("axe_playwright_python") / "axe.min.js"
WATCH_CSP = """
    addEventListener('securitypolicyviolation', event => {
        console.error('policy violation: ' + event.violatedDirective + ' ' + event.blockedURI)
    })
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Desk:
    """A human at a browser window."""

    def __init__(self, browser: Browser, served: Served, **options: Any) -> None:
        self.served = served
        self.wrongs: list[str] = []
        # What a test brings about itself, by a part of what the browser says of it.
        self.expected: tuple[str, ...] = ()
        self.received = 0
        self.context = browser.new_context(**{"viewport": WIDE} | options)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(WATCH_CSP)
        self.page = self.open()

    def open(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        page.on("request", self._asked)
        page.on("response", self._answered)
        return page

    def sign_in(self, office: Office, human: str) -> None:
        """Use a sign-in link of a human."""
        self.page.goto(sign_in_link(office, self.served, human))
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/todos")

    def go(self, path: str) -> Page:
        """Go to a page and wait until it is live, if it can be."""
        self.page.goto(self.served.url + path)
        if self.page.locator("#lamp").count():
            expect(self.page.locator("#lamp")).to_have_text("live")
        return self.page

    def violations(self) -> list[str]:
        """Return what axe-core finds against WCAG 2 A and AA on the page as it is."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
        )
        return [
            f"{v['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for v in found["violations"]
            for node in v["nodes"]
        ]

    def _heard(self, message: Any) -> None:
        told = message.type in ("error", "warning")
        if told and not any(part in message.text for part in self.expected):
            self.wrongs.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.served.url, "data:")):
            self.wrongs.append(f"asks somebody else: {request.url}")

    def _answered(self, response: Any) -> None:
        length = response.headers.get("content-length", "0")
        self.received += int(length)


def sign_in_link(office: Office, served: Served, human: str) -> str:
    """Return a fresh link."""
    token = secrets.token_urlsafe(32)
    office.conn.execute("select switchboard.create_sign_in_link(%s, %s)", (human, sha256(token)))
    return f"{served.url}/sign-in?token={token}"
