#!/bin/sh
# Build the native core incrementally: scripts/native.sh BUILD_DIR [TARGET]
# The target `mine` is the one build that this processor uses: half the work, enough to play.
set -eu
dir=$1 target=${2:-all}
unset MAKEFLAGS # a new ninja would look for make's jobserver, which is not meant for it
PATH="$PWD/.venv/bin:$PATH"
mkdir -p "$dir"

work() {
  if [ ! -e "$dir/build.ninja" ]; then
    echo "build: configuring the native core" >&2
    cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCROWNED_INPLACE=ON -DCROWNED_TESTS=ON \
      -DPython_EXECUTABLE="$PWD/.venv/bin/python" >"$dir/configure.log" || { cat "$dir/configure.log"; exit 1; }
  fi
  [ -e "$dir/.built" ] || echo "build: compiling the native core; the first time takes a few minutes" >&2
  if [ "$target" = mine ]; then
    compile _cpu
    target=_$(cd src/crowned/_native && ../../../.venv/bin/python -c 'import _cpu; print(_cpu.best())')
  fi
  compile "$target"
}

# To a person one line of progress, elsewhere nothing but errors.
compile() {
  if [ -t 2 ]; then
    ninja -C "$dir" "$1" >&2
  else
    ninja -C "$dir" "$1" >"$dir/build.log" || { cat "$dir/build.log"; exit 1; }
  fi
}

# Two builds at once in one directory would spoil each other.
if command -v flock >/dev/null; then
  exec 9>"$dir/.lock"
  flock 9
fi
work >&2
touch "$dir/.built"
# Bytecode beforehand: `crowned` starts in a fraction of the time where nobody may write it later.
.venv/bin/python -m compileall -q src/crowned
