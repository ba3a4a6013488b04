"""A table that several threads use: calls wait for each other, and closing is safe. Run by tests/api/python_test.sh."""
import subprocess
import sys
import unittest

# One thread steps, another closes in the middle of it; many times, for the crash that this was came at random.
CLOSED = """
import threading, dado
GAME, PLACES = "hearts", 4096
for turn in range(12):
    table = dado.Table(GAME, PLACES, seed=turn)
    began = threading.Event()
    ends = []
    def work():
        try:
            while True:
                began.set()
                table.step([0] * PLACES)
        except ValueError as why:
            ends.append(str(why))
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads: thread.start()
    began.wait()
    table.close()
    for thread in threads: thread.join()
    assert ends == ["this table is closed"] * 2, ends
"""

SHARED = """
import threading, dado
table = dado.Table("kuhn", 256, seed=1)
def step():
    for _ in range(200):
        table.step([0] * 256)
def read():
    for k in range(200):
        table.see(); table.words(k, 0); table.save(k); table.ask("random"); table.mask(); table.one(k); table.scores()
threads = [threading.Thread(target=t) for t in (step, read, step, read)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


class Threads(unittest.TestCase):
    def run_alone(self, program):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_table_may_be_closed_while_others_step_it(self):
        self.run_alone(CLOSED)

    def test_threads_may_share_a_table(self):
        self.run_alone(SHARED)


if __name__ == "__main__":
    unittest.main()
