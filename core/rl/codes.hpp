// Numbers for actions that do not depend on the position: a hop is square x direction x distance, and behind
// all hops come the other things a player of the ruleset can do. Squares and directions are seen by who acts.
#pragma once

#include <vector>

#include "rl/batch.hpp"

namespace crowned::rl {

// The playing squares in the order of their cells, from White's left corner upwards.
class Squares {
  public:
    Squares(const RuleData& rules, const Kernel& kernel);

    int count() const { return int(bits_.size()); }
    int cells() const { return cells_.count; }
    // Where a square lies on the observation planes, and its number, for a player who looks from his own
    // side.
    Cell cell(int bit, bool turned) const {
        Cell cell = cell_of_bit_[std::size_t(bit)];
        return turned ? cells_.turned(cell) : cell;
    }
    int number(int bit, bool turned) const {
        int number = number_of_bit_[std::size_t(bit)];
        return turned ? count() - 1 - number : number;
    }
    // Whether a half turn brings playing squares onto playing squares.
    bool turns() const { return turns_; }
    const std::vector<u8>& bits() const { return bits_; }
    int file(int number) const { return files_[std::size_t(number)]; }
    int rank(int number) const { return ranks_[std::size_t(number)]; }

  private:
    Cells cells_;
    bool turns_;
    std::vector<u8> bits_;
    std::vector<int> files_, ranks_;
    std::vector<Cell> cell_of_bit_;
    std::vector<int> number_of_bit_;
};

class StepCodes {
  public:
    StepCodes(const RuleData& rules, const BatchRules& how, const Squares& squares);

    int count() const { return count_; }
    int hop(int from, int to, bool turned) const {
        return hops_[std::size_t(turned)][std::size_t(from * max_bits + to)];
    }
    int slide(int knob, int to) const { return slides_ + 3 * knob + to; }
    int spin(int result) const { return spins_ + result; }
    int huff(int number) const { return huffs_ + number; }

    int stop = -1;
    int take_back = -1;
    int accept = -1;
    int claim = -1;

  private:
    void add_hops(const RuleData& rules, const Squares& squares);
    int add(int places);

    int count_ = 0;
    int slides_ = 0, spins_ = 0, huffs_ = 0;
    std::vector<std::int16_t> hops_[2];
};

}  // namespace crowned::rl
