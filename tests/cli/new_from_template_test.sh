# What dado new makes is whole: it checks without a warning, is laid out, plays to its end, and
# what is there already is never written over. With DADO_LONG, doctor looks at every game over
# five seeds and has nothing to say against it.
. tests/support/cli.sh

cd "$work"
games="trick shedding auction drafting luck race keep bluffing cooperative"
for kind in $games; do
    ends_with 0 "$DADO" new "$kind" "my-$kind" --quiet
    ends_with 0 "$DADO" check --strict "my-$kind.rcy" --quiet
    ends_with 0 "$DADO" format --check "my-$kind.rcy" --quiet
    ends_with 0 "$DADO" sim "my-$kind.rcy" -n 300 --no-store --json --quiet
    grep -q '"matches":300,"finished":300,' "$out" || fail "$kind does not always end"
    ends_with 1 "$DADO" new "$kind" "my-$kind" --quiet
    grep -q "exists already" "$err" || fail "nothing is said of what is there"
    ends_with 0 "$DADO" check --strict "my-$kind.rcy" --quiet
done
for kind in dungeon level target; do
    ends_with 0 "$DADO" new "$kind" --quiet
    ends_with 0 sh -c "\"$DADO\" check --strict $kind.* --quiet"
done
ends_with 0 "$DADO" new wishes old --quiet # its name in the release before
same old.expect target.expect
ends_with 0 "$DADO" new agent bot --quiet
if command -v python3 >/dev/null; then
    ends_with 0 "$DADO" agent check bot/agent.py --quiet
fi
ends_with 2 "$DADO" new dungon
grep -q "did you mean dungeon" "$err" || fail "a near miss is not named"
ends_with 0 "$DADO" new
for kind in $games dungeon level target agent project; do
    grep -q "^  $kind " "$out" || fail "$kind is not listed"
done
ends_with 1 "$DADO" new trick no/such/folder/x
[ ! -e no ] || fail "a folder was made for a file that was not asked to have one"

if [ -n "${DADO_LONG:-}" ]; then
    for kind in $games; do
        for seed in 1 2 3 4 5; do
            ends_with 0 "$DADO" doctor "my-$kind.rcy" --effort quick --seed "$seed" --json --quiet
            if grep -o '"tone":"\(bad\|warning\|warn\)","claim":"[^"]*' "$out"; then
                fail "doctor has something to say against $kind, seed $seed"
            fi
        done
    done
fi
