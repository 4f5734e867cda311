// One board of a batch: the position with its history, and what is open there now.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "mechanics/counts.hpp"
#include "movegen/key.hpp"
#include "position/offences_on.hpp"
#include "rl/batch.hpp"

namespace crowned::rl {

// How often in a row a side has moved the same king without capturing; it stands on `square`.
struct Run {
    int square = -1;
    int length = 0;
};

// What a position alone does not know, and a take-back must bring back.
template <class State>
struct Moment {
    State state;
    int quiet = 0;  // plies since something was captured, lost or crowned, or a man moved
    Run runs[2];
    Tally tally;            // of counts by material
    std::vector<u64> keys;  // of the positions since then; only where repetitions count
};

// A wrong move that waits for its answer. What led to it may itself have waited for one.
template <class State>
struct Offence {
    bool must_answer = false;
    bool take_back = false;
    bool accept = false;
    std::vector<u8> removable;
    Moment<State> before;
    std::unique_ptr<Offence> earlier;

    int remedies() const { return int(removable.size()) + take_back + accept; }
};

enum class End : u8 { None, WhiteWins, BlackWins, Draw };

constexpr End won_by(int side) { return side == White ? End::WhiteWins : End::BlackWins; }

template <class State>
struct Place {
    Moment<State> now;
    std::unique_ptr<Offence<State>> pending;
    std::unique_ptr<Offence<State>> spare;  // the last one that was settled, for its memory
    StepList<State> moves;                  // the correct ones first, then offences
    int correct = 0;
    bool owes = false;  // a wrong move was taken back: only a correct one may be played
    bool spin_due = false;
    bool may_claim = false;
    bool claimed = false;
    bool finished = false;
    int ply = 0;
    u64 dice = 0;

    // Of moves that jump more than once: the squares they stand on, then those they jump over. Only where
    // actions are single hops; -1 for all other moves.
    std::vector<u8> ways;
    std::vector<int> way_of;
    std::vector<u8> walked;  // the squares of a capture that is being made, the first included
    std::vector<u8> taken;   // and what it has jumped over

    void settle_offence() {
        if (!pending) return;
        pending->earlier.reset();
        spare = std::move(pending);
    }
    bool chance_acts() const { return spin_due && !pending; }
    int remedies() const { return pending ? pending->remedies() : 0; }
};

// A small generator with a good mix: one word of state for each board.
inline u64 next_random(u64& dice) { return mix(dice += 0x9e3779b97f4a7c15ull); }
inline int below(u64& dice, int count) { return int((next_random(dice) >> 32) * u64(count) >> 32); }

}  // namespace crowned::rl
