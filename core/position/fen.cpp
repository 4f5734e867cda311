#include "position/fen.hpp"

namespace crowned {

namespace {

char letter_of(bool black, bool king) { return "wbWB"[black + 2 * king]; }
bool is_black(char stone) { return stone == 'b' || stone == 'B'; }
bool is_king(char stone) { return stone == 'W' || stone == 'B'; }

void append_side(const Ruleset& rules, const Board& board, Colour side, std::string& text) {
    bool first = true;
    for (u8 square : rules.names.listing()) {
        if (!has(board.side[side], square)) continue;
        if (!first) text += ',';
        first = false;
        std::string stones = column_text(board, square);
        if (stones.size() == 1 && has(board.kings, square)) text += 'K';
        text += rules.names.of(square);
        if (stones.size() > 1) text += '[' + stones + ']';
    }
}

// Cuts the text before the next mark off and returns it.
std::string_view cut(std::string_view& text, char mark) {
    std::size_t end = text.find(mark);
    std::string_view before = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    return before;
}

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 40)) + "'"; }

// A piece as listed: K before a lone king, [stones] behind a tower.
std::string put_listed(const Ruleset& rules, Board& board, Colour side, std::string_view item) {
    std::string_view whole = item;
    bool king = item.starts_with('K');
    if (king) item.remove_prefix(1);
    std::string_view name = cut(item, '[');
    std::string stones(1, letter_of(side == Black, king));
    if (whole.ends_with(']')) stones = item.substr(0, item.size() - 1);
    int square = rules.names.named(name);
    if (square < 0) return quoted(whole) + " is not a piece on a square";
    if (stones.empty() || is_black(stones[0]) != (side == Black))
        return quoted(whole) + " belongs to the other side";
    return put(rules, board, square, stones);
}

std::string read_side(const Ruleset& rules, Board& board, Colour side, std::string_view list) {
    while (!list.empty())
        if (std::string fault = put_listed(rules, board, side, cut(list, ',')); !fault.empty()) return fault;
    return "";
}

std::string read_knobs(const Ruleset& rules, Board& board, std::string_view letters) {
    bool known = rules.data.doors && int(letters.size()) == rules.data.sliders.size() &&
                 letters.find_first_not_of(knob_letters) == std::string_view::npos;
    if (!known) return quoted(letters) + " are not the knobs of this game";
    set_knobs(board, letters);
    return "";
}

std::string read_spin(const Ruleset& rules, Board& board, std::string_view name) {
    int spin = rules.data.doors ? spin_named(name) : -1;
    if (spin < 0) return quoted(name) + " is not a spin of this game";
    board.spin = u8(spin);
    return "";
}

std::string read_field(const Ruleset& rules, Board& board, std::string_view field) {
    std::string_view rest = field.substr(field.empty() ? 0 : 1);
    switch (field.empty() ? '\0' : field[0]) {
        case 'W':
            return read_side(rules, board, White, rest);
        case 'B':
            return read_side(rules, board, Black, rest);
        case 'S':
            return read_knobs(rules, board, rest);
        case 'X':
            return read_spin(rules, board, rest);
        default:
            return quoted(field) + " is not part of a position text";
    }
}

}  // namespace

std::string column_text(const Board& board, int square) {
    if (board.columns.empty())
        return std::string(1, letter_of(has(board.side[Black], square), has(board.kings, square)));
    const AnyColumn& c = board.columns[std::size_t(square)];
    std::string text;
    for (int i = 0; i < c.height; ++i) text += letter_of(c.black >> i & 1, c.king >> i & 1);
    return text;
}

std::string knobs_text(const Ruleset& rules, const Board& board) {
    std::string text;
    for (int i = 0; rules.data.doors && i < rules.data.sliders.size(); ++i)
        text += knob_letters[knob_at(board.knobs, i)];
    return text;
}

std::string fen_text(const Ruleset& rules, const Board& board) {
    std::string text = board.turn == White ? "W:W" : "B:W";
    append_side(rules, board, White, text);
    text += ":B";
    append_side(rules, board, Black, text);
    if (rules.data.doors) text += ":S" + knobs_text(rules, board);
    if (board.spin != NoSpin) text += std::string(":X") + spin_names[board.spin];
    return text;
}

Board empty_board(const Ruleset& rules) { return rules.correct->normal(Board{}); }

std::string put(const Ruleset& rules, Board& board, int square, std::string_view stones) {
    if (square < 0 || has(board.side[White] | board.side[Black], square)) return "a cell is taken or unknown";
    if (stones.empty() || stones.find_first_not_of("wWbB") != std::string_view::npos)
        return "a column is written with the letters w, b, W and B";
    if (int(stones.size()) > rules.correct->tower_limit()) return "the column is too high";
    board.side[is_black(stones[0])] |= bit<Set192>(square);
    if (is_king(stones[0])) board.kings |= bit<Set192>(square);
    if (rules.data.towers)
        for (char stone : stones)
            board.columns[std::size_t(square)].add_below(is_black(stone) ? Black : White, is_king(stone));
    return "";
}

void set_knobs(Board& board, std::string_view letters) {
    for (int i = 0; i < most_knobs && i < int(letters.size()); ++i) {
        char letter = letters[std::size_t(i)];
        board.knobs = with_knob(board.knobs, i, letter == 'L' ? Left : letter == 'R' ? Right : Middle);
    }
}

void give_turn(Board& board, int turn) { board.turn = u8(turn != 0), board.spin = NoSpin; }

void lift(Board& board, int square) {
    Set192 kept = ~bit<Set192>(square);
    board.side[White] &= kept, board.side[Black] &= kept, board.kings &= kept;
    if (!board.columns.empty()) board.columns[std::size_t(square)] = {};
}

std::string read_fen(const Ruleset& rules, std::string_view text, Board& board) {
    Board made = empty_board(rules);
    std::string_view turn = cut(text, ':');
    if (turn != "W" && turn != "B") return "the text begins with the side to move, W or B";
    made.turn = turn == "W" ? White : Black;
    while (!text.empty())
        if (std::string fault = read_field(rules, made, cut(text, ':')); !fault.empty()) return fault;
    board = std::move(made);
    return "";
}

}  // namespace crowned
