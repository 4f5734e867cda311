// Squares of a mask gathered into a small number, and its digits read in base three.
#pragma once

#include <array>

#include "board/set.hpp"

namespace crowned {

constexpr u32 gather(u64 word, u64 mask) {
#ifdef __BMI2__
    // The compilers' own name of the instruction: the header of all of them takes a second of every unit.
    if (!__builtin_is_constant_evaluated()) return u32(__builtin_ia32_pext_di(word, mask));
#endif
    u32 out = 0;
    for (int at = 0; mask; mask &= mask - 1, ++at) out |= u32((word >> lowest(mask)) & 1) << at;
    return out;
}

// A mask cut into words, with the place where each word's squares begin.
template <class Set>
struct Gatherer {
    static constexpr int words = int(sizeof(Set) / 8);
    u64 mask[words]{};
    u8 start[words]{};

    Gatherer() = default;
    explicit Gatherer(Set squares) {
        int at = 0;
        for (int i = 0; i < words; ++i) {
            mask[i] = word_of(squares, i), start[i] = u8(at);
            at += std::popcount(mask[i]);
        }
    }
    u32 operator()(const Set& s) const {
        u32 out = gather(word_of(s, 0), mask[0]);
        for (int i = 1; i < words; ++i) out |= gather(word_of(s, i), mask[i]) << start[i];
        return out;
    }
};

// Eight squares as ternary digits; `turned` reads them from the other end.
struct Ternary {
    std::array<u16, 256> straight{}, turned{};

    constexpr Ternary() {
        for (int bits = 0; bits < 256; ++bits) {
            int up = 0, down = 0, power = 1, mirror = 2187;
            for (int i = 0; i < 8; ++i, power *= 3, mirror /= 3)
                if (bits >> i & 1) up += power, down += mirror;
            straight[std::size_t(bits)] = u16(up), turned[std::size_t(bits)] = u16(down);
        }
    }
};
inline constexpr Ternary ternary{};

}  // namespace crowned
