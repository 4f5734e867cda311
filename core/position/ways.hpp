// Moves kept for later: their ways in one block of bytes.
#pragma once

#include "position/kernel.hpp"

namespace crowned {

class Ways final : public Receiver {
  public:
    void take(const Way& way) override {
        kept_.push_back({u32(bytes_.size()), way.jumps, way.flags});
        bytes_.insert(bytes_.end(), way.squares, way.squares + way.size());
    }
    void clear() { bytes_.clear(), kept_.clear(); }
    int size() const { return int(kept_.size()); }
    Way operator[](int i) const {
        const Kept& k = kept_[std::size_t(i)];
        return {bytes_.data() + k.start, k.jumps, k.flags};
    }
    void hand_over(Receiver& receiver) const {
        for (int i = 0; i < size(); ++i) receiver.take((*this)[i]);
    }

  private:
    struct Kept {
        u32 start;
        int jumps;
        u8 flags;
    };
    std::vector<u8> bytes_;
    std::vector<Kept> kept_;
};

}  // namespace crowned
