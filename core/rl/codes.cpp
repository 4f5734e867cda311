#include "rl/codes.hpp"

#include <algorithm>

#include "mechanics/counts.hpp"

namespace crowned::rl {

Squares::Squares(const RuleData& rules, const Kernel& kernel)
    : cells_(rules.cells()),
      turns_(rules.all_squares || (rules.files + rules.ranks) % 2 == 0),
      cell_of_bit_(max_bits, Cell(-1)),
      number_of_bit_(max_bits, -1) {
    for (Cell cell : cells_) {
        if (!rules.plays_on(cell)) continue;
        int bit = kernel.square_of(cell);
        cell_of_bit_[std::size_t(bit)] = cell;
        number_of_bit_[std::size_t(bit)] = int(bits_.size());
        bits_.push_back(u8(bit)), files_.push_back(rules.file_of(cell)),
            ranks_.push_back(rules.rank_of(cell));
    }
}

namespace {

// The direction from one square to another; -1 if they are not on one line. In the order of `Direction`.
int direction(int files, int ranks) {
    if (files == 0 && ranks == 0) return -1;
    if (files == 0) return ranks > 0 ? N : S;
    if (ranks == 0) return files > 0 ? E : W;
    if (std::abs(files) != std::abs(ranks)) return -1;
    return ranks > 0 ? (files > 0 ? NE : NW) : (files > 0 ? SE : SW);
}

}  // namespace

StepCodes::StepCodes(const RuleData& rules, const BatchRules& how, const Squares& squares) {
    add_hops(rules, squares);
    bool strict = how.law.enforcement == Enforcement::Strict;
    if (!strict || !rules.must_continue) stop = add(1);
    if (rules.doors) slides_ = add(3 * rules.sliders.size()), spins_ = add(3);
    if (!strict) huffs_ = add(squares.count());
    if (how.law.enforcement == Enforcement::Huff) take_back = add(1), accept = add(1);
    bool others = how.law.claims && (how.law.repetition || how.law.no_progress);
    if (others || some_count_is_claimed(how.law)) claim = add(1);
}

int StepCodes::add(int places) {
    int first = count_;
    count_ += places;
    return first;
}

// Distances are counted in playing squares: along a file of a board of dark squares every second one plays.
void StepCodes::add_hops(const RuleData& rules, const Squares& squares) {
    int first = rules.lines() & diagonals ? NE : N;
    int directions = first == NE && rules.lines() & orthogonals ? 8 : 4;
    bool far = rules.flying || rules.leap == Leap::Line;
    int longest = far ? std::max(rules.files, rules.ranks) - 1 : 2;
    for (auto& table : hops_) table.assign(std::size_t(max_bits * max_bits), std::int16_t(-1));
    for (int from = 0; from < squares.count(); ++from)
        for (int to = 0; to < squares.count(); ++to) {
            int files = squares.file(to) - squares.file(from), ranks = squares.rank(to) - squares.rank(from);
            int d = direction(files, ranks) - first, apart = std::max(std::abs(files), std::abs(ranks));
            if (d + first >= N && !rules.all_squares) apart /= 2;
            if (d < 0 || d >= directions || apart > longest) continue;
            int number = squares.count() - 1 - from;
            std::size_t at =
                std::size_t(squares.bits()[std::size_t(from)] * max_bits + squares.bits()[std::size_t(to)]);
            hops_[0][at] = std::int16_t((from * directions + d) * longest + apart - 1);
            hops_[1][at] = std::int16_t((number * directions + opposite(d)) * longest + apart - 1);
        }
    add(squares.count() * directions * longest);
}

}  // namespace crowned::rl
