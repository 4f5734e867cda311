#!/bin/sh
# Make .venv with everything Crowned is built and tested with: scripts/venv.sh PYTHON EXTRAS
# uv does it in seconds; pip does it where uv has no build for the platform.
set -eu
python=$1 extras=$2
say() { echo "setup: $*" >&2; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  say "Crowned needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1). Try: make PYTHON=python3.12"
  exit 1
}
command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || {
  say "no C++ compiler found; install one (Debian: apt install g++)"
  exit 1
}

export UV_COMPILE_BYTECODE=1 UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
real=$("$python" -c 'import sys; print(sys.executable)')
if [ ! -x .tools/bin/uv ]; then
  "$python" -m pip install -q --target .tools uv 2>/dev/null || rm -rf .tools
fi

say "virtual environment in .venv"
if [ -x .tools/bin/uv ]; then
  [ -x .venv/bin/python ] || .tools/bin/uv venv -q --seed --python "$real" .venv
  install() { .tools/bin/uv pip install -q --python .venv/bin/python "$@"; }
else
  [ -x .venv/bin/python ] || "$python" -m venv .venv
  install() { .venv/bin/python -m pip install -q "$@"; }
fi

tools="scikit-build-core>=1.1 nanobind==3.1.0"
command -v cmake >/dev/null || tools="$tools cmake"
command -v ninja >/dev/null || tools="$tools ninja"
say "packages ($extras)"
# shellcheck disable=SC2086  # a list of words
install $tools
# In-place and without CMake: scripts/native.sh builds the core beside its Python files, incrementally.
install --no-build-isolation -C editable.mode=inplace -C wheel.cmake=false -e ".[$extras]"
# A plain path instead of the import hook, which costs every start of Python 10 ms.
site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
rm -f "$site"/_editable_skbc_crowned.*
echo "$PWD/src" >"$site/crowned.pth"
touch .venv/.installed
