# Every tournament that was kept is a season, and who got better from one to the next is named.
. tests/support/cli.sh

cd "$work"
ends_with 1 "$DADO" arena history --store none.db
player() { printf 'function choose(turn) return %s end\n' "$1" >mine.lua; }

# First it gives everything up, then it plays at random, then as one who is good at it.
small="-n 60 --store kept.db -q"
player nil
ends_with 0 "$DADO" arena kuhn ./mine.lua random greedy $small
player 'turn.rng:pick(turn.moves)'
ends_with 0 "$DADO" arena kuhn ./mine.lua random greedy $small
ends_with 0 "$DADO" arena kuhn ./mine.lua greedy pimc:iterations=20 $small --seed 3
# A tournament in rounds is one season; other rules are none of these.
ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 --swiss 2 $small
ends_with 0 "$DADO" arena dicepoints random greedy -n 5 --store kept.db -q
ends_with 0 "$DADO" sim kuhn -n 50 --store kept.db -q

ends_with 0 "$DADO" arena history kuhn --store kept.db
tr -s '\n ' '  ' <"$out" >told
grep -q '4 tournaments, 4 players' told || {
    cat "$out" >&2
    fail "not four seasons of four players"
}
grep -q './mine.lua rose from [0-9,]* in season 1 to [0-9,]* in season 3' told || {
    cat "$out" >&2
    fail "who got better is not named"
}
ends_with 0 "$DADO" arena history kuhn --store kept.db --json --report seasons.html
grep -q '"season_3":{"value"' "$out" || fail "no ratings of season 3"
grep -q 'Ratings over seasons' seasons.html || fail "no chart of seasons"
# In its season each has the mean of what all seasons say of those who were there.
python3 - "$out" <<'END' || fail "seasons are not on one scale"
import json, sys
rows = json.load(open(sys.argv[1]))["parts"]["ratings"]["rows"]
for season in ("season_1", "season_2", "season_3", "season_4"):
    there = [r for r in rows if r[season] is not None]
    assert len(there) == 3, season
    gap = sum(r[season]["value"] - r["all"]["value"] for r in there)
    assert abs(gap) < 1e-6, (season, gap)
assert [r for r in rows if r["player"] == "pimc:iterations=20"][0]["season_1"] is None
END

# The latest tournament's game where none is named; other settings are left out, and that is said.
ends_with 0 "$DADO" arena history --store kept.db
grep -q 'Seasons of dicepoints' "$out" || fail "not the latest game"
ends_with 0 "$DADO" arena dicepoints random greedy -n 5 -D ROUNDS=3 --store kept.db -q
ends_with 0 "$DADO" arena history dicepoints --store kept.db
grep -q '1 tournament,' "$out" || fail "other settings are mixed in"
grep -q '1 run of tournaments by other rules or settings' "$out" || fail "what is left out is not told"
ends_with 1 "$DADO" arena history chess --store kept.db
complains 'no tournament of chess'
