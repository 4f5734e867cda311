// Another way to the same expected results: each spin is set and its moves are listed as in a game.
#pragma once

#include "tables/odds.hpp"
#include "tables/tables.hpp"

namespace crowned {

template <class Game>
class OddsProof {
  public:
    using State = typename Game::State;

    OddsProof(const Game& game, const OddsOf<Game>& odds) : game_(game), odds_(odds) {}

    // How far a value may be from what the next ones say: files round, and sweeps end at some time.
    static constexpr double allowed = 2.5 * double(odds_unit);

    double expected(const State& s) const {
        if (s.spin == NoSpin) return odds_.stored(s);
        Scratch<State> scratch;
        return game_.over(s) ? double(odds_.odd_of(game_.ended(s))) : best(s, scratch);
    }

    Checked run(const Material& m, int threads, Watch& watch) const {
        Checked sum;
        std::mutex adding;
        in_parallel(odds_.size(m), threads, watch, [&, this] {
            return [&, this, cursor = Cursor<typename Game::IndexT>(game_.index, m),
                    scratch = Scratch<State>()](u64 begin, u64 end) mutable {
                Checked part;
                for (u64 i = begin; i < end; ++i) check(i, cursor, part, scratch);
                watch.done += end - begin;
                std::lock_guard hold(adding);
                sum.faults += part.faults, sum.totals += part.totals;
            };
        });
        return sum;
    }

  private:
    void check(u64 i, Cursor<typename Game::IndexT>& cursor, Checked& part, Scratch<State>& scratch) const {
        u64 settings = u64(odds_.knobs().count());
        if (!cursor.go(i / settings)) return;
        State s = cursor.state();
        s.knobs = odds_.knobs().knobs(int(i % settings));
        if (odds_.stands_on_hole(s)) return;
        double says = odds_.stored(s), follows = before_spin(s, scratch);
        part.faults += says < 0 || follows < 0 || std::abs(says - follows) > allowed;
        ++part.totals.positions;
    }

    double before_spin(const State& s, Scratch<State>& scratch) const {
        if (game_.correct.can_capture(s)) return best(s, scratch);
        if (!game_.data.blocked_on_black_spin && !can_move(s, scratch)) return odds_.odd_of(game_.blocked(s));
        double sum = 0, whole = 0;
        for (int spin = BlackSpin; spin <= OrangeSpin; ++spin) {
            int weight = game_.law.spinner[spin - BlackSpin];
            State spun = s;
            spun.spin = u8(spin);
            double value = weight ? best(spun, scratch) : 0;
            if (value < 0) return value;
            sum += weight * value, whole += weight;
        }
        return sum / whole;
    }

    bool can_move(const State& s, Scratch<State>& scratch) const {
        StepList<State> moves;
        game_.correct.list(s, moves, scratch);
        return moves.size() > 0;
    }

    // The best move of a spin; negative if a position after it is not known.
    double best(const State& s, Scratch<State>& scratch) const {
        StepList<State> moves;
        game_.correct.list(s, moves, scratch);
        if (moves.size() == 0) return odds_.odd_of(game_.blocked(s));
        double found = 0;
        for (const auto& step : moves) {
            State child = s;
            game_.correct.play(child, step);
            double value = odds_.stored(child);
            if (value < 0) return -1;
            found = std::max(found, 1 - value);
        }
        return found;
    }

    const Game& game_;
    const OddsOf<Game>& odds_;
};

}  // namespace crowned
