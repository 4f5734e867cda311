#!/bin/sh
# The core for Pyodide, in build/wasm/_wasm.so: scripts/wasm.sh
# The compiler (zig, which knows WebAssembly) comes from PyPI, once, into .tools/zig.
set -eu
zig_version=0.17.0
dir=build/wasm
PATH="$PWD/.venv/bin:$PATH"
unset MAKEFLAGS

tools() {
  zig=$PWD/.tools/zig/ziglang/zig
  [ ! -x "$zig" ] || return 0
  echo "wasm: the compiler from PyPI (about 100 MB, once)" >&2
  python -m pip install -q --no-deps --target .tools/zig "ziglang==$zig_version"
}

configure() {
  [ ! -e "$dir/build.ninja" ] || return 0
  cmake -S . -B "$dir" -G Ninja -DCROWNED_WASM=ON -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/wasm/toolchain.cmake" \
    -DCROWNED_ZIG="$zig" -DCROWNED_NANOBIND="$(python -c 'import nanobind, os; print(os.path.dirname(nanobind.__file__))')" \
    -DCROWNED_PYTHON_HEADERS="$(python -c 'import sysconfig; print(sysconfig.get_path("include"))')" \
    >"$dir/configure.log" 2>&1 || { cat "$dir/configure.log" >&2; exit 1; }
}

mkdir -p "$dir"
exec 9>"$dir/.lock"
! command -v flock >/dev/null || flock 9
tools
configure
[ -e "$dir/_wasm.so" ] || echo "wasm: compiling the core; the first time takes some minutes" >&2
nice ninja -C "$dir" >"$dir/build.log" || { cat "$dir/build.log" >&2; exit 1; }
