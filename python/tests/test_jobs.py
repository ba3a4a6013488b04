"""Every job from Python answers the very document that the command prints."""
import json
import os
import subprocess
import tempfile
import unittest

import dado

DADO = os.environ["DADO"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# What is typed, quick enough for every day; %s is a folder for what is written.
TYPED = {
    "check": "check library/dice/pig.rcy",
    "format": "format --check library/dice/pig.rcy",
    "sim": "sim hearts -n 60 -s 4 --no-store",
    "arena": "arena kuhn random greedy -n 20 --no-store",
    "doctor": "doctor pig --effort quick",
    "witness": "witness pig --topic drama -n 60",
    "worth": "worth pig --line 25 -n 60",
    "diff": "diff dicepoints -A ROUNDS=4 -n 60",
    "sweep": "sweep dicepoints -D ROUNDS=2,4 -n 60 -m drama_points --no-store",
    "evolve": "evolve dicepoints --toward tense -n 20 --generations 1 --population 4 --no-store",
    "map eval": "map eval library/maps/crossroads.map -n 4 --no-store",
    "map show": "map show library/maps/crossroads.map",
    "map illuminate": "map illuminate caves --expect casual --first 4 --batch 2 --batches 1 -n 2",
    "level elites": "level elites -a gaps:0..20:4 -a walkers:0..80:4 --first 20 --batch 5 --batches 1",
    "import": "import tests/contract/evening.csv",
    "scenario": "scenario library/territorio/duel.territorio",
    "runs": "runs",
    "runs show": "runs show",
    "runs verify": "runs verify 1",
    "runs export": "runs export 1 --out %s/run.sqlite",
    "list": "list games",
    "equilibrium": "equilibrium kuhn --iterations 200",
    "exact": "exact kuhn",
    "count": "count threeinarow -n 5",
    "map learn": "map learn library/maps -n 1 --width 12 --height 8",
    "level learn": "level learn library/levels -n 1",
    "solve": "solve nim",
    "level show": "level show library/levels/first.level",
    "level eval": "level eval library/levels/first.level",
    "level export": "level export library/levels/first.level",
    "level repair": "level repair library/levels/first.level",
    "map range": "map range caves --maps 4",
    "map gen": "map gen caves",
    "map compare": "map compare caves rooms --maps 3",
    "table": "table tests/contract/evening.csv",
}
# Documents of these name what is usual for other things than what was asked about, too.
GIVEN = {
    "evolve": {"what": "dicepoints", "toward": "tense", "matches": 20, "generations": 1, "population": 4},
}
WRITES = {"runs delete", "merge"}  # jobs that change the store or need a part of a run: see below


def typed(words, store):
    done = subprocess.run([DADO, *words.split(), "--json"], capture_output=True, text=True, check=False, cwd=ROOT,
                          env={**os.environ, "DADO_STORE": store})
    if not done.stdout.startswith("{"):
        raise AssertionError(f"dado {words}: {done.stderr}")
    return json.loads(done.stdout)


def same(document):
    """Without what depends on who asked."""
    return {k: v for k, v in document.items() if k != "command"}


def asked(job, document, store, **files):
    """The same from Python, with the parameters that the document says it was asked with."""
    if job["name"] in GIVEN:
        return dado.ask(job["name"], store=store, **GIVEN[job["name"]])
    about = {p["name"]: p for p in job["params"]}
    values = {}
    for name, text in document["parameters"].items():
        kind = about[name]["kind"] if name in about else "word"
        value = text
        if kind == "whole" and isinstance(text, str):
            value = int(text)
        elif kind == "real" and isinstance(text, str):
            value = float(text)
        elif kind == "flag":
            value = text in (True, "yes", "true", "1")
        values[name] = value
    return dado.ask(job["name"], store=store, **values, **files)


def print_of(document):
    return document.parts["verified"]["facts"]["fingerprint"]["value"]


class EveryJob(unittest.TestCase):
    def test_documents_are_the_commands(self):
        os.chdir(ROOT)
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "runs.db")
            typed("sim kuhn -n 40 --store " + store, store)  # for those that look at runs
            missing = []
            for job in dado.jobs():
                if job["name"] in WRITES:
                    continue
                if job["name"] not in TYPED:
                    missing.append(job["name"])
                    continue
                with self.subTest(job=job["name"]):
                    looks = job["name"].startswith("runs") or job["name"] == "diff"
                    words = TYPED[job["name"]].replace("%s", folder) + (f" --store {store}" if looks else "")
                    document = typed(words, store)
                    files = {"out": os.path.join(folder, "run.sqlite")} if job["name"] == "runs export" else {}
                    answer = asked(job, document, store if looks else None, **files)
                    self.assertEqual(same(answer), same(document))
                    self.assertIn("<section>", answer._repr_html_())
            if missing:
                print("not compared:", ", ".join(missing))

    def test_jobs_that_change_the_store_do(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "runs.db")
            dado.sim("kuhn", matches=40, store=store)
            dado.sim("kuhn", matches=40, seed=2, store=store)
            self.assertEqual(len(dado.runs(store=store).table("runs")), 2)
            dado.runs_delete(["1"], store=store)
            self.assertEqual(len(dado.runs(store=store).table("runs")), 1)
            parts = []
            for part in ("1/2", "2/2"):
                parts.append(os.path.join(folder, f"part{part[0]}.dado"))
                dado.sim("kuhn", matches=2000, seed=5, part=part, out=parts[-1])
            merged = str(dado.merge(parts, store=store).parts["merged"]["facts"]["run"]["value"])
            whole = os.path.join(folder, "whole.db")
            dado.sim("kuhn", matches=2000, seed=5, store=whole)
            self.assertEqual(print_of(dado.runs_verify(run=merged, store=store)), print_of(dado.runs_verify(run="1", store=whole)))


class Frames(unittest.TestCase):
    def test_tables_are_data_frames(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        answer = dado.sim("hearts", matches=200)
        for name, frame in answer.frames().items():
            self.assertEqual(len(frame), len(answer.table(name)))
        seats = answer.frame("seats")
        self.assertAlmostEqual(seats["share"].sum(), 1.0)
        self.assertTrue((seats["share.low"] <= seats["share"]).all() and (seats["share"] <= seats["share.high"]).all())
        with self.assertRaises(ValueError):
            answer.frame("verdicts")


if __name__ == "__main__":
    unittest.main()
