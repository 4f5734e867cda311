#!/bin/sh
# Build this platform's wheel into dist/ and try it where nothing else is: scripts/wheel.sh PYTHON
# The wheel of Python 3.11 is for 3.11, that of any newer one for 3.12 and all that follow.
set -eu
python=$1
say() { echo "wheel: $*" >&2; }
export UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 PIP_DISABLE_PIP_VERSION_CHECK=1

env=build/wheel-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
real=$("$python" -c 'import sys; print(sys.executable)')
if [ ! -e "$env/.ready" ]; then
  say "tools in $env"
  if [ -x .tools/bin/uv ]; then
    .tools/bin/uv venv -q --seed --allow-existing --python "$real" "$env"
    .tools/bin/uv pip install -q --python "$env/bin/python" "scikit-build-core>=1.1" nanobind==3.1.0 "cmake>=3.26" ninja
  else
    "$python" -m venv "$env"
    "$env/bin/python" -m pip install -q "scikit-build-core>=1.1" nanobind==3.1.0 "cmake>=3.26" ninja
  fi
  touch "$env/.ready"
fi

say "building; the first time takes a few minutes"
mkdir -p dist
# Without isolation: a second build then compiles only what has changed.
PATH="$PWD/$env/bin:$PATH" "$env/bin/python" -m pip wheel -q --no-build-isolation --no-deps --wheel-dir dist .
wheel=$("$env/bin/python" scripts/wheel_check.py --newest dist)
say "trying $wheel"
"$env/bin/python" scripts/wheel_check.py "$wheel"
