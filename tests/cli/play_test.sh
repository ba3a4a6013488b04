# A person plays over a pipe as at a keyboard, and what was played is kept, replayed and checked.
. tests/support/cli.sh

cd "$work"
printf 'help\n1\n1\n1\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 <moves
grep -q 'takes your last move back' "$out" || fail "help says nothing of undo"
grep -q '^P1 (human): ' "$out" || fail "no result"
grep -q 'card ?' "$out" || fail "the rival's card is not hidden"
! grep -q 'would play' "$out" || fail "a hint nobody asked for"
grep -q 'quit .*kept as unfinished' "$out" || fail "help does not say that a match is kept"

# Where nothing can be kept that is said, and who has won all the same.
: >none
printf '1\n1\n1\n' >moves
ends_with 1 "$DADO" play kuhn --seed 3 --store none/runs.db <moves
grep -q '^P1 (human): ' "$out" || fail "who has won is not said where it cannot be kept"
complains 'none/runs.db'

# Who names a seat is not put out of it: the person sits in the first that nobody was named for.
printf 'help\nquit\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 --seat 1=greedy --no-store <moves
grep -q '^P1 (greedy) has played' "$out" || fail "the seat that was named is a person's"
grep -q '^P2> ' "$out" || fail "no seat is left to the person"
! grep -q 'kept as unfinished' "$out" || fail "help says that what is not kept is kept"
ends_with 0 "$DADO" play kuhn --seed 3 --seat 1=greedy --seat 2=random --no-store <moves
grep -q '^P1 (greedy): ' "$out" || fail "a seat was named for nothing"

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
grep -q '"nonsense" cannot be played: it is not among the moves' "$out" || fail "nonsense was taken for a move"
grep -q 'left the table' "$out" || fail "leaving is not said"

# Who leaves has made no move that was not made: the match is kept as far as it went, it has
# neither winner nor places, and nothing counts it.
mkdir left && cd left
printf '1\nquit\n' >moves
ends_with 0 "$DADO" play agram --seed 3 --agents human,random,random,random <moves
! grep -q ' wins' "$out" || fail "a match nobody finished has a winner"
complains 'kept unfinished as run 1'
ends_with 0 "$DADO" replay 1 --text
[ "$(grep -c '^[0-9]* p0 ' "$out")" = 1 ] || fail "p0 made one move: $(cat "$out")"
grep -q '^stopped' "$out" || fail "it is not said that the match was stopped"
ends_with 0 "$DADO" replay 1
! grep -q ', place ' "$out" || fail "places in a match that has no end"
ends_with 0 "$DADO" runs --json
grep -q '"matches":0' "$out" || fail "what was left is counted"
ends_with 1 "$DADO" runs show 1
complains 'no matches yet'
ends_with 0 "$DADO" play agram </dev/null  # nobody moved: there is nothing to keep
ends_with 1 "$DADO" runs show 2

# One Ctrl-C is leaving as well, also while an agent thinks.
(exec "$DADO" play agram --seed 3 --seat 1=human --seat 2=ismcts:iterations=100000000 <moves \
    >../thinks 2>../log) &
interrupt_once_in ../thinks
[ "$code" = 130 ] || fail "exit code $code, not 130"
grep -q 'kept unfinished' ../log || fail "what was played before Ctrl-C is lost"
cd ..

# What others do is told as far as one has seen it, and who goes on after a trick; hands are sorted;
# part of the words will do, if no other move has them; the only move is not asked for.
printf '1\nsix\nheARTS six\nquit\n' >moves
ends_with 0 "$DADO" play agram --seed 3 --agents human,random,random,random --no-store <moves
grep -q '^P1 HAND: HEARTS-SIX HEARTS-EIGHT DIAMONDS-THREE DIAMONDS-SIX CLUBS-FOUR CLUBS-TEN$' \
    "$out" || fail "the hand is not sorted"
grep -q '^P2 (random) has played: [A-Z]*-[A-Z]* to TRICK of P2' "$out" || fail "which card was it?"
grep -q '^P4 (random) has played: CLUBS-TEN from TRICK of P1.*; P[1-4] is next$' "$out" ||
    fail "who took the trick?"
grep -q '"six" is in the words of 2 moves' "$out" || fail "half a name was taken for a whole one"
grep -q 'P1 (human): move to TRICK: HEARTS-SIX' "$out" || fail "the short name is not understood"
printf '1\nquit\n' >moves
ends_with 0 "$DADO" play "$here/tests/report/ask.rcy" --agents human,random --no-store <moves
grep -q 'P1 (human): .* - [A-Z]* is seen in HAND of P2' "$out" || fail "what was shown is not told"
# What must follow the end of a round is not called luck.
printf '1\n1\n1\n1\n' >moves
ends_with 0 "$DADO" play "$here/tests/cli/round.rcy" --agents human,human --no-store <moves
grep -q '^Then: P1 has TOKENS 1' "$out" || fail "what follows the round is not told"
! grep -q '^Luck: ' "$out" || fail "luck in a game that has none"
for game in hearts gofish; do  # whatever the text does with the order of a hand
    ends_with 0 "$DADO" play $game --seed 3 --no-store </dev/null
    sed -n "s/^P1 HAND: //p" "$out" | head -1 | tr " " "\n" >"$work/hand"
    [ "$(wc -l <"$work/hand")" -ge 5 ] || fail "$game: where is the hand?"
    sort "$work/hand" | sed "s/-.*//" | uniq >"$work/kinds"
    sed "s/-.*//" "$work/hand" | uniq >"$work/held"
    [ "$(wc -l <"$work/kinds")" = "$(wc -l <"$work/held")" ] || fail "$game: the hand is not sorted"
done
ends_with 0 "$DADO" play pig --agents human,random --no-store </dev/null
grep -q '^P1 (human): YES, the only move$' "$out" || fail "the only move was asked for"
printf 'undo\nquit\n' >moves
ends_with 0 "$DADO" play pig --agents human,random --no-store <moves
grep -q 'nothing to take back' "$out" || fail "a move that nobody chose was taken back"
ends_with 0 "$DADO" play expedition --no-store </dev/null
grep -q "to a player's place: GREEN-EIGHT" "$out" || fail "two moves that read alike"

# Words do as well as numbers; the end of input is leaving.
printf 'CHECK\n' >moves
ends_with 0 "$DADO" play kuhn --seed 3 --agents human,random <moves

# What was played is in the store like any match.
ends_with 0 "$DADO" runs
grep -q kuhn "$out" || fail "the matches were not kept"
ends_with 0 "$DADO" replay 1 --check
ends_with 0 "$DADO" replay 1 --eyes 1
grep -q 'P1 (human)' "$out" || fail "the replay does not say who played"
ends_with 0 "$DADO" replay 1 -o one.replay
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
grep -q '^P1 (random)' "$out" || fail "watching shows no moves"
ends_with 1 "$DADO" sim kuhn --agents human --no-store
complains "dado play"
ends_with 1 "$DADO" play kuhn --watch --seat 1=human
complains "no player may be human"

# All that people played of a game is one sample, and is compared with what agents play.
cd "$work"
rm -f many.db
for seed in $(seq 25); do
    yes 1 | head -50 | "$DADO" play kuhn --seat 1=human --agents random --seed "$seed" --store many.db >"$out" 2>&1 ||
        fail "a match was not played"
done
"$DADO" sim kuhn -n 30 --store many.db >"$out" 2>&1
ends_with 0 "$DADO" diff people:kuhn kuhn -n 200 --store many.db
grep -q '^people:kuhn against kuhn, 25 and 200 matches' "$out" || fail "people's matches are not one sample"
ends_with 1 "$DADO" diff people:hearts hearts -n 20 --store many.db
complains "no finished match of hearts that people played"
