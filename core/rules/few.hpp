// Short lists of plain values that lie inside a struct, and sets of directions.
#pragma once

#include "base/types.hpp"
#include "rules/words.hpp"

namespace crowned {

template <class T, int Most>
struct Few {
    using Item = T;
    static constexpr int most = Most;

    T items[Most]{};
    int count = 0;

    constexpr Few() = default;
    template <class... Given>
        requires(sizeof...(Given) > 0)
    constexpr Few(Given... given) : items{T(given)...}, count(int(sizeof...(Given))) {}

    // False if there is no room.
    constexpr bool add(T item) { return count < Most && (items[count++] = item, true); }
    constexpr int size() const { return count; }
    constexpr T operator[](int i) const { return items[i]; }
    constexpr const T* begin() const { return items; }
    constexpr const T* end() const { return items + count; }
    constexpr bool has(T wanted) const {
        for (T item : *this)
            if (item == wanted) return true;
        return false;
    }
};

CROWNED_WORDS(Direction, "ne", "nw", "sw", "se", "n", "w", "s", "e")

// A set of directions: bit d stands for direction d.
struct Directions {
    u32 bits = 0;

    constexpr explicit Directions(u32 set = 0) : bits(set) {}
    constexpr Directions& operator=(u32 set) { return bits = set, *this; }
    constexpr operator u32() const { return bits; }
};

}  // namespace crowned
