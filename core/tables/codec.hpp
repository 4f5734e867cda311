// Results packed: runs of equal results, in blocks that can be read on their own.
//
// A packed slice is a table of 32-bit block entries, then the runs. The two low bits of an entry are the
// result that a whole block has, or `mixed`; the others are where its runs begin. A run is a byte: which of
// three results, and which of 85 lengths.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/types.hpp"

namespace crowned {

enum class Result : u8 { Draw = 0, Win = 1, Loss = 2, Any = 3 };  // Any: nobody asks, or no position

constexpr Result turned(Result r) {
    return r == Result::Win ? Result::Loss : r == Result::Loss ? Result::Win : r;
}

// Two bits for each result.
class Results {
  public:
    Results() = default;
    explicit Results(u64 size) : size_(size), bytes_(std::size_t((size + 3) / 4)) {}

    u64 size() const { return size_; }
    Result operator[](u64 i) const { return Result((bytes_[std::size_t(i / 4)] >> (2 * (i % 4))) & 3); }
    // Neighbours share a byte: threads must keep to ranges that begin with a multiple of four.
    void set(u64 i, Result r) {
        u8& byte = bytes_[std::size_t(i / 4)];
        byte = u8((byte & ~(3 << (2 * (i % 4)))) | (int(r) << (2 * (i % 4))));
    }

  private:
    u64 size_ = 0;
    std::vector<u8> bytes_;
};

constexpr u64 block_size = 256;  // a look-up walks over half a block on the average

std::string pack(const Results& results);

// A packed slice where it lies; it reads nothing outside of its bytes, whatever they say.
class Packed {
  public:
    Packed() = default;
    // Throws std::invalid_argument if the bytes are no packed slice of that many results.
    Packed(const u8* bytes, std::size_t size, u64 results);

    explicit operator bool() const { return bytes_ != nullptr; }
    Result operator[](u64 i) const;
    Results unpacked() const;

  private:
    u32 entry(u64 block) const;

    const u8* bytes_ = nullptr;
    const u8* runs_ = nullptr;
    u64 results_ = 0;
};

}  // namespace crowned
