// The door to the endgame tables of one ruleset, of one shape whatever its kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "position/kernel.hpp"
#include "rules/law.hpp"
#include "tables/parallel.hpp"
#include "tables/solved.hpp"

namespace crowned {

// The distances of a slice, one or two bytes each.
struct Distances {
    const u8* bytes;
    std::size_t size;
    int width;

    int operator[](u64 i) const { return width == 1 ? bytes[i] : bytes[2 * i] | bytes[2 * i + 1] << 8; }
};

struct Checked {
    u64 faults = 0;
    Totals totals;
};

class Tables {
  public:
    virtual ~Tables() = default;

    virtual u64 size(const Material& m) const = 0;
    virtual bool has(const Material& m) const = 0;
    // The bytes must outlive the tables; std::invalid_argument if they are no packed slice of this material.
    virtual void add(const Material& m, const u8* packed, std::size_t size) = 0;

    // The slice and the one with the other side to move, if that is another. Needs what they convert to.
    virtual std::vector<Solved> build(const Material& m, int threads, Watch& watch) = 0;
    // Forgets what was kept for the next build.
    virtual void shrink() = 0;
    // Looks whether every position of a slice follows from the positions after it.
    virtual Checked verify(const Material& m, const Distances& own, const Distances& turned, int threads,
                           Watch& watch) const = 0;

    // Games of chance, whose slices hold expected results instead: two bytes for each number and setting of
    // the sliders, to be multiplied by `odds_unit`; they must outlive the tables.
    virtual bool chance() const = 0;
    virtual u64 odds_size(const Material& m) const = 0;
    virtual void add_odds(const Material& m, const u8* values) = 0;
    virtual std::vector<Solved> build_odds(const Material& m, int threads, Watch& watch, bool keep) = 0;
    virtual Checked verify_odds(const Material& m, int threads, Watch& watch) const = 0;
    // For the side to move, before the spin if none is made; negative if no slice tells it.
    virtual double expected(const Board& board) const = 0;

    virtual Material material(const Board& board) const = 0;
    // The number of a position in its slice; nothing if a man stands on its last row.
    virtual std::optional<u64> number(const Board& board) const = 0;
    // Whether the slice holds the position itself, or it is resolved by its captures.
    virtual bool stored(const Board& board) const = 0;
    // The position of a number, White to move; nothing if two men would share a square.
    virtual std::optional<Board> board(const Material& m, u64 number) const = 0;
    // The result for the side to move; Any if no slice tells it.
    virtual Result look_up(const Board& board) const = 0;
    // Whether these rules are played on the same board.
    virtual bool fits(const RuleData& rules) const = 0;
    // How far a search believes a slice: after how many plies without progress (see Trust).
    virtual void trust(const Material& m, int quiet) = 0;
    // Seconds that a look-up takes in memory, over so many positions of a slice in no order.
    virtual double time_of_asking(const Material& m, int times) const = 0;
};

// std::invalid_argument says why where a ruleset can have no tables.
std::unique_ptr<Tables> make_tables(const RuleData& rules, const Law& law);

// Defined in tables/tables_for.hpp, compiled for each kind of states of flat pieces, and for towers on boards
// of usual size.
template <class State>
struct TablesMaker {
    static std::unique_ptr<Tables> make(const RuleData& rules, const Law& law);
};

}  // namespace crowned
