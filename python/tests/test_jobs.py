"""Every job from Python answers the very document that the command prints."""
import json
import os
import shutil
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
    "rulebook": "rulebook pig",
    "questions": "check pig --questions -n 60",
    "print": "print pig -o %s/pig.pdf",
    "sim": "sim hearts -n 60 -s 4 --no-store",
    "arena": "arena kuhn random greedy -n 20 --no-store",
    "doctor": "doctor pig --effort quick",
    "doctor cards": "doctor agram cards --effort quick -n 64",
    "doctor options": "doctor pig options -D GOAL=6 --effort quick",
    "doctor strategies": "doctor pig strategies -D GOAL=6 --effort quick",
    "doctor pacing": "doctor pig pacing -D GOAL=6 --effort quick",
    "doctor counts": "doctor dicepoints counts --players 2",
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
    "solve play": "solve nim play",
    "level show": "level show library/levels/first.level",
    "level eval": "level eval library/levels/first.level",
    "level export": "level export library/levels/first.level",
    "level repair": "level repair library/levels/first.level",
    "map range": "map range caves --maps 4",
    "map gen": "map gen caves",
    "map compare": "map compare caves rooms --maps 3",
    "table": "table tests/contract/evening.csv",
    "new": "new",
    "explain": "explain R601",
    "map import": "map import tests/job/drawing.txt",
    "map export": "map export lair --to json",
    "level evolve": "level evolve -D population=10 -D generations=2 --levels 2 --no-store",
    "level gen": "level gen primitives -D width=70",
    "level check": "level check tests/job/certified.level",
    "level compare": "level compare library/levels first",
    "replay": "replay 1 --match 2",
    "agent check": "agent check random",
    "agent build": "agent build %s/program --take player -o %s/player",
    "agent new": "agent new lua mine",
    "agent ask": "agent ask random 1",
    "seasons": "seasons kuhn",
    "runs delete": "runs delete 1",
    "merge": "merge %s/part1.dado %s/part2.dado",
    "playtest": "playtest noughts -n 4 --effort quick --agents random",
    "playtest export": "playtest export noughts",
    "playtest delete": "playtest delete Ada",
    "playtest ratings": "playtest ratings tests/job/opinions.csv -n 4",
    "league new": "league new %s/fresh kuhn --house random --seed 4",
    "league team": "league team %s/league Newts",
    "league submit": "league submit %s/league Owls library/kits/lua_inside/random_agent.lua",
    "league play": "league play %s/league -n 1",
    "league table": "league table %s/league",
    "league export": "league export %s/league %s/site",
}
# Documents of these name what is usual for other things than what was asked about, too.
GIVEN = {
    "evolve": {"what": "dicepoints", "toward": "tense", "matches": 20, "generations": 1, "population": 4},
}
HERE = {"agent new"}  # they write where they are: in the folder
# What a clock says differs from time to time, whoever asks.
CLOCKS = {"agent check": ("examination", ("usual_seconds", "most_seconds")), "agent build": ("build", ("seconds", "memory_mb"))}


def typed(words, store, where=ROOT):
    """What the command prints as JSON."""
    done = subprocess.run([DADO, *words.split(), "--json"], capture_output=True, text=True, check=False, cwd=where,
                          env={**os.environ, "DADO_STORE": store})
    if not done.stdout.startswith("{"):
        raise AssertionError(f"dado {words}: {done.stderr}")
    return json.loads(done.stdout)


def same(job, document):
    """Without what depends on who asked, or when."""
    told = {k: v for k, v in json.loads(json.dumps(document)).items() if k != "command"}
    if job == "league team":  # a key is drawn anew
        assert len(told["parts"]["team"]["facts"].pop("key")["value"]) == 32
    if job in CLOCKS:
        part, facts = CLOCKS[job]
        for fact in facts:  # a build that is over at once has no memory that anybody saw
            assert told["parts"][part]["facts"].get(fact, {"value": 0})["value"] >= 0
            told["parts"][part]["facts"].pop(fact, None)
    return told


def begin_anew(folder):
    """The folder as it is when a job begins: a store with a run and a tournament, and the parts of a run."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    store = os.path.join(folder, "runs.db")
    typed("sim kuhn -n 40", store)
    typed("arena kuhn random greedy -n 10", store)
    typed("playtest import tests/job/played.jsonl", store)
    typed(f"league new {folder}/league kuhn --house random,greedy --seed 4", store)
    typed(f"league team {folder}/league Owls", store)
    os.makedirs(os.path.join(folder, "program"))
    with open(os.path.join(folder, "program", "build.sh"), "w", encoding="utf-8") as script:
        script.write("printf '#!/bin/sh\\n' >player\n")
    for part in "12":
        typed(f"sim kuhn -n 40 --seed 3 --part {part}/2 --out {folder}/part{part}.dado", store)
    return store


def asked(job, document, store):
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
    return dado.ask(job["name"], store=store, **values)


def print_of(document):
    return document.parts["verified"]["facts"]["fingerprint"]["value"]


class EveryJob(unittest.TestCase):
    def test_documents_are_the_commands(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)
        with tempfile.TemporaryDirectory() as above:
            folder = os.path.join(above, "desk")
            store = begin_anew(folder)
            self.assertEqual({job["name"] for job in dado.jobs()}, set(TYPED), "every job is compared")
            for job in dado.jobs():
                with self.subTest(job=job["name"]):
                    looks = any(p["name"] == "store" for p in job["params"]) and "--no-store" not in TYPED[job["name"]]
                    words = TYPED[job["name"]].replace("%s", folder) + (f" --store {store}" if looks else "")
                    before, where = self.kept(folder), folder if job["name"] in HERE else ROOT
                    document = typed(words, store, where)
                    if self.kept(folder) != before:  # what the command wrote is not there when Python asks
                        begin_anew(folder)
                    os.chdir(where)
                    answer = asked(job, document, store if looks else None)
                    os.chdir(ROOT)
                    self.assertEqual(same(job["name"], answer), same(job["name"], document))
                    if job["name"] == "runs export":  # what a command needs is in it
                        self.assertIn(f"-o {folder}/run.sqlite", document["command"])
                    self.assertIn("<section>", answer._repr_html_())
                    if self.kept(folder) != before:
                        begin_anew(folder)

    @staticmethod
    def kept(folder):
        """What is in the folder, to the byte."""
        found = {}
        for where, _, names in os.walk(folder):
            for name in names:
                if name.endswith(("-wal", "-shm")):
                    continue
                with open(os.path.join(where, name), "rb") as file:
                    found[os.path.join(where, name)] = file.read()
        return found

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
    def test_questions_of_the_doctor_are_asked_by_their_words(self):
        asked = dado.doctor("agram", "cards", effort="quick", matches=64)
        self.assertEqual(asked, dado.doctor_cards("agram", effort="quick", matches=64))
        self.assertEqual({row["card"] for row in asked.table("cards")} >= {"SPADES-TEN", "CLUBS-ACE"}, True)
        with self.assertRaises(TypeError):
            dado.doctor("agram", "colours")

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
