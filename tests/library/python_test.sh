#!/bin/sh
# python_test.sh - dado from Python: the command's documents, and tables that keep their promises.
set -eu
skip() { echo "skipped: $1"; exit 77; }
command -v python3 >/dev/null || skip "python3 is not installed"
lib=$(dirname "$DADO")/libdado.so
[ -f "$lib" ] || skip "libdado was not built (./dev library)"
cd python
DADO_LIB=$lib PYTHONPATH=. python3 -m unittest -q tests.test_dado
