// What a tower holds, as its owner sees it.
#pragma once

#include "board/set.hpp"

namespace crowned {

struct Inside {
    int owner;    // whose stone is on top
    u64 foreign;  // captives, the stone on top being bit 0
    int run;    // so many stones from the top are the owner's: so often it can be captured before it changes
                // hands
    int freed;  // so many captives come free then
    bool freed_king;  // and a king would be on top of them
};

template <class Column>
Inside inside(const Column& c) {
    int owner = int(c.black & 1);
    u64 foreign = (owner ? ~u64(c.black) : u64(c.black)) & ((u64(1) << c.height) - 1);
    if (!foreign) return {owner, 0, c.height, 0, false};
    int run = lowest(foreign), freed = lowest(~(foreign >> run));
    return {owner, foreign, run, freed, bool(c.king >> run & 1)};
}

}  // namespace crowned
