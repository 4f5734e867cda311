// Which moves other threads are searching right now, so that a thread may first do what nobody does yet.
//
// A hint and no lock: an entry overwritten or torn costs a move searched twice, never a wrong score.
#pragma once

#include <array>
#include <atomic>

#include "search/node.hpp"

namespace crowned {

class Busy {
  public:
    static constexpr int least_depth = 3;  // below, looking costs more than searching twice

    bool has(u64 key, u16 tag) const {
        u64 name = name_of(key, tag);
        for (const auto& slot : bucket(name))
            if (slot.load(std::memory_order_relaxed) == name) return true;
        return false;
    }
    void begin(u64 key, u16 tag) {
        u64 name = name_of(key, tag);
        for (auto& slot : bucket(name))
            if (slot.load(std::memory_order_relaxed) == 0) return slot.store(name, std::memory_order_relaxed);
    }
    void end(u64 key, u16 tag) {
        u64 name = name_of(key, tag);
        for (auto& slot : bucket(name))
            if (slot.load(std::memory_order_relaxed) == name) slot.store(0, std::memory_order_relaxed);
    }
    void clear() {
        for (auto& four : slots_)
            for (auto& slot : four) slot.store(0, std::memory_order_relaxed);
    }

  private:
    using Four = std::array<std::atomic<u64>, 4>;

    static u64 name_of(u64 key, u16 tag) { return key ^ u64(tag) * 0x9e3779b97f4a7c15ull; }
    const Four& bucket(u64 name) const { return slots_[name & (slots_.size() - 1)]; }
    Four& bucket(u64 name) { return slots_[name & (slots_.size() - 1)]; }

    std::array<Four, 2048> slots_{};
};

}  // namespace crowned
