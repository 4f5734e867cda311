// Features of boards with trapdoors: what stands on the doors and around them, and what the wheel may bring.
//
// The wheel comes between a threat and the answer to it. So it matters here, more than on a plain board, who
// is to move: half of the time he moves no piece, and what hangs stays hanging.
#pragma once

#include <algorithm>
#include <array>

#include "board/layout.hpp"
#include "search/compress.hpp"
#include "search/shape.hpp"

namespace crowned {

template <class State>
class DoorFeatures {
  public:
    using Set = typename State::Set;

    DoorFeatures(const Shape& shape, const RuleData& rules, const Ground<Set>& ground)
        : shape_(shape), r(rules), g(ground), sliders_(door_count(rules) / 2) {
        for (int door = 0; door < 2 * sliders_; ++door) {
            Set around{};
            along_lines([&]<int D>() { around |= g.template shift<D>(bit<Set>(square(door))); });
            around_[std::size_t(door)] = Around(around);
        }
    }

    // f(index, count) for every feature, seen by White.
    template <class F>
    void operator()(const State& s, F&& f) const {
        for (int i = 0; i < sliders_; ++i) slider(s, i, f);
        for (int door = 0; door < 2 * sliders_; ++door) surroundings(s, door, f);
        threats(s, f);
    }

  private:
    // f<D>() for the lines along which pieces go.
    template <class F>
    void along_lines(F&& f) const {
        if (r.all_squares) for_directions<orthogonals>(f);
        else for_directions<diagonals>(f);
    }

    // The squares next to a door as one ternary number, and as Black reads it. By what stands there: White's
    // pieces in the lower four bits, Black's in the upper.
    struct Around {
        Gatherer<Set> squares;
        u8 straight[256]{}, turned[256]{};

        Around() = default;
        explicit Around(Set set) : squares(set) {
            int unused = pattern_size;  // `ternary` turns eight digits, here are four or, at the edge, fewer
            for (int i = 0; i < count(set); ++i) unused /= 3;
            for (std::size_t all = 0; all < 256; ++all) {
                std::size_t white = all & 15, black = all >> 4;
                straight[all] = u8(ternary.straight[white] + 2 * ternary.straight[black]);
                turned[all] = u8((ternary.turned[black] + 2 * ternary.turned[white]) / unused);
            }
        }
        u32 operator()(const State& s) const { return squares(s.side[White]) | squares(s.side[Black]) << 4; }
    };

    int square(int door) const { return r.door[door / 2][door % 2 ? Right : Left]; }

    static int swapped(int piece) { return piece ? ((piece - 1) ^ 1) + 1 : 0; }
    static int piece(const State& s, int square) {
        Set here = bit<Set>(square);
        bool white = any(s.side[White] & here), black = any(s.side[Black] & here);
        return !white && !black ? 0 : (black ? 2 : 1) + (any(s.kings & here) ? 2 : 0);
    }

    // A slider's position with what stands on its two doors.
    template <class F>
    void slider(const State& s, int i, F&& f) const {
        int at = knob_at(s.knobs, i);
        int left = piece(s, r.door[i][Left]), right = piece(s, r.door[i][Right]);
        int turned_at = at == Middle ? int(Middle) : int(Left) + int(Right) - at;
        f(shape_.knob + i * knob_kinds + at * 25 + left * 5 + right, 1);
        f(shape_.knob + (sliders_ - 1 - i) * knob_kinds + turned_at * 25 + swapped(right) * 5 + swapped(left),
          -1);
    }

    // Open, one slide from open, or shut as long as the slider's other door is open; with what stands there.
    static int door_state(int at, int side, int on) {
        if (at == side) return 0;
        return at == Middle ? 1 + on : 6 + on;
    }

    // A door, the four squares next to it, and who is to move.
    template <class F>
    void surroundings(const State& s, int door, F&& f) const {
        const Around& around = around_[std::size_t(door)];
        int at = knob_at(s.knobs, door / 2), side = door % 2 ? Right : Left, on = piece(s, square(door));
        u32 pieces = around(s);
        auto index = [&](int turn, int which, int state, int squares) {
            return shape_.door + ((turn * 2 * sliders_ + which) * door_states + state) * 81 + squares;
        };
        f(index(s.turn, door, door_state(at, side, on), around.straight[pieces]), 1);
        f(index(1 - s.turn, 2 * sliders_ - 1 - door, door_state(at, side, swapped(on)),
                around.turned[pieces]),
          -1);
    }

    // What the side that waits could capture if it were to move: by men and kings, at their first jump.
    template <class F>
    void threats(const State& s, F&& f) const {
        Set mine = s.side[s.turn], victims = s.turn == White ? hanging<Black>(s) : hanging<White>(s);
        if (!any(victims)) return;
        int men = std::min(3, count(victims & ~s.kings)), kings = std::min(2, count(victims & s.kings));
        int own_kings = std::min(2, count(mine & s.kings));
        f(shape_.threat + (men * 3 + kings) * 3 + own_kings, s.turn == White ? 1 : -1);
    }

    template <Colour By>
    Set hanging(const State& s) const {
        Set empty = g.board & ~occupied(s), men = s.side[By] & ~s.kings, kings = s.side[By] & s.kings;
        Set victims{};
        along_lines([&]<int D>() {
            constexpr int seen_by_white = By == White ? D : opposite(D);
            Set behind = g.template shift<opposite(D)>(empty);
            if (r.man_captures & dir_bit(seen_by_white)) victims |= g.template shift<D>(men) & behind;
            Set reach = g.template shift<D>(kings);
            for (Set on = reach & empty; r.flying && any(on); on &= empty)
                on = g.template shift<D>(on), reach |= on;
            victims |= reach & behind;
        });
        return victims & s.side[1 - By];
    }

    const Shape& shape_;
    const RuleData& r;
    const Ground<Set>& g;
    const int sliders_;
    std::array<Around, 2 * most_knobs> around_{};
};

}  // namespace crowned
