#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/fields.hpp"

namespace crowned::bind {

bool RulesRef::same_game(const RulesRef& other) const {
    if (rules == other.rules) return true;
    nb::handle mine(object), theirs(other.object);
    if (!nb::hasattr(mine, "fingerprint") || !nb::hasattr(theirs, "fingerprint")) return false;
    return mine.attr("fingerprint").equal(theirs.attr("fingerprint"));
}

std::string rules_signature() {
    std::string text = "def __init__(self, *, ";
    RuleData data;
    Law law;
    each_field(data, law, [&](const char* name, const auto& field) {
        text += std::string(name) + ": " + kind_of(field) + ", ";
    });
    return text + "names: Sequence[str], listing: Sequence[int]) -> None";
}

namespace {

void open_rules(Ruleset* self, const nb::kwargs& given) {
    RuleData data;
    Law law;
    std::size_t fields = 2;
    each_field(data, law,
               [&](const char* name, auto& field) { cast_field(keyword(given, name), field), ++fields; });
    auto names = nb::cast<std::vector<std::string>>(keyword(given, "names"));
    std::vector<Cell> listing;
    for (int cell : nb::cast<std::vector<int>>(keyword(given, "listing"))) listing.push_back(Cell(cell));
    if (given.size() != fields) throw nb::type_error("Rules was given a field that the core does not know");
    if (const char* fault = fault_in(data, law, names, listing); *fault) throw nb::value_error(fault);
    new (self) Ruleset(data, law, names, listing);
}

}  // namespace

void bind_rules(nb::module_& m) {
    static const std::string signature = rules_signature();
    nb::class_<Ruleset>(m, "Rules", "The rules of one game, lowered from its axes.")
        .def("__init__", &open_rules, nb::sig(signature.c_str()),
             "Words are those of the axes; directions are seen by White: ne nw sw se n w s e. `names` has a "
             "name per "
             "cell ('' where nobody stands), `listing` the cells in the order in which position texts name "
             "them.")
        .def_prop_ro(
            "tower_limit", [](const Ruleset& r) { return r.correct->tower_limit(); },
            "How many stones a tower may hold.")
        .def_prop_ro(
            "offences_gain", [](const Ruleset& r) { return r.law.offences_gain(); },
            "Whether a wrong move can be worth its price: nobody may have it taken back.");
}

}  // namespace crowned::bind
