#!/bin/sh
# hidden_test.sh - no hidden card in anything a page is told: games played to their end, everything read that
# the studio sends, and that the playground's worker does.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/studio_server.sh
games="hearts nightwatch tinker gofish oldmaid agram bluff cribbage gops leduc kuhn euchre casino plates"
seeds=1
# In the long run, every game of the library.
[ "${DADO_LONG:-}" != 1 ] || { games="$games crazyeights spades whist president expedition -- $(find library -name '*.rcy' | LC_ALL=C sort)"; seeds=2; }
# shellcheck disable=SC2086 # words are meant to be split
read_all() { python3 tests/studio/hidden_cards.py "$link" "$seeds" $games; }

open_studio --threads 1
echo "the studio:"
read_all

if ! command -v node >/dev/null || [ ! -f build-playground/engine.wasm ] || [ ! -d web/node_modules/esbuild ]; then
    echo "the playground was not made (./dev playground): its tables are not looked at"
    exit 0
fi
echo "the playground:"
mkfifo "$here/hold"
folder=$PWD/build-playground
(cd web && exec node tests/tables.mjs "$folder" <"$here/hold" >"$here/tables") &
exec 3>"$here/hold"  # closed when this ends, and then the tables are too
for _ in $(seq 300); do [ -s "$here/tables" ] && break; sleep 0.1; done
link=$(cat "$here/tables")
read_all
