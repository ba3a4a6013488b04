# The way through a level that `level show --json` prints can be played again, and gets through.
. tests/support/cli.sh
cd "$work"

ends_with 0 "$DADO" level show first --json
record=$(sed -n 's/.*"record":{[^}]*"value":"\([0-9a-v]*\)".*/\1/p' "$out")
[ -n "$record" ] || fail "there is no record: $(head -c 300 "$out")"
ends_with 0 "$DADO" sim first --agents "recorded:record=$record" -n 1 --keep moves -q
grep -q '^  win  *100 %' "$out" || fail "the record does not get through the level"
ends_with 0 "$DADO" replay last --check

# One that was meddled with does not, and one that is none is refused.
ends_with 0 "$DADO" sim first --agents recorded:record=000 -n 1 --no-store -q
! grep -q '^  win  *100 %' "$out" || fail "three idle ticks get through the level"
ends_with 1 "$DADO" sim first --agents recorded:record=xyz -n 1 --no-store -q
