# Every interval that dado doctor and dado arena print holds the truth as often as it says, and is not much
# wider than it need be: tests/judge/interval_coverage.py has the list, and says how the truth is known.
#
# Ten runs of a few small games by default, which find an interval that is not in the list or is far off; with
# DADO_LONG set 200 runs of all of them, of which at least 180 hold the truth.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
if [ -n "${DADO_LONG:-}" ]; then set -- 200; else set -- 10 few; fi
python3 "$here/tests/judge/interval_coverage.py" "$DADO" "$work" "$@" || fail "intervals are not so"
