#!/bin/sh
# python_types_test.sh - type checkers know every job and its parameters: the stub is made from the library's tables,
# and the tutorial passes mypy --strict, and pyright where that is installed ($PYRIGHT or on the path).
set -eu
. tests/support/libdado.sh
command -v mypy >/dev/null || skip "mypy is not installed"
py=/usr/bin/python3
[ -x "$py" ] || py=python3
"$py" -c 'import numpy' 2>/dev/null || skip "numpy is not installed"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DADO_LIB="$lib" PYTHONPATH="$here/python" PYTHONDONTWRITEBYTECODE=1
[ -z "$before" ] || export LD_PRELOAD="$before"
"$py" -m dado._stubs >"$work/stub"
unset LD_PRELOAD
diff -u python/dado/__init__.pyi "$work/stub" || {
    echo "the stub is old: PYTHONPATH=python python3 -m dado._stubs >stub && mv stub python/dado/__init__.pyi"; exit 1; }
cp docs/examples/mccfr.py docs/examples/q_learning.py docs/examples/reinforce.py "$work/"
awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' docs/tutorial/python.md >"$work/tutorial.py"
cat >"$work/right.py" <<'PY'
import pathlib
import dado
document: dado.Document = dado.sim("kuhn", matches=10, set={"A": 1}, native="no", store=pathlib.Path("x.db"))
dado.arena("kuhn", ["random", "greedy"], matches=3)
rows = dado.Table("kuhn", 4).see()[0].mean(axis=0)
PY
cat >"$work/wrong.py" <<'PY'
import dado
dado.sim("kuhn", matches="many")
dado.sim("kuhn", nosuch=1)
dado.sim()
dado.sim("kuhn", native="perhaps")
number: int = dado.sim("kuhn")
dado.Table("kuhn").step(object())
dado.nosuch("kuhn")
PY
cd "$work"
unset PYTHONPATH
MYPYPATH="$here/python" mypy --strict --python-executable "$py" --cache-dir "$work/cache" tutorial.py right.py mccfr.py q_learning.py reinforce.py
MYPYPATH="$here/python" mypy --strict --python-executable "$py" --cache-dir "$work/cache" wrong.py >found || :
for line in 2 3 4 5 6 7 8; do
    grep -q "^wrong.py:$line: error" found || { echo "mypy says nothing of line $line"; cat found; exit 1; }
done
pyright=${PYRIGHT:-$(command -v pyright || :)}
[ -n "$pyright" ] || { echo "pyright is not installed: only mypy was run"; exit 0; }
printf '{"extraPaths": ["%s/python"], "pythonVersion": "3.9"}\n' "$here" >pyrightconfig.json
"$pyright" --pythonpath "$py" tutorial.py right.py mccfr.py q_learning.py reinforce.py
"$pyright" --pythonpath "$py" --outputjson wrong.py >found || :
"$py" - <<'PY'
import json
lines = {d["range"]["start"]["line"] + 1 for d in json.load(open("found"))["generalDiagnostics"] if d["severity"] == "error"}
assert lines == {2, 3, 4, 5, 6, 7, 8}, lines
PY
