# A win of all is one win for each, in every verb; and where nothing can be won, no verb says so.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
cd "$work"
# A die of ten wins with one face, a die of five with one: 3/20 at random, 1/5 by best play.
cat >won.rcy <<'END'
(game (setup (create players 3) (create teams (0, 1, 2)))
  (choice (0 player) ((label "ten" (set (game sto W) (random 9)))
                      (label "five" (set (game sto W) (random 4)))))
  (scoring win (== (game sto W) 0)))
END
# Two turns; each adds 1 or a throw of 0 to 4, which is 2 on average: 3 at random, 4 by best play.
cat >points.rcy <<'END'
(game (setup (create players 2) (create teams (0, 1)))
  (stage player (turns 2)
    (choice ((label "one" (inc (game sto S) 1)) (label "die" (inc (game sto S) (random 4))))))
  (scoring max (game sto S)))
END
ends_with 0 "$DADO" check won.rcy points.rcy --strict
sed 's/ (create teams (0, 1))//' points.rcy >forgotten.rcy
ends_with 0 "$DADO" check forgotten.rcy
grep -q "W417.*win or lose together" "$out" || fail "a score that is the same for all is not told"
for game in won points; do
    "$DADO" sim $game.rcy -n 4000 --seed 3 --no-store -q --json >$game.sim
    "$DADO" solve $game.rcy --json >$game.solve
    "$DADO" solve $game.rcy odds --json >$game.odds
    "$DADO" arena $game.rcy random greedy -n 600 --seed 3 --no-store -q --json >$game.arena
    "$DADO" doctor $game.rcy --effort quick --seed 3 -q --json >$game.doctor
done
ends_with 0 python3 - <<'PY'
import json, math
read = lambda name: json.load(open(name))["parts"]
rows = lambda name, part: read(name)[part]["rows"]
claims = lambda name: [v["claim"] for p in read(name).values() for v in p.get("verdicts", [])]
def near(seen, truth, n):
    assert abs(seen - truth) < 4 * math.sqrt(truth * (1 - truth) / n), (seen, truth)
def between(seen, low, high, n):  # players who may be better than random ones
    assert low - 4 * math.sqrt(low / n) < seen < high + 4 * math.sqrt(high / n), seen
num = lambda x: x["value"] if isinstance(x, dict) else x
for seat in rows("won.sim", "seats"):
    near(num(seat["won"]), 3 / 20, 4000)
for seat in rows("won.odds", "seats"):
    assert abs(seat["share_mean"] - 3 / 20) < 1e-12 and seat["shared_chance"] == 0
for seat in rows("won.solve", "seats"):
    assert abs(num(seat["share"]) - 1 / 5) < 1e-12, seat
for seat in rows("won.arena", "seats"):
    between(num(seat["share"]), 3 / 20, 1 / 5, 600)
for player in rows("won.arena", "ratings"):
    assert player["rating"] is None or num(player["rating"]) is None, player
    between(num(player["share"]), 3 / 20, 1 / 5, 600)
assert any("succeed" in c for c in claims("won.doctor")), claims("won.doctor")
for verb in ("sim", "solve", "odds", "arena", "doctor"):
    text = open(f"points.{verb}").read()
    assert "share_mean" in text or " win" not in " ".join(claims(f"points.{verb}")).replace("nothing to win", ""), verb
said = claims("points.doctor")
assert any("nothing to win or lose" in c for c in said), said
assert sum("Thinking" in c or "thinking" in c for c in said) == 1, said
assert not any("tie" in c.split() or "seat" in c for c in said), said
assert "seats" not in read("points.arena")
assert "points are counted" in json.load(open("points.solve"))["said"]
PY
