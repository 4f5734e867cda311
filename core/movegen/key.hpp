// A 64-bit key of a position inside one program, made for speed. What is kept outside is named by
// `board_key`.
#pragma once

#include "board/set.hpp"
#include "state/state.hpp"

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
    u64 rest = beside_pieces(s.turn, s.knobs, s.spin);
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

}  // namespace crowned
