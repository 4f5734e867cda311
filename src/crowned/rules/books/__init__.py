"""Clause by clause: what the rulebooks say, in our own words, and a position that shows it."""

from crowned.rules.books.pages import ClausePage, clause_names, clause_page, examples, set_elsewhere

__all__ = ["ClausePage", "clause_names", "clause_page", "examples", "set_elsewhere"]
