"""What callers hand over is taken, or refused by name. Run by tests/api/python_test.sh."""
import os
import pathlib
import tempfile
import unittest

import dado

try:
    import numpy
except ImportError:
    numpy = None


class Values(unittest.TestCase):
    def test_numbers_and_paths_of_every_kind_are_taken(self):
        plain = dado.sim("kuhn", matches=50, seed=3)
        with tempfile.TemporaryDirectory() as folder:
            described = pathlib.Path(folder) / "mine.rcy"
            described.write_text("(game (setup (create players 2)) (do ((set (game sto A) 1))) (scoring max (game sto A)))")
            self.assertEqual(dado.sim(described, matches=10)["said"], "10 matches, seed 1")
            store = pathlib.Path(folder) / "runs.db"
            dado.sim("kuhn", matches=20, store=store)
            self.assertEqual(len(dado.runs(store=store).table("runs")), 1)
            self.assertEqual(dado.runs_show(run=1, store=store)["title"], dado.runs_show(run="1", store=store)["title"])
        self.assertEqual(dado.sim("pig", matches=20, set={"GOAL": 30}), dado.sim("pig", matches=20, set=["GOAL=30"]))
        if numpy:
            self.assertEqual(dado.sim("kuhn", matches=numpy.int64(50), seed=numpy.uint8(3), threads=numpy.int32(1)), plain)
            self.assertEqual(dado.equilibrium("kuhn", iterations=numpy.int16(50), gap=numpy.float32(0.5)).title,
                             dado.equilibrium("kuhn", iterations=50, gap=0.5).title)
            self.assertEqual(dado.arena("kuhn", numpy.array(["random", "greedy"]), matches=10)["job"], "arena")
            self.assertEqual(dado.Table("kuhn", numpy.int64(3), seed=numpy.uint64(1)).places, 3)
            with dado.Table("kuhn", 2) as table:
                self.assertEqual(table.words(numpy.int64(1), numpy.int8(0)), table.words(1, 0))

    def test_wrong_types_are_named(self):
        for wrong, named in ((lambda: dado.sim("kuhn", matches=2.5), "matches must be a whole number, not float"),
                             (lambda: dado.sim("kuhn", matches=True), "matches must be a whole number, not bool"),
                             (lambda: dado.sim("kuhn", matches=[5]), "matches takes one value, not list"),
                             (lambda: dado.sim(5), "game must be a string or a path, not int"),
                             (lambda: dado.sim(b"kuhn"), "game must be a string or a path, not bytes"),
                             (lambda: dado.sim("kuhn", set={"A": object()}), r"set\['A'\] must be a number"),
                             (lambda: dado.arena("kuhn", ["random", 3]), r"player\[1\] must be a string"),
                             (lambda: dado.sim("kuhn", store=3), "store must be"),
                             (lambda: dado.sim("kuhn", threads="2"), "threads must be a whole number, not str"),
                             (lambda: dado.sim("kuhn", files=["x"]), "files must be a mapping"),
                             (lambda: dado.sim("kuhn", files={"x": b""}), r"files\['x'\] must be"),
                             (lambda: dado.sim("kuhn", hear=3), "hear must be a function"),
                             (lambda: dado.sim("kuhn", native=object()), "native must be"),
                             (lambda: dado.Table(None), "game must be"),
                             (lambda: dado.Table("kuhn", 2.0), "places must be a whole number"),
                             (lambda: dado.Table("kuhn", "2"), "places must be a whole number"),
                             (lambda: dado.Table("kuhn", 2, seed=1.5), "a seed must be a whole number"),
                             (lambda: dado.Table("kuhn", 2, options="A=1"), "options are a list"),
                             (lambda: dado.Table("kuhn", 2, options=[3]), "an option must be"),
                             (lambda: dado.Table("kuhn", 2, against="random", seat="0"), "seat must be"),
                             (lambda: dado.Table("kuhn").ask(3), "an agent must be"),
                             (lambda: dado.Table("kuhn").words("0"), "a place must be"),
                             (lambda: dado.Table("kuhn").move_words(0, 1.0), "a move must be"),
                             (lambda: dado.Table("kuhn").restore(0, "abc"), "save\\(\\) gives bytes")):
            with self.subTest(named=named), self.assertRaisesRegex(TypeError, named):
                wrong()

    def test_what_the_library_could_not_read_is_refused(self):
        for wrong, named in ((lambda: dado.sim("ku\0hn"), "NUL"), (lambda: dado.Table("kuhn\0x"), "NUL"),
                             (lambda: dado.sim("kuhn", store="a\0b"), "NUL"), (lambda: dado.Table("kuhn", options=["A=1\0"]), "NUL"),
                             (lambda: dado.Table("kuhn").ask("random\0x"), "NUL"),
                             (lambda: dado.sim("kuhn", threads=-1), "threads must be from 0"),
                             (lambda: dado.sim("kuhn", threads=1 << 40), "threads must be from 0"),
                             (lambda: dado.equilibrium("kuhn", gap=float("nan")), "gap must be a finite number")):
            with self.subTest(named=named), self.assertRaisesRegex(ValueError, named):
                wrong()

    def test_a_move_that_is_not_there_is_no_empty_text(self):
        with dado.Table("kuhn", 2) as table:
            self.assertTrue(table.move_words(0, 0))
            for place, move in ((0, 99), (0, -1), (0, 2), (2, 0)):
                with self.assertRaises(IndexError):
                    table.move_words(place, move)

    def test_an_export_has_the_form_of_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            store, out = os.path.join(folder, "runs.db"), os.path.join(folder, "x.csv")
            dado.sim("kuhn", matches=20, store=store)
            with self.assertRaisesRegex(dado.Problem, "writes SQLite tables.*name it .sqlite or .db"):
                dado.runs_export(out, run=1, store=store)
            self.assertFalse(os.path.exists(out), "a file called .csv is a database")
            dado.runs_export(os.path.join(folder, "x.sqlite"), run=1, store=store)


if __name__ == "__main__":
    unittest.main()
