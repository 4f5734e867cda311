// Counts by material: endings that are drawn, or won, after so many plies without a decision. The slow twin
// is crowned.game.tallies.
#pragma once

#include <algorithm>

#include "rules/law.hpp"
#include "rules/rules.hpp"

namespace crowned {

// How far each count has come; `running` has a bit for each that runs.
struct Tally {
    u16 running = 0;
    u16 done[most_counts]{};
};

// What counts ask of a move: whether it captured or crowned, and whether a man has gone where he cannot step
// back from.
struct Change {
    bool material = false, man = false;
};

// One count. Forces are kings and men of a side, eight pieces at most, each pair with a bit of its own.
struct Count {
    enum Unit { Each, Strong, Lone, Wins };
    enum Road { Anywhere, LoneHolds, StrongHolds };
    static constexpr int most_pieces = 8;

    u64 strong, weak;  // sets of forces
    int plies;         // of both sides, or of the one that is counted; 0: decided at once
    int unit, road;
    int low, high;  // pieces in all, where that is what counts; such a count begins anew with the material
    int kept;       // begins with no more left than the counts that ran before it had
    int man;        // a man's move begins it anew
    int claimed;    // a draw only if a player asks for it

    static constexpr u64 force(int kings, int men) {
        int all = kings + men;
        return all > most_pieces ? 0 : u64(1) << (all * (all + 1) / 2 + men);
    }
    // Where only one side's plies are counted, at least so many of both are left.
    constexpr int left(int done) const {
        int own = plies - done;
        return unit == Each ? own : 2 * own - 1;
    }
    constexpr bool counts_moves_of(int mover, int stronger) const {
        return unit == Each || mover == (unit == Lone ? 1 - stronger : stronger);
    }
    // The plies of both until it is reached, from the side to move on.
    constexpr int until(int done, int turn, int stronger) const {
        int own = std::max(0, plies - done);
        return unit == Each || own == 0 ? own : 2 * own - counts_moves_of(turn, stronger);
    }
    // How far it has come where no more than so many plies of both are left.
    constexpr int done_with(int left) const {
        return plies - std::min(plies, unit == Each ? left : (left + 1) / 2);
    }
};

// Whether some count makes a draw only if a player asks for it.
inline bool some_count_is_claimed(const Law& law) {
    for (int at = 0; at + numbers_of_a_count <= law.counts.size(); at += numbers_of_a_count)
        if (const int* n = law.counts.begin() + at; n[4] && n[11]) return true;
    return false;
}

template <class State>
class CountsOf {
  public:
    using Set = typename State::Set;

    CountsOf(const Law& law, Set road) : road_(road) {
        for (int at = 0; at + numbers_of_a_count <= law.counts.size(); at += numbers_of_a_count) {
            const int* n = law.counts.begin() + at;
            count_[size_++] = {
                set_of(n[0], n[1]), set_of(n[2], n[3]), n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]};
            (n[4] ? tallied_ : instant_) = true;
        }
    }

    bool tallied() const { return tallied_; }
    bool instant() const { return instant_; }
    bool tallies(int i) const { return i < size_ && count_[i].plies > 0; }
    bool few(const State& s) const { return count(occupied(s)) <= Count::most_pieces; }

    // The tallies of a game that begins here, or after a piece was taken off.
    Tally begun(const State& s) const {
        Tally out;
        if (tallied_) advance({}, out, s, {true, false});
        return out;
    }

    // The tallies after a move to this position.
    void advance(const Tally& before, Tally& after, const State& s, Change change) const {
        after.running = 0;
        if (!few(s)) return;
        const u64 forces[2] = {force_of(s, White), force_of(s, Black)};
        for (int i = 0; i < size_; ++i) {
            const Count& one = count_[i];
            int side = one.plies ? stronger(one, s, forces) : none;
            if (side == none || !holds_road(one, s, side)) continue;
            bool ran = (before.running >> i & 1) && !(change.material && one.high);
            int done = 0;
            if (ran) done = further(i, before, s, side, change);
            else if (one.kept && !(one.man && change.man)) done = taken_over(one, before, s, side, change);
            after.done[i] = u16(done);
            after.running |= u16(1 << i);
        }
    }

    // The fewest plies after which a running count may end the game.
    int left(const Tally& tally) const {
        int least = 1 << 20;
        for (int i = 0; i < size_; ++i)
            if (tally.running >> i & 1) least = std::min(least, count_[i].left(tally.done[i]));
        return least;
    }

    // Whether a count is reached of those that must be claimed, or of the others.
    bool reached(const Tally& tally, bool claimed) const {
        for (int i = 0; tally.running && i < size_; ++i)
            if ((tally.running >> i & 1) && bool(count_[i].claimed) == claimed &&
                tally.done[i] >= count_[i].plies)
                return true;
        return false;
    }

    // Equal positions with other tallies are other positions, as far as these may end within so many plies.
    u64 salt(const Tally& tally, int horizon) const {
        u64 out = 0;
        for (int i = 0; tally.running && i < size_; ++i)
            if ((tally.running >> i & 1) && count_[i].left(tally.done[i]) <= horizon)
                out ^= mix(u64(i + 1) << 32 | tally.done[i]);
        return out;
    }

    // Whether the material decides at once, as long as nothing can be captured; for the side to move 1 won, 0
    // drawn, -1 lost.
    bool decides(const State& s, int& verdict) const {
        if (!few(s)) return false;
        const u64 forces[2] = {force_of(s, White), force_of(s, Black)};
        for (int i = 0; i < size_; ++i) {
            int side = count_[i].plies ? none : stronger(count_[i], s, forces);
            if (side == none || !holds_road(count_[i], s, side)) continue;
            verdict = count_[i].unit != Count::Wins ? 0 : side == s.turn ? 1 : -1;
            return true;
        }
        return false;
    }

  private:
    static constexpr int none = -1;

    static u64 set_of(int low, int high) { return u64(u32(low)) | u64(u32(high)) << 30; }

    static u64 force_of(const State& s, int side) {
        int kings = count(s.side[side] & s.kings);
        return Count::force(kings, count(s.side[side]) - kings);
    }

    int further(int i, const Tally& before, const State& s, int side, Change change) const {
        const Count& one = count_[i];
        return one.man && change.man ? 0 : before.done[i] + one.counts_moves_of(1 - s.turn, side);
    }

    // How far a count has come that takes over from others: no more is left of it than of them. Whose moves
    // they counted is told by who is stronger now.
    int taken_over(const Count& one, const Tally& before, const State& s, int side, Change change) const {
        int done = 0;
        for (int i = 0; before.running && i < size_; ++i)
            if ((before.running >> i & 1) && !count_[i].high) {
                int left = count_[i].until(further(i, before, s, side, change), s.turn, side);
                done = std::max(done, one.done_with(left));
            }
        return done;
    }

    static int stronger(const Count& one, const State& s, const u64 (&forces)[2]) {
        if (one.high) {
            int all = count(occupied(s));
            if (all < one.low || all > one.high) return none;
        }
        for (int side = 0; side < 2; ++side)
            if ((one.strong & forces[side]) && (one.weak & forces[1 - side])) return side;
        return none;
    }

    // Some king of the holder stands on the road, and nothing else does.
    bool holds_road(const Count& one, const State& s, int stronger) const {
        if (one.road == Count::Anywhere) return true;
        int holder = one.road == Count::StrongHolds ? stronger : 1 - stronger;
        Set on_it = occupied(s) & road_;
        return any(on_it) && !any(on_it & ~(s.side[holder] & s.kings));
    }

    Set road_;
    Count count_[most_counts]{};
    int size_ = 0;
    bool tallied_ = false, instant_ = false;
};

}  // namespace crowned
