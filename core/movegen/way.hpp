// A move with every square it touches, as the outside knows it.
#pragma once

#include "base/types.hpp"
#include "movegen/step.hpp"

namespace crowned {

// A move with the way it takes: jumps + 1 squares, then as many victims. A slide holds slider and position.
struct Way {
    const u8* squares;
    int jumps;
    u8 flags;

    int size() const { return flags & IsSlide ? 2 : (jumps ? 2 * jumps + 1 : 2); }
    // On how many squares the piece stands, its start included.
    int stops() const { return flags & IsSlide ? 0 : (jumps ? jumps + 1 : 2); }
};

// Receives the moves of a position, one by one.
class Receiver {
  public:
    virtual void take(const Way& way) = 0;

  protected:
    ~Receiver() = default;
};

}  // namespace crowned
