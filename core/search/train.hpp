// Fitting weights to results: logistic regression by stochastic gradient descent (Adagrad).
#pragma once

#include "search/searcher.hpp"

namespace crowned {

struct TrainPlan {
    int epochs = 4;
    double rate = 0.04;   // step in log-odds of the first updates of a weight
    double caution = 4;   // how much a weight must have been seen before it moves in earnest
    double trust = 0.7;   // share of the game's result in the target, the rest is the search's score
    double decay = 1e-6;  // pull of every update towards zero
    u64 seed = 1;
};

// What a sample should be judged as, for White: its game's result mixed with the search's score.
double target_of(const Sample& sample, double trust, bool scores_are_expected);
// Whole stretches, since neighbours come from the same game and know its result.
inline bool held_out(std::size_t sample) { return sample / 500 % 20 == 3; }

// Samples as features, ready to be gone through many times. What the searcher's network says is taken as
// given: the other weights learn what is left.
class Trainer {
  public:
    Trainer(const Searcher& searcher, bool scores_are_expected)
        : searcher_(searcher), expected_(scores_are_expected) {}

    void add(const Sample& sample, double trust);
    std::size_t size() const { return starts_.size(); }

    // New weights, without the network's; `loss` receives the mean cross-entropy of the held-out samples
    // before and after.
    std::vector<Weight> fit(const TrainPlan& plan, double loss[2]) const;

  private:
    struct Live;
    double logit(const Live& live, std::size_t sample) const;
    double held_out_loss(const Live& live) const;
    void learn(Live& live, std::size_t sample, const TrainPlan& plan) const;
    std::size_t end_of(std::size_t sample) const {
        return sample + 1 < starts_.size() ? starts_[sample + 1] : features_.size();
    }

    const Searcher& searcher_;
    bool expected_;
    std::vector<u32> features_;  // index << 8 | count as a signed byte
    std::vector<std::size_t> starts_;
    std::vector<u16> phases_;
    std::vector<float> given_, targets_;  // log-odds by the network; expected result
};

}  // namespace crowned
