// Reading moves, and playing lines of them: what files of games are validated with, without an object for
// each.
//
// A text is whatever has `at(i)`, '\0' behind its end, and `size()`.
#pragma once

#include "position/ruleset.hpp"
#include "position/ways.hpp"

namespace crowned {

// A text of bytes.
class Bytes {
  public:
    explicit Bytes(std::string_view text) : text_(text) {}
    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
    std::size_t size() const { return text_.size(); }

  private:
    std::string_view text_;
};

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_separator(char c) { return c == '-' || c == 'x' || c == ':'; }

// A move as written: its squares, and whether it says it captures.
struct Written {
    static constexpr int longest = 64;

    u8 path[longest];
    int size = 0;
    bool takes = false;

    // Reads squares with signs between them up to a blank or the end; `at` moves behind them.
    template <class Text>
    bool read(const Text& text, const Names& names, std::size_t& at) {
        for (;;) {
            int square = names.read(text, at);
            if (square < 0 || size == longest) return false;
            path[size++] = u8(square);
            char sign = text.at(at);
            if (!is_separator(sign)) return size > 1 && (is_blank(sign) || at >= text.size());
            takes |= sign != '-';
            ++at;
        }
    }
};

// Whether a move can be meant by what was written.
bool means(const Written& written, const Way& way);

// Finds the only move that was meant: by its ends, or by its whole path.
class Meant final : public Receiver {
  public:
    explicit Meant(const Written& written) : written_(written) {}

    void take(const Way& way) override;
    const Way* only() const { return count_ == 1 ? &found_ : nullptr; }

  private:
    const Written& written_;
    u8 squares_[2 * max_bits];
    Way found_{};
    int count_ = 0;
};

// Plays the move that a text names, if it is the only one; false, and nothing played, if not.
bool play_written(const Ruleset& rules, Board& board, const Written& written);

// Behind blanks and at most one move number.
template <class Text>
std::size_t skip(const Text& text, std::size_t at) {
    while (is_blank(text.at(at))) ++at;
    std::size_t dot = at;
    while (is_digit(text.at(dot))) ++dot;
    if (dot == at || text.at(dot) != '.') return at;
    while (text.at(dot) == '.') ++dot;
    while (is_blank(text.at(dot))) ++dot;
    return dot;
}

// Plays as many moves of a text as are plain and legal: how many, and `at` where it stops.
template <class Text>
int follow(const Ruleset& rules, Board& board, const Text& text, std::size_t& at) {
    at = skip(text, at);
    for (int plies = 0;; ++plies) {
        Written written;
        std::size_t next = at;
        if (!written.read(text, rules.names, next) || !play_written(rules, board, written)) return plies;
        at = skip(text, next);
    }
}

// The index of the move that a text is: as text_of writes it, or by its ends if they name only one. -1 if it
// names none, -2 if several.
int find_move(const Names& names, const Ways& moves, std::string_view text);

}  // namespace crowned
