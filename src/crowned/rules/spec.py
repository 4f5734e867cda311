"""The Spec: a ruleset after reading and checking. Everything else asks it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from crowned.base.lazy import lazy
from crowned.base.types import Side
from crowned.rules import contradictions, options
from crowned.rules.axes import Axes, Value
from crowned.rules.counts import Count, counts
from crowned.rules.doors import Slider, sliders
from crowned.rules.faults import Faults
from crowned.rules.fingerprint import fingerprint
from crowned.rules.relevance import applies
from crowned.rules.setting import Remark, Setting, Texts

SHELVES = ("books", "federations", "regions", "squares", "towers", "aims", "house")
"""The shelves of a list of games, in order: our own rulebooks, games of federations, those of a region, games
on all squares, with towers, with another aim, and what players made themselves."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a side is called and how it is painted."""

    name: Texts
    colour: str
    king_colour: str


@dataclass(frozen=True, slots=True)
class Pdn:
    """How the game is written down in portable draughts notation."""

    game_type: int | None = None
    """The number in the standard's list, or that of the nearest game in it."""
    results: str = "default"
    """default: 1-0, 1/2-1/2, 0-1; international: 2-0, 1-1, 0-2."""
    separator: str = "x"


@dataclass(frozen=True)
class Spec(Axes, Mapping[str, Value]):
    """An immutable ruleset: a mapping from axis to value, with titles, looks and citations."""

    id: str
    title: Texts
    about: Texts
    sides: Mapping[Side, Look]
    settings: Mapping[str, Setting]
    extends: str | None = None
    source: Texts = field(default_factory=dict)
    """The book or federation whose rules these are."""
    names: tuple[str, ...] = ()
    """What else the game is called, in any language; case and accents do not matter."""
    shelf: str = ""
    """With which games a list shows it; see SHELVES."""
    pdn: Pdn = field(default_factory=Pdn)
    hub: str = ""
    """What engines that speak Hub call these rules; empty if they have no name of their own for them."""
    verdicts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The very clauses for a reason of the referee, where those of its axes would say too much."""
    otherwise: str = ""
    """Whose rules the axes follow for which no clause is given: a federation as a whole, or custom."""
    remarks: tuple[Remark, ...] = ()
    """What the book says beside the axes."""
    presets: options.Presets = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    """What `with_options` changed, by axis."""

    def __getitem__(self, axis: str) -> Value:
        return self.settings[axis].value

    def __iter__(self) -> Iterator[str]:
        return iter(self.settings)

    def __len__(self) -> int:
        return len(self.settings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and self.id == other.id and self.settings == other.settings

    def __hash__(self) -> int:
        return hash((self.id, self.fingerprint))

    def __getstate__(self) -> dict[str, object]:
        """What was given; another thread may be working out the rest this very moment."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __repr__(self) -> str:
        changed = "".join(f" {axis}={value}" for axis, value in self.options.items())
        return f"<Spec {self.id}{changed}>"

    def clauses(self, axis: str) -> tuple[str, ...]:
        """Where the book says so; empty if it does not."""
        return self.settings[axis].clauses

    def applies(self, axis: str) -> bool:
        """False if the axis can change nothing, given the other values."""
        return applies(axis, self)

    @lazy
    def first(self) -> Side:
        """Who begins."""
        return Side[self.first_player.upper()]

    # What a game asks at every move is read from the axes once.

    @lazy
    def is_strict(self) -> bool:
        """Whether only correct moves can be played; else offences stand until they are answered."""
        return self.enforcement == "strict"

    @lazy
    def repetitions(self) -> int:
        """How often a position makes a draw; 0 where it never does."""
        return self.draw_repetition

    @lazy
    def no_progress_plies(self) -> int:
        """How many plies without progress make a draw; 0 where nobody counts."""
        return self.draw_no_progress * (2 if self.draw_counter_unit == "move" else 1)

    @lazy
    def draws_by_itself(self) -> bool:
        """Whether such a draw needs no claim."""
        return self.draw_by == "automatic"

    @lazy
    def some_draws_are_claimed(self) -> bool:
        """Whether there is a draw that a player must claim."""
        others = not self.draws_by_itself and bool(self.draw_repetition or self.draw_no_progress)
        return others or any(self.is_claimed(count) for count in self.counts)

    @lazy
    def some_draws_come(self) -> bool:
        """Whether there may be a draw without a claim, other than by what stands on the board."""
        return self.draws_by_itself or any(not self.is_claimed(count) for count in self.counts)

    def is_claimed(self, count: Count) -> bool:
        """Whether a count makes a draw only if a player claims it."""
        by = count.by or ("automatic" if self.draws_by_itself else "claimed")
        return not count.at_once and by == "claimed"

    @lazy
    def king_runs(self) -> int:
        """How often in a row one king may move; 0 for as often as it likes."""
        return self.king_run_limit

    @lazy
    def counts(self) -> tuple[Count, ...]:
        """The counts by material; empty where there are none."""
        return counts(self.draw_counts)

    @lazy
    def counts_roads(self) -> bool:
        """Whether some count asks who holds the main road."""
        return any(count.road for count in self.counts)

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The trapdoors' sliders; empty where there are none."""
        return sliders(self.doors)

    @cached_property
    def fingerprint(self) -> str:
        """One text for how the game is played; names, notation and citations do not change it."""
        return fingerprint(self)

    def with_options(self, wanted: Mapping[str, object]) -> Spec:
        """The ruleset with some values changed; RulesetError with every fault if that makes no sense."""
        if not wanted:
            return self
        faults = Faults(self.id)
        changes = options.resolve(self, self.presets, wanted, faults)
        contradictions.check({**self, **options.values_of(changes)}, "", faults)
        faults.raise_any()
        return self._changed(changes)

    def called(self, title: Texts) -> Spec:
        """The same rules under a name of their own; what the book says about its game is not theirs."""
        return replace(self, title=title, about={}, names=())

    def _departed_from(self, axis: str) -> tuple[str, ...]:
        return self.settings[axis].instead or self.clauses(axis)

    def _changed(self, changes: Mapping[str, Setting]) -> Spec:
        """A changed value is not cited to the clause it departs from; that is kept beside it."""
        new = {
            axis: Setting(change.value, change.clauses, chosen=True, instead=self._departed_from(axis))
            for axis, change in changes.items()
            if change.value != self[axis]
        }
        changed = {**self.options, **options.values_of(new)}
        made = replace(self, settings={**self.settings, **new}, options=changed)
        return made if made.fingerprint == self.fingerprint else replace(made, hub="")
