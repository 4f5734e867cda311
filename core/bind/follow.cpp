// Playing a line of moves as text, without making an object for each: what a file of games is validated with.
#include <nanobind/stl/string.h>

#include "bind/unlocked.hpp"
#include "bind/values.hpp"
#include "position/reading.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

constexpr char other_sign = 1;  // any character that no move is written with

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

    char at(std::size_t i) const {
        if (i >= size()) return '\0';
        Py_UCS4 c = read(Py_ssize_t(i));
        return c > 0 && c < 128 ? char(c) : other_sign;
    }
    std::size_t size() const { return std::size_t(size_); }

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

nb::tuple followed(const Position& p, nb::str line, Py_ssize_t start) {
    const Text text(line);
    Board board = p.board;
    std::size_t at = std::size_t(start < 0 ? 0 : start);
    int plies;
    {
        Unlocked free;  // the text is held by the caller, and immutable
        plies = follow(*p.rules.rules, board, text, at);
    }
    return nb::make_tuple(make_position(p.rules, std::move(board)), plies, at);
}

}  // namespace

void bind_follow(nb::module_& m) {
    m.def(
        "follow", &followed, "position"_a, "text"_a, "start"_a = 0,
        nb::sig("def follow(position: Position, text: str, start: int = 0) -> tuple[Position, int, int]"),
        "The position behind as many moves of a text as are plain and legal, how many, and where it stops.");
}

}  // namespace crowned::bind
