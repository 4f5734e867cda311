// The door between the outside and the templates: positions and moves of one shape for every ruleset.
//
// A kernel is picked once per ruleset. Calls through it are coarse (all moves, one play, a whole perft),
// so their cost does not matter; inside, everything is specialised.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "movegen/source.hpp"

namespace crowned {

using AnyColumn = Column<u64>;

// A position as the outside keeps it. `columns` is empty for flat pieces.
struct Board {
    Set192 side[2];
    Set192 kings;
    u8 turn = White;
    u8 spin = NoSpin;
    Knobs knobs = 0;
    std::vector<AnyColumn> columns;

    friend bool operator==(const Board& a, const Board& b) {
        return a.side[0] == b.side[0] && a.side[1] == b.side[1] && a.kings == b.kings && a.turn == b.turn &&
               a.knobs == b.knobs && a.spin == b.spin && a.columns == b.columns;
    }
};

class Kernel {
  public:
    virtual ~Kernel() = default;

    virtual int square_of(Cell cell) const = 0;
    virtual int tower_limit() const = 0;
    // False, and nothing handed over, if the captures cost more than the budget.
    [[nodiscard]] virtual bool moves(const Board& board, Receiver& receiver, Budget budget = {}) const = 0;
    virtual Effort effort(const Board& board) const = 0;  // of listing the captures
    virtual bool has_moves(const Board& board) const = 0;
    virtual bool can_capture(const Board& board) const = 0;
    virtual Board play(const Board& board, const Way& way) const = 0;
    // Nothing if one of the positions has captures that cost more than the budget.
    virtual std::optional<u64> perft(const Board& board, int depth) const = 0;

    // The same number, every move written down, those of the last ply too.
    virtual std::optional<u64> listed(const Board& board, int depth) const = 0;

    // The same position with as many columns as this kernel keeps.
    virtual Board normal(const Board& board) const = 0;
};

std::unique_ptr<Kernel> make_kernel(const RuleData& rules);

// Defined in position/kernel_for.hpp, compiled for each kind of states.
template <class State>
struct KernelMaker {
    static std::unique_ptr<Kernel> make(const RuleData& rules);
};

// Defined in position/source_for.hpp, compiled for each row of the table of combinations.
template <class Row>
struct SourceMaker {
    static std::unique_ptr<MoveSource<typename Row::State>> make(const RuleData& rules);
};

u64 board_key(const Board& board);

}  // namespace crowned
