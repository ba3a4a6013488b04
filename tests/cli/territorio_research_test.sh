# Shipped players of Território research where a rule set has technologies, and never make what is locked.
. tests/support/cli.sh

rules=$here/library/territorio/advanced.ini
for player in territorio_baseline territorio_search; do
    ends_with 0 "$DADO" sim territorio -D settings=@"$rules" -D limit.rounds=30 --agents $player -n 1 \
        --keep moves --store "$work/$player.db" -q
    ends_with 0 "$DADO" replay --store "$work/$player.db" --text
    [ "$(grep -c ' research [0-9]* ' "$out")" -ge 2 ] || fail "$player researches nothing"
    # Generals and marshals are made only by who knows command.
    awk '$2 ~ /^p/ && $3 == "research" && $5 == "command" { begun[$2] = 1 }
        $2 ~ /^p/ && $3 == "produce" && ($5 == "general" || $5 == "marshal") && !begun[$2] { exit 1 }' "$out" ||
        fail "$player makes what is locked"
done
# Without technologies nothing is researched.
ends_with 0 "$DADO" sim territorio -D limit.rounds=20 --agents territorio_baseline -n 1 --keep moves \
    --store "$work/plain.db" -q
ends_with 0 "$DADO" replay --store "$work/plain.db" --text
! grep -q research "$out" || fail "research without technologies"
