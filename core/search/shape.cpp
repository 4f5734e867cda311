#include "search/shape.hpp"

#include <algorithm>
#include <cmath>

namespace crowned {

namespace {

// Turning the board by half must lead from playing squares to playing squares.
bool turns_well(const RuleData& r) { return r.all_squares || (r.files + r.ranks) % 2 == 0; }

int squares_of(const RuleData& r) {
    int n = 0;
    for (Cell cell : r.cells()) n += r.plays_on(cell);
    return n;
}

}  // namespace

Shape::Shape(const RuleData& r)
    : files(r.files), ranks(r.ranks), turns(turns_well(r)), full(squares_of(r) * 3 / 4) {
    tempo = reserve(1);
    man_mobility = reserve(1);
    king_mobility = reserve(1);
    man_square = reserve(files * ranks);
    king_square = reserve(files * ranks);
    signature = reserve(signatures);
    captive = reserve(r.towers ? 2 : 0);
    tower = reserve(r.towers ? tower_kinds : 0);
    knob = reserve(door_count(r) / 2 * knob_kinds);
    door = reserve(door_count(r) * door_kinds);
    threat = reserve(r.doors ? threat_kinds : 0);
    if (!turns) return;
    if (r.all_squares) {
        add_blocks(4, 2, 2, 1, r);
        return;
    }
    add_blocks(4, 4, 2, 2, r);
    if (r.files == 8) add_blocks(8, 2, 1, 1, r);
}

int Shape::reserve(int count) {
    int base = size_;
    size_ += count;
    return base;
}

void Shape::add_blocks(int width, int height, int file_step, int rank_step, const RuleData& r) {
    for (int rank = 0;; rank = std::min(rank + rank_step, ranks - height)) {
        for (int file = 0;; file = std::min(file + file_step, files - width)) {
            add_block(width, height, file, rank, r);
            if (file >= files - width) break;
        }
        if (rank >= ranks - height) break;
    }
}

void Shape::add_block(int width, int height, int file, int rank, const RuleData& r) {
    Pattern p;
    for (int y = rank; y < rank + height; ++y)
        for (int x = file; x < file + width; ++x)
            if (Cell cell = Cell(y * files + x); r.plays_on(cell)) p.cells.push_back(cell);
    if (int(p.cells.size()) != pattern_squares) return;
    for (auto cell = p.cells.rbegin(); cell != p.cells.rend(); ++cell) p.twin.push_back(turned_cell(*cell));
    for (const Pattern& known : patterns_)
        if (known.cells == p.cells || known.twin == p.cells) return;
    p.base = reserve(pattern_size);
    patterns_.push_back(std::move(p));
}

namespace {

constexpr std::int16_t scaled(double score) { return std::int16_t(std::lround(score * weight_scale)); }

class Hand {
  public:
    Hand(const Shape& shape, const RuleData& rules) : s(shape), r(rules), weights(std::size_t(shape.size())) {
        sign = r.goal == Goal::Lose ? -1 : 1;
        set(s.tempo, 4, 4);
        set(s.man_mobility, 2, 3);
        set(s.king_mobility, r.flying ? 1 : 3, r.flying ? 1 : 3);
        for (Cell cell : r.cells()) men_and_kings(cell);
        if (r.towers) towers();
        if (r.doors) doors();
    }

    std::vector<Weight> take() { return std::move(weights); }

  private:
    void set(int at, double many, double few) {
        weights[std::size_t(at)] = {scaled(sign * many), scaled(sign * few)};
    }

    // 0 at the edge, 1 in the middle.
    static double centre(int at, int size) { return 1 - std::abs(2.0 * at - (size - 1)) / (size - 1); }

    void men_and_kings(Cell cell) {
        int file = r.file_of(cell), rank = r.rank_of(cell);
        double ahead = double(rank) / (s.ranks - 1);
        double rush = r.goal == Goal::Breakthrough ? 120 * ahead * ahead : 0;
        double guard = rank == 0 ? 12 : 0;
        set(s.man_on(cell), 100 + 4 * ahead + 6 * centre(file, s.files) + guard + rush,
            100 + 25 * ahead + rush);
        double middle = centre(file, s.files) * centre(rank, s.ranks);
        double king = r.flying ? 300 : 140;
        set(s.king_on(cell), king + 10 * middle, king + 15 * middle);
    }

    // A tower is worth more the longer it stays its owner's, and less for what it would set free.
    void towers() {
        set(s.captive, 15, 15);
        set(s.captive + 1, 40, 40);
        for (int kind = 0; kind < tower_kinds; ++kind) {
            int run = kind / 16, held = kind / 4 % 4;
            bool king_freed = kind & 1;
            double freed = held == 0 ? 0 : (12.0 * held + (king_freed ? 30 : 0)) / (1 + run);
            set(s.tower + kind, 35 * run - freed, 35 * run - freed);
        }
    }

    // A piece on a door that a slider in the middle can open may fall.
    void doors() {
        for (int i = 0; i < r.sliders.size() * knob_kinds; ++i) {
            int kind = i % knob_kinds, at = kind / 25;
            double risk = 0;
            for (int piece : {kind / 5 % 5, kind % 5})
                if (at == Middle && piece) risk += (piece % 2 ? -1 : 1) * (piece > 2 ? 40 : 14);
            set(s.knob + i, risk, risk);
        }
    }

    const Shape& s;
    const RuleData& r;
    std::vector<Weight> weights;
    double sign;
};

}  // namespace

std::vector<Weight> hand_set(const Shape& shape, const RuleData& rules) { return Hand(shape, rules).take(); }

}  // namespace crowned
