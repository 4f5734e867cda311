// The small numbers of a search, each of its own type: one given for another does not compile.
#pragma once

namespace crowned {

template <class Kind>
class Measure {
  public:
    constexpr explicit Measure(int value = 0) : value_(value) {}
    constexpr operator int() const { return value_; }

    constexpr Measure operator-() const { return Measure(-value_); }
    friend constexpr Measure operator+(Measure a, int by) { return Measure(a.value_ + by); }
    friend constexpr Measure operator-(Measure a, int by) { return Measure(a.value_ - by); }
    constexpr Measure& operator++() { return ++value_, *this; }
    constexpr Measure& operator--() { return --value_, *this; }

  private:
    int value_;
};

using Depth = Measure<struct DepthKind>;  // plies still to be searched
using Ply = Measure<struct PlyKind>;      // plies from the root
using Quiet = Measure<struct QuietKind>;  // plies since the last progress
using Rest = Measure<struct RestKind>;    // captures that are still followed where the depth has ended
using Score = Measure<struct ScoreKind>;  // of a position, for the side to move; see values.hpp

constexpr Quiet counted_on(Quiet quiet, bool progress) { return progress ? Quiet(0) : quiet + 1; }

}  // namespace crowned
