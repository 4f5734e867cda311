// The table of combinations: whatever a ruleset may be, a row holds it, and its rules when nothing is
// compulsory.
#include "position/combinations.hpp"

#include <cassert>
#include <cstdio>
#include <set>

using namespace crowned;

namespace {

template <class F>
void each_ruleset(F&& f) {
    for (int files = 4; files <= 12; ++files)
        for (int ranks = 4; ranks <= 12; ++ranks)
            for (int axes = 0; axes < 256; ++axes) {
                RuleData r;
                r.files = files, r.ranks = ranks;
                r.all_squares = axes & 1, r.odd = !r.all_squares && (axes & 2);
                r.straight_captures = !r.all_squares && (axes & 4);
                r.towers = axes & 8, r.doors = !r.towers && (axes & 16);
                r.flying = axes & 32;
                if (axes & 64) r.man_captures = diagonals;
                if (r.all_squares && !(axes & 128)) {
                    r.man_steps = r.man_captures = dir_bit(N);
                    r.king_steps = r.king_captures = orthogonals;
                }
                if (!r.all_squares && (axes & 128)) r.man_steps = diagonals, r.leap = Leap::Line;
                f(r);
            }
}

template <class Row>
void holds(const RuleData& r) {
    using Set = typename Row::State::Set;
    int width = int(sizeof(Set)) * 8;
    if constexpr (Row::State::tower) width = Row::State::squares;
    std::set<int> squares;
    int played = 0;
    for (int rank = 0; rank < r.ranks; ++rank)
        for (int file = 0; file < r.files; ++file) {
            if (!r.all_squares && (file + rank + r.odd) % 2) continue;
            assert(Row::Layout::playable(file, rank, r.odd));
            int square = Row::Layout::bit_of(file, rank, r.odd);
            assert(square >= 0 && square < width);
            squares.insert(square), ++played;
        }
    assert(int(squares.size()) == played);
    u32 needed = r.straight_captures ? diagonals | orthogonals : r.lines();
    assert((Row::Layout::lines & needed) == needed);
}

// Search and referee hand positions from the kernel of the rules to that of what is merely playable.
template <class Row>
void shares_its_board(const RuleData& r) {
    bool same = with_row(r.relaxed(), []<class Other>(Other) { return std::is_same_v<Other, Row>; });
    assert(same);
}

}  // namespace

int main() {
    each_ruleset([](const RuleData& r) {
        with_row(r, [&]<class Row>(Row) { holds<Row>(r), shares_its_board<Row>(r); });
    });
    std::puts("combinations: all checks passed");
}
