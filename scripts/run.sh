#!/bin/sh
# Start the product: the web app, or the terminal game where there is none.
set -eu
if [ -e src/crowned/server/__init__.py ]; then
  exec .venv/bin/crowned serve --port "${PORT:-8000}"
fi
exec .venv/bin/crowned play
