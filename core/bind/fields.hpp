// The fields of rules from Python's keywords, and the signature that names them: both made of the lists in
// rules/.
#pragma once

#include <nanobind/stl/string.h>

#include "bind/values.hpp"
#include "rules/fields.hpp"

namespace crowned::bind {

// ---- what Python calls the kind of a field

inline std::string kind_of(bool) { return "bool"; }
inline std::string kind_of(int) { return "int"; }
inline std::string kind_of(Cell) { return "int"; }
inline std::string kind_of(Directions) { return "Sequence[str]"; }
template <Worded Enum>
std::string kind_of(Enum) {
    return "str";
}
template <class T, int Most>
std::string kind_of(const Few<T, Most>&) {
    return "Sequence[" + kind_of(T{}) + "]";
}

// ---- a value of Python's as a field

inline void cast_field(nb::handle value, bool& field) { field = nb::cast<bool>(value); }
inline void cast_field(nb::handle value, int& field) { field = nb::cast<int>(value); }
inline void cast_field(nb::handle value, Cell& field) { field = Cell(nb::cast<int>(value)); }
template <Worded Enum>
void cast_field(nb::handle value, Enum& field) {
    std::string word = nb::cast<std::string>(value);
    if (!read_word(word, field)) throw nb::value_error(("'" + word + "' is no word the core knows").c_str());
}
template <class T, int Most>
void cast_field(nb::handle value, Few<T, Most>& field) {
    field = {};
    for (nb::handle one : nb::borrow<nb::sequence>(value)) {
        T item{};
        cast_field(one, item);
        if (!field.add(item)) throw nb::value_error("a list has more items than the core can hold");
    }
}
inline void cast_field(nb::handle value, Directions& field) {
    Few<Direction, direction_count> named;
    cast_field(value, named);
    field = 0;
    for (Direction d : named) field.bits |= dir_bit(d);
}

// A keyword that must be there.
inline nb::handle keyword(const nb::kwargs& given, const char* name) {
    if (!given.contains(name)) throw nb::type_error((std::string("Rules needs ") + name).c_str());
    return PyDict_GetItemString(given.ptr(), name);
}

// "def __init__(self, *, files: int, …) -> None"
std::string rules_signature();

}  // namespace crowned::bind
