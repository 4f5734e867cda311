"""The signature: equal every time, and another for another game."""

from __future__ import annotations

import crowned
from crowned.engine.bench import measure, signature


def test_a_signature_is_a_property_of_the_search() -> None:
    english, russian = crowned.ruleset("english"), crowned.ruleset("russian")
    assert signature(english) == signature(english)
    assert signature(english) != signature(russian)


def test_a_measurement_tells_its_figures() -> None:
    speed = measure(crowned.ruleset("lasca"), nodes=20_000)
    assert speed.nodes >= 20_000
    assert speed.nps > 0
    assert str(speed.signature) in speed.text
