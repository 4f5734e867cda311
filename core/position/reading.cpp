#include "position/reading.hpp"

#include <cstring>

namespace crowned {

bool means(const Written& written, const Way& way) {
    int size = way.stops();
    if (size == 0 || (way.jumps > 0) != written.takes) return false;
    if (written.size > 2)
        return size == written.size && std::memcmp(way.squares, written.path, std::size_t(size)) == 0;
    return way.squares[0] == written.path[0] && way.squares[size - 1] == written.path[1];
}

void Meant::take(const Way& way) {
    if (!means(written_, way) || count_++ > 0) return;
    std::memcpy(squares_, way.squares, std::size_t(way.size()));
    found_ = {squares_, way.jumps, way.flags};
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
    Written written;
    std::size_t at = 0;
    if (!written.read(Bytes(text), names, at) || at != text.size()) return -1;
    int found = -1, count = 0;
    for (int i = 0; i < moves.size(); ++i)
        if (means(written, moves[i]) && count++ == 0) found = i;
    return count > 1 ? -2 : found;
}

}  // namespace crowned
