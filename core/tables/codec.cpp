#include "tables/codec.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace crowned {

namespace {

constexpr u32 mixed = 3;
constexpr int lengths = 85;

// Every length up to 24, then steps of about a fifteenth, up to a whole block.
struct Runs {
    std::array<u16, 256> length{};
    std::array<u8, 256> result{};

    constexpr Runs() {
        int length_now = 1;
        for (int i = 0; i < lengths; ++i) {
            for (int r = 0; r < 3; ++r)
                length[std::size_t(3 * i + r)] = u16(length_now), result[std::size_t(3 * i + r)] = u8(r);
            length_now += i < 23 ? 1 : std::max(1, length_now / 15);
            length_now = std::min(length_now, int(block_size));
        }
        length[255] = u16(block_size), result[255] = 0;
    }
};

constexpr Runs runs;

// The code of the longest run of a result that is no longer than `most`.
int code_for(int most, int result) {
    int i = lengths - 1;
    while (i > 0 && runs.length[std::size_t(3 * i)] > most) --i;
    return 3 * i + result;
}

// Writes one block; results that nobody asks for continue what stands before them.
class BlockWriter {
  public:
    BlockWriter(const Results& results, u64 start, std::string& out)
        : results_(results),
          start_(start),
          size_(int(std::min(block_size, results.size() - start))),
          out_(out) {}

    void write() {
        for (int at = 0; at < size_;) at = write_run(at);
    }

    // The only result of the block, or `mixed`; a block nobody asks for is drawn.
    u32 common() const {
        u32 found = mixed;
        for (int i = 0; i < size_; ++i) {
            u32 r = u32(value(i));
            if (r == u32(Result::Any) || r == found) continue;
            if (found != mixed) return mixed;
            found = r;
        }
        return found == mixed ? u32(Result::Draw) : found;
    }

  private:
    Result value(int i) const { return results_[start_ + u64(i)]; }

    int write_run(int at) {
        Result here = Result::Any;
        int needed = at, end = at;
        for (; end < size_; ++end) {
            Result r = value(end);
            if (r == Result::Any) continue;
            if (here == Result::Any) here = r;
            if (r != here) break;
            needed = end + 1;
        }
        if (here == Result::Any) here = Result::Draw;
        if (end == size_) end = int(block_size);
        return emit(at, needed, end, int(here));
    }

    // As few bytes as possible, ending anywhere between what is needed and what is allowed.
    int emit(int at, int needed, int end, int result) {
        do {
            int code = code_for(end - at, result);
            out_ += char(code);
            at += runs.length[std::size_t(code)];
        } while (at < needed);
        return at;
    }

    const Results& results_;
    u64 start_;
    int size_;
    std::string& out_;
};

u64 block_count(u64 results) { return (results + block_size - 1) / block_size; }

}  // namespace

std::string pack(const Results& results) {
    std::string index, data;
    for (u64 start = 0; start < results.size(); start += block_size) {
        BlockWriter block(results, start, data);
        u32 common = block.common(), entry = u32(data.size()) << 2 | common;
        if (data.size() >= (1u << 30)) throw std::length_error("a packed slice is too large");
        if (common == mixed) block.write();
        for (int byte = 0; byte < 4; ++byte) index += char(entry >> (8 * byte));
    }
    return index + data;
}

Packed::Packed(const u8* bytes, std::size_t size, u64 results) : bytes_(bytes), results_(results) {
    u64 blocks = block_count(results);
    if (size < 4 * blocks) throw std::invalid_argument("the packed results are cut off");
    runs_ = bytes + 4 * blocks;
    std::size_t data = size - 4 * std::size_t(blocks);
    // Every mixed block must have runs enough before the bytes end; then no look-up leaves them.
    for (u64 block = 0; block < blocks; ++block) {
        if ((entry(block) & 3) != mixed) continue;
        u64 needed = std::min(block_size, results - block * block_size), reached = 0;
        for (std::size_t at = entry(block) >> 2; reached < needed; ++at) {
            if (at >= data) throw std::invalid_argument("the packed results are damaged");
            reached += runs.length[runs_[at]];
        }
    }
}

u32 Packed::entry(u64 block) const {
    const u8* at = bytes_ + 4 * block;
    return u32(at[0]) | u32(at[1]) << 8 | u32(at[2]) << 16 | u32(at[3]) << 24;
}

Result Packed::operator[](u64 i) const {
    u32 e = entry(i / block_size);
    if ((e & 3) != mixed) return Result(e & 3);
    const u8* run = runs_ + (e >> 2);
    int left = int(i % block_size);
    while ((left -= runs.length[*run]) >= 0) ++run;
    return Result(runs.result[*run]);
}

Results Packed::unpacked() const {
    Results out(results_);
    for (u64 start = 0; start < results_; start += block_size) {
        u32 e = entry(start / block_size);
        u64 size = std::min(block_size, results_ - start);
        const u8* run = runs_ + (e >> 2);
        for (u64 i = 0, left = 0; i < size; ++i) {
            if ((e & 3) != mixed) {
                out.set(start + i, Result(e & 3));
                continue;
            }
            if (left == 0) left = runs.length[*run++];
            out.set(start + i, Result(runs.result[run[-1]]));
            --left;
        }
    }
    return out;
}

}  // namespace crowned
