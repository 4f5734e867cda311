#!/bin/sh
# The web app: scripts/web.sh install | build
set -eu
command -v npm >/dev/null || { echo "web: npm is missing; install Node 20 or newer" >&2; exit 1; }
cd ui
page=../src/crowned/server/static/index.html
widget=../src/crowned/notebook/static/widget.js

newest_input() { find . -path ./node_modules -prune -o -type f -newer "$1" -print | head -n 1; }

case $1 in
install)
  echo "web: npm ci" >&2
  # A registry may fail once; the second failure is told.
  npm ci --silent --no-audit --no-fund || npm ci --loglevel=error --no-audit --no-fund >&2
  touch node_modules/.installed
  ;;
build)
  if [ ! -e $page ] || [ ! -e $widget ] || [ -n "$(newest_input $page)" ]; then
    echo "web: building" >&2
    npm run --silent build >&2
    touch $page
  fi
  # What `make pocket` has made is offered, too; where nothing was made, its list says so.
  pocket=../src/crowned/server/static/pocket
  if [ -d ../build/pocket ]; then
    rm -rf $pocket
    cp -r ../build/pocket $pocket
  elif [ ! -e $pocket/pocket.json ]; then
    mkdir -p $pocket
    echo '{"files": [], "total": 0}' >$pocket/pocket.json
  fi
  ;;
esac
