// One thread of a search: principal variation search with quiescence over captures.
//
// Scores are seen by the side to move. A proven win counts one less per ply (GameOf::discounted), so equal
// positions have equal scores wherever they occur and the table needs no correction.
#pragma once

#include <atomic>
#include <chrono>

#include "search/busy.hpp"
#include "search/game.hpp"
#include "search/judgements.hpp"
#include "search/measures.hpp"
#include "search/order.hpp"
#include "search/table.hpp"

namespace crowned {

// What all threads of one search see.
struct Signal {
    std::atomic<bool> stop{false};
    std::atomic<u64> nodes{0};
    Busy busy;
};

template <class Game>
class Worker {
  public:
    using State = typename Game::State;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    Worker(const Game& game, Table& table) : g(game), table_(table) {}

    // `past` holds keys of the game since its last progress, oldest first, and `here` that of the root.
    void begin(const Limits& limits, Signal& signal, const std::vector<u64>& past, u64 here,
               const Tally& tally, bool leads);

    Score search(const State& s, Depth depth, Score alpha, Score beta, Ply ply, Quiet quiet, u16 last);
    Score after(const State& s, const Step& step, Depth depth, Score alpha, Score beta, Ply ply, Quiet quiet,
                u16 tag);

    // The value of a wrong move for its maker, after the opponent's best answer to it.
    Score offend(const State& s, const Step& step, Set owed, Depth depth, Score alpha, Score beta, Ply ply,
                 Quiet quiet);

    // Lists the correct moves; false where they are too many, and the position is judged as it stands.
    bool list(const State& s, StepList<State>& moves);
    // Whether another thread is at this move, which then may wait.
    bool elsewhere(u64 key, u16 tag, int depth) const { return shares(depth) && signal_->busy.has(key, tag); }

    // Tells the other threads that a move is being searched, as long as it lives.
    class Claim {
      public:
        Claim(Worker& worker, u64 key, u16 tag, int depth)
            : busy_(worker.shares(depth) ? &worker.signal_->busy : nullptr), key_(key), tag_(tag) {
            if (busy_) busy_->begin(key_, tag_);
        }
        ~Claim() {
            if (busy_) busy_->end(key_, tag_);
        }
        Claim(const Claim&) = delete;

      private:
        Busy* busy_;
        u64 key_;
        u16 tag_;
    };

    bool stopped() const { return stopped_; }
    u64 nodes() const { return nodes_; }
    int deepest() const { return deepest_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const u16* line(int ply) const { return line_[ply]; }
    int line_length(int ply) const { return length_[ply]; }
    void lengthen_line(Ply ply, u16 tag);
    int root_depth = 1;
    Memory<State> memory;
    Judgements judgements;
    Scratch<State> scratch;

  private:
    using Clock = std::chrono::steady_clock;

    struct Node {
        const State& s;
        Depth depth;
        Score alpha, beta;
        Ply ply;
        Quiet quiet;
        u16 last;
        u64 salt = 0, key = 0;
        Set owed{};  // sources of the captures that are owed, where offences are tried
        int extension = 0;
        int correct = 0;  // the first so many moves of the list are correct, the rest offences
        bool pv() const { return beta - alpha > 1; }
    };

    // The best of a node's moves so far.
    struct Best {
        Score score, alpha;
        u16 tag = 0;
    };

    Score decide(Node node, bool first_only);
    bool unguided(const Node& n, const Found& found) const;
    bool may_guess(const Node& n, bool quiet) const;
    bool far_outside(const Node& n, Score& score);
    bool stays_above(const Node& n, Score& score);
    void each_move(const Node& n, Moves<State>& moves, Best& best);
    bool improves(const Node& n, const Moves<State>& moves, int i, Best& best);
    bool shares(int depth) const { return limits_.threads > 1 && depth >= Busy::least_depth; }
    Score try_move(const Node& n, const Moves<State>& moves, int i, Score alpha);
    Score value_of(const Node& n, const Moves<State>& moves, int i, Depth depth, Score alpha, Score beta);
    int reduction(const Node& n, const Moves<State>& moves, int i) const;
    Score chance(Node node);
    Score kept_mean(const Node& n, int sum, int weights);
    Score probe_spin(const Node& n, const State& spun, Score enough);
    Score quiesce(const State& s, Score alpha, Score beta, Ply ply, Rest left, Quiet quiet);
    Score decline(const State& s, Set owed, Score alpha, Score beta, Ply ply, Rest left);
    Score quiet_leaf(const State& s);
    Score judged(const State& s) {
        return judgements(key_of(s), [&] { return g.estimate(s); });
    }
    bool told(const State& s, Quiet quiet, Score& score) const;
    Score huffed(const State& s, Set at_risk, bool again, Depth depth, Score alpha, Score beta, Ply ply);
    Score answer(const State& s, Depth depth, Score alpha, Score beta, Ply ply, Quiet quiet, bool same_side);
    bool probe(const Node& n, Found& found, Score& score) const;
    void keep(const Node& n, Score best, u16 move);
    bool repeated(u64 key, Quiet quiet, Ply ply) const;
    int left_of_counts(Quiet quiet, Ply ply) const;
    u64 salt(const State& s, Depth depth, Quiet quiet, Ply ply) const;
    bool comes_too_late(const Node& n, Score score) const;
    void count_node();
    void check();

    static constexpr u64 jumps_of_a_node = 4096;  // far more than positions of games need
    static constexpr int usual_extensions = 4;    // by so much a line is often longer than the depth

    const Game& g;
    Table& table_;
    Limits limits_;
    Signal* signal_ = nullptr;
    Clock::time_point start_;
    u64 nodes_ = 0, next_check_ = 0, reported_ = 0;
    bool stopped_ = false, leads_ = false;
    int deepest_ = 0, past_size_ = 0;
    std::vector<u64> path_;
    Tally tally_[max_ply + 2];
    u16 line_[max_ply + 2][max_ply + 2];
    int length_[max_ply + 2]{};
};

template <class Game>
void Worker<Game>::begin(const Limits& limits, Signal& signal, const std::vector<u64>& past, u64 here,
                         const Tally& tally, bool leads) {
    limits_ = limits, signal_ = &signal, leads_ = leads, stopped_ = false, tally_[0] = tally;
    // Tables tell who wins, not with how many points.
    if (!g.oracle || g.law.kings_score) limits_.table_pieces = 0;
    start_ = Clock::now();
    nodes_ = reported_ = 0, next_check_ = 1, deepest_ = 0;
    past_size_ = int(past.size());
    path_ = past;
    path_.push_back(here);
    path_.resize(past.size() + max_ply + 2);
    if (limits.fresh) memory.forget();
}

template <class Game>
void Worker<Game>::count_node() {
    if (++nodes_ >= next_check_) check();
}

// A position that costs as much as many counts as many, so that limits hold wherever captures branch.
template <class Game>
bool Worker<Game>::list(const State& s, StepList<State>& moves) {
    g.correct.list(s, moves, scratch);
    nodes_ += u64(scratch.effort.jumps) / jumps_of_a_node;
    return !scratch.effort.take_exceeded();
}

// Looks at clock and node limit now and then: often enough to stop within milliseconds.
template <class Game>
void Worker<Game>::check() {
    u64 total = signal_->nodes.fetch_add(nodes_ - reported_, std::memory_order_relaxed) + nodes_ - reported_;
    reported_ = nodes_;
    if (signal_->stop.load(std::memory_order_relaxed)) stopped_ = true;
    next_check_ = nodes_ + 2048;
    if (!leads_) return;
    if (limits_.nodes) {
        if (total >= limits_.nodes) stopped_ = true;
        else next_check_ = std::min(next_check_, nodes_ + (limits_.nodes - total));
    }
    if (limits_.hard_time > 0 && seconds() >= limits_.hard_time) stopped_ = true;
    if (stopped_) signal_->stop.store(true, std::memory_order_relaxed);
}

template <class Game>
void Worker<Game>::lengthen_line(Ply ply, u16 tag) {
    line_[ply][0] = tag;
    int tail = std::min(length_[ply + 1], max_ply - 1);
    std::copy(line_[ply + 1], line_[ply + 1] + tail, line_[ply] + 1);
    length_[ply] = tail + 1;
}

// The same position again brings nobody further, be it the second or the third time. Where the wheel leads
// back and forth nobody meant it: there only the third time counts.
template <class Game>
bool Worker<Game>::repeated(u64 key, Quiet quiet, Ply ply) const {
    int here = past_size_ + ply, first = std::max(0, here - quiet);
    int left = g.data.doors ? 2 : 1;
    for (int i = here - (g.data.doors ? 2 : 4); i >= first; i -= 2)
        if (path_[std::size_t(i)] == key && --left == 0) return true;
    return false;
}

// The plies after which the rules may end the game where nothing happens.
template <class Game>
int Worker<Game>::left_of_counts(Quiet quiet, Ply ply) const {
    int left = tally_[ply].running ? g.counts.left(tally_[ply]) : 1 << 20;
    return g.law.no_progress ? std::min(left, g.law.no_progress - quiet) : left;
}

// What the table must tell apart besides the position: counts that may end the game within this depth. With
// many pieces there is always a man to move, and to tell such positions apart would only cost.
template <class Game>
u64 Worker<Game>::salt(const State& s, Depth depth, Quiet quiet, Ply ply) const {
    int horizon = depth + (limits_.exact ? 0 : usual_extensions);
    u64 out = tally_[ply].running ? g.counts.salt(tally_[ply], horizon) : 0;
    if (!g.law.no_progress || g.law.no_progress - quiet > horizon) return out;
    return limits_.exact || g.counts.few(s) ? out ^ mix(~u64(quiet)) : out;
}

// A win that was found where a count had more time left. Wins that tables tell have no length.
template <class Game>
bool Worker<Game>::comes_too_late(const Node& n, Score score) const {
    int plies = g.win - std::abs(score);
    if (std::abs(score) <= g.near_win || plies <= n.depth || plies > max_ply || limits_.exact) return false;
    return g.counts.few(n.s) && plies > left_of_counts(n.quiet, n.ply);
}

template <class Game>
Score Worker<Game>::search(const State& s, Depth depth, Score alpha, Score beta, Ply ply, Quiet quiet,
                           u16 last) {
    length_[ply] = 0;
    if (ply > 0 && left_of_counts(quiet, ply) <= 0) return g.lapsed(s, scratch);
    if (depth <= 0 || ply >= max_ply - 1)
        return quiesce(s, alpha, beta, ply, Rest(g.captures_followed), quiet);
    Node n{s, depth, alpha, beta, ply, quiet, last};
    const u64 place = key_of(s);
    n.salt = salt(s, depth, quiet, ply), n.key = place ^ n.salt;
    table_.prefetch(n.key);
    count_node();
    if (stopped_) return even;
    if (g.ends_early && g.correct.over(s)) return g.ended(s);
    path_[std::size_t(past_size_ + ply)] = place;
    if (!limits_.exact && ply > 0 && repeated(place, quiet, ply)) return even;
    if (Score score; ply > 0 && g.settled(s, scratch, score)) return score;
    if (Score score; ply > 0 && told(s, quiet, score)) return score;
    if (g.is_chance(s) && !g.correct.can_capture(s)) return chance(n);
    return decide(n, false);
}

template <class Game>
bool Worker<Game>::probe(const Node& n, Found& found, Score& score) const {
    if (!table_.probe(n.key, found)) return false;
    // Alone, a second look at an unguided node is worth its time; among threads it is often a look just
    // taken.
    int needed = n.depth - (limits_.threads > 1 && unguided(n, found) ? 1 : 0);
    bool deep = limits_.exact ? found.depth == n.depth : found.depth >= needed;
    // A line is worth more than a cut-off; where chance cuts every line short, there is none to lose.
    if (!deep || (n.pv() && !limits_.exact && !g.data.doors)) return false;
    score = found.score;
    if (comes_too_late(n, score)) return false;
    if (found.bound == Bound::Exact) return true;
    return found.bound == Bound::Lower ? score >= n.beta : score <= n.alpha;
}

template <class Game>
void Worker<Game>::keep(const Node& n, Score best, u16 move) {
    Bound bound = best >= n.beta ? Bound::Lower : best > n.alpha ? Bound::Exact : Bound::Upper;
    table_.store(n.key, {best, move, n.depth, bound});
}

template <class Game>
Score Worker<Game>::decide(Node n, bool first_only) {
    // Moves are listed before the table is asked, while its line is on its way.
    Moves<State> moves;
    bool listed = list(n.s, moves.list);
    Found found;
    if (Score score; probe(n, found, score)) return score;
    if (!listed) return judged(n.s);
    n.correct = moves.list.size();
    if (n.correct == 0) return g.blocked(n.s);
    if (may_guess(n, !moves.list[0].jumps)) {
        if (Score score; far_outside(n, score) || stays_above(n, score)) return score;
        if (stopped_) return even;
    }
    if (g.law.offences_gain() && n.depth >= 2 && moves.list[0].jumps) {
        n.owed = g.offences.owed(moves.list);
        g.offences.add_to(moves.list, n.s);
    }
    moves.rank([&](const Step& step, u16 tag, int i) {
        if (tag == found.move) return 1 << 24;
        return i < n.correct ? memory.worth(n.s, step, tag, n.ply, n.last) : step.jumps - (1 << 20);
    });
    if (moves.size() > 1 && unguided(n, found)) --n.depth;
    n.extension = !limits_.exact && moves.size() == 1 && n.ply < 2 * root_depth ? 1 : 0;
    Best best{-infinite, n.alpha};
    if (first_only) moves.choose(0), improves(n, moves, 0, best);
    else each_move(n, moves, best);
    if (stopped_) return even;
    if (!first_only) keep(n, best.score, best.tag ? best.tag : found.move);
    return best.score;
}

// Where the table knows no move the order is a guess, and dear: a shallower look finds the move for the next
// time.
template <class Game>
bool Worker<Game>::unguided(const Node& n, const Found& found) const {
    return !limits_.exact && !g.data.doors && !found.move && n.depth >= 4;
}

// Best first; what another thread is at comes last, when its result may be in the table.
template <class Game>
void Worker<Game>::each_move(const Node& n, Moves<State>& moves, Best& best) {
    int later[32], waiting = 0;
    for (int i = 0; i < moves.size(); ++i) {
        moves.choose(i);
        if (i > 0 && waiting < 32 && elsewhere(n.key, moves.tag(i), n.depth)) later[waiting++] = i;
        else if (improves(n, moves, i, best) && best.score >= n.beta) return;
        if (stopped_) return;
    }
    for (int k = 0; k < waiting && !stopped_; ++k)
        if (improves(n, moves, later[k], best) && best.score >= n.beta) return;
}

template <class Game>
bool Worker<Game>::improves(const Node& n, const Moves<State>& moves, int i, Best& best) {
    Score v = try_move(n, moves, i, best.alpha);
    if (stopped_ || v <= best.score) return false;
    best.score = v;
    if (v <= best.alpha) return false;
    best.alpha = v, best.tag = moves.tag(i);
    if (n.pv()) lengthen_line(n.ply, best.tag);
    if (v >= n.beta && !moves.step(i).jumps) memory.reward(n.s, moves, i, n.depth, n.ply, n.last);
    return true;
}

template <class Game>
Score Worker<Game>::try_move(const Node& n, const Moves<State>& moves, int i, Score alpha) {
    Depth depth = n.depth - 1 + n.extension;
    if (i == 0) return value_of(n, moves, i, depth, alpha, n.beta);
    Claim claim(*this, n.key, moves.tag(i), n.depth);
    int less = reduction(n, moves, i);
    Score v = value_of(n, moves, i, depth - less, alpha, alpha + 1);
    if (less && v > alpha && !stopped_) v = value_of(n, moves, i, depth, alpha, alpha + 1);
    if (v > alpha && v < n.beta && !stopped_) v = value_of(n, moves, i, depth, alpha, n.beta);
    return v;
}

template <class Game>
Score Worker<Game>::value_of(const Node& n, const Moves<State>& moves, int i, Depth depth, Score alpha,
                             Score beta) {
    const Step& step = moves.step(i);
    if (moves.index(i) >= n.correct) return offend(n.s, step, n.owed, depth, alpha, beta, n.ply, n.quiet);
    return after(n.s, step, depth, alpha, beta, n.ply, n.quiet, moves.tag(i));
}

template <class Game>
Score Worker<Game>::after(const State& s, const Step& step, Depth depth, Score alpha, Score beta, Ply ply,
                          Quiet quiet, u16 tag) {
    State child = s;
    g.correct.play(child, step);
    if (g.counts.tallied()) g.counts.advance(tally_[ply], tally_[ply + 1], child, change_by(g.data, step));
    Score v = -search(child, depth, -g.undiscounted(beta), -g.undiscounted(alpha), ply + 1,
                      counted_on(quiet, is_progress(g.data, g.law, step, s, child)), tag);
    return g.discounted(v);
}

}  // namespace crowned

#include "search/chance.hpp"
#include "search/offences.hpp"
#include "search/prune.hpp"
#include "search/quiesce.hpp"
