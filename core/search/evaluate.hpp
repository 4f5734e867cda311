// The evaluation of a position: weights of features, summed. Learned and hand-set weights alike.
//
// `features` names every feature with its count, for training. `white_score` sums the same, faster: a man's
// worth on his square is folded into the patterns, so men are never looked at one by one.
#pragma once

#include <algorithm>
#include <vector>

#include "board/layout.hpp"
#include "search/compress.hpp"
#include "search/doors.hpp"
#include "search/net.hpp"
#include "search/shape.hpp"
#include "search/tower.hpp"
#include "search/values.hpp"

namespace crowned {

template <class StateT>
class Evaluator {
  public:
    using State = StateT;
    using Set = typename State::Set;

    Evaluator(const RuleData& rules, const Ground<Set>& ground)
        : shape(rules),
          r(rules),
          g(ground),
          doors_(shape, r, g),
          net_(shape, r, g),
          usual_ways_(rules.usual_ways()) {
        for (Cell cell : r.cells()) add_cell(cell);
        for (const Pattern& p : shape.patterns())
            blocks_.push_back({squares(p.cells), squares(p.twin), p.base});
        find_homes();
        load(hand_set(shape, rules));
    }

    const Shape shape;

    // Weights of the features, and perhaps those of the network after them.
    void load(std::vector<Weight> weights) {
        raw_ = std::move(weights);
        std::size_t plain = std::size_t(shape.size());
        if (raw_.size() > plain) net_.load(&raw_[plain].many);
        else net_.clear();
        folded_.assign(raw_.begin(), raw_.begin() + shape.size());
        for (Weight& w : folded_) fold_limit(w);
        for (std::size_t i = 0; i < homes_.size(); ++i)
            fold(homes_[i], raw_[std::size_t(shape.man_square) + i]);
    }
    const std::vector<Weight>& weights() const { return raw_; }

    // The score seen by the side to move.
    Score operator()(const State& s) const {
        Score score = white_score(s);
        if (s.turn == Black) score = -score;
        if (!net_.ready()) return score;
        return std::clamp(score + net_(s), -largest_estimate, largest_estimate);
    }
    const Net<State>& net() const { return net_; }

    Score white_score(const State& s) const {
        Sum sum = patterns(s);
        if (loose_men_)
            each_loose_man(s, [&](int index, int sign) { sum.add(folded_[std::size_t(index)], sign); });
        others(s, [&](int index, int times) { sum.add(folded_[std::size_t(index)], times); });
        return total(sum, phase(s));
    }

    // f(index, count) for every feature, seen by White; `phase` says how much of each is "many".
    template <class F>
    void features(const State& s, F&& f) const {
        for (const Block& b : blocks_) f(b.base + straight(s, b), 1), f(b.base + turned(s, b), -1);
        each_man(s, f);
        others(s, f);
    }

    // 256 with all pieces on the board, 0 with none.
    int phase(const State& s) const { return std::min(256, stones(s) * 256 / shape.full); }

    int men_moves(const State& s, Colour c) const {
        Set empty = g.board & ~occupied(s);
        return c == White ? man_moves<White>(s, empty) : man_moves<Black>(s, empty);
    }

  private:
    struct Block {
        Gatherer<Set> here, twin;
        int base;
    };
    struct Home {
        int block = -1;
        int digit = 0;
    };
    struct Sum {
        int many = 0, few = 0;
        void add(Weight w, int times) { many += w.many * times, few += w.few * times; }
    };

    const RuleData& r;
    const Ground<Set>& g;
    const DoorFeatures<State> doors_;
    Net<State> net_;
    const bool usual_ways_;
    std::vector<Block> blocks_;
    std::vector<Home> homes_;  // by cell: the pattern that carries a man's worth there
    std::vector<Weight> raw_, folded_;
    Cell cell_of_[max_bits]{};
    bool loose_men_ = false;  // some square lies in no pattern

    void add_cell(Cell cell) {
        if (g.playable(cell)) cell_of_[g.square_of(cell)] = cell;
    }
    Gatherer<Set> squares(const std::vector<Cell>& cells) const {
        Set set{};
        for (Cell cell : cells) set |= g.at(cell);
        return Gatherer<Set>(set);
    }

    // White's man on a cell is found in a block, Black's on the turned cell in its twin: one home for both.
    void find_homes() {
        homes_.assign(std::size_t(r.files * r.ranks), {});
        for (int i = int(shape.patterns().size()) - 1; i >= 0; --i)
            for (int digit = 0; digit < pattern_squares; ++digit) {
                const Pattern& p = shape.patterns()[std::size_t(i)];
                homes_[std::size_t(p.cells[std::size_t(digit)])] = {i, digit};
            }
        for (Cell cell : r.cells())
            if (homes_[std::size_t(cell)].block < 0 && g.playable(cell)) adopt_or_leave(cell);
    }

    // A cell that lies only in twins: its turned cell's home serves, read with the other colour.
    void adopt_or_leave(Cell cell) {
        Home twin = homes_[std::size_t(shape.turned_cell(cell))];
        if (twin.block >= 0) homes_[std::size_t(cell)] = {-2 - twin.block, twin.digit};
        else loose_men_ = true;
    }

    static void fold_limit(Weight& w) {
        w.many = std::clamp<std::int16_t>(w.many, -16000, 16000),
        w.few = std::clamp<std::int16_t>(w.few, -16000, 16000);
    }

    void fold(Home home, Weight worth) {
        if (home.block == -1) return;
        int block = home.block >= 0 ? home.block : -2 - home.block;
        // White's digit is 1, Black's 2; a home in a twin reads Black's men, whose worth counts against
        // White.
        int digit_value = home.block >= 0 ? 1 : 2, sign = home.block >= 0 ? 1 : -1;
        int power = 1;
        for (int i = 0; i < home.digit; ++i) power *= 3;
        Weight* table = folded_.data() + blocks_[std::size_t(block)].base;
        for (int index = 0; index < pattern_size; ++index)
            if (index / power % 3 == digit_value) add_to(table[index], worth, sign);
    }
    static void add_to(Weight& w, Weight by, int sign) {
        w.many = std::int16_t(std::clamp(w.many + sign * by.many, -32767, 32767));
        w.few = std::int16_t(std::clamp(w.few + sign * by.few, -32767, 32767));
    }

    int straight(const State& s, const Block& b) const {
        Set men[2] = {s.side[White] & ~s.kings, s.side[Black] & ~s.kings};
        return ternary.straight[b.here(men[White])] + 2 * ternary.straight[b.here(men[Black])];
    }
    int turned(const State& s, const Block& b) const {
        Set men[2] = {s.side[White] & ~s.kings, s.side[Black] & ~s.kings};
        return ternary.turned[b.twin(men[Black])] + 2 * ternary.turned[b.twin(men[White])];
    }

    Sum patterns(const State& s) const {
        Sum sum;
        for (const Block& b : blocks_) {
            const Weight* table = folded_.data() + b.base;
            Weight plus = table[straight(s, b)], minus = table[turned(s, b)];
            sum.many += plus.many - minus.many;
            sum.few += plus.few - minus.few;
        }
        return sum;
    }

    template <class F>
    void each_man(const State& s, F&& f) const {
        for (Set men = s.side[White] & ~s.kings; any(men);) f(shape.man_on(cell_of_[pop(men)]), 1);
        for (Set men = s.side[Black] & ~s.kings; any(men);)
            f(shape.man_on(shape.turned_cell(cell_of_[pop(men)])), -1);
    }
    template <class F>
    void each_loose_man(const State& s, F&& f) const {
        each_man(s, [&](int index, int sign) {
            if (homes_[std::size_t(index - shape.man_square)].block == -1) f(index, sign);
        });
    }

    // Everything but men on squares.
    template <class F>
    void others(const State& s, F&& f) const {
        f(shape.tempo, s.turn == White ? 1 : -1);
        Set empty = g.board & ~occupied(s);
        f(shape.man_mobility, man_moves<White>(s, empty) - man_moves<Black>(s, empty));
        if (any(s.kings)) kings(s, empty, f);
        int white_men = count(s.side[White] & ~s.kings), black_men = count(s.side[Black] & ~s.kings);
        if (white_men < men_kinds && black_men < men_kinds) signature(s, white_men, black_men, f);
        if constexpr (State::tower) towers(s, f);
        else if (r.doors) doors_(s, f);
    }

    template <Colour C>
    int man_moves(const State& s, Set empty) const {
        Set men = s.side[C] & ~s.kings;
        int n = 0;
        if (!usual_ways_)
            return free_moves(men, C == White ? r.man_steps : crowned::turned(r.man_steps), empty);
        auto step = [&]<int D>() { n += count(g.template shift<D>(men) & empty); };
        if (r.all_squares) for_directions<dir_bit(C == White ? N : S)>(step);
        else for_directions<C == White ? dir_bit(NE) | dir_bit(NW) : dir_bit(SW) | dir_bit(SE)>(step);
        return n;
    }

    int free_moves(Set men, u32 dirs, Set empty) const {
        int n = 0;
        for_directions<diagonals | orthogonals>([&]<int D>() {
            if (dirs & dir_bit(D)) n += count(g.template shift<D>(men) & empty);
        });
        return n;
    }

    template <class F>
    void kings(const State& s, Set empty, F&& f) const {
        int moves = 0;
        for (Set rest = s.side[White] & s.kings; any(rest);) {
            int at = pop(rest);
            f(shape.king_on(cell_of_[at]), 1);
            moves += king_moves(at, empty);
        }
        for (Set rest = s.side[Black] & s.kings; any(rest);) {
            int at = pop(rest);
            f(shape.king_on(shape.turned_cell(cell_of_[at])), -1);
            moves -= king_moves(at, empty);
        }
        f(shape.king_mobility, moves);
    }

    // Directions with an empty square next to it: cheap, and what matters for being locked in.
    int king_moves(int at, Set empty) const {
        int n = 0;
        if (!usual_ways_) return free_moves(bit<Set>(at), r.king_steps, empty);
        auto step = [&]<int D>() { n += any(g.template shift<D>(bit<Set>(at)) & empty); };
        if (r.all_squares) for_directions<orthogonals>(step);
        else for_directions<diagonals>(step);
        return n;
    }

    template <class F>
    void signature(const State& s, int white_men, int black_men, F&& f) const {
        int white = white_men * king_kinds + std::min(count(s.side[White] & s.kings), king_kinds - 1);
        int black = black_men * king_kinds + std::min(count(s.side[Black] & s.kings), king_kinds - 1);
        constexpr int kinds = men_kinds * king_kinds;
        if (white > black) f(shape.signature + white * kinds + black, 1);
        if (black > white) f(shape.signature + black * kinds + white, -1);
    }

    template <class F>
    void towers(const State& s, F&& f) const {
        for (Set rest = occupied(s); any(rest);) {
            const auto& c = s.column[pop(rest)];
            if (c.height < 2) continue;
            const Inside in = inside(c);
            const int sign = in.owner == White ? 1 : -1;
            f(shape.tower + tower_kind(in, c.king & 1), sign);
            int held_kings = std::popcount(in.foreign & c.king), held = std::popcount(in.foreign);
            if (held > held_kings) f(shape.captive, sign * (held - held_kings));
            if (held_kings) f(shape.captive + 1, sign * held_kings);
        }
    }

    // How long the owner's stones last, how many stones the capture after them would free, and kings among
    // both.
    static int tower_kind(const Inside& in, bool top_king) {
        return (std::min(in.run, 4) - 1) * 16 + std::min(3, in.freed) * 4 + top_king * 2 + in.freed_king;
    }

    static int stones(const State& s) { return count(occupied(s)); }

    static Score total(const Sum& sum, int phase) {
        int score = (sum.many * phase + sum.few * (256 - phase)) / (256 * weight_scale);
        return std::clamp(Score(score), -largest_estimate, largest_estimate);
    }
};

}  // namespace crowned
