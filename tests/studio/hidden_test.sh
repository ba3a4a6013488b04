#!/bin/sh
# hidden_test.sh - no hidden card in anything the studio sends: games played to their end, every answer read.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/studio.sh
open_studio --threads 1
games="hearts gofish oldmaid agram bluff cribbage gops leduc kuhn euchre casino plates"
seeds=1
[ "${DADO_LONG:-}" != 1 ] || { games="$games crazyeights spades whist president expedition"; seeds=5; }
# shellcheck disable=SC2086 # words are meant to be split
python3 tests/studio/hidden.py "$link" "$seeds" $games
