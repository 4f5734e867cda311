// Moves hop by hop: a capture is several actions of the same player, and ends where it cannot go on, or where
// he stops though he might.
#pragma once

#include "rl/codes.hpp"
#include "rl/place.hpp"

namespace crowned::rl {

// The squares a move stands on, and those it jumps over.
template <class State>
class PathOf {
  public:
    PathOf(const Place<State>& p, int move) : step_(p.moves[move]) {
        int at = p.way_of[std::size_t(move)];
        if (at >= 0) far_ = p.ways.data() + at;
    }

    int hops() const { return step_.jumps > 1 ? step_.jumps : 1; }
    int square(int i) const { return far_ ? far_[i] : i ? step_.to : step_.from; }
    int victim(int i) const { return far_ ? far_[hops() + 1 + i] : lowest(step_.captured); }
    bool is_slide() const { return step_.flags & IsSlide; }
    bool jumps() const { return step_.jumps > 0; }
    bool begins_with(const std::vector<u8>& walked) const {
        if (walked.empty()) return true;
        if (is_slide() || hops() + 1 < int(walked.size())) return false;
        for (int i = 0; i < int(walked.size()); ++i)
            if (square(i) != walked[std::size_t(i)]) return false;
        return true;
    }

  private:
    const StepOf<State>& step_;
    const u8* far_ = nullptr;
};

// f(move, code) for every way on from where the piece is now.
template <class State, class F>
void for_hops(const Place<State>& p, const StepCodes& codes, bool turned, F&& f) {
    int done = p.walked.empty() ? 0 : int(p.walked.size()) - 1;
    for (int move = 0; move < p.moves.size(); ++move) {
        PathOf<State> path(p, move);
        if (!path.begins_with(p.walked)) continue;
        if (path.is_slide()) f(move, codes.slide(path.square(0), path.square(1)));
        else if (done == path.hops()) f(move, codes.stop);
        else f(move, codes.hop(path.square(done), path.square(done + 1), turned));
    }
}

// Goes one hop on. Returns the move that this completes, or -1 if the capture is to go on or may.
template <class State>
int walk_on(Place<State>& p, const StepCodes& codes, int code, bool turned) {
    int chosen = -1;
    for_hops(p, codes, turned, [&](int move, int its) {
        if (its == code && chosen < 0) chosen = move;
    });
    PathOf<State> path(p, chosen);
    int done = p.walked.empty() ? 0 : int(p.walked.size()) - 1;
    if (path.is_slide() || !path.jumps() || done == path.hops()) return chosen;
    if (p.walked.empty()) p.walked.push_back(u8(path.square(0)));
    p.walked.push_back(u8(path.square(done + 1)));
    p.taken.push_back(u8(path.victim(done)));
    int complete = -1;
    bool longer = false;
    for (int move = 0; move < p.moves.size(); ++move) {
        PathOf<State> other(p, move);
        if (!other.begins_with(p.walked)) continue;
        if (other.hops() > done + 1) longer = true;
        else if (complete < 0) complete = move;
    }
    return longer ? -1 : complete;
}

}  // namespace crowned::rl
