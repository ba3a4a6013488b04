# doctor GAME rules: statistics are no rule, and rules on one line are told apart.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
cd "$work"
cat >one_line.rcy <<'END'
(game (setup (create players 2))
  (repeat 3 (block (all player 'P (inc ('P sto SUM) (random 1))) (inc (game sto ROUND) 1) (saveturnstats SUM roundnumber ROUND)))
  (choice (0 player) ((label "own" (inc ((0 player) sto SUM) 1)) (label "other" (inc ((1 player) sto SUM) 1))))
  (scoring max ((current player) sto SUM)))
END
ends_with 0 "$DADO" doctor one_line.rcy rules -n 50 -q --json
cp "$out" rules.json
ends_with 0 python3 - <<'PY'
import json
rows = json.load(open("rules.json"))["parts"]["rules"]["rows"]
text = open("one_line.rcy").read().split("\n")
assert len(rows) >= 4, rows
places = [(r["line"], r["column"], r["kind"]) for r in rows]
assert len(set(places)) == len(places), places
for r in rows:
    assert "saveturnstats" not in r["rule"], r
    assert text[r["line"] - 1][r["column"] - 1:].startswith(r["rule"]), r
PY
ends_with 0 "$DADO" doctor one_line.rcy rules -n 50 -q
grep -q "Line  *Column" "$out" || fail "rules on one line look alike"
# A game that never ends: the end that never holds is named, by check and by doctor.
ends_with 0 "$DADO" check "$here/tests/judge/cases/endless.rcy"
grep -q "endless.rcy:4:22: W432" "$out" || fail "check does not name the end"
ends_with 0 "$DADO" doctor "$here/tests/judge/cases/endless.rcy" --effort quick -q --limit 500 --all
grep -q "endless.rcy:4:22" "$out" || fail "doctor does not name the end"
