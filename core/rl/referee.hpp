// The law of a game on one board: what is open, what a move does, how it ends. The slow twin is crowned.game.
#pragma once

#include <algorithm>

#include "position/ways.hpp"
#include "rl/place.hpp"
#include "rules/geometry.hpp"

namespace crowned::rl {

template <class StateT>
class Referee {
  public:
    using State = StateT;
    using Set = typename State::Set;
    using Step = StepOf<State>;
    using PlaceT = Place<State>;

    Referee(const RuleData& rules, const BatchRules& how)
        : rules_(rules),
          law_(how.law),
          how_(how),
          correct_(rules),
          offences_(rules, how.law),
          counts_(how.law, road_of(correct_.ground(), how.law)),
          kernel_(make_kernel(rules)),
          relaxed_kernel_(make_kernel(rules.relaxed())) {}

    const RuleData& rules() const { return rules_; }
    const Kernel& kernel() const { return *kernel_; }

    void begin(PlaceT& p, const State& start) const {
        p.now.state = start;
        p.now.tally = counts_.begun(start);
        p.now.quiet = 0, p.now.runs[0] = p.now.runs[1] = {};
        p.now.keys.clear();
        remember(p.now);
        p.settle_offence();
        p.owes = p.finished = false;
        p.ply = 0;
    }

    // Lists what is open now; says how the game has ended, if it has.
    End look(PlaceT& p, Scratch<State>& scratch) const {
        const State& s = p.now.state;
        p.moves.clear(), p.walked.clear(), p.taken.clear();
        p.correct = 0, p.spin_due = p.may_claim = false;
        bool over = is_over(rules_, s);
        if (!over) correct_.list(s, p.moves, scratch);
        scratch.effort.take_exceeded();  // what was listed is what can be played; other boards go on
        bool ended = over || p.moves.size() == 0;
        p.spin_due = !ended && rules_.doors && s.spin == NoSpin && !correct_.can_capture(s);
        if (!p.pending)
            if (End end = ending(p, ended); end != End::None) return end;
        if (p.spin_due || (p.pending && p.pending->must_answer)) p.moves.clear();
        rest(p, 0);
        p.correct = p.moves.size();
        add_offences(p);
        p.may_claim = !p.pending && drawn(p.now, true);
        return End::None;
    }

    void play(PlaceT& p, int index) const {
        const Step step = p.moves[index];
        if (index >= p.correct) commit_offence(p, step);
        else p.settle_offence();
        move(p.now, step, p.now.state.turn);
        p.owes = false, ++p.ply;
        if (p.pending && law_.enforcement == Enforcement::Automatic) penalise(p);
    }

    void spin(PlaceT& p, int result) const { p.now.state.spin = u8(result + 1), ++p.ply; }

    void huff(PlaceT& p, int index) const {
        int by = p.now.state.turn;
        take_off(p.now, p.pending->removable[std::size_t(index)]);
        p.settle_offence(), ++p.ply;
        if (!law_.huff_is_move || law_.enforcement == Enforcement::Automatic) return;
        p.now.state.turn = u8(1 - by), p.now.state.spin = NoSpin;
        p.now.keys.clear(), remember(p.now);
    }

    void take_back(PlaceT& p) const {
        std::swap(p.now, p.pending->before);
        p.spare = std::move(p.pending);
        p.pending = std::move(p.spare->earlier);
        p.owes = true, ++p.ply;
    }

    void accept(PlaceT& p) const { p.settle_offence(), ++p.ply; }

    // The ways of the moves that jump more than once.
    void find_ways(PlaceT& p) const {
        p.ways.clear();
        p.way_of.assign(std::size_t(p.moves.size()), -1);
        bool any_long = false;
        for (const Step& step : p.moves) any_long |= step.jumps > 1;
        if (!any_long) return;
        match_ways(p, *kernel_, 0, p.correct);
        if (p.correct < p.moves.size()) match_ways(p, *relaxed_kernel_, p.correct, p.moves.size());
    }

    // What a win is worth.
    int points(const State& s) const {
        if (!law_.kings_score) return 1;
        int kings = 0;
        if constexpr (State::tower) {
            for (const auto& column : s.column) kings += std::popcount(column.king);
        } else {
            kings = count(s.kings);
        }
        return kings;
    }

    int repetitions(const Moment<State>& m) const {
        return m.keys.empty() ? 0 : int(std::count(m.keys.begin(), m.keys.end(), m.keys.back()));
    }

  private:
    // ---- endings

    End ending(PlaceT& p, bool ended) const {
        if (ended) return on_the_board(p.now.state);
        if (!p.spin_due && tired_out(p)) return won_by(1 - p.now.state.turn);
        if (End end = settled(p.now.state); end != End::None) return end;
        return drawn(p.now, false) ? End::Draw : End::None;
    }

    End on_the_board(const State& s) const {
        Ending early = early_ending(rules_, s);
        int won = verdict(rules_, law_, s, early == Ending::None ? Ending::Blocked : early);
        return won == 0 ? End::Draw : won_by(won > 0 ? s.turn : 1 - s.turn);
    }

    // Material that decides by itself, as long as nothing can be captured.
    End settled(const State& s) const {
        int won = 0;
        if (!counts_.instant() || !counts_.decides(s, won) || correct_.can_capture(s)) return End::None;
        return won == 0 ? End::Draw : won_by(won > 0 ? s.turn : 1 - s.turn);
    }

    // Whether a draw may be claimed, or comes by itself.
    bool drawn(const Moment<State>& m, bool claimed) const {
        if (counts_.reached(m.tally, claimed)) return true;
        if (law_.claims != claimed) return false;
        if (law_.no_progress && m.quiet >= law_.no_progress) return true;
        // Once the wheel is spun the position is no longer the one that came back.
        return how_.law.repetition && m.state.spin == NoSpin && repetitions(m) >= how_.law.repetition;
    }

    // ---- kings that must rest

    int tired(const PlaceT& p) const {
        const State& s = p.now.state;
        const Run& run = p.now.runs[s.turn];
        bool tires = how_.law.king_run && run.length >= how_.law.king_run && any(s.side[s.turn] & ~s.kings);
        return tires ? run.square : -1;
    }

    bool tired_out(const PlaceT& p) const {
        int square = tired(p);
        if (square < 0) return false;
        return std::all_of(p.moves.begin(), p.moves.end(),
                           [&](const Step& step) { return rests(step, square); });
    }

    static bool rests(const Step& step, int square) {
        return !step.jumps && !(step.flags & IsSlide) && step.from == square;
    }

    // Drops the quiet moves of a king that must rest from those listed at `first` and after.
    void rest(PlaceT& p, int first) const {
        int square = how_.law.king_run ? tired(p) : -1;
        if (square < 0) return;
        int kept = first;
        for (int i = first; i < p.moves.size(); ++i)
            if (!rests(p.moves[i], square)) p.moves[kept++] = p.moves[i];
        while (p.moves.size() > kept) p.moves.drop_last();
    }

    // ---- moves

    void move(Moment<State>& m, const Step& step, int by) const {
        State& s = m.state;
        const State before = s;
        crowned::play(rules_, s, step);
        bool progress = is_progress(rules_, law_, step, before, s);
        m.quiet = progress ? 0 : m.quiet + 1;
        if (counts_.tallied()) {
            const Tally earlier = m.tally;
            counts_.advance(earlier, m.tally, s, change_by(rules_, step));
        }
        if (progress) m.keys.clear();
        remember(m);
        if (how_.law.king_run) run_on(m.runs, step, by);
    }

    void run_on(Run* runs, const Step& step, int by) const {
        bool quiet_king = !step.jumps && !(step.flags & IsSlide) && (step.flags & ByKing);
        int length = runs[by].square == step.from ? runs[by].length : 0;
        runs[by] = quiet_king ? Run{step.to, length + 1} : Run{};
        if (runs[1 - by].square >= 0 && has(step.captured, runs[1 - by].square)) runs[1 - by] = {};
    }

    void remember(Moment<State>& m) const {
        if (how_.law.repetition) m.keys.push_back(place_key(m.state));
    }

    void take_off(Moment<State>& m, int square) const {
        lift_piece(m.state, square);
        m.tally = counts_.begun(m.state);
        m.quiet = 0;
        m.keys.clear(), remember(m);
        for (Run& run : m.runs)
            if (run.square == square) run = {};
    }

    // ---- offences

    void add_offences(PlaceT& p) const {
        if (law_.enforcement == Enforcement::Strict || p.owes || !any(offences_.owed(p.moves))) return;
        offences_.add_to(p.moves, p.now.state);
        rest(p, p.correct);
    }

    // The step waits for an answer; an offence that still waited for one waits behind it.
    void commit_offence(PlaceT& p, const Step& step) const {
        auto offence = p.spare ? std::move(p.spare) : std::make_unique<Offence<State>>();
        offence->removable.clear();
        find_removable(p, step, offence->removable);
        describe(*offence, p.now);
        offence->earlier = std::move(p.pending);
        p.pending = std::move(offence);
    }

    void describe(Offence<State>& offence, const Moment<State>& before) const {
        offence.must_answer = true, offence.take_back = offence.accept = false;
        if (law_.enforcement == Enforcement::Automatic) return;
        if (!law_.may_huff) offence.removable.clear();
        offence.take_back = law_.may_take_back, offence.accept = law_.may_accept;
        if (offence.remedies() == 0) offence.accept = true;
        offence.must_answer = !offence.accept;
        offence.before = before;
    }

    // One candidate goes at once, among several the opponent picks.
    void penalise(PlaceT& p) const {
        if (p.pending->removable.size() > 1) return;
        for (u8 square : p.pending->removable) take_off(p.now, square);
        p.settle_offence();
    }

    // In the order in which the captures that were owed are listed.
    void find_removable(const PlaceT& p, const Step& step, std::vector<u8>& out) const {
        Set owed{};
        for (int i = 0; i < p.correct; ++i)
            if (p.moves[i].jumps) owed |= bit<Set>(p.moves[i].from);
        Set left = offences_.removable(p.now.state, step, owed);
        for (int i = 0; i < p.correct; ++i) {
            bool moved = !(step.flags & IsSlide) && step.from == p.moves[i].from;
            int now = moved ? step.to : p.moves[i].from;
            if (has(left, now)) out.push_back(u8(now)), left &= ~bit<Set>(now);
        }
        while (any(left)) out.push_back(u8(pop(left)));
    }

    // ---- ways

    static bool names(const Way& way, const Step& step) {
        if (way.jumps != step.jumps || !way.jumps || way.squares[0] != step.from ||
            way.squares[way.jumps] != step.to)
            return false;
        const u8* victims = way.squares + way.jumps + 1;
        Set captured{};
        for (int i = 0; i < way.jumps; ++i) captured |= bit<Set>(victims[i]);
        if constexpr (State::tower)
            if (!std::equal(step.victims, step.victims + way.jumps, victims)) return false;
        return captured == step.captured;
    }

    // Listed moves come in the kernel's order, but some of the kernel's may be missing.
    void match_ways(PlaceT& p, const Kernel& kernel, int first, int last) const {
        Ways all;
        static_cast<void>(kernel.moves(to_board(p.now.state), all));  // too many: no ways, as told above
        int way = 0;
        for (int i = first; i < last; ++i) {
            if (p.moves[i].jumps < 2) continue;
            while (way < all.size() && !names(all[way], p.moves[i])) ++way;
            if (way == all.size()) return;
            p.way_of[std::size_t(i)] = int(p.ways.size());
            p.ways.insert(p.ways.end(), all[way].squares, all[way].squares + all[way].size());
        }
    }

    const RuleData rules_;
    const Law law_;
    const BatchRules how_;
    const MovesOn<State> correct_;
    const OffencesOn<State> offences_;
    const CountsOf<State> counts_;
    const std::unique_ptr<Kernel> kernel_, relaxed_kernel_;
};

}  // namespace crowned::rl
