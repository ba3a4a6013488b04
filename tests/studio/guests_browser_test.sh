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
(cd web && exec node tests/guests.mjs "$link" ${DADO_PICTURES:+"$DADO_PICTURES"})
# The host deleted one of them in the end, so the match is nowhere any more: not as a record, and not as a run.
! LC_ALL=C grep -a -q 'guest 1' "$here"/store.db* || { echo "FAILED: somebody who was deleted is still there"; exit 1; }
"$DADO" runs --store "$here/store.db" 2>&1 | { ! grep -i -q hearts; } || { echo "FAILED: the run is still there"; exit 1; }
