// A small network beside the patterns: it sees kings and men together, and pieces that stand far apart.
//
// One hidden layer over (piece, square), seen by the side to move, with its own numbers for each stage of the
// game. It is summed anew for every position: a handful of rows of 64 numbers, each four registers wide, cost
// less than carrying sums through the tree would. Whole numbers only, so every processor finds the same.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "board/layout.hpp"
#include "search/shape.hpp"
#include "search/tower.hpp"
#include "search/values.hpp"

namespace crowned {

constexpr int net_hidden = 64;
constexpr int net_stages = 8;
constexpr int net_one = 256;          // what 1.0 is in the hidden layer
constexpr int net_output_scale = 16;  // parts of a score in the output layer

template <class StateT>
class Net {
  public:
    using State = StateT;
    using Set = typename State::Set;

    Net(const Shape& shape, const RuleData& rules, const Ground<Set>& ground)
        : full_(shape.full), sliders_(door_count(rules) / 2) {
        if (!shape.turns) return;
        for (Cell cell : rules.cells())
            if (ground.playable(cell)) place_[White][ground.square_of(cell)] = u8(squares_++);
        for (Set rest = ground.board; any(rest);) {
            int at = pop(rest);
            place_[Black][at] = u8(squares_ - 1 - place_[White][at]);
        }
        inputs_ = kinds * squares_ + 3 * sliders_;
    }

    // Numbers of a whole network: rows of inputs, the start of the sums, the output's weights, its start.
    int size() const { return inputs_ ? net_stages * ((inputs_ + 2) * net_hidden + 2) : 0; }
    bool ready() const { return !rows_.empty(); }

    void load(const std::int16_t* numbers) {
        rows_.assign(std::size_t(net_stages * (inputs_ + 1) * blocks), Lanes{});
        outputs_.assign(std::size_t(net_stages * blocks), Lanes{});
        for (int stage = 0; stage < net_stages; ++stage) {
            std::size_t wide = std::size_t((inputs_ + 1) * net_hidden);
            std::memcpy(&rows_[row(stage, 0)], numbers, wide * 2), numbers += wide;
            std::memcpy(&outputs_[std::size_t(stage * blocks)], numbers, net_hidden * 2);
            numbers += net_hidden;
            start_[stage] = numbers[0] * net_one, numbers += 2;
        }
    }
    void clear() { rows_.clear(); }

    // For the side to move, to be added to what the patterns say.
    Score operator()(const State& s) const {
        const int at = stage(s);
        const Lanes* rows = &rows_[row(at, 0)];
        Lanes sum[blocks];
        for (int i = 0; i < blocks; ++i) sum[i] = rows[inputs_ * blocks + i];
        each_input(s, [&](int input) {
            for (int i = 0; i < blocks; ++i) sum[i] += rows[input * blocks + i];
        });
        return Score((dot(sum, &outputs_[std::size_t(at * blocks)]) + start_[at]) /
                     (net_one * net_output_scale));
    }

    // f(input) for everything on the board.
    template <class F>
    void each_input(const State& s, F&& f) const {
        const u8* place = place_[s.turn];
        const Set own = s.side[s.turn], other = s.side[1 - s.turn];
        for (Set rest = own & ~s.kings; any(rest);) f(place[pop(rest)]);
        for (Set rest = other & ~s.kings; any(rest);) f(squares_ + place[pop(rest)]);
        for (Set rest = own & s.kings; any(rest);) f(2 * squares_ + place[pop(rest)]);
        for (Set rest = other & s.kings; any(rest);) f(3 * squares_ + place[pop(rest)]);
        if constexpr (State::tower) towers(s, f);
        else if (sliders_) knobs(s, f);
    }

    // Men alone are judged apart from boards with kings, many pieces apart from few.
    int stage(const State& s) const {
        int pieces = count(occupied(s)) * 24;
        if (!any(s.kings))
            return pieces >= 20 * full_ ? 0 : pieces >= 15 * full_ ? 1 : pieces >= 10 * full_ ? 2 : 3;
        return pieces >= 14 * full_ ? 4 : pieces >= 10 * full_ ? 5 : pieces >= 7 * full_ ? 6 : 7;
    }

  private:
    typedef std::int16_t Lanes __attribute__((vector_size(32)));
    static constexpr int blocks = net_hidden * 2 / int(sizeof(Lanes));
    static constexpr int tower_inputs = 6;  // for each owner
    static constexpr int kinds = 4 + (State::tower ? 2 * tower_inputs : 0);

    std::size_t row(int stage, int input) const {
        return std::size_t((stage * (inputs_ + 1) + input) * blocks);
    }

    static int dot(const Lanes* sum, const Lanes* weights) {
        alignas(32) std::int16_t level[net_hidden], weight[net_hidden];
        for (int i = 0; i < blocks; ++i) {
            Lanes positive = sum[i] & (sum[i] > 0);
            Lanes beyond = positive > net_one;
            Lanes clipped = (positive & ~beyond) | (beyond & net_one);
            std::memcpy(level + i * 16, &clipped, sizeof clipped);
        }
        std::memcpy(weight, weights, sizeof weight);
        int total = 0;
        for (int i = 0; i < net_hidden; ++i) total += level[i] * weight[i];
        return total;
    }

    // How long a tower stays its owner's, and what the capture after that would set free.
    template <class F>
    void towers(const State& s, F&& f) const {
        for (Set rest = occupied(s); any(rest);) {
            int at = pop(rest);
            const auto& c = s.column[at];
            if (c.height < 2) continue;
            const Inside in = inside(c);
            int base = (4 + (in.owner == s.turn ? 0 : tower_inputs)) * squares_ + place_[s.turn][at];
            if (in.run > 1) f(base + (in.run > 2 ? squares_ : 0));
            if (in.freed) f(base + (1 + std::min(in.freed, 3)) * squares_);
            if (in.freed_king) f(base + 5 * squares_);
        }
    }

    template <class F>
    void knobs(const State& s, F&& f) const {
        for (int i = 0; i < sliders_; ++i) {
            int at = knob_at(s.knobs, i);
            int turned = at == Middle ? int(Middle) : int(Left) + int(Right) - at;
            f(kinds * squares_ + (s.turn == White ? i * 3 + at : (sliders_ - 1 - i) * 3 + turned));
        }
    }

    const int full_, sliders_;
    int squares_ = 0, inputs_ = 0;
    u8 place_[2][max_bits]{};
    std::vector<Lanes> rows_, outputs_;
    int start_[net_stages]{};
};

}  // namespace crowned
