#!/bin/sh
# The core for Pyodide, in build/wasm/_wasm.so: scripts/wasm.sh [sample]
# A sample, in build/wasm-sample, is compiled in a third of the time and plays all rulesets, only slowly: for tests.
set -eu
sample=${1:+ON}
dir=build/wasm${1:+-$1}
PATH="$PWD/.venv/bin:$PATH"
zig=$PWD/.tools/zig/ziglang/zig
unset MAKEFLAGS

configure() {
  [ ! -e "$dir/build.ninja" ] || return 0
  cmake -S . -B "$dir" -G Ninja -DCROWNED_WASM=ON -DCROWNED_WASM_SAMPLE="${sample:-OFF}" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/wasm/toolchain.cmake" \
    -DCROWNED_ZIG="$zig" -DCROWNED_NANOBIND="$(python -c 'import nanobind, os; print(os.path.dirname(nanobind.__file__))')" \
    -DCROWNED_PYTHON_HEADERS="$(python -c 'import sysconfig; print(sysconfig.get_path("include"))')" \
    >"$dir/configure.log" 2>&1 || { cat "$dir/configure.log" >&2; exit 1; }
}

mkdir -p "$dir"
exec 9>"$dir/.lock"
! command -v flock >/dev/null || flock 9
sh scripts/pocket_tools.sh zig
configure
[ -e "$dir/_wasm.so" ] || echo "wasm: compiling the core; the first time takes some minutes" >&2
nice ninja -C "$dir" >"$dir/build.log" || { cat "$dir/build.log" >&2; exit 1; }
