/* Tells whether this machine runs the x86-64-v3 build of the core.
 *
 * Written against the plain C API and asked before anything else of ours is loaded: it must run on the
 * oldest processor. CPUID by hand, because not every compiler brings the table behind
 * __builtin_cpu_supports (zig does not). */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if defined(__x86_64__) || defined(_M_X64)
#define CROWNED_X86 1
#include <stdint.h>
#if defined(_MSC_VER)
#include <intrin.h>
static int cpuid(uint32_t leaf, uint32_t r[4]) {
    int top[4];
    __cpuid(top, (int)(leaf & 0x80000000u));
    if ((uint32_t)top[0] < leaf) return 0;
    __cpuidex((int *)r, (int)leaf, 0);
    return 1;
}
static uint64_t xcr0(void) { return _xgetbv(0); }
#else
#include <cpuid.h>
static int cpuid(uint32_t leaf, uint32_t r[4]) {
    return __get_cpuid_count(leaf, 0, &r[0], &r[1], &r[2], &r[3]);
}
static uint64_t xcr0(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return ((uint64_t)high << 32) | low;
}
#endif

#define BIT(n) (1u << (n))
enum { EBX = 1, ECX = 2 };

/* The list of the x86-64 psABI, levels 2 and 3. */
static const uint32_t leaf1_ecx = BIT(0)    /* sse3 */
                                  | BIT(9)  /* ssse3 */
                                  | BIT(12) /* fma */
                                  | BIT(13) /* cmpxchg16b */
                                  | BIT(19) /* sse4.1 */
                                  | BIT(20) /* sse4.2 */
                                  | BIT(22) /* movbe */
                                  | BIT(23) /* popcnt */
                                  | BIT(27) /* osxsave: xgetbv may be used */
                                  | BIT(28) /* avx */
                                  | BIT(29) /* f16c */;
static const uint32_t leaf7_ebx = BIT(3) /* bmi1 */ | BIT(5) /* avx2 */ | BIT(8) /* bmi2 */;
static const uint32_t extended_ecx = BIT(0) /* lahf */ | BIT(5) /* lzcnt */;

static int runs_v3(void) {
    uint32_t r[4];
    if (!cpuid(1, r) || (r[ECX] & leaf1_ecx) != leaf1_ecx) return 0;
    if ((xcr0() & 6) != 6) return 0; /* the system saves xmm and ymm registers */
    if (!cpuid(7, r) || (r[EBX] & leaf7_ebx) != leaf7_ebx) return 0;
    return cpuid(0x80000001u, r) && (r[ECX] & extended_ecx) == extended_ecx;
}
#else
#define CROWNED_X86 0
static int runs_v3(void) { return 0; }
#endif

static PyObject *best(PyObject *self, PyObject *args) {
    (void)self;
    (void)args;
    return PyUnicode_FromString(runs_v3() ? "v3" : "base");
}

static PyMethodDef methods[] = {
    {"best", best, METH_NOARGS, "The fastest build this machine can run: 'v3' or 'base'."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_cpu",
    .m_doc = "What the processor can do.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__cpu(void) { return PyModuleDef_Init(&module); }
