"""The task that renders for open Boards."""

from typing import Any

import anyio
import pytest
from serving import run
from switchboard.board.live import Live, Owner


def test_one_slow_human_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    live: Any = Live(None)  # type: ignore[arg-type]
    slow, quick = (Owner(streams=[object()], changed={"td_1": []}) for _ in range(2))  # type: ignore[list-item]
    live._owners.update(slow=slow, quick=quick)
    rendered: list[str] = []
    done = [anyio.Event(), anyio.Event()]

    async def render(human_id: str, owner: Owner) -> None:
        owner.changed = {}
        if human_id == "slow":
            await anyio.sleep_forever()
        rendered.append(human_id)
        done[len(rendered) - 1].set()

    monkeypatch.setattr(live, "_render_todos", render)
    monkeypatch.setattr("switchboard.board.live.READ_TIMEOUT", 3600)

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live.run)
            live._wake.set()
            with anyio.fail_after(20):
                await done[0].wait()
                quick.changed = {"td_1": []}
                live._wake.set()
                await done[1].wait()
            tasks.cancel_scope.cancel()

    run(main)
    assert rendered[:2] == ["quick", "quick"]
