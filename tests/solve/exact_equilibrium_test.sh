#!/bin/sh
# exact_equilibrium_test.sh - the values of fourteen games with secrets as fractions, as another
# solver finds them, and strategies that are worth what is said in every form they are written in.
. tests/support/cli.sh

python3 tests/solve/poker_oracle.py "$DADO" "$work" >"$work/found" 2>"$work/why" ||
    fail "$(tail -3 "$work/why")"
[ "$(wc -l <"$work/found")" = 14 ] || fail "fourteen games, not $(cat "$work/found")"

# Exported players find every information set: one that does not know where it is fails here.
for game in kuhn tests/solve/games/kuhn_four.rcy leduc; do
    "$DADO" solve "$game" equilibrium --gap 0.01 --export lua |
        sed 's/return turn.rng:pick(turn.moves)/error("lost")/' >"$work/player.lua"
    "$DADO" solve "$game" equilibrium --gap 0.01 --export python |
        sed 's/return rng.choice(moves)/sys.exit("lost")/' >"$work/player.py"
    grep -q 'error("lost")' "$work/player.lua" || fail "the Lua player is another one now"
    grep -q 'sys.exit("lost")' "$work/player.py" || fail "the Python player is another one now"
    chmod +x "$work/player.py"
    "$DADO" sim "$game" --seat 1="$work/player.lua" --seat 2="$work/player.py" -n 60 --seed 3 \
        --no-store >"$out" 2>"$err" || fail "$game: $(cat "$err")"
    ! grep "strike:\|lost\|forfeit" "$out" "$err" || fail "$game: a player was lost"
done
