"""Text for language models: rules, position and choice in words, and answers that explain themselves.

talk = TextGame("…")
talk.prompt()                  # what to send to the model
talk.answer("I play c3-d4.")   # what came back; the reply says what happened, or why not
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from crowned.base import AmbiguousMove, CrownedError, IllegalMove, Lang, MoveTextError, Side
from crowned.game import Game
from crowned.position import Position, RulesetLike
from crowned.position.action import Adjust, Touch
from crowned.rules.prose import rule_sheet

_ACTION = re.compile(
    r"\b(?:huff|touch|adjust) [a-l]?[0-9]{1,2}\b|\b(?:takeback|accept|claim draw|resign)\b"
    r"|\b[GO][12] ?> ?[LMR]\b|\b[a-l]?[0-9]{1,2}(?: ?[-x:×–] ?[a-l]?[0-9]{1,2})+\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of an answer: whether something was played, and a sentence about it."""

    played: bool
    text: str
    action: str = ""


class TextGame:
    """A game that is played by talking about it. Spins are made by the game's own dice."""

    def __init__(
        self,
        rules: RulesetLike,
        position: Position | None = None,
        *,
        lang: Lang = "en",
        list_moves: bool = False,
        seed: int | None = None,
    ) -> None:
        self.game = Game(rules, position, seed)
        self.lang: Lang = lang
        self.list_moves = list_moves
        self._roll()

    @property
    def over(self) -> bool:
        return self.game.outcome is not None

    @property
    def side(self) -> Side:
        return self.game.actor

    def rules(self) -> str:
        """The rule sheet, for the beginning of a conversation."""
        parts = [f"{self.game.rules.title(self.lang)}"]
        for section in rule_sheet(self.game.rules.spec, self.lang):
            parts.append(f"\n{section.title}")
            parts += [f"- {line.text}" for line in section.lines]
        return "\n".join(parts)

    def prompt(self) -> str:
        """The position and what is asked for; legal actions only if they are to be listed."""
        said = [str(self.game.position), f"{self._name(self.side)} is to act."]
        if self.game.pending is not None:
            said.append(f"The last move was an offence; the answers are {', '.join(self._remedies())}.")
        if self.list_moves:
            said.append(f"Open: {', '.join(self.legal())}.")
        said.append("Answer with one move, such as " + self._example() + ".")
        return "\n".join(said)

    def legal(self) -> list[str]:
        """Every action a program may choose now, as text."""
        return [a.text for a in self.game.actions() if not isinstance(a, Touch | Adjust)]

    def answer(self, text: str) -> Reply:
        """Play the last move that the text names; if it cannot be played, the reply says why."""
        named = _ACTION.findall(text)
        if not named:
            return Reply(False, "No move was found in the answer; a move looks like " + self._example() + ".")
        try:
            accepted = self.game.play(named[-1])
        except IllegalMove as refused:
            verdict = refused.verdict
            return Reply(False, str(refused) if verdict is None else verdict.text(self.lang), named[-1])
        except (AmbiguousMove, MoveTextError, CrownedError) as fault:
            return Reply(False, str(fault), named[-1])
        self._roll()
        return Reply(True, self._told(accepted.action.text), accepted.action.text)

    def _told(self, text: str) -> str:
        outcome = self.game.outcome
        return f"{text} was played." + (f" {outcome.text(self.lang)}" if outcome else "")

    def _roll(self) -> None:
        while self.game.outcome is None and self.game.must_spin and self.game.pending is None:
            self.game.spin()

    def _remedies(self) -> list[str]:
        return [text for text in self.legal() if text.split()[0] in ("huff", "takeback", "accept")]

    def _example(self) -> str:
        return "32-28 or 19x28" if self.game.rules.squares.numeric else "c3-d4 or c3xe5"

    def _name(self, side: Side) -> str:
        return self.game.rules.spec.sides[side].name[self.lang]
