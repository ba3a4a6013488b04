"""playtest_ratings.py - scripted people rate matches of Pig by a known function of each match: fun grows with lead changes and falls
with the number of options. usage: playtest_ratings.py DADO SEEDS; fails if more than one seed finds other measures.
"""
import csv, json, os, random, statistics, subprocess, sys

dado, seeds = sys.argv[1], int(sys.argv[2])


def run(*words):
    done = subprocess.run([dado, *words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def standard(rows, name):
    values = [float(row[name]) for row in rows]
    return [(value - statistics.mean(values)) / statistics.pstdev(values) for value in values]


right = 0
for seed in range(1, seeds + 1):
    played, people = f"played{seed}.db", f"people{seed}.db"
    run("sim", "pig", "-n", "100", "-s", str(seed), "--keep", "moves", "--store", played)
    run("playtest", "export", "--from-run", "last", "--store", played, "-o", "played.jsonl")
    run("runs", "show", "last", "--store", played, "--csv", "played.csv")
    with open("played.csv") as file:
        rows = list(csv.DictReader(file))
    more, fewer, luck = standard(rows, "lead_change"), standard(rows, "branching"), random.Random(seed)
    with open("played.jsonl") as source, open("rated.jsonl", "w") as rated:
        for i, line in enumerate(source):
            match = json.loads(line)
            seats = range(len(match["seats"]))
            match["seats"] = [{"name": f"somebody {seat}"} for seat in seats]
            felt = [3 + 0.8 * more[i] - 0.8 * fewer[i] + luck.gauss(0, 0.6) for _ in seats]
            match["answers"] = [{"seat": seat, "fun": max(1, min(5, round(felt[seat])))} for seat in seats]
            rated.write(json.dumps(match) + "\n")
    run("playtest", "import", "rated.jsonl", "--store", people)
    said = json.loads(run("playtest", "pig", "--store", people, "-e", "quick", "--agents", "random", "-n", "2", "--json"))
    found = {row["name"] for row in said["parts"]["predictors"]["rows"] if row["predicts"]}
    right += found == {"lead_change", "branching"}
    os.remove(played)
    os.remove(people)
print(f"the right measures, and no others, in {right} of {seeds}")
sys.exit(right < seeds - 1)
