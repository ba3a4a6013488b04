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
