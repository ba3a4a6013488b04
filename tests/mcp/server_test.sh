#!/bin/sh
# server_test.sh - dado mcp: a conversation, cancelling, mutated messages, and nothing written or read elsewhere.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
exec python3 tests/mcp/converse.py "$DADO"
