# A match as a log: Território's own lines, as its rulebook spells them, and a line a step elsewhere.
. tests/support/cli.sh

cd "$work"
ends_with 0 "$DADO" sim territorio --agents territorio_example -n 1 --keep moves -D limit.rounds=12 -q
ends_with 0 "$DADO" replay --events json
head -1 "$out" | grep -q '^{"n":0,"e":"match","game":"territorio","version":1,"seed":[0-9]*,"settings_hash":"' ||
    fail "the log has no head"
for event in map place turn move set_production end_turn produced domain round_end result; do
    grep -q "\"e\":\"$event\"" "$out" || fail "no event called $event"
done
[ "$(grep -c '"e":"round_end"' "$out")" -ge 11 ] || fail "rounds are missing"
cp "$out" first
ends_with 0 "$DADO" replay --events json
same first "$out"
ends_with 0 "$DADO" replay --events words
grep -q '^\[r[0-9]* P[12]\] a unit moved from ([0-9]*,[0-9]*) to ([0-9]*,[0-9]*), cost [0-9]*$' "$out" || fail "no move in words"
ends_with 0 "$DADO" sim kuhn -n 1 --keep moves -q
ends_with 0 "$DADO" replay --events json
grep -q '^{"n":[0-9]*,"seat":0,"move":"' "$out" || fail "no move of a seat"
ends_with 0 "$DADO" replay --events words
ends_with 2 "$DADO" replay --events song
