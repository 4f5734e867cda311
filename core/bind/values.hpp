// What Python holds: rules, positions and moves as immutable values around the kernels.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "position/kernel.hpp"

namespace crowned {
class Tables;
}

namespace crowned::bind {

namespace nb = nanobind;

// A ruleset lowered: the correct moves, the merely playable ones, and the names of squares.
struct Rules {
    RuleData data;
    std::unique_ptr<Kernel> correct;
    std::unique_ptr<Kernel> relaxed;
    std::vector<std::string> name_of_bit;
    std::vector<int> bit_of_cell;   // -1 where nobody can stand
    std::vector<u8> listing_order;  // bits in the order in which position texts name squares

    int bit_named(const std::string& name) const;
};

// Becomes Python's error of the same name.
struct TooManyMoves {};

extern const char* const knob_names[knob_count];
extern const char* const spin_names[4];
int spin_named(const char* name);

// Squares of a move: few enough to lie inside the object, or on the heap.
class Squares {
  public:
    Squares(const u8* squares, int size) : size_(u16(size)) {
        if (size > inline_size) far_ = new u8[std::size_t(size)];
        std::memcpy(data(), squares, std::size_t(size));
    }
    ~Squares() {
        if (size_ > inline_size) delete[] far_;
    }
    Squares(const Squares&) = delete;
    Squares& operator=(const Squares&) = delete;

    const u8* data() const { return size_ > inline_size ? far_ : near_; }
    int size() const { return size_; }
    friend bool operator==(const Squares& a, const Squares& b) {
        return a.size_ == b.size_ && std::memcmp(a.data(), b.data(), a.size_) == 0;
    }

  private:
    static constexpr int inline_size = 22;
    u8* data() { return size_ > inline_size ? far_ : near_; }

    union {
        u8 near_[inline_size];
        u8* far_;
    };
    u16 size_;
};

// Keeps the Python object of the rules alive for as long as a value refers to it.
struct RulesRef {
    PyObject* object;
    const Rules* rules;

    RulesRef(nb::handle o, const Rules* r) : object(o.inc_ref().ptr()), rules(r) {}
    RulesRef(const RulesRef& other) : object(other.object), rules(other.rules) { Py_INCREF(object); }
    ~RulesRef() { Py_DECREF(object); }
    RulesRef& operator=(const RulesRef&) = delete;

    // Whether both are the rules of one game, be it with other names for its squares.
    bool same_game(const RulesRef& other) const;
};

struct Move {
    RulesRef rules;
    u64 origin;  // key of the position it was generated for
    u8 flags;
    u8 jumps;
    Squares squares;

    Move(const RulesRef& r, u64 key, const Way& way)
        : rules(r), origin(key), flags(way.flags), jumps(u8(way.jumps)), squares(way.squares, way.size()) {}

    Way way() const { return {squares.data(), jumps, flags}; }
    bool is_slide() const { return flags & IsSlide; }
    int path_size() const { return is_slide() ? 0 : (jumps ? jumps + 1 : 2); }
    const std::string& name(int i) const { return rules.rules->name_of_bit[squares.data()[i]]; }
    std::string text() const;
    friend bool operator==(const Move& a, const Move& b) {
        return a.flags == b.flags && a.jumps == b.jumps && a.squares == b.squares &&
               a.rules.same_game(b.rules);
    }
};

struct Position {
    RulesRef rules;
    Board board;

    Position(const RulesRef& r, Board b) : rules(r), board(std::move(b)) {}

    std::string fen() const;
    std::string column(int square) const;
    std::string knobs() const;
    Ending ending() const;
    bool must_spin() const;
};

// Collects moves as Python objects.
class MoveTuple final : public Receiver {
  public:
    explicit MoveTuple(const Position& p) : position_(p), key_(board_key(p.board)) {}

    void take(const Way& way) override;
    nb::tuple finish();

  private:
    const Position& position_;
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
