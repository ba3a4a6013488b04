# What people did beside what programs do. Scripted people play in one of ten styles, ten matches
# each, and the comparison names their player. Three styles; all ten where DADO_LONG is set.
. tests/support/cli.sh

cd "$work"

# Plays ten matches in a style, as if Ada and others had, and leaves them in $1.db.
people_play() {
    "$DADO" sim caravan -n 10 -s "$3" --agents "$2" --keep moves --store run.db >/dev/null 2>&1
    "$DADO" playtest export --from-run last --store run.db -o programs.jsonl >/dev/null 2>&1
    sed 's/"agent":"[^"]*"/"name":"Ada"/' programs.jsonl | sed 's/"agent":"[^"]*"/"name":"Bo"/g' >people.jsonl
    "$DADO" playtest import people.jsonl --store "$1.db" >/dev/null 2>&1
}

effort=quick
styles='greedy
prefers:option=buy TEA
random'
if [ -n "${DADO_LONG:-}" ]; then
    effort=normal
    styles="$styles
pimc:iterations=100
pimc:iterations=100,goal=score
pimc:iterations=100,goal=short
pimc:iterations=100,goal=long
prefers:option=buy
prefers:option=sell
prefers:option=buy SILK"
fi
number=0 right=0
while read -r style; do
    number=$((number + 1))
    people_play "style$number" "$style" $number
    ends_with 0 "$DADO" playtest caravan --store "style$number.db" --agents random -n 20 -e $effort --json
    wanted="They play most like $style[.,]"
    [ "$style" != random ] || wanted='None of these players fits'
    if grep -q "$wanted" "$out"; then right=$((right + 1)); fi
done <<STYLES
$styles
STYLES
[ $right -ge $((number - 1)) ] || fail "only $right of $number styles are named"
[ -n "${DADO_LONG:-}" ] || [ $right = $number ] || fail "not all of three styles are named"

# The answer is the same with any number of threads, and with the same seed.
ends_with 0 "$DADO" playtest caravan --store style1.db --agents random -n 20 -e quick --json -j 1
cp "$out" one.json
ends_with 0 "$DADO" playtest caravan --store style1.db --agents random -n 20 -e quick --json -j 2
same one.json "$out"

# Whoever is known to differ is: programs that stop at once, people who play on.
grep -q '"seats":' one.json || fail "no seats"
grep -q '"until_known"' one.json || fail "no plan"

# Times: twice the options take longer, and one decision took a minute.
awk 'BEGIN { for (m = 0; m < 6; m++) {
    printf "{\"game\":\"noughts\",\"started\":\"2026-11-0%dT20:00:00Z\",\"seats\":[{\"name\":\"Ada\"},{\"agent\":\"random\"}],", m % 3 + 1
    split("1 5 2 3 7 4 6 8 9", moves)
    printf "\"moves\":["
    for (i = 1; i <= 9; i++)
        printf "%s{\"move\":\"%s\",\"seconds\":%g}", (i > 1 ? "," : ""), moves[i], (m == 4 && i == 5 ? 60 : 10 - i)
    printf "],\"answers\":[{\"seat\":0,\"fun\":%d}]}\n", m % 3 + 3 } }' >timed.jsonl
"$DADO" playtest import timed.jsonl --store timed.db >/dev/null 2>&1
ends_with 0 "$DADO" playtest noughts --store timed.db -n 50 --agents random
grep -q '6 matches, 1 person, 3 evenings' "$out" || fail "people and evenings are not counted"
grep -q ' 4 .* 60.* s' "$out" || fail "the slow decision is not shown"
grep -q 'fun  *4' "$out" || fail "what they said is not shown"
grep -q 'mistakes beyond doubt' "$out" || fail "mistakes are not counted"
! grep -q Ada "$out" || fail "a name is on the page"
grep -q '6 matches of people' "$out" && ! grep -q 'recorded who' "$out" || fail "who played is not in plain words"
# Six matches that are all alike do not make a difference known.
grep -q 'Drama by position  *0 .* -.* to [0-9]' "$out" || fail "a difference is known from matches without any spread"
# The document names only players that were asked for.
ends_with 0 "$DADO" playtest noughts --store timed.db -n 20 -e quick --json
! grep -q '"agents":' "$out" || fail "the document names players that nobody asked for"

# Nothing kept, nothing known; players without values cannot be compared with.
ends_with 1 "$DADO" playtest hearts --store timed.db
complains "no match of these rules"
ends_with 2 "$DADO" playtest noughts --store timed.db --like perfect
complains "has no values"
