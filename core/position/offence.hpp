// What can be played though it is not correct, and when two ways are one move.
#pragma once

#include "position/ruleset.hpp"
#include "position/ways.hpp"

namespace crowned {

// What a way does to a board. Two orders of the same jumps are one move where they do the same.
class Effect {
  public:
    Effect(const RuleData& rules, const Board& board, const Way& way);

    u64 hash() const { return hash_; }
    bool same_as(const Effect& other) const;

  private:
    Way way_;
    u64 ranks_;  // that prisoners keep, in the order taken, first in bit 0
    u64 hash_;
};

// The correct moves, then everything else that could be played if nothing were compulsory. False, and nothing
// handed over, if there are more than the budget allows.
[[nodiscard]] bool playable_moves(const Ruleset& rules, const Board& board, Receiver& receiver,
                                  Budget budget = {});

// Whether a playable capture ends where it had to go on: no order of its jumps makes it whole. Nothing if
// there are more captures than the budget allows.
[[nodiscard]] std::optional<bool> stops_early(const Ruleset& rules, const Board& board, const Way& way,
                                              Budget budget = {});

}  // namespace crowned
