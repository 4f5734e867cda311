// The door to the search: one searcher per ruleset, of one shape whatever its kernel.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "search/shape.hpp"
#include "search/table.hpp"
#include "search/values.hpp"
#include "tables/tables.hpp"

namespace crowned {

// What is searched: the board, how it came about since the last progress, and which moves are allowed.
struct Request {
    Board board;
    std::vector<Board> past;   // positions since the last progress, oldest first, without `board`
    int quiet = 0;             // plies since the last progress
    std::vector<int> tallies;  // how far each count by material has come, -1 where it does not run; empty: as
                               // if the game began here
    Ways only;                 // the moves that are allowed; none: all
};

struct Sample {
    Board board;
    float result = 0;  // for White: 1, 0.5 or 0
    Score score;       // of the search, for White
};

class Searcher {
  public:
    using Listener = std::function<void(const Report&)>;

    virtual ~Searcher() = default;

    // Runs until a limit is reached or `stop` is called from another thread; the last report is returned.
    virtual Report run(const Request& request, const Limits& limits, const Listener& listener) = 0;
    virtual void stop() = 0;
    virtual void resize(std::size_t mebibytes) = 0;
    virtual void forget() = 0;
    // Endgame tables of the same rules, which must outlive every search; nullptr for none.
    virtual void consult(const Tables* tables) = 0;

    virtual const Shape& shape() const = 0;
    virtual const std::vector<Weight>& weights() const = 0;
    virtual void load(std::vector<Weight> weights) = 0;
    // Whether so many weights are those of this board, with its network or without.
    bool fits(std::size_t weights) const {
        std::size_t plain = std::size_t(shape().size());
        return weights == plain || weights == plain + std::size_t(net_size() / 2);
    }

    virtual Score estimate(const Board& board) const = 0;
    // Depth-limited minimax without any cut: what `Limits::exact` must agree with.
    virtual Score plain(const Request& request, int depth) = 0;

    virtual std::vector<Sample> self_play(const SelfPlay& plan) = 0;
    // Calls f(index, times) for each feature of White's, and says how much of each is "many" (0 to 256).
    virtual int features(const Board& board, const std::function<void(int, int)>& f) const = 0;
    // The same for the network: f(input), and the stage of the game.
    virtual int net_inputs(const Board& board, const std::function<void(int)>& f) const = 0;
    virtual int net_size() const = 0;
    // What the evaluation says before dice are thought of: log-odds for the side to move.
    virtual Score log_odds(const Board& board) const = 0;
    // The network's part of it; nothing where there is none.
    virtual Score net_says(const Board& board) const = 0;
};

std::unique_ptr<Searcher> make_searcher(const RuleData& rules, const Law& search, std::size_t mebibytes);

// Defined in search/searcher_for.hpp, compiled for each kind of states.
template <class State>
struct SearcherMaker {
    static std::unique_ptr<Searcher> make(const RuleData& rules, const Law& search, std::size_t mebibytes);
};

}  // namespace crowned
