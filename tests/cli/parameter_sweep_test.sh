# A sweep loses no dial and no measure, and what is wrong is said before anything is played.
. tests/support/cli.sh
cd "$work"

ends_with 0 "$DADO" sweep dicepoints -D ROUNDS=2,3 -D FACES=4,6 -n 20 -m tied -m runaway -q
grep -q 'tied .*runaway' "$out" || fail "of two -m, one is lost"

# Every export of it says where the dials stood.
ends_with 0 "$DADO" runs show last --csv -
head -1 "$out" | grep -q '^instance,lineup,ROUNDS,FACES,match,' || fail "no columns for dials"
[ "$(cut -d, -f3,4 "$out" | sort -u | wc -l)" = 5 ] || fail "points cannot be told apart"
ends_with 0 "$DADO" runs show last --json
for point in '"ROUNDS":"2","FACES":"4"' '"ROUNDS":"3","FACES":"6"' \
    '"instance":"dicepoints ROUNDS=2 FACES=6"'; do
    grep -q "$point" "$out" || fail "the JSON does not have $point"
done
ends_with 0 "$DADO" runs show last
grep -q '^dicepoints ROUNDS=3 FACES=4, random' "$out" || fail "the terminal does not name points"
ends_with 0 "$DADO" sim dicepoints -D ROUNDS=3 -n 2 --no-store --csv -
head -1 "$out" | grep -q '^ROUNDS,match,' || fail "a single instance does not name its options"
ends_with 0 "$DADO" runs show last --format csv
grep -q 'dicepoints ROUNDS=3 FACES=6' "$out" || fail "the table does not name points"

# A hundred million matches take longer than this test may.
long="-n 100000000 --no-store"
wrong() {
    wanted=$1
    words=$2
    shift 2
    code=0
    # shellcheck disable=SC2086
    timeout 20 "$DADO" "$@" $long >"$out" 2>"$err" || code=$?
    [ "$code" = "$wanted" ] || { cat "$err" >&2; fail "exit code $code, not $wanted: $*"; }
    complains "$words"
}
wrong 2 'no measure tide; did you mean tied?' sweep dicepoints -D ROUNDS=2,3 -m tide
wrong 2 'ROUNDS is set twice' sweep dicepoints -D ROUNDS=2,3 -D ROUNDS=4,5
wrong 2 'ROUNDS is set twice' sweep dicepoints -D ROUNDS=2 -D ROUNDS=4,5
wrong 1 'ROUNDS has the value 3 twice' sweep dicepoints -D ROUNDS=3,4,3
wrong 1 'nowhere/x.html' sweep dicepoints -D ROUNDS=2,3 --report nowhere/x.html
wrong 1 'nowhere/x.html' sim dicepoints --report ok.html --report nowhere/x.html
wrong 1 'nowhere/x.csv' sim dicepoints --csv nowhere/x.csv
[ ! -e ok.html ] || fail "a page was left before there was anything to tell"

long="-n 1000000"
wrong 2 'both sides are the same' diff kuhn
wrong 2 'no measure tide' diff dicepoints -A ROUNDS=4 --until-sure tide
ends_with 0 "$DADO" diff dicepoints dicepoints -n 20
