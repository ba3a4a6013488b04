#!/bin/sh
# story_test.sh - what happened at a table is told in sentences that are so.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -d web/node_modules/esbuild ] || skip "the page was not made (./dev web)"
cd web
exec node tests/story.mjs
