#!/bin/sh
# The tests of the offline mode that need it built: scripts/pocket_tests.sh [PYTEST ARGUMENTS]
set -eu
PATH="$PWD/.venv/bin:$PATH"
sh scripts/pocket_tools.sh hypothesis
exec python -m pytest tests/wasm tests/server/pocket tests/browser/test_pocket.py tests/browser/test_site.py tests/browser/test_busy.py "$@"
