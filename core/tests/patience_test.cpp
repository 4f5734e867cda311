// How long a search thinks by the clock: core/search/patience.hpp.
#include "search/patience.hpp"

#include <cassert>

using namespace crowned;

namespace {

void a_move_that_stays_needs_less() {
    Patience patience;
    double share = 0;
    for (int depth = 1; depth <= 8; ++depth) share = patience.share(7, Score(10));
    assert(share < 1);
}

void a_move_that_has_just_changed_needs_more() {
    Patience patience;
    for (int depth = 1; depth <= 8; ++depth) patience.share(7, Score(10));
    assert(patience.share(8, Score(10)) > 1);
    assert(patience.share(8, Score(10)) <= 1);
}

void a_falling_score_needs_more_but_never_without_end() {
    Patience patience, other;
    patience.share(7, Score(40)), other.share(7, Score(40));
    double fell = patience.share(7, Score(10)), collapsed = other.share(7, Score(-3000));
    assert(1 < fell && fell < collapsed && collapsed <= 2.5);
}

void a_rising_score_is_no_reason_to_wait() {
    Patience patience;
    patience.share(7, Score(0));
    assert(patience.share(7, Score(500)) <= 1);
}

}  // namespace

int main() {
    a_move_that_stays_needs_less();
    a_move_that_has_just_changed_needs_more();
    a_falling_score_needs_more_but_never_without_end();
    a_rising_score_is_no_reason_to_wait();
}
