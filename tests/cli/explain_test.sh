# Every measure, every topic of a verdict and every code is explained, under every name it has.
. tests/support/cli.sh

ends_with 0 "$DADO" list metrics --names
cp "$out" "$work/measures"
while read -r name; do
    ends_with 0 "$DADO" explain "$name"
done <"$work/measures"
for code in $(grep -rhoE '"[EW][0-9]{3}"' src/recycle | tr -d '"' | sort -u) \
    $(grep -oE '^\| R[0-9]+' docs/reference/language.md | cut -c3-); do
    ends_with 0 "$DADO" explain "$code"
    grep -q "What to do" "$out" || fail "$code: nothing to do is named"
done
ends_with 0 "$DADO" sim hearts -n 200 --no-store --json --quiet
for topic in $(grep -o '"topic":"[a-z_]*"' "$out" | cut -d'"' -f4 | sort -u); do
    ends_with 0 "$DADO" explain "$topic"
done
# Of every topic there is, whatever game would bring it up.
grep -ohE '(verdict\(|dado_verdict_add\()[a-z&>.-]*, "[a-z ]+"' src/judge/*.c | cut -d'"' -f2 | sort -u >"$work/topics"
[ "$(wc -l <"$work/topics")" -ge 20 ] || fail "the source names few topics: $(cat "$work/topics")"
while read -r topic; do
    ends_with 0 "$DADO" explain "$topic"
done <"$work/topics"
# Words that stand in tables and sentences.
for word in questions open effort quick p rating Elo lineup equilibrium gap exploitability "best response" \
    "information set" "met again" "gives away" leniency linearity stalled late "Q pooled" difficulty gambler window; do
    ends_with 0 "$DADO" explain "$word"
    [ "$(wc -w <"$out")" -gt 12 ] || fail "little is said of $word"
done
ends_with 0 "$DADO" explain "Early Lead"
grep -q "alone in front after the first quarter" "$out" || fail "a name as pages write it"
ends_with 2 "$DADO" explain lead_chnge
complains "did you mean lead_change?"
ends_with 2 "$DADO" explain ""
ends_with 0 "$DADO" explain
grep -q "^  drama_points *measures" "$out" || fail "nothing is listed"
