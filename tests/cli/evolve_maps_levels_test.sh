# The loop is one: maps, generators of maps and levels are bred by dado evolve too, toward a wish, the
# same on any number of threads and after being killed, and what is written is what other verbs read.
. tests/support/cli.sh

maps=$here/library/maps
cd "$work"

# A drawn map: nearer to the wish than its ancestor, and map eval gives its figure again.
for threads in 1 2; do
    ends_with 0 "$DADO" evolve "$maps/lair.map" --target casual --population 8 --generations 4 -n 2 \
        --types brave,smart --no-store --json -q --threads $threads --out "map$threads" \
        --report "map$threads.html"
    cp "$out" "map$threads.json"
done
same map1.json map2.json
same map1/variant-01.map map2/variant-01.map
sed 's/.*{"name":"ancestor","fitness":\([0-9.]*\),.*{"name":"variant 1","fitness":\([0-9.]*\),.*/\1 \2/' map1.json |
    awk '{ exit !(NF == 2 && $2 > $1 + 0.05) }' ||
    fail "no map is better: $(cut -c1-200 map1.json)"
grep -q '<svg' map1.html || fail "the page has no map"
ends_with 0 "$DADO" map eval map1/variant-01.map --target casual -n 2 --types brave,smart --no-store -q
quality=$(sed -n 's/.*{"name":"variant 1","fitness":\([0-9.]*\),.*/\1/p' map1.json)
grep -q "^  variant-01.map  *$(printf '%.4f' "$quality")" "$out" || fail "map eval does not find the quality $quality"

# The library's by its name, and killed and resumed it is the same run.
breed() {
    "$DADO" evolve lair --target casual --population 8 --generations 8 -n 8 --json -q "$@"
}
breed --no-store >whole.json
breed --store killed.db >/dev/null 2>&1 &
pid=$!
sleep 0.7
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
breed --store killed.db --resume >killed.json
same whole.json killed.json
breed --store stopped.db >/dev/null 2>&1 &
pid=$!
sleep 0.4
kill -INT "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
breed --store stopped.db --resume >stopped.json
same whole.json stopped.json

# The best of every kind is kept as well, and goes on where it was stopped.
kinds() {
    breed --axis linearity:0..0.6:6 "$@"
}
kinds --no-store >whole.json
kinds --store kinds.db >/dev/null 2>&1 &
pid=$!
sleep 0.5
kill -TERM "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
kinds --store kinds.db --resume >kinds.json
same whole.json kinds.json

# A generator: its numbers, what -D sets apart.
ends_with 0 "$DADO" evolve caves --target casual --population 6 --generations 2 -n 2 --types brave \
    -D enemies=4 --no-store --out made
grep -q 'fill=' made/variant-01.numbers || fail "its numbers are not kept"
grep -q 'enemies=' made/variant-01.numbers && fail "a number that was set is varied"
[ "$(grep -c '^Enemy:' made/variant-01.map)" -le 4 ] || fail "more enemies than were set"
ends_with 0 "$DADO" evolve caves --target casual --population 6 --generations 2 -n 2 --types brave \
    --axis linearity:0..0.6:4 --no-store --json
grep -q '"elites":{"kind":"table".*"rows":\[{"cell":[0-9]*,"linearity":' "$out" || fail "no archive in the JSON"

# Levels: the very ones of dado level evolve, and on from a row that is there.
ends_with 0 "$DADO" level evolve -D algorithm=improved -D population=60 -D generations=20 --seed 3 \
    --no-store -q -o there
ends_with 0 "$DADO" evolve platform -D algorithm=improved --population 60 --generations 20 --seed 3 \
    --no-store -q -o here
# Beneath its drawing, level evolve leaves the route that finishes the level.
grep -q '^route ' there/level-00003.level || fail "an evolved level has no certificate"
sed '/^$/d; /^route /d' there/level-00003.level >drawn.level
same drawn.level here/variant-01.level
same there/level-00003.genes here/variant-01.genes
ends_with 0 "$DADO" evolve "$here/library/levels/classic.patterns" -D algorithm=improved \
    --population 60 --generations 20 --seed 3 --no-store -q -o named
same there/level-00003.genes named/variant-01.genes
ends_with 0 "$DADO" evolve here/variant-01.genes -D algorithm=improved --population 60 \
    --generations 20 --target easy --no-store -q --report levels.html
awk '$1 == "ancestor" { a = $2 } $1 == "variant" && $2 == 1 { v = $3 } END { exit !(v > a) }' "$out" ||
    fail "no level is nearer to the wish"
grep -q '<svg' levels.html || fail "the page has no level"

# What makes no sense is refused in words.
ends_with 1 "$DADO" evolve "$here/library/levels/first.level" --no-store
complains 'rows of patterns'
ends_with 1 "$DADO" evolve kuhn --target tense --no-store
complains 'is not a described game, a map'
ends_with 1 "$DADO" evolve lair --no-store
complains 'casual, classic, hardcore'
ends_with 2 "$DADO" evolve lair --target casual --growth-cost 1 --no-store
complains '--growth-cost is not for maps'
ends_with 2 "$DADO" evolve platform --types brave --no-store
complains '--types is not for levels'
printf '0 1 99\n' >bad.genes
ends_with 1 "$DADO" evolve bad.genes --no-store
complains 'bad.genes:1:5'
printf '1.1\n2-2\n0:0 0:0\n0:0 1:1\n' >bad.map
ends_with 1 "$DADO" evolve bad.map --target casual --no-store
complains 'no cell is an exit'
