"""Who plays which colour: what the ruleset says, unless somebody chooses."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from crowned.server.rooms.colours import swaps, usual_side
from tests.server.client import Browser, Player
from tests.server.conftest import Catalogue


def by(rules: Catalogue, **axes: str) -> dict[str, Any]:
    return {
        "id": rules.first(first_by="colour", rematch="free", enforcement="strict", doors=()).id,
        "options": axes,
    }


def played(browser: Browser, choice: dict[str, Any], **settings: str) -> Player:
    """A game against the computer that is over at once."""
    made = browser.new_game("", "computer", rules=choice, level=1, **settings)
    player = browser.play(made["id"])
    player.act("resign")
    return player


def always(at: int) -> Callable[[Sequence[Any]], Any]:
    """Lots that fall as the test wants them."""
    return lambda among: among[at]


@pytest.mark.parametrize("how", ["colour", "turns"])
def test_who_makes_a_game_begins_unless_lots_are_drawn(alice: Browser, rules: Catalogue, how: str) -> None:
    for _ in range(4):
        player = played(alice, by(rules, first_by=how))
        assert player.you == player.view["rules"]["first"]
        assert player.view["rules"]["first_by"] == how


def test_lots_are_drawn_where_the_rules_say_so(alice: Browser, rules: Catalogue) -> None:
    seats = {played(alice, by(rules, first_by="lot")).you for _ in range(24)}
    assert seats == {"white", "black"}


def test_who_chooses_draws_no_lot(alice: Browser, rules: Catalogue) -> None:
    seats = {played(alice, by(rules, first_by="lot"), side="black").you for _ in range(6)}
    assert seats == {"black"}


@pytest.mark.parametrize(
    ("axes", "keeps"),
    [
        ({"first_by": "colour"}, {False}),
        ({"first_by": "turns"}, {False}),
        ({"first_by": "lot", "rematch": "swap"}, {False}),
        ({"first_by": "lot"}, {False, True}),
    ],
)
def test_a_rematch_follows_the_rules(
    alice: Browser, rules: Catalogue, axes: dict[str, str], keeps: set[bool]
) -> None:
    player, kept = played(alice, by(rules, **axes)), set()
    for _ in range(16):
        player.act("rematch")
        again = alice.play(player.state["rematch"])
        kept.add(again.you == player.you)
        again.act("resign")
        player = again
        if kept == {False, True}:
            break
    assert kept == keeps


@pytest.mark.parametrize("at", [0, 1])
def test_the_lot_alone_decides(monkeypatch: pytest.MonkeyPatch, rules: Catalogue, at: int) -> None:
    monkeypatch.setattr(secrets, "choice", always(at))
    spec = rules.first(first_by="lot", rematch="free")
    assert usual_side(spec) == "random"
    assert swaps(spec) is (at == 0)
    assert swaps(spec.with_options({"first_by": "turns"}))
