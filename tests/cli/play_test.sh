# A person plays over a pipe as at a keyboard, and what was played is kept, replayed and checked.
. tests/support/cli.sh

cd "$work"
printf 'help\n1\n1\n1\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 <moves
grep -q 'takes your last move back' "$out" || fail "help says nothing of undo"
grep -q '^p0 (human): ' "$out" || fail "no result"
grep -q 'card ?' "$out" || fail "the rival's card is not hidden"
! grep -q 'would play' "$out" || fail "a hint nobody asked for"

# Taking back and playing the same again is the same match, luck included.
for way in '1\n1\n1\n1\nquit\n' '1\n2\n3\nundo\nundo\n1\n1\n1\nquit\n'; do
    printf "$way" >moves
    ends_with 0 "$DADO" play bigpoints --seed 3 --agents human,pimc:iterations=20 --no-store <moves
    tail -8 "$out" >"$work/end-${#way}"
done
same "$work"/end-*
printf 'undo\nquit\n' >moves
ends_with 0 "$DADO" play bigpoints --no-store <moves
grep -q 'nothing to take back' "$out" || fail "what was never played was taken back"

printf 'hint\nnonsense\nquit\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 <moves
grep -q 'would play' "$out" || fail "no hint"
grep -q '"nonsense" cannot be played' "$out" || fail "nonsense was taken for a move"
grep -q 'left the table' "$out" || fail "leaving is not said"

# Words do as well as numbers; the end of input is leaving.
printf 'CHECK\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 --agents human,random <moves

# What was played is in the store like any match.
ends_with 0 "$DADO" runs
grep -q kuhn "$out" || fail "the matches were not kept"
ends_with 0 "$DADO" replay 1 --check
ends_with 0 "$DADO" replay 1 --eyes 0
grep -q 'p0 (human)' "$out" || fail "the replay does not say who played"
ends_with 0 "$DADO" replay 1 --out one.replay
ends_with 0 "$DADO" replay one.replay --text
grep -q '^game kuhn' "$out" || fail "the record does not name its game"
ends_with 0 "$DADO" runs show 1 --json
grep -q '"matches":1' "$out" || fail "the match is not measured"

# A record that was meddled with is found out.
head -c 60 one.replay >cut.replay
ends_with 1 "$DADO" replay cut.replay
complains "damaged"
ends_with 1 "$DADO" replay no-such-file
ends_with 1 "$DADO" replay 99
complains "no run 99"
ends_with 2 "$DADO" replay 1 --match -3

# Agents can be watched, and people are not asked by experiments.
ends_with 0 "$DADO" play kuhn --watch --delay 0 --no-store --agents random
grep -q '^p0 (random)' "$out" || fail "watching shows no moves"
ends_with 1 "$DADO" sim kuhn --agents human --no-store
complains "dado play"
ends_with 1 "$DADO" play kuhn --watch --seat 0=human
complains "nobody may be human"
