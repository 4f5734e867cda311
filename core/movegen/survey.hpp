// What there is to see on the board for the side to move: who can jump where, set-wise.
#pragma once

#include "board/layout.hpp"
#include "movegen/known.hpp"
#include "movegen/play.hpp"

namespace crowned {

template <class Layout, class StateT, class KnownT>
class Survey {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Geo = Geometry<Layout>;

    Survey(const RuleData& rules, const Geo& geometry)
        : r(rules),
          g(geometry),
          precedence(rules.binds_piece ? rules.relaxed() : rules),
          choosing(rules),
          king_first(first_is_king(rules)),
          may_end_early(rules.goal == Goal::Breakthrough || rules.doors || rules.bare_loses),
          plain_rules(!may_end_early && rules.must_capture && rules.must_continue && !every_jump_walks() &&
                      !rules.binds_piece && rules.leap == Leap::None),
          immune(rules.man_takes_king ? Set{} : geometry.board),
          ranking_victims(precedence.looks_at_victims() ? geometry.board : Set{}) {
        for (Colour c : {White, Black}) {
            stop_row[c] = rules.crown == Crown::Stop ? geometry.last_row[c] : Set{};
            king_row[c] = rules.crown == Crown::ContinueAsKing ? geometry.last_row[c] : Set{};
        }
    }

    const RuleData& rules() const { return r; }
    const Precedence& order() const { return precedence; }
    const Geo& geometry() const { return g; }

    bool over(const State& s) const { return is_over(r, s); }

    bool flying() const {
        if constexpr (KnownT::kings != Kings::Ask) return KnownT::kings == Kings::Flying;
        else return r.flying;
    }
    bool has_doors() const {
        if constexpr (KnownT::doors != Doors::Ask) return KnownT::doors == Doors::Some;
        else return r.doors;
    }

  protected:
    const RuleData& r;
    const Geo& g;
    Precedence precedence;  // between captures
    Precedence choosing;    // between the pieces that capture, where the order binds only them
    bool king_first;
    bool may_end_early;
    bool plain_rules;     // moves are captures if there are any, else quiet moves, and nothing besides
    Set immune;           // kings on these squares are safe from men
    Set ranking_victims;  // where kings among the victims decide which capture ranks first
    Set stop_row[2]{};    // where a capturing man is crowned and stops
    Set king_row[2]{};    // where a capturing man goes on as king

    static bool first_is_king(const RuleData& r) {
        return r.priority.size() > 0 && r.priority[0] == Criterion::WithKing;
    }

    template <int D>
    static Set shift(Set s) {
        return Layout::template shift<D>(s);
    }

    // f<D>() for the directions in which men of a colour capture.
    template <Colour C, class F>
    CROWNED_INLINE void man_capture_dirs(F&& f) const {
        constexpr u32 fixed = C == White ? KnownT::man_captures : turned(KnownT::man_captures);
        if constexpr (fixed != 0) {
            for_directions<fixed>(f);
        } else {
            asked_dirs(C == White ? r.man_captures : turned(r.man_captures), f);
        }
    }

    static constexpr bool on_diagonals = (Layout::lines & diagonals) != 0;

    // f<D>() for the directions of a set that only the rules know.
    template <class F>
    CROWNED_INLINE static void asked_dirs(u32 dirs, F&& f) {
        for_directions<Layout::lines>([&]<int D>() {
            if (dirs & dir_bit(D)) f.template operator()<D>();
        });
    }

    // f<D>() for the directions in which men of a colour step: fixed but for sideways steps, unless free.
    template <Colour C, class F>
    CROWNED_INLINE void man_step_dirs(F&& f) const {
        if constexpr (KnownT::free) {
            asked_dirs(C == White ? r.man_steps : turned(r.man_steps), f);
        } else if constexpr (on_diagonals) {
            for_directions<C == White ? dir_bit(NE) | dir_bit(NW) : dir_bit(SW) | dir_bit(SE)>(f);
        } else {
            for_directions<dir_bit(C == White ? N : S)>(f);
            if (r.man_steps & dir_bit(E)) for_directions<dir_bit(E) | dir_bit(W)>(f);
        }
    }

    template <class F>
    void king_step_dirs(F&& f) const {
        if constexpr (KnownT::free) asked_dirs(r.king_steps, f);
        else for_directions<on_diagonals ? diagonals : orthogonals>(f);
    }

    template <class F>
    void king_capture_dirs(F&& f) const {
        if constexpr (KnownT::free) {
            asked_dirs(r.king_captures, f);
            return;
        }
        king_step_dirs(f);
        if constexpr (!KnownT::free && on_diagonals &&
                      (KnownT::man_captures == 0 || (KnownT::man_captures & orthogonals) != 0))
            if (r.straight_captures) for_directions<orthogonals>(f);
    }

    // Those of the kings that can capture. Out of line and by value, so that the sets of a side stay in
    // registers where no king stands.
    [[gnu::noinline]] Set flying_jumpers(Set kings, Set occupied_now, Set targets) const {
        Set jumpers{};
        while (any(kings))
            if (int at = pop(kings); flying_king_jumps(at, occupied_now, targets)) jumpers |= bit<Set>(at);
        return jumpers;
    }

    bool flying_king_jumps(int at, Set occupied_now, Set targets) const {
        for (u32 dirs = r.king_captures; dirs; dirs &= dirs - 1) {
            int d = std::countr_zero(dirs);
            Set on_ray = g.ray[d][at] & occupied_now;
            if (!any(on_ray)) continue;
            int victim = g.nearest(d, on_ray);
            if (!has(targets, victim)) continue;
            Set behind = g.ray[d][victim];
            if (any(behind) && !has(occupied_now, g.nearest(d, behind))) return true;
        }
        return false;
    }

    // Everything both passes need to know about the side to move.
    template <Colour C>
    struct Side {
        const Survey& gen;
        const State& s;
        Set own, opponent, empty, men, kings, man_targets;
        Set man_jumps[direction_count];   // squares from which a man can jump in a direction
        Set king_jumps[direction_count];  // the same for a short king
        Set men_jumping{};
        Set kings_jumping{};

        CROWNED_INLINE Side(const Survey& survey, const State& state) : gen(survey), s(state) {
            own = s.side[C], opponent = s.side[1 - C];
            empty = gen.g.board & ~(own | opponent);
            men = own & ~s.kings, kings = own & s.kings;
            man_targets = opponent & ~(s.kings & gen.immune);
            gen.man_capture_dirs<C>([&]<int D>() {
                man_jumps[D] = back<D>(man_targets & back<D>(empty));
                men_jumping |= men & man_jumps[D];
            });
            if (!any(kings)) return;
            if (gen.flying()) kings_jumping = gen.flying_jumpers(kings, own | opponent, opponent);
            else find_short_king_jumps();
        }

        template <int D>
        static Set back(Set squares) {
            return shift<opposite(D)>(squares);
        }

        void find_short_king_jumps() {
            gen.king_capture_dirs([&]<int D>() {
                king_jumps[D] = back<D>(opponent & back<D>(empty));
                kings_jumping |= kings & king_jumps[D];
            });
        }

        bool captures() const { return any(men_jumping) || any(kings_jumping); }

        // Where a man who has just jumped in direction D may jump on.
        template <int D>
        Set men_going_on() const {
            Set on{};
            gen.man_capture_dirs<C>([&]<int Next>() {
                if constexpr (Next != opposite(D)) on |= man_jumps[Next];
            });
            return on;
        }
        template <int D>
        Set kings_going_on() const {
            Set on{};
            gen.king_capture_dirs([&]<int Next>() {
                if constexpr (Next != opposite(D)) on |= king_jumps[Next];
            });
            return on;
        }
    };

    // f(targets, length) for every quiet leap of men over own men: where it ends, all of one length and
    // direction at once, and by how much the numbers of both squares differ.
    template <Colour C, class F>
    void each_leap(const Side<C>& side, F&& f) const {
        for (u32 dirs = C == White ? r.man_steps : turned(r.man_steps); dirs; dirs &= dirs - 1) {
            int d = std::countr_zero(dirs);
            Set line = g.shift(d, side.men) & side.men;
            for (int length = 2; any(line); ++length) {
                line = g.shift(d, line);
                if (Set targets = line & side.empty; any(targets)) f(targets, length * Layout::steps[d]);
                if (r.leap == Leap::One) break;
                line &= side.men;
            }
        }
    }

    // Landing squares from which a jump must be walked rather than taken as it is.
    template <Colour C>
    Set man_walks_from(Set going_on, Set holes) const {
        return ((going_on & ~stop_row[C]) | king_row[C]) & ~holes;
    }

    // A tower that may be jumped again at once can send any jump back the way it came.
    bool every_jump_walks() const {
        if constexpr (State::tower) return r.same_tower == SameTower::Any;
        return false;
    }

    Set holes_of(const State& s) const { return has_doors() ? open_doors<Set>(r, s.knobs) : Set{}; }

    template <int D>
    Set king_reach(int from, Set empty) const {
        if (!flying()) return shift<D>(bit<Set>(from)) & empty;
        Set blockers = g.ray[D][from] & ~empty;
        return any(blockers) ? g.between(D, from, g.nearest(D, blockers)) : g.ray[D][from];
    }
};

}  // namespace crowned
