// The proof of a finished slice: every result and distance must follow from those of the next positions.
//
// Wins and losses then hold by induction over their distances. Of drawn positions none has a winning move and
// each has a move to another that is not lost, so nobody can be forced out of them.
#pragma once

#include <mutex>

#include "tables/store.hpp"
#include "tables/tables.hpp"

namespace crowned {

template <class Game>
class PairProof {
  public:
    using State = typename Game::State;

    PairProof(const Game& game, const Store<Game>& store, const Material& m, const Distances& own,
              const Distances& turned)
        : game_(game), store_(store), material_(m), own_(own), turned_(turned) {}

    Checked run(int threads, Watch& watch) const {
        Checked sum;
        std::mutex adding;
        in_parallel(game_.index.size(material_), threads, watch, [&, this] {
            return [&, this, cursor = Cursor<typename Game::IndexT>(game_.index, material_),
                    scratch = Scratch<State>()](u64 begin, u64 end) mutable {
                Checked part;
                for (u64 i = begin; i < end; ++i)
                    if (cursor.go(i)) check(cursor.state(), part, scratch);
                watch.done += end - begin;
                std::lock_guard hold(adding);
                sum.faults += part.faults, sum.totals += part.totals;
            };
        });
        return sum;
    }

  private:
    void check(const State& s, Checked& part, Scratch<State>& scratch) const {
        bool unknown = false;
        Finding follows = game_.evaluate(s, scratch, [&](const State& child, bool converted) {
            Finding f = converted ? Finding{store_.look_up(child, scratch), 0}
                                  : says(child, material_.turned(), turned_, scratch);
            unknown |= f.result == Result::Any;
            return f;
        });
        Finding stands = says(s, material_, own_, scratch);
        bool same = follows.result == stands.result &&
                    (follows.result == Result::Draw || follows.plies == stands.plies);
        part.faults += unknown || !same;
        part.totals.add(follows);
    }

    // What the tables say about a position of the pair.
    Finding says(const State& s, const Material& m, const Distances& plies, Scratch<State>& scratch) const {
        Result r = store_.look_up(s, scratch);
        return {r, game_.stored(s) ? plies[game_.index.rank(s, m)] : 1};
    }

    const Game& game_;
    const Store<Game>& store_;
    Material material_;
    Distances own_, turned_;
};

}  // namespace crowned
