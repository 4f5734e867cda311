/* Crowned's core for programs in C, and for whatever can call C.
 *
 * Handles are opaque; each is freed by the function named after it and outlives nothing it was made from: a
 * searcher needs its rules, a position its rules. Positions and lists of moves are values: they never change
 * once made. Nothing throws. A function that can fail returns a status or NULL; crowned_error() then says in
 * one English sentence what was wrong. Texts that are returned are NUL-terminated, belong to the core and
 * hold until the next call that returns a text, or until their handle is freed where they come from one. One
 * thread at a time may use a handle, but crowned_stop() may come from any.
 */
#ifndef CROWNED_H
#define CROWNED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__wasm__)
#define CROWNED_API __attribute__((visibility("default")))
#elif defined(_WIN32)
#define CROWNED_API
#else
#define CROWNED_API __attribute__((visibility("default")))
#endif

#define CROWNED_VERSION 1 /* grows when a function changes its meaning; new functions alone do not count */

typedef struct crowned_rules crowned_rules;
typedef struct crowned_position crowned_position;
typedef struct crowned_moves crowned_moves;
typedef struct crowned_searcher crowned_searcher;

typedef enum {
    CROWNED_OK = 0,
    CROWNED_BAD_RULES = 1,      /* the description of rules cannot be opened */
    CROWNED_BAD_POSITION = 2,   /* a position text cannot be read */
    CROWNED_BAD_MOVE = 3,       /* a move is not playable, or its text names none or several */
    CROWNED_BAD_ARGUMENT = 4,   /* a number or a name is out of range */
    CROWNED_TOO_MANY_MOVES = 5, /* captures branch beyond all measure */
    CROWNED_FAILED = 6          /* memory ran out, or the like */
} crowned_status;

enum { CROWNED_WHITE = 0, CROWNED_BLACK = 1 };
enum { CROWNED_CROWNS = 1, CROWNED_FALLS = 2, CROWNED_BY_KING = 4, CROWNED_IS_SLIDE = 8 };
enum { CROWNED_NO_SPIN = 0, CROWNED_BLACK_SPIN = 1, CROWNED_GREEN_SPIN = 2, CROWNED_ORANGE_SPIN = 3 };
typedef enum {
    CROWNED_GOES_ON = 0,
    CROWNED_NO_PIECES = 1,
    CROWNED_BLOCKED = 2,
    CROWNED_BREAKTHROUGH = 3
} crowned_ending_reason;

CROWNED_API int crowned_version(void);
/* What was wrong with the last call of this thread that failed. */
CROWNED_API const char* crowned_error(void);
CROWNED_API crowned_status crowned_error_status(void);

/* ---- rules
 *
 * A description has one line "field = value" for each field of core/rules/rules.def and law.def, in any
 * order; what is left out has the default of the list. Numbers, true or false, words of the axes; lists
 * separated by blanks. Besides "names": one for each cell, rank by rank from White's left, "." where nobody
 * can stand; and "listing": cells in the order in which position texts name them (default: all squares, rank
 * by rank).
 */
CROWNED_API crowned_rules* crowned_rules_open(const char* description);
CROWNED_API void crowned_rules_free(crowned_rules* rules);
CROWNED_API int crowned_square_count(
    const crowned_rules* rules); /* squares are numbered below this, with gaps */
CROWNED_API const char* crowned_square_name(const crowned_rules* rules, int square); /* "" for a gap */
CROWNED_API int crowned_square_named(const crowned_rules* rules, const char* name);  /* -1 if there is none */
CROWNED_API int crowned_tower_limit(const crowned_rules* rules);
CROWNED_API int crowned_offences_gain(const crowned_rules* rules);

/* ---- positions */
CROWNED_API crowned_position* crowned_position_read(const crowned_rules* rules, const char* fen);
CROWNED_API void crowned_position_free(crowned_position* position);
CROWNED_API const char* crowned_position_fen(const crowned_position* position);
CROWNED_API int crowned_position_turn(const crowned_position* position);
CROWNED_API uint64_t crowned_position_key(const crowned_position* position);
CROWNED_API int crowned_position_equal(const crowned_position* a, const crowned_position* b);
CROWNED_API int crowned_position_spin(const crowned_position* position);
CROWNED_API const char* crowned_position_knobs(const crowned_position* position);
/* The stones on a square from top to bottom: w b men, W B kings; "" if there is none. */
CROWNED_API const char* crowned_position_column(const crowned_position* position, int square);
CROWNED_API int crowned_position_can_capture(const crowned_position* position);
CROWNED_API int crowned_position_must_spin(const crowned_position* position);
/* How the position ends the game; `winner` receives the side that has won, or is left alone. */
CROWNED_API crowned_ending_reason crowned_position_ending(const crowned_position* position, int* winner);
CROWNED_API crowned_position* crowned_position_with_spin(const crowned_position* position, int spin);
CROWNED_API crowned_position* crowned_position_with_turn(const crowned_position* position, int turn);
CROWNED_API crowned_position* crowned_position_without(const crowned_position* position, int square);
CROWNED_API uint64_t crowned_position_effort(const crowned_position* position);
/* Leaves of the move tree at this depth. */
CROWNED_API crowned_status crowned_perft(const crowned_position* position, int depth, uint64_t* leaves);

/* ---- moves */
CROWNED_API crowned_moves* crowned_moves_correct(const crowned_position* position);
/* The correct moves, then what else could be played if nothing were compulsory. */
CROWNED_API crowned_moves* crowned_moves_playable(const crowned_position* position);
CROWNED_API void crowned_moves_free(crowned_moves* moves);
CROWNED_API int crowned_moves_size(const crowned_moves* moves);
CROWNED_API const char* crowned_move_text(const crowned_moves* moves, int index);
CROWNED_API int crowned_move_flags(const crowned_moves* moves, int index);
/* The spin that a move needs; CROWNED_NO_SPIN for captures and where nothing is spun. */
CROWNED_API int crowned_move_spin(const crowned_moves* moves, int index);
/* All moves in one block of bytes. For each its flags, its jumps n, then squares: n + 1 where the piece
 * stands and n jumped over; 2 for a quiet move; slider and position (0 middle, 1 left, 2 right) for a slide.
 */
CROWNED_API const uint8_t* crowned_moves_bytes(const crowned_moves* moves, size_t* size);
/* The move that a text is, as crowned_move_text writes it, or shortened to its ends if that names only one;
 * -1 if it names none, -2 if several. */
CROWNED_API int crowned_moves_find(const crowned_moves* moves, const char* text);
/* The position after a move of a list made from this position. */
CROWNED_API crowned_position* crowned_play(const crowned_position* position, const crowned_moves* moves,
                                           int index);
/* The position after a playable move, given by its bytes as above. */
CROWNED_API crowned_position* crowned_play_bytes(const crowned_position* position, const uint8_t* move,
                                                 size_t size);
/* Plays as many moves of a text as are plain and legal, from the byte `*at` on, which moves to where it
 * stops. */
CROWNED_API crowned_position* crowned_follow(const crowned_position* position, const char* text, size_t* at,
                                             int* plies);

/* ---- search */
typedef struct {
    int depth;           /* 0: no limit */
    uint64_t nodes;      /* 0: no limit */
    double soft_seconds; /* no new depth is begun after this; 0: no limit */
    double hard_seconds; /* the search is broken off; 0: no limit */
    int lines;           /* 0 counts as 1 */
    int threads;         /* 0 counts as 1 */
    int fresh;           /* forget what earlier searches found, so that equal searches end equally */
    int exact;           /* plain depth without reductions, extensions and repetitions */
    int obvious;         /* a single move is answered at once */
} crowned_limits;

typedef struct {
    int depth, deepest;
    int score; /* for the side to move: 100 about a man; beyond 20000 proven; with a wheel 10000 is a sure win
                */
    uint64_t nodes;
    double seconds;
    int fill;  /* of the table, in thousandths */
    int whole; /* whether the depth was finished */
    int lines;
    const struct crowned_line* line;
} crowned_report;

typedef struct crowned_line {
    int spin; /* the spin this line belongs to, where the position is still to be spun */
    int score;
    const crowned_moves* moves; /* the moves of the line, one after another */
} crowned_line;

/* Receives each depth; what it points to is valid during the call. Anything but 0 ends the search. */
typedef int (*crowned_listener)(const crowned_report* report, void* user);

CROWNED_API crowned_searcher* crowned_searcher_new(const crowned_rules* rules, int mebibytes);
CROWNED_API void crowned_searcher_free(crowned_searcher* searcher);
/* Searches until a limit or the listener ends it, in the calling thread. `past` are the positions since the
 * last progress, oldest first, and `quiet` the plies since then. `only` restricts the moves looked at, or is
 * NULL. */
CROWNED_API crowned_status crowned_search(crowned_searcher* searcher, const crowned_position* position,
                                          const crowned_position* const* past, int past_count, int quiet,
                                          const crowned_moves* only, const crowned_limits* limits,
                                          crowned_listener listener, void* user);
CROWNED_API void crowned_stop(crowned_searcher* searcher);
CROWNED_API void crowned_forget(crowned_searcher* searcher);
CROWNED_API void crowned_resize(crowned_searcher* searcher, int mebibytes);
CROWNED_API int crowned_estimate(const crowned_searcher* searcher, const crowned_position* position);
/* Weights as in the files that the engine ships: two 16-bit numbers each. */
CROWNED_API size_t crowned_weights_size(const crowned_searcher* searcher);
CROWNED_API crowned_status crowned_weights_load(crowned_searcher* searcher, const uint8_t* bytes,
                                                size_t size);

#ifdef __cplusplus
}
#endif

#endif
