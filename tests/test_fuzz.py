"""A short, repeatable slice of the fuzzing; `make fuzz` does a minute of each."""

from __future__ import annotations

import pytest

from fuzz.targets import TARGETS
from fuzz.watch import Job, watch

INPUTS = 600
PATIENCE = 60.0
"""Seconds after which one input counts as hung, even on a busy machine."""


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_is_answered(name: str) -> None:
    tried, failure = watch(Job(name, seed=1, count=INPUTS, seconds=0, patience=PATIENCE))
    assert failure is None, str(failure)
    assert tried == INPUTS
