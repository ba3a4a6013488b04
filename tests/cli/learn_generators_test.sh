# Learned generators: levels and maps in the manner of examples, compared with them; training sets.
# With DADO_TABLE=1 the table of docs/reference/learned.md is printed.
. tests/support/cli.sh

ends_with 0 "$DADO" level evolve -n 12 -D algorithm=improved -D population=200 -D generations=100 \
    -o "$work/evolved" --training "$work/training.tsv" --no-store -q
[ "$(wc -l <"$work/training.tsv")" -ge 2000 ] || fail "the training set is too small"
awk -F'\t' 'NF != 2 || $1 + 0 != $1 || $2 !~ /^[0-9]+( [0-9]+)*$/ { exit 1 }' \
    "$work/training.tsv" || fail "a line of the training set is not fitness and patterns"

ends_with 0 "$DADO" level learn "$work/evolved" -n 20 -o "$work/learned"
[ "$(ls "$work/learned" | wc -l)" = 20 ] || fail "not all levels were written"
cp "$out" "$work/columns"
ends_with 0 "$DADO" level learn "$work/evolved" -n 20 -o "$work/learned"
same "$out" "$work/columns"
# Learned maps keep to the style of what they learned from: intervals overlap in all six measures.
ends_with 0 "$DADO" map gen caves --maps 20 -o "$work/caves" -q
ends_with 0 "$DADO" map learn "$work/caves" -n 20 --json
cp "$out" "$work/style.json"
ends_with 0 "$DADO" map learn library/maps -n 10 --width 40 --height 25 -o "$work/maps"
ends_with 0 "$DADO" map eval "$work/maps/learned-0001.map" -n 5 --types explorer --no-store -q
ends_with 2 "$DADO" level learn "$work/maps"
complains 'no .level file'

# What is shipped is learned from by its name, here and beside; one example is compared with no other.
ends_with 0 "$DADO" map learn lair library/maps/crossroads.map -n 2
grep -q '^ *examples  *2 ' "$out" || fail "shipped maps are not found by name"
ends_with 0 "$DADO" level learn first -n 2 --beside first
grep -q '^ *first  *1 ' "$out" || fail "a shipped level is not found by name"
grep -q '^ *examples  *1  *100 %  *7 ' "$out" || fail "one example is said to be new"
ends_with 1 "$DADO" map learn lairs
complains 'the library has only arena'
printf 'x\n' >"$work/bad.map"
ends_with 1 "$DADO" map learn "$work/bad.map"
complains '1 | x'

command -v python3 >/dev/null || {
    echo "no python3: the sets that are learned are not compared"
    exit 77
}
python3 - "$work/style.json" <<'PY' || fail "learned maps have another style"
import json, sys
examples, learned = json.load(open(sys.argv[1]))["parts"]["sets"]["rows"]
for measure in ("floor", "path", "linearity", "dead_ends", "openness", "chokes"):
    a, b = examples[measure], learned[measure]
    assert a["low"] <= b["high"] and b["low"] <= a["high"], (measure, a, b)
PY
many=15
[ -n "${DADO_TABLE:-}${DADO_LONG:-}" ] && many=40
{
    "$DADO" level learn "$work/evolved" -n 1 --json
    for order in 1 2 3; do "$DADO" level learn "$work/evolved" -n $many --order $order --keep-all --json; done
    "$DADO" level learn "$work/evolved" -n $many --cells --order 3 --keep-all --json
} >"$work/sets"
python3 - "$work/sets" "${DADO_TABLE:-}" <<'PY' || fail "what was learned is not as it should be"
import json, sys
text, at, read = open(sys.argv[1]).read(), 0, json.JSONDecoder()
documents = []
while at < len(text.rstrip()):
    document, at = read.raw_decode(text, at)
    documents.append(document)
    while at < len(text) and text[at].isspace():
        at += 1
names = ["evolved (the examples)", "columns, order 1", "columns, order 2", "columns, order 3",
         "cells, three neighbours"]
rows = [documents[0]["parts"]["sets"]["rows"][0]]
rows += [d["parts"]["sets"]["rows"][1] for d in documents[1:]]


def value(row, name):
    cell = row[name]
    return cell["value"] if isinstance(cell, dict) else cell


if sys.argv[2]:
    for name, row in zip(names, rows):
        print("| %s | %d | %.0f %% | %.3f | %.2f | %.2f | %.3f | %.2f |" % (
            name, value(row, "levels"), 100 * value(row, "finished"), value(row, "novelty"),
            value(row, "gaps"), value(row, "linearity"), value(row, "leniency"),
            value(row, "density")))
one, two, three, cells = rows[1:]
# The further a chain looks back, the less is new; cells are newest, and the hardest to finish.
assert value(one, "novelty") > value(three, "novelty")
assert value(cells, "novelty") > value(one, "novelty")
assert value(two, "finished") > 0.8 and value(three, "finished") > 0.8
assert value(cells, "finished") < value(two, "finished")
PY
