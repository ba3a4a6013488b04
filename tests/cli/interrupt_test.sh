# Ctrl-C in the middle: what is done is kept and shown, the way on is told, and goes to the same result.
. tests/support/cli.sh
cd "$work"

# Says 130, shows a part, names the command that goes on; and that ends where an undisturbed one does.
interrupted_it_goes_on() {
    rm -f whole.db part.db
    "$DADO" "$@" --json -q --store whole.db >whole.json || fail "dado $*"
    "$DADO" "$@" --json --store part.db >part.json 2>said &
    interrupt_once_played_in part.db
    [ "$code" = 130 ] || fail "exit code $code after Ctrl-C: dado $*: $(cat said)"
    grep -q '^interrupted after [1-9]' said || fail "it does not say how far it came: $(cat said)"
    tail -n 1 said >way-on
    [ "$(cat way-on)" = "  dado $* --json --store part.db --resume" ] ||
        fail "it does not say how to go on: $(cat said)"
    [ -s part.json ] || fail "no partial result: dado $*"
    ! cmp -s whole.json part.json || fail "it had finished when it was interrupted: dado $*"
    "$DADO" runs --json --store part.db | grep -q '"finished":false' || fail "the run is not kept"
    "$DADO" "$@" --json -q --store part.db --resume >again.json || fail "--resume: dado $*"
    same whole.json again.json
}
interrupted_it_goes_on sim kuhn -n 6000 --agents ismcts:iterations=400 --threads 1
interrupted_it_goes_on sweep dicepoints -D ROUNDS=10,20,30 -n 600000 --threads 1
interrupted_it_goes_on arena kuhn random ismcts:iterations=400 greedy -n 2500 --threads 1
interrupted_it_goes_on map eval bsp --maps 8 -n 40 --threads 1

# Nothing is promised where nothing is kept.
"$DADO" sim kuhn -n 100000 --agents ismcts:iterations=400 --no-store >part 2>said &
interrupt
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'and nothing is kept' said || fail "it does not say that nothing is kept: $(cat said)"
"$DADO" doctor hearts --effort long --threads 1 >part 2>said &
interrupt
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'and nothing is kept' said || fail "it does not say that nothing is kept: $(cat said)"

# Boards are kept in a journal, as many as it says, and the same command goes on from there.
boards="solve bigpoints --colours 4 --discs 2 --loose --all --json --threads 1"
"$DADO" $boards >whole.json
for again in 1 2 3 4 5 6; do  # the journal may be there before its first board is
    "$DADO" $boards --journal journal >part.json 2>said &
    interrupt_once_in journal
    [ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
    ! grep -q '^interrupted after 0 of' said || continue
    break
done
said=$(sed -n 's/^interrupted after \([0-9]*\) of 105 boards of 4x2.*; go on with:$/\1/p' said)
[ "${said:-0}" -gt 0 ] || fail "it does not say how far it came: $(cat said)"
[ "$(tail -n 1 said)" = "  dado $boards --journal journal" ] || fail "nor how to go on: $(cat said)"
grep -q '"complete":false' part.json || fail "it says that it was finished: $(cat part.json)"
! grep -q first_wins part.json || fail "half of the boards prove nothing, but something is claimed"
"$DADO" $boards --journal journal >again.json 2>said
grep -q "^$said boards of 4x2.* were kept already" said || fail "not $said: $(cat said)"
same whole.json again.json
"$DADO" solve bigpoints --colours 5 --discs 2 --loose --all 2>said &
interrupt
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'with --journal FILE' said || fail "it does not say what would have helped: $(cat said)"
"$DADO" solve bigpoints --board 123451234512345 --loose 2>said &
interrupt
[ "$code" = 130 ] || fail "exit code $code after Ctrl-C: $(cat said)"
grep -q 'nothing is kept' said || fail "it does not say that nothing is kept: $(cat said)"

# Before a match is over nobody has a rating.
"$DADO" arena hearts random ismcts:iterations=1000000 -n 5 --no-store >early 2>said </dev/null &
pid=$!
sleep 0.5
kill -INT $pid
code=0
wait $pid || code=$?
[ "$code" = 130 ] || fail "a tournament that was stopped ends with $code"
grep -q 'interrupted before a match was over' said || fail "it does not say where it stopped: $(cat said)"
[ ! -s early ] || fail "players are rated who met nobody: $(cat early)"
