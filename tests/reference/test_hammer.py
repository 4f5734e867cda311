"""The short version of bench/hammer_options.py: random mixtures of options against the oracle."""

from __future__ import annotations

from random import Random

import pytest

from .trial import hammered


@pytest.mark.parametrize("seed", range(8))
def test_core_and_game_agree_with_the_oracle_under_any_options(seed: int) -> None:
    compared, faults = hammered(Random(f"options {seed}"), 30)
    assert compared > 50
    assert not faults, "\n".join(faults)
