// What a player sees: planes of bytes over all cells of the board, from his own side.
#pragma once

#include <algorithm>
#include <cstring>

#include "rl/codes.hpp"
#include "rl/place.hpp"

namespace crowned::rl {

// Stones under the top one that are shown one by one; all stones are counted besides.
constexpr int shown_depth = 8;

template <class State>
class Observer {
  public:
    using Set = typename State::Set;

    Observer(const RuleData& rules, const BatchRules& how, const Squares& squares)
        : rules_(rules), how_(how), squares_(squares) {
        count_ = 4 + (how.law.no_progress != 0) + (how.law.repetition != 0);
        if (rules.doors) count_ += 4;
        if (rules.towers) count_ += 2 + shown_depth;
        if (how.law.enforcement != Enforcement::Strict) count_ += 2;
        if (how.encoding == Encoding::Step) count_ += 2;
    }

    int count() const { return count_; }

    // `repeated` says how often the position has occurred since the last progress.
    void write(const Place<State>& p, int repeated, u8* out) const {
        const State& s = p.now.state;
        bool turned = s.turn == Black && squares_.turns();
        Pen pen{out, squares_, turned};
        std::memset(out, 0, std::size_t(count_ * squares_.cells()));
        Set own = s.side[s.turn], opponent = s.side[1 - s.turn];
        if (!p.walked.empty()) own = (own & ~bit<Set>(p.walked.front())) | bit<Set>(p.walked.back());
        Set kings = s.kings;
        if (!p.walked.empty() && has(kings, p.walked.front())) kings |= bit<Set>(p.walked.back());
        pen.squares(own & ~kings), pen.squares(own & kings);
        pen.squares(opponent & ~kings), pen.squares(opponent & kings);
        write_counters(p, repeated, pen);
        write_doors(s, pen);
        write_columns(s, pen);
        write_offence(p, pen);
        write_walk(p, pen);
    }

  private:
    // Fills one plane after the other.
    struct Pen {
        u8* plane;
        const Squares& on;
        bool turned;

        void next() { plane += on.cells(); }
        void dot(int bit, u8 value) { plane[int(on.cell(bit, turned))] = value; }
        void squares(Set set) {
            while (any(set)) dot(pop(set), 1);
            next();
        }
        void all(int value) {
            if (value) std::memset(plane, std::clamp(value, 0, 255), std::size_t(on.cells()));
            next();
        }
    };

    void write_counters(const Place<State>& p, int repeated, Pen& pen) const {
        if (how_.law.no_progress) pen.all(255 * p.now.quiet / how_.law.no_progress);
        if (how_.law.repetition) pen.all(repeated);
    }

    void write_doors(const State& s, Pen& pen) const {
        if (!rules_.doors) return;
        pen.squares(open_doors<Set>(rules_, s.knobs));
        for (int spin = BlackSpin; spin <= OrangeSpin; ++spin) pen.all(s.spin == spin);
    }

    // How many own and other stones a column holds, then its stones below the top: 1 own man, 2 own king, 3
    // and 4 the opponent's.
    void write_columns(const State& s, Pen& pen) const {
        if constexpr (State::tower) {
            for (int side : {int(s.turn), 1 - s.turn}) {
                for (u8 square : squares_.bits()) pen.dot(square, u8(stones(s.column[square], side)));
                pen.next();
            }
            for (int depth = 1; depth <= shown_depth; ++depth) {
                for (u8 square : squares_.bits())
                    if (s.column[square].height > depth)
                        pen.dot(square, code(s.column[square], depth, s.turn));
                pen.next();
            }
        }
    }

    template <class Stones>
    static int stones(const Stones& column, int side) {
        int black = std::popcount(column.black);
        return side == Black ? black : column.height - black;
    }

    template <class Stones>
    static u8 code(const Stones& column, int depth, int turn) {
        bool own = int(column.black >> depth & 1) == turn;
        return u8((own ? 1 : 3) + int(column.king >> depth & 1));
    }

    void write_offence(const Place<State>& p, Pen& pen) const {
        if (how_.law.enforcement == Enforcement::Strict) return;
        if (p.pending)
            for (u8 square : p.pending->removable) pen.dot(square, 1);
        pen.next();
        pen.all(p.owes);
    }

    // The piece in the hand, and what it has jumped over so far.
    void write_walk(const Place<State>& p, Pen& pen) const {
        if (how_.encoding != Encoding::Step) return;
        if (!p.walked.empty()) pen.dot(p.walked.back(), 1);
        pen.next();
        for (u8 square : p.taken) pen.dot(square, 1);
        pen.next();
    }

    const RuleData& rules_;
    const BatchRules& how_;
    const Squares& squares_;
    int count_;
};

}  // namespace crowned::rl
