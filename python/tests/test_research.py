"""What research asks of tables: draws, rewards on the way, luck, histories, information states, cores, vectors, trees."""
import os
import unittest

import dado

try:
    import numpy
except ImportError:
    numpy = None

LONG = bool(os.environ.get("DADO_LONG"))


def uniform(decision):
    return [1 / len(decision.moves)] * len(decision.moves)


class Trees(unittest.TestCase):
    def test_known_figures_of_kuhn_and_leduc(self):
        # Published of both games: numbers of information sets and nodes, and what uniform play gives away.
        kuhn = dado.Tree("kuhn")
        self.assertEqual((kuhn.nodes, len(kuhn.sets)), (58, 12))
        self.assertAlmostEqual(kuhn.values(uniform)[0], 1 / 8)
        self.assertAlmostEqual(kuhn.exploitability(uniform), 11 / 24)
        if LONG:
            leduc = dado.Tree("leduc")
            self.assertEqual((leduc.nodes, len(leduc.sets)), (9457, 936))
            self.assertAlmostEqual(leduc.exploitability(uniform), 2.37361111, places=6)

    def test_an_equilibrium_gives_nothing_away(self):
        # Kuhn's own: the first seat bets a king three times as often as a jack, here never and never.
        def kuhn(decision):
            lines = decision.info.splitlines()
            card = next(line for line in lines if line.startswith(f"p{decision.seat} ")).split("card ")[1][0]
            odds = {"bet": 0.0, "call": 0.0}
            if decision.seat == 0:
                odds = {"bet": 0.0, "call": {"J": 0.0, "Q": 1 / 3, "K": 1.0}[card]}
            else:
                odds = {"bet": {"J": 1 / 3, "Q": 0.0, "K": 1.0}[card], "call": {"J": 0.0, "Q": 1 / 3, "K": 1.0}[card]}
            first = [odds.get(move) for move in decision.moves]
            known = sum(p for p in first if p is not None)
            return [1 - known if p is None else p for p in first]

        tree = dado.Tree("kuhn")
        self.assertAlmostEqual(tree.exploitability(kuhn), 0, places=9)
        self.assertAlmostEqual(tree.values(kuhn)[0], -1 / 18)
        self.assertAlmostEqual(dado.exploitability("kuhn", kuhn), 0, places=9)

    def test_policies_that_are_none(self):
        for odd in ([0.5], [0.5, 0.6], [-0.5, 1.5]):
            with self.assertRaisesRegex(ValueError, "add up to 1"):
                dado.exploitability("kuhn", lambda decision, odd=odd: odd)
        with self.assertRaisesRegex(ValueError, "small games"):
            dado.Tree("kuhn", most_nodes=20)


class Luck(unittest.TestCase):
    def test_luck_is_a_move_with_odds(self):
        with dado.Table("kuhn", 2, luck="played", record=10) as table:
            actors, counts = table.look()
            self.assertEqual((list(actors), list(counts)), ([-1, -1], [3, 3]))
            self.assertEqual(table.odds(0), [1 / 3] * 3)
            table.step([0, 2])
            table.step([0, 0])
            self.assertEqual([int(a) for a in table.look()[0]], [0, 0])
            self.assertEqual(table.odds(0), [])
            self.assertNotEqual(table.words(0), table.words(1))
            self.assertEqual([actor for actor, _ in table.history(0)], [-1, -1])
        with self.assertRaisesRegex(ValueError, "drawn"):
            dado.Table("kuhn", luck="mine")

    def test_what_is_recalled_is_what_was_seen_and_done(self):
        with dado.Table("leduc", 1, seed=3, record=40) as table:
            before = ["", ""]
            for _ in range(60):
                seat = int(table.look()[0][0])
                for eyes in 0, 1:
                    self.assertTrue(table.recall(0, eyes).endswith(table.words(0, eyes).rstrip("\n") + "\n"))
                now = table.recall(0, seat)
                self.assertTrue(now.startswith(before[seat]) or table.history(0)[0][0] == -1)
                chosen = int(table.sample()[0])
                words = table.move_words(0, chosen)
                ended = table.step([chosen])[0][0]
                if ended:
                    before = ["", ""]
                    continue
                before[seat] = now + "> " + words + "\n"
                self.assertTrue(table.recall(0, seat).startswith(before[seat]))
                if numpy:
                    rows = table.recall_rows(0, seat, 40)
                    own = sum(1 for actor, _ in table.history(0) if actor == seat)
                    self.assertEqual(int(rows[:, table.feature_size:].sum()), own)
                    self.assertTrue(numpy.array_equal(rows[-1, :table.feature_size], table.see(seat)[0][0]))

    def test_no_history_no_recall(self):
        with dado.Table("kuhn") as table:
            with self.assertRaisesRegex(ValueError, "record="):
                table.recall(0, 0)
        with dado.Table("leduc", record=1) as table:
            for _ in range(3):
                table.step(table.sample())
            with self.assertRaisesRegex(ValueError, "record="):
                table.history(0)

    def test_histories_are_saved_and_restored(self):
        with dado.Table("leduc", 2, record=40) as table:
            table.step([0, -1])
            here, told = table.save(0), table.history(0)
            table.step(table.sample())
            table.restore(1, here)
            self.assertEqual(table.history(1), told)


@unittest.skipUnless(numpy, "numpy is not installed")
class Draws(unittest.TestCase):
    def test_draws_are_legal_and_follow_their_weights(self):
        with dado.Table("leduc", 4000, seed=5) as table:
            mask = table.mask()
            choices = table.sample(seed=1).copy()
            self.assertTrue((mask[numpy.arange(4000), table.sampled] == 1).all())
            self.assertTrue(numpy.array_equal(table.sample(seed=1), choices))
            self.assertFalse(numpy.array_equal(table.sample(seed=2), choices))
            legal = numpy.flatnonzero(mask[0])
            weights = numpy.zeros((4000, table.actions), "float32")
            weights[:, legal[0]], weights[:, legal[1]] = 3, 1
            table.sample(weights)
            share = (table.sampled == legal[0]).mean()
            self.assertLess(abs(share - 0.75), 4 * (0.75 * 0.25 / 4000) ** 0.5)
            weights[:] = 0
            weights[:, legal[1]] = [numpy.inf if k % 2 else 1 for k in range(4000)]  # what is not finite is no weight
            table.sample(weights)
            self.assertTrue((table.sampled[::2] == legal[1]).all())
            with self.assertRaisesRegex(ValueError, "places by actions"):
                table.sample(weights[:2])

    def test_gains_add_up_to_points_and_the_end_is_seen(self):
        with dado.Table("pig", 64, seed=2) as table:
            gains, _last = table.watch(0)
            total = table.scores().copy()
            ends = 0
            for _ in range(200):
                ended, points, _places = table.step(table.sample())
                total += gains
                for k in numpy.flatnonzero(ended):
                    self.assertEqual(total[k].tolist(), points[k].tolist())
                    ends += 1
                    total[k] = 0
                total[ended != 0] = table.scores()[ended != 0]
            self.assertGreater(ends, 0)

    def test_threads_change_nothing(self):
        for game in "leduc", "hearts", "kuhn":
            told = []
            for threads in 1, 2, 3:
                with dado.Table(game, 500, seed=7, threads=threads) as table:
                    self.assertLessEqual(table.threads, threads)
                    seen = []
                    for _ in range(40):
                        ended, points, _places = table.step(table.sample(seed=len(seen)))
                        seen.append((ended.tobytes(), points[ended != 0].tobytes(), table.see()[0].tobytes(), table.mask().tobytes()))
                    told.append(seen)
            self.assertEqual(told[0], told[1])
            self.assertEqual(told[0], told[2])


@unittest.skipUnless(numpy, "numpy is not installed")
class Vectors(unittest.TestCase):
    """What Gymnasium's documentation of vector environments asks."""

    def test_spaces_and_shapes(self):
        from dado.gym import VectorEnv

        envs = VectorEnv("leduc", 8, against="random")
        self.assertEqual((envs.num_envs, envs.closed), (8, False))
        seen, infos = envs.reset(seed=3)
        self.assertTrue(envs.observation_space.contains(seen))
        self.assertEqual(infos["action_mask"].shape, (8, envs.single_action_space.n))
        for _ in range(50):
            actions = numpy.array([numpy.flatnonzero(row)[0] for row in seen["action_mask"]])
            self.assertTrue(envs.action_space.contains(actions))
            before = seen["observation"].copy()
            seen, rewards, terminated, truncated, infos = envs.step(actions)
            self.assertTrue(envs.observation_space.contains(seen))
            self.assertEqual((rewards.shape, rewards.dtype.kind), ((8,), "f"))
            self.assertEqual((terminated.dtype, truncated.dtype), (numpy.bool_, numpy.bool_))
            self.assertTrue((rewards[~(terminated | truncated)] == 0).all())
            done = terminated | truncated
            if done.any():
                self.assertEqual(infos["_final_obs"].tolist(), done.tolist())
                k = numpy.flatnonzero(done)[0]
                one = {name: part[k] for name, part in infos["final_obs"].items()}
                self.assertTrue(envs.single_observation_space.contains(one))
                self.assertFalse(numpy.array_equal(one["observation"], before[k]))
        envs.close()
        self.assertTrue(envs.closed)

    def test_it_plays_what_one_environment_plays(self):
        from dado.gym import Env, VectorEnv

        envs, env = VectorEnv("leduc", 1, against="greedy"), Env("leduc", against="greedy")
        many, _ = envs.reset(seed=11)
        one, _ = env.reset(seed=11)
        for _ in range(30):
            self.assertEqual(many["observation"][0].tolist(), one["observation"].tolist())
            action = int(numpy.flatnonzero(one["action_mask"])[-1])
            many, rewards, terminated, _, infos = envs.step([action])
            one, reward, over, _, _ = env.step(action)
            self.assertEqual((rewards[0], bool(terminated[0])), (reward, over))
            if over:
                self.assertEqual(infos["final_obs"]["observation"][0].tolist(), one["observation"].tolist())
                one, _ = env.reset()

    def test_rewards_on_the_way_add_up(self):
        from dado.gym import Env, VectorEnv
        from dado.zoo import env as zoo

        with self.assertRaisesRegex(ValueError, "change"):
            VectorEnv("kuhn", 2, reward="glory")
        env = Env("pig", against="random", reward="change")
        seen, _ = env.reset(seed=2)
        total, over = 0.0, False
        while not over:
            seen, reward, over, _, info = env.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
            total += reward
        self.assertEqual(total, info["scores"][0])
        turns, sums = zoo("pig", reward="change"), {}
        turns.reset(seed=2)
        for agent in turns.agent_iter():
            seen, reward, over, cut, _ = turns.last()
            sums[agent] = sums.get(agent, 0.0) + reward
            turns.step(None if over or cut else int(numpy.flatnonzero(seen["action_mask"])[0]))
        self.assertEqual([sums[a] for a in turns.possible_agents], [float(x) for x in turns._round.scores])

    def test_mistakes(self):
        from dado.gym import VectorEnv

        envs = VectorEnv("leduc", 4)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            envs.step([0] * 4)
        with self.assertRaisesRegex(TypeError, "one seed"):
            envs.reset(seed=[1, 2, 3, 4])
        seen, _ = envs.reset(seed=1)
        wrong = int(numpy.flatnonzero(seen["action_mask"][0] == 0)[0])
        with self.assertRaisesRegex(ValueError, "no move"):
            envs.step([wrong] * 4)
        easy = VectorEnv("leduc", 4, illegal="any")
        easy.reset(seed=1)
        infos = easy.step([wrong] * 4)[4]
        self.assertTrue(infos["illegal"].any())


if __name__ == "__main__":
    unittest.main()
