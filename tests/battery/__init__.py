"""Properties that every ruleset must have, whatever its axes say."""
