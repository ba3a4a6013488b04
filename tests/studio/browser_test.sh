#!/bin/sh
# browser_test.sh - the studio as a designer uses it, in a real browser.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -d web/node_modules/playwright-core ] || skip "the page was not made (./dev web)"
[ -f web/dist/app.js ] || skip "the page was not made (./dev web)"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "chromium is not installed"
"$DADO" studio --help >/dev/null 2>&1 || skip "this dado has no studio"
cd web
exec node tests/studio.mjs "$DADO" ../library
