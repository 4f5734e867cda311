// The slices at hand: packed ones from files, plain ones while building. Look-ups resolve captures by search.
#pragma once

#include <memory>
#include <vector>

#include "tables/codec.hpp"
#include "tables/game.hpp"
#include "tables/oracle.hpp"

namespace crowned {

template <class Game>
class Store {
  public:
    using State = typename Game::State;

    explicit Store(const Game& game) : game_(game), slices_(Material::codes) {}

    void add(const Material& m, Packed packed) { slices_[std::size_t(m.code())].packed = packed; }
    void add(const Material& m, Results plain) {
        slices_[std::size_t(m.code())].plain = std::make_unique<Results>(std::move(plain));
    }
    // Forgets the plain results, which take the most room.
    void shrink() {
        for (Slice& slice : slices_) slice.plain.reset();
    }
    void trust(const Material& m, int quiet) { slices_[std::size_t(m.code())].trust = quiet; }
    bool has(const Material& m) const { return m.small() && (slice(m).plain || slice(m).packed); }
    const Results* plain(const Material& m) const { return slice(m).plain.get(); }
    const Packed& packed(const Material& m) const { return slice(m).packed; }

    // The result for the side to move; Any if no slice tells it.
    Result look_up(const State& s, Scratch<State>& scratch) const {
        if (game_.over(s)) return game_.ended(s);
        Material m = game_.index.material(s);
        if (!m.small()) return Result::Any;
        const Slice& found = slice(m);
        if (found.plain) return (*found.plain)[game_.index.rank(s, m)];
        if (!found.packed || !game_.index.covers(s)) return Result::Any;
        if (!game_.stored(s)) return by_capture(s, scratch);
        return found.packed[game_.index.rank(s, m)];
    }

    // As Oracle says.
    Told ask(const State& s, int quiet) const {
        Material m = game_.index.material(s);
        if (State::tower && !m.small()) return {};  // the search counts columns
        const Slice& found = slice(m);
        if (!found.packed || found.trust == Trust::nothing) return {};
        if (!game_.index.covers(s) || !game_.stored(s)) return {};
        Result r = found.packed[game_.index.rank(s, m)];
        return {r, r == Result::Draw || quiet <= found.trust};
    }

  private:
    struct Slice {
        Packed packed;
        int trust = Trust::nothing;
        std::unique_ptr<Results> plain;
    };

    const Slice& slice(const Material& m) const { return slices_[std::size_t(m.code())]; }

    Result by_capture(const State& s, Scratch<State>& scratch) const {
        StepList<State> moves;
        game_.correct.list(s, moves, scratch);
        Result best = Result::Loss;
        for (const auto& step : moves) {
            State child = s;
            game_.correct.play(child, step);
            Result r = turned(look_up(child, scratch));
            if (r == Result::Win) return r;
            if (best != Result::Any && r != Result::Loss) best = r;
        }
        return best;
    }

    const Game& game_;
    std::vector<Slice> slices_;
};

}  // namespace crowned
