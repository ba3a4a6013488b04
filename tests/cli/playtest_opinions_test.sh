# What people said about several games: strengths by comparisons, the measure that their liking is made of and no
# other, a target learned from it, and tables that are wrong. One seed; ten where DADO_LONG is set.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/cli.sh

cd "$work"

# Two games, nine of twelve people prefer one: odds of 9.5 to 3.5, which are 173.4 points.
{
    echo 'better,worse,player'
    for person in 1 2 3 4 5 6 7 8 9; do echo "pig,noughts,p$person"; done
    for person in 10 11 12; do echo "noughts,pig,p$person"; done
} >pairs.csv
ends_with 0 "$DADO" playtest ratings pairs.csv -n 4 --json
cp "$out" pairs.json
# The same as ratings of one person each, on scales of their own.
{
    echo 'player;game;fun'
    for person in 1 2 3 4 5 6 7 8 9; do printf 'p%d;pig;%d\np%d;"noughts";%d\n' $person 5 $person $((person % 4 + 1)); done
    for person in 10 11 12; do printf 'p%d;pig;2\np%d;noughts;3.5\n' $person $person; done
} >rated.csv
ends_with 0 "$DADO" playtest ratings rated.csv -n 4 --json
cp "$out" rated.json
python3 - <<'CHECK'
import json, math
for name in ("pairs.json", "rated.json"):
    rows = {row["game"]: row for row in json.load(open(name))["parts"]["liked_fun"]["rows"]}
    apart = rows["pig"]["strength"]["value"] - rows["noughts"]["strength"]["value"]
    assert abs(apart - 400 * math.log10(9.5 / 3.5)) < 0.5, (name, apart)
    assert list(rows)[0] == "pig" and rows["pig"]["comparisons"] == 12, rows
CHECK
# Without players nothing can be compared: the means are shown.
printf 'game,fun\npig,4\nnoughts,2\npig,5\n' >means.csv
ends_with 0 "$DADO" playtest ratings means.csv -n 4
grep -q 'pig  *4.5' "$out" || fail "the mean is not shown"
grep -q 'fewer than 8 games' "$out" || fail "too few games are not told"

# Scripted people like games by a known measure of theirs: the branching factor, with noise.
seeds=1
[ -z "${DADO_LONG:-}" ] || seeds=10
cat >people.py <<'PEOPLE'
import csv, json, random, statistics, subprocess, sys
dado, seeds = sys.argv[1], int(sys.argv[2])
games = "hearts agram whist euchre golf gops crazyeights gofish noughts threeinarow fourinarow caravan pig nim".split()
def run(*words):
    done = subprocess.run([dado, *words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout
value = {}
for game in games:
    rows = json.loads(run("sim", game, "-n", "60", "-s", "77", "--no-store", "--json"))["parts"]["measures"]["rows"]
    value[game] = next(row["mean"]["value"] if isinstance(row["mean"], dict) else row["mean"] for row in rows if row["name"] == "branching")
mean, sd = statistics.mean(value.values()), statistics.pstdev(value.values())
right = 0
for seed in range(1, seeds + 1):
    luck = random.Random(seed)
    with open("said.csv", "w") as file:
        table = csv.writer(file)
        table.writerow(["game", "player", "fun"])
        for person in range(12):
            own = luck.uniform(-1, 1)  # some give more to everything
            for game in luck.sample(games, 10):
                table.writerow([game, f"person {person}", round(own + 3 + 1.5 * (value[game] - mean) / sd + luck.gauss(0, 0.4), 1)])
    said = json.loads(run("playtest", "ratings", "said.csv", "-n", "60", "-s", str(seed), "--json", "--learn", "liked.expect"))
    found = {row["name"] for row in said["parts"]["predictors"]["rows"] if row["predicts"]}
    right += found == {"branching"}
    if found != {"branching"}:
        print("seed", seed, "found", found)
print(f"the right measure, and no other, in {right} of {seeds}")
sys.exit(right < seeds - seeds // 10)
PEOPLE
python3 people.py "$DADO" $seeds || fail "the measure that people like games by is not found"
grep -q '^metric branching = ' liked.expect || fail "no target was learned"
# The target is one that evolve and sim read.
ends_with 0 "$DADO" sim pig -n 20 --target liked.expect --no-store
grep -q 'liked' "$out" || fail "the target is not read"

# Tables that are wrong: what is said | the table
while IFS='|' read -r reason line table; do
    [ -n "$reason" ] || continue
    printf "$table" >wrong.csv
    ends_with 1 "$DADO" playtest ratings wrong.csv -n 2
    tr '\n' ' ' <"$err" | tr -s ' ' >one.txt
    grep -F -q -- "$reason" one.txt || { cat "$err" >&2; fail "nothing was said of: $reason"; }
    [ "$line" = 0 ] || grep -q "wrong.csv:$line" one.txt || { cat "$err" >&2; fail "no place: $table"; }
done <<'TABLES'
the first line names the columns|1|pig,Ada,4\n
the first line names the columns|1|game,better,worse\npig,pig,nim\n
two columns have the same name|1|game,game,fun\npig,pig,4\n
two columns have the same name|1|game,fun,fun\npig,1,4\n
no column is a question|1|game,player\npig,Ada\n
a column has no name|1|game,\npig,4\n
better, worse, player and question alone|1|better,worse,fun\npig,nim,4\n
another number of fields|3|game,fun\npig,4\npig,4,5\n
is not a number|2|game,fun\npig,good\n
is not a number|2|game,fun\npig,4x\n
the name of the game is missing|2|game,fun\n,4\n
better than itself|2|better,worse\npig,pig\n
the table has no answers|1|game,fun\n
the table has no answers|2|game,fun\npig,\n
text follows the closing quote|2|game,fun\n"pig"x,4\n
nosuchgame|0|game,fun\nnosuchgame,4\n
TABLES
# Where no measure predicts, no target is written.
ends_with 1 "$DADO" playtest ratings means.csv -n 4 --learn none.expect
complains "there is no target to write"
[ ! -e none.expect ] || fail "a target was written"
