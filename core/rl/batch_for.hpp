// The batch of one kind of states.
#pragma once

#include "position/convert.hpp"
#include "rl/observe.hpp"
#include "rl/paths.hpp"
#include "rl/referee.hpp"

namespace crowned::rl {

template <class StateT>
class BatchFor final : public Batch {
  public:
    using State = StateT;
    using PlaceT = Place<State>;

    BatchFor(const RuleData& rules, const BatchRules& how, const Board& start, int boards)
        : how_(how),
          referee_(rules, how_),
          squares_(rules, referee_.kernel()),
          codes_(rules, how_, squares_),
          observer_(referee_.rules(), how_, squares_),
          start_(to_state<State>(start)),
          places_(std::size_t(boards)) {}

    int size() const override { return int(places_.size()); }
    int actions() const override { return by_index() ? how_.width : codes_.count(); }
    int planes() const override { return observer_.count(); }
    void attach(const Buffers& buffers) override { out_ = buffers; }

    void restart(int first, int last, u64 seed) override {
        Scratch<State> scratch;
        for (int i = first; i < last; ++i) {
            PlaceT& p = places_[std::size_t(i)];
            p.dice = mix(seed + 0x632be59bd9b4e019ull * u64(i + 1));
            tell(i, 0, 0, false, false);
            open(p, scratch);
            show(i);
        }
    }

    int objection(const std::int32_t* actions) const override {
        for (int i = 0; i < size(); ++i)
            if (!is_open(i, actions[i])) return i;
        return -1;
    }

    void step(const std::int32_t* actions, int first, int last) override {
        Scratch<State> scratch;
        for (int i = first; i < last; ++i) {
            PlaceT& p = places_[std::size_t(i)];
            tell(i, 0, 0, p.finished, false);
            if (p.finished) continue;
            int actor = p.now.state.turn;
            if (act(p, actions[i])) settle(i, actor, scratch);
            show(i);
        }
    }

    void sample(std::int32_t* actions, int first, int last) override {
        for (int i = first; i < last; ++i) actions[i] = pick(places_[std::size_t(i)]);
    }

    Board board(int index) const override { return to_board(places_[std::size_t(index)].now.state); }

  private:
    using Step = StepOf<State>;
    static constexpr int claim = -2;

    bool by_index() const { return how_.encoding == Encoding::Index; }
    u8* mask_of(int i) const { return out_.mask + std::size_t(i) * std::size_t(actions()); }

    // ---- games

    // A new game; where boards spin for themselves, up to the first choice of a player.
    void open(PlaceT& p, Scratch<State>& scratch) {
        do referee_.begin(p, start_);
        while (look(p, scratch) != End::None);
    }

    End look(PlaceT& p, Scratch<State>& scratch) {
        End end = referee_.look(p, scratch);
        while (end == End::None && how_.roll && p.chance_acts()) {
            referee_.spin(p, roll(p));
            end = referee_.look(p, scratch);
        }
        if (end == End::None && !by_index()) referee_.find_ways(p);
        return end;
    }

    int roll(PlaceT& p) const {
        const Spinner& weights = how_.law.spinner;
        int left = below(p.dice, weights[0] + weights[1] + weights[2]);
        int result = 0;
        while (left >= weights[result]) left -= weights[result++];
        return result;
    }

    void settle(int i, int actor, Scratch<State>& scratch) {
        PlaceT& p = places_[std::size_t(i)];
        End end = p.claimed ? End::Draw : look(p, scratch);
        bool cut = end == End::None && how_.longest && p.ply >= how_.longest;
        if (end == End::None && !cut) return;
        float worth = float(referee_.points(p.now.state));
        float white = end == End::WhiteWins ? worth : end == End::BlackWins ? -worth : 0.0f;
        tell(i, actor == White ? white : 0.0f - white, white, true, cut);
        p.claimed = false;
        if (how_.reset) open(p, scratch);
        else p.finished = true;
    }

    // ---- actions

    // Does what a player or chance has decided; false if a capture goes on.
    bool act(PlaceT& p, int action) {
        if (p.chance_acts()) {
            referee_.spin(p, action < 0 ? roll(p) : by_index() ? action : action - codes_.spin(0));
            return true;
        }
        if (by_index()) return perform(p, action);
        return hop(p, action);
    }

    // The action of this index: remedies first, then moves, then the claim.
    bool perform(PlaceT& p, int index) {
        int remedies = p.remedies();
        if (index < remedies) return remedy(p, index);
        if (index - remedies < p.moves.size()) referee_.play(p, index - remedies);
        else p.claimed = true;
        return true;
    }

    bool remedy(PlaceT& p, int index) {
        int huffs = int(p.pending->removable.size());
        if (index < huffs) referee_.huff(p, index);
        else if (index == huffs && p.pending->take_back) referee_.take_back(p);
        else referee_.accept(p);
        return true;
    }

    bool hop(PlaceT& p, int code) {
        bool turned = p.now.state.turn == Black && squares_.turns();
        if (p.walked.empty())
            for (int i = 0; i < p.remedies(); ++i)
                if (remedy_code(p, i, turned) == code) return remedy(p, i);
        if (code == codes_.claim && codes_.claim >= 0) return p.claimed = true;
        int move = walk_on(p, codes_, code, turned);
        if (move >= 0) referee_.play(p, move);
        return move >= 0;
    }

    int remedy_code(const PlaceT& p, int index, bool turned) const {
        int huffs = int(p.pending->removable.size());
        if (index < huffs)
            return codes_.huff(squares_.number(p.pending->removable[std::size_t(index)], turned));
        return index == huffs && p.pending->take_back ? codes_.take_back : codes_.accept;
    }

    bool is_open(int i, int action) const {
        const PlaceT& p = places_[std::size_t(i)];
        if (p.finished || (action == -1 && p.chance_acts())) return true;
        return action >= 0 && action < actions() && mask_of(i)[action];
    }

    int pick(PlaceT& p) {
        if (p.finished || p.chance_acts()) return -1;
        if (by_index()) return below(p.dice, std::min(how_.width, open_count(p)));
        int open = 0;
        for_codes(p, [&](int) { ++open; });
        int wanted = below(p.dice, open), picked = -1;
        for_codes(p, [&](int code) {
            if (wanted-- == 0) picked = code;
        });
        return picked;
    }

    // f(code) for everything open to a player; hops that several captures share come several times.
    template <class F>
    void for_codes(const PlaceT& p, F&& f) const {
        bool turned = p.now.state.turn == Black && squares_.turns();
        if (p.walked.empty()) {
            for (int i = 0; i < p.remedies(); ++i) f(remedy_code(p, i, turned));
            if (p.may_claim) f(codes_.claim);
        }
        for_hops(p, codes_, turned, [&](int, int code) { f(code); });
    }

    static int open_count(const PlaceT& p) { return p.remedies() + p.moves.size() + p.may_claim; }

    // ---- buffers

    void tell(int i, float reward, float result, bool done, bool truncated) {
        std::size_t at = std::size_t(i);
        out_.rewards[at] = reward, out_.results[at] = result;
        out_.dones[at] = done, out_.truncations[at] = truncated;
    }

    void show(int i) {
        const PlaceT& p = places_[std::size_t(i)];
        u8* mask = mask_of(i);
        std::memset(mask, 0, std::size_t(actions()));
        if (!p.finished) open_mask(p, mask);
        out_.players[std::size_t(i)] = p.chance_acts() ? u8(ChancePlayer) : p.now.state.turn;
        int repeated = how_.law.repetition ? referee_.repetitions(p.now) : 0;
        observer_.write(p, repeated,
                        out_.observations + std::size_t(i) * std::size_t(planes() * squares_.cells()));
    }

    void open_mask(const PlaceT& p, u8* mask) const {
        if (p.chance_acts()) {
            for (int result = 0; result < 3; ++result)
                if (how_.law.spinner[result]) mask[by_index() ? result : codes_.spin(result)] = 1;
        } else if (by_index()) {
            std::memset(mask, 1, std::size_t(std::min(how_.width, open_count(p))));
        } else {
            for_codes(p, [&](int code) { mask[code] = 1; });
        }
    }

    const BatchRules how_;
    const Referee<State> referee_;
    const Squares squares_;
    const StepCodes codes_;
    const Observer<State> observer_;
    const State start_;
    std::vector<PlaceT> places_;
    Buffers out_{};
};

}  // namespace crowned::rl

namespace crowned {

template <class State>
std::unique_ptr<rl::Batch> BatchMaker<State>::make(const RuleData& rules, const rl::BatchRules& how,
                                                   const Board& start, int boards) {
    return std::make_unique<rl::BatchFor<State>>(rules, how, start, boards);
}

}  // namespace crowned
