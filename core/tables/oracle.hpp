// What a search asks the tables, thousands of times a second: a result, without any search of its own.
#pragma once

#include "tables/codec.hpp"

namespace crowned {

// How far the wins and losses of a slice can be believed where moves without progress are counted: after how
// many such plies at most.
struct Trust {
    static constexpr int nothing = -2;     // not even its draws: other rules than those of the board decide
    static constexpr int only_draws = -1;  // some of its wins take longer than the rules allow
};

struct Told {
    Result result = Result::Any;  // Any where no slice holds the position itself
    bool certain = false;         // no count of the rules can make a draw of it
};

template <class State>
class Oracle {
  public:
    virtual ~Oracle() = default;
    // For the side to move, `quiet` plies after the last progress.
    virtual Told ask(const State& s, int quiet) const = 0;
};

}  // namespace crowned
