"""Asks dado doctor about every game of known truth, and counts what it says that is not so.

    run.py DADO WORK --list | --count
    run.py DADO WORK [--every N] [--from N] [--seeds N] [--effort quick|normal] [--game NAME] [--also GAME ...]

Prints each false sentence and each flaw that was not told; the exit code is 1 if there are more than
`--false` or `--missed` of them. `--list` prints the games, the kind of flaw of each and its exact size;
`--count` only how many there are, and the exit code is 1 if they are too few.
"""
import argparse, json, os, re, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from exact_tree import Truth
from games import GAMES
import games_of_cards_and_boards  # adds to GAMES
from sentences import contradictions, is_false


def doctor(dado, path, effort, seed):
    done = subprocess.run([dado, "doctor", path, "--effort", effort, "--seed", str(seed), "--advice", "0",
                           "--threads", "1", "--quiet", "--json"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    return json.loads(done.stdout)["parts"]["findings"]["verdicts"]


def size_of(topic, t):
    """The exact size of a flaw, in words."""
    shares = ", ".join(f"{float(x):.3f}" for x in t.share)
    return {"fairness": f"shares {shares}", "ties": f"{float(t.tie):.3f} of matches", "success": f"won {shares.split(',')[0]}",
            "winners": f"nobody wins {float(t.nobody):.3f}", "stakes": f"stakes {float(t.stakes):.3f}",
            "kingmaking": f"{float(t.kings):.3f} of matches", "runaway": f"early leaders win {float(t.early or 0):.3f}",
            "drama": f"winners behind {float(t.behind or 0):.3f}", "length": f"rounds {t.rounds}",
            "choices": f"{t.offered} decisions at most",
            "proof": "best play " + ", ".join(f"{float(x):.3f}" for x in t.best[0]) if t.best else ""}.get(topic, "made so")


def list_games():
    for g in GAMES:
        if not g["flaw"]:
            print(f"{g['name']}: no flaw")
            continue
        truth = Truth(g["play"], g["players"], g["sides"], g["goal"])
        print(f"{g['name']}: {g['flaw'][0]}, \"{g['flaw'][1]}\", {size_of(g['flaw'][0], truth)}")


def count_games():
    """Counts what the set must have."""
    kinds = {(re.sub(r"(-\d+)+$", "", g["name"]), *g["flaw"]) for g in GAMES if g["flaw"]}
    wide = sum(g["players"] > 2 or bool(re.search("hloc|iloc|board|together", g["text"])) for g in GAMES)
    sound = sum(not g["flaw"] for g in GAMES)
    print(f"{len(GAMES)} games, {len(kinds)} kinds of flaw, {sound} games without any; {wide} with more than two "
          "players, hidden cards or choices, or boards")
    sys.exit(len(GAMES) < 100 or len(kinds) < 30 or sound < 35 or 2 * wide < len(GAMES))


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("dado"), ask.add_argument("work")
    ask.add_argument("--every", type=int, default=1), ask.add_argument("--seeds", type=int, default=1)
    ask.add_argument("--from", type=int, default=0, dest="first")
    ask.add_argument("--effort", default="quick"), ask.add_argument("--game")
    ask.add_argument("--false", type=int, default=0, dest="most_false")
    ask.add_argument("--missed", type=float, default=0)
    ask.add_argument("--also", nargs="*", default=[])
    ask.add_argument("--list", action="store_true"), ask.add_argument("--count", action="store_true")
    a = ask.parse_args()
    if a.list:
        list_games()
    if a.list or a.count:
        count_games()
    runs = false = flawed = told = sentences = 0
    missed = {}
    for number, g in enumerate(GAMES):
        if (a.game and a.game != g["name"]) or (not a.game and number % a.every) or number < a.first:
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
