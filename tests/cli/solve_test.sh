#!/bin/sh
# solve_test.sh - dado solve as people run it: values, refusals, a kill in the middle.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "failed: $*"; exit 1; }

# every 2x2 board has the draft's pair and number of states
"$DADO" solve bigpoints --colours 2 --discs 2 --all --objective draft --csv >"$dir/draft.csv"
cat >"$dir/expected.csv" <<'CSV'
board,score1,score2,states
1122,2,1,17
1212,2,0,25
1221,2,1,25
2112,2,1,25
2121,2,1,25
2211,2,0,17
CSV
cmp "$dir/draft.csv" "$dir/expected.csv" || fail "Table 1 of the draft"

# the same bytes for one thread and two
for size in "3 3" "4 2"; do
    set -- $size
    "$DADO" solve bigpoints --colours "$1" --discs "$2" --all --json --threads 1 >"$dir/1.json"
    "$DADO" solve bigpoints --colours "$1" --discs "$2" --all --json --threads 2 >"$dir/2.json"
    cmp "$dir/1.json" "$dir/2.json" || fail "threads change $1x$2"
done
grep -q '"boards":2520,"solved":105,"first_wins":2184,"level":336,"others_win":0' "$dir/1.json" ||
    fail "4x2: $(cat "$dir/1.json")"

# a run killed half-way goes on where it was
"$DADO" solve bigpoints --colours 4 --discs 2 --loose --all --json --quiet >"$dir/whole.json" &
whole=$!
"$DADO" solve bigpoints --colours 4 --discs 2 --loose --all --json --quiet --threads 1 --journal "$dir/journal" \
    >"$dir/killed.json" &
run=$!
tries=0
while [ ! -s "$dir/journal" ] && [ $tries -lt 300 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
kill -9 "$run" 2>/dev/null || true
if ! wait "$run" 2>/dev/null; then  # a quick machine was done before the kill
    [ ! -s "$dir/killed.json" ] || fail "a killed run has printed a result"
fi
wait "$whole"
"$DADO" solve bigpoints --colours 4 --discs 2 --loose --all --json --quiet --threads 1 --journal "$dir/journal" \
    >"$dir/again.json"
cmp "$dir/whole.json" "$dir/again.json" || fail "a resumed run differs"

# whose strategy it is, and all of it, each move parted from its odds
"$DADO" solve tests/cli/fingers.rcy equilibrium --gap 0.001 >"$dir/fingers"
grep -q '^seat 1$' "$dir/fingers" || fail "whose strategy is it?"
grep -q ' show 2: 1 in 2, show 1: [^.]*, show 3: ' "$dir/fingers" || fail "odds are cut off"
grep -q '^  value to the first  *0[.]500' "$dir/fingers" || fail "half the matches are not the first'"

# what cannot be listed is not said to be for want of an option
"$DADO" solve hearts equilibrium >"$dir/none" 2>"$dir/said" && fail "hearts was solved"
grep -q 'the chance outcomes of Hearts cannot be listed' "$dir/said" || fail "why not?"

# a game with secrets has an equilibrium instead: the same as the job of that name
"$DADO" solve kuhn --json >"$dir/solve.json"
"$DADO" solve kuhn equilibrium --json >"$dir/equilibrium.json"
cmp "$dir/solve.json" "$dir/equilibrium.json" || fail "solve and equilibrium differ"
grep -q '"information_sets":{[^}]*"value":12[,}]' "$dir/solve.json" || fail "kuhn has twelve sets"
"$DADO" solve kuhn | grep -q "check 2 in 3, bet 1 in 3" || fail "no bluff with the jack"
for threads in 1 3; do
    "$DADO" solve leduc equilibrium --gap 0.01 --json --threads $threads >"$dir/t$threads.json"
done
cmp "$dir/t1.json" "$dir/t3.json" || fail "threads change an equilibrium"

# stopped by its iterations it is kept, and goes on from there
"$DADO" solve leduc equilibrium --iterations 64 --journal "$dir/leduc" --quiet >/dev/null
"$DADO" solve leduc equilibrium --gap 0.01 --journal "$dir/leduc" --json >"$dir/on.json"
sed 's/ --journal [^"]*//' "$dir/on.json" | cmp - "$dir/t1.json" || fail "what was kept differs"
"$DADO" solve kuhn equilibrium --journal "$dir/leduc" >/dev/null 2>"$dir/said" && fail "another game's file"
grep -q "another game\|the right file" "$dir/said" || fail "$(cat "$dir/said")"

# odds as fractions, and a run checked against them
"$DADO" solve dicepoints odds -D ROUNDS=2 -D PLAYERS=2 | grep -q "575/1296" || fail "two rounds of dice"
"$DADO" sim dicepoints -D ROUNDS=2 -n 20000 --store "$dir/runs.db" --quiet >/dev/null
"$DADO" solve dicepoints odds -D ROUNDS=2 --against last --store "$dir/runs.db" >"$dir/out" || fail "z"
grep -q "largest |z|" "$dir/out" || fail "no z"
if "$DADO" solve dicepoints odds -D ROUNDS=3 --against last --store "$dir/runs.db" >/dev/null; then
    fail "two rounds pass for three"
fi

# with too little room, what has ended until then is told as bounds, without means
code=0
"$DADO" solve pig odds -D GOAL=5 --memory 1 >"$dir/out" || code=$?
[ "$code" = 1 ] || fail "odds that were not followed to their end: exit $code"
grep -q 'give more with --memory\|--memory, or ask' "$dir/out" || fail "not said that room ended"
grep -q 'still playing  *0.0' "$dir/out" || fail "not said how far off the odds may be"
! grep -q 'mean score of\|on average' "$dir/out" || fail "a mean of matches that were not followed"

# refusals are one line, and a code
refused() {  # WORDS CODE COMMAND...
    words=$1 code=$2
    shift 2
    got=0
    "$DADO" "$@" >"$dir/out" 2>"$dir/said" || got=$?
    [ "$got" = "$code" ] || fail "$*: exit $got"
    grep -q "$words" "$dir/said" || fail "$*: $(cat "$dir/said")"
    [ ! -s "$dir/out" ] || fail "$*: printed something"
}
refused "hide nothing" 2 solve kuhn --tree
refused "too large for 1 MiB" 1 solve bigpoints --board 1234512345 --memory 1
refused "too large for 1 MiB" 1 solve bigpoints --colours 5 --discs 2 --all --memory 1
refused "equally many" 1 solve bigpoints --board 1123
refused "size of the boards is missing" 1 solve bigpoints --all
refused "list their boards" 2 solve nim --all
refused "objective must be" 2 solve nim --objective luck
refused "goes with --all" 2 solve nim --csv
refused "not a store\|no store\|holds something else" 1 solve bigpoints --sizes 2x2 --journal "$0"
for size in 2x 2y2 x2 2x2x2 2x2,3 a; do
    refused 'sizes are colours x discs, separated by commas, as in 2x4,3x2, not "' 1 \
        solve bigpoints --sizes "$size"
done
refused 'no size is given' 1 solve bigpoints --sizes ""
refused 'give --sizes or colours, not both' 2 solve bigpoints --sizes 2x2 --colours 2
refused "at most 5000 positions" 1 solve bigpoints --board 123123123 --export dot

# pictures, pages and lines
"$DADO" solve bigpoints --board 1122 --export dot | grep -q "^digraph game {" || fail "dot"
"$DADO" solve bigpoints --sizes 2x2,2x3,3x2 --report "$dir/page.html" >"$dir/out"
grep -q "With 2 colours, more discs make it fairer" "$dir/out" || fail "no trend"
grep -q "<svg" "$dir/page.html" || fail "no chart"
"$DADO" solve bigpoints --board 1212 --tree | grep -q "The end: 2-1" || fail "tree"
"$DADO" solve bigpoints --board 1234123412341 2>/dev/null && fail "an uneven board"
"$DADO" solve bigpoints --board 123412341234 --json | grep -q '"score1":.*"shapes":' || fail "4x3 board"
"$DADO" solve bigpoints --board 1122334455 --json | grep -q '"shapes":' || fail "5x2 board"
"$DADO" solve bigpoints --board 1122334455 --json --threads 2 >"$dir/a"
"$DADO" solve bigpoints --board 123123123123123 --json --threads 2 | grep -q '"shapes":' ||
    fail "a large board"
"$DADO" sim bigpoints -D board=112233 --agents perfect -n 20 --no-store --quiet >/dev/null ||
    fail "perfect players do not sit down"
"$DADO" solve library/small/race.rcy --objective win | grep -q "wins 68.25 %" ||
    fail "a described race, its luck listed unasked"

# where few points are good they have the sign of the table, in every format, and no dust
"$DADO" solve tests/solve/games/few.rcy --json >"$dir/few.json"
grep -q '"seats":{' "$dir/few.json" || fail "no seats: $(cat "$dir/few.json")"
! grep -q '"value":-\|e-1[0-9]' "$dir/few.json" || fail "a wrong sign, or dust: $(cat "$dir/few.json")"
echo "solve: all as it should be"

# dado solve GAME chooses what fits: odds, perfect play, an equilibrium, or the size and why
fits() { # GAME, the job that answers, words of the answer
    "$DADO" solve $1 --memory 64 --quiet --json >"$dir/fits" || fail "dado solve $1"
    grep -q "\"job\":\"$2\"" "$dir/fits" || fail "dado solve $1 is not answered by $2"
    "$DADO" solve $1 --memory 64 --quiet | tr -s ' \n' '  ' | grep -q "$3" || fail "dado solve $1: no '$3'"
}
fits "dicepoints -D ROUNDS=2" exact "exact odds"
fits lanterns solve "luck has a say"
fits kuhn equilibrium "an equilibrium"
fits pig count "out of reach: in Pig a position can repeat"
fits hearts count "out of reach: the chance outcomes of Hearts cannot be listed"
fits war count "out of reach: after .* moves War can stand in more positions than fit"
! "$DADO" solve pig --tree --quiet >/dev/null 2>&1 || fail "a tree was asked for, and something else came"
! "$DADO" solve pig play --quiet >/dev/null 2>&1 || fail "perfect play was asked for, and something else came"
