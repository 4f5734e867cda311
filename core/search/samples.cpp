#include "search/samples.hpp"

#include <cstring>

namespace crowned {

namespace {

template <class T>
void put(std::string& out, T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    out.append(raw, sizeof(T));
}

class Reader {
  public:
    Reader(const char* bytes, std::size_t size, std::size_t start) : bytes_(bytes), size_(size), at(start) {}

    template <class T>
    T get() {
        T value{};
        if (at + sizeof(T) > size_) return good = false, value;
        std::memcpy(&value, bytes_ + at, sizeof(T));
        at += sizeof(T);
        return value;
    }

  private:
    const char* bytes_;
    std::size_t size_;

  public:
    std::size_t at;
    bool good = true;
};

constexpr int more_knobs = 128;  // beside the number of words: the sliders from the fifth on follow

int words_in(const Board& b) {
    Set192 all = b.side[White] | b.side[Black];
    return all.word[2] ? 3 : all.word[1] ? 2 : 1;
}

}  // namespace

void append_sample(std::string& out, const Sample& sample) {
    const Board& b = sample.board;
    int words = words_in(b);
    u8 more = u8(b.knobs >> 8);
    put(out, u8(words | (more ? more_knobs : 0))), put(out, u8(b.turn)), put(out, u8(b.knobs));
    if (more) put(out, more);
    put(out, u8(b.columns.size()));
    for (const Set192* set : {&b.side[White], &b.side[Black], &b.kings})
        for (int i = 0; i < words; ++i) put(out, set->word[i]);
    if (!b.columns.empty())
        for (Set192 all = b.side[White] | b.side[Black]; any(all);) {
            const AnyColumn& c = b.columns[std::size_t(pop(all))];
            put(out, c.height), put(out, c.black), put(out, c.king);
        }
    put(out, std::int16_t(sample.score)), put(out, u8(sample.result * 2));
}

bool read_sample(const char* bytes, std::size_t size, std::size_t& at, Sample& sample) {
    Reader in(bytes, size, at);
    Board b;
    int words = in.get<u8>();
    b.turn = in.get<u8>() & 1, b.knobs = in.get<u8>();
    if (words & more_knobs) words ^= more_knobs, b.knobs = Knobs(b.knobs | in.get<u8>() << 8);
    b.columns.resize(in.get<u8>());
    if (!in.good || words < 1 || words > 3) return false;
    for (Set192* set : {&b.side[White], &b.side[Black], &b.kings})
        for (int i = 0; i < words; ++i) set->word[i] = in.get<u64>();
    if (!b.columns.empty())
        for (Set192 all = b.side[White] | b.side[Black]; any(all) && in.good;) {
            std::size_t square = std::size_t(pop(all));
            AnyColumn c;
            c.height = in.get<u8>(), c.black = in.get<u64>(), c.king = in.get<u64>();
            if (square >= b.columns.size()) return false;
            b.columns[square] = c;
        }
    sample.score = Score(in.get<std::int16_t>()), sample.result = float(in.get<u8>()) / 2;
    if (!in.good) return false;
    sample.board = std::move(b);
    at = in.at;
    return true;
}

}  // namespace crowned
