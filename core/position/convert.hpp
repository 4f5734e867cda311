// Positions as the outside keeps them and as the templates do: the one from the other.
#pragma once

#include "position/kernel.hpp"

namespace crowned {

template <class State>
State to_state(const Board& b) {
    using Set = typename State::Set;
    State s;
    s.side[White] = narrow<Set>(b.side[White]), s.side[Black] = narrow<Set>(b.side[Black]);
    s.kings = narrow<Set>(b.kings);
    s.turn = b.turn, s.knobs = b.knobs, s.spin = b.spin;
    if constexpr (State::tower)
        for (int i = 0; i < State::squares && i < int(b.columns.size()); ++i) {
            const AnyColumn& c = b.columns[std::size_t(i)];
            s.column[i].black = decltype(s.column[i].black)(c.black);
            s.column[i].king = decltype(s.column[i].king)(c.king);
            s.column[i].height = c.height;
        }
    return s;
}

template <class State>
Board to_board(const State& s) {
    Board b;
    b.side[White] = widen(s.side[White]), b.side[Black] = widen(s.side[Black]), b.kings = widen(s.kings);
    b.turn = s.turn, b.knobs = s.knobs, b.spin = s.spin;
    if constexpr (State::tower) {
        b.columns.resize(State::squares);
        for (std::size_t i = 0; i < State::squares; ++i)
            b.columns[i] = {s.column[i].black, s.column[i].king, s.column[i].height};
    }
    return b;
}

}  // namespace crowned
