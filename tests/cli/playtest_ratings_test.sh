# Which measures go with what people said: scripted people whose fun is a known function of a match.
# Two seeds, both of which must be right; twenty, of which one may be wrong, where DADO_LONG is set.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/cli.sh

script=$PWD/tests/cli/playtest_ratings.py
cd "$work"
if [ -n "${DADO_LONG:-}" ]; then
    python3 "$script" "$DADO" 20
else
    python3 "$script" "$DADO" 2 | tee found.txt
    grep -q 'in 2 of 2' found.txt || fail "not both are right"
fi
