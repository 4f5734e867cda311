// What squares, sliders, spins and moves are called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "position/kernel.hpp"

namespace crowned {

extern const char* const spin_names[4];  // "" where nothing was spun
constexpr char knob_letters[] = "MLR";   // Middle, Left, Right

// The spin with this name, or -1.
int spin_named(std::string_view name);

// The squares of a ruleset by cell and by name. Cells are numbered rank by rank from White's left.
class Names {
  public:
    // `cells` has a name for each, empty where nobody can stand; `listing` are the cells in the order in
    // which position texts name them.
    Names(const RuleData& rules, const Kernel& kernel, const std::vector<std::string>& cells,
          const std::vector<Cell>& listing);

    const std::string& of(int square) const { return name_of_[std::size_t(square)]; }
    const std::vector<u8>& listing() const { return listing_; }
    const std::string& knob(int i) const { return knobs_[std::size_t(i)]; }

    // The square of a cell, or with a name; -1 if there is none.
    int at_cell(Cell cell) const;
    int named(std::string_view name) const;

    // The square whose name stands in a text at `at`, which moves behind it; -1 if there is none.
    template <class Text>
    int read(const Text& text, std::size_t& at) const;

    // Whether a square can be called so: a number of at most three digits, or a letter and a number.
    static bool is_name(std::string_view name);

  private:
    static constexpr int most_number = 160;

    std::size_t slot(int letter, int number) const { return std::size_t(letter * most_number + number); }

    std::vector<std::string> name_of_, knobs_;
    std::vector<int> at_cell_;
    std::vector<u8> listing_;
    std::vector<short> numbered_;  // by letter, 0 for none, and number
};

// The result of the spin that a move belongs to; captures come before the spin.
constexpr int spin_needed(const RuleData& rules, const Way& way) {
    if (!rules.doors || way.jumps) return NoSpin;
    return way.flags & IsSlide ? int(rules.knob_spin(way.squares[0])) : int(BlackSpin);
}

// Whether bytes from elsewhere can be a way at all: squares that a board may have, or a slider and its
// position.
bool is_way(const Way& way);

// A move as written: c3-d4, c3xe5xg7, G1>L.
std::string text_of(const Names& names, const Way& way);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class Text>
int Names::read(const Text& text, std::size_t& at) const {
    char c = text.at(at);
    int letter = c >= 'a' && c <= 'l' ? c - 'a' + 1 : 0;
    std::size_t digits = at + (letter > 0), end = digits;
    int number = 0;
    while (end < digits + 3 && is_digit(text.at(end))) number = 10 * number + (text.at(end++) - '0');
    // 04 is a number, a04 and 004 are not.
    bool padded = text.at(digits) == '0' && (letter || end != digits + 2);
    if (end == digits || padded || number >= most_number) return -1;
    at = end;
    return numbered_[slot(letter, number)];
}

}  // namespace crowned
