#!/bin/sh
# A sample of the core for browsers, for tests (scripts/wasm.sh): a minute, or nothing where its tools cannot be fetched.
set -eu
mkdir -p build
if ! sh scripts/pocket_tools.sh zig pyodide hypothesis 2>build/sample.log; then
  echo "sample: the core for browsers is not tried, for its compiler cannot be fetched here (build/sample.log)" >&2
  exit 0
fi
sh scripts/wasm.sh sample
