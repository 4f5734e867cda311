// Moves kept for later: their ways in one block of bytes.
#pragma once

#include <cstring>

#include "position/kernel.hpp"

namespace crowned {

// A way that owns its squares: few enough to lie inside the object, or on the heap.
class OwnWay {
  public:
    explicit OwnWay(const Way& way) : size_(u16(way.size())), jumps_(u8(way.jumps)), flags_(way.flags) {
        if (is_far()) far_ = new u8[size_];
        std::memcpy(is_far() ? far_ : near_, way.squares, size_);
    }
    OwnWay(const OwnWay& other) : OwnWay(other.way()) {}
    OwnWay& operator=(const OwnWay&) = delete;
    ~OwnWay() {
        if (is_far()) delete[] far_;
    }

    Way way() const { return {squares(), jumps_, flags_}; }
    const u8* squares() const { return is_far() ? far_ : near_; }
    int size() const { return size_; }
    int jumps() const { return jumps_; }
    u8 flags() const { return flags_; }

    // Equal step by step; see Effect for ways that do the same.
    friend bool operator==(const OwnWay& a, const OwnWay& b) {
        return a.size_ == b.size_ && a.jumps_ == b.jumps_ && a.flags_ == b.flags_ &&
               std::memcmp(a.squares(), b.squares(), a.size_) == 0;
    }
    u64 hash() const {
        u64 h = flags_;
        for (int i = 0; i < size_; ++i) h = mix(h + squares()[i] + 1);
        return h;
    }

  private:
    static constexpr int inline_size = 20;
    bool is_far() const { return size_ > inline_size; }

    union {
        u8 near_[inline_size];
        u8* far_;
    };
    u16 size_;
    u8 jumps_;
    u8 flags_;
};

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
