"""What is done before the picture of the memory is taken: all of it, and nothing of it goes on afterwards."""

from __future__ import annotations

import asyncio

from crowned.server.pocket.rehearsal import rehearse


def test_a_visit_is_rehearsed_and_nothing_goes_on_after_it() -> None:
    async def run() -> set[asyncio.Task[None]]:
        await rehearse()
        await asyncio.sleep(0.1)
        return asyncio.all_tasks() - {asyncio.current_task()}  # type: ignore[arg-type]

    assert asyncio.run(run()) == set()
