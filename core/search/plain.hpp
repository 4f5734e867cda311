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

    Score value(const State& s, int depth) {
        if (g.ends_early && g.correct.over(s)) return g.ended(s);
        if (depth <= 0) return calm(s, g.captures_followed);
        if (g.is_chance(s) && !g.correct.can_capture(s)) return mean(s, depth);
        return best(s, depth);
    }

  private:
    Score best(const State& s, int depth) {
        StepList<State> moves;
        if (!helper_.list(s, moves)) return g.estimate(s);
        if (moves.size() == 0) return g.blocked(s);
        int correct = moves.size();
        Set owed{};
        if (g.law.offences_gain() && depth >= 2 && moves[0].jumps)
            owed = g.offences.owed(moves), g.offences.add_to(moves, s);
        Score best = -infinite;
        for (int i = 0; i < moves.size(); ++i)
            best =
                std::max(best, i < correct ? moved(s, moves[i], depth) : offended(s, moves[i], owed, depth));
        return best;
    }

    Score moved(const State& s, const Step& step, int depth) {
        State child = s;
        g.correct.play(child, step);
        return g.discounted(-value(child, depth - 1));
    }

    Score mean(const State& s, int depth) {
        if (!g.data.blocked_on_black_spin && !g.can_move(s, helper_.scratch)) return g.blocked(s);
        int sum = 0, whole = 0;
        for (int i = 0; i < 3; ++i) {
            if (!g.law.spinner[i]) continue;
            State spun = s;
            spun.spin = u8(BlackSpin + i);
            sum += g.law.spinner[i] * best(spun, depth), whole += g.law.spinner[i];
        }
        return crowned::mean(sum, whole);
    }

    // The offender's value: the opponent takes the answer that is worst for him.
    Score offended(const State& s, const Step& step, Set owed, int depth) {
        bool automatic = g.law.enforcement == Enforcement::Automatic;
        State child = s;
        g.correct.play(child, step);
        Score worst = infinite;
        for (Set rest = g.offences.removable(s, step, owed); any(rest);) {
            int square = pop(rest);
            if (!automatic && !g.law.may_huff) break;
            State huffed = child;
            lift_piece(huffed, square);
            bool again = !automatic && g.law.huff_is_move;
            if (again) huffed.turn = s.turn;
            Score v = value(huffed, depth - 1);
            worst = std::min(worst, g.discounted(again ? v : -v));
        }
        if (worst == infinite || (!automatic && g.law.may_accept))
            worst = std::min(worst, g.discounted(-value(child, depth - 1)));
        return worst;
    }

    Score calm(const State& s, int left) {
        if (!g.correct.can_capture(s)) {
            if (!g.can_move(s, helper_.scratch)) return g.blocked(s);
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
        Score worst = infinite;
        for (Set rest = owed; any(rest);) {
            State child = s;
            lift_piece(child, pop(rest));
            child.turn = u8(1 - child.turn);
            worst = std::min(worst, ended_or_calm(child, left - 1));
        }
        return worst;
    }

    const Game& g;
    Worker<Game> helper_;
};

}  // namespace crowned
