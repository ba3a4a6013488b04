# Certificates: levels carry the route that finishes them, and level check replays it. Exports keep every
# tile, and say what a form cannot hold. DADO_LONG=1 makes 100 evolved levels, 50 learned by each way and
# 20 repaired ones; otherwise a few of each.
. tests/support/cli.sh
evolved=2 learned=2 repaired=2
[ -n "${DADO_LONG:-}" ] && evolved=50 learned=50 repaired=20

check_all() { # FOLDER COUNT
    ends_with 0 "$DADO" level check "$1"
    grep -q "$2 of $2 levels carry a route that finishes them" "$out" || fail "$1: $(head -1 "$out")"
}
ends_with 0 "$DADO" level evolve -D algorithm=improved -n $evolved -o "$work/improved" --no-store -q
ends_with 0 "$DADO" level evolve -D algorithm=varied -D generations=100 -n $evolved -o "$work/varied" --no-store -q
check_all "$work/improved" $evolved
check_all "$work/varied" $evolved
ends_with 0 "$DADO" level learn "$work/improved" -n $learned -o "$work/columns" -q
ends_with 0 "$DADO" level learn "$work/improved" -n $learned --cells --order 3 -o "$work/cells" -q
check_all "$work/columns" $learned
check_all "$work/cells" $learned
ends_with 0 "$DADO" level gen primitives -n $learned -o "$work/built"
check_all "$work/built" $learned
same_level() { sed '/^$/,$d' "$1"; }

# Walls that nobody climbs are put into levels, which are then repaired.
mkdir "$work/repaired"
i=1
while [ $i -le $repaired ]; do
    at=$((60 + 7 * i))
    same_level "$work/built/primitives-000$((1 + i % 2)).level" |
        awk -v at=$at 'NR < 15 && NR > 8 { $0 = substr($0, 1, at - 1) "X" substr($0, at + 1) } { print }' >"$work/walled.level"
    ends_with 0 "$DADO" level repair "$work/walled.level" -o "$work/repaired/$i.level"
    i=$((i + 1))
done
check_all "$work/repaired" $repaired

# A certificate is replayed, not believed: a wall on the way, a shorter route, a missing one, a wrong letter.
level=$work/improved/level-00001.level
sed '3,14s/^\(.\{40\}\)./\1X/' "$level" >"$work/walled.level"
ends_with 1 "$DADO" level check "$work/walled.level"
grep -q 'does not hold' "$out" || fail "a wall on the way is not noticed"
sed 's/^\(route .\{100\}\).*/\1/' "$level" >"$work/short.level"
ends_with 1 "$DADO" level check "$work/short.level"
grep -q '0 of 1 level carries a route' "$out" || fail "half a route is believed"
same_level "$level" >"$work/bare.level"
ends_with 1 "$DADO" level check "$work/bare.level"
grep -q 'missing' "$out" && grep -q 'level export LEVEL --certificate' "$out" || fail "what to do is not said"
sed 's/^route ./route z/' "$level" >"$work/odd.level"
ends_with 1 "$DADO" level show "$work/odd.level"
complains 'odd.level:18:7: a route is one digit a tick'
# A blocked level gets none, and says how far it goes.
ends_with 1 "$DADO" level export tests/worlds/levels/blocked-2.level --certificate
complains 'there is no certificate; it comes as far as column'
ends_with 2 "$DADO" level export first --to corpus --certificate
complains 'cannot hold a certificate'

# What is read is what is written: text and JSON, with the route.
ends_with 0 "$DADO" level export "$level" -o "$work/a.json"
ends_with 0 "$DADO" level export "$work/a.json" -o "$work/b.level"
same "$level" "$work/b.level"
ends_with 0 "$DADO" level export "$level" --to corpus
grep -q 'the corpus form cannot hold: .*creatures become E.*the start and the exit; the route' "$err" ||
    fail "losses are not told: $(cat "$err")"

# A level learns from levels with certificates as from those without.
mkdir "$work/plain"
for file in "$work"/improved/*.level; do same_level "$file" >"$work/plain/$(basename "$file")"; done
ends_with 0 "$DADO" level learn "$work/plain" -n 1
cp "$out" "$work/from-plain"
rm "$work"/improved/*.genes
ends_with 0 "$DADO" level learn "$work/improved" -n 1
same "$out" "$work/from-plain"

# Every tile is in the map for Tiled, and its sheet of tiles lies beside it.
command -v python3 >/dev/null || {
    echo "SKIPPED: python3 is not here" >&2
    exit 77
}
mkdir "$work/tiled"
for file in "$level" tests/worlds/levels/*.level; do
    ends_with 0 "$DADO" level export "$file" -o "$work/tiled/$(basename "$file").tmx"
    ends_with 0 "$DADO" level export "$file" -o "$work/tiled/$(basename "$file").json"
done
[ -s "$work/tiled/level-tiles.png" ] || fail "there is no sheet of tiles"
python3 - "$work/tiled" <<'PY' || fail "Tiled's form lost something"
import glob, json, os, sys
import xml.etree.ElementTree as xml

solid = {"X": "ground", "#": "rock", "S": "brick", "o": "coin", "%": "one-way platform"}
for path in glob.glob(sys.argv[1] + "/*.tmx"):
    level = json.load(open(path[:-4] + ".json"))
    tiled = xml.parse(path).getroot()
    names = {int(t.get("id")) + 1: t.get("type") for t in tiled.iter("tile")}
    assert int(tiled.get("width")) == level["width"] and int(tiled.get("height")) == 16
    cells = [int(c) for c in tiled.find("layer/data").text.replace("\n", "").split(",")]
    assert len(cells) == 16 * level["width"]
    for at, cell in enumerate(cells):
        letter = level["rows"][at // level["width"]][at % level["width"]]
        if letter in solid:
            assert names.get(cell), (path, at, letter, cell)
    sheet = tiled.find("tileset/image").get("source")
    assert os.path.exists(os.path.join(sys.argv[1], sheet))
    for letter, word in (("X", "ground"), ("S", "brick"), ("#", "rock")):
        here = sum(row.count(letter) for row in level["rows"])
        there = sum(names.get(c) == word for c in cells)
        assert here == there, (path, word, here, there)
    things = [o.get("type") for o in tiled.iter("object")]
    assert things.count("start") == things.count("exit") == 1
    assert len(things) == 2 + len(level["creatures"])
    route = [p.get("value") for p in tiled.iter("property") if p.get("name") == "route"]
    assert route == ([level["route"]] if "route" in level else [])
PY
