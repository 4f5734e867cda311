#include "position/ruleset.hpp"

#include <algorithm>

namespace crowned {

namespace {

constexpr int least_side = 4, most_side = 12;

// The doors as squares, the rows of men that step sideways; and where not everything must be captured, no
// landing can be better than another.
RuleData worked_out(RuleData d) {
    d.landing_must_continue = d.landing_must_continue && d.must_continue;
    d.doors = d.door_cells.size() > 0;
    u32 both_ways = d.man_steps & turned(d.man_steps);
    d.men_sidle = both_ways != 0, d.men_return = both_ways & ~(dir_bit(E) | dir_bit(W));
    if (!d.doors && !d.men_sidle) return d;
    auto kernel = make_kernel(d);
    if (d.men_sidle)
        for (Cell cell : d.cells())
            if (d.plays_on(cell)) d.row[kernel->square_of(cell)] = u8(d.rank_of(cell));
    for (int i = 0; i < d.door_cells.size(); ++i)
        d.door[i / 2][i % 2 ? Right : Left] = u8(kernel->square_of(d.door_cells[i]));
    return d;
}

bool is_size(int side) { return side >= least_side && side <= most_side; }

}  // namespace

Ruleset::Ruleset(const RuleData& rules, const Law& l, const std::vector<std::string>& cells,
                 const std::vector<Cell>& listing)
    : data(worked_out(rules)),
      law(l),
      correct(make_kernel(data)),
      relaxed(make_kernel(data.relaxed())),
      whole(make_kernel(data.unranked())),
      names(data, *correct, cells, listing) {}

const char* fault_in(const RuleData& d, const Law& law, const std::vector<std::string>& cells,
                     const std::vector<Cell>& listing) {
    Cells all{int(cells.size())};
    auto is_square = [&](Cell cell) { return all.has(cell) && !cells[std::size_t(cell)].empty(); };
    auto is_cell = [](const std::string& name) { return name.empty() || Names::is_name(name); };
    if (!is_size(d.files) || !is_size(d.ranks)) return "a board has 4 to 12 files and ranks";
    if (int(cells.size()) != d.files * d.ranks) return "one name per cell is needed";
    if (!std::all_of(cells.begin(), cells.end(), is_cell))
        return "a square is called by a number or letter and number";
    for (Cell cell : all)
        if (is_square(cell) && !d.plays_on(cell)) return "a name belongs to a cell that nobody can stand on";
    if (!std::all_of(listing.begin(), listing.end(), is_square))
        return "the listing names a cell without a square";
    if (d.door_cells.size() && d.door_cells.size() != 2 * d.sliders.size()) return "a slider has two doors";
    if (d.sliders.has(0)) return "sliders are counted from 1; below 0 they are orange";
    if (!std::all_of(d.door_cells.begin(), d.door_cells.end(), is_square)) return "a door lies on no square";
    if (!std::all_of(d.crown_cells.begin(), d.crown_cells.end(), is_square))
        return "a crowning square is none of the board";
    if (law.spinner.size() != Spinner::most) return "a spinner has three weights";
    return "";
}

}  // namespace crowned
