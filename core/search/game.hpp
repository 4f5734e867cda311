// The game a search plays: generators for correct and for merely playable moves, endings, scores.
#pragma once

#include <cmath>
#include <vector>

#include "mechanics/counts.hpp"
#include "position/offences_on.hpp"
#include "rules/geometry.hpp"
#include "search/evaluate.hpp"
#include "search/node.hpp"
#include "tables/oracle.hpp"

namespace crowned {

template <class StateT>
class GameOf {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    GameOf(const RuleData& rules, const Law& search)
        : data(rules),
          law(search),
          correct(rules),
          offences(rules, search),
          counts(search, road_of(correct.ground(), search)),
          evaluator(data, correct.ground()),
          ends_early(rules.goal == Goal::Breakthrough || rules.doors || rules.bare_loses ||
                     search.offences_gain()),
          win(rules.doors ? sure : won),
          near_win(rules.doors ? sure - 300 : won_soon) {
        for (int i = 0; i <= expected_range; ++i)
            expected_[i] = Score(int(std::lround(surest_estimate * std::tanh(i / (2.0 * score_unit)))));
    }
    GameOf(const GameOf&) = delete;

    const RuleData data;
    const Law law;
    const MovesOn<State> correct;
    const OffencesOn<State> offences;
    const CountsOf<State> counts;
    Evaluator<State> evaluator;
    const Oracle<State>* oracle = nullptr;  // endgame tables, where there are any
    const bool ends_early;
    const Score win;
    const Score near_win;

    // Stones that change sides instead of leaving could be captured to and fro for ever.
    static constexpr int captures_followed = State::tower ? 12 : max_ply;

    bool is_chance(const State& s) const { return data.doors && s.spin == NoSpin; }

    // Asked only where no man has a step, which is rare.
    bool can_move(const State& s, Scratch<State>& scratch) const {
        StepList<State> moves;
        correct.list(s, moves, scratch);
        return moves.size() > 0;
    }

    // The score of a quiet position for the side to move.
    Score estimate(const State& s) const {
        Score score = evaluator(s);
        if (!data.doors) return score;
        Score size = expected_[std::min(std::abs(score), expected_range)];
        return score < 0 ? -size : size;
    }

    // The side to move cannot move.
    Score blocked(const State& s) const { return Score(verdict(data, law, s, Ending::Blocked) * victory(s)); }

    // A side is gone, or a king has broken through.
    Score ended(const State& s) const {
        return Score(verdict(data, law, s, early_ending(data, s)) * victory(s));
    }

    // A count has run out: drawn, unless the board has decided.
    Score lapsed(const State& s, Scratch<State>& scratch) const {
        if (ends_early && correct.over(s)) return ended(s);
        return can_move(s, scratch) ? even : blocked(s);
    }

    // Whether the material alone decides, where nothing can be captured.
    bool settled(const State& s, Scratch<State>& scratch, Score& score) const {
        int verdict = 0;
        if (!counts.instant() || !counts.decides(s, verdict) || correct.can_capture(s)) return false;
        score = can_move(s, scratch) ? Score(verdict * victory(s)) : blocked(s);
        return true;
    }

    // One ply further from the end, a proven result is worth a little less.
    Score discounted(Score v) const { return v > near_win ? v - 1 : v < -near_win ? v + 1 : v; }
    // What a child must reach for its discounted score to reach v.
    Score undiscounted(Score v) const { return v > near_win ? v + 1 : v < -near_win ? v - 1 : v; }

  private:
    static constexpr int expected_range = 1200;
    Score expected_[expected_range + 1];

    // Points are kings, captives included: a richer win comes before a quicker one.
    Score victory(const State& s) const {
        if (!law.kings_score || data.doors) return win;
        int kings = count(s.kings);
        if constexpr (State::tower) {
            kings = 0;
            for (Set all = occupied(s); any(all);) kings += std::popcount(s.column[pop(all)].king);
        }
        return win + 48 * std::min(kings, 36);
    }
};

}  // namespace crowned
