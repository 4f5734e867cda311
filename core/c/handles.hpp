// What the handles of the C interface stand for, and how its functions fail.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "c/crowned.h"
#include "position/ruleset.hpp"
#include "position/ways.hpp"

struct crowned_rules {
    crowned::Ruleset set;
};

struct crowned_position {
    const crowned_rules* rules;
    crowned::Board board;
};

struct crowned_moves {
    const crowned_rules* rules;
    crowned::u64 origin;  // key of the position they were listed for; 0 for a line of several
    crowned::Ways ways;
    std::string bytes;  // flags, jumps and squares of each
};

namespace crowned::c {

struct Fault {
    crowned_status status = CROWNED_OK;
    std::string text;
};

// Of this thread.
Fault& last_fault();
crowned_status refuse(crowned_status status, std::string text);

// Runs a function; whatever it throws is a status, or no handle.
template <class Result, class F>
Result guarded(Result failed, F&& f) {
#if defined(__cpp_exceptions)
    try {
        return f();
    } catch (const std::exception& error) {
        return refuse(CROWNED_FAILED, error.what()), failed;
    } catch (...) {
        return refuse(CROWNED_FAILED, "the core has failed"), failed;
    }
#else
    static_cast<void>(failed);
    return f();
#endif
}

// Keeps a text until the next one of this thread.
const char* kept(std::string text);

// Appends a move as bytes.
void append(std::string& bytes, const Way& way);

crowned_moves* new_moves(const crowned_position& position, Ways ways);

// Reads a description of rules; what is wrong with it, or nothing.
crowned_rules* open_rules(std::string_view description);

}  // namespace crowned::c
