#!/bin/sh
# The tests of the offline mode that need it built: scripts/pocket_tests.sh [PYTEST ARGUMENTS]
# Those that run inside Pyodide need hypothesis for its platform, in the version that is installed here.
set -eu
platform=pyemscripten_2026_0_wasm32
PATH="$PWD/.venv/bin:$PATH"
version=$(python -c 'import hypothesis; print(hypothesis.__version__)')
wheels=.tools/wheels-tests
if ! ls $wheels/hypothesis-"$version"-*.whl >/dev/null 2>&1; then
  rm -rf $wheels
  python -m pip download -q --no-deps --only-binary :all: --platform $platform --python-version 3.14 \
    --implementation cp --abi cp314 -d $wheels "hypothesis==$version" 2>/dev/null
fi
exec python -m pytest tests/wasm tests/server/pocket tests/browser/test_pocket.py tests/browser/test_site.py tests/browser/test_busy.py "$@"
