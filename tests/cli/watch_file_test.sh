# A save is noticed, judged, and compared with the one before; what cannot be read says where.
. tests/support/cli.sh

cd "$work"
cp "$here/library/dice/pig.rcy" mine.rcy
: >seen
"$DADO" doctor mine.rcy --watch --times 3 -n 400 >seen 2>said &
watching=$!
verdicts() { grep -c '^mine.rcy$' seen || true; }
until_verdicts() {
    tries=0
    while [ "$(verdicts)" -lt "$1" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || fail "verdict $1 did not come"
        sleep 0.1
    done
}
until_verdicts 1
sed "s/(declare 100 'GOAL)/(declare 40 'GOAL)/" mine.rcy >other && mv other mine.rcy
until_verdicts 2
sed 's/(scoring max/(scorin max/' mine.rcy >other && cp other mine.rcy
wait "$watching" || fail "it ended with $?"
[ "$(verdicts)" = 3 ] || fail "$(verdicts) verdicts"
grep -q "Every match comes to an end" seen || fail "no verdict"
grep -q "^  Rounds  *[0-9.]*  *[0-9.]*  lower" seen || fail "what changed is not said"
grep -q "mine.rcy:[0-9]*:4: E103: scorin is no word" seen || fail "the place of a mistake is missing"
ends_with 1 "$DADO" doctor nowhere.rcy --watch --times 1
ends_with 2 "$DADO" watch
# Ctrl-C ends it
: >seen
"$DADO" doctor other --watch -n 50 >seen 2>said &
watching=$!
tries=0
while [ ! -s seen ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "it does not begin"
    sleep 0.1
done
kill -INT "$watching"
wait "$watching" || fail "Ctrl-C is no failure: $?"
