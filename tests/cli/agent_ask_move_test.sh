# A position of a stored match can be put before any player; what a limit ended is said.
. tests/support/cli.sh

cd "$work"
ends_with 0 "$DADO" sim territorio -n 2 -D map.width=7 -D map.height=7 -D limit.rounds=10 \
    --keep moves --store kept.db -q
cat >ender.lua <<'END'
function choose(turn) return "end" end
END
ends_with 0 "$DADO" agent ask ./ender.lua last --store kept.db --match 1 --step 9 -n 4 --seed 1 --json
cp "$out" asked.json
python3 - "$out" <<'END' || fail "the answer is not what was asked"
import json, sys
parts = json.load(open(sys.argv[1]))["parts"]
rows = parts["choices"]["rows"]
assert [r["move"] for r in rows if r["times"]] == ["end"]
assert sum(r["times"] for r in rows) == 4
assert sum(r["recorded"] for r in rows) == 1
assert parts["asked"]["facts"]["step"]["value"] == 9
assert "clock" not in parts
END
# The same again, and from the match's own file.
ends_with 0 "$DADO" agent ask ./ender.lua last --store kept.db --match 1 --step 9 -n 4 --seed 1 --json
same asked.json "$out"
ends_with 0 "$DADO" replay last --store kept.db --match 1 -o one.replay
ends_with 0 "$DADO" agent ask ./ender.lua one.replay --step 9 --times 4 --seed 1
grep -q '^  end  *4 ' "$out" || fail "not from a file"

# Played on, it ends somewhere; by those of the record or by others.
ends_with 0 "$DADO" agent ask territorio_example one.replay --step 9 -n 2 --play --others random
grep -q 'won from there' "$out" || fail "not played on"
ends_with 0 "$DADO" agent ask territorio_example one.replay --step 9 -n 2 --play --json
grep -q '"won":{' "$out" || fail "not played on by those of the record"

# What hides from the seat hides from the player: a card it does not see is a question mark.
ends_with 0 "$DADO" sim kuhn -n 1 --keep moves --store kept.db -q
ends_with 0 "$DADO" agent ask random last --store kept.db
grep -q 'card ?' "$out" || fail "the player sees what the seat did not"
ends_with 1 "$DADO" agent ask random last --store kept.db --step 1
complains "step 1 is a chance event; the next decision of a player is step 3"
ends_with 1 "$DADO" agent ask random last --store kept.db --step 400
complains 'steps, numbered from 1'

# A check that the limit cut short says so, and is no proof of an end.
ends_with 0 "$DADO" agent check random --game territorio -n 1 --limit 40
grep -q 'ended by the limit  2, after 40 moves' "$out" || fail "the limit is not told"
complains 'the limit ended 2 of 2 matches'
ends_with 0 "$DADO" agent check random -n 1
grep -q 'ended by the limit  0' "$out" || fail "a limit that ended nothing is not told"
