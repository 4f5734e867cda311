// The tables of one kind of states.
#pragma once

#include <stdexcept>

#include "position/convert.hpp"
#include "tables/build.hpp"
#include "tables/odds.hpp"
#include "tables/odds_proof.hpp"
#include "tables/pace.hpp"
#include "tables/verify.hpp"

namespace crowned {

template <class StateT>
class TablesFor final : public Tables, public Oracle<StateT> {
  public:
    using State = StateT;
    using Game = TableGame<State>;

    TablesFor(const RuleData& rules, const Law& law) : game_(rules, law), store_(game_), odds_(game_) {}

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

    bool chance() const override { return game_.data.doors; }
    u64 odds_size(const Material& m) const override { return odds_.size(m); }
    void add_odds(const Material& m, const u8* values) override { odds_.add(m, values); }
    std::vector<Solved> build_odds(const Material& m, int threads, Watch& watch, bool keep) override {
        OddsBuild<Game> pair(game_, odds_, m, threads, watch, keep);
        pair.solve();
        std::vector<Solved> out;
        for (int k = 0; k < pair.slices(); ++k) out.push_back(pair.solved(k));
        return out;
    }
    Checked verify_odds(const Material& m, int threads, Watch& watch) const override {
        return OddsProof<Game>(game_, odds_).run(m, threads, watch);
    }
    double expected(const Board& board) const override {
        return OddsProof<Game>(game_, odds_).expected(to_state<State>(board));
    }

    Material material(const Board& board) const override {
        return game_.index.material(to_state<State>(board));
    }
    std::optional<u64> number(const Board& board) const override {
        State s = to_state<State>(board);
        Material m = game_.index.material(s);
        if (!m.small() || !game_.index.covers(s)) return std::nullopt;
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

    bool fits(const RuleData& rules) const override {
        const RuleData& own = game_.data;
        return own.files == rules.files && own.ranks == rules.ranks && own.odd == rules.odd &&
               own.all_squares == rules.all_squares && own.towers == rules.towers;
    }
    void trust(const Material& m, int quiet) override { store_.trust(m, quiet); }
    Told ask(const State& s, int quiet) const override { return store_.ask(s, quiet); }
    double time_of_asking(const Material& m, int times) const override {
        return pace(game_.index, static_cast<const Oracle<State>&>(*this), m, times);
    }

  private:
    Game game_;
    Store<Game> store_;
    OddsOf<Game> odds_;
};

template <class State>
std::unique_ptr<Tables> TablesMaker<State>::make(const RuleData& rules, const Law& law) {
    return std::make_unique<TablesFor<State>>(rules, law);
}

}  // namespace crowned
