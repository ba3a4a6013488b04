# The tutorial on mending a game works as written, and finds what it says.
. tests/support/cli.sh

page=$here/docs/tutorial/mend-a-game.md
cp "$here"/library/tutorial/*.rcy "$here/library/expect/games/tense.expect" "$work"
cd "$work"
sed -n '/^```sh$/,/^```$/p' "$page" | grep '^dado ' >commands
[ "$(wc -l <commands)" = 5 ] || fail "the commands are not five"
number=0
while read -r _ words; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # a command line is words
    "$DADO" $words >"out.$number" 2>err </dev/null || { cat err >&2; fail "dado $words"; }
done <commands

grep -q 'With best play seat 0 wins too often' out.1 || fail "the doctor does not see the first seat"
grep -q 'This condition was never true' out.1 || fail "the doctor does not see the dead rule"
grep -q 'lanterns.rcy:15' out.1 || fail "the dead rule has no place"
grep -q 'Wins of seat 0 .* lower' out.2 || fail "the mended game is not seen to be fairer"
grep -q 'best point is ROUNDS=20' out.3 || fail "more rounds are not tenser"
grep -q '<svg' rounds.html || fail "no curves"
[ -s bred/variant-01.rcy ] || fail "nothing was bred"
grep -q 'better' out.5 || fail "the variant is not better on other luck"
grep -q 'Quality 0.17[0-9]* before, 0.2[56]' out.5 || fail "the tutorial tells another quality"
grep -q saveturnstats bred/variant-01.rcy || fail "what measures was bred away"
