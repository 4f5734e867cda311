/* The C interface, used by a program in C. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "c/crowned.h"

static const char* const names =
    "names = a1 . c1 . e1 . g1 . . b2 . d2 . f2 . h2 a3 . c3 . e3 . g3 . . b4 . d4 . f4 . h4 "
    "a5 . c5 . e5 . g5 . . b6 . d6 . f6 . h6 a7 . c7 . e7 . g7 . . b8 . d8 . f8 . h8\n";

static crowned_rules* open_with(const char* fields) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", fields, names);
    crowned_rules* rules = crowned_rules_open(text);
    if (!rules) puts(crowned_error());
    assert(rules);
    return rules;
}

static crowned_position* position(const crowned_rules* rules, const char* fen) {
    crowned_position* made = crowned_position_read(rules, fen);
    assert(made);
    return made;
}

static const char* const opening =
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

static void refusals_say_what_is_wrong(void) {
    assert(!crowned_rules_open("flying = maybe\n"));
    assert(crowned_error_status() == CROWNED_BAD_RULES);
    assert(strcmp(crowned_error(), "' maybe' is no value of flying") == 0);
    assert(!crowned_rules_open("wings = 2\n"));
    assert(strcmp(crowned_error(), "no field is called 'wings'") == 0);
    assert(!crowned_rules_open("nonsense"));
    assert(strcmp(crowned_error(), "'nonsense' sets no field") == 0);
    assert(!crowned_rules_open(NULL));
    assert(strcmp(crowned_error(), "one name per cell is needed") == 0);
    crowned_rules* rules = open_with("");
    assert(!crowned_position_read(rules, "W:Wz9:B"));
    assert(crowned_error_status() == CROWNED_BAD_POSITION);
    crowned_position* start = position(rules, opening);
    assert(!crowned_position_without(start, 9999) && crowned_error_status() == CROWNED_BAD_ARGUMENT);
    assert(!crowned_position_with_spin(start, CROWNED_GREEN_SPIN));
    uint64_t leaves = 7;
    assert(crowned_perft(start, -1, &leaves) == CROWNED_BAD_ARGUMENT && leaves == 7);
    crowned_position_free(start);
    crowned_rules_free(rules);
}

static void moves_are_listed_and_played(void) {
    crowned_rules* rules = open_with("");
    crowned_position* start = position(rules, opening);
    uint64_t leaves = 0;
    assert(crowned_perft(start, 5, &leaves) == CROWNED_OK && leaves == 7361);
    crowned_moves* moves = crowned_moves_correct(start);
    assert(crowned_moves_size(moves) == 7);
    int index = crowned_moves_find(moves, "c3-d4");
    assert(index >= 0 && strcmp(crowned_move_text(moves, index), "c3-d4") == 0);
    assert(crowned_moves_find(moves, "c3xd4") == -1);
    crowned_position* next = crowned_play(start, moves, index);
    assert(strstr(crowned_position_fen(next), "d4") && crowned_position_turn(next) == CROWNED_BLACK);
    assert(!crowned_play(next, moves, index) && crowned_error_status() == CROWNED_BAD_MOVE);
    assert(strcmp(crowned_move_text(moves, 99), "") == 0);
    crowned_position_free(next);
    crowned_moves_free(moves);
    crowned_position_free(start);
    crowned_rules_free(rules);
}

static void bytes_tell_a_move(void) {
    crowned_rules* rules = open_with("");
    crowned_position* p = position(rules, "W:Wa1,g1:Bb2,d4,h8");
    crowned_moves* moves = crowned_moves_playable(p);
    assert(crowned_moves_size(moves) == 4 && strcmp(crowned_move_text(moves, 0), "a1xc3xe5") == 0);
    size_t size = 0;
    const uint8_t* bytes = crowned_moves_bytes(moves, &size);
    assert(bytes[0] == 0 && bytes[1] == 2 && size == (2 + 5) + (2 + 3) + (2 + 2) + (2 + 2));
    assert(strcmp(crowned_square_name(rules, bytes[2]), "a1") == 0 &&
           crowned_square_named(rules, "b2") == bytes[5]);
    crowned_position* after = crowned_play_bytes(p, bytes, 7);
    assert(after && strcmp(crowned_position_fen(after), "B:Wg1,e5:Bh8") == 0);
    assert(!crowned_play_bytes(after, bytes, 7) && crowned_error_status() == CROWNED_BAD_MOVE);
    assert(!crowned_play_bytes(p, bytes, 6));
    crowned_position_free(after);
    crowned_moves_free(moves);
    crowned_position_free(p);
    crowned_rules_free(rules);
}

static void endings_spins_and_lines(void) {
    crowned_rules* rules = open_with("flying = true\ndoor_cells = 18 20 27 29 34 36 43 45\n");
    crowned_position* p = position(rules, "W:Wa1:Bh8:SMMMM");
    int winner = -1;
    assert(crowned_position_ending(p, &winner) == CROWNED_GOES_ON && winner == -1 &&
           crowned_position_must_spin(p));
    crowned_position* spun = crowned_position_with_spin(p, CROWNED_GREEN_SPIN);
    crowned_moves* slides = crowned_moves_correct(spun);
    assert(crowned_moves_size(slides) == 4 && crowned_move_flags(slides, 0) == CROWNED_IS_SLIDE);
    assert(crowned_move_spin(slides, 0) == CROWNED_GREEN_SPIN &&
           strcmp(crowned_position_knobs(spun), "MMMM") == 0);
    int a1 = crowned_square_named(rules, "a1");
    assert(strcmp(crowned_position_column(p, a1), "w") == 0 &&
           strcmp(crowned_position_column(p, a1 + 1), "") == 0);
    crowned_position* lost = crowned_position_without(p, a1);
    assert(crowned_position_ending(lost, &winner) == CROWNED_NO_PIECES && winner == CROWNED_BLACK);
    crowned_position_free(lost), crowned_moves_free(slides), crowned_position_free(spun),
        crowned_position_free(p);
    crowned_rules_free(rules);

    rules = open_with("");
    p = position(rules, "W:Wa1,c3:Bd4,h8,f8");
    size_t at = 0;
    int plies = 0;
    crowned_position* end = crowned_follow(p, "1. c3xe5 f8-g7 2. e5-d6 nothing", &at, &plies);
    assert(plies == 3 && at == 24 && !crowned_position_equal(p, end));
    crowned_position_free(end), crowned_position_free(p);
    crowned_rules_free(rules);
}

struct heard {
    int reports, depth, score;
    uint64_t nodes;
    char best[40];
};

static int listen(const crowned_report* report, void* user) {
    struct heard* heard = (struct heard*)user;
    ++heard->reports, heard->depth = report->depth, heard->score = report->score,
                      heard->nodes = report->nodes;
    assert(report->lines >= 1 && crowned_moves_size(report->line[0].moves) >= 1);
    snprintf(heard->best, sizeof heard->best, "%s", crowned_move_text(report->line[0].moves, 0));
    return 0;
}

static int listen_once(const crowned_report* report, void* user) {
    (void)report;
    return ++*(int*)user;
}

static void searches_report_each_depth(void) {
    crowned_rules* rules = open_with("");
    crowned_searcher* searcher = crowned_searcher_new(rules, 1);
    crowned_position* p = position(rules, "W:Wc3,e3:Bd6,f6,h8");
    crowned_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.depth = 6, limits.fresh = 1;
    struct heard first = {0}, second = {0};
    assert(crowned_search(searcher, p, NULL, 0, 0, NULL, &limits, listen, &first) == CROWNED_OK);
    assert(first.reports == 6 && first.depth == 6 && first.nodes > 0);
    assert(crowned_search(searcher, p, NULL, 0, 0, NULL, &limits, listen, &second) == CROWNED_OK);
    assert(first.nodes == second.nodes && first.score == second.score &&
           strcmp(first.best, second.best) == 0);
    int count = 0;
    assert(crowned_search(searcher, p, NULL, 0, 0, NULL, &limits, listen_once, &count) == CROWNED_OK &&
           count == 1);
    size_t size = crowned_weights_size(searcher);
    uint8_t byte = 0;
    assert(size > 0 && crowned_weights_load(searcher, &byte, 1) == CROWNED_BAD_ARGUMENT);
    crowned_position_free(p);
    crowned_searcher_free(searcher);
    crowned_rules_free(rules);
}

int main(void) {
    assert(crowned_version() == CROWNED_VERSION);
    refusals_say_what_is_wrong();
    moves_are_listed_and_played();
    bytes_tell_a_move();
    endings_spins_and_lines();
    searches_report_each_depth();
    puts("interface: all checks passed");
    return 0;
}
