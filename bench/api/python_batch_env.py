#!/usr/bin/env python3
"""Tables of 1,024 places from Python, beside the same loop in C in the same run.

    DADO_LIB=build/libdado.so PYTHONPATH=python bench/api/python_batch_env.py [GAME...]

A move is chosen at random in numpy; that is not counted, only the time inside dado, by the processor's clock. Python and
C (build/bench/bench_api_batch_env) take turns, so that a busy machine slows both; "of C" is how much of C's speed that is, by
the medians. The last columns draw moves in the library (table.sample) and count that, beside C's bare loop, which
does not; then the same on two threads, by the clock on the wall, which says something on a quiet machine alone.
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
BENCH = Path(os.environ.get("DADO_BENCH", Path(__file__).resolve().parents[2] / "build" / "bench" / "bench_api_batch_env"))


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


def draw(table, clock):
    """Seconds for so many steps of all places, moves drawn in the library."""
    start = clock()
    for _ in range(STEPS):
        table.step(table.sample())
    return clock() - start


def gain_of_threads(game):
    """How many times as fast two threads are as one, of 8,192 places; pairs take turns."""
    with dado.Table(game, 8 * PLACES) as one, dado.Table(game, 8 * PLACES, threads=2) as two:
        pairs = [(draw(one, time.monotonic), draw(two, time.monotonic)) for _ in range(5)]
    return statistics.median(a / b for a, b in pairs)


def main(games):
    fine = True
    print(f"{'game':12} {'steps/s':>10} {'of C':>6} | {'features':>10} {'of C':>6} {'of bare':>8} | {'and mask':>10} {'of C':>6} {'of bare':>8}"
          f" | {'drawn':>10} {'of C':>6} | {'2 threads':>9}")
    for game in games:
        with dado.Table(game, PLACES) as table:
            luck = numpy.random.default_rng(1)
            go(table, luck, 2)
            mine, theirs, drawn = [], [], []
            for _ in range(ROUNDS):
                mine.append(tuple(go(table, luck, fills) for fills in range(3)))
                drawn.append(draw(table, time.process_time))
                said = subprocess.run([BENCH, game, "1"], capture_output=True, text=True, check=True).stdout
                theirs.append(tuple(float(x) for x in said.split()))
        ours, c = ([statistics.median(x) for x in zip(*times)] for times in (mine, theirs))
        rate = [PLACES * STEPS / x / 1e6 for x in ours]
        print(f"{game:12} {rate[0]:8.2f} M {c[0] / ours[0]:6.2f}", end="")
        for i in (1, 2):
            print(f" | {rate[i]:8.2f} M {c[i] / ours[i]:6.2f} {ours[i] / ours[0]:8.2f}", end="")
        sampled = statistics.median(drawn)
        print(f" | {PLACES * STEPS / sampled / 1e6:8.2f} M {c[0] / sampled:6.2f} | {gain_of_threads(game):9.2f}", flush=True)
        fine = fine and c[0] / ours[0] >= 0.85 and c[0] / sampled >= 0.6
    with dado.Table("kuhn", 1) as table:
        start, choice = time.process_time(), numpy.zeros(1, "int32")
        for _ in range(20000):
            table.look()
            table.step(choice)
        print(f"one game at a time: {20000 / (time.process_time() - start):,.0f} steps/s (kuhn)")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["kuhn", "leduc", "hearts", "noughts", "fourinarow"]))
