#!/bin/sh
# exact_measures_test.sh - metrics over all matches there are: as another program works them out
# for eight games, and as matches fall, with |z| below 4.
#
# Twenty thousand matches each, and a million where DADO_LONG is set.
. tests/support/cli.sh

python3 tests/judge/metrics_oracle.py "$DADO" >"$work/found" 2>"$work/why" ||
    fail "$(tail -3 "$work/why")"
[ "$(wc -l <"$work/found")" = 8 ] || fail "eight games, not $(cat "$work/found")"

matches=20000
[ -z "${DADO_LONG:-}" ] || matches=1000000
for game in kuhn library/cards/leduc.rcy tests/solve/games/hold.rcy "dicepoints -D ROUNDS=3 -D PLAYERS=2"; do
    rm -f "$work/runs.db"
    # shellcheck disable=SC2086
    "$DADO" sim $game -n $matches --seed 12 --store "$work/runs.db" --quiet >/dev/null || fail "sim $game"
    # shellcheck disable=SC2086
    "$DADO" solve $game odds --against last --store "$work/runs.db" >"$out" 2>&1 ||
        fail "$game: $(tail -40 "$out")"
    # drama is measured, and compared
    [ "$(grep -c '^  drama_path ' "$out")" = 2 ] || fail "$game: $(cat "$out")"
done

# Players who tell their odds, and remember: what they get is what the equilibrium is worth.
"$DADO" solve kuhn odds --agent equilibrium:gap=0.000001 --json >"$out"
grep -q '"score_mean":-0.05555' "$out" || fail "$(cat "$out")"
# Players whose odds are not known are refused, and so are too many lines.
ends_with 1 "$DADO" solve kuhn odds --agent ismcts:iterations=20
complains "draws luck"
"$DADO" solve dicepoints odds -D ROUNDS=2 --walk 1000 >"$out"
grep -q "more than 1,000 lines of play" "$out" || fail "$(cat "$out")"
