"""Asks dado doctor about every game whose answer is worked out in games.py.

    run.py DADO WORK [--seeds N] [--effort quick|normal] [--game NAME] [--every N]

A claim that the exact answer contradicts is false. The claim that a game was made for must be told in
95 of 100 runs over all games, and in at least 16 of 20 of each. Prints what fails; the exit code is 1 then.
"""
import argparse, json, os, re, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from games import GAMES


def ask(dado, path, question, effort, seed):
    done = subprocess.run([dado, "doctor", path, *question, "--effort", effort, "--seed", str(seed), "--threads", "1",
                           "--quiet", "--json"], capture_output=True, text=True,
                          env=dict(os.environ, DADO_STORE=path + ".db"))
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    parts = json.loads(done.stdout)["parts"]
    return [v["claim"] for part in ("verdicts", "pair_verdicts") if part in parts for v in parts[part]["verdicts"]]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("dado"), options.add_argument("work")
    options.add_argument("--seeds", type=int, default=1), options.add_argument("--effort", default="normal")
    options.add_argument("--game"), options.add_argument("--every", type=int, default=1)
    a = options.parse_args()
    runs = told = flawed = claims = false = unknown = 0
    least = a.seeds
    for number, g in enumerate(GAMES):
        if (a.game and a.game != g["name"]) or (not a.game and number % a.every):
            continue
        path, own = os.path.join(a.work, g["name"] + ".rcy"), 0
        with open(path, "w") as out:
            out.write(g["text"] + "\n")
        for seed in range(1, a.seeds + 1):
            said = ask(a.dado, path, g["question"], a.effort, seed)
            runs, claims = runs + 1, claims + len(said)
            for claim in said:
                so = g["so"](claim)
                unknown += so is None
                if so is False:
                    false += 1
                    print(f"false: {g['name']}, seed {seed}: {claim}", flush=True)
            own += g["must"] is not None and any(re.search(g["must"], c) for c in said)
        if g["must"] is None:
            continue
        told, flawed, least = told + own, flawed + a.seeds, min(least, own)
        if own < a.seeds:
            print(f"not told: {g['name']}, {a.seeds - own} of {a.seeds} seeds; seed {a.seeds} says {said}", flush=True)
    print(f"{a.effort}: {runs} runs, {claims} claims, {false} false, {unknown} not judged; {told} of {flawed} told, "
          f"at least {least} of {a.seeds} in each game")
    sys.exit(false > 0 or told < 0.95 * flawed or least < 0.8 * a.seeds)


main()
