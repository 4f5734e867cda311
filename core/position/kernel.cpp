#include "position/kernel.hpp"

#include "position/combinations.hpp"

namespace crowned {

namespace {

u64 key_of(u64 key, const Set192& s) {
    for (u64 word : s.word) key = mix(key ^ word) + 0x9e3779b97f4a7c15ull;
    return key;
}

u64 key_of(const std::vector<AnyColumn>& columns) {
    u64 key = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].height > 1)
            key += mix(mix(columns[i].black + u64(columns[i].height) * 0x9e3779b97f4a7c15ull) ^
                       (columns[i].king + u64(i + 1) * 0xbf58476d1ce4e5b9ull));
    return key;
}

}  // namespace

std::unique_ptr<Kernel> make_kernel(const RuleData& rules) {
    return with_row(rules, [&]<class Row>(Row) { return KernelMaker<typename Row::State>::make(rules); });
}

u64 board_key(const Board& board) {
    // Spread first: beside the set of a side, a turn would look like a man on the first square.
    u64 key = mix(beside_pieces(board.turn, board.knobs, board.spin));
    key = key_of(key, board.side[White]);
    key = key_of(key, board.side[Black]);
    key = key_of(key, board.kings);
    return board.columns.empty() ? key : mix(key ^ key_of(board.columns));
}

}  // namespace crowned
