#!/bin/sh
# Web unit tests, then the Python suite (which runs the C++ programs, fuzzers and browser too).
set -eu
if [ -e ui/package.json ]; then
  (cd ui && npm run --silent test) >&2
fi
exec .venv/bin/python -m pytest -n 2 "$@"
