# Games are bred toward a wish: better than their ancestor, sound, and the same again from file and seed.
. tests/support/cli.sh

cd "$work"
wish=$here/library/expect/games/tense.expect
breed() {
    "$DADO" evolve "$1" --target "$wish" --population 16 --generations 5 -n 60 --json --quiet \
        --store "$2.db" --out "$2" --report "$2.html" --threads "$3" >"$2.json"
}
breed dicepoints one 1
breed dicepoints two 2
same one.json two.json
for i in 01 02 03; do same one/variant-$i.rcy two/variant-$i.rcy; done

# Nearer to the wish than the ancestor, by the program's own word.
sed 's/.*{"name":"ancestor","fitness":\([0-9.]*\),.*{"name":"variant 1","fitness":\([0-9.]*\),.*/\1 \2/' one.json |
    awk '{ exit !(NF == 2 && $2 > $1 + 0.05) }' ||
    fail "no variant is better: $(cut -c1-200 one.json)"

# Every variant passes the checker, plays, and gives its figures again.
for file in one/variant-*.rcy; do
    ends_with 0 "$DADO" check "$file"
done
quality=$(sed -n 's/.*quality \([0-9.]*\)\. Steps.*/\1/p' one/variant-01.rcy)
ends_with 0 "$DADO" sim one/variant-01.rcy -n 60 --seed 1 --target "$wish" --json --no-store
again=$(sed -n 's/.*"quality":{"label":"quality","value":\([0-9.]*\),.*/\1/p' "$out")
[ "$(printf '%.6f' "$again")" = "$quality" ] || fail "quality $again, and not $quality"
grep -q 'What changed' one.html || fail "the gallery does not show what changed"

# Interrupted in a generation, resumed, killed and resumed again it is the same run.
long="evolve dicepoints --target $wish --population 8 --generations 2 -n 30000 --json --threads 1"
"$DADO" $long --store whole.db >whole.json
"$DADO" $long --store part.db >part.json 2>said &
interrupt
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'interrupted in generation' said || fail "it does not say where it stopped: $(cat said)"
grep -q 'part.db --resume$' said || fail "it does not say how to go on: $(cat said)"
grep -q '"variants":' part.json || fail "no partial result"
! cmp -s whole.json part.json || fail "it had finished when it was interrupted; play more matches"
"$DADO" $long --store part.db --resume >/dev/null 2>&1 &
pid=$!
sleep 0.2
kill -9 "$pid" 2>/dev/null || fail "it ended before it could be killed; play more matches"
wait "$pid" 2>/dev/null || true
"$DADO" $long --store part.db --resume >again.json
same whole.json again.json

# Elites are not resumed, but what was found is shown.
"$DADO" evolve dicepoints --target "$wish" --axis rounds:0..40:8 --population 4 --generations 1000 \
    -n 100 --threads 1 >part 2>said &
interrupt_once_in said
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'kinds found' part || fail "no partial result"

ends_with 1 "$DADO" evolve kuhn --target tense --no-store
complains "not a described game"
ends_with 1 "$DADO" evolve dicepoints --no-store
complains "--target"

# Elites: the best of every kind.
ends_with 0 "$DADO" evolve dicepoints --target "$wish" --axis rounds:0..40:8 --population 12 --generations 3 -n 40 --no-store
grep -q "kinds found" "$out" || fail "no elites"
ends_with 1 "$DADO" evolve dicepoints --target "$wish" --axis colour:0..1:2 --no-store
