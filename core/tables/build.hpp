// Solving a slice together with the slice of the same pieces and the other side to move.
//
// Breadth first: pass p finds what is decided in p plies. Every position is evaluated once; after that only
// those are looked at again from which a quiet move leads to something decided in the pass before. Quiet
// moves alone stay inside the pair, so no capture is ever taken back and the generator tells everything. What
// is found in a pass is not seen in the same pass, which makes distances exact and the outcome independent of
// the number of threads. Captures of towers stay inside the pair, too: who can capture there is looked at in
// every pass.
#pragma once

#include "tables/parallel.hpp"
#include "tables/solved.hpp"
#include "tables/store.hpp"

namespace crowned {

template <class Game>
class PairBuild {
  public:
    using State = typename Game::State;

    PairBuild(const Game& game, const Store<Game>& store, const Material& m, int threads, Watch& watch)
        : game_(game), store_(store), threads_(threads), watch_(watch) {
        material_[0] = m, material_[1] = m.turned();
        slices_ = m == m.turned() ? 1 : 2;
        for (int k = 0; k < slices_; ++k) {
            u64 size = game.index.size(material_[k]);
            entries_[k].resize(std::size_t(size));
            for (auto& flags : due_[k]) flags.resize(std::size_t(size / 64 + 1));
            if constexpr (State::tower) capturing_[k].resize(std::size_t(size / 64 + 1));
        }
    }

    void solve() {
        for (int k = 0; k < slices_; ++k) scan(k);
        if (missing_) throw std::invalid_argument("slices with fewer pieces are missing");
        for (int pass = 1; pass <= last_ + 1; ++pass) {
            for (int k = 0; k < slices_; ++k) review(k, pass);
            for (int k = 0; k < slices_; ++k) clear(due_[k][pass % 2]);
        }
    }

    int slices() const { return slices_; }
    const Material& material(int k) const { return material_[k]; }

    // Every result, captures too.
    Results results(int k) const {
        Results out(entries_[k].size());
        for (u64 i = 0; i < out.size(); ++i) out.set(i, result_of(entries_[k][std::size_t(i)]));
        return out;
    }

    Solved solved(int k) {
        Solved s;
        s.material = material_[k], s.size = entries_[k].size();
        Results kept = count_and_keep(k, s);
        s.packed = pack(kept);
        s.distances = distances(k, kept, width_of(s.totals.longest));
        return s;
    }

  private:
    // An entry is 0 while open, `gap` if it is no position, else a result and plies.
    using Entry = u16;
    static constexpr Entry decided = 0x8000, win = 0x4000, gap = 1, plies_mask = 0x3fff;

    static Result result_of(Entry e) {
        if (e == gap) return Result::Any;
        return e & decided ? (e & win ? Result::Win : Result::Loss) : Result::Draw;
    }
    static int plies_of(Entry e) { return e & plies_mask; }
    static Entry entry_of(const Finding& f) {
        return Entry(decided | (f.result == Result::Win ? win : 0) | f.plies);
    }

    int opposite_slice(int k) const { return slices_ == 1 ? 0 : 1 - k; }
    std::atomic_ref<Entry> entry(int k, u64 i) { return std::atomic_ref(entries_[k][std::size_t(i)]); }

    // What a child is known to be in a pass: nothing that was found in the same pass.
    Finding known(const State& child, bool converted, int k, int pass, Scratch<State>& scratch) {
        if (converted) {
            Result r = store_.look_up(child, scratch);
            if (r == Result::Any) missing_ = true;
            return {r, 0};
        }
        int to = opposite_slice(k);
        Entry e = entry(to, game_.index.rank(child, material_[to])).load(std::memory_order_relaxed);
        bool seen = (e & decided) && plies_of(e) < pass;
        return seen ? Finding{result_of(e), plies_of(e)} : Finding{};
    }

    // The first look at every position: what is blocked, and what a conversion decides.
    void scan(int k) {
        in_parallel(entries_[k].size(), threads_, watch_, [&, this] {
            return [this, k, cursor = Cursor<typename Game::IndexT>(game_.index, material_[k]),
                    scratch = Scratch<State>()](u64 begin, u64 end) mutable {
                for (u64 i = begin; i < end; ++i) {
                    if (!cursor.go(i)) entry(k, i).store(gap, std::memory_order_relaxed);
                    else look(k, i, cursor.state(), 0, scratch);
                }
                watch_.done += end - begin;
            };
        });
    }

    // Looks again at what may have been decided by the pass before.
    void review(int k, int pass) {
        auto& due = due_[k][pass % 2];
        in_parallel(entries_[k].size(), threads_, watch_, [&, this] {
            return [this, k, pass, &due, cursor = Cursor<typename Game::IndexT>(game_.index, material_[k]),
                    scratch = Scratch<State>()](u64 begin, u64 end) mutable {
                for (u64 word = begin / 64; word < (end + 63) / 64; ++word)
                    for (u64 bits = due[std::size_t(word)] | capturing(k, word); bits; bits &= bits - 1) {
                        u64 i = 64 * word + u64(std::countr_zero(bits));
                        if (cursor.go(i)) look(k, i, cursor.state(), pass, scratch);
                    }
            };
        });
    }

    void look(int k, u64 i, const State& s, int pass, Scratch<State>& scratch) {
        if (entry(k, i).load(std::memory_order_relaxed) & decided) return;
        // What wins in fewer plies was found in a pass before, so every win of this pass takes as long.
        auto seen = [&](const State& child, bool converted) {
            return known(child, converted, k, pass, scratch);
        };
        Finding f = game_.evaluate(s, scratch, seen, true);
        if (f.result == Result::Draw) return note_captures(k, i, s);
        if (f.plies > plies_mask) throw std::length_error("a win takes too many plies for a table");
        entry(k, i).store(entry_of(f), std::memory_order_relaxed);
        raise_last(f.plies);
        game_.quiet_predecessors(s, [&](const State& before) { remember(before, k, f.plies + 1); });
    }

    // No capture is ever taken back, so nobody would tell a tower that what it can capture is decided.
    void note_captures(int k, u64 i, const State& s) {
        if constexpr (State::tower)
            if (game_.correct.can_capture(s)) capturing_[k][std::size_t(i / 64)] |= u64(1) << (i % 64);
    }
    u64 capturing(int k, u64 word) const { return State::tower ? capturing_[k][std::size_t(word)] : 0; }

    void remember(const State& before, int k, int pass) {
        int at = opposite_slice(k);
        u64 i = game_.index.rank(before, material_[at]);
        if (entry(at, i).load(std::memory_order_relaxed) & decided) return;
        std::atomic_ref(due_[at][pass % 2][std::size_t(i / 64)])
            .fetch_or(u64(1) << (i % 64), std::memory_order_relaxed);
    }

    void raise_last(int plies) {
        int seen = last_.load(std::memory_order_relaxed);
        while (plies > seen && !last_.compare_exchange_weak(seen, plies, std::memory_order_relaxed)) {}
    }

    static void clear(std::vector<u64>& flags) { std::fill(flags.begin(), flags.end(), 0); }

    // Totals over all positions, and the results that a file must hold.
    Results count_and_keep(int k, Solved& s) {
        Results kept(s.size);
        std::mutex adding;
        in_parallel(s.size, threads_, watch_, [&, this] {
            return [&, this, k, cursor = Cursor<typename Game::IndexT>(game_.index, material_[k])](
                       u64 begin, u64 end) mutable {
                Totals part;
                for (u64 i = begin; i < end; ++i) kept.set(i, keep(k, i, cursor, part));
                std::lock_guard hold(adding);
                s.totals += part;
            };
        });
        return kept;
    }

    Result keep(int k, u64 i, Cursor<typename Game::IndexT>& cursor, Totals& totals) const {
        Entry e = entries_[k][std::size_t(i)];
        if (e == gap || !cursor.go(i)) return Result::Any;
        totals.add({result_of(e), plies_of(e)});
        return game_.stored(cursor.state()) ? result_of(e) : Result::Any;
    }

    // What nobody asks for repeats its neighbour, which packs best.
    std::string distances(int k, const Results& kept, int width) const {
        std::string out;
        out.reserve(kept.size() * u64(width));
        int last = 0;
        for (u64 i = 0; i < kept.size(); ++i) {
            Result r = kept[i];
            if (r == Result::Win || r == Result::Loss) last = plies_of(entries_[k][std::size_t(i)]);
            out += char(last & 255);
            if (width == 2) out += char(last >> 8);
        }
        return out;
    }

    const Game& game_;
    const Store<Game>& store_;
    int threads_;
    Watch& watch_;
    Material material_[2];
    int slices_ = 0;
    std::vector<Entry> entries_[2];
    std::vector<u64> due_[2][2];
    std::vector<u64> capturing_[2];  // of towers: open positions in which something can be captured
    std::atomic<int> last_{0};
    std::atomic<bool> missing_{false};
};

}  // namespace crowned
