"""A game in the terminal: reads lines, does what they say, shows what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple, Protocol

from crowned.base import AmbiguousMove, BadInput, IllegalMove, Lang, Side
from crowned.base.words import quoted
from crowned.cli.common import room
from crowned.cli.texts import has, meaning, text
from crowned.engine.external import EngineError
from crowned.game import Game, Record
from crowned.notation import diagram, letters, pdn
from crowned.notation.paint import Paint
from crowned.position.action import Action, MoveAction
from crowned.position.event import Event
from crowned.referee import Verdict, judge
from crowned.rules.prose import king_word, rule_sheet


class Opponent(Protocol):
    """Chooses what to do for the side whose turn it is, with a strength from 1 up."""

    def choose(self, game: Game, how: int, /) -> Action: ...


class Terminal(NamedTuple):
    """Where a session reads and writes. `read` raises EOFError at the end."""

    read: Callable[[str], str]
    write: Callable[[str], None]
    paint: Paint


class Session:
    def __init__(self, game: Game, lang: Lang, terminal: Terminal, flipped: bool = False) -> None:
        self.game = game
        self.lang = lang
        self.terminal = terminal
        self.flipped = flipped
        self.players: dict[Side, tuple[Opponent, int]] = {}
        self._kept: dict[Path, str] = {}
        self._quit = False
        self._failed = False
        """The opponent's engine has failed: a person decides whether to ask it again or to move for it."""

    # ---- the loop

    def run(self) -> int:
        """Until somebody quits or the input ends."""
        self._welcome()
        self._board()
        while not self._quit:
            try:
                if not self._computer_acts():
                    self._line(self.terminal.read(self._prompt()))
            except (EOFError, KeyboardInterrupt):
                self._say("bye")
                break
        return 0

    def _line(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        word = meaning(self.lang, word.lower())
        if command := COMMANDS.get(word):
            command(self)
        elif asking := ASKING.get(word):
            asking(self, rest.strip())
        elif line.strip():
            self._attempt(line.strip())
        elif self.game.must_spin:
            self._attempt("spin")
        self._failed = False

    def _computer_acts(self) -> bool:
        """Let the computer do its action, if it is its turn; spins are everybody's."""
        game = self.game
        if game.outcome is not None or game.actor not in self.players or self._failed:
            return False
        if game.must_spin:
            self._attempt("spin")
            return True
        opponent, level = self.players[game.actor]
        self._say("thinks", side=self._side())
        name = self._side()
        try:
            action = opponent.choose(game.copy(), level)
        except EngineError as error:
            self._failed = True
            self.terminal.write(str(error))
            self._say("failed")
            return True
        self._say("plays", side=name, text=action.text)
        self._done(game.play(action).record)
        return True

    def _attempt(self, line: str) -> None:
        try:
            accepted = self.game.play(line)
        except BadInput as error:
            self._misunderstood(line, error)
        except IllegalMove as error:
            self._refusal(error)
        else:
            self._done(accepted.record)

    def _misunderstood(self, line: str, error: BadInput) -> None:
        if isinstance(error, AmbiguousMove):
            self._say("ambiguous", moves=", ".join(error.candidates))
        else:
            self._say("not_a_move", text=quoted(line), example=self._example())

    def _example(self) -> str:
        moves = self.game.position.moves()
        return moves[0].text if moves else "c3-d4"

    def _refusal(self, error: IllegalMove) -> None:
        verdict = error.verdict
        if not isinstance(verdict, Verdict):
            self.terminal.write(str(error))
            return
        self.terminal.write(_cited(verdict, self.lang))

    def _done(self, record: Record) -> None:
        """Show what an action did."""
        for event in record.events:
            self._tell(event)
        if any(
            event.kind in ("moved", "huffed", "taken_back", "opened", "closed") for event in record.events
        ):
            self._board()
        elif self.game.draw_offer is not None:
            self._say("offer", side=self._name(self.game.draw_offer))
        if self.game.outcome is not None:
            self.terminal.write(self.terminal.paint.bold(self.game.outcome.text(self.lang)))

    def _tell(self, event: Event) -> None:
        if not has(self.lang, "event", event.kind):
            return
        values = event.to_dict() | {"king": king_word(self.game.rules.spec, self.lang, "a")}
        if "result" in values:
            values["result"] = text(self.lang, "spin", str(values["result"]))
        self.terminal.write(text(self.lang, "event", event.kind, **values))

    # ---- what is shown

    def _welcome(self) -> None:
        self._say("welcome", title=self.game.rules.title(self.lang), example=self._example())
        if self.game.rules.towers:
            self._say("tower")

    def _board(self) -> None:
        record = self.game.tree.here.record
        last = record.action.move if record and isinstance(record.action, MoveAction) else None
        picture = diagram.of(self.game.position, last, flipped=self.flipped)
        self.terminal.write("\n" + letters.draw(picture, self.terminal.paint, room()) + "\n")

    def _prompt(self) -> str:
        game, side = self.game, self._side()
        if game.outcome is not None:
            return text(self.lang, "play", "prompt_over")
        if game.pending is not None:
            key = "prompt_must_answer" if game.pending.must_answer else "prompt_answer"
            return text(
                self.lang, "play", key, side=side, move=game.pending.move.text, answers=self._answers()
            )
        return text(self.lang, "play", "prompt_spin" if game.must_spin else "prompt", side=side)

    def _answers(self) -> str:
        pending = self.game.pending
        if pending is None:
            return ""
        huffs = [f"huff {square}" for square in pending.removable if "huff" in pending.remedies]
        return ", ".join([*huffs, *(word for word in pending.remedies if word != "huff")])

    def _side(self) -> str:
        return self._name(self.game.actor)

    def _name(self, side: Side) -> str:
        return self.game.rules.spec.sides[side].name[self.lang]

    def _say(self, key: str, **values: object) -> None:
        self.terminal.write(text(self.lang, "play", key, **values))

    # ---- commands

    def _help(self) -> None:
        self.terminal.write(text(self.lang, "help", "text").strip("\n"))

    def _moves(self) -> None:
        moves = self.game.moves()
        if not moves:
            self._say("no_moves")
            return
        listed = ", ".join(move.text for move in moves)
        self._say("one_move" if len(moves) == 1 else "moves", count=len(moves), moves=listed)

    def _why(self, rest: str) -> None:
        if not rest:
            self._say("why_what", example=self._example())
            return
        try:
            self.terminal.write(_cited(judge(self.game, rest), self.lang))
        except BadInput as error:
            self._misunderstood(rest, error)

    def _rules(self) -> None:
        for section in rule_sheet(self.game.rules.spec, self.lang):
            self.terminal.write(self.terminal.paint.bold(section.title))
            for line in section.lines:
                self.terminal.write(f"  {line.text}")

    def _fen(self) -> None:
        self.terminal.write(self.game.position.fen)

    def _flip(self) -> None:
        self.flipped = not self.flipped
        self._board()

    def _undo(self, rest: str) -> None:
        """Back to where a person decided last: the computer's actions and spins are undone with it."""
        wanted = int(rest) if rest.isdecimal() and len(rest) < 6 else 1
        undone = self.game.undo(wanted)
        while undone and self.players and self.game.actor in self.players and self.game.undo():
            pass
        self._say("undone" if undone else "nothing_to_undo")
        if undone:
            self._board()

    def _save(self, rest: str) -> None:
        """Games are collected in a file; saving again replaces this game, not the others."""
        if not rest:
            self._say("save_where")
            return
        path = Path(rest).expanduser()
        try:
            if path not in self._kept:
                self._kept[path] = path.read_text(encoding="utf-8") if path.exists() else ""
            before = self._kept[path]
            gap = "\n" if before.strip() else ""
            path.write_text(before + gap + pdn.write(self.game, _today()), encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            self._kept.pop(path, None)
            self.terminal.write(f"{path}: {getattr(error, 'strerror', None) or error}")
        else:
            self._say("saved", file=path)

    def _leave(self) -> None:
        self._say("bye")
        self._quit = True


def _today() -> dict[str, str]:
    return {"Date": date.today().strftime("%Y.%m.%d")}


def _cited(verdict: Verdict, lang: Lang) -> str:
    clauses = f" [{', '.join(verdict.clauses)}]" if verdict.clauses else ""
    return verdict.text(lang) + clauses


COMMANDS: Mapping[str, Callable[[Session], None]] = {
    "help": Session._help,
    "?": Session._help,
    "board": Session._board,
    "moves": Session._moves,
    "rules": Session._rules,
    "fen": Session._fen,
    "flip": Session._flip,
    "quit": Session._leave,
    "exit": Session._leave,
}
ASKING: Mapping[str, Callable[[Session, str], None]] = {
    "why": Session._why,
    "undo": Session._undo,
    "save": Session._save,
}
"""Commands that want to know more."""
