# Nothing is played twice: the same experiment is answered from the store, byte for byte, and any
# change of rules, options, players or seed plays anew.
. tests/support/cli.sh

cd "$work"
DADO_STORE=$work/dado.db
export DADO_STORE
runs() { "$DADO" runs --json --quiet | grep -o '"run":[0-9]*' | wc -l; }

cp "$here/library/dice/pig.rcy" mine.rcy
for format in text json csv html; do
    ends_with 0 "$DADO" sim mine.rcy -n 500 --format "$format"
    cp "$out" "first.$format"
    ends_with 0 "$DADO" sim mine.rcy -n 500 --format "$format" -j 2
    same "first.$format" "$out"
    grep -q "is the same, and is shown; --again plays anew" "$err" || fail "nothing said of the run"
done
[ "$(runs)" = 1 ] || fail "the same was played $(runs) times"
ends_with 0 "$DADO" sim mine.rcy -n 500 --json --again
same first.json "$out"
[ "$(runs)" = 2 ] || fail "--again did not play"

count=2
changed() {
    ends_with 0 "$DADO" "$@" --json
    count=$((count + 1))
    [ "$(runs)" = "$count" ] || fail "$*: not played anew"
}
changed sim mine.rcy -n 500 --seed 2
changed sim mine.rcy -n 501
changed sim mine.rcy -n 500 -D GOAL=50
changed sim mine.rcy -n 500 --agents greedy
changed sim mine.rcy -n 500 --metrics six
changed sim mine.rcy -n 500 --keep moves
sed -i 's/(declare 100/(declare 90/' mine.rcy
changed sim mine.rcy -n 500
# what a program of others does is not known from its name
if command -v python3 >/dev/null; then
    mkdir bot && cp "$here"/library/kits/python/dado.py bot/
    cp "$here/library/kits/python/random_agent.py" bot/bot.py && chmod +x bot/bot.py
    changed sim mine.rcy -n 3 --agents ./bot/bot.py,random
    changed sim mine.rcy -n 3 --agents ./bot/bot.py,random
fi
# a run that was left halfway is not taken for a whole one
ends_with 0 "$DADO" sim kuhn -n 400
"$DADO" sim kuhn -n 400000000 >/dev/null 2>&1 & left=$!
sleep 1
kill -INT "$left"
wait "$left" || true
ends_with 0 sh -c "timeout -s INT 1 \"$DADO\" sim kuhn -n 400000000 >text 2>said || true"
! grep -q "is the same" said || fail "a half run was shown as a whole one"
