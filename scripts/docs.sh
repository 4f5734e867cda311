#!/bin/sh
# Build the documentation as a static site: scripts/docs.sh FOLDER
set -eu
if ! .venv/bin/python -c 'import mkdocs, mkdocstrings' 2>/dev/null; then
  echo "docs: installing MkDocs" >&2
  extra=$(.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"], sep="\n")')
  if [ -x .tools/bin/uv ]; then
    echo "$extra" | UV_NO_PROGRESS=1 .tools/bin/uv pip install -q --python .venv/bin/python -r /dev/stdin
  else
    echo "$extra" | .venv/bin/python -m pip install -q -r /dev/stdin
  fi
fi
# No network is needed: fonts and scripts are part of the theme, and the links between pages are checked.
NO_MKDOCS_2_WARNING=1 .venv/bin/python -m mkdocs build --quiet --strict --site-dir "$1"
echo "docs: $1/index.html" >&2
