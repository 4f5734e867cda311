// Checks of the core that Python cannot see, run with assertions and sanitizers on.
#include <cassert>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

#include "board/layout.hpp"
#include "position/kernel.hpp"

using namespace crowned;

namespace {

template <class Set>
void sets_behave_like_sets() {
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
        std::set<int> model;
        Set s{};
        int width = int(sizeof(Set)) * 8;
        for (int i = 0; i < 20; ++i) {
            int square = int(random() % u64(width));
            model.insert(square);
            s |= bit<Set>(square);
        }
        assert(count(s) == int(model.size()));
        assert(lowest(s) == *model.begin() && highest(s) == *model.rbegin());
        assert(narrow<Set>(widen(s)) == s);
        int shift = int(random() % 40);
        for (int square : model) {
            assert(has(s, square));
            if (square + shift < width) assert(has(s << shift, square + shift));
            if (square >= shift) assert(has(s >> shift, square - shift));
        }
        for (int expected : model) assert(pop(s) == expected);
        assert(!any(s));
    }
}

// A step in a direction must arrive at the neighbour that geometry knows, or nowhere.
template <class Layout>
void steps_follow_the_board(int files, int ranks, int odd, u32 lines) {
    using Set = typename Layout::Set;
    Geometry<Layout> g(files, ranks, odd);
    constexpr int df[] = {1, -1, -1, 1, 0, -1, 0, 1}, dr[] = {1, 1, -1, -1, 1, 0, -1, 0};
    bool dark_only = (Layout::lines & diagonals) != 0;
    auto check = [&]<int D>(int file, int rank) {
        if (!(lines & dir_bit(D))) return;
        int reach = dark_only && (dir_bit(D) & orthogonals) ? 2 : 1;
        int f = file + df[D] * reach, r = rank + dr[D] * reach;
        Set arrived = Layout::template shift<D>(bit<Set>(Layout::bit_of(file, rank, odd))) & g.board;
        bool on_board = f >= 0 && f < files && r >= 0 && r < ranks;
        assert(arrived == (on_board ? bit<Set>(Layout::bit_of(f, r, odd)) : Set{}));
    };
    for (int rank = 0; rank < ranks; ++rank)
        for (int file = 0; file < files; ++file)
            if (Layout::playable(file, rank, odd))
                for_directions<Layout::lines>([&]<int D>() { check.template operator()<D>(file, rank); });
}

void columns_stack_and_unstack() {
    Column<u32> c;
    c.add_below(White, false);
    c.add_below(Black, true);
    assert(c.height == 2 && c.top_colour() == White && !c.top_king());
    c.drop_top();
    assert(c.height == 1 && c.top_colour() == Black && c.top_king());
}

void visited_tells_states_apart() {
    Visited<Set64> seen;
    seen.clear();
    for (u32 i = 0; i < 1000; ++i) assert(seen.add(i * 77, i % 5, i % 3));
    for (u32 i = 0; i < 1000; ++i) assert(!seen.add(i * 77, i % 5, i % 3));
    assert(seen.add(77, 1, 2));
    seen.clear();
    assert(seen.add(77, 1, 1));
}

class Collected final : public Receiver {
  public:
    void take(const Way& way) override {
        ways.emplace_back(way.squares, way.squares + way.size()), flags.push_back({way.jumps, way.flags});
    }
    std::vector<std::vector<u8>> ways;
    std::vector<std::pair<int, u8>> flags;
    Way way(std::size_t i) const { return {ways[i].data(), flags[i].first, flags[i].second}; }
};

Board start(const RuleData& d, const Kernel& kernel, int rows) {
    Board b;
    if (d.towers) b.columns.resize(max_bits);
    for (Cell cell : d.cells()) {
        int rank = d.rank_of(cell);
        if (!d.plays_on(cell) || (rank >= rows && rank < d.ranks - rows)) continue;
        Colour c = rank < rows ? White : Black;
        int square = kernel.square_of(cell);
        b.side[c] |= bit<Set192>(square);
        if (d.towers) b.columns[std::size_t(square)].add_below(c, false);
    }
    return d.towers ? kernel.normal(b) : b;
}

// The fast count must equal the slow one that makes every move one by one.
u64 slow_perft(const Kernel& kernel, const Board& b, int depth) {
    if (depth == 0) return 1;
    Collected moves;
    assert(kernel.moves(b, moves));
    u64 n = 0;
    for (std::size_t i = 0; i < moves.ways.size(); ++i)
        n += slow_perft(kernel, kernel.play(b, moves.way(i)), depth - 1);
    return n;
}

void random_play_agrees(RuleData d, int rows, unsigned seed) {
    auto kernel = make_kernel(d), relaxed = make_kernel(d.relaxed());
    std::mt19937 random(seed);
    for (int game = 0; game < 6; ++game) {
        Board b = start(d, *kernel, rows);
        for (int ply = 0; ply < 60; ++ply) {
            Collected moves, playable;
            assert(kernel->moves(b, moves) && relaxed->moves(b, playable));
            assert(playable.ways.size() >= moves.ways.size());
            assert(kernel->perft(b, 2) == slow_perft(*kernel, b, 2));
            if (moves.ways.empty()) break;
            b = kernel->play(b, moves.way(random() % moves.ways.size()));
            assert(!any(b.side[White] & b.side[Black]) && !any(b.kings & ~(b.side[White] | b.side[Black])));
        }
    }
}

void every_kernel_agrees_with_its_slow_twin() {
    RuleData plain;
    RuleData flying;
    flying.flying = true, flying.man_captures = diagonals;
    for (auto crown : {Crown::Stop, Crown::ContinueAsKing, Crown::Pass})
        for (bool at_end : {false, true}) {
            RuleData d = flying;
            d.crown = crown, d.removal_at_end = at_end;
            random_play_agrees(d, 3, 11);
            d.priority = Priority(Criterion::Most);
            random_play_agrees(d, 3, 12);
            d.files = d.ranks = 10;
            random_play_agrees(d, 4, 13);
        }
    random_play_agrees(plain, 3, 14);
    RuleData wide = flying;
    wide.files = wide.ranks = 12, wide.odd = 1;
    random_play_agrees(wide, 4, 15);
    RuleData straight = flying;
    straight.straight_captures = true,
    straight.man_captures = straight.king_captures = diagonals | orthogonals;
    random_play_agrees(straight, 3, 16);
    for (auto same : {SameTower::Never, SameTower::Loop, SameTower::Any}) {
        RuleData towers = flying;
        towers.towers = true, towers.same_tower = same;
        random_play_agrees(towers, 3, 17);
        towers.files = towers.ranks = 10;
        random_play_agrees(towers, 3, 18);
    }
}

}  // namespace

int main() {
    sets_behave_like_sets<Set64>();
    sets_behave_like_sets<Set128>();
    sets_behave_like_sets<Set192>();
    steps_follow_the_board<Diagonal<Set64, 4, diagonals>>(8, 8, 0, diagonals);
    steps_follow_the_board<Diagonal<Set64, 4, diagonals>>(8, 8, 1, diagonals);
    steps_follow_the_board<Diagonal<Set64, 4, diagonals>>(7, 7, 0, diagonals);
    steps_follow_the_board<Diagonal<Set64, 5, diagonals>>(10, 10, 0, diagonals);
    steps_follow_the_board<Diagonal<Set64, 6, diagonals | orthogonals>>(10, 10, 0, diagonals | orthogonals);
    steps_follow_the_board<Diagonal<Set128, 7, diagonals | orthogonals>>(12, 12, 1, diagonals | orthogonals);
    steps_follow_the_board<Grid8>(8, 8, 0, orthogonals);
    columns_stack_and_unstack();
    visited_tells_states_apart();
    every_kernel_agrees_with_its_slow_twin();
    std::puts("core: all checks passed");
}
