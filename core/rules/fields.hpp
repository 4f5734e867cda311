// The fields of rules and law by their names, and values of each kind read from a text.
#pragma once

#include <charconv>
#include <string>

#include "rules/law.hpp"
#include "rules/rules.hpp"

namespace crowned {

// f(name, field) for each field, in the order of the lists.
template <class F>
void each_field(RuleData& rules, Law& law, F&& f) {
#define CROWNED_FIELD(TYPE, NAME, DEFAULT) f(#NAME, rules.NAME);
#include "rules/rules.def"
#undef CROWNED_FIELD
#define CROWNED_FIELD(TYPE, NAME, DEFAULT) f(#NAME, law.NAME);
#include "rules/law.def"
#undef CROWNED_FIELD
}

// Takes the first word of a text, blanks around it removed.
inline std::string_view take_word(std::string_view& text) {
    auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && !blank(text[end])) ++end;
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

// ---- one word, read as what a field is; false if it cannot be that

inline bool read_value(std::string_view word, bool& value) {
    value = word == "true";
    return value || word == "false";
}
inline bool read_value(std::string_view word, int& value) {
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
}
inline bool read_value(std::string_view word, Cell& value) {
    int number = 0;
    return read_value(word, number) && (value = Cell(number), true);
}
template <Worded Enum>
bool read_value(std::string_view word, Enum& value) {
    return read_word(word, value);
}

// ---- the whole text of a field

template <class T>
bool read_field(std::string_view text, T& value) {
    std::string_view word = take_word(text);
    return read_value(word, value) && take_word(text).empty();
}
template <class T, int Most>
bool read_field(std::string_view text, Few<T, Most>& list) {
    list = {};
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        T item{};
        if (!read_value(word, item) || !list.add(item)) return false;
    }
    return true;
}
inline bool read_field(std::string_view text, Directions& set) {
    set = 0;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        Direction d{};
        if (!read_value(word, d)) return false;
        set.bits |= dir_bit(d);
    }
    return true;
}

}  // namespace crowned
