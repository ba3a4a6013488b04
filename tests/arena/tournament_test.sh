# A tournament gives the same bytes on one thread and on two, and after being killed and resumed.
. tests/support/cli.sh

cd "$work"
cp "$here/library/kits/lua_inside/territorio_agent.lua" marcher.lua
play() {  # FOLDER THREADS FLAGS...
    mkdir -p "$1"
    (cd "$1" && "$DADO" arena territorio ../marcher.lua territorio_example random -n 6 --seed 1 \
        -D map.width=7 -D map.height=7 -D limit.rounds=15 --keep moves --threads "$2" \
        --store kept.db -q --resume --json >json)
}

# What is in the store too: the record of every match, line by line.
records() {  # FOLDER
    for lineup in 0 1 2 3 4 5; do
        for match in 0 5; do
            (cd "$1" && "$DADO" replay 1 --store kept.db --lineup $lineup --match $match --text)
        done
    done >"$1/records"
}

play one 1
play two 2
same one/json two/json
records one
records two
same one/records two/records
grep -q '"rating"\|"points"' one/json || fail "no ratings in the result"

# Killed three times with matches kept, it ends as if nothing had happened.
kept() { (cd killed && "$DADO" runs --store kept.db --json 2>/dev/null) |
    sed -n 's/.*"matches":\([0-9]*\),.*/\1/p' | head -1; }
mkdir killed
before=0
for _ in 1 2 3; do
    (cd killed && exec "$DADO" arena territorio ../marcher.lua territorio_example random -n 6 --seed 1 \
        -D map.width=7 -D map.height=7 -D limit.rounds=15 --keep moves --threads 2 \
        --store kept.db -q --resume --json >json 2>log) &
    pid=$!
    now=$before
    while [ "$now" -le "$before" ]; do
        kill -0 "$pid" 2>/dev/null || break
        now=$(kept)
        : "${now:=0}"
    done
    kill -9 "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    before=$(kept)
    : "${before:=0}"
    echo "killed with $before matches kept"
done
[ "$before" -gt 0 ] || fail "nothing was kept before it was killed"
play killed 2
same one/json killed/json
records killed
same one/records killed/records

# A player that hangs, one that dies and one that lies lose by the rule, and the tournament goes on.
for mode in mute crash liar; do cp "$DADO_HOSTILE" "./$mode"; done
ends_with 0 "$DADO" arena kuhn ./mute:time_ms=100,hello_ms=100,strikes=1 ./crash:strikes=1 \
    ./liar:strikes=1,refusals=3 random -n 2 --no-store --json --report page.html
grep -q '"label":"matches","value":24,' "$out" || {
    cat "$out" >&2
    fail "not all matches were played"
}
grep -q 'forfeit: out of strikes' "$err" || fail "the verdict is not in the log"
for part in 'Ratings' 'Who beat whom' 'Wins by seat' 'What referees said' 'out of strikes' './liar'; do
    grep -F -q -- "$part" page.html || fail "not on the page: $part"
done
! grep -q '<script' page.html || fail "the page has a script"
