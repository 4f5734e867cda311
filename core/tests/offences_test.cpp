// Wrong moves as search, tables and batches see them: which pieces may go, and when two moves are one.
#include <cassert>
#include <cstdio>

#include "position/convert.hpp"
#include "position/fen.hpp"
#include "position/offences_on.hpp"

using namespace crowned;

namespace {

using State = boards::Small::State;
using Step = StepOf<State>;

Ruleset open(const RuleData& data) {
    std::vector<std::string> names;
    std::vector<Cell> listing;
    for (int cell = 0; cell < 64; ++cell) {
        bool dark = (cell / 8 + cell) % 2 == 0;
        names.push_back(dark ? std::string(1, char('a' + cell % 8)) + char('1' + cell / 8) : "");
        if (dark) listing.push_back(Cell(cell));
    }
    return Ruleset(data, Law{}, names, listing);
}

State state(const Ruleset& rules, const char* fen) {
    Board b;
    assert(read_fen(rules, fen, b).empty());
    return to_state<State>(b);
}

struct Case {
    Ruleset rules;
    MovesOn<State> correct;
    OffencesOn<State> offences;
    State s;
    StepList<State> moves;
    int correct_count = 0;
    Set64 owed{};

    Case(const RuleData& data, const Law& law, const char* fen)
        : rules(open(data)), correct(rules.data), offences(rules.data, law), s(state(rules, fen)) {
        Scratch<State> scratch;
        correct.list(s, moves, scratch);
        correct_count = moves.size(), owed = offences.owed(moves);
        offences.add_to(moves, s);
    }
    // The removable pieces after the wrong move between these squares that takes so many.
    std::string removable(const char* from, const char* to, int jumps) const {
        for (int i = correct_count; i < moves.size(); ++i) {
            const Step& step = moves[i];
            if (step.from != rules.names.named(from) || step.to != rules.names.named(to) ||
                step.jumps != jumps)
                continue;
            std::string text;
            for (Set64 rest = offences.removable(s, step, owed); any(rest);)
                text += rules.names.of(pop(rest));
            return text;
        }
        return "no such offence";
    }
};

RuleData kings_first() {
    RuleData d;
    d.flying = true, d.man_captures = diagonals;
    d.priority = Priority(Criterion::WithKing);
    return d;
}

// The king's capture ranks first, so the man owes none. Who begins a capture must end it all the same; ending
// it is no fault of the man's, and the king that should have captured goes.
void stopping_early_is_the_own_fault_of_a_piece_that_owed_nothing() {
    Case c(kings_first(), Law{}, "W:Wd2,Kb8:Bc3,c5,e5,e3");
    assert(c.removable("d2", "f4", 3) == "f4");
    assert(c.removable("d2", "b4", 1) == "b4");
    assert(c.removable("d2", "d2", 4) == "b8");
    assert(c.removable("b8", "a7", 0) == "a7");
}

void where_stopping_is_free_nobody_stops_early() {
    RuleData d = kings_first();
    d.must_continue = d.landing_must_continue = false;
    Case c(d, Law{}, "W:Wd2,Kb8:Bc3,c5,e5,e3");
    assert(c.removable("d2", "f4", 3) == "b8");
}

void the_piece_that_moved_may_be_the_one_that_goes() {
    Law law;
    law.huff_moved_piece = true;
    Case c(RuleData{}, law, "W:Wa1,g1:Bb2,h8");
    assert(c.removable("g1", "f2", 0) == "f2");
    Case usual(RuleData{}, Law{}, "W:Wa1,g1:Bb2,h8");
    assert(usual.removable("g1", "f2", 0) == "a1");
}

// A slide names its slider where other moves name a square.
void a_slide_moves_no_piece() {
    Case c(RuleData{}, Law{}, "W:Wa1,g1:Bb2,h8");
    Step slide{};
    slide.from = u8(c.rules.names.named("a1")), slide.to = Right, slide.flags = IsSlide;
    assert(c.offences.removable(c.s, slide, c.owed) == c.owed);
    Law law;
    law.huff_moved_piece = true;
    assert(!any(OffencesOn<State>(c.rules.data, law).removable(c.s, slide, c.owed)));
}

void orders_of_jumps_that_leave_the_same_tower_are_one_move() {
    using Tall = StepOf<boards::Towers::State>;
    Tall a{}, b{};
    a.from = b.from = 1, a.to = b.to = 9, a.jumps = b.jumps = 2, a.captured = b.captured = 0x60;
    a.victims[0] = 5, a.victims[1] = 6, b.victims[0] = 6, b.victims[1] = 5;
    assert(same_move(a, b));
    b.ranks = 1;
    assert(!same_move(a, b));
    a.jumps = b.jumps = 0, a.captured = b.captured = 0;  // ranks are written for captures alone
    assert(same_move(a, b));
}

void what_falls_through_a_door_is_progress() {
    RuleData r;
    Law law;
    State before, after;
    before.side[White] = 6, after.side[White] = 2;
    Step slide{};
    slide.flags = IsSlide;
    assert(is_progress<State>(r, law, slide, before, after) &&
           !is_progress<State>(r, law, slide, before, before));
    Step king{}, man{};
    king.flags = ByKing;
    assert(!is_progress<State>(r, law, king, before, before) &&
           is_progress<State>(r, law, man, before, before));
}

void the_law_says_what_is_progress() {
    RuleData r;
    Law law;
    State s;
    Step man{}, crowned{}, capture{};
    man.from = 1, man.to = 2, crowned.flags = Crowns, capture.jumps = 1;
    law.reset = Reset::Crown;
    assert(!is_progress<State>(r, law, man, s, s) && is_progress<State>(r, law, crowned, s, s));
    law.reset = Reset::Capture;
    assert(!is_progress<State>(r, law, crowned, s, s) && is_progress<State>(r, law, capture, s, s));
    law.reset = Reset::Man, r.men_sidle = true, r.row[2] = 1;
    assert(is_progress<State>(r, law, man, s, s));
    r.row[2] = 0;  // along his row, from where he can come back
    assert(!is_progress<State>(r, law, man, s, s));
}

}  // namespace

int main() {
    stopping_early_is_the_own_fault_of_a_piece_that_owed_nothing();
    where_stopping_is_free_nobody_stops_early();
    the_piece_that_moved_may_be_the_one_that_goes();
    a_slide_moves_no_piece();
    orders_of_jumps_that_leave_the_same_tower_are_one_move();
    what_falls_through_a_door_is_progress();
    the_law_says_what_is_progress();
    std::puts("offences: all checks passed");
}
