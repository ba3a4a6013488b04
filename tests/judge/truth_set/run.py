"""Asks dado doctor about every game of known truth, and counts what it says that is not so.

    run.py DADO WORK [--every N] [--seeds N] [--effort quick|normal] [--game NAME] [--also GAME ...]

Prints each false sentence and each flaw that was not told; the exit code is 1 if there are more than
`--false` or `--missed` of them.
"""
import argparse, json, os, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from exact_tree import Truth
from games import GAMES
from sentences import contradictions, is_false


def doctor(dado, path, effort, seed):
    done = subprocess.run([dado, "doctor", path, "--effort", effort, "--seed", str(seed), "--advice", "0",
                           "--threads", "1", "--quiet", "--json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    return json.loads(done.stdout)["parts"]["findings"]["verdicts"]


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("dado"), ask.add_argument("work")
    ask.add_argument("--every", type=int, default=1), ask.add_argument("--seeds", type=int, default=1)
    ask.add_argument("--effort", default="quick"), ask.add_argument("--game")
    ask.add_argument("--false", type=int, default=0, dest="most_false")
    ask.add_argument("--missed", type=float, default=0)
    ask.add_argument("--also", nargs="*", default=[])
    a = ask.parse_args()
    runs = false = flawed = told = sentences = 0
    missed = {}
    for number, g in enumerate(GAMES):
        if (a.game and a.game != g["name"]) or (not a.game and number % a.every):
            continue
        truth = Truth(g["play"], g["players"], g["sides"], g["goal"])
        path = os.path.join(a.work, g["name"] + ".rcy")
        with open(path, "w") as out:
            out.write(g["text"] + "\n")
        for seed in range(1, a.seeds + 1):
            verdicts = doctor(a.dado, path, a.effort, seed)
            runs, sentences = runs + 1, sentences + len(verdicts)
            for v in verdicts:
                if is_false(v, truth, g["dead"]):
                    false += 1
                    print(f"false: {g['name']}, seed {seed}: {v['claim']} [{v['evidence']}]", flush=True)
            for one, other in contradictions(verdicts):
                false += 1
                print(f"contradiction: {g['name']}, seed {seed}: {one} {other}", flush=True)
            if g["flaw"]:
                topic, words = g["flaw"]
                flawed += 1
                # Best play is a matter of fairness, too.
                topics = (topic, "proof") if topic == "fairness" else (topic,)
                said = any(v["topic"] in topics and words.lower() in v["claim"].lower() and
                           v["tone"] in ("warn", "bad") for v in verdicts)
                told += said
                if not said:
                    missed[g["name"]] = missed.get(g["name"], 0) + 1
    for path in a.also:  # games whose truth is not known: only contradictions are looked for
        for one, other in contradictions(doctor(a.dado, path, a.effort, 1)):
            false += 1
            print(f"contradiction: {path}: {one} {other}", flush=True)
        runs += 1
    for name, count in missed.items():
        print(f"not told: {name}, {count} of {a.seeds} seeds")
    print(f"{a.effort}: {runs} runs, {sentences} sentences, {false} false; {told} of {flawed} flaws told")
    sys.exit(false > a.most_false or flawed - told > a.missed * flawed)


main()
