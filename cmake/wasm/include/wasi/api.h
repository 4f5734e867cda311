// Pyodide's C library counts its errors as WASI does; these are WASI's numbers, which refuse to be read elsewhere.
#pragma once
#define __wasi__ 1
#include_next <wasi/api.h>
#undef __wasi__
