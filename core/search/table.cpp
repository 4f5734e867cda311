#include "search/table.hpp"

#include <algorithm>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace crowned {

namespace {

constexpr auto page = std::align_val_t(std::size_t(2) << 20);

constexpr u64 pack(const Found& e, u32 generation) {
    return u64(u16(e.score)) | u64(e.move) << 16 | u64(u8(e.depth + 1)) << 32 | u64(u8(e.bound)) << 40 |
           u64(generation) << 48;
}
constexpr int depth_in(u64 data) { return int(u8(data >> 32)) - 1; }
constexpr u32 generation_in(u64 data) { return u32(data >> 48); }

constexpr Found unpack(u64 data) {
    return {Score(std::int16_t(u16(data))), u16(data >> 16), depth_in(data), Bound(u8(data >> 40))};
}

}  // namespace

Table::Table(std::size_t mebibytes)
    : count_(std::max<std::size_t>(1, mebibytes * (std::size_t(1) << 20) / sizeof(Bucket))),
      buckets_(reserve(count_)) {}

// In large pages where the system has them: a probe goes anywhere, and finding its page would cost as much as
// fetching its line.
Table::Bucket* Table::reserve(std::size_t count) {
    std::size_t size = count * sizeof(Bucket);
    void* memory = ::operator new(size, page);
#ifdef MADV_HUGEPAGE
    if (size >= std::size_t(page)) madvise(memory, size, MADV_HUGEPAGE);
#endif
    auto* buckets = static_cast<Bucket*>(memory);
    std::uninitialized_default_construct_n(buckets, count);
    return buckets;
}

void Table::Release::operator()(Bucket* buckets) const { ::operator delete(buckets, page); }

bool Table::probe(u64 key, Found& out) const {
    u64 own = salted(key);
    for (const Entry& e : buckets_[index(key)].entry) {
        u64 data = e.data.load(std::memory_order_relaxed);
        if ((e.check.load(std::memory_order_relaxed) ^ data) != own || data == 0) continue;
        out = unpack(data);
        return true;
    }
    return false;
}

// The same position first; else the shallowest, where leftovers of earlier searches count as empty.
void Table::store(u64 key, const Found& entry) {
    u64 own = salted(key);
    Entry* victim = nullptr;
    int lowest_worth = 1 << 20;
    for (Entry& e : buckets_[index(key)].entry) {
        u64 data = e.data.load(std::memory_order_relaxed);
        if (data != 0 && (e.check.load(std::memory_order_relaxed) ^ data) == own) {
            victim = &e;
            break;
        }
        int worth = generation_in(data) == generation_ ? depth_in(data) : -2;
        if (worth < lowest_worth) lowest_worth = worth, victim = &e;
    }
    u64 data = pack(entry, generation_);
    victim->check.store(own ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
}

void Table::age(bool fresh) {
    if (++generation_ >= generations) {
        if (fresh) clear();
        generation_ = 1;
    }
    if (fresh) salt_ = mix(salt_ + 0x9e3779b97f4a7c15ull);
}

void Table::clear() {
    for (std::size_t i = 0; i < count_; ++i)
        for (Entry& e : buckets_[i].entry) {
            e.check.store(0, std::memory_order_relaxed);
            e.data.store(0, std::memory_order_relaxed);
        }
}

int Table::fill() const {
    std::size_t sample = std::min<std::size_t>(count_, 250), used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Entry& e : buckets_[i].entry)
            used += generation_in(e.data.load(std::memory_order_relaxed)) == generation_;
    return int(used * 1000 / (sample * ways));
}

}  // namespace crowned
