// The game a table is made for: what a position is worth, given what is known about those that follow it.
#pragma once

#include "position/offences_on.hpp"
#include "rules/geometry.hpp"
#include "rules/law.hpp"
#include "tables/finding.hpp"
#include "tables/tower_index.hpp"

namespace crowned {

template <class StateT>
class TableGame {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;
    using IndexT = std::conditional_t<State::tower, TowerIndex<State>, Index<State>>;

    TableGame(const RuleData& rules, const Law& search)
        : data(rules),
          law(search),
          correct(rules),
          offences(rules, search),
          ground(correct.ground()),
          index(ground),
          captures_stand_alone(!State::tower && rules.must_capture && !search.offences_gain()) {}
    TableGame(const TableGame&) = delete;

    const RuleData data;
    const Law law;
    const MovesOn<State> correct;
    const OffencesOn<State> offences;
    const Ground<Set>& ground;
    const IndexT index;
    // Who can capture must, and what follows has fewer pieces: such positions need not be kept.
    const bool captures_stand_alone;

    // Whether a table holds the position itself; others are resolved by their captures.
    bool stored(const State& s) const { return !captures_stand_alone || !correct.can_capture(s); }

    bool over(const State& s) const { return correct.over(s); }

    // The result for the side to move where a side is gone or a king has broken through.
    Result ended(const State& s) const { return result(verdict(data, law, s, early_ending(data, s))); }

    Result blocked(const State& s) const { return result(verdict(data, law, s, Ending::Blocked)); }

    // The value of a position from `known`, which gives the Finding of a child: known(child, converted) for
    // the child's side to move, `converted` telling whether the material has changed. Where all wins that are
    // known take as long, the first one will do.
    template <class Known>
    Finding evaluate(const State& s, Scratch<State>& scratch, Known&& known, bool first_win = false) const {
        StepList<State> moves;
        correct.list(s, moves, scratch);
        if (moves.size() == 0) return {blocked(s), 0};
        Finding best{Result::Loss, 0};
        for (const Step& step : moves) {
            prefer(best, after(s, step, known));
            if (first_win && best.result == Result::Win) return best;
        }
        if (law.offences_gain() && moves[0].jumps) try_offences(s, moves, best, known);
        return best;
    }

    // f(state) for each position from which a quiet move of the other side leads to s, whether or not
    // something else was owed there.
    template <class F>
    void quiet_predecessors(const State& s, F&& f) const {
        s.turn == White ? predecessors_by<Black>(s, f) : predecessors_by<White>(s, f);
    }

  private:
    static Result result(int verdict) {
        return verdict > 0 ? Result::Win : verdict < 0 ? Result::Loss : Result::Draw;
    }
    // Whether the material is another one after a move; towers keep what they capture.
    static bool converts(const Step& step) {
        return (step.jumps && !State::tower) || (step.flags & (Crowns | Falls));
    }
    static void prefer(Finding& best, const Finding& found) {
        if (better(found, best)) best = found;
    }

    template <class Known>
    Finding after(const State& s, const Step& step, Known&& known) const {
        State child = s;
        correct.play(child, step);
        return seen_from(s, child, converts(step), known);
    }

    // What a child is worth for the side to move in s, which may have the move again.
    template <class Known>
    Finding seen_from(const State& s, const State& child, bool converted, Known&& known) const {
        bool again = child.turn == s.turn;
        if (over(child)) return Finding::after_conversion(again ? ended(child) : turned(ended(child)));
        if (!converted) return known(child, false).before_move();
        Result r = known(child, true).result;
        return Finding::after_conversion(again ? r : turned(r));
    }

    // A wrong move is worth what the opponent's best answer leaves of it.
    template <class Known>
    void try_offences(const State& s, StepList<State>& moves, Finding& best, Known&& known) const {
        int first = moves.size();
        Set owed = offences.owed(moves);
        offences.add_to(moves, s);
        for (int i = first; i < moves.size(); ++i)
            prefer(best, offended(s, moves[i], offences.removable(s, moves[i], owed), known));
    }

    template <class Known>
    Finding offended(const State& s, const Step& step, Set at_risk, Known&& known) const {
        bool automatic = law.enforcement == Enforcement::Automatic, answered = false;
        State child = s;
        correct.play(child, step);
        Finding worst;
        auto answer = [&](const Finding& found) {
            if (!answered || better(worst, found)) worst = found;
            answered = true;
        };
        if ((automatic || law.may_huff) && any(at_risk))
            answer(huffed(s, child, at_risk, !automatic && law.huff_is_move, known));
        if (!answered || (!automatic && law.may_accept)) answer(seen_from(s, child, converts(step), known));
        return worst;
    }

    // One of the pieces goes: what is worst for the offender, or best where he chooses himself.
    template <class Known>
    Finding huffed(const State& s, const State& child, Set at_risk, bool again, Known&& known) const {
        Finding chosen;
        for (bool first = true; any(at_risk); first = false) {
            State without = child;
            lift_piece(without, pop(at_risk));
            if (again) without.turn = s.turn;
            Finding found = seen_from(s, without, true, known);
            if (first || (law.offender_chooses ? better(found, chosen) : better(chosen, found)))
                chosen = found;
        }
        return chosen;
    }

    template <Colour C, class F>
    void predecessors_by(const State& s, F&& f) const {
        Set empty = ground.board & ~occupied(s);
        u32 back = turned(C == White ? data.man_steps : turned(data.man_steps));
        for (Set men = s.side[C] & ~s.kings; any(men);) {
            int to = pop(men);
            for (u32 dirs = back; dirs; dirs &= dirs - 1) {
                int d = std::countr_zero(dirs);
                Set from = nearest_only(d, to, empty);
                if (data.leap != Leap::None) from |= leapt_from(d, to, s.side[C] & ~s.kings, empty);
                // A man never comes from where men are crowned.
                from &= ~index.barred(C);
                if (any(from)) f(moved_back<C>(s, to, lowest(from), false));
            }
        }
        for (Set kings = s.side[C] & s.kings; any(kings);) {
            int to = pop(kings);
            for (u32 dirs = data.king_steps; dirs; dirs &= dirs - 1)
                for (Set from = reach(std::countr_zero(dirs), to, empty); any(from);)
                    f(moved_back<C>(s, to, pop(from), true));
        }
    }

    Set nearest_only(int d, int square, Set empty) const {
        Set ray = ground.ray[d][square];
        return any(ray) ? bit<Set>(ground.nearest(d, ray)) & empty : Set{};
    }
    // Behind the own men that a leap has crossed: one, or a whole line.
    Set leapt_from(int d, int to, Set men, Set empty) const {
        Set crossed = nearest_only(d, to, men);
        while (any(crossed)) {
            int last = lowest(crossed);
            if (Set from = nearest_only(d, last, empty); any(from)) return from;
            crossed = data.leap == Leap::Line ? nearest_only(d, last, men) : Set{};
        }
        return {};
    }
    Set reach(int d, int square, Set empty) const {
        if (!data.flying) return nearest_only(d, square, empty);
        Set ray = ground.ray[d][square], blockers = ray & ~empty;
        return any(blockers) ? ground.between(d, square, ground.nearest(d, blockers)) : ray;
    }

    template <Colour C>
    static State moved_back(State s, int to, int from, bool king) {
        Set both = bit<Set>(to) | bit<Set>(from);
        s.side[C] ^= both;
        if (king) s.kings ^= both;
        if constexpr (State::tower) std::swap(s.column[to], s.column[from]);
        s.turn = C;
        return s;
    }
};

}  // namespace crowned
