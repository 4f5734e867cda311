"""py-draughts: bitboards on Python integers, eight games."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

import draughts
from draughts.engines.turbo import perft_from_board

GAMES = {
    "international": draughts.StandardBoard,
    "english": draughts.AmericanBoard,
    "frisian": draughts.FrisianBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "antidraughts": draughts.AntidraughtsBoard,
    "breakthrough": draughts.BreakthroughBoard,
}


def version() -> str:
    return installed("py-draughts")


def perft(game: str, depth: int) -> int:
    """Its own counter where it has one (10x10 only), else the loop a user would write."""
    board = GAMES[game]()
    return perft_from_board(board, depth) if game == "international" else count(board, depth)


def count(board: Any, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += count(board, depth - 1)
        board.pop()
    return nodes


def boards(fens: list[str]) -> list[Any]:
    return [draughts.StandardBoard.from_fen(fen) for fen in fens]


def list_moves(boards: list[Any]) -> int:
    for board in boards:
        board.legal_moves  # noqa: B018  # a property that makes a new list
    return len(boards)


def pairs(boards: list[Any]) -> list[tuple[Any, Any]]:
    return [(board, move) for board in boards for move in board.legal_moves]


def play(pairs: list[tuple[Any, Any]]) -> None:
    for board, move in pairs:
        board.push(move)
        board.pop()


def read_games(text: str) -> int:
    games = ["[Event " + part for part in text.split("[Event ")[1:]]
    for game in games:
        draughts.StandardBoard.from_pdn(game)
    return len(games)
