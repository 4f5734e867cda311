// Many games side by side for learning programs: one call plays a move on every board and writes what it
// sees.
#pragma once

#include <memory>
#include <vector>

#include "position/kernel.hpp"
#include "rules/law.hpp"

namespace crowned::rl {

enum class Encoding : u8 { Index, Step };
enum Player : u8 { WhitePlayer = 0, BlackPlayer = 1, ChancePlayer = 2 };

// The law of the games, and what else learning wants to know.
struct BatchRules {
    Law law;
    int longest = 0;    // plies after which a game is broken off; 0: never
    bool roll = false;  // boards spin for themselves; else chance is a player
    bool reset = true;  // an ended game makes room for a new one at once
    Encoding encoding = Encoding::Index;
    int width = 128;  // actions of the index encoding
};

// Where a batch writes: rows of one board after another.
struct Buffers {
    u8* observations;
    u8* mask;
    float* rewards;
    float* results;
    u8* dones;
    u8* truncations;
    u8* players;
};

class Batch {
  public:
    virtual ~Batch() = default;

    virtual int size() const = 0;
    virtual int actions() const = 0;
    virtual int planes() const = 0;

    virtual void attach(const Buffers& buffers) = 0;
    // Begins new games on boards [first, last), each with its own dice.
    virtual void restart(int first, int last, u64 seed) = 0;
    // Index of the first board whose action is not open, or -1; nothing is changed.
    virtual int objection(const std::int32_t* actions) const = 0;
    virtual void step(const std::int32_t* actions, int first, int last) = 0;
    // A random open action for each board.
    virtual void sample(std::int32_t* actions, int first, int last) = 0;

    virtual Board board(int index) const = 0;
};

std::unique_ptr<Batch> make_batch(const RuleData& rules, const BatchRules& how, const Board& start,
                                  int boards);

}  // namespace crowned::rl

namespace crowned {

// Defined in rl/batch_for.hpp, compiled for each kind of states.
template <class State>
struct BatchMaker {
    static std::unique_ptr<rl::Batch> make(const RuleData& rules, const rl::BatchRules& how,
                                           const Board& start, int boards);
};

}  // namespace crowned
