// Tables for one combination of layout, piece model and known rules.
#pragma once

#include <stdexcept>

#include "position/kernel_for.hpp"
#include "tables/build.hpp"
#include "tables/verify.hpp"

namespace crowned {

template <class Layout, class State, class KnownT>
class TablesFor final : public Tables {
  public:
    using Game = TableGame<Layout, State, KnownT>;

    TablesFor(const RuleData& rules, const SearchRules& law) : game_(rules, law), store_(game_) {}

    u64 size(const Material& m) const override { return game_.index.size(m); }
    bool has(const Material& m) const override { return store_.has(m); }
    void add(const Material& m, const u8* packed, std::size_t size) override {
        store_.add(m, Packed(packed, size, game_.index.size(m)));
    }

    std::vector<Solved> build(const Material& m, int threads, Watch& watch) override {
        PairBuild<Game> pair(game_, store_, m, threads, watch);
        pair.solve();
        std::vector<Solved> out;
        for (int k = 0; k < pair.slices(); ++k) {
            out.push_back(pair.solved(k));
            store_.add(pair.material(k), pair.results(k));
        }
        return out;
    }
    void shrink() override { store_.shrink(); }

    Checked verify(const Material& m, const Distances& own, const Distances& turned, int threads,
                   Watch& watch) const override {
        for (const Distances& d : {own, turned})
            if (d.size != size(m) * u64(d.width)) throw std::invalid_argument("the distances are cut off");
        return PairProof<Game>(game_, store_, m, own, turned).run(threads, watch);
    }

    Material material(const Board& board) const override {
        return game_.index.material(to_state<State>(board));
    }
    std::optional<u64> number(const Board& board) const override {
        State s = to_state<State>(board);
        Material m = game_.index.material(s);
        if (!m.small() || !game_.index.covers(game_.geometry, s)) return std::nullopt;
        return game_.index.rank(s, m);
    }
    bool stored(const Board& board) const override { return game_.stored(to_state<State>(board)); }
    std::optional<Board> board(const Material& m, u64 number) const override {
        Cursor<typename Game::IndexT> cursor(game_.index, m);
        if (number >= game_.index.size(m) || !cursor.go(number)) return std::nullopt;
        return to_board(cursor.state());
    }
    Result look_up(const Board& board) const override {
        Scratch<State> scratch;
        return store_.look_up(to_state<State>(board), scratch);
    }

  private:
    Game game_;
    Store<Game> store_;
};

}  // namespace crowned
