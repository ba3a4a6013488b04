# At forty columns help and answers break between words, and what is broken can still be typed.
. tests/support/cli.sh
cd "$work"
COLUMNS=40
export COLUMNS

# Longer than forty is only what is one word, and its indent.
fits() {
    "$DADO" "$@" >"$out" 2>/dev/null </dev/null || true
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
fits list games
fits list metrics
fits solve nim
fits exact kuhn
fits equilibrium kuhn

# A command that was broken is one when it is typed as it stands.
COLUMNS=30 "$DADO" sim --help | sed -n '/^examples:/,$p' >examples
grep -q ' \\$' examples || fail "no example is broken at thirty columns"
