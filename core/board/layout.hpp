// Layouts: which bit a square has, so that one step in a direction is one shift for all pieces at once.
//
// A step off the side of the board lands on a bit that no square owns ("ghost"), hence never on an
// empty square; no edge masks are needed. See docs/speed.md for the picture.
#pragma once

#include <algorithm>

#include "board/set.hpp"

namespace crowned {

// Dark squares only. A row has at most Stride - Spare squares; steps north-west and north-east are
// Stride and Stride + 1. Straight jumps along a row need a ghost behind *every* row: Spare >= 1.
template <class SetT, int Stride, u32 Lines>
struct Diagonal {
    using Set = SetT;
    static constexpr u32 lines = Lines;
    static constexpr int steps[direction_count] = {Stride + 1,     Stride, -(Stride + 1),     -Stride,
                                                   2 * Stride + 1, -1,     -(2 * Stride + 1), 1};
    static constexpr int period = 2 * Stride + 1;

    // `odd` is 1 when the bottom-left corner is not a playing square: the board is set one row up.
    static constexpr int bit_of(int file, int rank, int odd) {
        int row = rank + odd;
        return (row / 2) * period + (row % 2) * (Stride + 1) + file / 2;
    }
    static constexpr bool playable(int file, int rank, int odd) { return (file + rank + odd) % 2 == 0; }

    template <int D>
    static constexpr Set shift(Set s) {
        return steps[D] > 0 ? s << steps[D] : s >> -steps[D];
    }
};

// Every square, eight files at most, no ghosts: sideways steps mask the edge files.
struct Grid8 {
    using Set = Set64;
    static constexpr u32 lines = orthogonals;
    static constexpr int steps[direction_count] = {0, 0, 0, 0, 8, -1, -8, 1};
    static constexpr int bit_of(int file, int rank, int) { return rank * 8 + file; }
    static constexpr bool playable(int, int, int) { return true; }

    template <int D>
    static constexpr Set shift(Set s) {
        constexpr Set a_file = 0x0101010101010101ull;
        if constexpr (D == E) return (s << 1) & ~a_file;
        if constexpr (D == W) return (s & ~a_file) >> 1;
        return D == N ? s << 8 : s >> 8;
    }
};

// Every square and all eight lines, eight files at most, no ghosts.
struct Every8 {
    using Set = Set64;
    static constexpr u32 lines = diagonals | orthogonals;
    static constexpr int steps[direction_count] = {9, 7, -9, -7, 8, -1, -8, 1};
    static constexpr int bit_of(int file, int rank, int) { return rank * 8 + file; }
    static constexpr bool playable(int, int, int) { return true; }

    template <int D>
    static constexpr Set shift(Set s) {
        constexpr Set a_file = 0x0101010101010101ull;
        constexpr bool east = D == NE || D == E || D == SE, west = D == NW || D == W || D == SW;
        if constexpr (west) s &= ~a_file;
        Set moved = steps[D] > 0 ? s << steps[D] : s >> -steps[D];
        return east ? moved & ~a_file : moved;
    }
};

// Every square and all eight lines, up to twelve files, with one ghost file.
struct Every12 {
    using Set = Set192;
    static constexpr u32 lines = diagonals | orthogonals;
    static constexpr int steps[direction_count] = {14, 12, -14, -12, 13, -1, -13, 1};
    static constexpr int bit_of(int file, int rank, int) { return rank * 13 + file; }
    static constexpr bool playable(int, int, int) { return true; }

    template <int D>
    static constexpr Set shift(Set s) {
        return steps[D] > 0 ? s << steps[D] : s >> -steps[D];
    }
};

// Whether a direction climbs the numbers of the squares. It does so, or does not, in every layout.
constexpr bool climbs(int d) { return d == NE || d == NW || d == N || d == E; }

// The squares of a board and the steps between them, in any layout: for those who need not be compiled for
// each.
template <class SetT>
struct Ground {
    using Set = SetT;
    static constexpr int most_cells = 144;
    static constexpr u8 nowhere = 255;

    Set board{};
    Set last_row[2]{};
    Set ray[direction_count][max_bits]{};
    Set reached[direction_count]{};  // squares on which a step in a direction can end
    int stride[direction_count]{};   // how far apart a step's squares are numbered
    u8 squares[most_cells];          // by cell; `nowhere` if nobody can stand there

    Ground() { std::fill_n(squares, most_cells, nowhere); }

    bool playable(Cell cell) const { return Cells{most_cells}.has(cell) && square_of(cell) != nowhere; }
    u8 square_of(Cell cell) const { return squares[int(cell)]; }
    Set at(Cell cell) const { return playable(cell) ? bit<Set>(square_of(cell)) : Set{}; }

    // All pieces of a set a step further; who would leave the board is gone.
    Set shift(int d, Set s) const { return (climbs(d) ? s << stride[d] : s >> stride[d]) & reached[d]; }
    template <int D>
    Set shift(Set s) const {
        return shift(D, s);
    }

    // Squares strictly between a square and a blocker on its ray.
    Set between(int d, int square, int blocker) const {
        return ray[d][square] & ~ray[d][blocker] & ~bit<Set>(blocker);
    }

    static int nearest(int d, Set on_ray) { return climbs(d) ? lowest(on_ray) : highest(on_ray); }
};

// What depends on the size of the board: its squares, last rows and rays, computed once per ruleset.
template <class Layout>
struct Geometry : Ground<typename Layout::Set> {
    using Set = typename Layout::Set;

    Geometry(int files, int ranks, int odd) {
        for (int rank = 0; rank < ranks; ++rank)
            for (int file = 0; file < files; ++file)
                if (Layout::playable(file, rank, odd)) {
                    int square = Layout::bit_of(file, rank, odd);
                    this->squares[rank * files + file] = u8(square);
                    add_square(square, rank, ranks);
                }
        for (Set rest = this->board; any(rest);) add_rays(pop(rest));
    }

  private:
    void add_square(int square, int rank, int ranks) {
        this->board |= bit<Set>(square);
        if (rank == ranks - 1) this->last_row[White] |= bit<Set>(square);
        if (rank == 0) this->last_row[Black] |= bit<Set>(square);
    }

    template <int D>
    void add_ray(int square) {
        if constexpr ((Layout::lines & dir_bit(D)) != 0) {
            static_assert(climbs(D) == (Layout::steps[D] > 0));
            this->stride[D] = climbs(D) ? Layout::steps[D] : -Layout::steps[D];
            Set at = bit<Set>(square);
            this->reached[D] |= Layout::template shift<D>(at) & this->board;
            while (any(at = Layout::template shift<D>(at) & this->board)) this->ray[D][square] |= at;
        }
    }

    void add_rays(int square) {
        add_ray<NE>(square), add_ray<NW>(square), add_ray<SW>(square), add_ray<SE>(square);
        add_ray<N>(square), add_ray<W>(square), add_ray<S>(square), add_ray<E>(square);
    }
};

// Calls f<D>() for every direction of a set known when compiling.
template <u32 Dirs, class F>
CROWNED_INLINE void for_directions(F&& f) {
    if constexpr (Dirs & dir_bit(NE)) f.template operator()<NE>();
    if constexpr (Dirs & dir_bit(NW)) f.template operator()<NW>();
    if constexpr (Dirs & dir_bit(SW)) f.template operator()<SW>();
    if constexpr (Dirs & dir_bit(SE)) f.template operator()<SE>();
    if constexpr (Dirs & dir_bit(N)) f.template operator()<N>();
    if constexpr (Dirs & dir_bit(W)) f.template operator()<W>();
    if constexpr (Dirs & dir_bit(S)) f.template operator()<S>();
    if constexpr (Dirs & dir_bit(E)) f.template operator()<E>();
}

}  // namespace crowned
