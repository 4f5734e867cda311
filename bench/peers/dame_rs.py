"""dame-rs: Rust, international only."""

from __future__ import annotations

import dame

GAMES = {"international": None}


def version() -> str:
    return dame.__version__


def perft(game: str, depth: int) -> int:  # noqa: ARG001  # it knows one game
    return dame.perft(dame.Board(), depth)


def boards(fens: list[str]) -> list[dame.Board]:
    return [dame.Board(fen) for fen in fens]


def list_moves(boards: list[dame.Board]) -> int:
    for board in boards:
        board.legal_moves  # noqa: B018  # a property that makes a new list of Move objects
    return len(boards)


def pairs(boards: list[dame.Board]) -> list[tuple[dame.Board, dame.Move]]:
    return [(board, move) for board in boards for move in board.legal_moves]


def play(pairs: list[tuple[dame.Board, dame.Move]]) -> None:
    for board, move in pairs:
        board.push(move)
        board.pop()


def read_games(text: str) -> int:
    """Its only PDN reader checks games while it makes an opening book of them."""
    dame.OpeningBook.from_pdn(text, plies=1000)
    return text.count("[Event ")
