// Learning from the samples of self-play: the searcher's weights before, better ones after.
#pragma once

#include "search/train.hpp"
#include "search/train_net.hpp"

namespace crowned {

// Samples as they were kept, one behind the other.
struct SampleBytes {
    const char* bytes;
    std::size_t size;
};

struct Lesson {
    std::size_t samples = 0;  // each position counts once, however often it comes
    double loss[2] = {0, 0};  // on those held out, before and after
};

// The weights of the patterns; a network that is there is kept as it is.
Lesson learn(Searcher& searcher, bool scores_are_expected, const std::vector<SampleBytes>& samples,
             const TrainPlan& plan);
// The network; nothing is done where the board has none.
Lesson learn(Searcher& searcher, bool scores_are_expected, const std::vector<SampleBytes>& samples,
             const NetPlan& plan);

}  // namespace crowned
