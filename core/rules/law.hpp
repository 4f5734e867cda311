// The law of a game besides its moves: what becomes of wrong moves, what the wheel shows, when nobody wins.
#pragma once

#include "rules/few.hpp"

namespace crowned {

enum class Enforcement : u8 { Strict, Huff, Automatic };
CROWNED_WORDS(Enforcement, "strict", "huff", "auto_huff")

// What begins the count of moves without progress anew: a man's step too, a crowning too, or a capture alone.
enum class Reset : u8 { Man, Crown, Capture };
CROWNED_WORDS(Reset, "man", "crown", "capture")

// How often each result of the wheel comes, out of their sum.
using Spinner = Few<int, 3>;

constexpr int numbers_of_a_count = 12, most_counts = 12;
using CountLines = Few<int, most_counts * numbers_of_a_count>;
using RoadCells = Few<Cell, 16>;

// What search, tables and batches must know about a ruleset beyond how pieces move.
struct Law {
#define CROWNED_FIELD(TYPE, NAME, DEFAULT) TYPE NAME = DEFAULT;
#include "rules/law.def"
#undef CROWNED_FIELD

    // An offence can gain only if the opponent cannot have it taken back.
    bool offences_gain() const { return enforcement != Enforcement::Strict && !take_back_open(); }

  private:
    bool take_back_open() const { return enforcement == Enforcement::Huff && may_take_back; }
};

}  // namespace crowned
