// What a search is asked and what it answers, in types that know no template.
#pragma once

#include <string>
#include <vector>

#include "position/ways.hpp"
#include "rules/law.hpp"
#include "search/measures.hpp"

namespace crowned {

// A score is a hundredth of a unit of log-odds: 100 is about a man's worth, and 73 % expected result.
constexpr int score_unit = 100;
constexpr Score even{0};
constexpr Score won{30000};       // won now; one less for each ply until then
constexpr Score won_soon{20000};  // scores beyond are proofs, not estimates
constexpr Score infinite{32000};
constexpr Score likely_by_table{22000};  // won by a table, unless the rules count it out
constexpr Score won_by_table{25000};     // a table says so; it does not say in how many plies
constexpr Score largest_estimate = won_soon - 1;

// Where the dice have a say, scores are expected results: `sure` is a certain win.
constexpr Score sure{10000};
constexpr Score surest_estimate = sure - 400;  // what an evaluation can say at most

constexpr int max_ply = 240;
constexpr int max_depth = 120;
constexpr int max_threads = 256;

struct Limits {
    int depth = max_depth;
    u64 nodes = 0;         // 0: no limit
    double soft_time = 0;  // seconds: no new depth is begun after this; 0: no limit
    double hard_time = 0;  // seconds: the search is broken off
    int lines = 1;
    int threads = 1;
    bool fresh = false;    // forget what earlier searches found, so that equal searches end equally
    bool exact = false;    // plain depth without reductions, extensions and repetitions
    int table_pieces = 0;  // positions with up to so many pieces are looked up in the endgame tables
    bool obvious = false;  // a single move is answered at once

    // The same, as near as a search can keep to it.
    Limits kept() const;
};

struct LineReport {
    Score score;
    int spin = NoSpin;  // the spin this line belongs to, where the root is still to be spun
    Ways moves;         // one after another; a wrong move ends the line
};

struct Report {
    int depth = 0;
    int deepest = 0;
    Score score;
    u64 nodes = 0;
    double seconds = 0;
    int fill = 0;        // of the table, in thousandths
    bool bound = false;  // the depth was broken off
    std::vector<LineReport> lines;
};

struct SelfPlay {
    Board start;
    int games = 1;
    u64 nodes = 1000;
    int random_plies = 8;
    int max_plies = 240;
    u64 seed = 1;
    int table_pieces = 0;  // with so many pieces or fewer a game ends as the endgame tables say
};

}  // namespace crowned
