#include "tables/tables.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/unlocked.hpp"
#include "bind/values.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

using MaterialTuple = std::tuple<int, int, int, int>;

Material material_of(const MaterialTuple& t) {
    auto [own_kings, own_men, other_kings, other_men] = t;
    for (int n : {own_kings, own_men, other_kings, other_men})
        if (n < 0 || n > Material::most) throw nb::value_error("a slice has up to eight pieces a side");
    Material m{{u8(own_men), u8(other_men)}, {u8(own_kings), u8(other_kings)}};
    if (!m.small() || !m.of(Own) || !m.of(Other))
        throw nb::value_error("a slice has one to eight pieces a side");
    return m;
}

nb::tuple material_tuple(const Material& m) {
    return nb::make_tuple(int(m.kings[Own]), int(m.men[Own]), int(m.kings[Other]), int(m.men[Other]));
}

// What Python lends: the bytes stay where they are until it is given back.
class Lent {
  public:
    explicit Lent(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE)) throw nb::python_error();
    }
    Lent(Lent&& other) noexcept : view_(other.view_) { other.view_.obj = nullptr; }
    Lent(const Lent&) = delete;
    ~Lent() {
        if (view_.obj) PyBuffer_Release(&view_);
    }
    const u8* data() const { return static_cast<const u8*>(view_.buf); }
    std::size_t size() const { return std::size_t(view_.len); }

  private:
    Py_buffer view_{};
};

// The tables of one ruleset with the files they read, and one long task at a time.
class TableSet {
  public:
    explicit TableSet(nb::handle rules)
        : rules_(rules, &nb::cast<const Ruleset&>(rules)),
          tables(make_tables(rules_.rules->data, rules_.rules->law)) {}

    void add(const MaterialTuple& m, nb::handle packed) {
        Lent bytes(packed);
        tables->add(material_of(m), bytes.data(), bytes.size());
        lent_.push_back(std::move(bytes));
    }

    void add_odds(const MaterialTuple& m, nb::handle values) {
        Lent bytes(values);
        Material slice = material_of(m);
        if (bytes.size() != 2 * tables->odds_size(slice))
            throw nb::value_error("the expected results are cut off");
        tables->add_odds(slice, bytes.data());
        lent_.push_back(std::move(bytes));
    }

    nb::list build(const MaterialTuple& m, int threads, bool keep) {
        std::vector<Solved> solved;
        {
            Unlocked free;
            Material slice = material_of(m);
            solved = tables->chance() ? tables->build_odds(slice, threads, watch, keep)
                                      : tables->build(slice, threads, watch);
        }
        nb::list out;
        for (const Solved& s : solved)
            out.append(nb::make_tuple(material_tuple(s.material), totals(s.totals),
                                      nb::bytes(s.packed.data(), s.packed.size()),
                                      nb::bytes(s.distances.data(), s.distances.size())));
        return out;
    }

    nb::tuple verify(const MaterialTuple& m, nb::handle distances, nb::handle turned, int threads) {
        Lent own(distances), other(turned);
        Material slice = material_of(m);
        Checked checked;
        {
            Unlocked free;
            checked = tables->verify(slice, view(own, slice), view(other, slice.turned()), threads, watch);
        }
        return nb::make_tuple(checked.faults, totals(checked.totals));
    }

    nb::tuple verify_odds(const MaterialTuple& m, int threads) {
        Checked checked;
        {
            Unlocked free;
            checked = tables->verify_odds(material_of(m), threads, watch);
        }
        return nb::make_tuple(checked.faults, checked.totals.positions);
    }

    const RulesRef rules_;
    std::unique_ptr<Tables> tables;
    Watch watch;

  private:
    static nb::tuple totals(const Totals& t) {
        return nb::make_tuple(t.positions, t.won, t.drawn, t.lost, t.longest);
    }
    Distances view(const Lent& distances, const Material& m) const {
        u64 size = tables->size(m);
        int width = distances.size() == 2 * size ? 2 : 1;
        return {distances.data(), distances.size(), width};
    }

    std::vector<Lent> lent_;
};

nb::object look_up(const TableSet& t, const Position& p) {
    static const char* const names[] = {"draw", "win", "loss"};
    Result r = t.tables->look_up(p.board);
    return r == Result::Any ? nb::none() : nb::object(nb::str(names[int(r)]));
}

nb::object expected(const TableSet& t, const Position& p) {
    double value = t.tables->expected(p.board);
    return value < 0 ? nb::none() : nb::object(nb::float_(value));
}

nb::object position(const TableSet& t, const MaterialTuple& m, u64 number) {
    auto board = t.tables->board(material_of(m), number);
    return board ? make_position(t.rules_, *board) : nb::none();
}

}  // namespace

const Tables& tables_of(nb::handle tables) { return *nb::cast<const TableSet&>(tables).tables; }

void bind_tables(nb::module_& m) {
    nb::class_<TableSet>(m, "Tables", nb::is_final(), "The endgame tables of one ruleset.")
        .def(
            "__init__", [](TableSet* self, nb::handle rules) { new (self) TableSet(rules); }, "rules"_a,
            nb::sig("def __init__(self, rules: Rules) -> None"))
        .def(
            "size", [](const TableSet& t, const MaterialTuple& s) { return t.tables->size(material_of(s)); },
            "slice"_a,
            "How many numbers a slice has; a slice is the kings and men of the side to move, then the "
            "other's.")
        .def(
            "has", [](const TableSet& t, const MaterialTuple& s) { return t.tables->has(material_of(s)); },
            "slice"_a)
        .def("add", &TableSet::add, "slice"_a, "packed"_a,
             nb::sig("def add(self, slice: tuple[int, int, int, int], packed: "
                     "bytes | memoryview) -> None"),
             "Read the results of a slice from these bytes; ValueError if they are damaged.")
        .def("build", &TableSet::build, "slice"_a, "threads"_a, "keep"_a = true,
             nb::sig("def build(self, slice: tuple[int, int, int, int], threads: int, keep: bool = True) -> "
                     "list[tuple[tuple[int, int, int, int], tuple[int, int, int, int, int], bytes, bytes]]"),
             "Solve a slice and its twin with the other side to move: for each the slice, its totals "
             "(positions, won, drawn, lost, longest), packed results, and distances. Expected results come "
             "more slowly where moves are not kept from sweep to sweep.")
        .def(
            "shrink", [](TableSet& t) { t.tables->shrink(); }, "Forget what was kept for the next build.")
        .def("verify", &TableSet::verify, "slice"_a, "distances"_a, "turned"_a, "threads"_a,
             nb::sig("def verify(self, slice: tuple[int, int, int, int], distances: "
                     "bytes | memoryview, turned: "
                     "bytes | memoryview, threads: int) -> tuple[int, tuple[int, int, int, int, int]]"),
             "How many positions do not follow from those after them, and the totals counted again.")
        .def_prop_ro(
            "chance", [](const TableSet& t) { return t.tables->chance(); },
            "Whether the slices hold expected results.")
        .def(
            "odds_size",
            [](const TableSet& t, const MaterialTuple& s) { return t.tables->odds_size(material_of(s)); },
            "slice"_a, "How many expected results a slice has: for each number and setting of the sliders.")
        .def("add_odds", &TableSet::add_odds, "slice"_a, "values"_a,
             nb::sig("def add_odds(self, slice: tuple[int, int, int, int], values: bytes | memoryview) -> "
                     "None"),
             "Read the expected results of a slice from these bytes.")
        .def("verify_odds", &TableSet::verify_odds, "slice"_a, "threads"_a,
             nb::sig("def verify_odds(self, slice: tuple[int, int, int, int], threads: int) -> tuple[int, "
                     "int]"),
             "How many expected results do not follow from the next ones, and how many there are.")
        .def("expected", &expected, "position"_a,
             nb::sig("def expected(self, position: Position) -> float | None"),
             "The expected result for the side to move, before the spin unless one is made.")
        .def_prop_ro(
            "done", [](const TableSet& t) { return t.watch.done.load(); }, "Numbers looked at so far.")
        .def(
            "stop", [](TableSet& t) { t.watch.stop = true; },
            "End the task under way: it raises RuntimeError.")
        .def(
            "slice_of",
            [](const TableSet& t, const Position& p) { return material_tuple(t.tables->material(p.board)); },
            "position"_a, nb::sig("def slice_of(self, position: Position) -> tuple[int, int, int, int]"))
        .def(
            "number", [](const TableSet& t, const Position& p) { return t.tables->number(p.board); },
            "position"_a, "The number of a position in its slice; None if a man stands on its last row.")
        .def(
            "stored", [](const TableSet& t, const Position& p) { return t.tables->stored(p.board); },
            "position"_a, "Whether its slice holds the position, or only what its captures lead to.")
        .def("position", &position, "slice"_a, "number"_a,
             nb::sig("def position(self, slice: tuple[int, int, int, int], number: int) -> Position | None"),
             "The position of a number, White to move; None if there is none.")
        .def("look_up", &look_up, "position"_a,
             nb::sig("def look_up(self, position: Position) -> typing.Literal['win', 'draw', 'loss'] | None"),
             "The result for the side to move, if the slices added tell it.")
        .def(
            "trust",
            [](TableSet& t, const MaterialTuple& s, int quiet) { t.tables->trust(material_of(s), quiet); },
            "slice"_a, "quiet"_a,
            "A search believes wins of a slice up to so many plies without progress: -1 only its draws, -2 "
            "nothing.")
        .def(
            "time_of_asking",
            [](const TableSet& t, const MaterialTuple& s, int times) {
                return t.tables->time_of_asking(material_of(s), times);
            },
            "slice"_a, "times"_a, "Seconds that a search waits for the result of a position of a slice.");
}

}  // namespace crowned::bind
