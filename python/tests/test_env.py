"""Adapters against the published contracts of Gymnasium and PettingZoo, as far as they can be checked without them."""
import inspect
import random
import unittest

try:
    import numpy
except ImportError as why:
    raise unittest.SkipTest("numpy is not installed") from why

import dado
import dado.gym
import dado.zoo
from dado import _spaces

GAMES = ["kuhn", "leduc", "hearts", "noughts", "pig", "gofish", "fourinarow", "bigpoints", "gops"]


def check_space(test, space):
    """A space takes what it gives, and the same after the same seed."""
    space.seed(5)
    first = [space.sample() for _ in range(5)]
    space.seed(5)
    for one in first:
        test.assertIn(one, space)
        numpy.testing.assert_equal(space.sample(), one)


class Gymnasium(unittest.TestCase):
    def check(self, env, seats_seen=None):
        """What gymnasium.utils.env_checker asks: types, spaces, seeds that repeat, no step after the end."""
        with self.assertRaises(RuntimeError):
            env.step(0)
        for space in (env.observation_space["observation"], env.observation_space["action_mask"], env.action_space):
            check_space(self, space)
        played = []
        for _ in range(2):
            env.action_space.seed(3)
            seen, info = env.reset(seed=11)
            self.assertIsInstance(info, dict)
            told = []
            for _match in range(3):
                for _ in range(100000):
                    self.assertIn(seen, env.observation_space)
                    self.assertEqual(seen["observation"].dtype, numpy.float32)
                    self.assertGreater(seen["action_mask"].sum(), 0)
                    action = env.action_space.sample(seen["action_mask"])
                    seen, reward, terminated, truncated, info = env.step(action)
                    self.assertIsInstance(reward, float)
                    self.assertIsInstance(terminated, bool)
                    self.assertIsInstance(truncated, bool)
                    self.assertIsInstance(info, dict)
                    told.append((int(action), reward, terminated, seen["observation"].tobytes()))
                    if terminated or truncated:
                        break
                    self.assertEqual(reward, 0.0)
                self.assertIn(seen, env.observation_space)
                self.assertEqual(seen["action_mask"].sum(), 0)
                with self.assertRaises(RuntimeError):
                    env.step(action)
                seen, info = env.reset()
            played.append(told)
        self.assertEqual(played[0], played[1])
        env.reset(seed=12)
        other, _ = env.reset(seed=13)
        self.assertIn(other, env.observation_space)
        env.close()

    def test_what_a_checker_asks_who_knows_no_masks(self):
        """The rest of what gymnasium.utils.env_checker asks: signatures, luck of its own by its seed, any action of the space."""
        for game in GAMES:
            env = dado.gym.Env(game, illegal="any", render_mode="ansi")
            self.assertIs(env.unwrapped, env)
            self.assertFalse(callable(getattr(env, "seed", None)))
            asked = inspect.signature(env.reset).parameters
            self.assertTrue(asked["seed"].default is None and asked["options"].default is None)
            self.assertIn(env.render_mode, env.metadata["render_modes"])
            self.assertGreater(env.metadata["render_fps"], 0)
            box = env.observation_space["observation"]
            self.assertTrue(box.low.shape == box.high.shape == box.shape and numpy.all(box.low <= box.high))
            first, _ = env.reset(seed=123)
            luck = env.unwrapped._np_random.bit_generator.state
            again, _ = env.reset(seed=123)
            numpy.testing.assert_equal(first, again)
            self.assertEqual(env.unwrapped._np_random.bit_generator.state, luck)
            env.reset(seed=456)
            self.assertNotEqual(env.unwrapped._np_random.bit_generator.state, luck)
            told = env.reset(options={})
            self.assertTrue(isinstance(told, tuple) and len(told) == 2)
            played = []
            for _ in range(2):  # with the same seed the same, whatever else draws luck
                numpy.random.normal(size=100)
                env.action_space.seed(3)
                env.reset(seed=5)
                seen = []
                for _ in range(30):
                    told = env.step(env.action_space.sample())
                    self.assertIn(told[0], env.observation_space)
                    self.assertTrue(numpy.isfinite(told[1]) and isinstance(told[4]["illegal"], bool))
                    seen.append((told[0]["observation"].tobytes(), *told[1:4], told[4]["illegal"]))
                    if told[2] or told[3]:
                        break
                self.assertIsInstance(env.render(), str)
                played.append(seen)
            self.assertEqual(played[0], played[1])
            env.close()
            env.close()
        with self.assertRaises(ValueError):
            dado.gym.Env("kuhn", illegal="maybe")

    def test_every_game_keeps_the_contract(self):
        for game in GAMES:
            with self.subTest(game=game):
                self.check(dado.gym.Env(game, against="random"))
        self.check(dado.gym.Env("hearts", against=["greedy", "random", "greedy"], seat=2, reward="scores"))
        self.check(dado.gym.Env("walk", reward=lambda scores, places: scores))
        self.check(dado.gym.Env("gofish", seat=1))

    def test_what_is_seen_is_not_changed_by_what_comes_later(self):
        env = dado.gym.Env("noughts")
        first, _ = env.reset(seed=1)
        kept = first["observation"].copy()
        env.step(int(numpy.flatnonzero(first["action_mask"])[0]))
        numpy.testing.assert_array_equal(first["observation"], kept)

    def test_mistakes_are_exceptions(self):
        env = dado.gym.Env("noughts", render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("5", env.render())
        for wrong in (9, -1, 0.5, None, "0"):
            with self.assertRaises(ValueError):
                env.step(wrong)
        with self.assertRaises(ValueError):
            dado.gym.Env("noughts", reward="luck")
        with self.assertRaises(ValueError):
            dado.gym.Env("noughts", against="nobody")
        with self.assertRaises(ValueError):
            dado.gym.Env("noughts", render_mode="human")
        env.close()
        with self.assertRaises(ValueError):
            env.reset(seed=1)

    def test_rewards(self):
        from dado._round import rewards_of

        self.assertEqual(rewards_of("places", [3, 1], [0, 1]), [1.0, -1.0])
        self.assertEqual(rewards_of("places", [1, 1], [0, 0]), [0.0, 0.0])
        self.assertEqual(rewards_of("places", [9, 5, 5, 1], [0, 1, 1, 3]), [1.0, 0.0, 0.0, -1.0])
        self.assertEqual(rewards_of("scores", [3, -1], [0, 1]), [3.0, -1.0])
        self.assertEqual(rewards_of("places", [3], [1]), [-1.0])


class Zoo(unittest.TestCase):
    def test_turn_by_turn(self):
        """What pettingzoo.test.api_test asks of AEC."""
        for game in GAMES:
            env = dado.zoo.env(game)
            self.assertTrue(all(isinstance(a, str) for a in env.possible_agents))
            for seed in (1, None):
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                earned, steps = {a: 0.0 for a in env.agents}, 0
                for agent in env.agent_iter(200000):
                    self.assertEqual(agent, env.agent_selection)
                    self.assertIn(agent, env.agents)
                    for kept in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                        self.assertEqual(set(kept), set(env.agents))
                    seen, reward, terminated, truncated, info = env.last()
                    self.assertIn(seen, env.observation_space(agent))
                    earned[agent] += reward
                    if terminated or truncated:
                        with self.assertRaises(ValueError):
                            env.step(0)
                        env.step(None)
                        continue
                    self.assertGreater(seen["action_mask"].sum(), 0)
                    for other in env.agents:
                        if other != agent:
                            self.assertEqual(env.observe(other)["action_mask"].sum(), 0)
                    env.step(env.action_space(agent).sample(seen["action_mask"]))
                    steps += 1
                self.assertEqual(env.agents, [])
                self.assertGreater(steps, 0)
                self.assertAlmostEqual(sum(earned.values()), 0.0)
                with self.assertRaises(RuntimeError):
                    env.step(None)
            self.assertIs(env.unwrapped, env)
            env.close()

    def test_what_last_tells_adds_up(self):
        """The rest of pettingzoo.test.api_test: what last() rewards is the sum since; who is done goes, once; any whole number acts."""
        for game in GAMES:
            env = dado.zoo.env(game)
            for agent in env.possible_agents:
                self.assertRegex(agent, "^[a-z]+_[0-9]+$")
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertEqual(env.observation_space(agent), env.observation_space(env.possible_agents[0]))
            self.assertIsInstance(env.metadata["name"], str)
            env.reset(seed=3)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            self.assertIsNone(env.last(observe=False)[0])
            since, live, done = {a: 0.0 for a in env.agents}, list(env.agents), set()
            for agent in env.agent_iter(200000):
                seen, reward, terminated, truncated, info = env.last()
                self.assertTrue(isinstance(terminated, bool) and isinstance(truncated, bool))
                self.assertTrue(terminated == env.terminations[agent] and info == env.infos[agent] and isinstance(info, dict))
                over = terminated or truncated
                whole = numpy.int32 if len(done) % 2 else int
                self.assertIsNone(env.step(None if over else whole(numpy.flatnonzero(seen["action_mask"])[0])))
                self.assertEqual(since[agent], reward, game)
                since[agent] = 0.0
                for other, more in env.rewards.items():
                    since[other] += more
                if over:
                    self.assertNotIn(agent, done)
                    live.remove(agent)
                    done.add(agent)
                self.assertEqual(env.agents, live)
                self.assertEqual(env.num_agents, len(live))
                self.assertTrue(set(env.rewards) == set(env.terminations) == set(env.infos) == set(env.agents))
            self.assertEqual(done, set(env.possible_agents))
            env.close()

    def test_seeds_repeat_in_another_environment_and_after_another_match(self):
        """pettingzoo.test.seed_test: nothing is kept by reset(seed), nothing drawn from luck that all share."""
        def played(env):
            told, luck = [], random.Random(42)
            for seed in range(3):
                env.reset(seed=seed)
                numpy.random.normal(size=100)
                for agent in env.agent_iter(60):
                    seen, reward, terminated, truncated, _ = env.last()
                    told.append((agent, seen["observation"].tobytes(), reward))
                    env.step(None if terminated or truncated else int(luck.choice(list(numpy.flatnonzero(seen["action_mask"])))))
            return told

        for game in GAMES:
            one, other = dado.zoo.env(game), dado.zoo.env(game)
            first = played(one)
            self.assertEqual(first, played(one), game)
            self.assertEqual(first, played(other), game)

    def test_all_at_once(self):
        """What pettingzoo.test.parallel_api_test asks."""
        for game in GAMES:
            env = dado.zoo.parallel_env(game)
            env.reset()
            seen, infos = env.reset(seed=4, options={})
            for agent in env.possible_agents:
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertEqual(set(seen), set(env.agents))
            self.assertEqual(set(infos), set(env.agents))
            for _ in range(100000):
                live = set(env.agents)
                for agent in live:
                    self.assertIn(seen[agent], env.observation_space(agent))
                self.assertEqual(sum(i["actor"] for i in infos.values()), 1)
                told = env.step({a: env.action_space(a).sample(seen[a]["action_mask"]) for a in env.agents})
                seen, rewards, terminations, truncations, infos = told
                for part in told:
                    self.assertIsInstance(part, dict)
                    self.assertEqual(set(part), live)
                self.assertTrue(live <= set(env.possible_agents))
                self.assertTrue(all(isinstance(x, bool) for part in told[2:4] for x in part.values()))
                if all(terminations.values()) or all(truncations.values()):
                    break
            self.assertEqual(env.agents, [])
            env.close()

    def test_both_play_the_same_match(self):
        turns, at_once = dado.zoo.env("hearts"), dado.zoo.parallel_env("hearts")
        turns.reset(seed=9)
        seen, _ = at_once.reset(seed=9)
        for agent in turns.agent_iter():
            told = turns.last()
            if told[2]:
                break
            numpy.testing.assert_array_equal(told[0]["observation"], seen[agent]["observation"])
            action = int(numpy.flatnonzero(told[0]["action_mask"])[0])
            turns.step(action)
            seen, rewards, _, _, _ = at_once.step({a: action for a in at_once.agents})
        self.assertEqual(turns.rewards, rewards)


class Functions(unittest.TestCase):
    def test_functions_meet_agents(self):
        asked = []

        def first(turn):
            asked.append(turn)
            self.assertEqual(turn.seat, 0)
            self.assertEqual(len(turn.actions), len(turn.moves))
            return 0

        found = dado.contest("hearts", [first, "random", "greedy", "random"], matches=30, seed=2)
        self.assertEqual([m.number for m in found], list(range(30)))
        self.assertAlmostEqual(sum(found.wins()), 30)
        self.assertEqual(len(asked), 30 * 13)
        again = dado.contest("hearts", [lambda turn: 0, "random", "greedy", "random"], matches=30, seed=2)
        self.assertEqual(found, again)
        with self.assertRaises(ValueError):
            dado.contest("hearts", [lambda turn: 99, "random", "random", "random"], matches=3)
        with self.assertRaises(ValueError):
            dado.contest("hearts", ["random"] * 4, matches=3)
        with self.assertRaises(ValueError):
            dado.contest("hearts", [first, "random"], matches=3)

    def test_what_a_function_raises_comes_out(self):
        def trouble(_turn):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            dado.contest("kuhn", [trouble, "random"], matches=2)


class OwnSpaces(unittest.TestCase):
    def test_what_is_inside(self):
        self.assertIn(3, _spaces.Discrete(4))
        for wrong in (4, -1, 1.0, True, None):
            self.assertNotIn(wrong, _spaces.Discrete(4))
        box = _spaces.Box(numpy.zeros(2, "float32"), numpy.ones(2, "float32"), dtype=numpy.float32)
        self.assertIn(numpy.array([0.5, 1], "float32"), box)
        self.assertNotIn(numpy.array([0.5, 1.1], "float32"), box)
        self.assertNotIn(numpy.array([0.5, 1], "float64"), box)
        self.assertNotIn([0.5, 1], box)
        self.assertNotIn(numpy.array([2], "int8"), _spaces.MultiBinary(1))


if __name__ == "__main__":
    unittest.main()
