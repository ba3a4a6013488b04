#!/bin/sh
# export_test.sh - a run as SQLite tables: what it says is what the store has, and the how-to runs as printed.
set -eu
skip() { echo "skipped: $1"; exit 77; }
py=python3
[ -x /usr/bin/python3 ] && py=/usr/bin/python3
"$py" -c 'import sqlite3' 2>/dev/null || skip "python3 with sqlite3 is not installed"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export DADO_STORE="$work/runs.db"
"$DADO" sim hearts -n 300 --seed 5 --csv matches.csv --rounds rounds >/dev/null 2>&1
"$DADO" runs export last -o hearts.sqlite >/dev/null
cat >check.py <<'PY'
import csv, sqlite3
db = sqlite3.connect("hearts.sqlite")
db.row_factory = sqlite3.Row
assert db.execute("PRAGMA user_version").fetchone()[0] == 1
about = dict(tuple(r) for r in db.execute("SELECT name, value FROM export"))
assert about["schema"] == "1" and about["game"] == "hearts" and about["seed"] == "5" and about["lowest_wins"] == "1", about
rows = list(db.execute("SELECT * FROM match ORDER BY id"))
sheet = list(csv.DictReader(open("matches.csv")))
assert len(rows) == len(sheet) == 300
for mine, theirs in zip(rows, sheet):
    for name, text in theirs.items():
        value = mine[name]
        same = value is None if text == "" else str(value) == text if isinstance(value, str) else float(text) == float(value)
        assert same, (name, text, value)
for match in (0, 7, 299):
    kept = [line.split(";") for line in open(f"rounds/hearts{match}.csv").read().split()]
    for number, player, score in kept:
        found = db.execute(f"SELECT score_{player} FROM round WHERE match_id = ? AND round = ?", (match + 1, int(number))).fetchone()
        assert found[0] == int(score)
assert db.execute("SELECT count(*) FROM seat").fetchone()[0] == 4
assert db.execute("SELECT count(*) FROM match WHERE id NOT IN (SELECT match_id FROM round)").fetchone()[0] == 0
PY
"$py" check.py
# Without rounds; over a file that is there; and what cannot be is refused and leaves nothing.
"$DADO" runs export last -o hearts.sqlite --no-rounds >/dev/null
"$py" -c 'import sqlite3; assert sqlite3.connect("hearts.sqlite").execute("SELECT count(*) FROM round").fetchone()[0] == 0'
! "$DADO" runs export 99 -o none.sqlite 2>said
! "$DADO" runs export last -o nowhere/none.sqlite 2>>said
[ "$(ls | grep -c none)" = 0 ] && [ -s said ]
# The how-to, as printed.
"$py" -c 'import pandas' 2>/dev/null || skip "pandas is not installed; the rest holds"
"$DADO" runs export last -o hearts.sqlite >/dev/null
awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$here/docs/how-to/export-results.md" >cells.py
"$py" cells.py >out
grep -q lead_change out
