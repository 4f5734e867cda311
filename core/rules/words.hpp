// The words by which rulesets name the values of an enumeration.
#pragma once

#include <iterator>
#include <string_view>

namespace crowned {

template <class Enum>
struct WordsOf;

// The words of an enumeration, in the order of its values.
#define CROWNED_WORDS(ENUM, ...)                             \
    template <>                                              \
    struct WordsOf<ENUM> {                                   \
        static constexpr const char* list[] = {__VA_ARGS__}; \
    };

template <class T>
concept Worded = requires { WordsOf<T>::list; };

// False, and nothing changed, if no value is called so.
template <Worded Enum>
constexpr bool read_word(std::string_view word, Enum& value) {
    for (int i = 0; i < int(std::size(WordsOf<Enum>::list)); ++i)
        if (word == WordsOf<Enum>::list[i]) return value = Enum(i), true;
    return false;
}

}  // namespace crowned
