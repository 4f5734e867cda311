// Positions with towers as numbers. Stones never leave the board, so a slice holds every way to pile up and
// place the same stones; only a crowning leads out of it.
//
// A number says, one after the other: on how many squares there are columns, on which ones, how high each
// is, and which kind each stone is, column by column from the top. Always as if White were to move.
#pragma once

#include <stdexcept>

#include "tables/index.hpp"

namespace crowned {

// Stones as the side to move sees them, in the order in which they are ranked.
enum StoneKind : int { OwnKing, OwnMan, OtherKing, OtherMan, stone_kinds };

template <class StateT>
class TowerIndex {
  public:
    using State = StateT;
    using Set = typename State::Set;
    static constexpr int most_stones = Material::most;
    static constexpr int fewest_columns = 2;  // on a single one, somebody has none

    explicit TowerIndex(const Ground<Set>& ground) {
        for (Set rest = ground.board; any(rest);) {
            int square = pop(rest);
            number_[square] = u8(squares_), square_[squares_++] = u8(square);
            for (Colour c : {White, Black})
                if (has(ground.last_row[c], square) && on_rim(ground, square))
                    crowned_[c] |= bit<Set>(square);
        }
    }

    int squares() const { return squares_; }
    int square(int number) const { return square_[number]; }

    static int stones(const Material& m, int kind) {
        const auto& rank = kind == OwnKing || kind == OtherKing ? m.kings : m.men;
        return rank[kind == OwnKing || kind == OwnMan ? Own : Other];
    }

    // The ways to tell the kinds of all stones, in the order in which they stand.
    static u64 orders(const Material& m) {
        u64 ways = 1;
        for (int left = m.pieces(), kind = 0; kind < stone_kinds; left -= stones(m, kind++))
            ways *= choose(left, stones(m, kind));
        return ways;
    }
    // The ways to part stones into columns, and to place so many columns.
    static u64 partings(const Material& m, int columns) { return choose(m.pieces() - 1, columns - 1); }
    u64 places(int columns) const { return choose(squares_, columns); }

    u64 size(const Material& m) const {
        if (m.pieces() > most_stones)
            throw std::invalid_argument("tables of towers have eight stones at most");
        return first(m, m.pieces() + 1);
    }
    // The first number with so many columns.
    u64 first(const Material& m, int columns) const {
        u64 sum = 0;
        for (int fewer = fewest_columns; fewer < columns; ++fewer) sum += places(fewer) * partings(m, fewer);
        return sum * orders(m);
    }

    static Material material(const State& s) {
        int counted[stone_kinds]{};
        for (Set rest = occupied(s); any(rest);) {
            const auto& c = s.column[pop(rest)];
            for (int i = 0; i < c.height; ++i) ++counted[kind_of(s, c, i)];
        }
        return {{u8(counted[OwnMan]), u8(counted[OtherMan])}, {u8(counted[OwnKing]), u8(counted[OtherKing])}};
    }

    u64 rank(const State& s, const Material& m) const {
        int kinds[most_stones], heights[most_stones], columns = 0, stones = 0;
        u64 place = 0;
        for (Set rest = occupied(s); any(rest);) {
            int at = s.turn == White ? lowest(rest) : highest(rest);
            rest &= ~bit<Set>(at);
            const auto& c = s.column[at];
            for (int i = 0; i < c.height; ++i) kinds[stones++] = kind_of(s, c, i);
            heights[columns++] = c.height;
            place += choose(s.turn == White ? number_[at] : squares_ - 1 - number_[at], columns);
        }
        u64 number = place * partings(m, columns) + parting_rank(heights, columns);
        return first(m, columns) + number * orders(m) + order_rank(kinds, m);
    }

    bool covers(const State& s) const { return material(s).pieces() <= most_stones && arises(s); }
    Set barred(Colour) const { return {}; }

    // Prisoners lie below their captors, both sides have something on top, and men are crowned; only where
    // towers can be jumped a man may be set free on his last row.
    bool arises(const State& s) const {
        for (Set rest = occupied(s); any(rest);) {
            const auto& c = s.column[pop(rest)];
            if (std::popcount((u64(c.black) ^ u64(c.black) >> 1) & ((u64(1) << (c.height - 1)) - 1)) > 1)
                return false;
        }
        Set men[2] = {s.side[White] & ~s.kings, s.side[Black] & ~s.kings};
        return any(s.side[White]) && any(s.side[Black]) &&
               !any((men[White] & crowned_[White]) | (men[Black] & crowned_[Black]));
    }

  private:
    static bool on_rim(const Ground<Set>& ground, int square) {
        for (int d = 0; d < direction_count; ++d)
            if (any(ground.ray[d][square]) && any(ground.ray[opposite(d)][square])) return false;
        return true;
    }

    template <class Stones>
    static int kind_of(const State& s, const Stones& c, int i) {
        bool own = int(c.black >> i & 1) == s.turn, king = c.king >> i & 1;
        return own ? (king ? OwnKing : OwnMan) : (king ? OtherKing : OtherMan);
    }

    static u64 parting_rank(const int* heights, int columns) {
        u64 r = 0;
        for (int k = 1, end = 0; k < columns; ++k) end += heights[k - 1], r += choose(end - 1, k);
        return r;
    }

    // Kind by kind: where its stones are among those that are of no kind before it.
    static u64 order_rank(const int* kinds, const Material& m) {
        u64 r = 0;
        for (int left = m.pieces(), kind = 0; kind < OtherMan; left -= stones(m, kind++)) {
            r *= choose(left, stones(m, kind));
            for (int i = 0, seen = 0, k = 0; i < m.pieces(); ++i) {
                if (kinds[i] == kind) r += choose(seen, ++k);
                seen += kinds[i] >= kind;
            }
        }
        return r;
    }

    int squares_ = 0;
    Set crowned_[2]{};  // where no man is ever on top
    u8 number_[max_bits]{}, square_[max_bits]{};
};

// Walks over the positions of a material.
template <class StateT>
class Cursor<TowerIndex<StateT>> {
  public:
    using State = StateT;
    using IndexT = TowerIndex<State>;
    using Set = typename State::Set;

    Cursor(const IndexT& index, const Material& material)
        : index_(index), material_(material), orders_(IndexT::orders(material)) {}

    // Goes to a number; false if it is no position that can arise.
    bool go(u64 number) {
        state_ = State();
        while (columns_ > IndexT::fewest_columns && number < index_.first(material_, columns_)) --columns_;
        while (number >= index_.first(material_, columns_ + 1)) ++columns_;
        number -= index_.first(material_, columns_);
        order(number % orders_), number /= orders_;
        u64 partings = IndexT::partings(material_, columns_);
        part(number % partings), place(number / partings);
        return index_.arises(state_);
    }

    const State& state() const { return state_; }

  private:
    void order(u64 rank) {
        const int all = material_.pieces();
        std::fill_n(kinds_, all, int(OtherMan));
        u64 behind = orders_;
        for (int left = all, kind = 0; kind < OtherMan; ++kind) {
            int k = IndexT::stones(material_, kind);
            behind /= choose(left, k);
            u64 own = rank / behind;
            rank %= behind;
            give(kind, own, left, k);
            left -= k;
        }
    }

    // Stones of no kind yet are numbered from the first on; k of them become this kind.
    void give(int kind, u64 rank, int left, int k) {
        for (int at = material_.pieces() - 1, n = left - 1; k > 0; --at) {
            if (kinds_[at] != OtherMan) continue;
            if (choose(n, k) <= rank) rank -= choose(n, k--), kinds_[at] = kind;
            --n;
        }
    }

    void part(u64 rank) {
        int end = material_.pieces();
        for (int k = columns_ - 1, cut = end - 2; k > 0; --k, --cut) {
            while (choose(cut, k) > rank) --cut;
            rank -= choose(cut, k);
            heights_[k] = end - (cut + 1), end = cut + 1;
        }
        heights_[0] = end;
    }

    void place(u64 rank) {
        int stone = material_.pieces();
        for (int k = columns_, n = index_.squares() - 1; k > 0; --k, --n) {
            while (choose(n, k) > rank) --n;
            rank -= choose(n, k);
            stone -= heights_[k - 1];
            pile(index_.square(n), stone, heights_[k - 1]);
        }
    }

    void pile(int square, int first, int height) {
        for (int i = first; i < first + height; ++i) {
            bool own = kinds_[i] == OwnKing || kinds_[i] == OwnMan;
            state_.column[square].add_below(own ? White : Black,
                                            kinds_[i] == OwnKing || kinds_[i] == OtherKing);
        }
        refresh_square(state_, square);
    }

    const IndexT& index_;
    Material material_;
    u64 orders_;
    State state_;
    int columns_ = IndexT::fewest_columns;
    int kinds_[IndexT::most_stones]{}, heights_[IndexT::most_stones]{};
};

}  // namespace crowned
