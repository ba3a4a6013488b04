# The numbers in what dado sim, dado diff, dado runs examples and dado doctor GAME rules say are worked out
# again from exported matches, by programs that share nothing with dado.
#
# Two games by default; with DADO_LONG set, all pairs below and more games.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
games="pig"
[ -z "${DADO_LONG:-}" ] || games="agram bluff casino crazyeights dicepoints fifteen gops hilo oldmaid pairs pig spades war"
lanterns=$here/library/tutorial/lanterns.rcy
mended=$here/library/tutorial/lanterns-mended.rcy
python3 "$here/tests/judge/sentence_numbers.py" "$DADO" "$work" "$lanterns" "$mended" || fail "numbers are not so"
if [ -n "${DADO_LONG:-}" ]; then
    python3 "$here/tests/judge/sentence_numbers.py" "$DADO" "$work" "$mended" "$lanterns" || fail "numbers are not so"
    for game in $(find "$here/library" -name '*.rcy' ! -path '*/kits/*' ! -path '*/templates/*' | sort | head -40); do
        python3 "$here/tests/judge/sentence_numbers.py" "$DADO" "$work" "$game" "$game" || fail "numbers are not so"
    done
fi
for game in $games; do
    mkdir -p "$work/$game"
    python3 "$here/tests/judge/doctor_evidence.py" "$DADO" "$game" "$work/$game" sim ||
        fail "$game: a sentence of sim and its evidence differ"
done
