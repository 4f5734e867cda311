"""Guests, accounts and sessions; passwords; ratings."""
