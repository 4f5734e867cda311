// Positions as numbers: the rank of a position among all of its material, and back.
//
// Always as if White were to move; a position with Black to move is the same number after a half turn. Men
// are ranked first, each side's among the squares its men can stand on, then kings among what is left: only
// men of the two sides can get into each other's way, so few numbers are no position.
#pragma once

#include "board/layout.hpp"
#include "rules/rules.hpp"
#include "tables/material.hpp"

namespace crowned {

// Ways to choose k of n.
class Binomials {
  public:
    static constexpr int most_squares = 144;

    constexpr Binomials() {
        for (int n = 0; n <= most_squares; ++n) {
            value_[n][0] = 1;
            for (int k = 1; k <= Material::most; ++k)
                value_[n][k] = n == 0 ? 0 : value_[n - 1][k - 1] + value_[n - 1][k];
        }
    }
    constexpr u64 operator()(int n, int k) const { return value_[n][k]; }

  private:
    u64 value_[most_squares + 1][Material::most + 1]{};
};

inline constexpr Binomials choose;

template <class StateT>
class Index {
  public:
    using State = StateT;
    using Set = typename State::Set;

    explicit Index(const Ground<Set>& ground) : board_(ground.board) {
        Set before{};
        for (Set rest = ground.board; any(rest);) {
            int square = pop(rest);
            number_[square] = u8(squares_), square_[squares_] = u8(square), before_[square] = before;
            before |= bit<Set>(square);
            behind_[square] = rest;
            ++squares_;
        }
        // Men are numbered before their crowning squares, as far as those come last.
        men_squares_ = squares_;
        while (men_squares_ > 0 && has(ground.last_row[White], square_[men_squares_ - 1])) --men_squares_;
        for (int i = men_squares_; i < squares_; ++i) {
            barred_[White] |= bit<Set>(square_[i]);
            barred_[Black] |= bit<Set>(square_[squares_ - 1 - i]);
        }
    }

    int squares() const { return squares_; }
    int men_squares() const { return men_squares_; }
    int square(int number) const { return square_[number]; }
    Set board() const { return board_; }

    // How many numbers the positions of a material take: for men and kings, own and other's.
    std::array<u64, 4> sizes(const Material& m) const {
        int left = squares_ - m.men[Own] - m.men[Other];
        return {choose(men_squares_, m.men[Own]), choose(men_squares_, m.men[Other]),
                choose(left, m.kings[Own]), choose(left - m.kings[Own], m.kings[Other])};
    }
    u64 size(const Material& m) const {
        auto s = sizes(m);
        return s[0] * s[1] * s[2] * s[3];
    }

    static Material material(const State& s) {
        Material m;
        for (Part part : {Own, Other}) {
            Set side = s.side[part == Own ? s.turn : 1 - s.turn];
            m.kings[part] = u8(count(side & s.kings)), m.men[part] = u8(count(side & ~s.kings));
        }
        return m;
    }

    // The number of a position of this material; its men must not stand on their last row.
    u64 rank(const State& s, const Material& m) const {
        return s.turn == White ? rank_for<White>(s, m) : rank_for<Black>(s, m);
    }

    // Whether every man stands where a man can stand: not on its last row.
    bool covers(const State& s) const {
        return !any(s.side[White] & ~s.kings & barred_[White]) &&
               !any(s.side[Black] & ~s.kings & barred_[Black]);
    }

    // Squares on which no man of a colour is ever counted.
    Set barred(Colour c) const { return barred_[c]; }

  private:
    template <Colour C>
    u64 rank_for(const State& s, const Material& m) const {
        Set own = s.side[C], opponent = s.side[1 - C], men = ~s.kings & (own | opponent);
        int left = squares_ - m.men[Own] - m.men[Other];
        u64 r = men_rank<C>(own & men);
        r = r * choose(men_squares_, m.men[Other]) + men_rank<Colour(1 - C)>(opponent & men);
        r = r * choose(left, m.kings[Own]) + kings_rank<C>(own & s.kings, men);
        return r * choose(left - m.kings[Own], m.kings[Other]) + kings_rank<C>(opponent & s.kings, men | own);
    }

    // Squares from the nearest to the farthest, seen by a colour, with their numbers in its view.
    template <Colour C>
    static int take_nearest(Set& s) {
        if constexpr (C == White) return pop(s);
        int square = highest(s);
        s &= ~bit<Set>(square);
        return square;
    }
    template <Colour C>
    int number(int square) const {
        return C == White ? number_[square] : squares_ - 1 - number_[square];
    }

    template <Colour C>
    u64 men_rank(Set men) const {
        u64 r = 0;
        for (int k = 1; any(men); ++k) r += choose(number<C>(take_nearest<C>(men)), k);
        return r;
    }
    template <Colour C>
    u64 kings_rank(Set kings, Set taken) const {
        u64 r = 0;
        for (int k = 1; any(kings); ++k) {
            int at = take_nearest<C>(kings);
            r += choose(number<C>(at) - count(taken & (C == White ? before_[at] : behind_[at])), k);
        }
        return r;
    }

    const Set board_;
    int squares_ = 0, men_squares_ = 0;
    Set barred_[2]{};
    u8 number_[max_bits]{}, square_[max_bits]{};
    Set before_[max_bits]{}, behind_[max_bits]{};
};

// Walks over the positions of a material; a step to the next number changes only what differs.
template <class IndexT>
class Cursor {
  public:
    using State = typename IndexT::State;
    using Set = typename State::Set;

    Cursor(const IndexT& index, const Material& material) : index_(index), material_(material) {
        auto sizes = index.sizes(material);
        for (int part = parts - 1; part > 0; --part)
            width_[part - 1] = width_[part] * sizes[std::size_t(part)];
    }

    // Goes to a number; false if it is no position, because two men would share a square.
    bool go(u64 number) {
        int part = 0;
        while (part < placed_ && number - first_[part] < width_[part]) ++part;
        u64 from = part ? first_[part - 1] : 0;
        for (bool moved = false; part < parts; ++part, moved = true) {
            u64 rank = part == parts - 1 ? number - from : (number - from) / width_[part];
            first_[part] = from += rank * width_[part];
            if (moved && part >= 2) list_free(part);
            place(part, rank);
            placed_ = part + 1;
            if (part == 1 && any(set_[0] & set_[1])) return clashing();
        }
        return true;
    }

    State state() const {
        State s;
        s.side[White] = set_[0] | set_[2], s.side[Black] = set_[1] | set_[3];
        s.kings = set_[2] | set_[3];
        return s;
    }

  private:
    static constexpr int parts = 4;  // own men, other men, own kings, other kings

    // What comes behind the clash was not placed.
    bool clashing() {
        placed_ = 1;
        return false;
    }

    void place(int part, u64 rank) {
        int k = part == 0 ? material_.men[Own] : part == 1 ? material_.men[Other] : material_.kings[part - 2];
        Set placed{};
        for (int n = part < 2 ? index_.men_squares() : free_count_[part - 2]; k > 0; --k) {
            do --n;
            while (choose(n, k) > rank);
            rank -= choose(n, k);
            placed |= bit<Set>(square(part, n));
        }
        set_[part] = placed;
    }

    int square(int part, int n) const {
        if (part == 0) return index_.square(n);
        if (part == 1) return index_.square(index_.squares() - 1 - n);
        return free_[part - 2][n];
    }

    // The squares that are left to kings, once what comes before them stands.
    void list_free(int part) {
        Set taken = set_[0] | set_[1] | (part == 3 ? set_[2] : Set{});
        int n = 0;
        for (Set rest = index_.board() & ~taken; any(rest);) free_[part - 2][n++] = u8(pop(rest));
        free_count_[part - 2] = n;
    }

    const IndexT& index_;
    Material material_;
    u64 width_[parts] = {1, 1, 1, 1};  // so many numbers have everything up to a part in common
    u64 first_[parts]{};               // the first number with all that is placed up to a part
    int placed_ = 0;                   // so many parts are placed
    Set set_[parts]{};
    u8 free_[2][max_bits];
    int free_count_[2]{};
};

}  // namespace crowned
