// Positions as text, and set up piece by piece.
#pragma once

#include "position/ruleset.hpp"

namespace crowned {

// The stones on a square from top to bottom: w b men, W B kings.
std::string column_text(const Board& board, int square);

// The sliders in their order as L, M or R; "" without trapdoors.
std::string knobs_text(const Ruleset& rules, const Board& board);

std::string fen_text(const Ruleset& rules, const Board& board);

// A board without pieces, in the one shape that positions of a ruleset have.
Board empty_board(const Ruleset& rules);

// Puts stones on a square; what is wrong with that, or "".
std::string put(const Ruleset& rules, Board& board, int square, std::string_view stones);

void set_knobs(Board& board, std::string_view letters);

// Gives the move to a side. A spin belongs to the turn in which it was made.
void give_turn(Board& board, int turn);

// Takes off whatever stands on a square.
void lift(Board& board, int square);

// Reads a text as fen_text writes it; what is wrong with it, or "". More freely, and with every fault at
// once, texts are read in Python.
std::string read_fen(const Ruleset& rules, std::string_view text, Board& board);

}  // namespace crowned
