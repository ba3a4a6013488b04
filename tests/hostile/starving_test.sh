# A player that keeps all processors busy while others think makes nobody late.
#
# The honest player works for 4 ms of processor time a turn and has 40. At b3ddd41 it was late in most
# matches against a player with 127 threads that never rest.
. tests/support/cli.sh

dado=$(realpath "$DADO")
[ -x "${DADO_HOSTILE:-}" ] || { echo "skipped: no hostile program was built"; exit 77; }
for name in worker spinner; do cp "$DADO_HOSTILE" "$work/$name"; done
chmod -R a+rX "$work"
cd "$work"
matches=2
[ -n "${DADO_LONG:-}" ] && matches=20

ends_with 0 "$dado" sim noughts --seat 1=./spinner --seat 2=./worker:time_ms=40,strikes=0 \
    -n "$matches" --threads 1 --no-store
late=$(grep -c "worker.*strike: late" "$err" || true)
[ "$late" = 0 ] || { grep worker "$err" >&2; fail "$late late answers beside the spinner"; }

again_as_user
