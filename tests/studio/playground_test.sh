#!/bin/sh
# playground_test.sh - the page without a server: the same answers, the same table, no network needed.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -f build-playground/engine.wasm ] || skip "the playground was not made (./dev playground)"
[ -d web/node_modules/playwright-core ] || skip "the page was not made (./dev web)"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "chromium is not installed"
size() { gzip -9 -c "$1" | wc -c; }
[ "$(size build-playground/engine.wasm)" -le 550000 ] || { echo "the engine is over 550,000 bytes gzipped"; exit 1; }
for module in exchange rulebook solver; do
    [ "$(size "build-playground/$module.wasm")" -le 250000 ] || { echo "$module is over 250,000 bytes gzipped"; exit 1; }
done
page=$(($(size build-playground/app.js) + $(size build-playground/app.css) + $(size build-playground/index.html)))
[ "$page" -le 220000 ] || { echo "the page is $page bytes gzipped, over 220,000"; exit 1; }
fonts=$(cat build-playground/*.woff2 | wc -c)
[ "$fonts" -le 170000 ] || { echo "the fonts are $fonts bytes, over 170,000"; exit 1; }
folder=$PWD/build-playground library=$PWD/library
cd web
# The same bytes from everywhere, of every game: of a few matches, and of more in the long run.
matches=12
[ "${DADO_LONG:-}" != 1 ] || matches=60
node tests/same.mjs "$DADO" "$folder/engine.wasm" "$library" "$matches"
node tests/exchanged.mjs "$DADO" "$folder/exchange.wasm" "$library" ../tests/fuzz/dungeon_import
exec node tests/playground.mjs "$folder" "$library"
