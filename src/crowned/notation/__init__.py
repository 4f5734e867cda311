"""Move text, PDN and pictures."""
