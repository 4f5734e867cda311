// Games of chance: the expected result of every position and every setting of the sliders, before the spin.
//
// Value iteration: a sweep gives each position the mean over the spins of its best move, as the last sweep
// has valued the positions after it. It begins with 1/2 everywhere, which is also what play without end is
// worth. Sweeps read only what the sweep before has written, so the outcome does not depend on the number of
// threads. Where a win has to be waited for, they come closer by a fraction of a percent each, for thousands
// of sweeps. There is no short cut: values that leap ahead may stay there, because whoever gains by it can go
// round in circles without end.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tables/game.hpp"
#include "tables/knobs.hpp"
#include "tables/parallel.hpp"
#include "tables/roads.hpp"
#include "tables/solved.hpp"

namespace crowned {

// In files an expected result is a whole number of these; the largest number is no position.
constexpr Odd odds_unit = 1.0 / 65000;
constexpr u16 no_odds = 65535;

template <class Game>
class OddsOf {
  public:
    using State = typename Game::State;
    using Set = typename State::Set;
    using Step = StepOf<State>;
    using Settings = KnobIndex<typename Game::Set>;

    explicit OddsOf(const Game& game)
        : game_(game), knobs_(game.data, game.ground), files_(Material::codes) {}

    const Settings& knobs() const { return knobs_; }
    u64 size(const Material& m) const { return game_.index.size(m) * u64(knobs_.count()); }
    bool has(const Material& m) const { return m.small() && files_[std::size_t(m.code())]; }
    void add(const Material& m, const u8* values) { files_[std::size_t(m.code())] = values; }

    u64 number(const State& s, const Material& m) const {
        return game_.index.rank(s, m) * u64(knobs_.count()) + u64(knobs_.code(s.knobs, s.turn));
    }
    bool stands_on_hole(const State& s) const {
        return any(occupied(s) & open_doors<Set>(game_.data, s.knobs));
    }

    // What a file says; negative if there is none.
    Odd stored(const State& s) const {
        if (game_.over(s)) return odd_of(game_.ended(s));
        Material m = game_.index.material(s);
        if (!has(m) || !game_.index.covers(s)) return -1;
        const u8* at = files_[std::size_t(m.code())] + 2 * number(s, m);
        u16 value = u16(at[0] | at[1] << 8);
        return value == no_odds ? -1 : Odd(value) * odds_unit;
    }

    // Tells `take` of every move: its spin from 0 (black for pieces, green and orange for sliders) and the
    // position after it. Whether a spin comes before them.
    template <class Take>
    bool each_move(const State& s, Scratch<State>& scratch, Take&& take) const {
        StepList<State> moves;
        game_.correct.list(s, moves, scratch);
        for (const Step& step : moves) {
            State child = s;
            game_.correct.play(child, step);
            int spin = step.flags & IsSlide ? int(game_.data.knob_spin(step.from)) : int(BlackSpin);
            take(spin - BlackSpin, child);
        }
        return moves.size() > 0 && !moves[0].jumps;
    }

    Odd mean(const Odd* best) const {
        Odd sum = 0, whole = 0;
        for (int spin = 0; spin < spins; ++spin) {
            int weight = game_.law.spinner[spin];
            sum += weight * best[spin], whole += weight;
        }
        return sum / whole;
    }
    Odd blocked(const State& s) const { return odd_of(game_.blocked(s)); }

    static Odd odd_of(Result r) { return r == Result::Win ? 1 : r == Result::Loss ? 0 : 0.5; }

  private:
    const Game& game_;
    Settings knobs_;
    std::vector<const u8*> files_;
};

// A slice and its twin under value iteration.
template <class Game>
class OddsBuild {
  public:
    using State = typename Game::State;
    using Walk = Cursor<typename Game::IndexT>;

    OddsBuild(const Game& game, const OddsOf<Game>& odds, const Material& m, int threads, Watch& watch,
              bool keep)
        : game_(game), odds_(odds), threads_(threads), watch_(watch) {
        material_[0] = m, material_[1] = m.turned();
        slices_ = m == m.turned() ? 1 : 2;
        if (odds.size(m) >> 32)
            throw std::invalid_argument("the slice has more positions than roads can name");
        for (int k = 0; k < slices_; ++k) values_[k].assign(std::size_t(odds.size(material_[k])), 0.5);
        if (slices_ == 1) values_[1] = values_[0];
        for (int k = 0; k < slices_ && keep && positions() <= most_kept; ++k)
            kept_[k].resize(std::size_t((values_[k].size() + parallel_chunk - 1) / parallel_chunk));
    }

    // Sweeps until what is left of the way is less than this: four decimals are told.
    static constexpr Odd tolerance = 2e-5;
    static constexpr Odd beyond_doubt = 2e-6;
    static constexpr int most_sweeps = 50'000;
    // Up to so many positions the moves are kept, about a hundred bytes each; beyond they are listed anew
    // in every sweep.
    static constexpr u64 most_kept = 20'000'000;

    void solve() {
        u64 before = watch_.done;
        for (Tail tail; !tail.ended && sweeps_ < most_sweeps;) {
            for (int k = 0; k < slices_; ++k) window_[k] = values_[k];
            for (int i = 0; i < window; ++i, ++sweeps_)
                for (int k = 0; k < slices_; ++k) sweep(k);
            if (missing_) throw std::invalid_argument("slices with fewer pieces are missing");
            tail.after(moved());
        }
        watch_.done = before + positions();
    }

    u64 positions() const { return values_[0].size() + (slices_ == 2 ? values_[1].size() : 0); }

    int slices() const { return slices_; }
    int sweeps() const { return sweeps_; }

    // Won and lost are what no spin can change.
    Solved solved(int k) const {
        Solved s;
        s.material = material_[k], s.size = values_[k].size(), s.totals.longest = 256;
        for (Odd v : values_[k]) {
            u16 value = v < 0 ? no_odds : u16(std::lround(v / odds_unit));
            s.distances += char(value & 255), s.distances += char(value >> 8);
            if (v < 0) continue;
            ++s.totals.positions;
            ++(v > 1 - beyond_doubt ? s.totals.won : v < beyond_doubt ? s.totals.lost : s.totals.drawn);
        }
        return s;
    }

  private:
    using Chunks = std::vector<Roads>;

    static constexpr int window = 16;  // sweeps between two looks at how fast values still move

    // How far values have moved in each window, and what that says about the way that is left.
    struct Tail {
        Odd moved = 0, ratio = 0;
        bool ended = false;

        // The rest is a geometric series once the ratio of its members is steady.
        void after(Odd now) {
            Odd before = std::exchange(moved, now);
            Odd last = std::exchange(ratio, before > 0 ? now / before : 0), left = 1 - ratio;
            bool steady = last > 0 && std::abs(ratio - last) < left / 8;
            ended = now == 0 || (steady && now * ratio / left <= tolerance);
        }
    };

    Odd moved() const {
        Odd most = 0;
        for (int k = 0; k < slices_; ++k)
            for (std::size_t i = 0; i < values_[k].size(); ++i)
                most = std::max(most, std::abs(values_[k][i] - window_[k][i]));
        return most;
    }

    // Twins read each other; a slice that is its own twin is written beside itself.
    void sweep(int k) {
        std::vector<Odd>& out = values_[slices_ == 1 ? 1 : k];
        const std::vector<Odd>& in = values_[slices_ == 1 ? 0 : 1 - k];
        in_parallel(out.size(), threads_, watch_, [&, this] {
            return [&, this, list = Lister(*this, k), own = Roads()](u64 begin, u64 end) mutable {
                Roads& roads = kept_[k].empty() ? own : kept_[k][std::size_t(begin / parallel_chunk)];
                if (sweeps_ == 0 || kept_[k].empty()) list(begin, end, roads);
                std::size_t i = std::size_t(begin);
                roads.walk(in.data(), [&](const Odd* best) { out[i++] = best ? odds_.mean(best) : -1; });
            };
        });
        if (slices_ == 1) std::swap(values_[0], values_[1]);
    }

    // Lists the moves of positions; each thread has its own.
    class Lister {
      public:
        Lister(OddsBuild& build, int k)
            : build_(build), to_(build.material_[1 - k]), cursor_(build.game_.index, build.material_[k]) {}

        void operator()(u64 begin, u64 end, Roads& roads) {
            roads.clear();
            for (u64 i = begin; i < end; ++i) position(i, roads);
            roads.pack();
        }

      private:
        void position(u64 i, Roads& roads) {
            const OddsOf<Game>& odds = build_.odds_;
            u64 settings = u64(odds.knobs().count());
            if (!cursor_.go(i / settings)) return roads.skip();
            State s = cursor_.state();
            s.knobs = odds.knobs().knobs(int(i % settings));
            if (odds.stands_on_hole(s)) return roads.skip();
            bool spun = odds.each_move(s, scratch_, [&](int spin, const State& child) {
                Material m = build_.game_.index.material(child);
                if (m == to_ && !build_.game_.over(child))
                    return roads.meet_inside(spin, odds.number(child, m));
                Odd v = odds.stored(child);
                if (v < 0) build_.missing_ = true;
                roads.meet(spin, 1 - v);
            });
            roads.close(spun, odds.blocked(s));
        }

        OddsBuild& build_;
        Material to_;
        Walk cursor_;
        Scratch<State> scratch_;
    };

    const Game& game_;
    const OddsOf<Game>& odds_;
    int threads_;
    Watch& watch_;
    Material material_[2];
    int slices_ = 0, sweeps_ = 0;
    std::atomic<bool> missing_{false};
    std::vector<Odd> values_[2], window_[2];
    Chunks kept_[2];
};

}  // namespace crowned
