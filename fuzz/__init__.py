"""Fuzzing of everything that reads text from outside: a typed error or a round trip, never a crash or a hang.

`python -m fuzz` runs every target for a minute, `python -m fuzz fen --seconds 10` one of them; the tests run
a short, repeatable slice. Inputs that once failed live in fuzz/corpus and are tried first.
"""
