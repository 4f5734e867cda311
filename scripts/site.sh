#!/bin/sh
# The app that is its own server, as a folder for any web space: scripts/site.sh FOLDER
set -eu
out=$PWD/$1
rm -rf "$out"
(cd ui && CROWNED_OUT="$out" VITE_ALONE=1 npm run --silent build >&2)
cp -r build/pocket "$out/pocket"
find "$out" -name '*.gz' -delete
echo "site: $out" >&2
