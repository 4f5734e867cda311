#!/bin/sh
# Build this platform's wheel into dist/ and try it where nothing else is: scripts/wheel.sh PYTHON
# The wheel of Python 3.11 is for 3.11, that of any newer one for 3.12 and all that follow.
set -eu
python=$1
unset MAKEFLAGS # a new ninja would look for make's jobserver, which is not meant for it
say() { echo "wheel: $*" >&2; }
export UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }
# The development environment serves where it is of the same Python; a compiler cache then knows most of it.
env=.venv
[ -x .venv/bin/python ] && [ "$(version .venv/bin/python)" = "$(version "$python")" ] || env=build/wheel-$(version "$python")
real=$("$python" -c 'import sys; print(sys.executable)')
if [ ! -e "$env/.wheels" ]; then
  say "tools in $env"
  tools="scikit-build-core>=1.1 nanobind==3.1.0"
  command -v ninja >/dev/null || tools="$tools ninja"
  [ "$env" = .venv ] && command -v cmake >/dev/null || tools="$tools cmake>=3.26"
  # shellcheck disable=SC2086  # a list of words
  if [ -x .tools/bin/uv ]; then
    [ -x "$env/bin/python" ] || .tools/bin/uv venv -q --seed --python "$real" "$env"
    .tools/bin/uv pip install -q --python "$env/bin/python" $tools
  else
    [ -x "$env/bin/python" ] || "$python" -m venv "$env"
    "$env/bin/python" -m pip install -q $tools
  fi
  touch "$env/.wheels"
fi

say "building; the first time takes a few minutes"
mkdir -p dist
settings=
# In 3.11 there is no stable ABI, for which alone a new CMake is needed.
[ "$(version "$python")" != 3.11 ] || settings="-C cmake.version=>=3.18"
# Without isolation: a second build then compiles only what has changed. The compiler is that of `make build`.
# shellcheck disable=SC2086  # a list of words
CC=${CC:-cc} CXX=${CXX:-c++} PATH="$PATH:$PWD/$env/bin" "$env/bin/python" -m pip wheel -q --no-build-isolation --no-deps \
  --wheel-dir dist $settings .
wheel=$("$env/bin/python" scripts/wheel_check.py --newest dist)
say "trying $wheel"
"$env/bin/python" scripts/wheel_check.py "$wheel"
