#include "movegen/book.hpp"

namespace crowned {

void WayBook::add(const u8* path, const u8* victims, int jumps) {
    starts_.push_back(u32(bytes_.size()));
    bytes_.insert(bytes_.end(), path, path + jumps + 1);
    bytes_.insert(bytes_.end(), victims, victims + jumps);
}

void WayBook::clear() { bytes_.clear(), starts_.clear(); }

}  // namespace crowned
