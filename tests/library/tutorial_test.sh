#!/bin/sh
# tutorial_test.sh - the tutorial for Python runs as it is printed, cell by cell.
set -eu
skip() { echo "skipped: $1"; exit 77; }
py=python3
[ -x /usr/bin/python3 ] && py=/usr/bin/python3
command -v "$py" >/dev/null || skip "python3 is not installed"
"$py" -c "import numpy" 2>/dev/null || skip "numpy is not installed"
lib=$(dirname "$DADO")/libdado.so
[ -f "$lib" ] || skip "libdado was not built (./dev library)"
cells=$(mktemp)
trap 'rm -f "$cells"' EXIT
awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/tutorial/python.md >"$cells"
[ -s "$cells" ]
DADO_LIB=$lib PYTHONPATH=python "$py" "$cells" | grep -q '^Kuhn poker - 1,000 matches, seed 3'
