#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "bind/unlocked.hpp"
#include "bind/values.hpp"
#include "rl/batch.hpp"
#include "rl/crew.hpp"

namespace crowned::bind {

using namespace nb::literals;

namespace {

template <class T>
using Row = nb::ndarray<T, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<std::int32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

class Batch {
  public:
    Batch(const Position& start, const rl::BatchRules& how, int boards, int threads)
        : rules_(start.rules),
          crew_(threads),
          batch_(rl::make_batch(rules_.rules->data, how, start.board, boards)) {}

    int size() const { return batch_->size(); }
    int actions() const { return batch_->actions(); }
    int planes() const { return batch_->planes(); }

    // The arrays must be as long as the batch says; Python's side sees to that. They live as long as it does.
    void attach(Row<u8> observations, Row<u8> mask, Row<float> rewards, Row<float> results, Row<u8> dones,
                Row<u8> truncations, Row<u8> players) {
        kept_ = {nb::cast(observations), nb::cast(mask),        nb::cast(rewards), nb::cast(results),
                 nb::cast(dones),        nb::cast(truncations), nb::cast(players)};
        batch_->attach({observations.data(), mask.data(), rewards.data(), results.data(), dones.data(),
                        truncations.data(), players.data()});
    }

    void restart(u64 seed) {
        Unlocked free;
        std::lock_guard hold(mutex_);
        crew_.share(size(), [&](int first, int last) { batch_->restart(first, last, seed); });
    }

    // The first board whose action is not open, or -1 after every board has moved.
    int step(const Actions& actions) {
        Unlocked free;
        std::lock_guard hold(mutex_);
        if (int board = batch_->objection(actions.data()); board >= 0) return board;
        crew_.share(size(), [&](int first, int last) { batch_->step(actions.data(), first, last); });
        return -1;
    }

    void sample(Actions& actions) {
        Unlocked free;
        std::lock_guard hold(mutex_);
        crew_.share(size(), [&](int first, int last) { batch_->sample(actions.data(), first, last); });
    }

    nb::object position(int board) const { return make_position(rules_, batch_->board(board)); }

  private:
    RulesRef rules_;
    std::mutex mutex_;  // one call at a time, whoever makes it
    rl::Crew crew_;
    std::unique_ptr<rl::Batch> batch_;
    std::vector<nb::object> kept_;
};

}  // namespace

void bind_rl(nb::module_& m) {
    nb::class_<Batch>(m, "Batch", "Many games side by side, for learning programs.")
        .def(
            "__init__",
            [](Batch* self, const Position& start, int boards, int threads, int longest, bool roll,
               bool reset, bool steps, int width) {
                rl::BatchRules how;
                how.law = start.rules.rules->law;
                how.longest = longest, how.roll = roll, how.reset = reset, how.width = width;
                how.encoding = steps ? rl::Encoding::Step : rl::Encoding::Index;
                new (self) Batch(start, how, boards, threads);
            },
            "start"_a, "boards"_a, "threads"_a, nb::kw_only(), "longest"_a, "roll"_a, "reset"_a, "steps"_a,
            "width"_a)
        .def_prop_ro("actions", &Batch::actions, "How many numbers for actions there are.")
        .def_prop_ro("planes", &Batch::planes, "How many planes an observation has.")
        .def("attach", &Batch::attach, "observations"_a, "mask"_a, "rewards"_a, "results"_a, "dones"_a,
             "truncations"_a, "players"_a,
             nb::sig("def attach(self, observations: object, mask: object, rewards: object, results: object, "
                     "dones: object, truncations: object, players: object) -> None"),
             "The arrays to be written to.")
        .def("restart", &Batch::restart, "seed"_a)
        .def("step", &Batch::step, "actions"_a, nb::sig("def step(self, actions: object) -> int"),
             "Act on every board; the first board whose action is not open, or -1 if all have acted.")
        .def("sample", &Batch::sample, "actions"_a, nb::sig("def sample(self, actions: object) -> None"),
             "A random open action for every board.")
        .def("position", &Batch::position, "board"_a, nb::sig("def position(self, board: int) -> Position"));
}

}  // namespace crowned::bind
