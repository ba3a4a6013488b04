# At forty columns help, answers and complaints break between words, figures keep what they rest on, and
# what is broken can still be typed.
. tests/support/cli.sh
cd "$work"
COLUMNS=40
export COLUMNS

# Longer than forty is only what is one word, and its indent.
fits() {
    "$DADO" "$@" >"$out" 2>&1 </dev/null || true
    [ -s "$out" ] || fail "nothing is printed: $*"
    LC_ALL=C sed 's/[\x80-\xbf]//g' "$out" >plain
    LC_ALL=C awk 'length($0) > 40 { line = $0; sub(/^ */, "", line); sub(/ \\$/, "", line)
                  if (line ~ / /) { print; bad = 1 } } END { exit bad }' plain >long || {
        head -3 long >&2
        fail "lines that do not fit: dado $*"
    }
}
"$DADO" help --markdown | sed -n 's/^##* `*\(dado [a-z ]*\)`*$/\1/p' | sort -u >verbs
while read -r _ verb; do
    # shellcheck disable=SC2086 # a verb may be two words
    fits $verb --help
done <verbs
fits --help
fits sim dicepoints -n 100 --no-store -q
fits sweep dicepoints -D ROUNDS=2,3 -n 50 --no-store -q
fits arena kuhn random greedy -n 10 --no-store -q
fits diff dicepoints -A ROUNDS=4 -n 100
for figure in 'p [<0-9]' '95 %' verdict; do
    grep -q "$figure" "$out" || fail "a difference without $figure"
done
[ "$(tr -s ' \n' '  ' <"$out" | grep -o 'difference [-0-9.]*, 95 % [-0-9a]' | wc -l)" -ge 20 ] ||
    fail "differences without their intervals"
fits sim kuhn -n 100 --no-store -q
[ "$(tr -s ' \n' '  ' <"$out" | grep -o 'mean [-0-9.]*[ %]*, 95 % [-0-9a]' | wc -l)" -ge 10 ] ||
    fail "means without their intervals"
fits diff dicepoints -A ROUNDS=4 -n 100 --target tense
fits witness pig -n 100
fits scenario "$here/library/territorio/duel.territorio"
fits worth pig -n 20
fits runs
fits doctor pig --effort quick
fits agent check random
fits level compare first first
fits map compare caves rooms --maps 3
fits map eval lair -n 2 --no-store
fits count threeinarow
fits exact dicepoints -D ROUNDS=2
fits evolve dicepoints --target tense --population 4 --generations 1 -n 20 --no-store
printf '(game\n  (setup (create players 2))\n  (stage player (end (== (game sto ROUND) 3))\n' >bad.rcy
printf '    (choice ((inc ((current player) sto POINTS) 1) (round 3))))\n' >>bad.rcy
printf '  (scoring max ((current player) sto POINTS)))\n' >>bad.rcy
fits check bad.rcy
grep -q '| \.\.\. .*(round 3)' "$out" || fail "the spot is not shown"
grep -A1 '(round 3)' "$out" | tail -1 | grep -q '^ *| *^~~~~$' || fail "the spot is not underlined"
fits sim bad.rcy
fits sim nosuchgame
fits sim kuhn --metrics some
fits sim kuhn -D GAIN=3
fits merge nowhere.dado
fits list games
fits list metrics
fits solve nim
fits exact kuhn
fits equilibrium kuhn

# A command that was broken is one when it is typed as it stands.
COLUMNS=30 "$DADO" sim --help all | sed -n '/^examples:/,$p' >examples
grep -q ' \\$' examples || fail "no example is broken at thirty columns"
COLUMNS=30 "$DADO" doctor pig --effort quick -q >"$out"
grep -A9 'more findings:$' "$out" | grep -q '^  dado doctor pig -e quick \\$' || fail "no way to the rest"

# On a usual terminal it is told who won before how many points that took.
long=ismcts:iterations=1000,pimc:iterations=1000
COLUMNS=64 "$DADO" sim kuhn --agents $long -n 2 --no-store -q >"$out"
grep -q '^ *1  ismcts:iterations=1000 .* to ' "$out" || fail "not said who sits where, or how sure it is"
