# What dado doctor says of 139 small games is held against their exact truth, which is worked
# out in tests/judge/truth_set by code that shares nothing with dado. A sentence that the truth
# contradicts is false, and the flaw that a game was made with must be told.
#
# The set has 100 games or more, 30 kinds of flaw, 35 games without any, and half of them have more than
# two players, hidden cards or boards.
#
# Every seventh game by default; with DADO_LONG set all of them, 20 seeds at quick effort and 5 at
# normal effort.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
run() { python3 "$here/tests/judge/truth_set/run.py" "$DADO" "$work" "$@"; }
judge() { run "$@" || fail "sentences are not so"; }
run --count || fail "the set is too small"
if [ -n "${DADO_LONG:-}" ]; then
    judge --seeds 20 --effort quick --false 3 --missed 0.10
    judge --seeds 5 --effort normal --false 0 --missed 0.05
    judge --game none --also $(find "$here/library" -name '*.rcy' ! -path '*/kits/*' ! -path '*/templates/*')
else
    judge --every 7 --also pig noughts kuhn
fi
