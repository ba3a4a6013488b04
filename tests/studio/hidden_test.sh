#!/bin/sh
# hidden_test.sh - no hidden card in anything the studio sends: games played to their end, every answer read.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
"$DADO" studio --help >/dev/null 2>&1 || { echo "skipped: this dado has no studio"; exit 77; }
here=$(mktemp -d)
pid=""
cleanup() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
    rm -rf "$here"
}
trap cleanup EXIT
mkdir "$here/folder"
"$DADO" studio "$here/folder" --port 0 --threads 1 >"$here/link" 2>"$here/log" &
pid=$!
for _ in $(seq 100); do [ -s "$here/link" ] && break; sleep 0.1; done
games="hearts gofish oldmaid agram bluff cribbage gops leduc kuhn euchre casino plates"
seeds=1
[ "${DADO_LONG:-}" != 1 ] || { games="$games crazyeights spades whist president expedition"; seeds=5; }
# shellcheck disable=SC2086 # words are meant to be split
python3 tests/studio/hidden.py "$(cat "$here/link")" "$seeds" $games
