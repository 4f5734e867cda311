#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/values.hpp"
#include "position/offence.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

// Positions are made as instances of this class, so that Python can add to it what needs more than the core.
PyObject* position_class = nullptr;

nb::handle position_type() { return position_class ? nb::handle(position_class) : nb::type<Position>(); }

bool is_king(const Board& b, int square) { return has(b.kings, square); }

}  // namespace

nb::object make_position(const RulesRef& rules, Board board) {
    nb::object made = nb::inst_alloc(position_type());
    new (nb::inst_ptr<Position>(made)) Position(rules, std::move(board));
    nb::inst_mark_ready(made);
    return made;
}

void MoveTuple::take(const Way& way) {
    nb::object made = nb::inst_alloc(nb::type<Move>());
    new (nb::inst_ptr<Move>(made)) Move(position_.rules, key_, way);
    nb::inst_mark_ready(made);
    moves_.push_back(std::move(made));
}

nb::tuple MoveTuple::finish() {
    nb::tuple out = nb::steal<nb::tuple>(PyTuple_New(Py_ssize_t(moves_.size())));
    for (std::size_t i = 0; i < moves_.size(); ++i) set_item(out, Py_ssize_t(i), moves_[i].release().ptr());
    return out;
}

std::string Position::column(int square) const {
    if (board.columns.empty()) {
        char letter = has(board.side[White], square) ? 'w' : 'b';
        return std::string(1, is_king(board, square) ? char(letter - 32) : letter);
    }
    const AnyColumn& c = board.columns[std::size_t(square)];
    std::string text;
    for (int i = 0; i < c.height; ++i) {
        char letter = (c.black >> i) & 1 ? 'b' : 'w';
        text += (c.king >> i) & 1 ? char(letter - 32) : letter;
    }
    return text;
}

std::string Position::knobs() const {
    std::string text;
    if (rules.rules->data.doors)
        for (int i = 0; i < knob_count; ++i) text += "MLR"[knob_at(board.knobs, i)];
    return text;
}

std::string Position::fen() const {
    std::string text = board.turn == White ? "W" : "B";
    for (Colour c : {White, Black}) {
        text += c == White ? ":W" : ":B";
        bool first = true;
        for (u8 square : rules.rules->listing_order) {
            if (!has(board.side[c], square)) continue;
            if (!first) text += ',';
            first = false;
            std::string stones = column(square);
            if (stones.size() == 1 && is_king(board, square)) text += 'K';
            text += rules.rules->name_of_bit[square];
            if (stones.size() > 1) text += '[' + stones + ']';
        }
    }
    if (rules.rules->data.doors) text += ":S" + knobs();
    if (board.spin != NoSpin) text += std::string(":X") + spin_names[board.spin];
    return text;
}

namespace {

// Most positions have their moves within a millisecond; only where they take longer may others run meanwhile.
constexpr Budget quick{4096, Budget{}.moves};

// Runs `list(receiver, budget)`, which hands over everything or refuses and hands over nothing.
template <class List>
void bounded(Receiver& receiver, List&& list) {
    if (list(receiver, quick)) return;
    Ways ways;
    bool all;
    {
        nb::gil_scoped_release free;
        all = list(ways, Budget{});
    }
    if (!all) throw TooManyMoves();
    ways.hand_over(receiver);
}

}  // namespace

Ending Position::ending() const {
    const RuleData& d = rules.rules->data;
    Set192 own = board.side[board.turn], opponent = board.side[1 - board.turn];
    if (!any(own) || !any(opponent)) return Ending::NoPieces;
    if (d.goal == Goal::Breakthrough && any(board.kings)) return Ending::Breakthrough;
    return rules.rules->correct->has_moves(board) ? Ending::None : Ending::Blocked;
}

bool Position::must_spin() const {
    const Rules& r = *rules.rules;
    if (!r.data.doors || board.spin != NoSpin || r.correct->can_capture(board)) return false;
    return ending() == Ending::None;
}

namespace {

nb::object outcome(const Position& p) {
    static const char* const reasons[] = {"", "no_pieces", "blocked", "breakthrough"};
    Ending ending = p.ending();
    if (ending == Ending::None) return nb::none();
    int loser = p.board.turn;
    Set192 king = p.board.kings & p.board.side[loser];
    bool mover_has_won =
        ending == Ending::NoPieces ? any(p.board.side[loser]) : ending == Ending::Breakthrough && any(king);
    if (mover_has_won) loser = 1 - loser;
    int winner = p.rules.rules->data.goal == Goal::Lose ? loser : 1 - loser;
    return nb::make_tuple(winner, reasons[int(ending)]);
}

nb::tuple moves(const Position& p) {
    MoveTuple out(p);
    bounded(out,
            [&](Receiver& to, Budget budget) { return p.rules.rules->correct->moves(p.board, to, budget); });
    return out.finish();
}

nb::tuple playable(const Position& p) {
    MoveTuple out(p);
    const Rules& r = *p.rules.rules;
    bounded(out, [&](Receiver& to, Budget budget) {
        return playable_moves(r.data, *r.correct, *r.relaxed, p.board, to, budget);
    });
    return out.finish();
}

bool is_playable(const Position& p, const Move& m) {
    if (!m.rules.same_game(p.rules)) return false;
    if (m.origin == board_key(p.board)) return true;
    nb::tuple all = playable(p);
    for (nb::handle candidate : all)
        if (nb::cast<const Move&>(candidate) == m) return true;
    return false;
}

// A text is read by the layers above.
nb::object play(const Position& p, nb::handle move) {
    if (!nb::isinstance<Move>(move)) return nb::find(p).attr("_played")(move);
    const Move& m = *nb::inst_ptr<Move>(move);
    if (!is_playable(p, m)) throw nb::value_error((m.text() + " cannot be played in " + p.fen()).c_str());
    return make_position(p.rules, p.rules.rules->correct->play(p.board, m.way()));
}

u64 perft(const Position& p, int depth) {
    if (depth < 0) throw nb::value_error("a depth is not negative");
    std::optional<u64> leaves;
    {
        nb::gil_scoped_release free;
        leaves = p.rules.rules->correct->perft(p.board, depth);
    }
    if (!leaves) throw TooManyMoves();
    return *leaves;
}

nb::list divide(const Position& p, int depth) {
    nb::list out;
    if (depth < 1) throw nb::value_error("a division needs a depth of 1 at least");
    for (nb::handle item : moves(p)) {
        Position child(p.rules, p.rules.rules->correct->play(p.board, nb::cast<const Move&>(item).way()));
        out.append(nb::make_tuple(item, perft(child, depth - 1)));
    }
    return out;
}

nb::dict pieces(const Position& p) {
    nb::dict out;
    for (u8 square : p.rules.rules->listing_order)
        if (has(p.board.side[White] | p.board.side[Black], square))
            out[nb::str(p.rules.rules->name_of_bit[square].c_str())] = nb::str(p.column(square).c_str());
    return out;
}

void put(const Rules& r, Board& b, int square, const std::string& stones) {
    bool black = stones[0] == 'b' || stones[0] == 'B';
    b.side[black] |= bit<Set192>(square);
    if (stones[0] == 'W' || stones[0] == 'B') b.kings |= bit<Set192>(square);
    if (!r.data.towers) return;
    for (char stone : stones)
        b.columns[std::size_t(square)].add_below(stone == 'b' || stone == 'B' ? Black : White, stone < 'a');
}

void check_column(const Rules& r, const std::string& stones) {
    if (stones.empty() || stones.find_first_not_of("wWbB") != std::string::npos)
        throw nb::value_error("a column is written with the letters w, b, W and B");
    if (int(stones.size()) > r.correct->tower_limit()) throw nb::value_error("the column is too high");
}

nb::object set_up(nb::handle rules, const std::vector<std::pair<int, std::string>>& stones, int turn,
                  const std::string& knobs, std::optional<std::string> spin) {
    const Rules& r = nb::cast<const Rules&>(rules);
    Board b;
    if (r.data.towers) b.columns.resize(max_bits);
    for (const auto& [cell, column] : stones) {
        check_column(r, column);
        int square = cell >= 0 && cell < int(r.bit_of_cell.size()) ? r.bit_of_cell[std::size_t(cell)] : -1;
        if (square < 0 || has(b.side[0] | b.side[1], square))
            throw nb::value_error("a cell is taken or unknown");
        put(r, b, square, column);
    }
    b.turn = u8(turn != 0);
    for (std::size_t i = 0; i < knobs.size() && i < knob_count; ++i)
        b.knobs = with_knob(b.knobs, int(i), knobs[i] == 'L' ? Left : knobs[i] == 'R' ? Right : Middle);
    if (spin) b.spin = u8(spin_named(spin->c_str()));
    // One shape per ruleset, so that equal positions are equal values.
    if (r.data.towers) b = r.correct->normal(b);
    return make_position(RulesRef(rules, &r), std::move(b));
}

nb::object with_spin(const Position& p, std::optional<std::string> spin) {
    Board b = p.board;
    b.spin = spin ? u8(spin_named(spin->c_str())) : u8(NoSpin);
    return make_position(p.rules, std::move(b));
}

nb::object with_turn(const Position& p, int turn) {
    Board b = p.board;
    b.turn = u8(turn != 0), b.spin = NoSpin;
    return make_position(p.rules, std::move(b));
}

nb::object without(const Position& p, const std::string& name) {
    int square = p.rules.rules->bit_named(name);
    Board b = p.board;
    Set192 kept = ~bit<Set192>(square);
    b.side[White] &= kept, b.side[Black] &= kept, b.kings &= kept;
    if (!b.columns.empty()) b.columns[std::size_t(square)] = {};
    return make_position(p.rules, std::move(b));
}

nb::object spin_of(const Position& p) {
    return p.board.spin == NoSpin ? nb::none() : nb::object(nb::str(spin_names[p.board.spin]));
}

}  // namespace

void bind_position(nb::module_& m) {
    nb::class_<Position>(m, "Position", "A position under its rules: an immutable value.")
        .def_prop_ro(
            "rules", [](const Position& p) { return nb::borrow(p.rules.object); },
            nb::sig("def rules(self) -> Rules"))
        .def_prop_ro(
            "turn", [](const Position& p) { return int(p.board.turn); }, "0 White, 1 Black.")
        .def_prop_ro("fen", &Position::fen, "The position as text.")
        .def_prop_ro(
            "key", [](const Position& p) { return board_key(p.board); }, "A 64-bit hash of the position.")
        .def_prop_ro("knobs", &Position::knobs, "The sliders G1 O1 O2 G2 as L, M or R; '' without trapdoors.")
        .def_prop_ro("spin", &spin_of, nb::sig("def spin(self) -> str | None"), "A spin already made.")
        .def_prop_ro("must_spin", &Position::must_spin, "Whether the wheel has to be spun first.")
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
            "play", &play, "move"_a.none(), nb::sig("def play(self, move: Move | str) -> typing.Self"),
            "The position after a correct or playable move, which a text may name; ValueError for any other.")
        .def("pieces", &pieces, nb::sig("def pieces(self) -> dict[str, str]"),
             "Square -> stones from top to bottom: w b men, W B kings.")
        .def("with_spin", &with_spin, "spin"_a.none(),
             nb::sig("def with_spin(self, spin: str | None) -> typing.Self"))
        .def("with_turn", &with_turn, "turn"_a, nb::sig("def with_turn(self, turn: int) -> typing.Self"))
        .def("without", &without, "square"_a, nb::sig("def without(self, square: str) -> typing.Self"))
        .def("perft", &perft, "depth"_a, "Leaves of the move tree at this depth.")
        .def("divide", &divide, "depth"_a, nb::sig("def divide(self, depth: int) -> list[tuple[Move, int]]"))
        .def(
            "__eq__",
            [](const Position& a, nb::handle b) {
                if (!nb::isinstance<Position>(b)) return false;
                const Position& other = nb::cast<const Position&>(b);
                return a.board == other.board && a.rules.same_game(other.rules);
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Position& p) { return board_key(p.board) >> 1; })
        .def("__str__", &Position::fen)
        .def("__repr__", [](const Position& p) { return "<Position " + p.fen() + ">"; });
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
