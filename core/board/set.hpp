// Sets of squares as machine words: 64, 128 or 192 bits, all with the same free functions.
#pragma once

#include <bit>

#include "base/types.hpp"

namespace crowned {

constexpr int max_bits = 192;

using Set64 = u64;
__extension__ typedef unsigned __int128 Set128;

// Three words: large boards on which every square is played on.
struct Set192 {
    u64 word[3];

    constexpr Set192(u64 low = 0) : word{low, 0, 0} {}
    constexpr Set192(u64 a, u64 b, u64 c) : word{a, b, c} {}

    friend constexpr Set192 operator&(Set192 a, Set192 b) {
        return {a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]};
    }
    friend constexpr Set192 operator|(Set192 a, Set192 b) {
        return {a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]};
    }
    friend constexpr Set192 operator^(Set192 a, Set192 b) {
        return {a.word[0] ^ b.word[0], a.word[1] ^ b.word[1], a.word[2] ^ b.word[2]};
    }
    constexpr Set192 operator~() const { return {~word[0], ~word[1], ~word[2]}; }
    constexpr Set192& operator&=(Set192 b) { return *this = *this & b; }
    constexpr Set192& operator|=(Set192 b) { return *this = *this | b; }
    constexpr Set192& operator^=(Set192 b) { return *this = *this ^ b; }
    friend constexpr bool operator==(const Set192& a, const Set192& b) {
        return a.word[0] == b.word[0] && a.word[1] == b.word[1] && a.word[2] == b.word[2];
    }
    friend constexpr Set192 operator<<(Set192 a, int n) {
        if (n == 0) return a;
        if (n >= 128) return {0, 0, a.word[0] << (n - 128)};
        if (n == 64) return {0, a.word[0], a.word[1]};
        if (n > 64) return Set192{0, a.word[0], a.word[1]} << (n - 64);
        return {a.word[0] << n, (a.word[1] << n) | (a.word[0] >> (64 - n)),
                (a.word[2] << n) | (a.word[1] >> (64 - n))};
    }
    friend constexpr Set192 operator>>(Set192 a, int n) {
        if (n == 0) return a;
        if (n >= 128) return {a.word[2] >> (n - 128), 0, 0};
        if (n == 64) return {a.word[1], a.word[2], 0};
        if (n > 64) return Set192{a.word[1], a.word[2], 0} >> (n - 64);
        return {(a.word[0] >> n) | (a.word[1] << (64 - n)), (a.word[1] >> n) | (a.word[2] << (64 - n)),
                a.word[2] >> n};
    }
};

constexpr bool any(Set64 s) { return s != 0; }
constexpr bool any(Set128 s) { return s != 0; }
constexpr bool any(const Set192& s) { return (s.word[0] | s.word[1] | s.word[2]) != 0; }

constexpr int count(Set64 s) { return std::popcount(s); }
constexpr int count(Set128 s) { return std::popcount(u64(s)) + std::popcount(u64(s >> 64)); }
constexpr int count(const Set192& s) {
    return std::popcount(s.word[0]) + std::popcount(s.word[1]) + std::popcount(s.word[2]);
}

// Lowest and highest member; the set must not be empty.
constexpr int lowest(Set64 s) { return std::countr_zero(s); }
constexpr int lowest(Set128 s) { return u64(s) ? lowest(u64(s)) : 64 + lowest(u64(s >> 64)); }
constexpr int lowest(const Set192& s) {
    if (s.word[0]) return lowest(s.word[0]);
    return s.word[1] ? 64 + lowest(s.word[1]) : 128 + lowest(s.word[2]);
}
constexpr int highest(Set64 s) { return 63 - std::countl_zero(s); }
constexpr int highest(Set128 s) { return u64(s >> 64) ? 64 + highest(u64(s >> 64)) : highest(u64(s)); }
constexpr int highest(const Set192& s) {
    if (s.word[2]) return 128 + highest(s.word[2]);
    return s.word[1] ? 64 + highest(s.word[1]) : highest(s.word[0]);
}

template <class Set>
constexpr Set bit(int square) {
    return Set(1) << square;
}
template <class Set>
constexpr bool has(Set s, int square) {
    return any(s & bit<Set>(square));
}
constexpr Set64 without_lowest(Set64 s) { return s & (s - 1); }
constexpr Set128 without_lowest(Set128 s) { return s & (s - 1); }
constexpr Set192 without_lowest(const Set192& s) { return s ^ bit<Set192>(lowest(s)); }

// Takes the lowest member out and returns it.
template <class Set>
constexpr int pop(Set& s) {
    int square = lowest(s);
    s = without_lowest(s);
    return square;
}

constexpr u64 word_of(Set64 s, int i) { return i == 0 ? s : 0; }
constexpr u64 word_of(Set128 s, int i) { return i < 2 ? u64(s >> (64 * i)) : 0; }
constexpr u64 word_of(const Set192& s, int i) { return s.word[i]; }

template <class Set>
constexpr Set192 widen(Set s) {
    return {word_of(s, 0), word_of(s, 1), word_of(s, 2)};
}
template <class Set>
constexpr Set narrow(const Set192& s);
template <>
constexpr Set64 narrow<Set64>(const Set192& s) {
    return s.word[0];
}
template <>
constexpr Set128 narrow<Set128>(const Set192& s) {
    return (Set128(s.word[1]) << 64) | s.word[0];
}
template <>
constexpr Set192 narrow<Set192>(const Set192& s) {
    return s;
}

// A mixing step of good avalanche (the finaliser of MurmurHash3 with other constants).
constexpr u64 mix(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ (x >> 32);
}

}  // namespace crowned
