#!/bin/sh
# Everything a browser needs to be its own server, in build/pocket: scripts/pocket.sh
# Python for browsers comes from npm, two packages for it from PyPI, once, into .tools.
set -eu
pyodide=314.0.7
platform=pyemscripten_2026_0_wasm32
PATH="$PWD/.venv/bin:$PATH"
mkdir -p build .tools
exec 8>build/.pocket.lock
! command -v flock >/dev/null || flock 8
sh scripts/wasm.sh

if [ ! -e ".tools/pyodide/$pyodide" ]; then
  echo "pocket: Python for browsers from npm" >&2
  npm install --silent --no-audit --no-fund --no-save --prefix .tools/pyodide "pyodide@$pyodide" >&2
  touch ".tools/pyodide/$pyodide"
fi
if [ ! -e ".tools/wheels/$platform" ]; then
  for package in "msgspec==0.22.0" "apsw==3.54.1.0"; do
    python -m pip download -q --no-deps --only-binary :all: --platform $platform --python-version 3.14 \
      --implementation cp --abi cp314 -d .tools/wheels "$package" 2>/dev/null
  done
  touch ".tools/wheels/$platform"
fi
site=$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
node scripts/pocket.mjs .tools/pyodide/node_modules/pyodide .tools/wheels "$site" build/wasm/_wasm.so build/pocket.new
rm -rf build/pocket
mv build/pocket.new build/pocket
