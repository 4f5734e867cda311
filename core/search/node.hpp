// Names for moves inside a search: a 16-bit tag.
#pragma once

#include "movegen/key.hpp"
#include "movegen/step.hpp"

namespace crowned {

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

}  // namespace crowned
