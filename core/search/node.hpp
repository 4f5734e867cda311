// Names for positions and moves inside a search: a 64-bit key, a 16-bit tag.
#pragma once

#include <cstring>

#include "movegen/step.hpp"

namespace crowned {

__extension__ typedef unsigned __int128 wide_product;

// Both halves of a product: the mixing step of the wyhash family.
inline u64 fold_product(u64 a, u64 b) {
    wide_product p = wide_product(a) * b;
    return u64(p) ^ u64(p >> 64);
}

template <class Set>
inline u64 folded(const Set& s) {
    if constexpr (sizeof(Set) == 8) return word_of(s, 0);
    else if constexpr (sizeof(Set) == 16)
        return fold_product(word_of(s, 0) ^ 0x8bb84b93962eacc9ull, word_of(s, 1) ^ 0x4b33a62ed433d4a3ull);
    else
        return fold_product(word_of(s, 0) ^ 0x8bb84b93962eacc9ull, word_of(s, 1) ^ 0x4b33a62ed433d4a3ull) +
               fold_product(word_of(s, 2) ^ 0x4d5a2da51de1aa47ull, 0xa0761d6478bd642full);
}

template <class State>
u64 key_of(const State& s) {
    u64 rest = u64(s.turn) | u64(s.knobs) << 8 | u64(s.spin) << 16;
    u64 key = fold_product(folded(s.side[White]) ^ 0xa0761d6478bd642full,
                           folded(s.side[Black]) ^ 0xe7037ed1a0b428dbull) ^
              fold_product(folded(s.kings) ^ 0x8ebc6af09c88c6e3ull, rest ^ 0x589965cc75374cc3ull);
    if constexpr (State::tower)
        for (auto all = occupied(s); any(all);) {
            int at = pop(all);
            const auto& c = s.column[at];
            if (c.height > 1)
                key += fold_product(
                    (u64(c.black) + u64(c.height) * 0x9e3779b97f4a7c15ull) ^ 0x1d8e4e27c47d124full,
                    (u64(c.king) + u64(at + 1) * 0xbf58476d1ce4e5b9ull) ^ 0xeb44accab455d165ull);
        }
    return fold_product(key ^ 0x9e3779b97f4a7c15ull, 0xd6e8feb86659fd93ull);
}

// The position as it counts for repetitions: before the wheel is spun.
template <class State>
u64 place_key(State s) {
    s.spin = NoSpin;
    return key_of(s);
}

// Moves of one position nearly always differ in their tags; 0 is no move.
template <class Step>
u16 tag_of(const Step& step) {
    u32 tag = u32(step.from) << 8 | step.to;
    if (step.flags & IsSlide) tag ^= 0xf0f0;
    if (step.jumps) {
        u64 h = fold_product(folded(step.captured) ^ 0x2127599bf4325c37ull, tag ^ 0x880355f21e6d1965ull);
        if constexpr (requires { step.victims; })
            for (int i = 0; i < step.jumps; ++i) h = fold_product(h ^ step.victims[i], 0xd6e8feb86659fd93ull);
        tag = u32(h);
    }
    return u16(tag) ? u16(tag) : u16(1);
}

template <class Step>
bool same_step(const Step& a, const Step& b) {
    if (a.from != b.from || a.to != b.to || a.flags != b.flags || a.jumps != b.jumps ||
        !(a.captured == b.captured))
        return false;
    if constexpr (requires { a.victims; }) return std::memcmp(a.victims, b.victims, a.jumps) == 0;
    return true;
}

template <class State>
void lift_piece(State& s, int square) {
    auto kept = ~bit<typename State::Set>(square);
    s.side[White] &= kept, s.side[Black] &= kept, s.kings &= kept;
    if constexpr (State::tower) s.column[square] = {};
}

}  // namespace crowned
