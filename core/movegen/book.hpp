// The ways of captures, beside a list of moves that tells only how they end.
#pragma once

#include <vector>

#include "movegen/way.hpp"

namespace crowned {

class WayBook {
  public:
    void add(const u8* path, const u8* victims, int jumps);
    void clear();

    // The squares of the i-th capture, as a `Way` has them.
    const u8* squares(int i) const { return bytes_.data() + starts_[std::size_t(i)]; }

  private:
    std::vector<u8> bytes_;
    std::vector<u32> starts_;
};

}  // namespace crowned
