#include <nanobind/nanobind.h>

NB_MODULE(CROWNED_MODULE_NAME, m) {
    m.def("answer", [] { return 42; });
}
