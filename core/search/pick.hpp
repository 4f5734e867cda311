// One function per group of kernels, each in a file of its own so that they compile side by side. Boards come
// from the kernels of position/, so layout and state must be the ones chosen there.
#pragma once

#include "position/factory.hpp"
#include "search/searcher_for.hpp"

namespace crowned {

std::unique_ptr<Searcher> small_flat_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> small_back_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> small_doors_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> medium_flat_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> wide_flat_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> grid_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> tower_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);
std::unique_ptr<Searcher> wide_tower_searcher(const RuleData&, const SearchRules&, std::size_t mebibytes);

}  // namespace crowned
