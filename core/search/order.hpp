// Which move to try first: what the table, the killers, the last refutation and history say.
#pragma once

#include <algorithm>
#include <memory>

#include "search/measures.hpp"
#include "search/node.hpp"
#include "search/values.hpp"

namespace crowned {

template <class State>
class Memory {
  public:
    using Step = StepOf<State>;

    Memory() : tables_(new Tables()) {}

    void forget() { *tables_ = Tables(); }

    int worth(const State& s, const Step& step, u16 tag, Ply ply, u16 last) const {
        if (step.jumps) return (1 << 20) + 256 * step.jumps + 512 * count(step.captured & s.kings);
        const Tables& t = *tables_;
        if (tag == t.killer[ply][0]) return 1 << 19;
        if (tag == t.killer[ply][1]) return 1 << 18;
        if (tag == t.counter[s.turn][last & 4095]) return 1 << 17;
        return history(s, step) + (step.flags & Crowns ? 1 << 14 : 0);
    }

    // How often a quiet move refuted positions, less how often it did not: within ±8192.
    int history(const State& s, const Step& step) const { return tables_->history[s.turn][slot(step)]; }

    // The move at `best` refuted the position after the moves before it had not.
    template <class Moves>
    void reward(const State& s, const Moves& moves, int best, Depth depth, Ply ply, u16 last) {
        Tables& t = *tables_;
        u16 tag = moves.tag(best);
        if (t.killer[ply][0] != tag) t.killer[ply][1] = t.killer[ply][0], t.killer[ply][0] = tag;
        t.counter[s.turn][last & 4095] = tag;
        int bonus = std::min(int(depth) * depth, 400);
        for (int i = 0; i < best; ++i) adjust(t.history[s.turn][slot(moves.step(i))], -bonus);
        adjust(t.history[s.turn][slot(moves.step(best))], bonus);
    }

  private:
    static constexpr int width = sizeof(typename State::Set) == 8 ? 6 : 8;
    static constexpr int slots = 1 << (2 * width);
    struct Tables {
        std::int16_t history[2][slots]{};
        u16 killer[max_ply + 2][2]{};
        u16 counter[2][4096]{};
    };

    static int slot(const Step& step) { return (step.from << width | step.to) & (slots - 1); }
    static void adjust(std::int16_t& value, int by) {
        value = std::int16_t(value + 16 * by - value * std::abs(by) / 512);
    }

    std::unique_ptr<Tables> tables_;
};

// The moves of one node, handed out best first.
template <class State>
class Moves {
  public:
    using Step = StepOf<State>;

    StepList<State> list;

    template <class Worth>
    void rank(Worth&& worth) {
        for (int i = 0; i < list.size(); ++i) {
            Rank& r = ranks_.add();
            r.index = u16(i), r.tag = tag_of(list[i]), r.worth = worth(list[i], r.tag, i);
        }
    }
    // Brings the best of the rest to place i.
    void choose(int i) {
        int best = i;
        for (int j = i + 1; j < ranks_.size(); ++j)
            if (ranks_[j].worth > ranks_[best].worth) best = j;
        // Moving the others down keeps equal moves in their order, hence the search the same everywhere.
        Rank chosen = ranks_[best];
        for (; best > i; --best) ranks_[best] = ranks_[best - 1];
        ranks_[i] = chosen;
    }
    int size() const { return ranks_.size(); }
    const Step& step(int i) const { return list[ranks_[i].index]; }
    u16 tag(int i) const { return ranks_[i].tag; }
    int index(int i) const { return ranks_[i].index; }

  private:
    struct Rank {
        int worth;
        u16 index;
        u16 tag;
    };
    ShortList<Rank, 64> ranks_;
};

}  // namespace crowned
