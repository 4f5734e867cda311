// Games of the search against itself: positions with their results, food for training.
#pragma once

#include "search/root.hpp"

namespace crowned {

// A small generator of good numbers (splitmix64), so that equal seeds give equal games everywhere.
class Dice {
  public:
    explicit Dice(u64 seed) : state_(seed) {}
    u64 next() { return mix(state_ += 0x9e3779b97f4a7c15ull); }
    int below(int n) { return int(next() % u64(n)); }

  private:
    u64 state_;
};

template <class Game>
class SelfPlayer {
  public:
    using State = typename Game::State;
    using Step = StepOf<State>;
    using Set = typename State::Set;
    using Best = typename Root<Game>::Best;

    SelfPlayer(const Game& game, Table& table)
        : g(game), table_(table), worker_(new Worker<Game>(game, table)), root_(game, table, *worker_) {}

    std::vector<Sample> play(const SelfPlay& plan) {
        std::vector<Sample> out;
        Dice dice(plan.seed);
        table_.age(true);
        for (int i = 0; i < plan.games; ++i) play_one(plan, dice, out);
        return out;
    }

  private:
    void play_one(const SelfPlay& plan, Dice& dice, std::vector<Sample>& out) {
        State s = to_state<State>(plan.start);
        table_.age(false);
        past_.clear();
        std::size_t first = out.size();
        int opening = plan.random_plies - dice.below(2);
        Score result;
        for (int ply = 0; ply < plan.max_plies; ++ply) {
            if (over(s)) {
                result = seen_by_white(s, end_score(s));
                break;
            }
            if (goes_nowhere(s)) break;
            bool random = ply < opening;
            if (!random) judge(s, plan, out);
            if (!random && decided(s, plan)) {
                result = seen_by_white(s, score_);
                break;
            }
            spin(s, dice);
            StepList<State> moves;
            if (!worker_->list(s, moves)) break;
            if (moves.size() == 0) {
                result = seen_by_white(s, g.blocked(s));
                break;
            }
            advance(s, random ? Best{moves[dice.below(moves.size())], false, {}} : root_.best(s.spin));
        }
        float white = result > 0 ? 1.0f : result < 0 ? 0.0f : 0.5f;
        for (std::size_t i = first; i < out.size(); ++i) out[i].result = white;
    }

    Score end_score(const State& s) const { return g.correct.over(s) ? g.ended(s) : g.blocked(s); }
    static Score seen_by_white(const State& s, Score v) { return s.turn == White ? v : -v; }

    bool waits_for_spin(const State& s) const { return g.is_chance(s) && !g.correct.can_capture(s); }

    bool over(const State& s) {
        if (g.correct.over(s)) return true;
        return waits_for_spin(s) && !g.data.blocked_on_black_spin && !g.can_move(s, worker_->scratch);
    }

    void spin(State& s, Dice& dice) const {
        if (!waits_for_spin(s)) return;
        const Spinner& w = g.law.spinner;
        int drawn = dice.below(w[0] + w[1] + w[2]);
        s.spin = u8(drawn < w[0] ? BlackSpin : drawn < w[0] + w[1] ? GreenSpin : OrangeSpin);
    }

    // No rule of draws, which are longer and differ: what comes back or goes nowhere for so long teaches
    // nothing more.
    bool goes_nowhere(const State& s) {
        u64 key = place_key(s);
        int times = int(std::count(past_.begin(), past_.end(), key));
        return times >= 2 || int(past_.size()) > (g.data.doors ? 60 : 40);
    }

    // Before the wheel is spun: one search knows the best move for each result, and their mean.
    void judge(const State& s, const SelfPlay& plan, std::vector<Sample>& out) {
        Limits limits;
        limits.nodes = plan.nodes;
        limits.depth = 30;
        limits.table_pieces = plan.table_pieces;
        signal_.stop = false, signal_.nodes = 0;
        worker_->begin(limits, signal_, past_, place_key(s), g.counts.begun(s), true);
        root_.set_up(s, {}, int(past_.size()));
        root_.deepen(limits, 1, [&](int, bool) { return !root_.single_move(); });
        score_ = root_.score();
        // Captures are resolved by the search; training needs the positions it judges.
        if (!g.correct.can_capture(s)) out.push_back({to_board(s), 0.5f, seen_by_white(s, score_)});
    }

    // A proof ends a game, and so does a draw that the tables know: there is no more to learn from it.
    bool decided(const State& s, const SelfPlay& plan) const {
        if (std::abs(score_) > g.near_win) return true;
        return g.oracle && count(occupied(s)) <= plan.table_pieces &&
               g.oracle->ask(s, int(past_.size())).result == Result::Draw;
    }

    void advance(State& s, const Best& best) {
        const State before = s;
        g.correct.play(s, best.step);
        bool progress = is_progress(g.data, g.law, best.step, before, s);
        if (best.offence) progress |= huff(before, s, best);
        if (progress) past_.clear();
        else past_.push_back(place_key(before));
    }

    // Off goes what hurts most, or least, in the eyes of who chooses; false if there is nothing to take.
    bool huff(const State& before, State& s, const Best& best) const {
        Set at_risk = g.offences.removable(before, best.step, best.owed) & s.side[before.turn];
        State worst = s;
        bool mild = g.law.offender_chooses, chosen = false;
        Score kept = even;
        while (any(at_risk)) {
            State huffed = s;
            lift_piece(huffed, pop(at_risk));
            Score v = -g.estimate(huffed);
            if (!chosen || (mild ? v > kept : v < kept)) kept = v, worst = huffed, chosen = true;
        }
        s = worst;
        return chosen;
    }

    const Game& g;
    Table& table_;
    std::unique_ptr<Worker<Game>> worker_;
    Root<Game> root_;
    Signal signal_;
    std::vector<u64> past_;
    Score score_;
};

}  // namespace crowned
