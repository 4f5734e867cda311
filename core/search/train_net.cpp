#include "search/train_net.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/net.hpp"
#include "search/train.hpp"

namespace crowned {

namespace {

constexpr int batch = 512;

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

// Numbers that learn, with the running means that Adam keeps of their gradients.
class Learned {
  public:
    explicit Learned(std::size_t size) : value(size), gradient(size), mean_(size), square_(size) {}

    std::vector<float> value, gradient;

    void step(float rate, float correction) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            float g = gradient[i];
            mean_[i] = 0.9f * mean_[i] + 0.1f * g;
            square_[i] = 0.999f * square_[i] + 0.001f * g * g;
            value[i] -= rate * mean_[i] / (std::sqrt(square_[i] * correction) + 1e-8f);
            gradient[i] = 0;
        }
    }

  private:
    std::vector<float> mean_, square_;
};

// Small numbers around zero, the same everywhere.
void scatter(std::vector<float>& values, float spread, u64& state) {
    for (float& value : values) {
        float sum = 0;
        for (int i = 0; i < 4; ++i) sum += float(mix(state += 0x9e3779b97f4a7c15ull) >> 40) / float(1 << 24);
        value = (sum - 2) * spread * 1.7f;
    }
}

// Warms up, then falls to nothing along a cosine.
float rate_at(double done, double rate) {
    if (done < 0.02) return float(rate * done / 0.02);
    return float(rate * (0.505 + 0.5 * std::cos(3.14159265 * done)));
}

std::int16_t whole(float value, int scale) {
    return std::int16_t(std::lround(std::clamp(value * float(scale), -32000.0f, 32000.0f)));
}

// A number of a row: in steps of four they pack better, and no loss shows it.
std::int16_t in_grains(float value) {
    constexpr int grain = 4;
    return std::int16_t(grain * whole(std::clamp(value, -100.0f, 100.0f), net_one / grain));
}

}  // namespace

// A network while it learns. A row for each input of each stage, and one more where its sums begin.
struct NetTrainer::Live {
    int inputs;
    Learned rows, outputs, start;

    explicit Live(int count)
        : inputs(count),
          rows(std::size_t(net_stages * (count + 1) * net_hidden)),
          outputs(net_stages * net_hidden),
          start(net_stages) {}

    std::size_t row(int stage, int input) const {
        return std::size_t((stage * (inputs + 1) + input) * net_hidden);
    }
    void scatter_all(u64 seed) {
        scatter(rows.value, 0.12f, seed), scatter(outputs.value, 0.05f, seed);
        for (int stage = 0; stage < net_stages; ++stage)
            std::fill_n(rows.value.begin() + std::ptrdiff_t(row(stage, inputs)), net_hidden, 0.1f);
    }
    void step(float rate, long steps) {
        float first = 1 - std::pow(0.9f, float(steps)), second = 1 - std::pow(0.999f, float(steps));
        for (Learned* part : {&rows, &outputs, &start}) part->step(rate / first, 1 / second);
    }
    std::vector<std::int16_t> numbers() const;
    void go_on_from(const std::int16_t* numbers);
};

std::vector<std::int16_t> NetTrainer::Live::numbers() const {
    std::vector<std::int16_t> out;
    const int fine = score_unit * net_output_scale;
    for (int stage = 0; stage < net_stages; ++stage) {
        for (std::size_t i = row(stage, 0); i < row(stage + 1, 0); ++i)
            out.push_back(in_grains(rows.value[i]));
        for (int i = 0; i < net_hidden; ++i)
            out.push_back(whole(outputs.value[std::size_t(stage * net_hidden + i)], fine));
        out.push_back(whole(start.value[std::size_t(stage)], fine)), out.push_back(0);
    }
    return out;
}

void NetTrainer::Live::go_on_from(const std::int16_t* number) {
    const float fine = score_unit * net_output_scale;
    for (int stage = 0; stage < net_stages; ++stage) {
        for (std::size_t i = row(stage, 0); i < row(stage + 1, 0); ++i)
            rows.value[i] = float(*number++) / net_one;
        for (int i = 0; i < net_hidden; ++i)
            outputs.value[std::size_t(stage * net_hidden + i)] = float(*number++) / fine;
        start.value[std::size_t(stage)] = float(*number) / fine, number += 2;
    }
}

void NetTrainer::add(const Sample& sample, double trust) {
    One one{};
    one.first = inputs_.size();
    one.stage = u16(searcher_.net_inputs(sample.board, [&](int input) { inputs_.push_back(u16(input)); }));
    one.inputs = u16(inputs_.size() - one.first);
    one.said = float(searcher_.log_odds(sample.board) - searcher_.net_says(sample.board)) / score_unit;
    double white = target_of(sample, trust, expected_);
    one.target = float(sample.board.turn == White ? white : 1 - white);
    samples_.push_back(one);
}

// The log-odds of a sample; level(i) receives what each hidden number is worth, between 0 and 1.
template <class F>
float NetTrainer::forward(const Live& live, const One& one, F&& level) const {
    float sum[net_hidden];
    std::copy_n(&live.rows.value[live.row(one.stage, live.inputs)], net_hidden, sum);
    for (std::size_t k = one.first; k < one.first + one.inputs; ++k) {
        const float* row = &live.rows.value[live.row(one.stage, inputs_[k])];
        for (int i = 0; i < net_hidden; ++i) sum[i] += row[i];
    }
    const float* output = &live.outputs.value[std::size_t(one.stage * net_hidden)];
    float part[8]{};
    for (int i = 0; i < net_hidden; ++i) {
        level[i] = std::min(1.0f, std::max(0.0f, sum[i]));
        part[i % 8] += level[i] * output[i];
    }
    return std::accumulate(part, part + 8, one.said + live.start.value[one.stage]);
}

void NetTrainer::learn(Live& live, const One& one, float share) const {
    float level[net_hidden], back[net_hidden];
    float error = (sigmoid(forward(live, one, level)) - one.target) * share;
    const std::size_t out = std::size_t(one.stage * net_hidden);
    const float* weight = &live.outputs.value[out];
    float* learned = &live.outputs.gradient[out];
    for (int i = 0; i < net_hidden; ++i) {
        learned[i] += error * level[i];
        back[i] = level[i] > 0 && level[i] < 1 ? error * weight[i] : 0;
    }
    live.start.gradient[one.stage] += error;
    auto pass = [&](int input) {
        float* row = &live.rows.gradient[live.row(one.stage, input)];
        for (int i = 0; i < net_hidden; ++i) row[i] += back[i];
    };
    pass(live.inputs);
    for (std::size_t k = one.first; k < one.first + one.inputs; ++k) pass(inputs_[k]);
}

double NetTrainer::held_out_loss(const Live* live) const {
    double sum = 0;
    int n = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        if (!held_out(i)) continue;
        float level[net_hidden];
        double p = sigmoid(live ? forward(*live, samples_[i], level) : samples_[i].said);
        p = std::clamp(p, 1e-7, 1 - 1e-7);
        double t = samples_[i].target;
        sum -= t * std::log(p) + (1 - t) * std::log(1 - p), ++n;
    }
    return n ? sum / n : 0;
}

// What never stood on the board says nothing, and packs to nothing.
void NetTrainer::forget_unseen(Live& live) const {
    std::vector<bool> seen(std::size_t(net_stages * live.inputs));
    for (const One& one : samples_)
        for (std::size_t k = one.first; k < one.first + one.inputs; ++k)
            seen[std::size_t(one.stage * live.inputs + inputs_[k])] = true;
    for (int i = 0; i < net_stages * live.inputs; ++i)
        if (!seen[std::size_t(i)])
            std::fill_n(live.rows.value.begin() + std::ptrdiff_t(live.row(i / live.inputs, i % live.inputs)),
                        net_hidden, 0.0f);
}

// Whether there was a network to go on from.
bool NetTrainer::begin(Live& live, const NetPlan& plan) const {
    const std::size_t plain = std::size_t(searcher_.shape().size());
    if (plan.onward && searcher_.weights().size() > plain) {
        live.go_on_from(&searcher_.weights()[plain].many);
        return true;
    }
    live.scatter_all(plan.seed);
    forget_unseen(live);
    return false;
}

std::vector<std::int16_t> NetTrainer::fit(const NetPlan& plan, double loss[2]) const {
    const int inputs = searcher_.net_size() / net_stages / net_hidden - 2;
    Live live(inputs);
    loss[0] = held_out_loss(begin(live, plan) ? &live : nullptr);
    std::vector<u32> order;
    for (std::size_t i = 0; i < size(); ++i)
        if (!held_out(i)) order.push_back(u32(i));
    u64 state = plan.seed;
    long steps = 0;
    const double all = double(plan.epochs) * double(order.size() / batch);
    for (int epoch = 0; epoch < plan.epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[std::size_t(mix(state += 0x9e3779b97f4a7c15ull) % i)]);
        for (std::size_t at = 0; at + batch <= order.size(); at += batch) {
            for (std::size_t i = at; i < at + batch; ++i) learn(live, samples_[order[i]], 1.0f / batch);
            ++steps;
            live.step(rate_at(double(steps) / all, plan.rate), steps);
        }
    }
    loss[1] = held_out_loss(&live);
    return live.numbers();
}

}  // namespace crowned
