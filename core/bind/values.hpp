// What Python holds: rules, positions and moves as immutable values around the kernels.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>

#include "position/ruleset.hpp"
#include "position/ways.hpp"

namespace crowned {
class Tables;
}

namespace crowned::bind {

namespace nb = nanobind;

// Becomes Python's error of the same name.
struct TooManyMoves {};

// Keeps the Python object of the rules alive for as long as a value refers to it.
struct RulesRef {
    PyObject* object;
    const Ruleset* rules;

    RulesRef(nb::handle o, const Ruleset* r) : object(o.inc_ref().ptr()), rules(r) {}
    RulesRef(const RulesRef& other) : object(other.object), rules(other.rules) { Py_INCREF(object); }
    ~RulesRef() { Py_DECREF(object); }
    RulesRef& operator=(const RulesRef&) = delete;

    // Whether both are the rules of one game, be it with other names for its squares.
    bool same_game(const RulesRef& other) const;
};

struct Move {
    RulesRef rules;
    u64 origin;  // key of the position it was generated for
    OwnWay own;

    Move(const RulesRef& r, u64 key, const Way& way) : rules(r), origin(key), own(way) {}

    Way way() const { return own.way(); }
    std::string text() const { return text_of(rules.rules->names, way()); }
    friend bool operator==(const Move& a, const Move& b) {
        return a.own == b.own && a.rules.same_game(b.rules);
    }
};

class Position {
  public:
    const RulesRef rules;
    const Board board;

    Position(const RulesRef& r, Board b) : rules(r), board(std::move(b)) {}

    // Every move is asked for it, so it is worked out once; 0 stands for not yet.
    u64 key() const {
        u64 known = key_.load(std::memory_order_relaxed);
        if (!known) key_.store(known = board_key(board), std::memory_order_relaxed);
        return known;
    }

  private:
    mutable std::atomic<u64> key_{0};
};

// Collects moves as Python objects.
class MoveTuple final : public Receiver {
  public:
    explicit MoveTuple(const Position& p) : rules_(p.rules), key_(p.key()) { moves_.reserve(usual); }

    void take(const Way& way) override;
    nb::tuple finish();

  private:
    static constexpr std::size_t usual = 24;  // as many as most positions have

    const RulesRef& rules_;
    u64 key_;
    std::vector<nb::object> moves_;
};

// Fills a new tuple; the macro is faster where the whole C API may be used.
inline void set_item(const nb::tuple& tuple, Py_ssize_t i, PyObject* item) {
#ifdef Py_LIMITED_API
    PyTuple_SetItem(tuple.ptr(), i, item);
#else
    PyTuple_SET_ITEM(tuple.ptr(), i, item);
#endif
}

bool is_move(nb::handle object);
nb::object make_move(const RulesRef& rules, u64 origin, const Way& way);
nb::object make_position(const RulesRef& rules, Board board);

// What Python's Tables hold.
const Tables& tables_of(nb::handle tables);

void bind_rules(nb::module_& m);
void bind_move(nb::module_& m);
void bind_position(nb::module_& m);
void bind_search(nb::module_& m);
void bind_follow(nb::module_& m);
void bind_rl(nb::module_& m);
void bind_tables(nb::module_& m);

}  // namespace crowned::bind
