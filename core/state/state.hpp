// Positions inside the core: plain values, copied when a move is made.
//
// The piece model decides what a state holds: flat pieces need three sets, towers also a column per
// square. In both, `side` and `kings` describe what stands on top, which is all that moving depends on.
#pragma once

#include "board/set.hpp"

namespace crowned {

// The sliders of a trapdoor board, two bits each: 0 middle, 1 left, 2 right.
enum Knob : int { Middle = 0, Left = 1, Right = 2 };
constexpr int most_knobs = 8;
using Knobs = u16;
constexpr int knob_at(Knobs knobs, int i) { return (knobs >> (2 * i)) & 3; }
constexpr Knobs with_knob(Knobs knobs, int i, int to) {
    return Knobs((knobs & ~(3 << (2 * i))) | (to << (2 * i)));
}

enum Spin : int { NoSpin = 0, BlackSpin = 1, GreenSpin = 2, OrangeSpin = 3 };

template <class SetT>
struct FlatState {
    using Set = SetT;
    static constexpr bool tower = false;

    Set side[2]{};
    Set kings{};
    u8 turn = White;
    u8 spin = NoSpin;
    Knobs knobs = 0;
};

// Stones of one square, top stone in bit 0: `black` tells the colour, `king` the rank, of each.
template <class Word>
struct Column {
    Word black = 0;
    Word king = 0;
    u8 height = 0;

    static constexpr int capacity = int(sizeof(Word)) * 8;

    Colour top_colour() const { return Colour(black & 1); }
    bool top_king() const { return king & 1; }
    void crown_top() { king |= 1; }
    void drop_top() {
        black >>= 1;
        king >>= 1;
        --height;
    }
    void add_below(Colour colour, bool is_king) {
        black |= Word(colour) << height;
        king |= Word(is_king) << height;
        ++height;
    }
    friend bool operator==(const Column&, const Column&) = default;
};

template <class SetT, class Word, int Squares>
struct TowerState {
    using Set = SetT;
    using Stones = Column<Word>;
    static constexpr bool tower = true;
    static constexpr int squares = Squares;

    Set side[2]{};
    Set kings{};
    u8 turn = White;
    u8 spin = NoSpin;
    Knobs knobs = 0;
    Stones column[Squares]{};
};

// Turn, sliders and spin as one number. The second four sliders came later: without them nothing has moved.
constexpr u64 beside_pieces(u8 turn, Knobs knobs, u8 spin) {
    return u64(turn) | u64(knobs & 255) << 8 | u64(spin) << 16 | u64(knobs >> 8) << 24;
}

// The kinds of states there are, by name: search, tables and batches are compiled once for each.
namespace states {

#define CROWNED_STATE(NAME, ...) using NAME = __VA_ARGS__;
#include "state/states.def"
#undef CROWNED_STATE

}  // namespace states

template <class State>
auto occupied(const State& s) {
    return s.side[White] | s.side[Black];
}

// Sets `side` and `kings` of one square after its column has changed.
template <class State>
void refresh_square(State& s, int square) {
    auto here = bit<typename State::Set>(square);
    const auto& column = s.column[square];
    s.side[White] &= ~here, s.side[Black] &= ~here, s.kings &= ~here;
    if (column.height == 0) return;
    s.side[column.top_colour()] |= here;
    if (column.top_king()) s.kings |= here;
}

}  // namespace crowned
