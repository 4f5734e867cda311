// Move generation for one layout, piece model and set of directions.
//
// `list` writes moves down, `count` only counts them (the last ply of perft). Both work set-wise: all
// pieces of a side at once, one shift per direction; only captures that go on are walked one by one.
#pragma once

#include "movegen/sinks.hpp"
#include "movegen/walk.hpp"

namespace crowned {

// Directions and king range known when compiling; 0 or -1 mean "ask the rules".
template <u32 ManCaptures = 0, int Flying = -1, int Doors = -1>
struct Known {
    static constexpr u32 man_captures = ManCaptures;
    static constexpr int flying = Flying;
    static constexpr int doors = Doors;
};

// Working memory of one thread.
template <class State>
struct Scratch {
    Visited<typename State::Set> visited;
};

// A move tried out: flat states are copied; of a tower state only the touched columns are saved, and put
// back when the trial ends.
template <class StateT>
struct Trial {
    StateT state;
    Trial(const StateT& s, const StepOf<StateT>&) : state(s) {}
};

template <class Set, class Word, int Squares>
struct Trial<TowerState<Set, Word, Squares>> {
    using State = TowerState<Set, Word, Squares>;

    State& state;

    Trial(State& s, const StepOf<State>& step) : state(s), step_(step), white_(s.side[White]), black_(s.side[Black]), kings_(s.kings), from_(s.column[step.from]), to_(s.column[step.to]), turn_(s.turn) {
        for (int i = 0; i < step.jumps; ++i) victims_[i] = s.column[step.victims[i]];
    }
    ~Trial() {
        for (int i = 0; i < step_.jumps; ++i) state.column[step_.victims[i]] = victims_[i];
        state.column[step_.to] = to_;
        state.column[step_.from] = from_;
        state.side[White] = white_, state.side[Black] = black_, state.kings = kings_, state.turn = turn_;
    }
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

  private:
    const StepOf<State>& step_;
    Set white_, black_, kings_;
    Column<Word> from_, to_;
    u8 turn_;
    union {
        Column<Word> victims_[Column<Word>::capacity];
    };
};

template <class Layout, class StateT, class KnownT>
class Generator {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Geo = Geometry<Layout>;
    using Step = StepOf<State>;

    Generator(const RuleData& rules, const Geo& geometry)
        : r(rules),
          g(geometry),
          precedence(rules),
          king_first(first_is_king(rules)),
          may_end_early(rules.goal == Goal::Breakthrough || rules.doors),
          plain_rules(!may_end_early && rules.must_capture && rules.must_continue && !every_jump_walks()),
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

    void list(const State& s, StepList<State>& out, Scratch<State>& scratch) const {
        s.turn == White ? list_for<White>(s, out, scratch) : list_for<Black>(s, out, scratch);
    }

    u64 count_moves(const State& s, Scratch<State>& scratch) const {
        return s.turn == White ? count_for<White>(s, scratch) : count_for<Black>(s, scratch);
    }

    // Leaves of the tree below a position, the last ply counted without making its moves.
    u64 perft(State& s, int depth, Scratch<State>& scratch) const {
        if (depth > 0 && over(s)) return 0;
        return s.turn == White ? perft_for<White>(s, depth, scratch) : perft_for<Black>(s, depth, scratch);
    }

    // True if the side to move has a capture.
    bool can_capture(const State& s) const {
        return s.turn == White ? Side<White>(*this, s).captures() : Side<Black>(*this, s).captures();
    }

    // Whether the game is over whatever could still be moved: a side is gone, or a king has broken through.
    bool over(const State& s) const {
        if (r.goal == Goal::Breakthrough && any(s.kings)) return true;
        return !any(s.side[White]) || !any(s.side[Black]);
    }

    void captures_into(const State& s, auto& sink, Scratch<State>& scratch) const {
        s.turn == White ? walk_captures<White>(s, sink, scratch) : walk_captures<Black>(s, sink, scratch);
    }

    void play(State& s, const Step& step) const {
        s.turn == White ? play_for<White>(s, step) : play_for<Black>(s, step);
    }

    bool flying() const {
        if constexpr (KnownT::flying >= 0) return KnownT::flying;
        else return r.flying;
    }
    bool has_doors() const {
        if constexpr (KnownT::doors >= 0) return KnownT::doors;
        else return r.doors;
    }

  private:
    const RuleData& r;
    const Geo& g;
    Precedence precedence;
    bool king_first;
    bool may_end_early;
    bool plain_rules;   // moves are captures if there are any, else quiet moves, and nothing besides
    Set immune;           // kings on these squares are safe from men
    Set ranking_victims;  // where kings among the victims decide which capture ranks first
    Set stop_row[2]{};  // where a capturing man is crowned and stops
    Set king_row[2]{};  // where a capturing man goes on as king

    static bool first_is_king(const RuleData& r) {
        return r.priority_count > 0 && r.priority[0] == Criterion::WithKing;
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
            u32 dirs = C == White ? r.man_captures : turned(r.man_captures);
            for_directions<Layout::lines>([&]<int D>() {
                if (dirs & dir_bit(D)) f.template operator()<D>();
            });
        }
    }

    static constexpr bool on_diagonals = (Layout::lines & diagonals) != 0;

    // f<D>() for the directions in which men of a colour step: fixed but for sideways steps.
    template <Colour C, class F>
    CROWNED_INLINE void man_step_dirs(F&& f) const {
        if constexpr (on_diagonals) {
            for_directions<C == White ? dir_bit(NE) | dir_bit(NW) : dir_bit(SW) | dir_bit(SE)>(f);
        } else {
            for_directions<dir_bit(C == White ? N : S)>(f);
            if (r.man_steps & dir_bit(E)) for_directions<dir_bit(E) | dir_bit(W)>(f);
        }
    }

    template <class F>
    static void king_step_dirs(F&& f) {
        for_directions<on_diagonals ? diagonals : orthogonals>(f);
    }

    template <class F>
    void king_capture_dirs(F&& f) const {
        king_step_dirs(f);
        if constexpr (on_diagonals && (KnownT::man_captures == 0 || (KnownT::man_captures & orthogonals) != 0))
            if (r.straight_captures) for_directions<orthogonals>(f);
    }

    // Everything both passes need to know about the side to move.
    template <Colour C>
    struct Side {
        const Generator& gen;
        const State& s;
        Set own, opponent, empty, men, kings, man_targets;
        Set man_jumps[direction_count];   // squares from which a man can jump in a direction
        Set king_jumps[direction_count];  // the same for a short king
        Set men_jumping{};
        Set kings_jumping{};

        CROWNED_INLINE Side(const Generator& generator, const State& state) : gen(generator), s(state) {
            own = s.side[C], opponent = s.side[1 - C];
            empty = gen.g.board & ~(own | opponent);
            men = own & ~s.kings, kings = own & s.kings;
            man_targets = opponent & ~(s.kings & gen.immune);
            gen.man_capture_dirs<C>([&]<int D>() {
                man_jumps[D] = back<D>(man_targets & back<D>(empty));
                men_jumping |= men & man_jumps[D];
            });
            if (any(kings)) [[unlikely]] find_king_jumps();
        }

        template <int D>
        static Set back(Set squares) {
            return shift<opposite(D)>(squares);
        }

        [[gnu::noinline]] void find_king_jumps() {
            if (gen.flying()) {
                for (Set rest = kings; any(rest);)
                    if (int at = pop(rest); flying_king_jumps(at, own | opponent, opponent)) kings_jumping |= bit<Set>(at);
                return;
            }
            gen.king_capture_dirs([&]<int D>() {
                king_jumps[D] = back<D>(opponent & back<D>(empty));
                kings_jumping |= kings & king_jumps[D];
            });
        }

        bool flying_king_jumps(int at, Set occupied_now, Set targets) const {
            for (u32 dirs = gen.r.king_captures; dirs; dirs &= dirs - 1) {
                int d = std::countr_zero(dirs);
                Set on_ray = gen.g.ray[d][at] & occupied_now;
                if (!any(on_ray)) continue;
                int victim = gen.g.nearest(d, on_ray);
                if (!has(targets, victim)) continue;
                Set behind = gen.g.ray[d][victim];
                if (any(behind) && !has(occupied_now, gen.g.nearest(d, behind))) return true;
            }
            return false;
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

    Set holes_of(const State& s) const {
        return has_doors() ? open_doors<Set>(r, s.knobs) : Set{};
    }

    template <Colour C>
    void list_for(const State& s, StepList<State>& out, Scratch<State>& scratch) const {
        if (may_end_early && over(s)) return;
        Side<C> side(*this, s);
        if (side.captures()) {
            ListSink<State> sink(precedence, out);
            add_captures<C>(side, sink, scratch);
            if (r.must_capture) return;
        }
        int captures = out.size();
        each_quiet<C>(side, [&](int from, int to, u8 flags) { add_quiet(out, from, to, flags); });
        if (has_doors()) finish_doors<C>(side, out, captures);
    }

    template <Colour C>
    void walk_captures(const State& s, auto& sink, Scratch<State>& scratch) const {
        if (may_end_early && over(s)) return;
        Side<C> side(*this, s);
        if (side.captures()) add_captures<C>(side, sink, scratch);
    }

    template <Colour C>
    void add_captures(const Side<C>& side, auto& sink, Scratch<State>& scratch) const {
        Walker<Layout, State, std::remove_reference_t<decltype(sink)>> walker(r, g, side.s, scratch.visited, sink);
        if (any(side.kings_jumping)) {
            add_king_captures<C>(side, sink, walker);
            if (king_first) return;
        }
        Set holes = holes_of(side.s);
        bool walk_all = every_jump_walks();
        man_capture_dirs<C>([&]<int D>() {
            Set jumpers = side.men & side.man_jumps[D];
            if (!any(jumpers)) return;
            Set walks = walk_all ? g.board : man_walks_from<C>(side.template men_going_on<D>(), holes);
            add_jumps<C, D>(side, jumpers, walks, holes, false, sink, walker);
        });
    }

    template <Colour C>
    void add_king_captures(const Side<C>& side, auto& sink, auto& walker) const {
        if (flying()) {
            for (Set rest = side.kings_jumping; any(rest);) walker.walk(pop(rest), true);
            return;
        }
        Set holes = holes_of(side.s);
        bool walk_all = every_jump_walks();
        king_capture_dirs([&]<int D>() {
            Set jumpers = side.kings & side.king_jumps[D];
            if (!any(jumpers)) return;
            Set walks = walk_all ? g.board : side.template kings_going_on<D>() & ~holes;
            add_jumps<C, D>(side, jumpers, walks, holes, true, sink, walker);
        });
    }

    template <Colour C, int D>
    void add_jumps(const Side<C>& side, Set jumpers, Set walks, Set holes, bool king, auto& sink,
                   auto& walker) const {
        while (any(jumpers)) {
            Set from = bit<Set>(pop(jumpers));
            Set over = shift<D>(from), to = shift<D>(over);
            if (any(to & walks)) {
                walker.walk_on(lowest(from), lowest(over), lowest(to), D, king);
                continue;
            }
            bool falls = any(to & holes);
            bool crowns = !king && !falls && any(to & g.last_row[C]);
            u8 flags = u8((crowns ? Crowns : 0) | (falls ? Falls : 0) | (king ? ByKing : 0));
            sink.single(lowest(from), lowest(over), lowest(to), flags, any(over & side.s.kings));
        }
    }

    static void add_quiet(StepList<State>& out, int from, int to, u8 flags) {
        Step& step = out.add();
        step.captured = Set{};
        step.from = u8(from), step.to = u8(to), step.flags = flags, step.jumps = 0;
    }

    // f(from, to, flags) for every quiet move.
    template <Colour C, class F>
    void each_quiet(const Side<C>& side, F&& f) const {
        man_step_dirs<C>([&]<int D>() {
            for (Set targets = shift<D>(side.men) & side.empty; any(targets);) {
                int to = pop(targets);
                f(to - Layout::steps[D], to, has(g.last_row[C], to) ? u8(Crowns) : u8(0));
            }
        });
        for (Set rest = side.kings; any(rest);) {
            int from = pop(rest);
            king_step_dirs([&]<int D>() {
                for (Set targets = king_reach<D>(from, side.empty); any(targets);) f(from, pop(targets), u8(ByKing));
            });
        }
    }

    template <int D>
    Set king_reach(int from, Set empty) const {
        if (!flying()) return shift<D>(bit<Set>(from)) & empty;
        Set blockers = g.ray[D][from] & ~empty;
        return any(blockers) ? g.between(D, from, g.nearest(D, blockers)) : g.ray[D][from];
    }

    // Trapdoors: quiet moves into open doors, then the slides of the spin.
    template <Colour C>
    void finish_doors(const Side<C>& side, StepList<State>& out, int first_quiet) const {
        mark_falls(out, first_quiet, open_doors<Set>(r, side.s.knobs));
        bool blocked = out.size() == 0;
        if (blocked && !r.blocked_on_black_spin) return;
        if (side.s.spin == GreenSpin || side.s.spin == OrangeSpin) out.clear();
        if (side.s.spin == BlackSpin || side.captures()) return;
        for (int i = 0; i < knob_count; ++i)
            if (side.s.spin == NoSpin || side.s.spin == r.knob_spin[i]) add_slides(out, side.s.knobs, i);
    }

    void mark_falls(StepList<State>& out, int first_quiet, Set holes) const {
        int kept = first_quiet;
        bool dry_exists = false;
        for (int i = first_quiet; i < out.size(); ++i) dry_exists |= !has(holes, out[i].to);
        for (int i = first_quiet; i < out.size(); ++i) {
            bool falls = has(holes, out[i].to);
            if (falls && (r.open_door == OpenDoor::Forbidden || (r.open_door == OpenDoor::LastResort && dry_exists)))
                continue;
            out[kept] = out[i];
            if (falls) out[kept].flags = u8((out[kept].flags & ~Crowns) | Falls);
            ++kept;
        }
        while (out.size() > kept) out.drop_last();
    }

    static void add_slides(StepList<State>& out, u8 knobs, int knob) {
        int at = knob_at(knobs, knob);
        add_quiet(out, knob, first_step(at), IsSlide);
        if (at == Middle) add_quiet(out, knob, last_step(at), IsSlide);
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
            gen.man_capture_dirs<C>([&]<int D>() {
                to[D] = shift<D>(shift<D>(side.men & side.man_jumps[D]));
                walking |= to[D] & gen.man_walks_from<C>(side.template men_going_on<D>(), holes);
                count += crowned::count(to[D]);
            });
            need_list = any(walking);
        }
    };

    template <Colour C>
    u64 perft_for(State& s, int depth, Scratch<State>& scratch) const {
        if (depth <= 1) return depth == 1 ? count_for<C>(s, scratch) : 1;
        if constexpr (!State::tower) {
            if (plain_rules) {
                Side<C> side(*this, s);
                Singles<C> jumps(*this, side);
                if (!jumps.need_list)
                    return depth == 2 ? perft_children<C, true>(side, jumps, 1, scratch)
                                      : perft_children<C, false>(side, jumps, depth - 1, scratch);
            }
        }
        return perft_by_list<C>(s, depth, scratch);
    }

    template <Colour C>
    u64 perft_by_list(State& s, int depth, Scratch<State>& scratch) const {
        StepList<State> steps;
        list_for<C>(s, steps, scratch);
        u64 n = 0;
        for (const Step& step : steps) {
            Trial<State> child(s, step);
            play_for<C>(child.state, step);
            n += perft_for<other(C)>(child.state, depth - 1, scratch);
        }
        return n;
    }

    // Children of a position whose captures, if any, are all single jumps of men: made without a list.
    template <Colour C, bool Leaves>
    u64 perft_children(const Side<C>& side, const Singles<C>& jumps, int depth, Scratch<State>& scratch) const {
        u64 n = 0;
        auto visit = [&](Set from, Set over, Set to, Set kings) {
            State child;
            child.side[C] = side.own ^ from ^ to;
            child.side[1 - C] = side.opponent ^ over;
            child.kings = kings;
            child.turn = u8(1 - C);
            if constexpr (Leaves) n += count_for<other(C)>(child, scratch);
            else n += perft_for<other(C)>(child, depth, scratch);
        };
        Set kings = side.s.kings;
        if (any(side.men_jumping)) {
            man_capture_dirs<C>([&]<int D>() {
                for (Set rest = jumps.to[D]; any(rest); rest = without_lowest(rest)) {
                    Set to = rest & ~without_lowest(rest), over = shift<opposite(D)>(to);
                    visit(shift<opposite(D)>(over), over, to, (kings & ~over) | (to & g.last_row[C]));
                }
            });
            return n;
        }
        man_step_dirs<C>([&]<int D>() {
            for (Set rest = shift<D>(side.men) & side.empty; any(rest); rest = without_lowest(rest)) {
                Set to = rest & ~without_lowest(rest);
                visit(shift<opposite(D)>(to), Set{}, to, kings | (to & g.last_row[C]));
            }
        });
        for (Set rest = side.kings; any(rest); rest = without_lowest(rest)) {
            Set from = rest & ~without_lowest(rest);
            king_step_dirs([&]<int D>() {
                for (Set lands = king_reach<D>(lowest(from), side.empty); any(lands); lands = without_lowest(lands)) {
                    Set to = lands & ~without_lowest(lands);
                    visit(from, Set{}, to, kings ^ from ^ to);
                }
            });
        }
        return n;
    }

    template <Colour C>
    u64 count_for(const State& s, Scratch<State>& scratch) const {
        if (!plain_rules) [[unlikely]] return count_with_doors<C>(s, scratch);
        Side<C> side(*this, s);
        if (!side.captures()) return u64(count_quiet<C>(side));
        Singles<C> jumps(*this, side);
        return jumps.need_list ? count_captures<C>(s, scratch) : u64(jumps.count);
    }

    // Rules under which quiet moves are not all there is where nothing can be captured.
    template <Colour C>
    u64 count_with_doors(const State& s, Scratch<State>& scratch) const {
        if (may_end_early && over(s)) return 0;
        Side<C> side(*this, s);
        bool captures = side.captures();
        if (captures && r.must_capture) return count_captures<C>(s, scratch);
        if (!has_doors() || captures || r.open_door != OpenDoor::Allowed || s.spin != NoSpin)
            return count_by_list(s, scratch);
        int quiet = count_quiet<C>(side);
        return quiet == 0 && !r.blocked_on_black_spin ? 0 : u64(quiet + slide_count(r, s.knobs, NoSpin));
    }

    u64 count_by_list(const State& s, Scratch<State>& scratch) const {
        StepList<State> out;
        list(s, out, scratch);
        return u64(out.size());
    }

    template <Colour C>
    int count_quiet(const Side<C>& side) const {
        int n = 0;
        man_step_dirs<C>([&]<int D>() { n += count(shift<D>(side.men) & side.empty); });
        if (!any(side.kings)) return n;
        if (!flying()) {
            king_step_dirs([&]<int D>() { n += count(shift<D>(side.kings) & side.empty); });
            return n;
        }
        for (Set rest = side.kings; any(rest);) {
            int from = pop(rest);
            king_step_dirs([&]<int D>() { n += count(king_reach<D>(from, side.empty)); });
        }
        return n;
    }

    // Single jumps are counted set-wise; only those that go on are walked.
    template <Colour C>
    [[gnu::noinline]] u64 count_captures(const State& s, Scratch<State>& scratch) const {
        Side<C> side(*this, s);
        bool plain = !any(side.kings_jumping) && r.must_continue && !every_jump_walks() &&
                     !(precedence.looks_at_victims() && any(side.opponent & s.kings));
        if (!plain) return count_by_list(s, scratch);
        Set holes = holes_of(s);
        Set walking[direction_count];
        int singles = 0;
        bool walks = false;
        man_capture_dirs<C>([&]<int D>() {
            Set to = shift<D>(shift<D>(side.men & side.man_jumps[D]));
            walking[D] = to & man_walks_from<C>(side.template men_going_on<D>(), holes);
            singles += count(to) - count(walking[D]);
            walks |= any(walking[D]);
        });
        if (!walks) return u64(singles);
        if constexpr (State::tower) return count_by_list(s, scratch);
        else return count_runs<C>(side, walking, singles, holes, scratch);
    }

    template <Colour C>
    u64 count_runs(const Side<C>& side, const Set* walking, int singles, Set holes, Scratch<State>& scratch) const {
        Run<C> run(*this, side, holes);
        run.singles(singles);
        man_capture_dirs<C>([&]<int D>() {
            for (Set rest = walking[D]; any(rest); rest = without_lowest(rest)) {
                Set to = rest & ~without_lowest(rest), over = shift<opposite(D)>(to);
                run.from(shift<opposite(D)>(over), over, to);
            }
        });
        return run.loops ? count_walks<C>(side, walking, singles, scratch) : run.found;
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
        bool longest_only, removed_at_once;
        int meets_from;
        bool loops = false;
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
                if (ends[i].at == at && ends[i].captured == captured && ends[i].origin == origin) return false;
            loops |= kept == max_kept;
            if (kept < max_kept) ends[kept++] = {origin, at, captured};
            return true;
        }
        void jump(Set at, Set captured, int jumps) {
            bool went_on = false;
            if (any(at & gen.king_row[C] & ~stop)) {
                loops |= king_goes_on(lowest(at), captured);
            } else if (!any(at & stop)) {
                Set targets = side.man_targets & ~captured;
                Set free = removed_at_once ? empty | captured : empty;
                gen.man_capture_dirs<C>([&]<int D>() {
                    if constexpr (forward_only) {
                        if (any(at & side.man_jumps[D])) went_on = true, jump(shift<D>(shift<D>(at)), at, jumps + 1);
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
            return side.flying_king_jumps(at, gen.g.board & ~free, side.opponent & ~captured);
        }
    };

    template <Colour C>
    u64 count_walks(const Side<C>& side, const Set* walking, int singles, Scratch<State>& scratch) const {
        CountSink<State> sink(precedence);
        sink.singles(singles);
        Walker<Layout, State, CountSink<State>> walker(r, g, side.s, scratch.visited, sink);
        man_capture_dirs<C>([&]<int D>() {
            for (Set rest = walking[D]; any(rest);) {
                int to = pop(rest), over = to - Layout::steps[D];
                walker.walk_on(over - Layout::steps[D], over, to, D, false);
            }
        });
        return sink.count;
    }

    template <Colour C>
    void play_for(State& s, const Step& step) const {
        s.turn = u8(1 - C), s.spin = NoSpin;
        if (step.flags & IsSlide) return slide_if_doors(s, step);
        if constexpr (State::tower) play_tower<C>(s, step);
        else play_flat<C>(s, step);
    }

    void slide_if_doors(State& s, const Step& step) const {
        if constexpr (!State::tower) slide(r, s, step.from, step.to);
    }

    template <Colour C>
    static void play_flat(State& s, const Step& step) {
        Set from = bit<Set>(step.from), to = bit<Set>(step.to);
        if (step.jumps) {
            s.side[1 - C] &= ~step.captured;
            s.kings &= ~step.captured;
        }
        s.side[C] = (s.side[C] & ~from) | to;
        if (step.flags & ByKing) s.kings = (s.kings & ~from) | to;
        if (step.flags & Crowns) s.kings |= to;
        if (step.flags & Falls) s.side[C] &= ~to, s.kings &= ~to;
    }

    template <Colour C>
    void play_tower(State& s, const Step& step) const {
        auto hand = s.column[step.from];
        s.column[step.from] = {};
        refresh_square(s, step.from);
        for (int i = 0; i < step.jumps; ++i) {
            auto& victim = s.column[step.victims[i]];
            hand.add_below(Colour(1 - C), victim.top_king() && !r.captive_rank_lost);
            victim.drop_top();
            refresh_square(s, step.victims[i]);
        }
        if (step.flags & Crowns) hand.crown_top();
        s.column[step.to] = hand;
        refresh_square(s, step.to);
    }
};

}  // namespace crowned
