# What dado doctor says of cards, options, strategies and pace, held against exact answers of more than
# fifty small games, which tests/judge/question_truths works out by code that shares nothing with dado.
#
# One seed at normal effort by default, of every third game; with DADO_LONG set 20 seeds of all.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
run() { python3 "$here/tests/judge/question_truths/run.py" "$DADO" "$work" "$@" || fail "answers are not so"; }
if [ -n "${DADO_LONG:-}" ]; then run --seeds 20; else run --every 3; fi
