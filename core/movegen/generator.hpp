// Move generation: listing (inherited) and counting without a list, for the last ply of perft.
#pragma once

#include "movegen/list.hpp"

namespace crowned {

template <class Layout, class StateT, class KnownT>
class Generator : public Lister<Layout, StateT, KnownT> {
  public:
    using Base = Lister<Layout, StateT, KnownT>;
    using Base::Base;
    using State = StateT;
    using Set = typename State::Set;

  protected:
    // Where all ways of pieces are asked for, counting in sets would be much code for few games.
    static constexpr bool counts_in_sets = !KnownT::free;

    using Base::g;
    using Base::has_doors;
    using Base::holes_of;
    using Base::r;
    template <Colour C>
    using Side = typename Base::template Side<C>;
    template <int D>
    static Set shift(Set s) {
        return Base::template shift<D>(s);
    }

    // Landing squares of men's first jumps, and whether that is all there is to say about the captures.
    template <Colour C>
    struct Singles {
        Set to[direction_count];
        int count = 0;
        bool need_list = false;

        CROWNED_INLINE Singles(const Generator& gen, const Side<C>& side) {
            need_list = any(side.kings_jumping | (side.opponent & side.s.kings & gen.ranking_victims));
            if (need_list || !any(side.men_jumping)) return;
            Set holes = gen.holes_of(side.s), walking{};
            gen.template man_capture_dirs<C>([&]<int D>() {
                to[D] = shift<D>(shift<D>(side.men & side.man_jumps[D]));
                walking |= to[D] & gen.template man_walks_from<C>(side.template men_going_on<D>(), holes);
                count += crowned::count(to[D]);
            });
            need_list = any(walking);
        }
    };

    template <Colour C>
    u64 count_for(const State& s, Scratch<State>& scratch) const {
        if constexpr (!counts_in_sets) return count_by_list(s, scratch);
        else return count_in_sets<C>(s, scratch);
    }

    template <Colour C>
    u64 count_in_sets(const State& s, Scratch<State>& scratch) const {
        if (!this->plain_rules) [[unlikely]]
            return count_with_doors<C>(s, scratch);
        Side<C> side(*this, s);
        if (!side.captures()) return u64(count_quiet<C>(side));
        Singles<C> jumps(*this, side);
        return jumps.need_list ? count_captures<C>(s, scratch) : u64(jumps.count);
    }

    // Rules under which quiet moves are not all there is where nothing can be captured.
    template <Colour C>
    u64 count_with_doors(const State& s, Scratch<State>& scratch) const {
        if (this->may_end_early && this->over(s)) return 0;
        Side<C> side(*this, s);
        bool captures = side.captures();
        if (captures && r.must_capture) return count_captures<C>(s, scratch);
        if (!captures && !has_doors()) return u64(count_quiet<C>(side));
        if (!has_doors() || captures || r.open_door != OpenDoor::Allowed || s.spin != NoSpin)
            return count_by_list(s, scratch);
        int quiet = count_quiet<C>(side);
        return quiet == 0 && !r.blocked_on_black_spin ? 0 : u64(quiet + slide_count(r, s.knobs));
    }

    u64 count_by_list(const State& s, Scratch<State>& scratch) const {
        StepList<State> out;
        this->list(s, out, scratch);
        return u64(out.size());
    }

    template <Colour C>
    int count_quiet(const Side<C>& side) const {
        int n = 0;
        this->template man_step_dirs<C>([&]<int D>() { n += count(shift<D>(side.men) & side.empty); });
        if (!any(side.kings)) return n;
        if (!this->flying()) {
            this->king_step_dirs([&]<int D>() { n += count(shift<D>(side.kings) & side.empty); });
            return n;
        }
        for (Set rest = side.kings; any(rest);) {
            int from = pop(rest);
            this->king_step_dirs(
                [&]<int D>() { n += count(this->template king_reach<D>(from, side.empty)); });
        }
        return n;
    }

    // Single jumps are counted set-wise; only those that go on are walked.
    template <Colour C>
    [[gnu::noinline]] u64 count_captures(const State& s, Scratch<State>& scratch) const {
        Side<C> side(*this, s);
        bool plain = !any(side.kings_jumping) && r.must_continue && !this->every_jump_walks() &&
                     !r.binds_piece && !(this->precedence.looks_at_victims() && any(side.opponent & s.kings));
        if (!plain) return count_by_list(s, scratch);
        Set holes = holes_of(s);
        Set walking[direction_count];
        int singles = 0;
        bool walks = false;
        this->template man_capture_dirs<C>([&]<int D>() {
            Set to = shift<D>(shift<D>(side.men & side.man_jumps[D]));
            walking[D] = to & this->template man_walks_from<C>(side.template men_going_on<D>(), holes);
            singles += count(to) - count(walking[D]);
            walks |= any(walking[D]);
        });
        if (!walks) return u64(singles);
        if constexpr (State::tower) return count_by_list(s, scratch);
        else return count_runs<C>(side, walking, singles, holes, scratch);
    }

    template <Colour C>
    u64 count_runs(const Side<C>& side, const Set* walking, int singles, Set holes,
                   Scratch<State>& scratch) const {
        Run<C> run(*this, side, holes);
        run.singles(singles);
        this->template man_capture_dirs<C>([&]<int D>() {
            for (Set rest = walking[D]; any(rest); rest = without_lowest(rest)) {
                Set to = rest & ~without_lowest(rest), over = shift<opposite(D)>(to);
                run.from(shift<opposite(D)>(over), over, to);
            }
        });
        return run.loops ? count_by_list(side.s, scratch) : run.found;
    }

    // Counts the ways men can jump on. Only long ways, which may meet again, are written down to be told
    // apart; where they are too many, it gives up (`loops`) and leaves the position to the walker.
    template <Colour C>
    struct Run {
        const Generator& gen;
        const Side<C>& side;
        static constexpr int max_kept = 32;
        struct End {
            Set origin, at, captured;
        };

        Set stop, origin{}, empty{};
        End ends[max_kept];
        int kept = 0;
        static constexpr int patience =
            4096;  // jumps, after which the walker, which repeats none, is quicker
        bool longest_only, removed_at_once;
        int meets_from;
        bool loops = false;
        int walked = 0;
        int longest = 0;
        u64 found = 0;

        Run(const Generator& generator, const Side<C>& s, Set h)
            : gen(generator),
              side(s),
              stop(gen.stop_row[C] | h),
              longest_only(gen.precedence.ranks_by_most()),
              removed_at_once(!gen.r.removal_at_end),
              meets_from(gen.r.straight_captures ? 3 : 4) {}

        void singles(int n) {
            if (n) longest = 1, found = u64(n);
        }
        void from(Set start, Set over, Set to) {
            origin = start;
            empty = side.empty | origin;
            jump(to, over, 1);
        }

      private:
        static constexpr bool forward_only =
            KnownT::man_captures != 0 && (KnownT::man_captures & turned(KnownT::man_captures)) == 0;

        void end(Set at, Set captured, int jumps) {
            if (longest_only && jumps != longest) {
                if (jumps < longest) return;
                longest = jumps, found = 0, kept = 0;
            }
            if (forward_only || jumps < meets_from || is_new(at, captured)) ++found;
        }
        bool is_new(Set at, Set captured) {
            for (int i = 0; i < kept; ++i)
                if (ends[i].at == at && ends[i].captured == captured && ends[i].origin == origin)
                    return false;
            loops |= kept == max_kept;
            if (kept < max_kept) ends[kept++] = {origin, at, captured};
            return true;
        }
        void jump(Set at, Set captured, int jumps) {
            loops |= ++walked > patience;
            if (loops) return;
            bool went_on = false;
            if (any(at & gen.king_row[C] & ~stop)) {
                loops |= king_goes_on(lowest(at), captured);
            } else if (!any(at & stop)) {
                Set targets = side.man_targets & ~captured;
                Set free = removed_at_once ? empty | captured : empty;
                gen.template man_capture_dirs<C>([&]<int D>() {
                    if constexpr (forward_only) {
                        if (any(at & side.man_jumps[D]))
                            went_on = true, jump(shift<D>(shift<D>(at)), at, jumps + 1);
                    } else {
                        Set over = shift<D>(at) & targets, to = shift<D>(over) & free;
                        if (any(to)) went_on = true, jump(to, captured | over, jumps + 1);
                    }
                });
            }
            if (!went_on) end(at, captured, jumps);
        }
        // A man crowned on the way goes on as king, which is the walker's business.
        bool king_goes_on(int at, Set captured) const {
            if (!gen.flying()) return true;
            Set free = removed_at_once ? empty | captured : empty;
            return gen.flying_king_jumps(at, gen.g.board & ~free, side.opponent & ~captured);
        }
    };
};

}  // namespace crowned
