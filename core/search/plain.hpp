// The slow twin: minimax and expectimax over the same tree as the search, without cuts, tables and order.
#pragma once

#include "search/worker.hpp"

namespace crowned {

template <class Game>
class Plain {
  public:
    using State = typename Game::State;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    explicit Plain(const Game& game, Table& table) : g(game), helper_(game, table) {}

    // What beside the position decides: how far the counts have come.
    struct Counted {
        int quiet = 0;
        Tally tally;
    };

    Score root(const State& s, int depth, const Counted& counted) { return open(s, depth, counted); }

  private:
    Score value(const State& s, int depth, const Counted& counted) {
        bool tired = g.law.no_progress && counted.quiet >= g.law.no_progress;
        if (tired || (counted.tally.running && g.counts.left(counted.tally) <= 0))
            return g.lapsed(s, helper_.scratch);
        if (Score score;
            depth > 0 && !(g.ends_early && g.correct.over(s)) && g.settled(s, helper_.scratch, score))
            return score;
        return open(s, depth, counted);
    }

    Score open(const State& s, int depth, const Counted& counted) {
        if (g.ends_early && g.correct.over(s)) return g.ended(s);
        if (depth <= 0) return calm(s, g.captures_followed);
        if (g.is_chance(s) && !g.correct.can_capture(s)) return mean(s, depth, counted);
        return best(s, depth, counted);
    }

    Score best(const State& s, int depth, const Counted& counted) {
        StepList<State> moves;
        if (!helper_.list(s, moves)) return g.estimate(s);
        if (moves.size() == 0) return g.blocked(s);
        int correct = moves.size();
        Set owed{};
        if (g.law.offences_gain() && depth >= 2 && moves[0].jumps)
            owed = g.offences.owed(moves), g.offences.add_to(moves, s);
        Score best = -infinite;
        for (int i = 0; i < moves.size(); ++i)
            best = std::max(best, i < correct ? moved(s, moves[i], depth, counted)
                                              : offended(s, moves[i], owed, depth, counted));
        return best;
    }

    Score moved(const State& s, const Step& step, int depth, const Counted& counted) {
        State child = s;
        g.correct.play(child, step);
        return g.discounted(-value(child, depth - 1, further(s, step, child, counted)));
    }

    Counted further(const State& s, const Step& step, const State& child, const Counted& before) {
        Counted after{is_progress(g.data, g.law, step, s, child) ? 0 : before.quiet + 1, {}};
        g.counts.advance(before.tally, after.tally, child, change_by(g.data, step));
        return after;
    }

    Score mean(const State& s, int depth, const Counted& counted) {
        if (!g.data.blocked_on_black_spin && !g.can_move(s, helper_.scratch)) return g.blocked(s);
        int sum = 0, whole = 0;
        for (int i = 0; i < 3; ++i) {
            if (!g.law.spinner[i]) continue;
            State spun = s;
            spun.spin = u8(BlackSpin + i);
            sum += g.law.spinner[i] * best(spun, depth, counted), whole += g.law.spinner[i];
        }
        return crowned::mean(sum, whole);
    }

    // The offender's value: the opponent takes the answer that is worst for him.
    Score offended(const State& s, const Step& step, Set owed, int depth, const Counted& counted) {
        bool automatic = g.law.enforcement == Enforcement::Automatic;
        State child = s;
        g.correct.play(child, step);
        Score worst = infinite;
        Set at_risk = g.offences.removable(s, step, owed);
        if ((automatic || g.law.may_huff) && any(at_risk))
            worst = huffed(child, at_risk, !automatic && g.law.huff_is_move, depth);
        if (worst == infinite || (!automatic && g.law.may_accept))
            worst = std::min(worst, g.discounted(-value(child, depth - 1, further(s, step, child, counted))));
        return worst;
    }

    Score huffed(const State& s, Set at_risk, bool again, int depth) {
        std::vector<Score> found;
        while (any(at_risk)) {
            State without = s;
            lift_piece(without, pop(at_risk));
            if (again) without.turn = u8(1 - s.turn);
            Score v = value(without, depth - 1, {0, g.counts.begun(without)});
            found.push_back(g.discounted(again ? v : -v));
        }
        return chosen(found);
    }

    Score chosen(const std::vector<Score>& found) const {
        return g.law.offender_chooses ? *std::max_element(found.begin(), found.end())
                                      : *std::min_element(found.begin(), found.end());
    }

    Score calm(const State& s, int left) {
        if (!g.correct.can_capture(s)) {
            if (!g.can_move(s, helper_.scratch)) return g.blocked(s);
            if (Score score; g.settled(s, helper_.scratch, score)) return score;
            return g.estimate(s);
        }
        if (left <= 0) return g.estimate(s);
        StepList<State> moves;
        if (!helper_.list(s, moves)) return g.estimate(s);
        Score best = g.data.must_capture ? -infinite : g.estimate(s);
        for (const Step& step : moves)
            if (step.jumps) {
                State child = s;
                g.correct.play(child, step);
                best = std::max(best, ended_or_calm(child, left - 1));
            }
        if (g.law.offences_gain()) best = std::max(best, declined(s, g.offences.owed(moves), left));
        return best;
    }

    Score ended_or_calm(const State& child, int left) {
        bool over = g.ends_early && g.correct.over(child);
        return g.discounted(-(over ? g.ended(child) : calm(child, left)));
    }

    Score declined(const State& s, Set owed, int left) {
        std::vector<Score> found;
        for (Set rest = owed; any(rest);) {
            State child = s;
            lift_piece(child, pop(rest));
            child.turn = u8(1 - child.turn);
            found.push_back(ended_or_calm(child, left - 1));
        }
        return chosen(found);
    }

    const Game& g;
    Worker<Game> helper_;
};

}  // namespace crowned
