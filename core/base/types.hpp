// The vocabulary everything else shares. Includes nothing of ours.
#pragma once

#include <cstdint>

// For the few functions whose inlining decides the speed of perft and search.
#define CROWNED_INLINE inline __attribute__((always_inline))

namespace crowned {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum Colour : int { White = 0, Black = 1 };

constexpr Colour other(Colour c) { return Colour(1 - c); }

// A cell of the board, played on or not, numbered rank by rank from White's left, as the outside counts. A
// square is the bit that a cell has in a layout, a plain number; the compiler keeps the two apart.
enum class Cell : int {};

constexpr Cell operator++(Cell& c) { return c = Cell(int(c) + 1); }

// All cells of a board with so many, to be gone through.
struct Cells {
    int count;

    struct Iterator {
        Cell at;
        constexpr Cell operator*() const { return at; }
        constexpr Iterator& operator++() { return ++at, *this; }
        constexpr bool operator!=(Iterator other) const { return at != other.at; }
    };
    constexpr Iterator begin() const { return {Cell(0)}; }
    constexpr Iterator end() const { return {Cell(count)}; }
    constexpr bool has(Cell c) const { return int(c) >= 0 && int(c) < count; }
    constexpr Cell turned(Cell c) const { return Cell(count - 1 - int(c)); }  // seen from the other side
};

// Opposite directions differ in bit 1, so that a half turn is one xor.
enum Direction : int { NE = 0, NW = 1, SW = 2, SE = 3, N = 4, W = 5, S = 6, E = 7 };

constexpr int direction_count = 8;
constexpr int no_direction = -1;
constexpr int opposite(int d) { return d ^ 2; }

// Directions as sets: bit d stands for direction d.
constexpr u32 diagonals = 0x0f;
constexpr u32 orthogonals = 0xf0;
constexpr u32 dir_bit(int d) { return 1u << d; }

// What White calls forward, Black calls backward: the same set seen from the other side.
constexpr u32 turned(u32 dirs) { return ((dirs & 0x33) << 2) | ((dirs & 0xcc) >> 2); }

}  // namespace crowned
