#include "position/offence.hpp"

#include <algorithm>

namespace crowned {

namespace {

const u8* victims_of(const Way& way) { return way.squares + way.jumps + 1; }
int target_of(const Way& way) { return way.squares[way.jumps ? way.jumps : 1]; }

// The rank of each stone taken: the n-th jump over a tower takes its n-th stone.
u64 ranks_taken(const Board& board, const Way& way) {
    const u8* victims = victims_of(way);
    u64 ranks = 0;
    for (int i = 0; i < way.jumps && i < 64; ++i) {
        auto before = std::count(victims, victims + i, victims[i]);
        ranks |= (board.columns[victims[i]].king >> before & 1) << i;
    }
    return ranks;
}

u64 hash_of(const Way& way, u64 ranks) {
    u64 sum = mix(ranks ^ mix(u64(way.squares[0]) | u64(target_of(way)) << 8 | u64(way.flags) << 16));
    for (int i = 0; i < way.jumps; ++i) sum += mix(0x9e3779b97f4a7c15ull * (victims_of(way)[i] + 1u));
    return sum;
}

// Tells which ways are new, compared with those it was made from.
class Listed {
  public:
    Listed(const RuleData& rules, const Board& board, const Ways& ways) : rules_(rules), board_(board) {
        for (int i = 0; i < ways.size(); ++i) effects_.emplace_back(rules, board, ways[i]);
        std::sort(effects_.begin(), effects_.end(), before);
    }

    bool has(const Way& way) const {
        Effect effect(rules_, board_, way);
        auto [first, last] = std::equal_range(effects_.begin(), effects_.end(), effect, before);
        return std::any_of(first, last, [&](const Effect& known) { return known.same_as(effect); });
    }

  private:
    static bool before(const Effect& a, const Effect& b) { return a.hash() < b.hash(); }

    const RuleData& rules_;
    const Board& board_;
    std::vector<Effect> effects_;
};

}  // namespace

Effect::Effect(const RuleData& rules, const Board& board, const Way& way)
    : way_(way),
      ranks_(rules.towers && !rules.captive_rank_lost ? ranks_taken(board, way) : 0),
      hash_(hash_of(way, ranks_)) {}

bool Effect::same_as(const Effect& other) const {
    const Way &a = way_, &b = other.way_;
    if (a.flags != b.flags || a.jumps != b.jumps || a.squares[0] != b.squares[0]) return false;
    if (target_of(a) != target_of(b) || ranks_ != other.ranks_) return false;
    return std::is_permutation(victims_of(a), victims_of(a) + a.jumps, victims_of(b));
}

bool playable_moves(const Ruleset& rules, const Board& board, Receiver& receiver, Budget budget) {
    Ways right, all;
    if (!rules.correct->moves(board, right, budget) || !rules.relaxed->moves(board, all, budget))
        return false;
    right.hand_over(receiver);
    Listed listed(rules.data, board, right);
    for (int i = 0; i < all.size(); ++i)
        if (!listed.has(all[i])) receiver.take(all[i]);
    return true;
}

std::optional<bool> stops_early(const Ruleset& rules, const Board& board, const Way& way, Budget budget) {
    if (!way.jumps) return false;
    Ways whole;
    if (!rules.whole->moves(board, whole, budget)) return std::nullopt;
    return !Listed(rules.data, board, whole).has(way);
}

}  // namespace crowned
