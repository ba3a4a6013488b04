# What a player from outside is told gives it no key to the luck of the run.
#
# At b3ddd41 the program below found the key in its first match, run without --seed: it said
# "FOUND version 1 seed 1".
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: no python3 here"; exit 77; }
dado=$(realpath "$DADO")
cp tests/hostile/luck_finder.py tests/hostile/luck_version_1.db "$work"
expected=$(realpath tests/hostile/luck_version_1.txt)
cat >"$work/dice.lua" <<'TXT'
function choose(turn) return turn.rng:int(1, #turn.moves) end
TXT
chmod -R a+rwX "$work"
cd "$work"

play() { "$dado" sim kuhn --seat 1=./luck_finder.py -n 10 --threads 1 "$@"; }
seed_of() { sed -n 's/.*matches, seed \([0-9]*\).*/\1/p' "$1"; }

ends_with 0 play --store a.db
grep -q "FOUND" "$err" && fail "the key was found"
first=$(seed_of "$out")
ends_with 0 play --no-store
second=$(seed_of "$out")
[ -n "$first" ] && [ -n "$second" ] || fail "the seed is not printed"
[ "$first" != "$second" ] || fail "two runs drew the same seed"
[ "${#first}" -gt 12 ] || [ "${#second}" -gt 12 ] || fail "seeds are small: $first, $second"
"$dado" runs --store a.db | grep -q -w "$first" || fail "the seed is not in the store"

# A seed that was told can be found by trying, and the answer says so.
ends_with 0 play --seed 1 --no-store
grep -q "FOUND version 2 seed 1" "$err" || fail "the player does not try what it should"
grep -q "LOST" "$err" && fail "the player lost the key"
grep -q "The seed was told" "$out" || fail "nothing is said of a told seed"
grep -q "The seed was told" "$work/err" && fail "it belongs to the answer"

# The same seed, the same bytes; a drawn one can be told, to the last of its 64 bits.
ends_with 0 "$dado" sim kuhn --seat 1=./dice.lua -n 50 --store b.db --csv drawn.csv
drawn=$(seed_of "$out")
ends_with 0 "$dado" sim kuhn --seat 1=./dice.lua -n 50 --no-store --seed "$drawn" --csv told.csv
cmp drawn.csv told.csv || fail "seed $drawn gave two results"
ends_with 0 "$dado" sim kuhn --no-store -n 2 --seed 18446744073709551615
ends_with 2 "$dado" sim kuhn --no-store -n 2 --seed 18446744073709551616

# What goes on goes on with the stored seed; parts must be told one.
ends_with 0 "$dado" sim kuhn --seat 1=./dice.lua -n 50 --store b.db --resume
[ "$(seed_of "$out")" = "$drawn" ] || fail "--resume drew a new seed"
ends_with 2 "$dado" sim kuhn --seat 1=./dice.lua -n 50 --part 1/2 --part-file part.db
complains "--seed"

# Runs of the first version of luck are played again as they were.
for match in 0 1 2 3 4 5; do
    "$dado" replay 1 --match $match --store luck_version_1.db --text --player ./dice.lua |
        grep -v '^#'
done >again.txt 2>/dev/null
cmp again.txt "$expected" || fail "a run of version 1 plays differently now"

again_as_user
