// The size of the move tree below a position.
#pragma once

#include "movegen/generator.hpp"
#include "movegen/trial.hpp"

namespace crowned {

template <class Layout, class StateT, class KnownT>
class Perft : public Generator<Layout, StateT, KnownT> {
  public:
    using Base = Generator<Layout, StateT, KnownT>;
    using Base::Base;
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    // Leaves of the tree below a position, the last ply counted without making its moves. Worth nothing if
    // the effort was exceeded.
    u64 perft(State& s, int depth, Scratch<State>& scratch) const {
        if (depth > 0 && this->over(s)) return 0;
        return s.turn == White ? perft_for<White>(s, depth, scratch) : perft_for<Black>(s, depth, scratch);
    }

  private:
    using Base::g;
    template <Colour C>
    using Side = typename Base::template Side<C>;
    template <Colour C>
    using Singles = typename Base::template Singles<C>;
    template <int D>
    static Set shift(Set s) {
        return Base::template shift<D>(s);
    }

    // The opponent's answers to quiet steps of men, for all steps at once. A step after which nothing can be
    // captured changes their number only by the square it leaves and the square it takes.
    template <Colour C>
    struct Answers {
        Set opponents{};                 // men of the opponent
        Set strikes[direction_count]{};  // what the opponent could jump over in a direction, if free behind
        Set exposed{};                   // squares on which a piece could be captured
        Set guards{};                    // squares whose piece keeps one beside it from being captured
        int quiet = 0;
        bool usable = false;

        Answers() = default;
        CROWNED_INLINE Answers(const Perft& gen, const Side<C>& side) : opponents(side.opponent) {
            if (any(side.opponent & side.s.kings)) return;
            gen.template man_capture_dirs<other(C)>([&]<int D>() {
                strikes[D] = shift<D>(opponents);
                exposed |= strikes[D] & shift<opposite(D)>(side.empty);
                guards |= shift<D>(strikes[D] & side.own);
            });
            usable = !any(exposed & side.own);
            gen.template man_step_dirs<other(C)>(
                [&]<int D>() { quiet += count(shift<D>(opponents) & side.empty); });
        }

        // Takes the steps without captures after them out of `to`; returns the number of their answers.
        template <int D>
        CROWNED_INLINE u64 count_off(const Perft& gen, Set& to) const {
            if (!usable) return 0;
            Set safe = to & ~(exposed | strikes[opposite(D)] | shift<D>(guards));
            Set left = shift<opposite(D)>(safe);
            int n = count(safe) * quiet;
            gen.template man_step_dirs<other(C)>([&]<int Reply>() {
                Set reach = shift<Reply>(opponents);
                n += count(reach & left) - count(reach & safe);
            });
            to &= ~safe;
            return u64(n);
        }
    };

    template <Colour C>
    u64 perft_for(State& s, int depth, Scratch<State>& scratch) const {
        if (depth <= 1) return depth == 1 ? this->template count_for<C>(s, scratch) : 1;
        if constexpr (Base::counts_in_sets)
            if (this->plain_rules) {
                Side<C> side(*this, s);
                Singles<C> jumps(*this, side);
                if (!jumps.need_list)
                    return depth == 2 ? perft_children<C, true>(s, side, jumps, 1, scratch)
                                      : perft_children<C, false>(s, side, jumps, depth - 1, scratch);
            }
        return perft_by_list<C>(s, depth, scratch);
    }

    template <Colour C>
    u64 perft_by_list(State& s, int depth, Scratch<State>& scratch) const {
        StepList<State> steps;
        this->template list_for<C>(s, steps, scratch);
        if (scratch.effort.exceeded) return 0;
        u64 n = 0;
        for (const Step& step : steps) {
            Trial<State> child(s, step);
            play_for<C>(this->r, child.state, step);
            n += perft_for<other(C)>(child.state, depth - 1, scratch);
        }
        return n;
    }

    static Step tower_step(Set from, Set over, Set to, bool crowns) {
        Step step;
        step.captured = over;
        step.from = u8(lowest(from)), step.to = u8(lowest(to));
        step.flags = crowns ? u8(Crowns) : u8(0), step.jumps = any(over);
        if (step.jumps) step.victims[0] = u8(lowest(over));
        return step;
    }

    // Children of a position whose captures, if any, are all single jumps of men: made without a list.
    template <Colour C, bool Leaves>
    u64 perft_children(State& s, const Side<C>& side, const Singles<C>& jumps, int depth,
                       Scratch<State>& scratch) const {
        u64 n = 0;
        auto below = [&](State& child) {
            if constexpr (Leaves) n += this->template count_for<other(C)>(child, scratch);
            else n += perft_for<other(C)>(child, depth, scratch);
        };
        auto visit = [&](Set from, Set over, Set to, Set kings) {
            if constexpr (State::tower) {
                bool crowns = any(to & kings) && !any(from & side.s.kings);
                Step step = tower_step(from, over, to, crowns);
                Trial<State> child(s, step);
                play_for<C>(this->r, child.state, step);
                below(child.state);
            } else {
                State child;
                child.side[C] = side.own ^ from ^ to;
                child.side[1 - C] = side.opponent ^ over;
                child.kings = kings;
                child.turn = u8(1 - C);
                below(child);
            }
        };
        Set kings = side.s.kings;
        if (any(side.men_jumping)) {
            this->template man_capture_dirs<C>([&]<int D>() {
                for (Set rest = jumps.to[D]; any(rest); rest = without_lowest(rest)) {
                    Set to = rest & ~without_lowest(rest), over = shift<opposite(D)>(to);
                    visit(shift<opposite(D)>(over), over, to, (kings & ~over) | (to & g.last_row[C]));
                }
            });
            return n;
        }
        Answers<C> answers;
        if constexpr (Leaves) answers = Answers<C>(*this, side);
        this->template man_step_dirs<C>([&]<int D>() {
            Set rest = shift<D>(side.men) & side.empty;
            if constexpr (Leaves) n += answers.template count_off<D>(*this, rest);
            for (; any(rest); rest = without_lowest(rest)) {
                Set to = rest & ~without_lowest(rest);
                visit(shift<opposite(D)>(to), Set{}, to, kings | (to & g.last_row[C]));
            }
        });
        for (Set rest = side.kings; any(rest); rest = without_lowest(rest)) {
            Set from = rest & ~without_lowest(rest);
            this->king_step_dirs([&]<int D>() {
                for (Set lands = this->template king_reach<D>(lowest(from), side.empty); any(lands);
                     lands = without_lowest(lands)) {
                    Set to = lands & ~without_lowest(lands);
                    visit(from, Set{}, to, kings ^ from ^ to);
                }
            });
        }
        return n;
    }
};

}  // namespace crowned
