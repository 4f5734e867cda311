#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "bind/values.hpp"

namespace crowned::bind {

std::string Move::text() const {
    if (is_slide()) return std::string(knob_names[squares.data()[0]]) + ">" + "MLR"[squares.data()[1]];
    std::string text = name(0);
    for (int i = 1; i < path_size(); ++i) text += (jumps ? 'x' : '-') + name(i);
    return text;
}

namespace {

nb::tuple names(const Move& m, int first, int count) {
    nb::tuple out = nb::steal<nb::tuple>(PyTuple_New(count));
    for (int i = 0; i < count; ++i) {
        const std::string& name = m.name(first + i);
        set_item(out, i, PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size())));
    }
    return out;
}

const char* kind(const Move& m) {
    if (m.is_slide()) return "slide";
    return m.jumps ? "capture" : "step";
}

// The result of the spin that an action belongs to; captures come before the spin.
nb::object spin(const Move& m) {
    const RuleData& d = m.rules.rules->data;
    if (!d.doors || m.jumps) return nb::none();
    return nb::str(spin_names[m.is_slide() ? d.knob_spin[m.squares.data()[0]] : int(BlackSpin)]);
}

nb::object end_of(const Move& m, bool last) {
    if (m.is_slide()) return nb::none();
    return nb::str(m.name(last ? m.path_size() - 1 : 0).c_str());
}

u64 hash(const Move& m) {
    u64 h = m.flags;
    for (int i = 0; i < m.squares.size(); ++i) h = mix(h + m.squares.data()[i] + 1);
    return h >> 1;
}

// A move with its rules as plain values, for pickles.
nb::tuple state_of(const Move& m) {
    nb::bytes squares(m.squares.data(), std::size_t(m.squares.size()));
    return nb::make_tuple(nb::borrow(m.rules.object), m.origin, m.flags, m.jumps, squares);
}

void restore(Move& self, nb::handle rules, u64 origin, u8 flags, u8 jumps, nb::bytes squares) {
    Way way{static_cast<const u8*>(squares.data()), jumps, flags};
    bool known = std::size_t(way.size()) == squares.size();
    for (std::size_t i = 0; known && i < squares.size(); ++i)
        known = way.squares[i] < (flags & IsSlide ? (i ? 3 : knob_count) : max_bits);
    if (!known) throw nb::value_error("not a move");
    new (&self) Move(RulesRef(rules, &nb::cast<const Rules&>(rules)), origin, way);
}

}  // namespace

void bind_move(nb::module_& m) {
    nb::class_<Move>(m, "Move", nb::is_final(),
                     "One move: the way a piece goes and what it captures, or a slide.")
        .def_prop_ro("kind", &kind, "'step', 'capture' or 'slide'.")
        .def_prop_ro(
            "path", [](const Move& v) { return names(v, 0, v.path_size()); },
            nb::sig("def path(self) -> tuple[str, ...]"),
            "Every square the piece stands on, its start included.")
        .def_prop_ro(
            "captures", [](const Move& v) { return names(v, v.path_size(), v.jumps); },
            nb::sig("def captures(self) -> tuple[str, ...]"), "The squares jumped over, in order.")
        .def_prop_ro("text", &Move::text, "The move as written: c3-d4, c3xe5xg7, G1>L.")
        .def_prop_ro(
            "falls", [](const Move& v) { return bool(v.flags & Falls); },
            "Whether the piece is lost through an open door.")
        .def_prop_ro(
            "crowns", [](const Move& v) { return bool(v.flags & Crowns); }, "Whether a man becomes a king.")
        .def_prop_ro(
            "by_king", [](const Move& v) { return bool(v.flags & ByKing); }, "Whether a king moves.")
        .def_prop_ro("spin", &spin, nb::sig("def spin(self) -> str | None"), "The spin it needs, if any.")
        .def_prop_ro(
            "source", [](const Move& v) { return end_of(v, false); },
            nb::sig("def source(self) -> str | None"))
        .def_prop_ro(
            "target", [](const Move& v) { return end_of(v, true); },
            nb::sig("def target(self) -> str | None"))
        .def(
            "__eq__",
            [](const Move& a, nb::handle b) {
                return nb::isinstance<Move>(b) && a == nb::cast<const Move&>(b);
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &hash)
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
