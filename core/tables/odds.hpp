// Games of chance: the expected result of every position and every setting of the sliders, before the spin.
//
// Value iteration: a sweep gives each position the mean over the spins of its best move, as the last sweep
// has valued the positions after it. It begins with 1/2 everywhere, which is also what play without end is
// worth. Sweeps read only what the sweep before has written, so the outcome does not depend on the number of
// threads.
#pragma once

#include <cmath>
#include <mutex>
#include <vector>

#include "tables/game.hpp"
#include "tables/knobs.hpp"
#include "tables/parallel.hpp"
#include "tables/solved.hpp"

namespace crowned {

using Odd = float;  // 1: the side to move wins, 0: it loses

// In files an expected result is a whole number of these; the largest number is no position.
constexpr float odds_unit = 1.0f / 65000.0f;
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

    // The expected result from `known`, which values a child for the child's side to move.
    template <class Known>
    Odd evaluate(const State& s, Scratch<State>& scratch, Known&& known) const {
        StepList<State> moves;
        game_.correct.list(s, moves, scratch);
        if (moves.size() == 0) return odd_of(game_.blocked(s));
        Odd best[4] = {-1, -1, -1, -1};  // by spin: black for pieces, green and orange for sliders
        for (const Step& step : moves) {
            State child = s;
            game_.correct.play(child, step);
            int spin = step.flags & IsSlide ? int(game_.data.knob_spin(step.from)) : int(BlackSpin);
            best[spin] = std::max(best[spin], 1 - known(child));
        }
        return moves[0].jumps ? best[BlackSpin] : mean(s, best);
    }

    static Odd odd_of(Result r) { return r == Result::Win ? 1.0f : r == Result::Loss ? 0.0f : 0.5f; }

  private:
    Odd mean(const State& s, const Odd* best) const {
        double sum = 0, whole = 0;
        for (int spin = BlackSpin; spin <= OrangeSpin; ++spin) {
            int weight = game_.law.spinner[spin - BlackSpin];
            sum += weight * double(best[spin] < 0 ? odd_of(game_.blocked(s)) : best[spin]), whole += weight;
        }
        return Odd(sum / whole);
    }

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

    OddsBuild(const Game& game, const OddsOf<Game>& odds, const Material& m, int threads, Watch& watch)
        : game_(game), odds_(odds), threads_(threads), watch_(watch) {
        material_[0] = m, material_[1] = m.turned();
        slices_ = m == m.turned() ? 1 : 2;
        for (int k = 0; k < slices_; ++k) values_[k].assign(std::size_t(odds.size(material_[k])), 0.5f);
        if (slices_ == 1) values_[1] = values_[0];
    }

    // Sweeps until nothing changes by more than this; far below what a file can tell apart.
    static constexpr float tolerance = 1e-6f;
    static constexpr int most_sweeps = 5000;

    void solve() {
        u64 before = watch_.done;
        for (sweeps_ = 0; sweeps_ < most_sweeps; ++sweeps_) {
            change_ = 0;
            for (int k = 0; k < slices_; ++k) sweep(k);
            if (missing_) throw std::invalid_argument("slices with fewer pieces are missing");
            if (change_ <= tolerance) break;
        }
        watch_.done = before + values_[0].size() + (slices_ == 2 ? values_[1].size() : 0);
    }

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
            ++(v > 1 - 2 * tolerance ? s.totals.won : v < 2 * tolerance ? s.totals.lost : s.totals.drawn);
        }
        return s;
    }

  private:
    // Twins read each other; a slice that is its own twin is written beside itself.
    void sweep(int k) {
        std::vector<Odd>& out = values_[slices_ == 1 ? 1 : k];
        const std::vector<Odd>& in = values_[slices_ == 1 ? 0 : 1 - k];
        int to = slices_ == 1 ? 0 : 1 - k;
        std::mutex adding;
        in_parallel(out.size(), threads_, watch_, [&, this] {
            return [&, this, cursor = Walk(game_.index, material_[k]), scratch = Scratch<State>()](
                       u64 begin, u64 end) mutable {
                float change = 0;
                for (u64 i = begin; i < end; ++i) {
                    Odd was = slices_ == 1 ? in[std::size_t(i)] : out[std::size_t(i)];
                    Odd now = value(i, cursor, in, to, scratch);
                    change = std::max(change, std::abs(now - was));
                    out[std::size_t(i)] = now;
                }
                std::lock_guard hold(adding);
                change_ = std::max(change_, change);
            };
        });
        if (slices_ == 1) std::swap(values_[0], values_[1]);
    }

    Odd value(u64 i, Walk& cursor, const std::vector<Odd>& in, int to, Scratch<State>& scratch) {
        u64 settings = u64(odds_.knobs().count());
        if (!cursor.go(i / settings)) return -1;
        State s = cursor.state();
        s.knobs = odds_.knobs().knobs(int(i % settings));
        if (odds_.stands_on_hole(s)) return -1;
        return odds_.evaluate(s, scratch, [&](const State& child) {
            Material m = game_.index.material(child);
            if (m == material_[to] && !game_.over(child)) return in[std::size_t(odds_.number(child, m))];
            Odd v = odds_.stored(child);
            if (v < 0) missing_ = true;
            return v;
        });
    }

    const Game& game_;
    const OddsOf<Game>& odds_;
    int threads_;
    Watch& watch_;
    Material material_[2];
    int slices_ = 0, sweeps_ = 0;
    float change_ = 0;
    std::atomic<bool> missing_{false};
    std::vector<Odd> values_[2];
};

}  // namespace crowned
