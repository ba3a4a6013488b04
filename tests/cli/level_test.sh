# Levels as people write them: odd ones, records, repair, sittings.
. tests/support/cli.sh

# What is odd is said and played; a way that is not found ends; a record can be played again.
ends_with 0 "$DADO" level show tests/worlds/levels/no-start.level --no-plan
grep -q 'there is no start M' "$err" || fail "nothing is said of a missing start"
ends_with 0 "$DADO" level show tests/worlds/levels/blocked-1.level
grep -q 'no way found within the budget of 600000 worlds' "$out" || fail "a spent budget is not told"
ends_with 0 "$DADO" level show tests/worlds/levels/blocked-2.level
grep -q 'no way found: the planner gave up after [0-9]* worlds' "$out" || fail "giving up is not told"
ends_with 0 "$DADO" level show first --json
record=$(grep -o '"record":{[^}]*"value":"[0-9a-v]*' "$out" | sed 's/.*"//')
[ -n "$record" ] || fail "there is no record"
ends_with 0 "$DADO" sim library/levels/first.level --agents "recorded:record=$record" -n 1 \
    --store "$work/record.db" --keep moves --json
grep -q '"completion"' "$out" || fail "the record is not played"
ends_with 0 "$DADO" replay 1 --store "$work/record.db" --check
ends_with 1 "$DADO" sim library/levels/first.level --agents "recorded:record=xyz" -n 1 --no-store

# Repair: one tile, and the planner finishes.
ends_with 0 "$DADO" level repair tests/worlds/levels/blocked-1.level -o "$work/mended.level"
grep -q 'rock becomes air' "$err" || fail "the change is not told"
ends_with 0 "$DADO" level show "$work/mended.level"
grep -q 'finished by the planner' "$out" || fail "the repaired level is not finished"

# One bad file costs that file; sittings have lives.
printf 'XX\n' >"$work/bad.level"
ends_with 1 "$DADO" level eval "$work/bad.level" first -n 1 --agents planner
grep -q 'first.level  *100 %' "$out" || fail "a bad file costs the others"
# Two levels of one name are told apart by their folders.
mkdir "$work/easy" "$work/hard"
cp library/levels/first.level "$work/easy/"
cp library/levels/first.level "$work/hard/"
ends_with 0 "$DADO" level eval "$work/easy" "$work/hard" -n 1 --agents planner
grep -q "easy/first  *100 %" "$out" && grep -q "hard/first  *100 %" "$out" || fail "which is which is not said"
ends_with 0 "$DADO" level eval first -n 5 --agents runner,novice
grep -q 'novice  *0 %  *0.0 to 43.4 %  *5' "$out" || fail "shares have no intervals: $(cat "$out")"
ends_with 0 "$DADO" sim library/levels/first.level -D lives=3 --agents novice -n 5 --no-store
grep -q 'attempts' "$out" || fail "a sitting has no attempts"
