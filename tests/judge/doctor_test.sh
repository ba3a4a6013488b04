# Known cases are judged right: each gives its own finding, and nothing else gives alarm.
#
# One seed by default; with DADO_LONG set, twenty.
. tests/support/cli.sh

seeds=1
[ -z "${DADO_LONG:-}" ] || seeds=20
cases=$here/tests/judge/cases

# The claims that give alarm, one a line.
alarms() {
    grep -o '"tone":"\(bad\|warning\|warn\)","claim":"[^"]*\(\\"[^"]*\)*"' "$out" | sed 's/.*"claim"://'
}

# judge GAME WORDS [OPTIONS]: over all seeds the only alarms are those that contain the words.
judge() {
    game=$1 finding=$2
    shift 2
    seed=1
    while [ "$seed" -le "$seeds" ]; do
        ends_with 0 "$DADO" doctor "$game" --effort quick --seed "$seed" --json --quiet "$@"
        if [ -n "$finding" ]; then
            alarms | grep -q "$finding" || fail "$game, seed $seed: nothing is said of: $finding"
            ! alarms | grep -v "$finding" | grep -q . ||
                fail "$game, seed $seed: false alarm: $(alarms | grep -v "$finding")"
        else
            ! alarms | grep -q . || fail "$game, seed $seed: false alarm: $(alarms)"
        fi
        seed=$((seed + 1))
    done
}

judge dicepoints 'nothing to decide'
judge "$cases/first-seat.rcy" 'irst player wins too often\|hardly matters what is chosen\|settled early'
judge "$cases/endless.rcy" 'No match ends\|never true' --limit 500
judge "$cases/dead-rule.rcy" 'never'
judge "$cases/one-card.rcy" 'decides too much'
judge "$cases/expected.rcy" 'You expected 30 decisions; it takes 112'
grep -q 'says 30, and 24 to 37.5 would do' "$out" || fail "what would do has other digits"
grep -q '"title":"Long Way"' "$out" || fail "the title is not the one that about says"
grep -q 'Looked at with 2 players; the description says 2 to 4. -D PLAYERS=3' "$out" ||
    fail "for how many it is meant is not told"
judge "$cases/skill.rcy" ''
grep -q 'Thinking harder wins more at every rung' "$out" || fail "skill is not seen"

# Luck before the first choice, luck after it and choices are told apart: in words, as JSON, on the page.
ends_with 0 "$DADO" doctor war --effort quick --json --quiet
grep -q '"source":"start","share":{"value":1[,}]' "$out" || fail "a dealt game is not the deal's"
grep -q '"claim":"Luck alone decides who wins' "$out" || fail "luck alone is not named"
ends_with 0 "$DADO" doctor dicepoints --effort quick --quiet --all --report "$work/dice.html"
grep -q 'Luck alone decides who wins' "$out" || fail "the dice are not named"
grep -q 'What decides who wins?' "$work/dice.html" || fail "no parts on the page"
ends_with 0 "$DADO" doctor noughts --effort quick --json --quiet
grep -q '"source":"start","share":{"value":0[,}].*"source":"way","share":{"value":0[,}]' "$out" || fail "noughts and crosses has luck"
grep -q '"claim":"What players choose decides who wins' "$out" || fail "choices are not named"
# A seat that always wins is no luck.
ends_with 0 "$DADO" doctor "$cases/first-seat.rcy" --effort quick --json --quiet
! grep -q '"luck":{' "$out" || fail "a better seat is taken for luck"

# --assert tells continuous integration.
ends_with 3 "$DADO" doctor "$cases/dead-rule.rcy" --effort quick --assert fine --quiet
ends_with 1 "$DADO" doctor "$cases/dead-rule.rcy" --effort quick --target no-such-file --quiet
ends_with 0 "$DADO" doctor agram --effort quick --report "$work/page.html" --quiet
grep -q 'Findings, worst first' "$work/page.html" || fail "no findings on the page"
