#include "position/naming.hpp"

#include <algorithm>
#include <cstdlib>

namespace crowned {

const char* const spin_names[4] = {"", "black", "green", "orange"};

int spin_named(std::string_view name) {
    for (int i = BlackSpin; i <= OrangeSpin; ++i)
        if (name == spin_names[i]) return i;
    return -1;
}

bool Names::is_name(std::string_view name) {
    bool letter = !name.empty() && name[0] >= 'a' && name[0] <= 'l';
    std::string_view digits = name.substr(letter);
    if (digits.empty() || digits.size() > 3 || !std::all_of(digits.begin(), digits.end(), is_digit))
        return false;
    int number = 0;
    for (char c : digits) number = 10 * number + (c - '0');
    return number < most_number;
}

Names::Names(const RuleData& rules, const Kernel& kernel, const std::vector<std::string>& cells,
             const std::vector<Cell>& listing)
    : name_of_(max_bits), knobs_(most_knobs), numbered_(13 * most_number, -1) {
    for (Cell cell : rules.cells()) {
        const std::string& name = cells[std::size_t(cell)];
        int square = kernel.square_of(cell);
        at_cell_.push_back(name.empty() ? -1 : square);
        if (name.empty()) continue;
        name_of_[std::size_t(square)] = name;
        int letter = is_digit(name[0]) ? 0 : name[0] - 'a' + 1, number = 0;
        for (char c : name.substr(letter > 0)) number = 10 * number + (c - '0');
        numbered_[slot(letter, number)] = short(square);
    }
    for (int i = 0; i < rules.sliders.size(); ++i)
        knobs_[std::size_t(i)] =
            (rules.sliders[i] > 0 ? "G" : "O") + std::to_string(std::abs(rules.sliders[i]));
    for (Cell cell : listing) listing_.push_back(u8(at_cell_[std::size_t(cell)]));
}

int Names::at_cell(Cell cell) const {
    return Cells{int(at_cell_.size())}.has(cell) ? at_cell_[std::size_t(cell)] : -1;
}

int Names::named(std::string_view name) const {
    for (u8 square : listing_)
        if (of(square) == name) return square;
    return -1;
}

bool is_way(const Way& way) {
    if (way.flags & IsSlide) return way.squares[0] < most_knobs && way.squares[1] <= Right;
    return std::all_of(way.squares, way.squares + way.size(), [](u8 square) { return square < max_bits; });
}

std::string text_of(const Names& names, const Way& way) {
    if (way.flags & IsSlide) return names.knob(way.squares[0]) + ">" + knob_letters[way.squares[1]];
    std::string text = names.of(way.squares[0]);
    for (int i = 1; i < way.stops(); ++i) text += (way.jumps ? 'x' : '-') + names.of(way.squares[i]);
    return text;
}

}  // namespace crowned
