#!/bin/sh
# official_client_test.sh - the official client library of the protocol lists and calls every tool of dado mcp.
#
# It is looked for in $DADO_MCP_SDK and in web/node_modules, where ./dev web puts it.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "node is not installed"
modules=${DADO_MCP_SDK:-$PWD/web/node_modules}
[ -d "$modules/@modelcontextprotocol/sdk" ] || skip "@modelcontextprotocol/sdk is not in $modules"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/desk"
cp library/dice/pig.rcy "$work/desk/"
ln -s "$modules" "$work/node_modules"
cp tests/mcp/official_client.mjs "$work/"
node "$work/official_client.mjs" "$DADO" "$work/desk"
