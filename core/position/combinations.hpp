// The table of combinations as types: boards with the rulesets they can hold, and a row for each combination.
#pragma once

#include "base/fail.hpp"
#include "board/layout.hpp"
#include "movegen/known.hpp"

namespace crowned {

// Squares a row needs, with the ghost that straight captures ask for.
constexpr int row_needs(const RuleData& r) { return (r.files + 1) / 2 + (r.straight_captures ? 1 : 0); }

// Bits a board of dark squares needs when a row step is `stride`.
constexpr int bits_needed(const RuleData& r, int stride) {
    int last = r.ranks + r.odd - 1;
    return (last / 2) * (2 * stride + 1) + (last % 2) * (stride + 1) + (r.files + 1) / 2;
}

// A layout with the pieces that stand on it. All rows of one ruleset share it, for positions go from one to
// the other as bits.
namespace boards {

constexpr bool flat(const RuleData& r) { return !r.towers && !r.all_squares; }
constexpr bool fits_lines(const RuleData& r) { return (r.lines() & diagonals) == 0; }
constexpr bool fits_grid(const RuleData& r) { return r.files <= 8 && r.ranks <= 8; }
constexpr u32 every_line = diagonals | orthogonals;

struct Small {  // dark squares, up to 8 files
    using Layout = Diagonal<Set64, 4, diagonals>;
    using State = states::Flat;
    static constexpr bool holds(const RuleData& r) {
        return flat(r) && !r.straight_captures && row_needs(r) <= 4;
    }
};

struct Medium {  // up to 10 files
    using Layout = Diagonal<Set64, 5, diagonals>;
    using State = states::Flat;
    static constexpr bool holds(const RuleData& r) {
        return flat(r) && !r.straight_captures && row_needs(r) <= 5 && bits_needed(r, 5) <= 64;
    }
};

struct Straight {  // up to 10 files, captures along files and rows too
    using Layout = Diagonal<Set64, 6, every_line>;
    using State = states::Flat;
    static constexpr bool holds(const RuleData& r) {
        return flat(r) && row_needs(r) <= 6 && bits_needed(r, 6) <= 64;
    }
};

struct Wide {  // any board of dark squares
    using Layout = Diagonal<Set128, 7, every_line>;
    using State = states::WideFlat;
    static constexpr bool holds(const RuleData& r) { return flat(r); }
};

struct Grid {  // every square, up to 8 files
    using Layout = Grid8;
    using State = states::Flat;
    static constexpr bool holds(const RuleData& r) {
        return !r.towers && r.all_squares && fits_lines(r) && fits_grid(r);
    }
};

struct Every {  // every square and every line, up to 8 files
    using Layout = Every8;
    using State = states::Flat;
    static constexpr bool holds(const RuleData& r) { return !r.towers && r.all_squares && fits_grid(r); }
};

struct WideEvery {
    using Layout = Every12;
    using State = states::WidestFlat;
    static constexpr bool holds(const RuleData& r) { return !r.towers && r.all_squares; }
};

struct Towers {
    using Layout = Diagonal<Set64, 4, diagonals>;
    using State = states::Tower;
    static constexpr bool holds(const RuleData& r) {
        return r.towers && !r.all_squares && !r.straight_captures && row_needs(r) <= 4 &&
               bits_needed(r, 4) <= State::squares;
    }
};

struct WideTowers {
    using Layout = Diagonal<Set128, 7, every_line>;
    using State = states::WideTower;
    static constexpr bool holds(const RuleData& r) { return r.towers && !r.all_squares; }
};

struct EveryTowers {
    using Layout = Every12;
    using State = states::WidestTower;
    static constexpr bool holds(const RuleData& r) { return r.towers && r.all_squares; }
};

}  // namespace boards

template <class BoardT, class KnownT>
struct Combination {
    using Board = BoardT;
    using Layout = typename Board::Layout;
    using State = typename Board::State;
    using Known = KnownT;
    static constexpr bool fits(const RuleData& r) { return Board::holds(r) && Known::agrees(r); }
};

namespace rows {

#define CROWNED_ROW(NAME, BOARD, MEN, KINGS, DOORS) \
    struct NAME : Combination<boards::BOARD, Known<Men::MEN, Kings::KINGS, Doors::DOORS>> {};
#include "position/combinations.def"
#undef CROWNED_ROW

}  // namespace rows

// f(row) for the row that a ruleset gets.
template <class F>
auto with_row(const RuleData& rules, F&& f) {
#define CROWNED_ROW(NAME, BOARD, MEN, KINGS, DOORS) \
    if (rows::NAME::fits(rules)) return f(rows::NAME{});
#include "position/combinations.def"
#undef CROWNED_ROW
    fail("no board of the core holds these rules");
}

}  // namespace crowned
