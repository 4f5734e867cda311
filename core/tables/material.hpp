// Endgames are told apart by their material, seen by the side to move: a slice holds every position of one.
#pragma once

#include <array>

#include "base/types.hpp"

namespace crowned {

enum Part : int { Own = 0, Other = 1 };  // the side to move, and its opponent

struct Material {
    std::array<u8, 2> men{};
    std::array<u8, 2> kings{};

    // No side has more pieces than this in any slice.
    static constexpr int most = 8;
    static constexpr int codes = (most + 1) * (most + 1) * (most + 1) * (most + 1);

    int of(Part part) const { return men[part] + kings[part]; }
    int pieces() const { return of(Own) + of(Other); }
    bool small() const { return of(Own) <= most && of(Other) <= most; }
    int code() const {
        constexpr int base = most + 1;
        return ((men[Own] * base + kings[Own]) * base + men[Other]) * base + kings[Other];
    }

    // The same pieces with the other side to move.
    Material turned() const { return {{men[Other], men[Own]}, {kings[Other], kings[Own]}}; }

    friend bool operator==(const Material&, const Material&) = default;
};

}  // namespace crowned
