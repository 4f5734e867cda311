// Writing down the moves of a position.
//
// Set-wise: all pieces of a side at once, one shift per direction; only captures that go on are walked.
#pragma once

#include "movegen/sinks.hpp"
#include "movegen/source.hpp"
#include "movegen/survey.hpp"
#include "movegen/walk.hpp"

namespace crowned {

template <class Layout, class StateT, class KnownT>
class Lister : public Survey<Layout, StateT, KnownT> {
  public:
    using Base = Survey<Layout, StateT, KnownT>;
    using Base::Base;
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    // Where that exceeds the effort, only some moves are listed, and not always correct ones.
    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const {
        scratch.effort.begin();
        s.turn == White ? list_for<White>(s, out, scratch) : list_for<Black>(s, out, scratch);
    }

    // True if the side to move has a capture.
    bool can_capture(const State& s) const {
        return s.turn == White ? Side<White>(*this, s).captures() : Side<Black>(*this, s).captures();
    }

    // The captures alone, with their ways.
    void captures(const State& s, StepList<State>& out, Scratch<State>& scratch, WayBook& book) const {
        s.turn == White ? list_for<White>(s, out, scratch, &book) : list_for<Black>(s, out, scratch, &book);
    }

  protected:
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

    // Who brings a book wants the captures alone.
    template <Colour C>
    void list_for(const State& s, StepList<State>& out, Scratch<State>& scratch,
                  WayBook* book = nullptr) const {
        if (this->may_end_early && this->over(s)) return;
        Side<C> side(*this, s);
        if (side.captures()) {
            ListSink<State> sink(this->precedence, out, book);
            add_captures<C>(side, sink, scratch);
            if (r.must_capture) return;
        }
        if (book) return;
        int captures = out.size();
        add_quiet_moves<C>(side, out);
        if (has_doors()) finish_doors<C>(side, out, captures);
    }

    template <Colour C>
    void add_captures(const Side<C>& side, ListSink<State>& sink, Scratch<State>& scratch) const {
        if (r.binds_piece) [[unlikely]]
            add_all_captures<C>(chosen_pieces<C>(side, scratch), sink, scratch);
        else add_all_captures<C>(side, sink, scratch);
    }

    // The side with only those pieces left to capture that the order of captures binds.
    template <Colour C>
    Side<C> chosen_pieces(Side<C> side, Scratch<State>& scratch) const {
        StepList<State> best;
        ListSink<State> sink(this->choosing, best);
        add_all_captures<C>(side, sink, scratch);
        Set chosen{};
        for (const Step& step : best) chosen |= bit<Set>(step.from);
        side.men &= chosen, side.kings &= chosen, side.kings_jumping &= chosen;
        return side;
    }

    template <Colour C>
    void add_all_captures(const Side<C>& side, ListSink<State>& sink, Scratch<State>& scratch) const {
        Walker<State> walker(r, g, side.s, scratch, sink);
        if (any(side.kings_jumping)) {
            add_king_captures<C>(side, sink, walker);
            if (this->king_first) return;
        }
        Set holes = holes_of(side.s);
        bool walk_all = this->every_jump_walks();
        this->template man_capture_dirs<C>([&]<int D>() {
            Set jumpers = side.men & side.man_jumps[D];
            if (!any(jumpers)) return;
            Set walks =
                walk_all ? g.board : this->template man_walks_from<C>(side.template men_going_on<D>(), holes);
            add_jumps({jumpers, walks, holes, g.last_row[C] & ~holes, D, Layout::steps[D], 0}, side.s.kings,
                      sink, walker);
        });
    }

    template <Colour C>
    void add_king_captures(const Side<C>& side, ListSink<State>& sink, Walker<State>& walker) const {
        if (this->flying()) {
            for (Set rest = side.kings_jumping; any(rest);) walker.walk(pop(rest), true);
            return;
        }
        Set holes = holes_of(side.s);
        bool walk_all = this->every_jump_walks();
        this->king_capture_dirs([&]<int D>() {
            Set jumpers = side.kings & side.king_jumps[D];
            if (!any(jumpers)) return;
            Set walks = walk_all ? g.board : side.template kings_going_on<D>() & ~holes;
            add_jumps({jumpers, walks, holes, Set{}, D, Layout::steps[D], ByKing}, side.s.kings, sink,
                      walker);
        });
    }

    // First jumps in one direction. Not a template of it: a jump knows its squares by their numbers.
    struct Jumps {
        Set from, walks, holes, crowning;  // where they begin, go on, fall and are crowned
        int direction, step;
        u8 flags;
    };

    [[gnu::noinline]] static void add_jumps(Jumps jumps, Set kings, ListSink<State>& sink,
                                            Walker<State>& walker) {
        for (Set rest = jumps.from; any(rest);) {
            int from = pop(rest), over = from + jumps.step, to = over + jumps.step;
            if (has(jumps.walks, to)) {
                walker.walk_on(from, over, to, jumps.direction, jumps.flags & ByKing);
                continue;
            }
            u8 end = has(jumps.holes, to) ? u8(Falls) : has(jumps.crowning, to) ? u8(Crowns) : u8(0);
            sink.single(from, over, to, u8(jumps.flags | end), has(kings, over));
        }
    }

    static void put_quiet(Step& step, int from, int to, u8 flags) {
        step.captured = Set{};
        step.from = u8(from), step.to = u8(to), step.flags = flags, step.jumps = 0;
    }
    static void add_quiet(StepList<State>& out, int from, int to, u8 flags) {
        put_quiet(out.add(), from, to, flags);
    }

    // Room is made for all moves of a direction at once.
    template <Colour C>
    void add_quiet_moves(const Side<C>& side, StepList<State>& out) const {
        this->template man_step_dirs<C>(
            [&]<int D>() { add_man_moves<C>(out, shift<D>(side.men) & side.empty, Layout::steps[D]); });
        if constexpr (KnownT::free)
            if (r.leap != Leap::None)
                this->template each_leap<C>(
                    side, [&](Set targets, int length) { add_man_moves<C>(out, targets, length); });
        for (Set rest = side.kings; any(rest);) add_king_moves(out, pop(rest), side.empty);
    }

    // Moves in the order of their targets; on most boards those that crown come last, or first.
    template <Colour C>
    void add_man_moves(StepList<State>& out, Set targets, int length) const {
        Set crowning = targets & g.last_row[C];
        Step* next = out.extend(count(targets));
        if (any(crowning)) [[unlikely]] {
            if constexpr (C == Black) next = put_man_moves(next, crowning, length, Crowns);
            next = put_man_moves(next, targets & ~crowning, length, 0);
            if constexpr (C == White) put_man_moves(next, crowning, length, Crowns);
        } else put_man_moves(next, targets, length, 0);
    }

    static Step* put_man_moves(Step* next, Set targets, int length, u8 flags) {
        for (; any(targets); ++next) {
            int to = pop(targets);
            put_quiet(*next, to - length, to, flags);
        }
        return next;
    }

    void add_king_moves(StepList<State>& out, int from, Set empty) const {
        this->king_step_dirs([&]<int D>() {
            Set targets = this->template king_reach<D>(from, empty);
            for (Step* next = out.extend(count(targets)); any(targets); ++next)
                put_quiet(*next, from, pop(targets), u8(ByKing));
        });
    }

    // Trapdoors: quiet moves into open doors, then the slides of the spin.
    template <Colour C>
    void finish_doors(const Side<C>& side, StepList<State>& out, int first_quiet) const {
        mark_falls(out, first_quiet, open_doors<Set>(r, side.s.knobs));
        bool blocked = out.size() == 0;
        if (blocked && !r.blocked_on_black_spin) return;
        if (side.s.spin == GreenSpin || side.s.spin == OrangeSpin) out.clear();
        if (side.s.spin == BlackSpin || side.captures()) return;
        for (int i = 0; i < r.sliders.size(); ++i)
            if (side.s.spin == NoSpin || side.s.spin == r.knob_spin(i)) add_slides(out, side.s.knobs, i);
    }

    void mark_falls(StepList<State>& out, int first_quiet, Set holes) const {
        int kept = first_quiet;
        bool dry_exists = false;
        for (int i = first_quiet; i < out.size(); ++i) dry_exists |= !has(holes, out[i].to);
        for (int i = first_quiet; i < out.size(); ++i) {
            bool falls = has(holes, out[i].to);
            if (falls &&
                (r.open_door == OpenDoor::Forbidden || (r.open_door == OpenDoor::LastResort && dry_exists)))
                continue;
            out[kept] = out[i];
            if (falls) out[kept].flags = u8((out[kept].flags & ~Crowns) | Falls);
            ++kept;
        }
        while (out.size() > kept) out.drop_last();
    }

    static void add_slides(StepList<State>& out, Knobs knobs, int knob) {
        int at = knob_at(knobs, knob);
        add_quiet(out, knob, first_step(at), IsSlide);
        if (at == Middle) add_quiet(out, knob, last_step(at), IsSlide);
    }
};

}  // namespace crowned
