// How captures are walked, on one kind of states.
#pragma once

#include "movegen/walk.hpp"

namespace crowned {

template <class State>
Walker<State>::Walker(const RuleData& rules, const Ground<Set>& ground, const State& s,
                      Scratch<State>& scratch, ListSink<State>& receiver)
    : r(rules),
      g(ground),
      colour(Colour(s.turn)),
      jumped(rules, s, ground.board),
      seen(scratch.visited),
      effort(scratch.effort),
      sink(receiver),
      holes(rules.doors ? open_doors<Set>(rules, s.knobs) : Set{}),
      man_dirs(colour == White ? rules.man_captures : turned(rules.man_captures)),
      men_repeat_from(rules.straight_captures ? 3 : 4),
      kings_repeat_from(rules.flying ? 2 : men_repeat_from),
      ends_repeat(jumped.half_turn_barred() || rules.one_line || rules.landing >= Landing::AdjacentAtEnd),
      order_matters(receiver.looks_at_order()) {
    seen.clear();
    effort.begin();
}

template <class State>
void Walker<State>::walk(int from, bool king) {
    start(from, king);
    visit(from, Set{}, king, no_direction, false);
}

template <class State>
void Walker<State>::walk_on(int from, int over, int to, int direction, bool king) {
    start(from, king);
    land_short(to, over, bit<Set>(over), king, direction);
}

template <class State>
void Walker<State>::start(int from, bool king) {
    jumped.lift(from);
    jumps = 0, ranks = 0, by_king = king;
    path[0] = u8(from);
}

template <class State>
void Walker<State>::visit(int at, Set captured, bool king, int last, bool may_stop) {
    if (!effort.spend(State::tower ? 2 : 1)) return;
    if (may_repeat(king) && walked_before(at, captured, king, last, may_stop)) return;
    bool went_on = king && r.flying ? jump_flying(at, captured, last) : jump_short(at, captured, king, last);
    if (may_stop && (!went_on || !r.must_continue)) emit(at, captured, king, false, ends_repeat);
}

template <class State>
bool Walker<State>::walked_before(int at, Set captured, bool king, int last, bool may_stop) {
    int direction = jumped.half_turn_barred() || r.one_line ? last + 1 : 0;
    u32 tag = state_tag(at, king) | u32(may_stop) << 17 | u32(direction) << 18;
    if constexpr (State::tower) {
        if (jumps < 6) return false;  // short ways are told apart exactly by the sink
        return !seen.add(Set(way_hash()), tag | 1u << 31, 0);
    }
    return !seen.add(captured, tag, order_matters ? ranks : 0);
}

// Equal for ways that took the same stones off the same squares and stacked them alike.
template <class State>
u64 Walker<State>::way_hash() const {
    u64 sum = mix(ranks + u64(jumps));
    for (int i = 0; i < jumps; ++i) sum += mix(0x9e3779b97f4a7c15ull * (victims[i] + 1u));
    return sum;
}

template <class State>
void Walker<State>::emit(int at, Set captured, bool king, bool falls, bool check) {
    if constexpr (!State::tower) {
        if (check && may_repeat(king) &&
            !seen.add(captured, state_tag(at, king) | 1u << 30, order_matters ? ranks : 0))
            return;
    }
    bool crowns = !by_king && !falls && (king || has(g.last_row[colour], at));
    sink.walked(*this, at, captured,
                u8((crowns ? Crowns : 0) | (falls ? Falls : 0) | (by_king ? ByKing : 0)));
    effort.found(sink.size());
}

template <class State>
void Walker<State>::push(int to, int over, bool king_taken) {
    victims[jumps] = u8(over);
    ranks |= u64(king_taken && jumps < 64) << (jumps & 63);
    path[++jumps] = u8(to);
}

template <class State>
void Walker<State>::pop_jump() {
    --jumps;
    if (jumps < 64) ranks &= ~(u64(1) << jumps);
}

template <class State>
bool Walker<State>::jump_short(int at, Set captured, bool king, int last) {
    Set targets = jumped.targets(captured), empty = jumped.empty(captured);
    if (!king && !r.man_takes_king) targets &= ~jumped.kings();
    u32 dirs = king ? r.king_captures : man_dirs;
    if (last != no_direction) dirs &= king && r.one_line ? dir_bit(last) : not_back(last);
    bool went_on = false;
    for_directions<diagonals | orthogonals>([&]<int D>() {
        if (!(dirs & dir_bit(D))) return;
        Set over = g.template shift<D>(bit<Set>(at)) & targets;
        Set land = g.template shift<D>(over) & empty;
        if (!any(land)) return;
        went_on = true;
        land_short(lowest(land), lowest(over), captured | over, king, D);
    });
    return went_on;
}

template <class State>
void Walker<State>::land_short(int to, int over, Set captured, bool king, int direction) {
    push(to, over, jumped.take(over));
    if (has(holes, to)) {
        emit(to, captured, king, true, true);
    } else if (!king && r.crown != Crown::Pass && has(g.last_row[colour], to)) {
        if (r.crown == Crown::Stop) emit(to, captured, true, false, true);
        else visit(to, captured, true, direction, true);
    } else {
        visit(to, captured, king, direction, true);
    }
    jumped.put_back(over);
    pop_jump();
}

template <class State>
bool Walker<State>::jump_flying(int at, Set captured, int last) {
    Set occupied_now = g.board & ~jumped.empty(captured);
    Set targets = jumped.targets(captured);
    int reach = r.nearest_first ? nearest_victim(at, occupied_now, targets, last) : max_bits;
    bool went_on = false;
    for (u32 dirs = flying_dirs(last); dirs; dirs &= dirs - 1) {
        int d = std::countr_zero(dirs);
        int victim;
        Set lands = landing_squares(at, d, occupied_now, targets, victim);
        if (!any(lands) || distance(d, at, victim) > reach) continue;
        went_on = true;
        land_flying(d, victim, lands, captured | bit<Set>(victim));
    }
    return went_on;
}

template <class State>
u32 Walker<State>::flying_dirs(int last) const {
    if (last == no_direction) return r.king_captures;
    return r.king_captures & (r.one_line ? dir_bit(last) : not_back(last));
}

// Where a piece may turn that came along a direction.
template <class State>
u32 Walker<State>::not_back(int last) const {
    return jumped.half_turn_barred() ? ~dir_bit(opposite(last)) : ~0u;
}

// Empty squares behind the first piece on the line, if that piece can be jumped.
template <class State>
typename Walker<State>::Set Walker<State>::landing_squares(int at, int d, Set occupied_now, Set targets,
                                                           int& victim) const {
    Set on_ray = g.ray[d][at] & occupied_now;
    if (!any(on_ray)) return Set{};
    victim = g.nearest(d, on_ray);
    if (!has(targets, victim)) return Set{};
    Set behind = g.ray[d][victim] & occupied_now;
    return any(behind) ? g.between(d, victim, g.nearest(d, behind)) : g.ray[d][victim];
}

template <class State>
int Walker<State>::nearest_victim(int at, Set occupied_now, Set targets, int last) const {
    int nearest = max_bits;
    for (u32 dirs = flying_dirs(last); dirs; dirs &= dirs - 1) {
        int d = std::countr_zero(dirs), victim;
        if (any(landing_squares(at, d, occupied_now, targets, victim)))
            nearest = std::min(nearest, distance(d, at, victim));
    }
    return nearest;
}

template <class State>
bool Walker<State>::can_go_on(int at, Set captured, int last) const {
    Set occupied_now = g.board & ~jumped.empty(captured);
    Set targets = jumped.targets(captured);
    for (u32 dirs = flying_dirs(last); dirs; dirs &= dirs - 1) {
        int victim;
        if (any(landing_squares(at, std::countr_zero(dirs), occupied_now, targets, victim))) return true;
    }
    return false;
}

template <class State>
void Walker<State>::land_flying(int d, int victim, Set lands, Set captured) {
    bool king_taken = jumped.take(victim);
    Set directly_behind = bit<Set>(g.nearest(d, g.ray[d][victim]));
    bool end_directly =
        r.landing == Landing::AdjacentAtEnd || (r.landing == Landing::AdjacentAfterKing && king_taken);
    if (r.landing == Landing::Adjacent) lands = directly_behind;
    Set stops = end_directly ? directly_behind : lands;
    Set chosen = choose_landings(lands, stops, captured, d);
    while (any(chosen)) {
        int to = pop(chosen);
        push(to, victim, king_taken);
        if (has(holes, to)) emit(to, captured, true, true, true);
        else visit(to, captured, true, d, has(stops, to));
        pop_jump();
    }
    jumped.put_back(victim);
}

// Where some landing square lets the capture go on, rules may demand to use such a one.
template <class State>
typename Walker<State>::Set Walker<State>::choose_landings(Set lands, Set stops, Set captured, int d) const {
    if (!r.landing_must_continue && stops == lands) return lands;
    Set going_on{};
    for (Set rest = lands & ~holes; any(rest);) {
        int to = pop(rest);
        if (can_go_on(to, captured, d)) going_on |= bit<Set>(to);
    }
    return r.landing_must_continue && any(going_on) ? going_on : stops | going_on;
}

}  // namespace crowned
