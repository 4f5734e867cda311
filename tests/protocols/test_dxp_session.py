"""Two sessions of DXP talk to each other and to nobody in particular: games, ends, complaints."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crowned
from crowned.base import Side
from crowned.protocols import dxp
from crowned.protocols.dxp import messages
from crowned.protocols.dxp.board import write_move
from crowned.protocols.dxp.session import Phase
from tests.protocols.play import rules_of
from tests.protocols.test_dxp_messages import MESSAGES

DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
RULES = rules_of(DATA["ruleset"])


class Meeting:
    """Initiator and follower, joined by a wire of lists; every turn a random move is chosen."""

    def __init__(self, offer: dxp.Offer, seed: int = 0, rules: crowned.Ruleset = RULES) -> None:
        self.random = Random(seed)
        self.ends = {
            "initiator": dxp.Session(rules, "Anna", offer),
            "follower": dxp.Session(rules, "Bert"),
        }
        self.results: dict[str, list[dxp.Result]] = {"initiator": [], "follower": []}
        self.closed: dict[str, str] = {}
        self.waiting = [("initiator", effect) for effect in self.ends["initiator"].begin()]

    def run(self, steps: int = 100_000) -> None:
        while self.waiting and steps:
            steps -= 1
            who, effect = self.waiting.pop(0)
            self.waiting += [(w, e) for w, effects in self.do(who, effect) for e in effects]
        assert steps, "the meeting does not end"

    def do(self, who: str, effect: dxp.Effect) -> list[tuple[str, list[dxp.Effect]]]:
        other = "follower" if who == "initiator" else "initiator"
        match effect:
            case dxp.Send(message=message):
                return [(other, self.ends[other].heard(dxp.encode(message)[:-1]))]
            case dxp.Think(game=game):
                return [(who, self.ends[who].chosen(self.random.choice(game.moves()), 0.4))]
            case dxp.Result():
                self.results[who].append(effect)
            case dxp.Close(reason=reason):
                self.closed[who] = reason
        return []


@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(list(Side)))
def test_a_meeting_is_played_to_its_end(seed: int, games: int, side: Side) -> None:
    meeting = Meeting(dxp.Offer(side, minutes=5, moves=0, games=games), seed)
    meeting.run()
    ours, theirs = meeting.results["initiator"], meeting.results["follower"]
    assert [result.side for result in ours] == [side if n % 2 == 0 else side.other for n in range(games)]
    for one, other in zip(ours, theirs, strict=True):
        assert one.known
        assert one.side is other.side.other
        assert one.winner == other.winner == (one.game.outcome.winner if one.game.outcome else 0)
        assert one.game.position == other.game.position
        assert (one.opponent, other.opponent) == ("Bert", "Anna")
    assert set(meeting.closed) == {"initiator", "follower"}


def test_a_game_may_begin_anywhere() -> None:
    start = RULES.read(DATA["shot"]["fen"])
    meeting = Meeting(dxp.Offer(start.side, minutes=1, moves=0, start=start))
    meeting.run()
    (result,) = meeting.results["follower"]
    assert result.game.start == start
    assert result.winner is start.side


@pytest.mark.parametrize("score", [0.0, 5.0, -5.0])
def test_at_the_limit_of_moves_the_score_decides(score: float) -> None:
    session = dxp.Session(RULES, offer=dxp.Offer(Side.WHITE, moves=1))
    begin(session)
    session.chosen(RULES.start().moves()[0], 1.0, score)
    effects = session.heard(made(session))
    (result,) = [effect for effect in effects if isinstance(effect, dxp.Result)]
    ends = [e.message for e in effects if isinstance(e, dxp.Send)]
    reason = {0.0: "0", 5.0: "3", -5.0: "1"}[score]
    assert ends == [messages.GameEnd(reason, stop=True)]  # type: ignore[arg-type]
    assert (result.known, result.winner) == (
        bool(score),
        {0.0: None, 5.0: Side.WHITE, -5.0: Side.BLACK}[score],
    )


def begin(session: dxp.Session) -> list[dxp.Effect]:
    """The game that is offered, accepted."""
    session.begin()
    return session.heard(b"A" + b"Opponent".ljust(32) + b"0")


def made(session: dxp.Session) -> bytes:
    """A correct move of the opponent."""
    return dxp.encode(write_move(RULES, session.game.moves()[0], 2))[:-1]


def playing(side: Side = Side.WHITE, **options: bool) -> dxp.Session:
    session = dxp.Session(RULES, offer=dxp.Offer(side, minutes=1), **options)
    begin(session)
    return session


def kinds(effects: list[dxp.Effect]) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def sent(effects: list[dxp.Effect]) -> list[messages.Message]:
    return [effect.message for effect in effects if isinstance(effect, dxp.Send)]


def test_an_illegal_move_is_named_and_closes_the_line() -> None:
    session = playing(Side.BLACK)
    effects = session.heard(b"M0001312000")
    assert sent(effects) == [messages.Chat("error: illegal move 31-20")]
    assert kinds(effects) == ["Send", "StopThinking", "Result", "Close"]
    assert session.phase is Phase.CLOSED
    assert session.heard(b"E11") == []


def test_a_game_over_is_said_to_one_who_moves_on() -> None:
    start = RULES.read(DATA["shot"]["fen"])
    session = dxp.Session(RULES, offer=dxp.Offer(start.side, start=start))
    effects = begin(session)
    think = effects[-1]
    assert isinstance(think, dxp.Think)
    session.chosen(think.game.moves()[0], 1.0)
    assert session.game.outcome is not None
    assert sent(session.heard(b"M0001312000")) == [messages.GameEnd("3", stop=True)]


@pytest.mark.parametrize(
    ("reason", "winner", "known"),
    [("0", None, False), ("1", Side.WHITE, True), ("2", None, True), ("3", Side.BLACK, True)],
)
def test_the_opponent_may_end_it(reason: str, winner: Side | None, known: bool) -> None:
    session = playing()
    effects = session.heard(f"E{reason}0".encode())
    assert sent(effects) == [messages.GameEnd("0", stop=True)]
    (result,) = [effect for effect in effects if isinstance(effect, dxp.Result)]
    assert (result.winner, result.known) == (winner, known)
    assert "StopThinking" in kinds(effects)


def test_silence_is_not_waited_out_for_ever() -> None:
    session = playing(Side.BLACK)
    assert session.patience == 60 + 60
    effects = session.overdue()
    assert sent(effects) == [messages.GameEnd("3", stop=True)]
    assert kinds(effects)[-1] == "Close"


def test_no_patience_is_needed_on_our_own_turn_or_without_a_game() -> None:
    assert playing(Side.WHITE).patience is None
    assert dxp.Session(RULES).patience is None


def test_a_follower_refuses_what_it_cannot_play() -> None:
    session = dxp.Session(RULES)
    other_version = b"R02" + b"x".ljust(32) + b"W005000A"
    small_board = b"R01" + b"x".ljust(32) + b"W005000BW" + b"e" * 32
    over = b"R01" + b"x".ljust(32) + b"W005000BW" + b"e" * 50
    assert sent(session.heard(other_version)) == [messages.GameAnswer("Crowned", "1")]
    for request in (small_board, over):
        answer, chat = sent(session.heard(request))
        assert answer == messages.GameAnswer("Crowned", "2")
        assert isinstance(chat, messages.Chat)
        assert session.phase is Phase.IDLE


@pytest.mark.parametrize("code", "123")
def test_a_refused_offer_closes_the_line(code: str) -> None:
    session = dxp.Session(RULES, offer=dxp.Offer())
    session.begin()
    effects = session.heard(b"A" + b"No".ljust(32) + code.encode())
    assert kinds(effects) == ["StopThinking", "Close"]


def test_moves_can_be_taken_back_only_where_that_was_agreed() -> None:
    for allowed, code in ((False, "1"), (True, "0")):
        session = playing(back=allowed)
        session.chosen(session.game.moves()[0], 1.0)
        session.heard(made(session))
        effects = session.heard(b"B001Z")
        assert sent(effects) == [messages.BackAnswer(code)]  # type: ignore[arg-type]
        assert len(session.game.history) == (1 if allowed else 2)
        assert sent(session.heard(b"B099W")) == [messages.BackAnswer("2")]


def test_taking_back_our_own_move_makes_us_think_again() -> None:
    session = playing(back=True)
    session.chosen(session.game.moves()[0], 1.0)
    assert kinds(session.heard(b"B001W")) == ["StopThinking", "Send", "Think"]


def test_a_failing_engine_gives_up_its_game() -> None:
    session = playing()
    assert sent(session.failed("out of order")) == [
        messages.Chat("error: out of order"),
        messages.GameEnd("1", stop=True),
    ]


def test_a_late_answer_of_our_own_is_dropped() -> None:
    session = playing()
    move = session.game.moves()[0]
    session.heard(b"E20")
    assert session.chosen(move, 1.0) == []


def is_chat(data: bytes) -> bool:
    try:
        return isinstance(dxp.decode(data), messages.Chat)
    except dxp.DxpError:
        return False


@given(
    st.lists(st.one_of(st.binary(max_size=140), MESSAGES.map(lambda m: dxp.encode(m)[:-1])), max_size=60),
    st.booleans(),
)
def test_whatever_is_heard_is_answered_or_ignored(stream: list[bytes], asks: bool) -> None:
    """Never an exception, never a thought after the end, and no quarrel: complaints are few."""
    session = dxp.Session(RULES, offer=dxp.Offer() if asks else None, back=True)
    effects = session.begin()
    for data in stream:
        effects = session.heard(data)
        if is_chat(data):
            assert not sent(effects)
        think = [effect for effect in effects if isinstance(effect, dxp.Think)]
        assert len(think) <= 1
        if think:
            assert think[0].game.moves()
    if session.phase is Phase.CLOSED:
        assert session.heard(b"E10") == []
    assert session.bad <= 9
