# Runs cut into parts: merged in any order they are the run of one machine, and who has no parts says why.
. tests/support/cli.sh
cd "$work"
print() { "$DADO" runs verify --store "$1" | sed 's/.*fingerprint //'; }

keep=--store resume=--resume
cut_and_merged() {  # COMMAND...
    ends_with 0 "$DADO" "$@" -q $keep whole.db
    for part in 3 1 2; do
        ends_with 0 "$DADO" "$@" -q --part $part/3 --part-file part$part.dado
    done
    ends_with 1 "$DADO" runs merge part3.dado part1.dado --store merged.db
    complains "is missing: 2"
    ends_with 0 "$DADO" runs merge part3.dado part1.dado part2.dado --store merged.db -q
    [ "$(print merged.db)" = "$(print whole.db)" ] || fail "merged it has other bytes: dado $*"
    ends_with 0 "$DADO" "$@" --json -q $keep whole.db $resume
    cp "$out" whole.json
    ends_with 0 "$DADO" "$@" --json -q $keep merged.db $resume
    same whole.json "$out"
    rm -f ./*.db* ./*.dado
}
cut_and_merged sweep dicepoints -D ROUNDS=2,3,4 -n 200 --seed 5
cut_and_merged map eval lair corridor --games 4 --types brave,runner --seed 5
cut_and_merged arena kuhn random greedy ismcts:iterations=10 -n 60 --seed 5
"$DADO" level evolve -D population=20 -D generations=4 -n 2 -o levels --no-store -q >/dev/null
keep=--journal resume=""
cut_and_merged level eval levels --agents runner,novice -n 6
keep=--store resume=--resume
ends_with 2 "$DADO" arena kuhn random greedy --swiss 2 --part 1/2 --part-file x.dado
complains "whose matches depend on results"

# Boards are cut as well; what is merged is a journal.
boards_cut_and_merged() {  # COMMAND...
    ends_with 0 "$DADO" "$@" --json -q
    cp "$out" whole.json
    for part in 3 1 2; do
        ends_with 0 "$DADO" "$@" -q --part $part/3 --part-file part$part.dado
    done
    ends_with 1 "$DADO" runs merge part3.dado part1.dado --store merged.db
    complains "is missing: 2"
    ends_with 1 "$DADO" runs merge part3.dado part1.dado part3.dado --store merged.db
    complains "part 3 is given twice"
    ends_with 0 "$DADO" runs merge part3.dado part1.dado part2.dado --store merged.db -q
    ends_with 0 "$DADO" "$@" --json --journal merged.db
    same whole.json "$out"
    grep -q "were kept already" "$err" || fail "what was merged is solved again: dado $*"
    ends_with 1 "$DADO" "$@" -q --journal part1.dado
    complains "has part 1/3 of these boards"
    ends_with 1 "$DADO" "$@" -q --part 2/3 --part-file part1.dado
    complains "has part 1/3 of these boards"
    mv part1.dado kept.dado
    ends_with 0 "$DADO" "$@" --players 3 -q --part 1/3 --part-file part1.dado
    ends_with 1 "$DADO" runs merge part1.dado part2.dado part3.dado --store merged.db
    complains "is not a part of the same boards"
    rm -f ./*.db* ./*.dado
}
boards_cut_and_merged solve bigpoints --colours 3 --discs 2 --all
boards_cut_and_merged solve bigpoints --sizes 2x2,2x3
boards_cut_and_merged solve bigpoints --colours 3 --discs 3 --sample 20
ends_with 2 "$DADO" solve nim --part 1/2 --part-file x.dado
complains "goes with --all"

ends_with 2 "$DADO" sweep dicepoints -D ROUNDS=2..9 --adaptive --part 1/2 --part-file x.dado
complains "--adaptive cannot be split into parts"
for verb in "evolve dicepoints --target tense" "level evolve" "doctor kuhn" \
    "diff dicepoints -A ROUNDS=3"; do
    # shellcheck disable=SC2086
    ends_with 2 "$DADO" $verb --part 1/2 --part-file x.dado
    complains "cannot be split into parts: "
done

# As schedulers start them: an index of Kubernetes begins with 0, one of GNU parallel with 1.
whole() { "$DADO" sim kuhn -n 900 --seed 8 -q --store "$1" >/dev/null; }
whole whole.db
for JOB_COMPLETION_INDEX in 0 1 2; do
    i=$((JOB_COMPLETION_INDEX + 1))
    ends_with 0 "$DADO" sim kuhn -n 900 --seed 8 -q --part $i/3 --part-file part$i.dado
done
ends_with 0 "$DADO" runs merge part*.dado --store indexed.db -q
[ "$(print indexed.db)" = "$(print whole.db)" ] || fail "an indexed job leaves other bytes"
head -c 1000 part2.dado >cut.dado
ends_with 1 "$DADO" runs merge part1.dado cut.dado part3.dado --store never.db
complains "cut.dado cannot be read: the store cut.dado is damaged"
complains "; play that part again"
if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q "GNU parallel"; then
    rm -f part*.dado
    parallel --will-cite -j2 "$DADO" sim kuhn -n 900 --seed 8 -q --part '{}/3' --part-file 'part{}.dado' ::: 1 2 3 >/dev/null
    ends_with 0 "$DADO" runs merge part*.dado --store parallel.db -q
    [ "$(print parallel.db)" = "$(print whole.db)" ] || fail "GNU parallel leaves other bytes"
fi
