# A league from its first command to its table; and killed in between: no match is lost or counted
# twice, pairings are those of the seed, and the table is that of a league that nobody killed. 6 teams,
# 40 matches and 5 kills; with DADO_LONG 8 teams, 240 matches and 40 kills.
. tests/support/cli.sh

teams=6 rounds=7 kills=5
[ -z "${DADO_LONG:-}" ] || teams=8 rounds=30 kills=40

cd "$work"
cp "$here/library/kits/python/random_agent.py" python.py
cp "$here/library/kits/lua_inside/random_agent.lua" lua.lua

"$DADO" league new season kuhn --house greedy --seed 7 -q >/dev/null
[ -f season/league.ini ] || fail "no settings were written"
ends_with 1 "$DADO" league new season kuhn
complains "there is a league in season"
for i in $(seq $((teams - 1))); do
    "$DADO" league team season "Team $i" --json >"key$i"
    case $i in 1 | 2) file=python.py ;; *) file=lua.lua ;; esac
    "$DADO" league submit season "Team $i" $file -q >/dev/null
done
ends_with 1 "$DADO" league team season "team 1"
complains "there is a team called team 1 already"
ends_with 1 "$DADO" league submit season Nobody lua.lua
complains "there is no team called Nobody"
! grep -rq "$(sed -n 's/.*"value":"\([0-9a-f]\{32\}\)".*/\1/p' key1)" season || fail "the key itself is kept"

# Every pairing is that of the seed; and in a copy of the league that is killed again and again, each
# time with more matches played, all goes on as if nothing had happened.
cp -r season killed
"$DADO" league play season -n $rounds --threads 2 --json >whole.json
ends_with 0 "$DADO" league table season --verify
complains "all $rounds rounds are those that the seed leads to"
cat >kill.py <<'PY'
import os, signal, sqlite3, subprocess, sys, time

dado, kills, rounds, whole = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]


def ask(folder, sql):
    with sqlite3.connect(f"file:{folder}/league.db?mode=ro", uri=True, timeout=60) as log:
        return log.execute(sql).fetchall()


LOG = "SELECT round, board, turn, who, ended, places, gave_up FROM league_match ORDER BY id"
COUNT = "SELECT count(ended) FROM league_match"
every = ask(whole, COUNT)[0][0]
assert every >= 40, every
before = []
for kill in range(1, kills + 1):
    playing = subprocess.Popen([dado, "league", "play", "killed", "-n", str(rounds), "--threads", "2", "-q"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while ask("killed", COUNT)[0][0] < every * kill // (kills + 1):
        assert playing.poll() is None, "it ended by itself"
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    after = [row for row in ask("killed", LOG) if row[4] is not None]
    assert set(before) <= set(after), "a match was lost or changed"
    before = after
print(f"killed {kills} times, the last with {len(before)} of {every} matches played")
left = rounds - ask("killed", "SELECT count(*) FROM league_round")[0][0]
left += ask("killed", "SELECT count(*) - count(ended) FROM league_match")[0][0] > 0
subprocess.run([dado, "league", "play", "killed", "-n", str(left), "-q"], check=True, stdout=subprocess.DEVNULL)
assert ask("killed", LOG) == ask(whole, LOG), "the log is not that of a league that nobody killed"
PY
python3 kill.py "$DADO" $kills $rounds season || fail "a killed league did not go on as it should"
tables() { "$DADO" league table "$1" --format csv; }
tables season >one
tables killed >two
same one two

# Every match can be seen again.
python3 - <<'PY' || fail "a match has no replay"
import sqlite3, sys
rows = sqlite3.connect("season/league.db").execute("SELECT count(*), count(replay) FROM league_match").fetchone()
open("one.match", "wb").write(sqlite3.connect("season/league.db").execute("SELECT replay FROM league_match").fetchone()[0])
sys.exit(rows[0] != rows[1])
PY
ends_with 0 "$DADO" replay one.match --text

# Its pages lead to each other, and show no seed.
"$DADO" league export season site -q >/dev/null
for page in site/*.html; do
    for target in $(sed 's/href="/\n/g' "$page" | sed -n '/^[a-z0-9-]*\.html"/s/".*//p' | sort -u); do
        [ -f "site/$target" ] || fail "$page leads to $target, which is not there"
    done
done
[ "$(ls site/match-*.html | wc -l)" = "$(sed -n 's/.*"matches":{[^}]*"value":\([0-9]*\).*/\1/p' site/table.json | head -1)" ] ||
    fail "not every match has a page"
seed=$(python3 -c 'import sqlite3; print(sqlite3.connect("season/league.db").execute("SELECT seed FROM league").fetchone()[0])')
[ "$seed" = 7 ] || fail "the seed is $seed"
grep -q "of seed 0," site/match-1.html || fail "a page tells a seed"

# Submissions of all kinds, and those that are refused, in words.
submit() { ends_with "$1" "$DADO" league submit season "Team 3" "$2"; }
mkdir folder several
printf 'all:\n\tcc -O2 -o bot random_agent.c\n' >folder/Makefile
cp "$here/library/kits/c/random_agent.c" "$here/library/kits/c/dado_pipe.h" folder
submit 0 folder
cp "$here/library/kits/c/random_agent.c" one.c
submit 0 one.c
cp "$here/library/kits/cpp/random_agent.cpp" one.cpp
submit 0 one.cpp
if command -v node >/dev/null; then
    cp "$here/library/kits/javascript/random_agent.js" one.js
    submit 0 one.js
fi
printf 'import dado\nimport helper\ndado.play(helper.choose, name="several")\n' >several/bot.py
printf 'def choose(turn):\n    return turn.moves[0]\n' >several/helper.py
submit 0 several
tar -czf several.tar.gz several
submit 0 several.tar.gz
python3 -c 'import shutil; shutil.make_archive("several", "zip", ".", "several")'
submit 0 several.zip
printf 'int main(void) { return }\n' >broken.c
submit 3 broken.c
grep -q "refused: it was not built" "$out" && grep -q "broken.c:1" "$out" || fail "what the compiler said is not shown"
printf 'import sys\nprint("no JSON")\nsys.stderr.write("it hurts here\\n")\n' >dies.py
submit 3 dies.py
grep -q "problem: It printed a line that is no JSON object" "$out" || fail "what went wrong is not said"
printf 'while true do end\n' >words.txt
submit 3 words.txt
grep -q "no single file ends in" "$out" || fail "what a submission needs is not said"

# A player that gives up every match is paused, and the league goes on; a file that is gone is no reason
# to stop either.
sed -i 's/pause_after = 6 /pause_after = 2 /' season/league.ini
latest=$(ls season/submissions | sort -n | tail -1)
while [ ! -f "season/submissions/$latest/helper.py" ]; do latest=$((latest - 1)); done
printf 'import os\nos._exit(3)\n' >season/submissions/$latest/helper.py
rm season/submissions/2/random_agent.py 2>/dev/null || rm season/submissions/2/python.py
"$DADO" league play season -n 4 --format csv >after
grep -q '^.*Team 3,.*,paused,' after || fail "Team 3 gave up everything and is not paused: $(cat after)"
grep -q '^.*Team 1,.*,paused,' after || fail "Team 1 has no program and is not paused: $(cat after)"
ends_with 0 "$DADO" league table season --verify

# Files that a league cannot do without, and settings that make no sense, are named.
sed 's/memory_mb = 1024/memory_mb = much/' season/league.ini >killed/league.ini
ends_with 1 "$DADO" league table killed
complains "league.ini:7"
cp season/league.ini killed/league.ini
rm killed/league.db
ends_with 1 "$DADO" league play killed
complains "killed has no league.db"
ends_with 1 "$DADO" league table nowhere
complains "nowhere has no league.ini"
ends_with 1 "$DADO" league new alone pig --house ./lua.lua
complains "cannot be a house player"
