// Rules of the C interface: opened from a description, one field a line.
#include <algorithm>

#include "c/handles.hpp"
#include "rules/fields.hpp"

namespace crowned::c {

namespace {

// What a description says, field by field.
class Description {
  public:
    RuleData data;
    Law law;
    std::vector<std::string> names;
    std::vector<Cell> listing;

    // What is wrong with it, or "".
    std::string read(std::string_view text) {
        while (!text.empty()) {
            std::size_t end = std::min(text.find('\n'), text.size());
            if (std::string fault = read_line(text.substr(0, end)); !fault.empty()) return fault;
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (listing.empty()) list_all();
        return fault_in(data, law, names, listing);
    }

  private:
    std::string read_line(std::string_view line) {
        std::string_view rest = line.substr(0, line.find('='));
        std::string_view name = take_word(rest);
        if (name.empty() && rest.size() == line.size()) return "";
        if (name.empty() || line.find('=') == std::string_view::npos)
            return "'" + std::string(line) + "' sets no field";
        std::string_view value = line.substr(line.find('=') + 1);
        if (name == "names") return read_names(value);
        if (name == "listing") return read_listing(value);
        return read_named(name, value);
    }

    std::string read_named(std::string_view name, std::string_view value) {
        bool known = false, good = false;
        each_field(data, law, [&](const char* field, auto& to) {
            if (name == field) known = true, good = read_field(value, to);
        });
        if (!known) return "no field is called '" + std::string(name) + "'";
        return good ? "" : "'" + std::string(value) + "' is no value of " + std::string(name);
    }

    std::string read_names(std::string_view value) {
        names.clear();
        for (std::string_view word = take_word(value); !word.empty(); word = take_word(value))
            names.emplace_back(word == "." ? "" : word);
        return "";
    }

    std::string read_listing(std::string_view value) {
        listing.clear();
        for (std::string_view word = take_word(value); !word.empty(); word = take_word(value)) {
            Cell cell{};
            if (!read_value(word, cell)) return "'" + std::string(word) + "' is no cell";
            listing.push_back(cell);
        }
        return "";
    }

    void list_all() {
        for (Cell cell : Cells{int(names.size())})
            if (!names[std::size_t(cell)].empty()) listing.push_back(cell);
    }
};

}  // namespace

crowned_rules* open_rules(std::string_view text) {
    Description description;
    if (std::string fault = description.read(text); !fault.empty())
        return refuse(CROWNED_BAD_RULES, std::move(fault)), nullptr;
    return new crowned_rules{
        Ruleset(description.data, description.law, description.names, description.listing)};
}

}  // namespace crowned::c

using namespace crowned;
using namespace crowned::c;

crowned_rules* crowned_rules_open(const char* description) {
    return guarded<crowned_rules*>(nullptr, [&] { return open_rules(description ? description : ""); });
}

void crowned_rules_free(crowned_rules* rules) { delete rules; }

int crowned_square_count(const crowned_rules*) { return max_bits; }

const char* crowned_square_name(const crowned_rules* rules, int square) {
    return square >= 0 && square < max_bits ? rules->set.names.of(square).c_str() : "";
}

int crowned_square_named(const crowned_rules* rules, const char* name) {
    return name ? rules->set.names.named(name) : -1;
}

int crowned_tower_limit(const crowned_rules* rules) { return rules->set.correct->tower_limit(); }

int crowned_offences_gain(const crowned_rules* rules) { return rules->set.law.offences_gain(); }
