# Profiles finish, and keep their promises, on maps that were not used to make them.
#
# A set is 20 maps of each of 4 generators and, where ../shared has them, the maps of 2 public
# collections that can be imported. No game may stall or run out of turns while an exit can be
# reached, and each promise holds in all sets but one: the explorer sees most, the greedy one
# carries most, the runner is the fastest of those who arrive, the brave one kills most, the smart
# one dies no more often than the brave one. The seeds were drawn at random when this test was
# written; DADO_FRESH=1 draws new ones. DADO_LONG=1 plays 24 sets instead of 6.
. tests/support/cli.sh
command -v python3 >/dev/null || {
    echo "SKIPPED: python3 is not here" >&2
    exit 77
}
seeds="2692 31894 1383 24223 56214 25205"
if [ -n "${DADO_LONG:-}" ]; then
    seeds="$seeds 62632 32591 26709 37614 54190 31325 6427 25080 47426 49684 47973 53868 43343 3734
        57803 19833 56392 54033"
fi
if [ -n "${DADO_FRESH:-}" ]; then
    # shellcheck disable=SC2086 # the seeds are words
    set -- $seeds
    seeds=$(od -An -N$((2 * $#)) -tu2 /dev/urandom | tr '\n' ' ')
    echo "seeds: $seeds"
fi
imported=
for file in ../shared/corpus/maps/des/*.des ../shared/corpus/maps/tiled/*/*.tm[xj]; do
    [ -f "$file" ] || continue
    map=$work/$(echo "$file" | sed 's|.*/maps/||; s|[^A-Za-z0-9]|_|g').map
    "$DADO" map import "$file" -o "$map" -q >"$out" 2>"$err" && imported="$imported $map"
done
[ -n "$imported" ] || echo "without public maps: ../shared/corpus/maps is not here" >&2
for seed in $seeds; do
    # shellcheck disable=SC2086 # the maps are words
    ends_with 0 "$DADO" map eval miners grammar prefab gentest $imported --maps 20 -n 3 \
        --seed "$seed" --no-store -q --csv "$work/$seed.csv" --format json
    cp "$out" "$work/$seed.json"
done
cd "$work"
# shellcheck disable=SC2086 # the seeds are words
python3 - $seeds <<'PY'
import csv, json, sys
from collections import defaultdict

names = ["explorer", "greedy", "runner", "brave", "smart", "gambler"]
wrong, broken = [], defaultdict(list)
for seed in sys.argv[1:]:
    answer = json.load(open(seed + ".json"))
    closed = set()
    def look(node):  # the maps whose exit cannot be reached, wherever the answer keeps them
        if isinstance(node, dict):
            if node.get("unwinnable") is True and "map" in node:
                closed.add(node["map"])
            for value in node.values():
                look(value)
        elif isinstance(node, list):
            for value in node:
                look(value)
    look(answer)
    values = defaultdict(lambda: defaultdict(list))
    moves = defaultdict(list)
    for row in csv.DictReader(open(seed + ".csv")):
        who, outcome = row["profile"], row["outcome"]
        if outcome in ("stalled", "timeout") and row["map"] not in closed:
            wrong.append("seed %s: %s %s on %s, game %s" %
                         (seed, who, outcome, row["map"], row["game"]))
        for measure in ("explored", "gold", "enemies_defeated"):
            values[measure][who].append(float(row[measure]))
        values["died"][who].append(outcome == "death")
        if outcome == "win":
            moves[who, row["map"]].append(float(row["moves"]))
    mean = {m: {p: sum(v) / len(v) for p, v in by.items()} for m, by in values.items()}

    def slower(who):  # than the runner, in moves, over the maps that both finish
        both = [m for p, m in moves if p == who and ("runner", m) in moves]
        return sum(sum(moves[who, m]) / len(moves[who, m]) -
                   sum(moves["runner", m]) / len(moves["runner", m]) for m in both)

    kept = {
        "explorer sees most": all(mean["explored"]["explorer"] >= v
                                  for v in mean["explored"].values()),
        "greedy carries most": all(mean["gold"]["greedy"] >= v for v in mean["gold"].values()),
        "runner is fastest": all(slower(p) >= 0 for p in names),
        "brave kills most": all(mean["enemies_defeated"]["brave"] >= v
                                for v in mean["enemies_defeated"].values()),
        "smart dies no more than brave": mean["died"]["smart"] <= mean["died"]["brave"],
    }
    for promise, held in kept.items():
        if not held:
            broken[promise].append(seed)
for promise, sets in broken.items():
    print("%s: not with seeds %s" % (promise, " ".join(sets)))
    if len(sets) > 1:
        wrong.append("%s in only %d of %d sets" %
                     (promise, len(sys.argv) - 1 - len(sets), len(sys.argv) - 1))
if wrong:
    sys.exit("\n".join(wrong[:20]))
PY
