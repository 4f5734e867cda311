// One kernel for one combination of layout, piece model and known rules.
#pragma once

#include "movegen/perft.hpp"
#include "position/kernel.hpp"

namespace crowned {

// Collects moves with their ways, best precedence only, equal results once.
template <class State>
class WaySink {
  public:
    using Set = typename State::Set;

    explicit WaySink(const Precedence& precedence) : steps_(precedence, list_) {}

    void single(int from, int over, int to, u8 flags, bool king_taken) {
        steps_.single(from, over, to, flags, king_taken);
        u8 path[2] = {u8(from), u8(to)}, victim = u8(over);
        keep(path, &victim, 1);
    }

    template <class Walker>
    void walked(const Walker& way, int to, Set captured, u8 flags) {
        steps_.walked(way, to, captured, flags);
        keep(way.path, way.victims, way.jumps);
    }

    void hand_over(Receiver& receiver) const {
        for (int i = 0; i < list_.size(); ++i)
            receiver.take({bytes_.data() + starts_[std::size_t(i)], list_[i].jumps, list_[i].flags});
    }

  private:
    // Follows what the list did with the last capture: taken, refused, or taken in place of all before.
    void keep(const u8* path, const u8* victims, int jumps) {
        if (restarts_ != steps_.restarts) bytes_.clear(), starts_.clear();
        restarts_ = steps_.restarts;
        if (list_.size() == int(starts_.size())) return;
        starts_.push_back(u32(bytes_.size()));
        bytes_.insert(bytes_.end(), path, path + jumps + 1);
        bytes_.insert(bytes_.end(), victims, victims + jumps);
    }

    StepList<State> list_;
    ListSink<State> steps_;
    std::vector<u8> bytes_;
    std::vector<u32> starts_;
    int restarts_ = 0;
};

template <class State>
State to_state(const Board& b) {
    using Set = typename State::Set;
    State s;
    s.side[White] = narrow<Set>(b.side[White]), s.side[Black] = narrow<Set>(b.side[Black]);
    s.kings = narrow<Set>(b.kings);
    s.turn = b.turn, s.knobs = b.knobs, s.spin = b.spin;
    if constexpr (State::tower)
        for (int i = 0; i < State::squares && i < int(b.columns.size()); ++i) {
            const AnyColumn& c = b.columns[std::size_t(i)];
            s.column[i].black = decltype(s.column[i].black)(c.black);
            s.column[i].king = decltype(s.column[i].king)(c.king);
            s.column[i].height = c.height;
        }
    return s;
}

template <class State>
Board to_board(const State& s) {
    Board b;
    b.side[White] = widen(s.side[White]), b.side[Black] = widen(s.side[Black]), b.kings = widen(s.kings);
    b.turn = s.turn, b.knobs = s.knobs, b.spin = s.spin;
    if constexpr (State::tower) {
        b.columns.resize(State::squares);
        for (std::size_t i = 0; i < State::squares; ++i)
            b.columns[i] = {s.column[i].black, s.column[i].king, s.column[i].height};
    }
    return b;
}

template <class Layout, class State, class KnownT>
class KernelFor final : public Kernel {
  public:
    explicit KernelFor(const RuleData& rules)
        : rules_(rules), geometry_(rules.files, rules.ranks, rules.odd), generator_(rules_, geometry_) {}

    int bit_of(int file, int rank) const override { return Layout::bit_of(file, rank, rules_.odd); }

    int tower_limit() const override {
        if constexpr (State::tower) return State::Stones::capacity;
        return 1;
    }

    void moves(const Board& board, Receiver& receiver) const override {
        State s = to_state<State>(board);
        if (generator_.over(s)) return;
        bool captures = generator_.can_capture(s);
        if (captures) hand_captures(s, receiver);
        if (!captures || !rules_.must_capture) hand_quiet(s, receiver);
    }

    bool can_capture(const Board& board) const override {
        State s = to_state<State>(board);
        return !generator_.over(s) && generator_.can_capture(s);
    }

    Board play(const Board& board, const Way& way) const override {
        State s = to_state<State>(board);
        generator_.play(s, to_step(way));
        return to_board(s);
    }

    u64 perft(const Board& board, int depth) const override {
        State s = to_state<State>(board);
        Scratch<State> scratch;
        return generator_.perft(s, depth, scratch);
    }

    Board normal(const Board& board) const override { return to_board(to_state<State>(board)); }

  private:
    using Set = typename State::Set;
    using Step = StepOf<State>;

    void hand_captures(const State& s, Receiver& receiver) const {
        Scratch<State> scratch;
        WaySink<State> sink(generator_.order());
        generator_.captures_into(s, sink, scratch);
        sink.hand_over(receiver);
    }

    void hand_quiet(const State& s, Receiver& receiver) const {
        Scratch<State> scratch;
        StepList<State> steps;
        generator_.list(s, steps, scratch);
        for (const Step& step : steps)
            if (!step.jumps) {
                u8 squares[2] = {step.from, step.to};
                receiver.take({squares, 0, step.flags});
            }
    }

    static Step to_step(const Way& way) {
        Step step{};
        step.from = way.squares[0], step.flags = way.flags, step.jumps = u8(way.jumps);
        step.to = way.squares[way.jumps ? way.jumps : 1];
        const u8* victims = way.squares + way.jumps + 1;
        for (int i = 0; i < way.jumps; ++i) {
            step.captured |= bit<Set>(victims[i]);
            if constexpr (State::tower) step.victims[i] = victims[i];
        }
        return step;
    }

    RuleData rules_;
    Geometry<Layout> geometry_;
    Perft<Layout, State, KnownT> generator_;
};

}  // namespace crowned
