#!/bin/sh
# Build the native core incrementally: scripts/native.sh BUILD_DIR [TARGET...]
set -eu
dir=$1
shift
PATH="$PWD/.venv/bin:$PATH"
mkdir -p "$dir"

work() {
  if [ ! -e "$dir/build.ninja" ]; then
    echo "build: configuring the native core" >&2
    cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCROWNED_INPLACE=ON -DCROWNED_TESTS=ON \
      -DPython_EXECUTABLE="$PWD/.venv/bin/python" >"$dir/configure.log" || { cat "$dir/configure.log"; exit 1; }
  fi
  ninja -C "$dir" "$@" >"$dir/build.log" || { cat "$dir/build.log"; exit 1; }
}

# Two builds at once in one directory would spoil each other.
if command -v flock >/dev/null; then
  exec 9>"$dir/.lock"
  flock 9
fi
work "${@:-all}" >&2
# Bytecode beforehand: `crowned` starts in a fraction of the time where nobody may write it later.
.venv/bin/python -m compileall -q src/crowned
