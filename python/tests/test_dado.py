"""The package against the command, and tables against their promises. Run by tests/api/python_test.sh."""
import copy
import csv
import json
import keyword
import os
import pickle
import random
import subprocess
import sys
import tempfile
import unittest

import dado

DADO = os.environ["DADO"]


def typed(*words):
    done = subprocess.run([DADO, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


class Jobs(unittest.TestCase):
    def test_every_job_is_a_function_with_a_signature(self):
        for job in dado.jobs():
            name = job["name"].replace(" ", "_").replace("-", "_")
            function = getattr(dado, name + "_" if keyword.iskeyword(name) else name)
            self.assertIn(job["about"], function.__doc__)

    def test_documents_are_the_commands(self):
        self.assertEqual(dado.sim("kuhn", matches=500, seed=3), typed("sim", "kuhn", "-n", "500", "-s", "3", "--no-store"))
        self.assertEqual(dado.sim("pig", matches=200, set=["GOAL=30"]), typed("sim", "pig", "-n", "200", "-D", "GOAL=30", "--no-store"))

    def test_texts_come_along(self):
        text = "(game (setup (create players 2)) (do ((set (game sto A) 1))) (scoring max (game sto A)))"
        self.assertEqual(dado.sim("mine.rcy", matches=10, files={"mine.rcy": text})["said"], "10 matches, seed 1")

    def test_mistakes_are_exceptions(self):
        with self.assertRaises(dado.Problem):
            dado.sim("nosuchgame")
        with self.assertRaises(dado.Problem):
            dado.sim("kuhn", matches=-1)
        with self.assertRaisesRegex(dado.Problem, "matches is too large"):
            dado.sim("kuhn", matches=10**20)

    def test_a_problem_comes_back_from_another_process(self):
        with self.assertRaises(dado.Problem) as caught:
            dado.sim("broken.rcy", files={"broken.rcy": "(game"})
        why = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(why), why.line, why.code), (str(caught.exception), caught.exception.line, caught.exception.code))

    def test_environments_say_what_they_need(self):
        alone = "import sys; sys.modules['numpy'] = None; import dado; import dado.gym"
        done = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=False)
        self.assertIn("pip install numpy", done.stderr)
        with self.assertRaises(TypeError):
            dado.sim("kuhn", nosuch=1)
        with self.assertRaises(dado.Problem) as broken:
            dado.sim("x.rcy", files={"x.rcy": "(game"})
        self.assertEqual(broken.exception.line, 1)

    def test_hearing_stops_and_its_errors_are_raised(self):
        heard = []
        answer = dado.sim("hearts", matches=10_000_000, hear=lambda kind, data: heard.append(kind) or True)
        self.assertTrue(heard)
        self.assertFalse(answer["complete"])

        def trouble(_kind, _data):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            dado.sim("hearts", matches=10_000_000, hear=trouble)


class Tables(unittest.TestCase):
    GAMES = ["kuhn", "hearts", "noughts", "pig", "gofish", "bigpoints", "leduc"]

    def test_matches_run_to_their_ends_and_begin_anew(self):
        for game in self.GAMES:
            luck = random.Random(5)
            with dado.Table(game, 16, seed=7) as table:
                ends = 0
                for _ in range(3000):
                    actors, counts = table.look()
                    self.assertTrue(all(0 <= a < table.players for a in actors))
                    self.assertTrue(all(1 <= c <= table.most_moves for c in counts))
                    ended, _scores, places = table.step([luck.randrange(int(c)) for c in counts])
                    for k in range(16):
                        if ended[k]:
                            ends += 1
                            mine = places[k] if hasattr(places, "shape") else places[k * table.players:(k + 1) * table.players]
                            self.assertIn(0, list(mine))
                    if ends > 40:
                        break
                self.assertGreater(ends, 0, game)

    def test_a_place_plays_the_labs_match(self):
        # An agent that takes the first move of every list, and the same done here: the same points, match by match.
        with tempfile.TemporaryDirectory() as folder:
            for game, players in (("nim", 2), ("kuhn", 2), ("bigpoints", 2)):
                agent = os.path.join(folder, "first.lua")
                with open(agent, "w", encoding="utf-8") as file:
                    file.write("function choose(turn) return turn.moves[1] end\n")
                store, rows = os.path.join(folder, f"{game}.db"), os.path.join(folder, f"{game}.csv")
                subprocess.run([DADO, "sim", game, "-n", "40", "--seed", "11", "--agents", agent, "--store", store, "--csv", rows],
                               check=True, capture_output=True)
                with open(rows, encoding="utf-8") as file:
                    lab = [[float(row[f"score_p{p}"]) for p in range(players)] for row in csv.DictReader(file)]
                found = {}
                with dado.Table(game, 8, seed=11) as table:
                    began = list(range(8))
                    while len(found) < 40:
                        ended, scores, _ = table.step([0] * 8)
                        for k in range(8):
                            if ended[k]:
                                mine = scores[k] if hasattr(scores, "shape") else scores[players * k:players * (k + 1)]
                                found.setdefault(began[k], [float(x) for x in mine])
                                began[k] += 8
                self.assertEqual([found[k] for k in range(40)], lab, game)

    def test_places_play_the_labs_matches_of_every_game(self):
        # Players of the lab, asked here: the same points in every match of every game and world.
        matches = 10000 if os.environ.get("DADO_LONG") else 200
        slow = {"platform": 10, "territorio": 50}  # C follows these step by step: tests/api/batch_env_test.c
        names = [row["name"] for row in dado.list(what="games").table("games")]
        self.assertGreater(len(names), 40)
        with tempfile.TemporaryDirectory() as folder:
            for game in names:
                places = 2 if game in slow else 16
                try:
                    table = dado.Table(game, places, seed=11)
                except ValueError as why:
                    self.assertIn("nobody chooses anything", str(why), game)
                    continue
                count = max(matches // slow.get(game, 1), places)
                rows = os.path.join(folder, "matches.csv")
                dado.sim(game, matches=count, seed=11, agents="random", csv=rows)
                with open(rows, encoding="utf-8") as file:
                    lab = {int(r["match"]): [float(r[f"score_p{p}"]) for p in range(table.players)] for r in csv.DictReader(file)}
                found, done = {}, 0
                while done < count:
                    numbers = [int(n) for n in table.matches()]
                    done = min(numbers)
                    ended, scores, _ = table.step(table.ask("random"))
                    for k in range(places):
                        if ended[k]:
                            found[numbers[k]] = [float(x) for x in table.row(scores, k)]
                both = sorted(set(lab) & set(found))
                self.assertGreaterEqual(len(both), 0.9 * count, game)
                # Where fewest points win, people count the other way round.
                lowest = all(lab[m] == [-x for x in found[m]] for m in both)
                self.assertTrue(lowest or all(lab[m] == found[m] for m in both), game)
                table.close()

    def test_what_is_seen_is_as_described(self):
        for game in self.GAMES + ["fourinarow", "dungeon", "platform", "territorio"]:
            with dado.Table(game, 4, seed=2) as table:
                blocks = table.blocks()
                self.assertEqual(sum(b.size for b in blocks), table.feature_size)
                self.assertEqual(len({b.name for b in blocks}), len(blocks))
                for block in blocks:
                    self.assertEqual(len(table.entries(block.name)), block.shape[0])
                seen = table.features()
                flat = list(seen.ravel() if hasattr(seen, "ravel") else seen)
                for k in range(4):
                    for block in blocks:
                        at = k * table.feature_size + block.start
                        for x in flat[at:at + block.size]:
                            self.assertTrue(block.least <= x <= block.most, (game, block))
                self.assertRaises(KeyError, table.entries, "no such block")
                self.assertRaises(IndexError, table.see, table.players)

    def test_masks_are_the_legal_moves(self):
        for game in ("kuhn", "hearts", "noughts", "leduc", "oldmaid", "fourinarow"):
            with dado.Table(game, 8, seed=6) as table:
                luck = random.Random(1)
                for _ in range(80):
                    _, counts = table.look()
                    counts = [int(c) for c in counts]
                    mask = table.mask()
                    rows = [list(mask[k]) if hasattr(mask, "shape") else mask[k * table.actions:(k + 1) * table.actions] for k in range(8)]
                    self.assertEqual([sum(int(x) for x in row) for row in rows], counts, game)
                    self.assertEqual([sorted(table.one(k)[1]) for k in range(8)], [[a for a, on in enumerate(row) if on] for row in rows])
                    wrong = [next((a for a, on in enumerate(row) if not on), table.actions) for row in rows]
                    self.assertRaises(ValueError, table.act, wrong)
                    table.act([luck.choice([a for a, on in enumerate(row) if on]) for row in rows])

    def test_a_learner_has_one_seat(self):
        with dado.Table("hearts", 6, seed=3, against="greedy", seat=2) as table:
            for _ in range(60):
                actors, counts = table.look()
                self.assertEqual({int(a) for a in actors}, {2})
                table.step([0] * 6)
            self.assertRaises(ValueError, table.sit, 2, "random")
            self.assertRaises(ValueError, table.sit, 9, "random")
            self.assertRaises(ValueError, table.ask, "nobody at all")
            table.sit(1, None)
        self.assertRaises(ValueError, dado.Table, "hearts", 1, 1, (), ["random"])

    def test_copies_do_not_interfere(self):
        with dado.Table("hearts", 2, seed=3) as table:
            saved, before = table.save(0), table.words(0)
            for _ in range(10):
                _, counts = table.look()
                table.step([0, int(counts[1]) - 1])
            self.assertNotEqual(table.words(0), before)
            table.restore(0, saved)
            self.assertEqual(table.words(0), before)
            self.assertEqual(table.save(0), saved)

    def test_hidden_cards_are_not_in_words_of_a_seat(self):
        with dado.Table("kuhn", 1, seed=2) as table:
            self.assertEqual(table.words(0, 0).count("?"), 1)
            self.assertEqual(table.words(0).count("?"), 0)

    def test_mistakes_are_exceptions_and_nothing_is_played(self):
        with self.assertRaises(ValueError):
            dado.Table("nosuchgame")
        for places in (0, -1, 1 << 25, 1 << 40):
            with self.assertRaisesRegex(ValueError, "a table has 1 to 16777216 places"):
                dado.Table("kuhn", places)
        for seed in (-1, 1 << 64):
            with self.assertRaisesRegex(ValueError, "a seed is"):
                dado.Table("kuhn", 1, seed=seed)
        with self.assertRaisesRegex(ValueError, "there is no seat 7"):
            dado.Table("kuhn", 1, against="random", seat=7)
        table = dado.Table("kuhn", 2)
        before = table.save(0)
        for copied in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "cannot be pickled or copied"):
                copied(table)
        for wrong in ([0], [0, 99], [0, -2], [0, 0, 0], [1 << 32, 0], [0, (1 << 32) - 1]):
            with self.assertRaises(ValueError):
                table.step(wrong)
        self.assertEqual(table.save(0), before)
        with self.assertRaises(IndexError):
            table.save(2)
        for nobody in (lambda: table.words(0, 2), lambda: table.words(0, -1), lambda: table.one(0, 2),
                       lambda: table.one(0, -2), lambda: table.see(2)):
            with self.assertRaises(IndexError):
                nobody()
        with self.assertRaises(ValueError):
            table.restore(0, b"short")
        with self.assertRaises(ValueError):
            table.restore(0, bytes(len(before)))
        with self.assertRaises(ValueError):
            table.restore(0, bytes([before[0] ^ 1]) + before[1:])
        with self.assertRaises((TypeError, ValueError)):
            table.step([0.5, 0.5])
        with self.assertRaises((TypeError, ValueError)):
            table.step("ab")
        table.close()
        table.close()
        for call in (table.look, table.scores, table.matches, table.reset, table.blocks, table.see, table.mask,
                     lambda: table.step([0, 0]), lambda: table.act([0, 0]), lambda: table.ask("random"),
                     lambda: table.sit(0, "random"), lambda: table.save(0), lambda: table.words(0),
                     lambda: table.move_words(0, 0), lambda: table.one(0), lambda: table.restore(0, before)):
            with self.assertRaises(ValueError):
                call()


if __name__ == "__main__":
    unittest.main()
