"""compare_player_costs.py - what two versions of dado need to ask and to start a program.

    python3 tools/compare_player_costs.py OLD/build/dado NEW/build/dado build/hostile [PAIRS]

Both versions play the same matches against the same program, in turn, and the order changes from pair
to pair, so that a busy machine is busy for both. A question: the program answers at once and sleeps
while it waits. A start: one match between two programs, which are started and ended; the start of dado
itself is in both figures, so look at the difference. Printed are the medians over the pairs of time per
question or start: of the processor, as far as dado waited for who used it, and by the clock on the wall;
and the median of the ratio, and of the difference, in a pair.
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def run(dado, seats, matches):
    """Seconds of processor time and of wall time that the matches take."""
    def used():
        u = resource.getrusage(resource.RUSAGE_CHILDREN)
        return u.ru_utime + u.ru_stime
    cpu, wall = used(), time.monotonic()
    subprocess.run([dado, "sim", "noughts", *seats, "-n", str(matches), "--seed", "7", "--threads", "1",
                    "--no-store"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return used() - cpu, time.monotonic() - wall


def seats_of(dado):
    """The program in both seats. Older versions count them from 0."""
    for first in (1, 0):
        seats = ["--seat", f"{first}=./honest", "--seat", f"{first + 1}=./honest"]
        try:
            run(dado, seats, 1)
            return seats
        except subprocess.CalledProcessError:
            pass
    sys.exit(f"{dado} does not play noughts and crosses with two programs")


def compare(what, old, new, matches, questions, pairs):
    found, seats = [], {dado: seats_of(dado) for dado in (old, new)}
    for i in range(pairs):
        order = (old, new) if i % 2 == 0 else (new, old)
        took = {dado: run(dado, seats[dado], matches) for dado in order}
        found.append((took[old], took[new]))
    for which, name in enumerate(("processor", "wall")):
        us = 1e6 / questions
        before = statistics.median(o[which] for o, n in found) * us
        after = statistics.median(n[which] for o, n in found) * us
        ratio = statistics.median(n[which] / o[which] for o, n in found)
        more = statistics.median((n[which] - o[which]) * us for o, n in found)
        print(f"{what:9} {name:9}: {before:8.1f} us before, {after:8.1f} us now, "
              f"{ratio:.3f} times, {more:+.1f} us")


def main():
    old, new, hostile = map(os.path.abspath, sys.argv[1:4])
    pairs = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(hostile, os.path.join(work, "honest"))
        os.chmod(work, 0o755)
        os.chdir(work)
        compare("question", old, new, 500, 500 * 7.6, pairs)  # a match has 7.6 moves
        compare("start", old, new, 1, 2, 5 * pairs)


main()
