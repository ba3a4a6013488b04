# Profiles keep their promises: the runner is the fastest of those who arrive, the explorer sees
# most, the greedy one carries most, the brave one kills most, each beyond the interval of the
# difference, on rooms, caves and the shipped maps; and nobody runs out of turns on a shipped map.
# With DADO_TABLE=1 the table of docs/reference/dungeon-profiles.md is printed.
. tests/support/cli.sh
command -v python3 >/dev/null || {
    echo "SKIPPED: python3 is not here" >&2
    exit 77
}
games=60
[ -n "${DADO_LONG:-}${DADO_TABLE:-}" ] && games=100
for set in rooms caves shipped; do
    words=$set
    [ $set = shipped ] && words=$(echo library/maps/*.map)
    # shellcheck disable=SC2086 # the maps are words
    ends_with 0 "$DADO" map eval $words --maps 20 -n $games --no-store -q --csv "$work/$set.csv"
done
late=100
[ -n "${DADO_LONG:-}" ] && late=1000
ends_with 0 "$DADO" map eval library/maps/*.map -n $late --no-store -q --csv "$work/late.csv"
cd "$work"
python3 - "${DADO_TABLE:-}" <<'PY'
import csv, math, sys
from collections import defaultdict

promises = [("moves", "runner", -1), ("explored", "explorer", 1), ("gold", "greedy", 1),
            ("enemies_defeated", "brave", 1)]
names = ["explorer", "greedy", "runner", "brave", "smart", "gambler"]
title = {"moves": "moves of those who arrive", "explored": "share seen", "gold": "gold",
         "enemies_defeated": "kills"}
wrong = []


def mean(v):
    return sum(v) / len(v)


def error(v):  # the square of the standard error
    m = mean(v)
    return sum((x - m) ** 2 for x in v) / (len(v) - 1) / len(v)


if sys.argv[1]:
    print("| maps | measure | " + " | ".join(names) + " |")
    print("| --- " * 8 + "|")
for where in ("rooms", "caves", "shipped"):
    played = defaultdict(lambda: defaultdict(list))
    maps = []
    for row in csv.DictReader(open(where + ".csv")):
        if row["map"] not in maps:
            maps.append(row["map"])
        for measure, _, _ in promises:
            if row[measure] != "" and (measure != "moves" or float(row["win"]) > 0):
                played[measure][row["profile"], row["map"]].append(float(row[measure]))
    for measure, champion, sign in promises:
        got = played[measure]
        cells = []
        for name in names:
            both = [m for m in maps if len(got[name, m]) > 1 and len(got[champion, m]) > 1]
            value = mean([mean(got[name, m]) for m in both])
            half = 1.96 * math.sqrt(sum(error(got[name, m]) for m in both)) / len(both)
            digits = 3 if measure == "explored" else 1 if measure != "enemies_defeated" else 2
            cells.append("%s%.*f ± %.*f%s" % ("**" if name == champion else "", digits, value,
                                              digits, half, "**" if name == champion else ""))
            if name == champion:
                continue
            gap = mean([mean(got[champion, m]) - mean(got[name, m]) for m in both]) * sign
            wide = 1.96 * math.sqrt(sum(error(got[name, m]) + error(got[champion, m])
                                        for m in both)) / len(both)
            if gap <= wide:
                wrong.append("%s: %s of %s and %s differ by %g, which is within %g" %
                             (where, measure, champion, name, gap, wide))
        if sys.argv[1]:
            print("| %s | %s | " % (where, title[measure]) + " | ".join(cells) + " |")
for row in csv.DictReader(open("late.csv")):
    if row["outcome"] == "timeout":
        wrong.append("%s runs out of turns on %s" % (row["profile"], row["map"]))
if wrong:
    sys.exit("\n".join(sorted(set(wrong))))
PY
