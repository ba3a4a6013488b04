#!/usr/bin/env python3
"""Tables of 1,024 places from Python, beside the same loop in C in the same run.

    DADO_LIB=build/libdado.so PYTHONPATH=python bench/api/python_batch_env.py [GAME...]

A move is chosen at random in numpy; that is not counted, only the time inside dado, by the processor's clock. Python and
C (build/bench/bench_library_hall) take turns, so that a busy machine slows both; the ratio is that of the medians.
"""
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy

import dado

PLACES, STEPS, ROUNDS = 1024, 200, 7
BENCH = Path(os.environ.get("DADO_BENCH", Path(__file__).resolve().parents[2] / "build" / "bench" / "bench_library_hall"))


def go(table, luck, fills):
    """Seconds inside dado for so many steps of all places."""
    inside = 0.0
    for _ in range(STEPS):
        start = time.process_time()
        _, counts = table.look()
        if fills == 1:
            table.features()
        elif fills:
            table.see()
        inside += time.process_time() - start
        choices = (luck.random(PLACES) * counts).astype("int32")
        start = time.process_time()
        table.step(choices)
        inside += time.process_time() - start
    return inside


def main(games):
    fine = True
    print(f"{'game':12} {'steps/s':>10} {'of C':>6} | {'features':>10} {'of C':>6} {'of bare':>8} | {'and mask':>10} {'of C':>6} {'of bare':>8}")
    for game in games:
        with dado.Table(game, PLACES) as table:
            luck = numpy.random.default_rng(1)
            go(table, luck, 2)
            mine, theirs = [], []
            for _ in range(ROUNDS):
                mine.append(tuple(go(table, luck, fills) for fills in range(3)))
                said = subprocess.run([BENCH, game, "1"], capture_output=True, text=True, check=True).stdout
                theirs.append(tuple(float(x) for x in said.split()))
        ours, c = ([statistics.median(x) for x in zip(*times)] for times in (mine, theirs))
        rate = [PLACES * STEPS / x / 1e6 for x in ours]
        print(f"{game:12} {rate[0]:8.2f} M {ours[0] / c[0]:6.2f}", end="")
        for i in (1, 2):
            print(f" | {rate[i]:8.2f} M {ours[i] / c[i]:6.2f} {ours[i] / ours[0]:8.2f}", end="")
        print()
        fine = fine and ours[0] / c[0] <= 1.25
    with dado.Table("kuhn", 1) as table:
        start, choice = time.process_time(), numpy.zeros(1, "int32")
        for _ in range(20000):
            table.look()
            table.step(choice)
        print(f"one game at a time: {20000 / (time.process_time() - start):,.0f} steps/s (kuhn)")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["kuhn", "hearts", "noughts", "fourinarow"]))
