#!/bin/sh
# tutorial_test.sh - the tutorial for Python runs as it is printed, cell by cell, in an empty folder.
set -eu
. tests/support/libdado.sh
py=python3
[ -x /usr/bin/python3 ] && py=/usr/bin/python3
command -v "$py" >/dev/null || skip "python3 is not installed"
"$py" -c "import numpy, pandas" 2>/dev/null || skip "numpy and pandas are not installed"
out=$(mktemp)
trap 'rm -f "$out"' EXIT
cat >"$out.py" <<'PY'
import re, sys
cells = re.findall(r"^```python\n(.*?)^```$", open(sys.argv[1]).read(), re.S | re.M)
assert len(cells) > 10
names = {}
for number, cell in enumerate(cells, 1):
    try:
        exec(compile(cell, f"cell {number}", "exec"), names)
    except BaseException as why:
        sys.exit(f"cell {number} does not run: {why!r}\n{cell}")
PY
empty=$(mktemp -d)
trap 'rm -rf "$out" "$out.py" "$empty"' EXIT
page=$PWD/docs/tutorial/python.md python=$PWD/python
case $lib in /*) ;; *) lib=$PWD/$lib ;; esac
(cd "$empty" && LD_PRELOAD=$before DADO_LIB=$lib PYTHONPATH=$python PYTHONDONTWRITEBYTECODE=1 "$py" "$out.py" "$page" >"$out")
grep -q '^Kuhn poker - 1,000 matches, seed 3' "$out"
grep -q 'moves at place 0' "$out"
grep -q '^0.4583$' "$out"
grep -q '^12 information sets; 0.5 points against that$' "$out"
