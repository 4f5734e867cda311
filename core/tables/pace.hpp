// How long a look-up takes: measured here, because a call from Python costs more than the look-up itself.
#pragma once

#include <ctime>
#include <vector>

#include "tables/index.hpp"
#include "tables/oracle.hpp"

namespace crowned {

// Positions of a slice in no order, as a search meets them.
template <class IndexT>
std::vector<typename IndexT::State> scattered(const IndexT& index, const Material& m, int times) {
    std::vector<typename IndexT::State> out;
    Cursor<IndexT> cursor(index, m);
    u64 size = index.size(m), number = 0;
    for (int tries = 0; int(out.size()) < times && tries < 100 * times; ++tries) {
        number = (number + 0x9e3779b97f4a7c15ull % size) % size;
        if (cursor.go(number)) out.push_back(cursor.state());
    }
    return out;
}

// Seconds of the processor for a look-up; the second round counts, when the slice is in memory.
template <class IndexT, class Ask>
double pace(const IndexT& index, const Ask& oracle, const Material& m, int times) {
    auto positions = scattered(index, m, times);
    double seconds = 0;
    volatile int sum = 0;
    for (int round = 0; round < 2; ++round) {
        std::clock_t start = std::clock();
        for (const auto& s : positions) sum = sum + int(oracle.ask(s, 0).result);
        seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    }
    return positions.empty() ? 0 : seconds / double(positions.size());
}

}  // namespace crowned
