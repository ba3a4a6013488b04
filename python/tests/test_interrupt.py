"""Ctrl-C ends every long job within a second, wherever it was called from. Run by tests/api/python_test.sh."""
import os
import signal
import subprocess
import sys
import time
import unittest

# Each has far more to do than anybody would wait for.
LONG = {
    "sim": 'dado.sim("kuhn", matches=50_000_000)',
    "sim with a listener": 'dado.sim("kuhn", matches=50_000_000, hear=lambda kind, data: None)',
    "solve": 'dado.solve("fourinarow")',
    "exact": 'dado.exact("dicepoints", set=["ROUNDS=30"])',
    "count": 'dado.count("fourinarow", count=30)',
    "equilibrium": 'dado.equilibrium("leduc", gap=1e-9, iterations=100_000_000)',
    "arena": 'dado.arena("hearts", player=["random", "greedy"], matches=1_000_000)',
    "doctor": 'dado.doctor("hearts", effort="long")',
    "sweep": 'dado.sweep("dicepoints", matches=1_000_000, set=["ROUNDS=5..50"])',
    "evolve": 'dado.evolve("dicepoints", toward="tense", population=40, generations=500, matches=5000)',
    "map eval": 'dado.map_eval(["bsp"], maps=100, games=1000)',
    "level elites": 'dado.level_elites(first=100_000, batch=100, batches=1000)',
}

ALONE = """
import dado, time
print("begun", flush=True)
try:
    JOB
except KeyboardInterrupt:
    print("interrupted", flush=True)
    dado.sim("kuhn", matches=10)
    print("and well", flush=True)
"""

IN_A_POOL = """
import concurrent.futures, dado
def work():
    try:
        return JOB
    except KeyboardInterrupt:
        print("interrupted", flush=True)
with concurrent.futures.ThreadPoolExecutor() as pool:
    print("begun", flush=True)
    pool.submit(work).result()
"""

IN_A_THREAD = """
import dado, threading
thread = threading.Thread(target=lambda: JOB)
thread.start()
print("begun", flush=True)
thread.join()
"""

WAITED_FOR = """
import concurrent.futures, dado
def work():
    try:
        JOB
    except KeyboardInterrupt:
        print("interrupted", flush=True)
pool = concurrent.futures.ThreadPoolExecutor()
future = pool.submit(work)
print("begun", flush=True)
try:
    future.result()
except KeyboardInterrupt:
    concurrent.futures.wait([future])
    print("waited", flush=True)
"""


def busy():
    """How much longer things take because others use the machine."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def interrupted(program, job, wait=0.6):
    """Runs a program, sends it one SIGINT and answers what it printed and how long it took to end."""
    child = subprocess.Popen([sys.executable, "-c", program.replace("JOB", job)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        child.stdout.readline()
        time.sleep(wait)
        if child.poll() is not None:
            raise AssertionError(f"{job} ended by itself: {child.stderr.read()}")
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{job} did not react to SIGINT") from None
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    return out, err, time.monotonic() - began


class Interrupts(unittest.TestCase):
    def test_one_signal_is_enough_for_every_job(self):
        for name, job in LONG.items():
            with self.subTest(job=name):
                out, err, took = interrupted(ALONE, job)
                self.assertEqual(out, "interrupted\nand well\n", err)
                self.assertLess(took, 1.5 * busy())

    def test_a_job_in_a_thread_ends_when_the_program_is_interrupted(self):
        for program in (IN_A_POOL, IN_A_THREAD, WAITED_FOR):
            for name in ("sim", "solve", "sim with a listener"):
                with self.subTest(job=name, program=program):
                    out, err, took = interrupted(program, LONG[name])
                    self.assertIn("KeyboardInterrupt" if program is not WAITED_FOR else "waited", out + err)
                    if program is not IN_A_THREAD:
                        self.assertIn("interrupted", out)
                    self.assertLess(took, 1.5 * busy())

    def test_what_a_listener_raises_comes_out_and_runs_on_the_calling_thread(self):
        check = "import threading, dado; me = threading.get_ident(); heard = []\n" \
                "dado.sim('hearts', matches=3000, hear=lambda k, d: heard.append(threading.get_ident()))\n" \
                "dado.solve('nim', hear=lambda k, d: heard.append(threading.get_ident()))\n" \
                "assert heard and set(heard) == {me}, heard"
        subprocess.run([sys.executable, "-c", check], check=True)


if __name__ == "__main__":
    unittest.main()
