# exact_odds_test.sh - matches fall as the odds say: twenty described games, each z within 4.
#
# Twenty thousand matches each, and a million where DADO_LONG is set.
. tests/support/cli.sh

matches=20000
[ -z "${DADO_LONG:-}" ] || matches=1000000
count=0
agree() {  # GAME [SETTINGS...]
    rm -f "$work/runs.db"
    "$DADO" sim "$@" -n $matches --seed 11 --store "$work/runs.db" --quiet >"$work/sim" ||
        fail "sim $*"
    "$DADO" solve "$@" odds --no-lengths --against last --store "$work/runs.db" >"$work/exact" 2>&1 ||
        fail "exact $*: $(tail -30 "$work/exact")"
    grep -q "largest |z|" "$work/exact" || fail "exact $*: nothing was compared"
    count=$((count + 1))
}

games=tests/solve/games
agree library/cards/kuhn.rcy
agree library/cards/leduc.rcy
agree library/small/fifteen.rcy
agree library/small/nim.rcy
agree library/small/race.rcy
agree library/dice/dicepoints.rcy -D ROUNDS=3 -D PLAYERS=3
agree library/dice/dicepoints.rcy -D ROUNDS=1 -D DICE=3 -D FACES=4
agree library/dice/pig.rcy -D GOAL=3
agree $games/kuhn_four.rcy
agree $games/kuhn_four.rcy -D PLAYERS=3
agree $games/gops_four.rcy
agree $games/heads.rcy
agree $games/war_six.rcy
agree $games/high_card.rcy
agree $games/coins.rcy
agree $games/hold.rcy
agree $games/guess.rcy
agree $games/doubles.rcy
agree $games/seven.rcy
agree $games/low_draw.rcy
agree $games/three_heaps.rcy
[ $count -ge 20 ] || fail "only $count games"

# Where fewer points win, points are shown as people count them, and that is said.
"$DADO" solve $games/low_draw.rcy odds >"$work/exact" || fail "low_draw"
grep -q "^  better  *fewer points" "$work/exact" || fail "which is better: $(cat "$work/exact")"
grep -q "^  mean score of seat 1  9/2$" "$work/exact" || fail "turned scores: $(cat "$work/exact")"
"$DADO" solve $games/low_draw.rcy odds --json >"$work/exact"
grep -q '"score_mean":4.5' "$work/exact" || fail "turned scores in JSON"
"$DADO" solve $games/few.rcy >"$work/exact" || fail "few"
grep -q "and fewer points are better" "$work/exact" || fail "few: $(head -3 "$work/exact")"
