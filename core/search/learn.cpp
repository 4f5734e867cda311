#include "search/learn.hpp"

#include <unordered_set>

#include "search/samples.hpp"

namespace crowned {

namespace {

// Openings come again and again, and are learned once.
template <class Trained>
void read(Trained& trainer, const std::vector<SampleBytes>& samples, double trust) {
    std::unordered_set<u64> seen;
    Sample sample;
    for (auto [bytes, size] : samples)
        for (std::size_t at = 0; read_sample(bytes, size, at, sample);)
            if (seen.insert(board_key(sample.board)).second) trainer.add(sample, trust);
}

}  // namespace

Lesson learn(Searcher& searcher, bool scores_are_expected, const std::vector<SampleBytes>& samples,
             const TrainPlan& plan) {
    Trainer trainer(searcher, scores_are_expected);
    read(trainer, samples, plan.trust);
    Lesson lesson{trainer.size(), {0, 0}};
    std::vector<Weight> fitted = trainer.fit(plan, lesson.loss);
    const std::vector<Weight>& old = searcher.weights();
    fitted.insert(fitted.end(), old.begin() + std::ptrdiff_t(fitted.size()), old.end());
    searcher.load(std::move(fitted));
    return lesson;
}

Lesson learn(Searcher& searcher, bool scores_are_expected, const std::vector<SampleBytes>& samples,
             const NetPlan& plan) {
    if (!searcher.net_size()) return {};
    NetTrainer trainer(searcher, scores_are_expected);
    read(trainer, samples, plan.trust);
    Lesson lesson{trainer.size(), {0, 0}};
    std::vector<Weight> weights = searcher.weights();
    weights.resize(std::size_t(searcher.shape().size()));
    std::vector<std::int16_t> net = trainer.fit(plan, lesson.loss);
    for (std::size_t i = 0; i < net.size(); i += 2) weights.push_back({net[i], net[i + 1]});
    searcher.load(std::move(weights));
    return lesson;
}

}  // namespace crowned
