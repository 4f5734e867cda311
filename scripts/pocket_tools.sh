#!/bin/sh
# What the offline mode is made of and tried with, fetched once into .tools: scripts/pocket_tools.sh zig|pyodide|binaryen|wheels|hypothesis…
set -eu
platform=pyemscripten_2026_0_wasm32
PATH="$PWD/.venv/bin:$PATH"
mkdir -p .tools
exec 7>.tools/.lock
! command -v flock >/dev/null || flock 7

from_npm() { # NAME VERSION
  [ ! -e ".tools/$1/$2" ] || return 0
  echo "pocket: $1 from npm" >&2
  npm install --silent --no-audit --no-fund --no-save --prefix ".tools/$1" "$1@$2" >&2
  touch ".tools/$1/$2"
}

from_pypi() { # FOLDER NAME VERSION
  ! ls ".tools/$1/$2-$3"-*.whl >/dev/null 2>&1 || return 0
  rm -f ".tools/$1/$2"-*.whl
  python -m pip download -q --no-deps --only-binary :all: --platform $platform --python-version 3.14 \
    --implementation cp --abi cp314 -d ".tools/$1" "$2==$3" 2>/dev/null
}

# A compiler that knows WebAssembly.
zig() { # VERSION
  [ ! -x .tools/zig/ziglang/zig ] || return 0
  echo "wasm: the compiler from PyPI (about 100 MB, once)" >&2
  python -m pip install -q --no-deps --retries 1 --target .tools/zig "ziglang==$1"
}

for tool in "$@"; do
  case $tool in
    zig) zig 0.17.0 ;;
    pyodide) from_npm pyodide 314.0.7 ;;
    binaryen) from_npm binaryen 132.0.0 ;;
    wheels) from_pypi wheels msgspec 0.22.0 && from_pypi wheels apsw 3.54.1.0 ;;
    # As it is installed here: tests that run inside Pyodide need it.
    hypothesis) from_pypi wheels-tests hypothesis "$(python -c 'import hypothesis; print(hypothesis.__version__)')" ;;
  esac
done
