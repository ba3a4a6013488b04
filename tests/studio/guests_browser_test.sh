#!/bin/sh
# guests_browser_test.sh - four browsers play Hearts to the end by invitations. It takes a minute, so it runs where
# DADO_LONG is set; guests_test.sh plays the same over HTTP.
skip() { echo "skipped: $1"; exit 77; }
[ -n "${DADO_LONG:-}" ] || skip "this is for the long run (DADO_LONG=1)"
command -v node >/dev/null || skip "node is not installed"
[ -d web/node_modules/playwright-core ] || skip "the page was not made (./dev web)"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "chromium is not installed"
. tests/support/studio_server.sh
open_studio --threads 1 --store "$here/store.db"
(cd web && exec node tests/guests.mjs "$link")
[ "$("$DADO" playtest export hearts --store "$here/store.db" 2>/dev/null | grep -c '"fun":4')" -ge 1 ] || { echo "FAILED: not recorded"; exit 1; }
