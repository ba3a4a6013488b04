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

# What moves cost in Kuhn poker, by hand: folding the king gives up a pot of three chips, calling with
# the jack loses one more, and betting the queen first is answered by the king alone.
"$DADO" solve kuhn equilibrium --gap 0.000001 --json >"$out"
python3 - "$out" <<'PY' || fail "moves cost something else"
import json, sys
rows = json.load(open(sys.argv[1]))["parts"]["odds"]["rows"]
cost = {(r["seat"], r["sees"], r["move"]): r["cost"] for r in rows}
wanted = {(1, "card K; after check", "fold"): 3, (1, "card J; after check", "call"): 1,
          (1, "card Q", "bet"): 1 / 6, (2, "card K; P1 in the pot 2", "fold"): 3,
          (2, "card J; P1 in the pot 2", "call"): 1, (1, "card J", "bet"): 0}
for key, value in wanted.items():
    assert abs(cost[key] - value) < 1e-4, (key, cost[key])
PY

# A drill asks, and says what the answer costs; a move that is none is refused.
"$DADO" solve kuhn equilibrium --drill --seed 4 >"$out"
grep -q "You are seat 1. You see: card K." "$out" || fail "$(cat "$out")"
! grep -q "costs" "$out" || fail "the drill gives the answer away"
"$DADO" solve kuhn equilibrium --drill --seed 4 --choose check >"$out"
grep -q "The move check costs nothing" "$out" || fail "$(cat "$out")"
ends_with 1 "$DADO" solve kuhn equilibrium --drill --seed 4 --choose fold
complains "is not a move here"

# Samples: the same whatever the threads, with bounds that hold -1/18, and nothing promised where the
# walk would be too long. What needs a whole strategy is refused.
"$DADO" solve kuhn equilibrium --sample 20000 --seed 3 -j 1 --json >"$work/one"
"$DADO" solve kuhn equilibrium --sample 20000 --seed 3 -j 2 --json >"$work/two"
python3 - "$work/one" "$work/two" <<'PY' || fail "samples: $(cat "$work/one")"
import json, sys
one, two = (json.load(open(name))["parts"] for name in sys.argv[1:])
assert one == two
value = one["facts"]["facts"]["value"]
assert value["low"] <= -1 / 18 <= value["high"], value
assert value["high"] - value["low"] < 0.1, value
assert one["facts"]["facts"]["information_sets"]["value"] == 12
PY
"$DADO" solve leduc equilibrium --sample 1000 --walk 1000 >"$out"
grep -q "more than 1,000 positions" "$out" || fail "$(cat "$out")"
ends_with 1 "$DADO" solve kuhn equilibrium --sample 1000 --export json
complains "--sample keeps none"
ends_with 1 "$DADO" solve tests/solve/games/kuhn_four.rcy equilibrium -D PLAYERS=3 --sample 1000
complains "two players"
