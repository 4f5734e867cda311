// Walking a capture from jump to jump. One walker serves men, short and flying kings, flat pieces and
// towers; what differs between the piece models is in `Jumped`. Defined in movegen/walker_for.hpp, compiled
// for each kind of states.
#pragma once

#include "board/layout.hpp"
#include "mechanics/doors.hpp"
#include "movegen/sinks.hpp"
#include "movegen/source.hpp"

namespace crowned {

// Flat pieces: victims are remembered as a set, and vanish from the board at once or after the move.
template <class State>
class Jumped {
  public:
    using Set = typename State::Set;

    Jumped(const RuleData& rules, const State& s, Set board)
        : state_(s), board_(board), at_end_(rules.removal_at_end), half_turn_barred_(!rules.reversal) {}

    void lift(int from) {
        opponent_ = state_.side[1 - state_.turn];
        empty_ = (board_ & ~occupied(state_)) | bit<Set>(from);
    }
    Set targets(Set captured) const { return opponent_ & ~captured; }
    Set empty(Set captured) const { return at_end_ ? empty_ : empty_ | captured; }
    Set kings() const { return state_.kings; }
    bool take(int victim) { return has(state_.kings, victim); }
    void put_back(int) {}
    bool half_turn_barred() const { return half_turn_barred_; }

  private:
    const State& state_;
    Set board_;
    Set opponent_{};
    Set empty_{};
    bool at_end_;
    bool half_turn_barred_;
};

// Towers: a jump takes the top stone; what is left stays on the board and may change hands.
template <class SetT, class Word, int Squares>
class Jumped<TowerState<SetT, Word, Squares>> {
  public:
    using Set = SetT;
    using State = TowerState<SetT, Word, Squares>;

    Jumped(const RuleData& rules, const State& s, Set board)
        : live_(s),
          board_(board),
          same_barred_(rules.same_tower == SameTower::Never),
          half_turn_barred_(!rules.reversal || rules.same_tower != SameTower::Any) {}

    void lift(int from) {
        if (lifted_ >= 0) live_.side[live_.turn] |= bit<Set>(lifted_);
        live_.side[live_.turn] &= ~bit<Set>(from);
        lifted_ = from;
    }
    Set targets(Set captured) const {
        Set opponent = live_.side[1 - live_.turn];
        return same_barred_ ? opponent & ~captured : opponent;
    }
    Set empty(Set) const { return board_ & ~occupied(live_); }
    Set kings() const { return live_.kings; }
    bool take(int victim) {
        saved_[depth_++] = live_.column[victim];
        bool king = live_.column[victim].top_king();
        live_.column[victim].drop_top();
        refresh_square(live_, victim);
        return king;
    }
    void put_back(int victim) {
        live_.column[victim] = saved_[--depth_];
        refresh_square(live_, victim);
    }
    bool half_turn_barred() const { return half_turn_barred_; }

  private:
    State live_;
    Set board_;
    Column<Word> saved_[Column<Word>::capacity + 1];
    int depth_ = 0;
    int lifted_ = -1;
    bool same_barred_;
    bool half_turn_barred_;
};

template <class State>
class Walker {
  public:
    using Set = typename State::Set;

    Walker(const RuleData& rules, const Ground<Set>& ground, const State& s, Scratch<State>& scratch,
           ListSink<State>& receiver);

    // All captures of the piece on `from`.
    void walk(int from, bool king);
    // Captures of the piece on `from` that begin with this jump of a man or short king.
    void walk_on(int from, int over, int to, int direction, bool king);

    // The way walked so far, for sinks that keep it.
    int jumps = 0;
    u64 ranks = 0;  // of the victims in the order taken, first in bit 0
    u8 path[max_jumps + 1];
    u8 victims[max_jumps];
    bool by_king = false;

    // The ranks that prisoners keep: by them alone can stacks of the same stones differ.
    u64 ranks_kept() const { return r.captive_rank_lost ? 0 : ranks; }

  private:
    void start(int from, bool king);
    void visit(int at, Set captured, bool king, int last, bool may_stop);
    void emit(int at, Set captured, bool king, bool falls, bool check);
    void push(int to, int over, bool king_taken);
    void pop_jump();

    // Men and short kings: over the next square, onto the one behind it.
    bool jump_short(int at, Set captured, bool king, int last);
    void land_short(int to, int over, Set captured, bool king, int direction);

    // Flying kings: over the first piece on a line, onto the empty squares behind it.
    bool jump_flying(int at, Set captured, int last);
    void land_flying(int d, int victim, Set lands, Set captured);
    Set choose_landings(Set lands, Set stops, Set captured, int d) const;
    Set landing_squares(int at, int d, Set occupied_now, Set targets, int& victim) const;
    u32 flying_dirs(int last) const;
    u32 not_back(int last) const;
    int distance(int d, int at, int victim) const { return count(g.between(d, at, victim)); }
    int nearest_victim(int at, Set occupied_now, Set targets, int last) const;
    bool can_go_on(int at, Set captured, int last) const;

    // Ways that meet again.
    bool may_repeat(bool king) const { return jumps >= (king ? kings_repeat_from : men_repeat_from); }
    bool walked_before(int at, Set captured, bool king, int last, bool may_stop);
    u32 state_tag(int at, bool king) const { return u32(path[0]) | u32(at) << 8 | u32(king) << 16; }
    u64 way_hash() const;

    const RuleData& r;
    const Ground<Set>& g;
    Colour colour;
    Jumped<State> jumped;
    Visited<Set>& seen;
    Effort& effort;
    ListSink<State>& sink;
    Set holes;
    u32 man_dirs;
    // The fewest jumps after which two ways can meet with the same victims: flying kings meet on one
    // line, short pieces only after a round trip (a square; a triangle where straight jumps exist).
    int men_repeat_from;
    int kings_repeat_from;
    bool ends_repeat;
    bool order_matters;  // two orders of the same victims may differ in precedence
};

}  // namespace crowned
