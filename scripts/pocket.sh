#!/bin/sh
# Everything a browser needs to be its own server, in build/pocket: scripts/pocket.sh
set -eu
PATH="$PWD/.venv/bin:$PATH"
mkdir -p build
exec 8>build/.pocket.lock
! command -v flock >/dev/null || flock 8
sh scripts/wasm.sh
sh scripts/pocket_tools.sh pyodide binaryen wheels

rm -rf build/wheels
for wheel in .tools/wheels/*.whl; do python -m zipfile -e "$wheel" build/wheels; done
node scripts/pocket_trim.mjs .tools/pyodide/node_modules/pyodide .tools/binaryen/node_modules/binaryen/bin/wasm-opt build/python \
  build/wheels/apsw/__init__.*.so build/wheels/msgspec/_core.*.so build/wasm/_wasm.so
site=$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
node scripts/pocket.mjs build/python .tools/wheels "$site" build/wasm/_wasm.so build/pocket.new
rm -rf build/pocket
mv build/pocket.new build/pocket
