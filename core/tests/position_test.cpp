// The core used from C++ alone: rules opened, positions as text, moves named and read, endings told.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <random>

#include "position/ending.hpp"
#include "position/fen.hpp"
#include "position/offence.hpp"
#include "position/reading.hpp"
#include "rules/fields.hpp"

using namespace crowned;

namespace {

std::vector<std::string> dark_squares() {
    std::vector<std::string> names;
    for (int cell = 0; cell < 64; ++cell)
        names.push_back((cell / 8 + cell) % 2 ? ""
                                              : std::string(1, char('a' + cell % 8)) + char('1' + cell / 8));
    return names;
}

std::vector<Cell> all_of(const std::vector<std::string>& names) {
    std::vector<Cell> cells;
    for (Cell cell : Cells{int(names.size())})
        if (!names[std::size_t(cell)].empty()) cells.push_back(cell);
    return cells;
}

Ruleset open(const RuleData& data, const Law& law = {}) {
    auto names = dark_squares();
    assert(*fault_in(data, law, names, all_of(names)) == '\0');
    return Ruleset(data, law, names, all_of(names));
}

RuleData trapdoors() {
    RuleData d;
    d.flying = true, d.man_captures = diagonals;
    d.door_cells = DoorCells(18, 20, 27, 29, 34, 36, 43, 45);
    return d;
}

Board board(const Ruleset& rules, const char* fen) {
    Board b;
    std::string fault = read_fen(rules, fen, b);
    assert(fault.empty());
    return b;
}

std::string fault_of(const Ruleset& rules, const char* fen) {
    Board b = board(rules, "W:Wa1:Bb8"), same = b;
    std::string fault = read_fen(rules, fen, b);
    assert(b == same);  // a text that is wrong changes nothing
    return fault;
}

std::vector<std::string> texts(const Ruleset& rules, const Ways& ways) {
    std::vector<std::string> out;
    for (int i = 0; i < ways.size(); ++i) out.push_back(text_of(rules.names, ways[i]));
    return out;
}

std::vector<std::string> moves(const Ruleset& rules, const Board& b) {
    Ways ways;
    assert(rules.correct->moves(b, ways));
    return texts(rules, ways);
}

void rules_are_refused_with_a_reason() {
    auto names = dark_squares();
    auto listing = all_of(names);
    RuleData small;
    small.files = 3;
    assert(fault_in(small, {}, names, listing) == std::string("a board has 4 to 12 files and ranks"));
    RuleData doors;
    doors.door_cells = DoorCells(18, 20);
    assert(fault_in(doors, {}, names, listing) == std::string("a slider has two doors"));
    doors.sliders = Sliders(0);
    assert(fault_in(doors, {}, names, listing) ==
           std::string("sliders are counted from 1; below 0 they are orange"));
    listing.push_back(Cell(1));
    assert(fault_in({}, {}, names, listing) == std::string("the listing names a cell without a square"));
    names[0] = "here";
    assert(fault_in({}, {}, names, {}) == std::string("a square is called by a number or letter and number"));
}

void fields_are_read_from_texts() {
    bool yes = false;
    int number = 0;
    Crown crown{};
    Directions set;
    Spinner weights;
    assert(read_field(" true ", yes) && yes && !read_field("yes", yes));
    assert(read_field("12", number) && number == 12 && !read_field("12a", number) && !read_field("", number));
    assert(read_field("pass", crown) && crown == Crown::Pass && !read_field("later", crown));
    assert(read_field("ne nw", set) && set == (dir_bit(NE) | dir_bit(NW)) && !read_field("up", set));
    assert(read_field("2 1 1", weights) && weights[0] == 2 && !read_field("1 2 3 4", weights));
}

void positions_are_written_as_they_are_read() {
    Ruleset flat = open(RuleData{});
    for (const char* fen : {"W:Wa1,c1,Kd4:Bb8,Kh8", "B:Wa1:B", "W:W:B"})
        assert(fen_text(flat, board(flat, fen)) == fen);
    RuleData high;
    high.towers = true;
    Ruleset towers = open(high);
    const char* stacked = "B:WKa1,c3[wbB]:Bd4[Bw],e5";
    assert(fen_text(towers, board(towers, stacked)) == stacked);
    Ruleset doors = open(trapdoors());
    const char* spun = "W:Wa1:Bh8:SLMRM:Xgreen";
    assert(fen_text(doors, board(doors, spun)) == spun);
}

void texts_that_are_wrong_are_refused() {
    Ruleset rules = open(RuleData{});
    assert(fault_of(rules, "") == "the text begins with the side to move, W or B");
    assert(fault_of(rules, "W:Wb1:Bb8") == "'b1' is not a piece on a square");
    assert(fault_of(rules, "W:Wa1,a1:Bb8") == "a cell is taken or unknown");
    assert(fault_of(rules, "W:Wa1[bw]:Bb8") == "'a1[bw]' belongs to the other side");
    assert(fault_of(rules, "W:Wa1[ww]:Bb8") == "the column is too high");
    assert(fault_of(rules, "W:Wa1:Bb8:SMMMM") == "'MMMM' are not the knobs of this game");
    assert(fault_of(rules, "W:Wa1:Bb8:Q") == "'Q' is not part of a position text");
}

void moves_are_named() {
    Ruleset rules = open(RuleData{});
    assert((moves(rules, board(rules, "W:Wa1:Bh8")) == std::vector<std::string>{"a1-b2"}));
    assert((moves(rules, board(rules, "W:Wa1:Bb2,d4,h8")) == std::vector<std::string>{"a1xc3xe5"}));
    Ruleset doors = open(trapdoors());
    auto listed = moves(doors, board(doors, "W:Wa1:Bh8:SMMMM:Xgreen"));
    assert((listed == std::vector<std::string>{"G1>L", "G1>R", "G2>L", "G2>R"}));
}

void a_board_has_one_to_eight_sliders() {
    RuleData one = trapdoors();
    one.door_cells = DoorCells(27, 29), one.sliders = Sliders(-3);
    Ruleset single = open(one);
    Board b = board(single, "W:Wa1:Bh8:SL:Xorange");
    assert(fen_text(single, b) == "W:Wa1:Bh8:SL:Xorange");
    assert((moves(single, b) == std::vector<std::string>{"O3>M"}));
    RuleData many = trapdoors();
    many.door_cells = DoorCells(18, 20, 22, 16, 27, 29, 25, 31, 34, 36, 38, 32, 43, 45, 41, 47);
    many.sliders = Sliders(1, 2, -1, -2, -3, -4, 3, 4);
    Ruleset eight = open(many);
    b = board(eight, "W:Wa1:Bh8:SMMMMMRMR:Xgreen");
    assert(fen_text(eight, b) == "W:Wa1:Bh8:SMMMMMRMR:Xgreen");
    assert((moves(eight, b) ==
            std::vector<std::string>{"G1>L", "G1>R", "G2>L", "G2>R", "G3>L", "G3>R", "G4>M"}));
    assert(board_key(b) != board_key(board(eight, "W:Wa1:Bh8:SMMMMMRMM:Xgreen")));
}

void a_text_finds_its_move() {
    RuleData d;
    d.man_captures = diagonals;
    Ruleset rules = open(d);
    Ways ways;
    assert(rules.correct->moves(board(rules, "W:Wd2:Bc3,c5,e3,e5"), ways));
    assert(ways.size() == 1);
    assert(find_move(rules.names, ways, text_of(rules.names, ways[0])) == 0);
    assert(find_move(rules.names, ways, "d2xd2") == 0);   // its ends alone
    assert(find_move(rules.names, ways, "d2-e3") == -1);  // a quiet move where only captures are listed
    assert(find_move(rules.names, ways, "nonsense") == -1);
    Ways forks;
    assert(rules.correct->moves(board(rules, "W:Wc1:Bb2,b4,d2,d4,f4,h8"), forks));
    assert(find_move(rules.names, forks, "c1xe3") == -1);
}

void lines_are_followed_as_far_as_they_go() {
    Ruleset rules = open(RuleData{});
    Board b = board(rules, "W:Wa1,c3:Bd4,h8,f8");
    std::size_t at = 0;
    assert(follow(rules, b, Bytes("1. c3xe5 f8-g7 2. e5-d6 nothing"), at) == 3 && at == 24);
    assert(fen_text(rules, b) == "B:Wa1,d6:Bg7,h8");
}

void endings_are_told_with_their_winner() {
    Ruleset rules = open(RuleData{});
    Board gone = board(rules, "W:W:Bh8"), blocked = board(rules, "B:Wb6,c5:Ba7"),
          open_game = board(rules, "W:Wa1:Bh8");
    assert(ending(rules, gone) == Ending::NoPieces && winner_of(rules.data, gone, Ending::NoPieces) == Black);
    assert(ending(rules, blocked) == Ending::Blocked &&
           winner_of(rules.data, blocked, Ending::Blocked) == White);
    assert(ending(rules, open_game) == Ending::None);
    RuleData losing;
    losing.goal = Goal::Lose;
    assert(winner_of(losing, gone, Ending::NoPieces) == White);
    RuleData race;
    race.goal = Goal::Breakthrough;
    Ruleset through = open(race);
    Board crowned_man = board(through, "B:WKb8:Ba7");
    assert(ending(through, crowned_man) == Ending::Breakthrough);
    assert(winner_of(race, crowned_man, Ending::Breakthrough) == White);
    Law kind;
    kind.last_fall_draws = true;
    assert(verdict(rules.data, kind, board(rules, "W:W:B"), Ending::NoPieces) == 0);
    assert(verdict(rules.data, Law{}, board(rules, "W:W:B"), Ending::NoPieces) == -1);
}

void the_wheel_comes_after_captures() {
    Ruleset doors = open(trapdoors());
    assert(must_spin(doors, board(doors, "W:Wa1:Bh8:SMMMM")));
    assert(!must_spin(doors, board(doors, "W:Wa1:Bb2,h8:SMMMM")));
    assert(!must_spin(doors, board(doors, "W:Wa1:Bh8:SMMMM:Xblack")));
    assert(!must_spin(doors, board(doors, "W:W:Bh8:SMMMM")));
}

void offences_come_after_the_correct_moves() {
    Ruleset rules = open(RuleData{});
    Ways ways;
    assert(playable_moves(rules, board(rules, "W:Wa1,g1:Bb2,d4,h8"), ways));
    auto listed = texts(rules, ways);
    assert(listed[0] == "a1xc3xe5");
    std::sort(listed.begin() + 1, listed.end());
    assert((listed == std::vector<std::string>{"a1xc3xe5", "a1xc3", "g1-f2", "g1-h2"}));
}

// Whatever is listed can be played, named, read again and followed.
void random_play_can_be_written_and_read(const RuleData& data, const char* start, unsigned seed) {
    Ruleset rules = open(data);
    std::mt19937 random(seed);
    Board b = board(rules, start);
    for (int ply = 0; ply < 80; ++ply) {
        Ways ways;
        assert(rules.correct->moves(b, ways));
        assert((ways.size() == 0) == (ending(rules, b) != Ending::None));
        if (ways.size() == 0) return;
        int chosen = int(random() % unsigned(ways.size()));
        std::string text = text_of(rules.names, ways[chosen]);
        int found = find_move(rules.names, ways, text);
        assert(found >= 0 && text_of(rules.names, ways[found]) == text);
        Board next = rules.correct->play(b, ways[chosen]), again;
        assert(read_fen(rules, fen_text(rules, next), again).empty() && again == next);
        assert(board_key(again) == board_key(next));
        b = next;
    }
}

constexpr const char* opening = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

}  // namespace

int main() {
    rules_are_refused_with_a_reason();
    fields_are_read_from_texts();
    positions_are_written_as_they_are_read();
    texts_that_are_wrong_are_refused();
    moves_are_named();
    a_board_has_one_to_eight_sliders();
    a_text_finds_its_move();
    lines_are_followed_as_far_as_they_go();
    endings_are_told_with_their_winner();
    the_wheel_comes_after_captures();
    offences_come_after_the_correct_moves();
    RuleData towers;
    towers.towers = towers.flying = true;
    for (unsigned seed = 1; seed < 6; ++seed) {
        random_play_can_be_written_and_read(RuleData{}, opening, seed);
        random_play_can_be_written_and_read(trapdoors(), opening, seed);
        random_play_can_be_written_and_read(towers, opening, seed);
    }
    std::puts("position: all checks passed");
}
