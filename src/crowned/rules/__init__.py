"""Rulesets as data: axes, files, checks, squares and the rule sheet."""
