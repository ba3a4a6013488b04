#!/bin/sh
# site_test.sh - the documentation as a site: links, games in the text, search, no network needed.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
[ -f build-site/index.html ] || skip "the site was not made (./dev site)"
[ -d web/node_modules/playwright-core ] || skip "the page was not made (./dev web)"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "chromium is not installed"
folder=$PWD/build-site
cd web
exec node tests/site.mjs "$folder"
