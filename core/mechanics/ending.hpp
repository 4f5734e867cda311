// How a game ends on the board, and who has won then. Asked of whatever has two sides, kings and a turn: of
// boards and of the states of the templates alike.
#pragma once

#include "rules/law.hpp"
#include "rules/rules.hpp"

namespace crowned {

enum class Ending : u8 { None, NoPieces, Blocked, Breakthrough, Bare };
CROWNED_WORDS(Ending, "", "no_pieces", "blocked", "breakthrough", "bare")

// Whether a side has but one piece left where that is lost.
template <class Position>
bool is_bare(const RuleData& rules, const Position& p, int side) {
    return rules.bare_loses && count(p.side[side]) < 2;
}

// The ending that no move could change: a side is gone, or a king has broken through.
template <class Position>
Ending early_ending(const RuleData& rules, const Position& p) {
    if (!any(p.side[White]) || !any(p.side[Black])) return Ending::NoPieces;
    if (is_bare(rules, p, White) || is_bare(rules, p, Black)) return Ending::Bare;
    return rules.goal == Goal::Breakthrough && any(p.kings) ? Ending::Breakthrough : Ending::None;
}

// Whether the game is over whatever could still be moved.
template <class Position>
bool is_over(const RuleData& rules, const Position& p) {
    return early_ending(rules, p) != Ending::None;
}

// Who has won by this ending. Whoever cannot move has lost, but where losing is the aim.
template <class Position>
Colour winner_of(const RuleData& rules, const Position& p, Ending ending) {
    Colour mover = Colour(p.turn);
    bool ahead = ending == Ending::NoPieces ? any(p.side[mover])
                                            : ending == Ending::Breakthrough && any(p.kings & p.side[mover]);
    if (ending == Ending::Bare) ahead = !is_bare(rules, p, mover);
    return ahead != (rules.goal == Goal::Lose) ? mover : other(mover);
}

// The last piece took the last enemy and fell through a door itself, and that is nobody's win.
template <class Position>
bool ends_drawn(const Law& law, const Position& p) {
    return law.last_fall_draws && !any(p.side[White] | p.side[Black]);
}

// How an ending counts for the side to move: 1 won, 0 drawn, -1 lost.
template <class Position>
int verdict(const RuleData& rules, const Law& law, const Position& p, Ending ending) {
    if (ends_drawn(law, p)) return 0;
    return winner_of(rules, p, ending) == Colour(p.turn) ? 1 : -1;
}

}  // namespace crowned
