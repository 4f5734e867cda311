"""Matches between levels, weights and engines: fair openings from both sides, Elo, and a sequential test."""

from crowned.engine.match.ballots import Ballot, Ballots, ballot_tables, ballots, drawn
from crowned.engine.match.cluster import on_cluster
from crowned.engine.match.control import Control, read_clock
from crowned.engine.match.match import Standing, play_match
from crowned.engine.match.openings import given, openings
from crowned.engine.match.plan import MAX_PLIES, OPENING_PLIES, Opening, Pair, Plan, Played, rules_text
from crowned.engine.match.players import Entry, read_entry
from crowned.engine.match.run import Runner, on_cores, play_here
from crowned.engine.match.stats import Estimate, Sprt, Tally, elo_of, estimate, expected

__all__ = [
    "MAX_PLIES",
    "OPENING_PLIES",
    "Ballot",
    "Ballots",
    "Control",
    "Entry",
    "Estimate",
    "Opening",
    "Pair",
    "Plan",
    "Played",
    "Runner",
    "Sprt",
    "Standing",
    "Tally",
    "ballot_tables",
    "ballots",
    "drawn",
    "elo_of",
    "estimate",
    "expected",
    "given",
    "on_cluster",
    "on_cores",
    "openings",
    "play_here",
    "play_match",
    "read_clock",
    "read_entry",
    "rules_text",
]
