// Moves of the C interface.
#include "c/handles.hpp"
#include "position/offence.hpp"
#include "position/reading.hpp"

namespace crowned::c {

void append(std::string& bytes, const Way& way) {
    bytes += char(way.flags), bytes += char(way.jumps);
    bytes.append(reinterpret_cast<const char*>(way.squares), std::size_t(way.size()));
}

crowned_moves* new_moves(const crowned_position& position, Ways ways) {
    auto made = std::make_unique<crowned_moves>(
        crowned_moves{position.rules, board_key(position.board), std::move(ways), {}});
    for (int i = 0; i < made->ways.size(); ++i) append(made->bytes, made->ways[i]);
    return made.release();
}

}  // namespace crowned::c

using namespace crowned;
using namespace crowned::c;

namespace {

bool is_in(const crowned_moves* moves, int index) { return index >= 0 && index < moves->ways.size(); }

// list(ways) hands over everything, or refuses.
template <class List>
crowned_moves* listed(const crowned_position* p, List&& list) {
    return guarded<crowned_moves*>(nullptr, [&]() -> crowned_moves* {
        Ways ways;
        if (!list(ways)) return refuse(CROWNED_TOO_MANY_MOVES, "captures branch beyond all measure"), nullptr;
        return new_moves(*p, std::move(ways));
    });
}

crowned_position* played(const crowned_position* p, const Way& way) {
    return guarded<crowned_position*>(
        nullptr, [&] { return new crowned_position{p->rules, p->rules->set.correct->play(p->board, way)}; });
}

// The way that bytes are; its squares lie in them. False if they are none.
bool read_way(const uint8_t* bytes, size_t size, Way& way) {
    if (!bytes || size < 2) return false;
    way = {bytes + 2, bytes[1], bytes[0]};
    return std::size_t(way.size()) == size - 2 && is_way(way);
}

}  // namespace

crowned_moves* crowned_moves_correct(const crowned_position* p) {
    return listed(p, [&](Ways& ways) { return p->rules->set.correct->moves(p->board, ways); });
}

crowned_moves* crowned_moves_playable(const crowned_position* p) {
    return listed(p, [&](Ways& ways) { return playable_moves(p->rules->set, p->board, ways); });
}

void crowned_moves_free(crowned_moves* moves) { delete moves; }
int crowned_moves_size(const crowned_moves* moves) { return moves->ways.size(); }

const char* crowned_move_text(const crowned_moves* moves, int index) {
    if (!is_in(moves, index)) return "";
    return guarded<const char*>("",
                                [&] { return kept(text_of(moves->rules->set.names, moves->ways[index])); });
}

int crowned_move_flags(const crowned_moves* moves, int index) {
    return is_in(moves, index) ? moves->ways[index].flags : 0;
}

int crowned_move_spin(const crowned_moves* moves, int index) {
    return is_in(moves, index) ? spin_needed(moves->rules->set.data, moves->ways[index]) : int(NoSpin);
}

const uint8_t* crowned_moves_bytes(const crowned_moves* moves, size_t* size) {
    if (size) *size = moves->bytes.size();
    return reinterpret_cast<const uint8_t*>(moves->bytes.data());
}

int crowned_moves_find(const crowned_moves* moves, const char* text) {
    return guarded(-1, [&] { return find_move(moves->rules->set.names, moves->ways, text ? text : ""); });
}

crowned_position* crowned_play(const crowned_position* p, const crowned_moves* moves, int index) {
    if (!is_in(moves, index) || moves->rules != p->rules || moves->origin != board_key(p->board))
        return refuse(CROWNED_BAD_MOVE, "the move was not listed for this position"), nullptr;
    return played(p, moves->ways[index]);
}

crowned_position* crowned_play_bytes(const crowned_position* p, const uint8_t* move, size_t size) {
    Way way;
    if (!read_way(move, size, way)) return refuse(CROWNED_BAD_MOVE, "these bytes are no move"), nullptr;
    return guarded<crowned_position*>(nullptr, [&]() -> crowned_position* {
        Ways ways;
        if (!playable_moves(p->rules->set, p->board, ways))
            return refuse(CROWNED_TOO_MANY_MOVES, "captures branch beyond all measure"), nullptr;
        OwnWay wanted(way);
        for (int i = 0; i < ways.size(); ++i)
            if (OwnWay(ways[i]) == wanted) return played(p, way);
        return refuse(CROWNED_BAD_MOVE, text_of(p->rules->set.names, way) + " cannot be played"), nullptr;
    });
}

crowned_position* crowned_follow(const crowned_position* p, const char* text, size_t* at, int* plies) {
    return guarded<crowned_position*>(nullptr, [&] {
        auto made = std::make_unique<crowned_position>(*p);
        std::size_t begin = at ? *at : 0;
        int played_plies = follow(p->rules->set, made->board, Bytes(text ? text : ""), begin);
        if (at) *at = begin;
        if (plies) *plies = played_plies;
        return made.release();
    });
}
