# What referees say of players is kept with the match: in replays, logs of events and reports.
. tests/support/cli.sh

cd "$work"
# Refused twice a turn; fails in round 2 and then once more, which is out of its two strikes.
cat >clumsy.lua <<'END'
function choose(turn)
    if turn.round >= 2 then error("lost my way") end
    if not turn.error then return "move 1 99,99" end
    if turn.error:find("UNKNOWN_UNIT") then return "sing" end
    return "end"
end
END
small="-D map.width=7 -D map.height=7 -D limit.rounds=6"
play() {
    ends_with 0 "$DADO" arena territorio ./clumsy.lua:strikes=2 territorio_example -n 3 --seed 1 $small "$@"
}

play --keep moves --store kept.db --report page.html --json
cp "$out" first.json
grep -q '"player":"./clumsy.lua:strikes=2".*"refused":24,"strikes":12,"gave_up":6,' "$out" || {
    cat "$out" >&2
    fail "the referees' count is not in the result"
}
complains 'match 0, ./clumsy.lua:strikes=2 as P1: refused: UNKNOWN_UNIT: move 1 99,99' 20
grep -q 'gave up' page.html || fail "no table of conduct on the page"

# After the fact: nothing is played, all is told again.
play --keep moves --store kept.db --resume --report again.html --json
same first.json "$out"
for page in page again; do grep -v 'dado arena territorio' $page.html >$page.told; done
same page.told again.told

# The log of one match, as the rulebook spells it.
ends_with 0 "$DADO" replay --store kept.db --lineup 0 --match 1 --events json
for line in \
    '"e":"reject","seat":0,"command":{"c":"move","unit":1,"x":99,"y":99},"error":"UNKNOWN_UNIT"}' \
    '"e":"reject","seat":0,"command":"sing","error":"MALFORMED"}' \
    '"e":"strike","seat":0,"reason":"crash","ms":0,"count":1}' \
    '"e":"end_turn","seat":0,"reason":"crash"}' \
    '"e":"strike","seat":0,"reason":"crash","ms":0,"count":2}' \
    '"e":"forfeit","seat":0}' \
    '"e":"result","reason":"forfeit","winner":1,"ranks":[2,1],'; do
    grep -F -q -- "$line" "$out" || fail "not in the log: $line"
done
[ "$(grep -c '"e":"reject"' "$out")" = 4 ] || fail "not every refusal is in the log"
sed 's/^{"n":\([0-9]*\),.*/\1/' "$out" | awk '$1 != NR - 1 { exit 1 }' || fail "lines are misnumbered"
cp "$out" log
ends_with 0 "$DADO" replay --store kept.db --lineup 0 --match 1 --events words
grep -q '^\[r0 P1\] was refused {"c":"move",.*: UNKNOWN_UNIT$' "$out" || fail "no refusal in words"
grep -q '^\[r2 P1\] strike 1 (crash)' "$out" || fail "no strike in words"

# A file of its own carries them; so does the record, line by line, and the table shown.
ends_with 0 "$DADO" replay --store kept.db --lineup 0 --match 1 -o one.replay
ends_with 0 "$DADO" replay one.replay --events json
same log "$out"
ends_with 0 "$DADO" replay one.replay --text
grep -q '^note p0 refused: UNKNOWN_UNIT: move 1 99,99$' "$out" || fail "no note in the record"
ends_with 0 "$DADO" replay one.replay
grep -q '   referee on P1: forfeit: out of strikes' "$out" || fail "no note beside the table"
ends_with 0 "$DADO" replay one.replay --html one.html
grep -q 'referee on P1, strike: crashed, 1 so far' one.html || fail "no note on the page"

# Where no moves were kept the match is played again, and its referee speaks again.
play --store light.db -q --json
same first.json "$out"
ends_with 0 "$DADO" replay --store light.db --lineup 0 --match 1 --events json
same log "$out"

# One program for all seats has a name in each of them; the clock is in the note.
cp "$DADO_HOSTILE" ./hang
ends_with 0 "$DADO" sim territorio --agents ./hang:time_ms=60,strikes=1 -n 1 -D match.players=3 \
    --keep moves --store hang.db $small
complains './hang:time_ms=60,strikes=1 as P2: strike: late, 1 so far' 20
ends_with 0 "$DADO" replay --store hang.db --events json
for seat in 0 1; do
    grep -q '"e":"strike","seat":'$seat',"reason":"time","ms":[0-9]*,"count":1}' "$out" ||
        fail "no strike of seat $seat"
done
grep -q '"e":"end_turn","seat":0,"reason":"time"}' "$out" || fail "no turn ended by the clock"
grep -q '"e":"result","reason":"forfeit"' "$out" || fail "no result"

# A turn with too many commands is ended, and the log says by what.
cp "$DADO_HOSTILE" ./honest
ends_with 0 "$DADO" sim territorio --agents ./honest:commands=2,territorio_example -n 1 --keep moves \
    --store limit.db $small
ends_with 0 "$DADO" replay --store limit.db --events json
grep -q '"e":"note","seat":0,"text":"limit: no more commands in this turn"}' "$out" ||
    fail "no note of the limit"
grep -q '"e":"end_turn","seat":0,"reason":"limit"}' "$out" || fail "no turn ended by the limit"

# What the settings of the game say of clocks and strikes binds referees; a player's own go first.
strikes() {  # COUNT AGENT SETTINGS...
    expected=$1
    agent=$2
    shift 2
    ends_with 0 "$DADO" sim territorio --agents "$agent,territorio_example" -n 1 --keep moves \
        --store settings.db $small "$@"
    ends_with 0 "$DADO" replay --store settings.db --events json
    [ "$(grep -c '"e":"strike"' "$out")" = "$expected" ] || fail "not $expected strikes: $agent $*"
}
strikes 1 ./clumsy.lua -D turn.max_strikes=1
strikes 3 ./clumsy.lua
strikes 2 ./clumsy.lua:strikes=2 -D turn.max_strikes=1
strikes 1 ./hang -D turn.time_ms=60 -D turn.max_strikes=1
cat >small.ini <<'END'
[turn]
time_ms = 60
max_strikes = 2
[log]
level = events
END
strikes 2 ./hang -D settings=@small.ini
! grep -q '"e":"domain"' "$out" || fail "the level of the log is not heeded"
ends_with 1 "$DADO" sim territorio -D turn.max_strikes=many --no-store
complains 'turn.max_strikes'
