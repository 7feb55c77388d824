"""What the Board sends stays small, and nothing is hidden for it."""

from typing import Any

from boarding import PIECE, browse, owner_of
from serving import Endpoint, Office, Served

LONG = '{"text": "' + "x" * 200_000 + '"}'


def test_a_drawer_cuts_what_the_page_shows_whole(
    served: Served, shared_office: Office, endpoint: Endpoint
) -> None:
    """Under 100 kB, whatever the payload; also after an action, for who asks from which page."""
    todo = shared_office.create(endpoint, payload=LONG)
    with browse(served, shared_office, owner_of(shared_office, endpoint)) as visitor:
        drawer = visitor.get(f"/todos/{todo}", piece=True).text
        assert len(drawer.encode()) < 100_000
        assert "shows it whole" in drawer
        page = visitor.get(f"/todos/{todo}").text
        assert "x" * 200_000 in page
        assert "shows it whole" not in page

        def act(action: str, path: str) -> Any:
            url = {"HX-Current-URL": served.url + path}
            return visitor.http.post(
                f"/todos/{todo}/{action}", headers=PIECE | url, data={"csrf": visitor.csrf}
            )

        assert len(act("claim", "/todos?filter=all").text) < 100_000
        assert "x" * 200_000 in act("release", f"/todos/{todo}").text
