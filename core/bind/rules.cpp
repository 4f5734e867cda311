#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/values.hpp"

namespace crowned::bind {

using namespace nb::literals;

const char* const knob_names[knob_count] = {"G1", "O1", "O2", "G2"};
const char* const spin_names[4] = {"", "black", "green", "orange"};

int spin_named(const char* name) {
    for (int i = BlackSpin; i <= OrangeSpin; ++i)
        if (std::strcmp(name, spin_names[i]) == 0) return i;
    throw nb::value_error("a spin is black, green or orange");
}

int Rules::bit_named(const std::string& name) const {
    for (u8 square : listing_order)
        if (name_of_bit[square] == name) return square;
    throw nb::key_error(name.c_str());
}

bool RulesRef::same_game(const RulesRef& other) const {
    if (rules == other.rules) return true;
    nb::handle mine(object), theirs(other.object);
    if (!nb::hasattr(mine, "fingerprint") || !nb::hasattr(theirs, "fingerprint")) return false;
    return mine.attr("fingerprint").equal(theirs.attr("fingerprint"));
}

namespace {

using DoorCells = std::vector<std::pair<int, int>>;

void check_sizes(const RuleData& d, const std::vector<std::string>& names, const DoorCells& doors) {
    if (d.files < 4 || d.files > 12 || d.ranks < 4 || d.ranks > 12)
        throw nb::value_error("a board has 4 to 12 files and ranks");
    if (int(names.size()) != d.files * d.ranks) throw nb::value_error("one name per cell is needed");
    if (!doors.empty() && doors.size() != knob_count) throw nb::value_error("doors come on four sliders");
}

void set_priority(RuleData& d, const std::vector<int>& priority) {
    if (priority.size() > d.priority.size())
        throw nb::value_error("a criterion of precedence is named twice");
    for (int criterion : priority) d.priority[std::size_t(d.priority_count++)] = Criterion(criterion);
}

// Cells are numbered rank by rank from White's left; an empty name marks a square nobody stands on.
void name_squares(Rules& rules, const std::vector<std::string>& names, const std::vector<int>& listing) {
    const RuleData& d = rules.data;
    rules.name_of_bit.resize(max_bits);
    for (int cell = 0; cell < d.files * d.ranks; ++cell) {
        int square = rules.correct->bit_of(cell % d.files, cell / d.files);
        bool played = !names[std::size_t(cell)].empty();
        rules.bit_of_cell.push_back(played ? square : -1);
        if (played) rules.name_of_bit[std::size_t(square)] = names[std::size_t(cell)];
    }
    for (int cell : listing) rules.listing_order.push_back(u8(rules.bit_of_cell.at(std::size_t(cell))));
}

void place_doors(RuleData& d, const DoorCells& doors) {
    auto kernel = make_kernel(d);
    d.doors = !doors.empty();
    for (std::size_t i = 0; i < doors.size(); ++i) {
        d.door[i][Left] = u8(kernel->bit_of(doors[i].first % d.files, doors[i].first / d.files));
        d.door[i][Right] = u8(kernel->bit_of(doors[i].second % d.files, doors[i].second / d.files));
    }
}

}  // namespace

void bind_rules(nb::module_& m) {
    nb::class_<Rules>(m, "Rules", "The rules of one game, lowered from its axes.")
        .def(
            "__init__",
            [](Rules* self, int files, int ranks, bool corner_unused, bool all_squares,
               bool straight_captures, u32 man_steps, u32 man_captures, u32 king_steps, u32 king_captures,
               bool flying, bool must_capture, bool must_continue, bool landing_must_continue, bool reversal,
               bool nearest_first, bool man_takes_king, bool removal_at_end, int landing, int crown,
               bool towers, int same_tower, bool captive_rank_lost, int goal,
               const std::vector<int>& priority, const DoorCells& doors, bool snap,
               bool blocked_on_black_spin, int open_door, const std::vector<std::string>& names,
               const std::vector<int>& listing) {
                auto rules = std::make_unique<Rules>();
                RuleData& d = rules->data;
                d.files = files, d.ranks = ranks, d.odd = corner_unused;
                check_sizes(d, names, doors);
                d.all_squares = all_squares, d.straight_captures = straight_captures;
                d.man_steps = man_steps, d.man_captures = man_captures;
                d.king_steps = king_steps, d.king_captures = king_captures;
                d.flying = flying, d.must_capture = must_capture, d.must_continue = must_continue;
                d.landing_must_continue = landing_must_continue && must_continue, d.reversal = reversal;
                d.nearest_first = nearest_first, d.man_takes_king = man_takes_king;
                d.removal_at_end = removal_at_end, d.landing = Landing(landing), d.crown = Crown(crown);
                d.towers = towers, d.same_tower = SameTower(same_tower);
                d.captive_rank_lost = captive_rank_lost, d.goal = Goal(goal);
                set_priority(d, priority);
                d.snap = snap, d.blocked_on_black_spin = blocked_on_black_spin;
                d.open_door = OpenDoor(open_door);
                if (!doors.empty()) d.doors = true, place_doors(d, doors);
                rules->correct = make_kernel(d);
                rules->relaxed = make_kernel(d.relaxed());
                name_squares(*rules, names, listing);
                new (self) Rules(std::move(*rules));
            },
            nb::kw_only(), "files"_a, "ranks"_a, "corner_unused"_a, "all_squares"_a, "straight_captures"_a,
            "man_steps"_a, "man_captures"_a, "king_steps"_a, "king_captures"_a, "flying"_a, "must_capture"_a,
            "must_continue"_a, "landing_must_continue"_a, "reversal"_a, "nearest_first"_a, "man_takes_king"_a,
            "removal_at_end"_a, "landing"_a, "crown"_a, "towers"_a, "same_tower"_a, "captive_rank_lost"_a,
            "goal"_a, "priority"_a, "doors"_a, "snap"_a, "blocked_on_black_spin"_a, "open_door"_a, "names"_a,
            "listing"_a,
            "Directions are bit sets seen by White: 1 NE, 2 NW, 4 SW, 8 SE, 16 N, 32 W, 64 S, 128 E. "
            "Enumerations "
            "count from 0 in the order of the axis values. `names` has a name per cell ('' where nobody "
            "stands), "
            "`listing` the cells in the order in which position texts name them.")
        .def_prop_ro(
            "tower_limit", [](const Rules& r) { return r.correct->tower_limit(); },
            "How many stones a tower may hold.");
}

}  // namespace crowned::bind
