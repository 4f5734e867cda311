#include "position/reading.hpp"

#include <cstring>

namespace crowned {

void Meant::take(const Way& way) {
    int size = way.stops();
    if (size == 0 || (way.jumps > 0) != written_.takes || !fits(way, size)) return;
    if (count_++ > 0) return;
    std::memcpy(squares_, way.squares, std::size_t(way.size()));
    found_ = {squares_, way.jumps, way.flags};
}

bool Meant::fits(const Way& way, int size) const {
    if (written_.size > 2)
        return size == written_.size && std::memcmp(way.squares, written_.path, std::size_t(size)) == 0;
    return way.squares[0] == written_.path[0] && way.squares[size - 1] == written_.path[1];
}

bool play_written(const Ruleset& rules, Board& board, const Written& written) {
    Meant meant(written);
    const Way* way = rules.correct->moves(board, meant) ? meant.only() : nullptr;
    if (way) board = rules.correct->play(board, *way);
    return way != nullptr;
}

int find_move(const Names& names, const Ways& moves, std::string_view text) {
    for (int i = 0; i < moves.size(); ++i)
        if (text_of(names, moves[i]) == text) return i;
    return -1;
}

}  // namespace crowned
