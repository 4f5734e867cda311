"""Positions: rulesets ready to play, set-ups, actions and events."""

from crowned._native import Move
from crowned.position.position import Position
from crowned.position.ruleset import Ruleset, RulesetLike, ruleset
from crowned.position.setup import Setup

__all__ = ["Move", "Position", "Ruleset", "RulesetLike", "Setup", "ruleset"]
