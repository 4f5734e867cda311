// A ruleset opened: its rules and law, the moves they allow, and the names of its squares.
#pragma once

#include "position/naming.hpp"
#include "rules/law.hpp"

namespace crowned {

struct Ruleset {
    RuleData data;
    Law law;
    std::unique_ptr<Kernel> correct;  // the moves that fulfil every obligation
    std::unique_ptr<Kernel> relaxed;  // what could be played if nothing were compulsory
    std::unique_ptr<Kernel> whole;    // correct, whichever capture ranks first
    Names names;

    Ruleset(const RuleData& rules, const Law& l, const std::vector<std::string>& cells,
            const std::vector<Cell>& listing);
};

// What is wrong with rules that cannot be opened; "" if nothing is.
const char* fault_in(const RuleData& rules, const Law& law, const std::vector<std::string>& cells,
                     const std::vector<Cell>& listing);

}  // namespace crowned
