// Playing a line of moves as text, without making an object for each: what a file of games is validated with.
#include <nanobind/stl/string.h>

#include <optional>

#include "bind/values.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

constexpr int longest_path = 64;
constexpr char other = 1;  // any character that no move is written with

// A Python text, read in place; its characters may be one, two or four bytes wide. The stable interface of
// Python hides how wide they are, and is asked for each of them.
class Text {
  public:
#ifdef Py_LIMITED_API
    explicit Text(nb::handle text) : text_(text.ptr()), size_(PyUnicode_GetLength(text.ptr())) {}
#else
    explicit Text(nb::handle text)
        : kind_(int(PyUnicode_KIND(text.ptr()))),
          data_(PyUnicode_DATA(text.ptr())),
          size_(PyUnicode_GET_LENGTH(text.ptr())) {}
#endif

    char at(Py_ssize_t i) const {
        if (i >= size_) return '\0';
        Py_UCS4 c = read(i);
        return c > 0 && c < 128 ? char(c) : other;
    }
    Py_ssize_t size() const { return size_; }

  private:
#ifdef Py_LIMITED_API
    Py_UCS4 read(Py_ssize_t i) const { return PyUnicode_ReadChar(text_, i); }

    PyObject* text_;
#else
    Py_UCS4 read(Py_ssize_t i) const { return PyUnicode_READ(kind_, data_, i); }

    int kind_;
    const void* data_;
#endif
    Py_ssize_t size_;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_separator(char c) { return c == '-' || c == 'x' || c == ':'; }

// The squares of a ruleset by their written names: a number of at most three digits, with or without a
// letter.
class Names {
  public:
    explicit Names(const Rules& rules) {
        for (auto& row : bits_)
            for (short& bit : row) bit = -1;
        for (u8 square : rules.listing_order) {
            const std::string& name = rules.name_of_bit[square];
            bool letter = !is_digit(name[0]);
            bits_[letter ? name[0] - 'a' + 1 : 0][std::stoi(name.substr(letter))] = short(square);
        }
    }

    // The square named at `at`, which moves behind it; -1 if there is none.
    int read(const Text& text, Py_ssize_t& at) const {
        char c = text.at(at);
        int row = c >= 'a' && c <= 'l' ? c - 'a' + 1 : 0;
        Py_ssize_t digits = at + (row > 0);
        int number = 0;
        Py_ssize_t i = digits;
        while (i < digits + 3 && is_digit(text.at(i))) number = 10 * number + (text.at(i++) - '0');
        bool padded =
            text.at(digits) == '0' && (row || i != digits + 2);  // 04 is a number, a04 and 004 are not
        if (i == digits || padded || number >= 160) return -1;
        at = i;
        return bits_[row][number];
    }

  private:
    short bits_[13][160];
};

// A move as written: its squares, and whether it says it captures.
struct Written {
    u8 path[longest_path];
    int size = 0;
    bool takes = false;

    bool read(const Text& text, const Names& names, Py_ssize_t& at) {
        for (;;) {
            int square = names.read(text, at);
            if (square < 0 || size == longest_path) return false;
            path[size++] = u8(square);
            char sign = text.at(at);
            if (!is_separator(sign)) return size > 1 && (is_blank(sign) || at >= text.size());
            takes |= sign != '-';
            ++at;
        }
    }
};

// Looks for the only move that a text can mean: by its ends, or by its whole path.
class Search final : public Receiver {
  public:
    explicit Search(const Written& written) : written_(written) {}

    void take(const Way& way) override {
        int size = way.jumps + 1 + (way.jumps == 0);
        if (way.flags & IsSlide || (way.jumps > 0) != written_.takes || !fits(way, size)) return;
        if (count_++ == 0)
            std::memcpy(squares_, way.squares, std::size_t(way.size())),
                found_ = {squares_, way.jumps, way.flags};
    }
    const Way* only() const { return count_ == 1 ? &found_ : nullptr; }

  private:
    bool fits(const Way& way, int size) const {
        if (written_.size > 2)
            return size == written_.size && std::memcmp(way.squares, written_.path, std::size_t(size)) == 0;
        return way.squares[0] == written_.path[0] && way.squares[size - 1] == written_.path[1];
    }

    const Written& written_;
    u8 squares_[2 * max_bits];
    Way found_{};
    int count_ = 0;
};

// Behind blanks and at most one move number.
Py_ssize_t skip(const Text& text, Py_ssize_t at) {
    while (is_blank(text.at(at))) ++at;
    Py_ssize_t dot = at;
    while (is_digit(text.at(dot))) ++dot;
    if (dot == at || text.at(dot) != '.') return at;
    while (text.at(dot) == '.') ++dot;
    while (is_blank(text.at(dot))) ++dot;
    return dot;
}

nb::tuple follow(const Position& p, nb::str line, Py_ssize_t start) {
    const Text text(line);
    const Names names(*p.rules.rules);
    const Kernel& kernel = *p.rules.rules->correct;
    Board board = p.board;
    int plies = 0;
    Py_ssize_t at = skip(text, start < 0 ? 0 : start);
    std::optional<nb::gil_scoped_release> free(
        std::in_place);  // the text is held by the caller, and immutable
    for (Py_ssize_t next = at;; next = at) {
        Written written;
        if (!written.read(text, names, next)) break;
        Search search(written);
        const Way* way = kernel.moves(board, search) ? search.only() : nullptr;
        if (!way) break;
        board = kernel.play(board, *way);
        ++plies;
        at = skip(text, next);
    }
    free.reset();
    return nb::make_tuple(make_position(p.rules, std::move(board)), plies, at);
}

}  // namespace

void bind_follow(nb::module_& m) {
    m.def(
        "follow", &follow, "position"_a, "text"_a, "start"_a = 0,
        nb::sig("def follow(position: Position, text: str, start: int = 0) -> tuple[Position, int, int]"),
        "The position behind as many moves of a text as are plain and legal, how many, and where it stops.");
}

}  // namespace crowned::bind
