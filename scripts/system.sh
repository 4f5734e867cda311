#!/bin/sh
# Debian packages that the tests use, installed once and only where they are missing.
set -eu
missing="" optional=""
want() { missing="$missing $1"; }

# The browser without windows is quicker; one that is there already does as well.
if [ -e ui/package.json ] && ! command -v chromium-headless-shell >/dev/null; then
  if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
    optional="$optional chromium-headless-shell"
  else
    want chromium-headless-shell
  fi
fi
if [ -e src/crowned/server/__init__.py ]; then
  command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || want postgresql
fi
# Nice to have: shows that the core runs on old processors. Its test is skipped where it is missing.
[ "$(uname -m)" != x86_64 ] || command -v qemu-x86_64 >/dev/null || optional="$optional qemu-user"
[ -n "$missing$optional" ] || exit 0

complain() {
  [ -n "$missing" ] || exit 0
  echo "tests: please install$missing yourself: $1" >&2
  exit 1
}
command -v apt-get >/dev/null || complain "this is not a Debian or Ubuntu machine"
as_root=""
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || complain "neither root nor password-less sudo (sudo apt-get install$missing)"
  as_root="sudo -n env DEBIAN_FRONTEND=noninteractive"
fi
echo "tests: installing$missing $optional" >&2
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # lists of words
if ! { $as_root apt-get -qq update && $as_root apt-get -qq install -y --no-install-recommends $missing $optional; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  complain "apt-get failed"
fi
