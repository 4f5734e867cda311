"""Draw the pictures of the guides with the product itself: docs/*.svg."""

from __future__ import annotations

from pathlib import Path

import crowned
from crowned.notation import svg

DOCS = Path(__file__).resolve().parents[1] / "docs"
PICTURES = {
    # name: ruleset, position, move that is shown
    "towers": ("turm", "W:Wc1,e1,g1,b2[wb],h2,d2,a3,g3,d8[Wbb]:Bd4,f6[bw],h6,a7,c7,g5[Bw],e7,h8", "d8xb6xe3"),
    "doors": ("valluik", "W:Wa1,c1,e1,b2,d2,h2,a3,e3,f4,Kg7:Bb6,d6,h6,a7,e7,b8,d8,f8:SLMRM:Xorange", ""),
}


def picture(ruleset: str, fen: str, move: str) -> str:
    """The position; with a move, the position it leads to and the way the piece went."""
    position = crowned.Position.from_fen(crowned.ruleset(ruleset), fen)
    if not move:
        return svg.board(position, size=320)
    played = next(found for found in position.moves() if found.text.startswith(move))
    return svg.board(position.play(played), played, size=320)


if __name__ == "__main__":
    for name, parts in PICTURES.items():
        (DOCS / f"{name}.svg").write_text(picture(*parts))
