#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/unlocked.hpp"
#include "bind/values.hpp"
#include "position/ending.hpp"
#include "position/fen.hpp"
#include "position/offence.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

// Positions are made as instances of this class, so that Python can add to it what needs more than the core.
PyObject* position_class = nullptr;

nb::handle position_type() { return position_class ? nb::handle(position_class) : nb::type<Position>(); }

}  // namespace

nb::object make_position(const RulesRef& rules, Board board) {
    nb::object made = nb::inst_alloc(position_type());
    new (nb::inst_ptr<Position>(made)) Position(rules, std::move(board));
    nb::inst_mark_ready(made);
    return made;
}

void MoveTuple::take(const Way& way) { moves_.push_back(make_move(rules_, key_, way)); }

nb::tuple MoveTuple::finish() {
    nb::tuple out = nb::steal<nb::tuple>(PyTuple_New(Py_ssize_t(moves_.size())));
    for (std::size_t i = 0; i < moves_.size(); ++i) set_item(out, Py_ssize_t(i), moves_[i].release().ptr());
    return out;
}

namespace {

// Most positions have their moves within a millisecond; only where they take longer may others run meanwhile.
constexpr int quick_jumps = 6000;

// What the moves of one position may cost in this thread: one on which many wait takes on less.
thread_local Budget allowed;

nb::tuple allow(int jumps, int captures) {
    constexpr Budget most;
    if (jumps < 1 || jumps > most.jumps || captures < 1 || captures > most.moves)
        throw nb::value_error("at least one of each, and no more than the core itself allows");
    Budget before = std::exchange(allowed, Budget{jumps, captures});
    return nb::make_tuple(before.jumps, before.moves);
}

// Runs `list(receiver, budget)`, which hands over everything or refuses and hands over nothing.
template <class List>
void bounded(Receiver& receiver, List&& list) {
    const Budget whole = allowed;
    if (list(receiver, Budget{std::min(quick_jumps, whole.jumps), whole.moves})) return;
    Ways ways;
    bool all = false;
    if (whole.jumps > quick_jumps) {
        Unlocked free;
        all = list(ways, whole);
    }
    if (!all) throw TooManyMoves();
    ways.hand_over(receiver);
}

}  // namespace

namespace {

std::string fen(const Position& p) { return fen_text(*p.rules.rules, p.board); }

nb::object outcome(const Position& p) {
    Ending found = ending(*p.rules.rules, p.board);
    if (found == Ending::None) return nb::none();
    return nb::make_tuple(int(winner_of(p.rules.rules->data, p.board, found)),
                          WordsOf<Ending>::list[int(found)]);
}

nb::tuple moves(const Position& p) {
    MoveTuple out(p);
    bounded(out,
            [&](Receiver& to, Budget budget) { return p.rules.rules->correct->moves(p.board, to, budget); });
    return out.finish();
}

nb::tuple playable(const Position& p) {
    MoveTuple out(p);
    bounded(out,
            [&](Receiver& to, Budget budget) { return playable_moves(*p.rules.rules, p.board, to, budget); });
    return out.finish();
}

bool is_playable(const Position& p, const Move& m) {
    if (!m.rules.same_game(p.rules)) return false;
    if (m.origin == p.key()) return true;
    nb::tuple all = playable(p);
    for (nb::handle candidate : all)
        if (nb::cast<const Move&>(candidate) == m) return true;
    return false;
}

bool broken_off(const Position& p, const Move& m) {
    std::optional<bool> early = stops_early(*p.rules.rules, p.board, m.way(), allowed);
    if (!early) throw TooManyMoves();
    return *early;
}

// A text is read by the layers above.
nb::object play(const Position& p, nb::handle move) {
    if (!is_move(move)) return nb::find(p).attr("_played")(move);
    const Move& m = *nb::inst_ptr<Move>(move);
    if (!is_playable(p, m)) throw nb::value_error((m.text() + " cannot be played in " + fen(p)).c_str());
    return make_position(p.rules, p.rules.rules->correct->play(p.board, m.way()));
}

u64 perft(const Position& p, int depth, bool listed) {
    if (depth < 0) throw nb::value_error("a depth is not negative");
    std::optional<u64> leaves;
    {
        Unlocked free;
        const Kernel& kernel = *p.rules.rules->correct;
        leaves = listed ? kernel.listed(p.board, depth) : kernel.perft(p.board, depth);
    }
    if (!leaves) throw TooManyMoves();
    return *leaves;
}

nb::list divide(const Position& p, int depth) {
    nb::list out;
    if (depth < 1) throw nb::value_error("a division needs a depth of 1 at least");
    for (nb::handle item : moves(p)) {
        Position child(p.rules, p.rules.rules->correct->play(p.board, nb::cast<const Move&>(item).way()));
        out.append(nb::make_tuple(item, perft(child, depth - 1, false)));
    }
    return out;
}

nb::dict pieces(const Position& p) {
    nb::dict out;
    const Names& names = p.rules.rules->names;
    for (u8 square : names.listing())
        if (has(p.board.side[White] | p.board.side[Black], square))
            out[nb::str(names.of(square).c_str())] = nb::str(column_text(p.board, square).c_str());
    return out;
}

int spin_of(const std::optional<std::string>& name) {
    int spin = name ? spin_named(*name) : int(NoSpin);
    if (spin < 0) throw nb::value_error("a spin is black, green or orange");
    return spin;
}

nb::object set_up(nb::handle rules, const std::vector<std::pair<int, std::string>>& stones, int turn,
                  const std::string& knobs, const std::optional<std::string>& spin) {
    const Ruleset& r = nb::cast<const Ruleset&>(rules);
    Board b = empty_board(r);
    for (const auto& [cell, column] : stones)
        if (std::string fault = put(r, b, r.names.at_cell(Cell(cell)), column); !fault.empty())
            throw nb::value_error(fault.c_str());
    give_turn(b, turn);
    b.spin = u8(spin_of(spin));
    set_knobs(b, knobs);
    return make_position(RulesRef(rules, &r), std::move(b));
}

nb::object with_spin(const Position& p, const std::optional<std::string>& spin) {
    Board b = p.board;
    b.spin = u8(spin_of(spin));
    return make_position(p.rules, std::move(b));
}

nb::object with_turn(const Position& p, int turn) {
    Board b = p.board;
    give_turn(b, turn);
    return make_position(p.rules, std::move(b));
}

nb::object without(const Position& p, const std::string& name) {
    int square = p.rules.rules->names.named(name);
    if (square < 0) throw nb::key_error(name.c_str());
    Board b = p.board;
    lift(b, square);
    return make_position(p.rules, std::move(b));
}

nb::object spin_made(const Position& p) {
    return p.board.spin == NoSpin ? nb::none() : nb::object(nb::str(spin_names[p.board.spin]));
}

}  // namespace

void bind_position(nb::module_& m) {
    m.def("allow", &allow, "jumps"_a, "captures"_a,
          nb::sig("def allow(jumps: int, captures: int) -> tuple[int, int]"),
          "What the moves of one position may cost in this thread from now on; what they might so far.");
    nb::class_<Position>(m, "Position", "A position under its rules: an immutable value.")
        .def_prop_ro(
            "rules", [](const Position& p) { return nb::borrow(p.rules.object); },
            nb::sig("def rules(self) -> Rules"))
        .def_prop_ro(
            "turn", [](const Position& p) { return int(p.board.turn); }, "0 White, 1 Black.")
        .def_prop_ro("fen", &fen, "The position as text.")
        .def_prop_ro(
            "key", [](const Position& p) { return p.key(); }, "A 64-bit hash of the position.")
        .def_prop_ro(
            "knobs", [](const Position& p) { return knobs_text(*p.rules.rules, p.board); },
            "The sliders in their order as L, M or R; '' without trapdoors.")
        .def_prop_ro("spin", &spin_made, nb::sig("def spin(self) -> str | None"), "A spin already made.")
        .def_prop_ro(
            "must_spin", [](const Position& p) { return must_spin(*p.rules.rules, p.board); },
            "Whether the wheel has to be spun first.")
        .def_prop_ro("can_capture",
                     [](const Position& p) { return p.rules.rules->correct->can_capture(p.board); })
        .def_prop_ro("outcome", &outcome, nb::sig("def outcome(self) -> tuple[int, str] | None"),
                     "Winner and reason if the position ends the game: no_pieces, blocked or breakthrough.")
        .def("moves", &moves, nb::sig("def moves(self) -> tuple[Move, ...]"),
             "The correct moves; TooManyMoves, here and elsewhere, if captures branch beyond all measure.")
        .def_prop_ro(
            "effort", [](const Position& p) { return p.rules.rules->correct->effort(p.board).jumps; },
            "What listing the captures costs, in jumps: the measure of the core's budget.")
        .def("playable", &playable, nb::sig("def playable(self) -> tuple[Move, ...]"),
             "The correct moves, then what else could be played if nothing were compulsory.")
        .def(
            "is_progress",
            [](const Position& p, const Move& m, const Position& after) {
                return is_progress(*p.rules.rules, p.board, m.way(), after.board);
            },
            "move"_a, "after"_a, "Whether a move, which led to `after`, has brought the game further.")
        .def("stops_early", &broken_off, "move"_a,
             "Whether a playable capture of this position ends where it had to go on.")
        .def(
            "play", &play, "move"_a.none(), nb::sig("def play(self, move: Move | str) -> typing.Self"),
            "The position after a correct or playable move, which a text may name; ValueError for any other.")
        .def("pieces", &pieces, nb::sig("def pieces(self) -> dict[str, str]"),
             "Square -> stones from top to bottom: w b men, W B kings.")
        .def("with_spin", &with_spin, "spin"_a.none(),
             nb::sig("def with_spin(self, spin: str | None) -> typing.Self"))
        .def("with_turn", &with_turn, "turn"_a, nb::sig("def with_turn(self, turn: int) -> typing.Self"))
        .def("without", &without, "square"_a, nb::sig("def without(self, square: str) -> typing.Self"))
        .def("perft", &perft, "depth"_a, nb::kw_only(), "listed"_a = false,
             "Leaves of the move tree at this depth; listed, if the last moves shall be written down too.")
        .def("divide", &divide, "depth"_a, nb::sig("def divide(self, depth: int) -> list[tuple[Move, int]]"))
        .def(
            "__eq__",
            [](const Position& a, nb::handle b) {
                if (!nb::isinstance<Position>(b)) return false;
                const Position& other = nb::cast<const Position&>(b);
                return a.board == other.board && a.rules.same_game(other.rules);
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Position& p) { return p.key() >> 1; })
        .def("__str__", &fen)
        .def("__repr__", [](const Position& p) { return "<Position " + fen(p) + ">"; });
    m.def("set_up", &set_up, "rules"_a, "stones"_a, "turn"_a, "knobs"_a = "", "spin"_a = nb::none(),
          nb::sig("def set_up(rules: Rules, stones: collections.abc.Sequence[tuple[int, str]], turn: int, "
                  "knobs: str = '', spin: str | None = None) -> Position"),
          "A position from stones per cell, unchecked but for what the core cannot hold.");
    m.def(
        "use_position_class", [](nb::handle cls) { position_class = cls.inc_ref().ptr(); }, "cls"_a,
        nb::sig("def use_position_class(cls: type[Position]) -> None"),
        "Make every position an instance of this subclass of Position.");
}

}  // namespace crowned::bind
