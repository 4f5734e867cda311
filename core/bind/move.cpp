#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "bind/values.hpp"

namespace crowned::bind {

namespace {

// Nobody can derive from it, so that one comparison tells a move; looking the class up took longer than
// making one.
PyObject* move_class = nullptr;

}  // namespace

bool is_move(nb::handle object) { return object.type().ptr() == move_class; }

nb::object make_move(const RulesRef& rules, u64 origin, const Way& way) {
    nb::object made = nb::inst_alloc(move_class);
    new (nb::inst_ptr<Move>(made)) Move(rules, origin, way);
    nb::inst_mark_ready(made);
    return made;
}

namespace {

nb::str name(const Move& m, int i) {
    const std::string& name = m.rules.rules->names.of(m.own.squares()[i]);
    return nb::steal<nb::str>(PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size())));
}

nb::tuple names(const Move& m, int first, int count) {
    nb::tuple out = nb::steal<nb::tuple>(PyTuple_New(count));
    for (int i = 0; i < count; ++i) set_item(out, i, name(m, first + i).release().ptr());
    return out;
}

const char* kind(const Move& m) {
    if (m.own.flags() & IsSlide) return "slide";
    return m.own.jumps() ? "capture" : "step";
}

nb::object spin_needed(const Move& m) {
    int needed = spin_needed(m.rules.rules->data, m.way());
    return needed == NoSpin ? nb::none() : nb::object(nb::str(spin_names[needed]));
}

// The first or last square of a way that stands on squares.
nb::object end_of(const Move& m, bool last) {
    int stops = m.way().stops();
    return stops ? nb::object(name(m, last ? stops - 1 : 0)) : nb::none();
}

// A move with its rules as plain values, for pickles.
nb::tuple state_of(const Move& m) {
    nb::bytes squares(m.own.squares(), std::size_t(m.own.size()));
    return nb::make_tuple(nb::borrow(m.rules.object), m.origin, m.own.flags(), m.own.jumps(), squares);
}

void restore(Move& self, nb::handle rules, u64 origin, u8 flags, u8 jumps, nb::bytes squares) {
    Way way{static_cast<const u8*>(squares.data()), jumps, flags};
    if (std::size_t(way.size()) != squares.size() || !is_way(way)) throw nb::value_error("not a move");
    new (&self) Move(RulesRef(rules, &nb::cast<const Ruleset&>(rules)), origin, way);
}

}  // namespace

void bind_move(nb::module_& m) {
    nb::class_<Move> cls(m, "Move", nb::is_final(),
                         "One move: the way a piece goes and what it captures, or a slide.");
    move_class = cls.inc_ref().ptr();
    cls.def_prop_ro("kind", &kind, "'step', 'capture' or 'slide'.")
        .def_prop_ro(
            "path", [](const Move& v) { return names(v, 0, v.way().stops()); },
            nb::sig("def path(self) -> tuple[str, ...]"),
            "Every square the piece stands on, its start included.")
        .def_prop_ro(
            "captures", [](const Move& v) { return names(v, v.way().stops(), v.own.jumps()); },
            nb::sig("def captures(self) -> tuple[str, ...]"), "The squares jumped over, in order.")
        .def_prop_ro("text", &Move::text, "The move as written: c3-d4, c3xe5xg7, G1>L.")
        .def_prop_ro(
            "falls", [](const Move& v) { return bool(v.own.flags() & Falls); },
            "Whether the piece is lost through an open door.")
        .def_prop_ro(
            "crowns", [](const Move& v) { return bool(v.own.flags() & Crowns); },
            "Whether a man becomes a king.")
        .def_prop_ro(
            "by_king", [](const Move& v) { return bool(v.own.flags() & ByKing); }, "Whether a king moves.")
        .def_prop_ro("spin", &spin_needed, nb::sig("def spin(self) -> str | None"),
                     "The spin it needs, if any.")
        .def_prop_ro(
            "source", [](const Move& v) { return end_of(v, false); },
            nb::sig("def source(self) -> str | None"))
        .def_prop_ro(
            "target", [](const Move& v) { return end_of(v, true); },
            nb::sig("def target(self) -> str | None"))
        .def(
            "__eq__", [](const Move& a, nb::handle b) { return is_move(b) && a == *nb::inst_ptr<Move>(b); },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Move& v) { return v.own.hash() >> 1; })
        .def("__getstate__", &state_of,
             nb::sig("def __getstate__(self) -> tuple[Rules, int, int, int, bytes]"))
        .def(
            "__setstate__",
            [](Move& self, const std::tuple<nb::object, u64, u8, u8, nb::bytes>& state) {
                const auto& [rules, origin, flags, jumps, squares] = state;
                restore(self, rules, origin, flags, jumps, squares);
            },
            nb::sig("def __setstate__(self, state: tuple[Rules, int, int, int, bytes], /) -> None"))
        .def("__str__", &Move::text)
        .def("__repr__", [](const Move& v) { return "<Move " + v.text() + ">"; });
}

}  // namespace crowned::bind
