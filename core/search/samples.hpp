// Samples as bytes: what self-play hands to training, between processes and over time.
#pragma once

#include "search/searcher.hpp"

namespace crowned {

void append_sample(std::string& bytes, const Sample& sample);

// Reads one sample and moves `at` behind it; false at the end or where the bytes make no sense.
bool read_sample(const char* bytes, std::size_t size, std::size_t& at, Sample& sample);

}  // namespace crowned
