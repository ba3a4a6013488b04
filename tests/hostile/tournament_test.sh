# A hostile player in a tournament leaves the honest ones where they were: as far apart as their ratings
# were without it, within the intervals of those.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: no python3 here"; exit 77; }
[ -x "${DADO_HOSTILE:-}" ] || { echo "skipped: no hostile program was built"; exit 77; }
dado=$(realpath "$DADO")
matches=3 kinds="spinner luck_finder.py"
if [ -n "${DADO_LONG:-}" ]; then
    matches=40 kinds="spinner waker luck_finder.py hold_threads hold_private flood crash hang"
fi
cp tests/hostile/luck_finder.py "$work"
for name in worker spinner waker hold_threads hold_private flood crash hang; do
    cp "$DADO_HOSTILE" "$work/$name"
done
chmod -R a+rX "$work"
cd "$work"

hold() {  # ANSWER [HOSTILE]
    ends_with 0 "$dado" arena kuhn ./worker:time_ms=100 random greedy "$@" -n "$matches" --seed 7 \
        --threads 1 --no-store --json
}
hold
cp "$out" without.json
for kind in $kinds; do
    hold "./$kind:time_ms=100"
    cp "$out" with.json
    grep -q "worker.*strike" "$err" && fail "the honest program was struck beside $kind"
    python3 - "$kind" <<'PY' || fail "beside $kind"
import json, sys
honest = ["./worker:time_ms=100", "random", "greedy"]
def ratings(path):
    rows = json.load(open(path))["parts"]["ratings"]["rows"]
    return {r["player"]: r["rating"] for r in rows if r["player"] in honest}
before, after = ratings("without.json"), ratings("with.json")
middle = lambda r: sum(x["value"] for x in r.values()) / 3
for name in honest:
    moved = after[name]["value"] - middle(after) + middle(before)
    if not before[name]["low"] <= moved <= before[name]["high"]:
        sys.exit(f"{name}: {moved:.0f} is not in {before[name]['low']:.0f} to {before[name]['high']:.0f}")
PY
done

[ -z "${DADO_LONG:-}" ] || again_as_user
