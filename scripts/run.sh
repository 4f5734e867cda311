#!/bin/sh
# Start the product: the web app, or the terminal game where there is none.
set -eu
if .venv/bin/crowned serve --help >/dev/null 2>&1; then
  exec .venv/bin/crowned serve --port "${PORT:-8000}"
fi
exec .venv/bin/crowned play
