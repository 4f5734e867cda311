// Positions of the C interface.
#include "c/handles.hpp"
#include "position/ending.hpp"
#include "position/fen.hpp"

namespace crowned::c {

Fault& last_fault() {
    thread_local Fault fault;
    return fault;
}

crowned_status refuse(crowned_status status, std::string text) {
    last_fault() = {status, std::move(text)};
    return status;
}

const char* kept(std::string text) {
    thread_local std::string last;
    last = std::move(text);
    return last.c_str();
}

}  // namespace crowned::c

using namespace crowned;
using namespace crowned::c;

namespace {

bool is_square(const crowned_position* p, int square) {
    return square >= 0 && square < max_bits && !p->rules->set.names.of(square).empty();
}

// The position with something about it changed.
template <class Change>
crowned_position* changed(const crowned_position* position, Change&& change) {
    return guarded<crowned_position*>(nullptr, [&] {
        auto made = std::make_unique<crowned_position>(*position);
        change(made->board);
        return made.release();
    });
}

}  // namespace

int crowned_version(void) { return CROWNED_VERSION; }
const char* crowned_error(void) { return last_fault().text.c_str(); }
crowned_status crowned_error_status(void) { return last_fault().status; }

crowned_position* crowned_position_read(const crowned_rules* rules, const char* fen) {
    return guarded<crowned_position*>(nullptr, [&]() -> crowned_position* {
        auto made = std::make_unique<crowned_position>(crowned_position{rules, {}});
        std::string fault = read_fen(rules->set, fen ? fen : "", made->board);
        if (fault.empty()) return made.release();
        return refuse(CROWNED_BAD_POSITION, std::move(fault)), nullptr;
    });
}

void crowned_position_free(crowned_position* position) { delete position; }

const char* crowned_position_fen(const crowned_position* p) {
    return guarded<const char*>("", [&] { return kept(fen_text(p->rules->set, p->board)); });
}

int crowned_position_turn(const crowned_position* p) { return p->board.turn; }
uint64_t crowned_position_key(const crowned_position* p) { return board_key(p->board); }
int crowned_position_spin(const crowned_position* p) { return p->board.spin; }

int crowned_position_equal(const crowned_position* a, const crowned_position* b) {
    return a->rules == b->rules && a->board == b->board;
}

const char* crowned_position_knobs(const crowned_position* p) {
    return guarded<const char*>("", [&] { return kept(knobs_text(p->rules->set, p->board)); });
}

const char* crowned_position_column(const crowned_position* p, int square) {
    if (!is_square(p, square) || !has(p->board.side[White] | p->board.side[Black], square)) return "";
    return guarded<const char*>("", [&] { return kept(column_text(p->board, square)); });
}

int crowned_position_can_capture(const crowned_position* p) {
    return p->rules->set.correct->can_capture(p->board);
}

int crowned_position_must_spin(const crowned_position* p) { return must_spin(p->rules->set, p->board); }

crowned_ending_reason crowned_position_ending(const crowned_position* p, int* winner) {
    Ending found = ending(p->rules->set, p->board);
    if (found != Ending::None && winner) *winner = int(winner_of(p->rules->set.data, p->board, found));
    return crowned_ending_reason(int(found));
}

crowned_position* crowned_position_with_spin(const crowned_position* p, int spin) {
    if (spin < NoSpin || spin > OrangeSpin || !p->rules->set.data.doors)
        return refuse(CROWNED_BAD_ARGUMENT, "there is no such spin in this game"), nullptr;
    return changed(p, [&](Board& board) { board.spin = u8(spin); });
}

crowned_position* crowned_position_with_turn(const crowned_position* p, int turn) {
    return changed(p, [&](Board& board) { give_turn(board, turn); });
}

crowned_position* crowned_position_without(const crowned_position* p, int square) {
    if (!is_square(p, square)) return refuse(CROWNED_BAD_ARGUMENT, "there is no such square"), nullptr;
    return changed(p, [&](Board& board) { lift(board, square); });
}

uint64_t crowned_position_effort(const crowned_position* p) {
    return u64(p->rules->set.correct->effort(p->board).jumps);
}

crowned_status crowned_perft(const crowned_position* p, int depth, uint64_t* leaves) {
    if (depth < 0) return refuse(CROWNED_BAD_ARGUMENT, "a depth is not negative");
    return guarded(CROWNED_FAILED, [&] {
        auto counted = p->rules->set.correct->perft(p->board, depth);
        if (!counted) return refuse(CROWNED_TOO_MANY_MOVES, "captures branch beyond all measure");
        *leaves = *counted;
        return CROWNED_OK;
    });
}
