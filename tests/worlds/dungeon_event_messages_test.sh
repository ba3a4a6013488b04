# What happens in a dungeon is told step by step to who plays it, and kept in a log; what a first bot
# needs, the exits it has seen, is in its view as the reference has it.
. tests/support/cli.sh

cd "$work"
yes e | head -60 >moves
printf 'log\nundo\nlog\nquit\n' >>moves
ends_with 0 "$DADO" play dungeon --no-store -D file=@"$here/library/maps/corridor.map" \
    -D player.hp=60 <moves
for words in 'b comes into sight: hp 14, attack 6, defence 2' 'you hit a for 5 and it falls' \
    'you find 10 gold' 'you drink, and [0-9]* hp come back' 'you are hit for' 'you see a way out' \
    'you are out'; do
    grep -q "$words" "$out" || {
        grep 'P1 (human)' "$out" >&2
        fail "not told: $words"
    }
done
# The log has the last of it, without what was taken back.
head -12 moves >few
printf 'log\nundo\nlog\nquit\n' >>few
ends_with 0 "$DADO" play dungeon --no-store -D file=@"$here/library/maps/corridor.map" <few
# Each prints its first line behind the prompt: thirteen steps, and then one fewer.
[ "$(grep -c '^P1 (human): go east' "$out")" = $((1 + 12 + 11)) ] || {
    grep -n 'P1 (human)' "$out" >&2
    fail "the log is not what was played"
}
printf 'log\nquit\n' >none
ends_with 0 "$DADO" play dungeon --no-store -D file=@"$here/library/maps/lair.map" <none
grep -q 'the only move\|Nothing has happened yet' "$out" || fail "an empty log is not told"

# Two who share a terminal are not told each other's secrets.
printf '1\nlog\nquit\n' >two
ends_with 0 "$DADO" play kuhn --agents human,human --no-store <two
grep -q 'would tell their secrets' "$out" || {
    cat "$out" >&2
    fail "secrets are told again"
}

# A first bot: goes to an exit it has seen, else east; its view says where, and no sooner.
cat >first.lua <<'END'
function choose(turn)
  local v = turn.view
  if #v.exits == 0 then
    for _, row in ipairs(v.rows) do assert(not row:find(">", 1, true), "an exit out of the list") end
    return turn.moves[1] == "e" and "e" or turn.rng:pick(turn.moves)
  end
  local e = v.exits[1]
  local sign = v.rows[e.y + 1]:sub(e.x + 1, e.x + 1)
  assert(sign ~= " " and sign ~= "#", "an exit that was never seen")
  local wanted = e.x > v.x and "e" or e.x < v.x and "w" or e.y > v.y and "s" or "n"
  for _, move in ipairs(turn.moves) do if move == wanted then return move end end
  return turn.rng:pick(turn.moves)
end
END
ends_with 0 "$DADO" sim dungeon -D file=@"$here/library/maps/corridor.map" -D player.hp=500 \
    --agents lua:file=@first.lua -n 5 --no-store --json
grep -q 'strike\|error' "$err" && { cat "$err" >&2; fail "the bot was misled"; }
python3 - "$out" <<'END' || fail "a first bot does not get out"
import json, sys
rows = json.load(open(sys.argv[1]))["parts"]["measures"]["rows"]
win = [r for r in rows if r["name"] == "win"][0]
value = win["mean"]
value = value["value"] if isinstance(value, dict) else value
assert value == 1, win
END
