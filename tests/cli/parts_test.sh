# A run in parts: merged in any order it is the run of one go, a killed part goes on, and what is
# wrong with the parts is named.
. tests/support/cli.sh

cd "$work"
play="sim hearts --agents random -n 600 --seed 5"
print() { "$DADO" runs verify --store "$1" | sed 's/.*fingerprint //'; }

ends_with 0 "$DADO" $play --store whole.db -q
for part in 1 2 3 4; do
    ends_with 0 "$DADO" $play --part $part/4 --out part$part.dado
    grep -q "part $part/4" "$out" || fail "a part does not say which it is"
done
ends_with 0 "$DADO" merge part3.dado part1.dado part4.dado part2.dado --store merged.db
[ "$(print merged.db)" = "$(print whole.db)" ] || fail "merged parts are another run"
ends_with 0 "$DADO" runs show last --store merged.db --json
sed 's/"store":"[^"]*"//' "$out" >merged.json
ends_with 0 "$DADO" runs show last --store whole.db --json
sed 's/"store":"[^"]*"//' "$out" | cmp - merged.json || fail "merged parts have other figures"

# Finished, a part is played no more.
ends_with 0 "$DADO" $play --part 2/4 --out part2.dado

ends_with 1 "$DADO" merge part1.dado part4.dado --store few.db
complains 'of 4 parts 2 are missing: 2, 3'
ends_with 1 "$DADO" merge part1.dado part2.dado part3.dado part4.dado part1.dado --store twice.db
complains 'part 1 is there twice'
ends_with 0 "$DADO" sim hearts --agents random -n 600 --seed 6 --part 4/4 --out other.dado -q
ends_with 1 "$DADO" merge part1.dado part2.dado part3.dado other.dado --store mixed.db
complains 'of another plan'
ends_with 1 "$DADO" merge whole.db --store no.db
complains 'not made with --part'
ends_with 2 "$DADO" $play --part 5/4 --out x.dado
complains 'a part is written I/N'
ends_with 2 "$DADO" $play --part 1/4
complains '--part and --out go together'
ends_with 2 "$DADO" $play --out x.dado
complains '--part and --out go together'
ends_with 2 "$DADO" $play --part 1/4 --out x.dado --no-store
complains 'a part is kept'

# Killed at any moment, a part goes on.
long="sim kuhn --agents ismcts:iterations=300,random -n 3000 --seed 2"
ends_with 0 "$DADO" $long --store long.db -q
ends_with 0 "$DADO" $long --part 1/2 --out long1.dado -q
for moment in 0.05 0.1 0.2; do
    "$DADO" $long --part 2/2 --out long2.dado -q >/dev/null 2>&1 &
    pid=$!
    sleep $moment
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
done
ends_with 0 "$DADO" $long --part 2/2 --out long2.dado -q
ends_with 0 "$DADO" merge long2.dado long1.dado --store joined.db -q
[ "$(print joined.db)" = "$(print long.db)" ] || fail "a killed part leaves other bytes"
