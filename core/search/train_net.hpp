// Fitting the network to what the patterns leave unsaid: gradient descent in batches (Adam).
#pragma once

#include "search/searcher.hpp"

namespace crowned {

struct NetPlan {
    int epochs = 6;
    double rate = 0.001;
    double trust = 0.3;  // share of the game's result in the target, the rest is the search's score
    u64 seed = 1;
    bool onward = false;  // go on from the network that is there instead of from nothing
};

// Samples as inputs, ready to be gone through many times. The network learns what has to be added to what the
// searcher's other weights say.
class NetTrainer {
  public:
    NetTrainer(const Searcher& searcher, bool scores_are_expected)
        : searcher_(searcher), expected_(scores_are_expected) {}

    void add(const Sample& sample, double trust);
    std::size_t size() const { return samples_.size(); }

    // The numbers of a network; `loss` receives the mean cross-entropy of the held-out samples before and
    // after.
    std::vector<std::int16_t> fit(const NetPlan& plan, double loss[2]) const;

  private:
    struct Live;
    struct One {
        float said, target;  // log-odds by the patterns; expected result
        std::size_t first;
        u16 inputs;
        u16 stage;
    };
    template <class F>
    float forward(const Live& live, const One& one, F&& level) const;
    void learn(Live& live, const One& one, float share) const;
    bool begin(Live& live, const NetPlan& plan) const;
    void forget_unseen(Live& live) const;
    double held_out_loss(const Live* live) const;

    const Searcher& searcher_;
    bool expected_;
    std::vector<u16> inputs_;
    std::vector<One> samples_;
};

}  // namespace crowned
