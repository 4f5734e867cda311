"""pydraughts: piece objects, ten games."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

from draughts import Board, Move
from draughts.PDN import PDNReader

GAMES = {
    "international": "standard",
    "english": "english",
    "frisian": "frisian",
    "russian": "russian",
    "brazilian": "brazilian",
    "italian": "italian",
    "turkish": "turkish",
    "antidraughts": "antidraughts",
    "breakthrough": "breakthrough",
}


def version() -> str:
    return installed("pydraughts")


def perft(game: str, depth: int) -> int:
    return count(Board(variant=GAMES[game]), depth)


def count(board: Any, depth: int) -> int:
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += count(board, depth - 1)
        board.pop()
    return nodes


def boards(fens: list[str]) -> list[Any]:
    return [Board(fen=fen) for fen in fens]


def list_moves(boards: list[Any]) -> int:
    for board in boards:
        board.legal_moves()
    return len(boards)


def pairs(boards: list[Any]) -> list[tuple[Any, Any]]:
    return [(board, move) for board in boards for move in board.legal_moves()]


def play(pairs: list[tuple[Any, Any]]) -> None:
    for board, move in pairs:
        board.push(move)
        board.pop()


def read_games(text: str) -> int:
    """Its reader does not look at legality, so the moves are played as well."""
    games = PDNReader(pdn_text=text).games
    for game in games:
        board = Board()
        for text_move in game.moves:
            board.push(Move(board=board, pdn_move=text_move))
    return len(games)
