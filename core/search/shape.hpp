// The shape of an evaluation: which features a board has and where their weights lie.
//
// Every weight comes twice, for many and for few pieces on the board. Black sees the board turned by half:
// a feature of Black's is White's with the other sign, so one set of weights serves both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace crowned {

// A block of squares whose men are looked up together, and the same block turned by half.
struct Pattern {
    std::vector<Cell> cells;  // ascending
    std::vector<Cell> twin;
    int base = 0;
};

constexpr int men_kinds = 5;  // 0 to 4 and more men, 0 to 3 and more kings: the signature of an endgame
constexpr int king_kinds = 4;
constexpr int signatures = men_kinds * king_kinds * men_kinds * king_kinds;
constexpr int tower_kinds = 64;
constexpr int knob_kinds = 3 * 5 * 5;
constexpr int door_states = 1 + 5 + 5;            // open; can be opened or cannot now, with what stands on it
constexpr int door_kinds = 2 * door_states * 81;  // of each door: who is to move; four squares around
constexpr int threat_kinds = 4 * 3 * 3;           // men and kings that hang, and kings left to answer with
constexpr int pattern_squares = 8;
constexpr int pattern_size = 6561;

constexpr int door_count(const RuleData& r) { return r.doors ? 2 * r.sliders.size() : 0; }

struct Weight {
    std::int16_t many = 0;
    std::int16_t few = 0;
};

// An eighth of a score, so that the sum of many weights is not all rounding.
constexpr int weight_scale = 8;

class Shape {
  public:
    explicit Shape(const RuleData& rules);

    int size() const { return size_; }
    const std::vector<Pattern>& patterns() const { return patterns_; }
    Cell turned_cell(Cell cell) const { return Cells{files * ranks}.turned(cell); }
    int man_on(Cell cell) const { return man_square + int(cell); }
    int king_on(Cell cell) const { return king_square + int(cell); }

    int files, ranks;
    bool turns;  // whether a half turn leads from playing squares to playing squares
    int full;    // pieces on the board at the beginning, the measure of the phase
    int tempo, man_mobility, king_mobility, man_square, king_square, signature, captive, tower, knob, door,
        threat;

  private:
    void add_block(int width, int height, int file, int rank, const RuleData& rules);
    void add_blocks(int width, int height, int file_step, int rank_step, const RuleData& rules);
    int reserve(int count);

    std::vector<Pattern> patterns_;
    int size_ = 0;
};

// Weights set by hand: what a player would say the pieces are worth. The start of every training.
std::vector<Weight> hand_set(const Shape& shape, const RuleData& rules);

}  // namespace crowned
