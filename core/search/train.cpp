#include "search/train.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace crowned {

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

std::int16_t rounded(double logit) {
    return std::int16_t(std::lround(std::clamp(logit * score_unit * weight_scale, -16000.0, 16000.0)));
}

}  // namespace

// Weights while they learn: log-odds, and the sum of squared gradients of each.
struct Trainer::Live {
    struct One {
        float weight[2];
        float seen[2];
    };
    std::vector<One> ones;
};

double target_of(const Sample& sample, double trust, bool scores_are_expected) {
    double judged = scores_are_expected ? std::clamp(0.5 + 0.5 * sample.score / surest_estimate, 0.0, 1.0)
                                        : sigmoid(double(sample.score) / score_unit);
    return trust * double(sample.result) + (1 - trust) * judged;
}

void Trainer::add(const Sample& sample, double trust) {
    starts_.push_back(features_.size());
    int phase = searcher_.features(sample.board, [&](int index, int times) {
        if (times) features_.push_back(u32(index) << 8 | u8(std::int8_t(times)));
    });
    phases_.push_back(u16(phase));
    float given = float(int(searcher_.net_says(sample.board))) / score_unit;
    given_.push_back(sample.board.turn == White ? given : -given);
    targets_.push_back(float(target_of(sample, trust, expected_)));
}

double Trainer::logit(const Live& live, std::size_t sample) const {
    double many = phases_[sample] / 256.0, sum = double(given_[sample]);
    for (std::size_t i = starts_[sample]; i < end_of(sample); ++i) {
        const Live::One& one = live.ones[features_[i] >> 8];
        sum += std::int8_t(features_[i] & 255) *
               (many * double(one.weight[0]) + (1 - many) * double(one.weight[1]));
    }
    return sum;
}

void Trainer::learn(Live& live, std::size_t sample, const TrainPlan& plan) const {
    float many = float(phases_[sample]) / 256;
    float error = float(sigmoid(logit(live, sample))) - targets_[sample];
    float share[2] = {many, 1 - many};
    for (std::size_t i = starts_[sample]; i < end_of(sample); ++i) {
        Live::One& one = live.ones[features_[i] >> 8];
        float times = float(std::int8_t(features_[i] & 255));
        for (int k : {0, 1}) {
            float gradient = error * times * share[k] + float(plan.decay) * one.weight[k];
            one.seen[k] += gradient * gradient;
            one.weight[k] -= float(plan.rate) * gradient / std::sqrt(one.seen[k]);
        }
    }
}

double Trainer::held_out_loss(const Live& live) const {
    double sum = 0;
    int n = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        if (!held_out(i)) continue;
        double p = std::clamp(sigmoid(logit(live, i)), 1e-9, 1 - 1e-9), t = double(targets_[i]);
        sum -= t * std::log(p) + (1 - t) * std::log(1 - p), ++n;
    }
    return n ? sum / n : 0;
}

std::vector<Weight> Trainer::fit(const TrainPlan& plan, double loss[2]) const {
    Live live;
    for (int i = 0; i < searcher_.shape().size(); ++i) {
        const Weight w = searcher_.weights()[std::size_t(i)];
        float unit = float(score_unit * weight_scale), caution = float(plan.caution);
        live.ones.push_back({{float(w.many) / unit, float(w.few) / unit}, {caution, caution}});
    }
    loss[0] = held_out_loss(live);
    std::vector<u32> order(size());
    std::iota(order.begin(), order.end(), 0u);
    u64 state = plan.seed;
    for (int epoch = 0; epoch < plan.epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[std::size_t(mix(state += 0x9e3779b97f4a7c15ull) % i)]);
        for (u32 sample : order)
            if (!held_out(sample)) learn(live, sample, plan);
    }
    loss[1] = held_out_loss(live);
    std::vector<Weight> out;
    for (const Live::One& one : live.ones)
        out.push_back({rounded(double(one.weight[0])), rounded(double(one.weight[1]))});
    return out;
}

}  // namespace crowned
