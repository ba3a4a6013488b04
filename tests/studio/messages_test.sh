#!/bin/sh
# messages_test.sh - the page's catalogues of messages are complete in every language.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -d web/node_modules/esbuild ] || skip "the page was not made (./dev web)"
cd web
exec node tests/messages.mjs
