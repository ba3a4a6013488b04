# Every sentence of dado doctor's page is held against evidence that is worked out again from
# exported matches, by a program of its own (tests/judge/doctor_evidence.py).
#
# Two games by default; with DADO_LONG set, twenty of the library.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }

games="kuhn pairs"
[ -z "${DADO_LONG:-}" ] || games="agram bluff casino crazyeights dicepoints fifteen fourinarow gops
    hilo kuhn leduc lighthouse noughts oldmaid pairs pig spades threeinarow twodicepig war"
for game in $games; do
    mkdir -p "$work/$game"
    python3 "$here/tests/judge/doctor_evidence.py" "$DADO" "$game" "$work/$game" ||
        fail "$game: a sentence and its evidence differ"
done
