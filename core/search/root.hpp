// The root of a search: iterative deepening, aspiration windows, several lines, one group per spin.
#pragma once

#include <algorithm>

#include "position/offence.hpp"
#include "search/searcher.hpp"
#include "search/worker.hpp"

namespace crowned {

template <class Game>
class Root {
  public:
    using State = typename Game::State;
    using Set = typename State::Set;
    using Step = StepOf<State>;

    Root(const Game& game, Table& table, Worker<Game>& worker) : g(game), table_(table), worker_(worker) {}

    void set_up(const State& s, const Ways& only, int quiet) {
        groups_.clear();
        quiet_ = Quiet(quiet);
        bool spin_first = g.is_chance(s) && !g.correct.over(s) && !g.correct.can_capture(s);
        if (!spin_first) {
            add_group(s, NoSpin, 1, only);
            return;
        }
        for (int i = 0; i < 3; ++i)
            if (g.law.spinner[i]) {
                State spun = s;
                spun.spin = u8(BlackSpin + i);
                add_group(spun, BlackSpin + i, g.law.spinner[i], only);
            }
    }

    bool has_moves() const {
        for (const Group& group : groups_)
            if (!group.moves.empty()) return true;
        return false;
    }
    bool single_move() const { return groups_.size() == 1 && groups_[0].moves.size() == 1; }

    // Each depth that is finished, and the last one even if broken off, goes to `done(depth, whole)`;
    // false from it ends the search.
    template <class Done>
    void deepen(const Limits& limits, int first_depth, Done&& done) {
        for (int depth = first_depth; depth <= limits.depth; ++depth) {
            worker_.root_depth = depth;
            for (Group& group : groups_) search_group(group, Depth(depth), limits);
            bool whole = !worker_.stopped();
            if (!done(depth, whole) || !whole) return;
        }
    }

    // The best move found for a result of the spinner, for who plays on without asking for a report.
    struct Best {
        Step step;
        bool offence;
        Set owed;
    };
    Best best(int spin) const {
        auto group = std::find_if(groups_.begin(), groups_.end() - 1,
                                  [&](const Group& one) { return one.spin == spin; });
        return {group->moves[0].step, group->moves[0].offence, group->owed};
    }

    // Of the first result of the spinner, where there are several.
    u16 best_tag() const { return groups_[0].moves.empty() ? u16(0) : groups_[0].moves[0].tag; }

    Score score() const {
        int sum = 0, whole = 0;
        for (const Group& group : groups_) {
            if (group.moves.empty()) continue;
            sum += group.weight * known(group.moves[0].score), whole += group.weight;
        }
        return whole ? mean(sum, whole) : even;
    }

    std::vector<LineReport> lines(int count) const {
        std::vector<LineReport> out;
        for (const Group& group : groups_)
            for (int i = 0; i < std::min<int>(count, int(group.moves.size())); ++i)
                out.push_back(line_of(group, i));
        return out;
    }

  private:
    struct RootMove {
        Step step;
        u16 tag;
        bool offence;
        Score score = -infinite;
        std::vector<u16> line;
    };
    struct Group {
        State state;
        int spin;
        int weight;
        Set owed{};
        std::vector<RootMove> moves;
    };

    void add_group(const State& s, int spin, int weight, const Ways& only) {
        Group group{s, spin, weight, {}, {}};
        StepList<State> list;
        if (!worker_.list(s, list)) list.clear();
        int correct = list.size();
        if (g.law.offences_gain() && correct && list[0].jumps)
            group.owed = g.offences.owed(list), g.offences.add_to(list, s);
        for (int i = 0; i < list.size(); ++i)
            if (allowed(s, list[i], i < correct ? g.correct : g.offences.relaxed(), only))
                group.moves.push_back({list[i], tag_of(list[i]), i >= correct, -infinite, {}});
        groups_.push_back(std::move(group));
    }

    bool allowed(const State& s, const Step& step, const MovesOn<State>& source, const Ways& only) const {
        Ways own;
        if (only.size() == 0 || !source.way_of(s, step, own)) return only.size() == 0;
        Board board = to_board(s);
        Effect effect(g.data, board, own[0]);
        for (int i = 0; i < only.size(); ++i)
            if (Effect(g.data, board, only[i]).same_as(effect)) return true;
        return false;
    }

    void search_group(Group& group, Depth depth, const Limits& limits) {
        int lines = std::min<int>(limits.lines, int(group.moves.size()));
        for (int i = 0; i < lines && !worker_.stopped(); ++i) aspire(group, i, depth, limits);
        // Reduced depths differ from line to line: a later one may turn out better than an earlier one.
        for (int i = 1; i < lines && !worker_.stopped(); ++i) {
            int better = i;
            while (better > 0 &&
                   group.moves[std::size_t(better) - 1].score < group.moves[std::size_t(i)].score)
                --better;
            bring_forward(group, i, better);
        }
    }

    static void bring_forward(Group& group, int from, int to) {
        for (std::size_t i = std::size_t(from); i > std::size_t(to); --i)
            std::swap(group.moves[i], group.moves[i - 1]);
    }

    // A narrow window around the last score; it opens wider on the side where the score fell out.
    void aspire(Group& group, int first, Depth depth, const Limits& limits) {
        Score last = group.moves[std::size_t(first)].score;
        bool narrow = depth >= 5 && !limits.exact && std::abs(last) < g.near_win;
        int width = 24;
        Score alpha = narrow ? last - width : -infinite, beta = narrow ? last + width : infinite;
        while (true) {
            Score best = search_moves(group, first, depth, alpha, beta);
            if (worker_.stopped()) return;
            width *= 4;
            if (best <= alpha) alpha = width > 400 ? -infinite : best - width;
            else if (best >= beta) beta = width > 400 ? infinite : best + width;
            else return;
        }
    }

    // What another thread is at comes last, as everywhere in the tree.
    Score search_moves(Group& group, int first, Depth depth, Score alpha, Score beta) {
        Window w{alpha, beta};
        std::vector<u16> later;
        u64 key = key_of(group.state);
        for (std::size_t i = std::size_t(first); i < group.moves.size(); ++i) {
            u16 tag = group.moves[i].tag;
            if (i > std::size_t(first) && worker_.elsewhere(key, tag, depth)) later.push_back(tag);
            else if (enough(group, first, i, depth, key, w)) return w.best;
        }
        for (u16 tag : later)
            if (enough(group, first, index_of(group, first, tag), depth, key, w)) break;
        return w.best;
    }

    struct Window {
        Score alpha, beta;
        Score best = -infinite;
    };

    // Looks at one move; true if no other need be looked at.
    bool enough(Group& group, int first, std::size_t i, Depth depth, u64 key, Window& w) {
        Score low = std::max(w.alpha, w.best), v;
        if (w.best == -infinite) v = value(group, i, depth, low, w.beta);
        else {
            typename Worker<Game>::Claim claim(worker_, key, group.moves[i].tag, depth);
            v = value(group, i, depth, low, low + 1);
            if (v > low && v < w.beta && !worker_.stopped()) v = value(group, i, depth, low, w.beta);
        }
        if (worker_.stopped()) return true;
        if (v > w.best) w.best = v, promote(group, first, i, v);
        return w.best >= w.beta;
    }

    static std::size_t index_of(const Group& group, int first, u16 tag) {
        auto at = std::find_if(group.moves.begin() + first, group.moves.end(),
                               [&](const RootMove& m) { return m.tag == tag; });
        return std::size_t(at - group.moves.begin());
    }

    Score value(const Group& group, std::size_t i, Depth depth, Score alpha, Score beta) {
        const RootMove& m = group.moves[i];
        if (m.offence)
            return worker_.offend(group.state, m.step, group.owed, depth - 1, alpha, beta, Ply(0), quiet_);
        return worker_.after(group.state, m.step, depth - 1, alpha, beta, Ply(0), quiet_, m.tag);
    }

    // The new best move goes to the front of those not yet placed.
    void promote(Group& group, int first, std::size_t i, Score score) {
        RootMove& chosen = group.moves[i];
        chosen.score = score;
        chosen.line.assign(1, chosen.tag);
        if (!chosen.offence)
            chosen.line.insert(chosen.line.end(), worker_.line(1), worker_.line(1) + worker_.line_length(1));
        bring_forward(group, int(i), first);
    }

    // A search broken off at once has judged nothing yet.
    static Score known(Score v) { return v == -infinite ? even : v; }

    LineReport line_of(const Group& group, int i) const {
        const RootMove& m = group.moves[std::size_t(i)];
        LineReport report{known(m.score), group.spin, {}};
        State s = group.state;
        if (!append(report, s, m.step, m.offence ? g.offences.relaxed() : g.correct) || m.offence)
            return report;
        for (std::size_t at = 1; at < 40; ++at) {
            u16 tag = at < m.line.size() ? m.line[at] : table_move(s);
            if (!tag || !follow(report, s, tag)) break;
        }
        return report;
    }

    u16 table_move(const State& s) const {
        Found found;
        return !g.data.doors && table_.probe(key_of(s), found) && found.bound == Bound::Exact ? found.move
                                                                                              : u16(0);
    }

    bool follow(LineReport& report, State& s, u16 tag) const {
        if (g.correct.over(s) || (g.is_chance(s) && !g.correct.can_capture(s))) return false;
        StepList<State> list;
        Scratch<State> scratch;
        g.correct.list(s, list, scratch);
        if (scratch.effort.exceeded) return false;
        for (const Step& step : list)
            if (tag_of(step) == tag) return append(report, s, step, g.correct);
        return false;
    }

    // False, and nothing done, where captures are too many to find the way of this one.
    bool append(LineReport& report, State& s, const Step& step, const MovesOn<State>& moves) const {
        if (!moves.way_of(s, step, report.moves)) return false;
        g.correct.play(s, step);
        return true;
    }

    const Game& g;
    const Table& table_;
    Worker<Game>& worker_;
    std::vector<Group> groups_;
    Quiet quiet_;
};

}  // namespace crowned
