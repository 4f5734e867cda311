// The transposition table: shared by all threads without locks, of a size that never changes.
#pragma once

#include <atomic>
#include <memory>

#include "search/values.hpp"

namespace crowned {

enum class Bound : u8 { None, Upper, Lower, Exact };

struct Found {
    Score score;
    u16 move = 0;
    int depth = -1;
    Bound bound = Bound::None;
};

// An entry is two words; the first is the key xored with the second, so that a torn write never matches.
class Table {
  public:
    explicit Table(std::size_t mebibytes);

    void prefetch(u64 key) const { __builtin_prefetch(&buckets_[index(key)]); }
    bool probe(u64 key, Found& out) const;
    void store(u64 key, const Found& entry);

    // A new search; `fresh` makes everything stored before unfindable, as if the table were empty.
    void age(bool fresh);
    int fill() const;

  private:
    struct Entry {
        std::atomic<u64> check{0};
        std::atomic<u64> data{0};
    };
    static constexpr int ways = 4;
    struct alignas(64) Bucket {
        Entry entry[ways];
    };

    std::size_t index(u64 key) const { return std::size_t((u128(key) * count_) >> 64); }
    u64 salted(u64 key) const { return key ^ salt_; }
    void clear();
    static Bucket* reserve(std::size_t count);

    __extension__ typedef unsigned __int128 u128;
    struct Release {
        void operator()(Bucket* buckets) const;
    };
    std::size_t count_;
    std::unique_ptr<Bucket[], Release> buckets_;
    u64 salt_ = 0;
    u32 generation_ = 1;
    static constexpr u32 generations = 64;
};

}  // namespace crowned
