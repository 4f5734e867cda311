"""Every parser meets hostile input: twelve seconds of each where CI is set, a repeatable slice elsewhere."""

from __future__ import annotations

import os

import pytest

from fuzz.targets import TARGETS
from fuzz.watch import Job, watch

AT_LEAST = 300
"""Inputs that any machine must get through in the time."""
COUNT, SECONDS = (0, 12.0) if os.environ.get("CI") else (600, 0.0)
PATIENCE = 60.0
"""Seconds after which one input counts as hung, even on a busy machine."""


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_is_answered(name: str) -> None:
    tried, failure = watch(Job(name, seed=1, count=COUNT, seconds=SECONDS, patience=PATIENCE))
    assert failure is None, str(failure)
    assert tried >= AT_LEAST
