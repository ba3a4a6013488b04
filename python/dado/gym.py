"""A game as an environment for one learner, with the interface of Gymnasium.

    env = dado.gym.Env("leduc", against="greedy")
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))

The learner has one seat, agents of the shelf the others. What is seen is a dictionary of `observation`, the features
of the seat, and `action_mask`. A reward comes with the end; with reward="change" every step is rewarded by how it changed
the seat's points. It is a gymnasium.Env where that package is installed.

    envs = dado.gym.VectorEnv("leduc", 1024, against="greedy")

plays many matches at once, as a gymnasium.vector.VectorEnv: a match that ends begins anew in the same step, and what the
seat saw at its end is kept in `infos["final_obs"]`.

An action that the mask rules out is a ValueError. Programs that know nothing of masks, gymnasium's check_env among them,
want `illegal="any"`: some legal action is played instead, drawn by the environment's own luck, and `info["illegal"]` is
true.
"""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

from ._numpy import numpy
from ._round import Rewards, Round, check_reward, rewards_of
from ._spaces import batch_of, of_table
from ._table import Table

try:
    from gymnasium import Env as _Base
except ImportError:

    class _Base:  # type: ignore[no-redef]
        """What Gymnasium asks of an environment beside reset and step."""

        metadata: dict = {"render_modes": []}
        render_mode: Optional[str] = None
        spec = None

        @property
        def unwrapped(self):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()
            return False


class Env(_Base):
    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game: str, against: Any = "random", seat: int = 0, options: Sequence[str] = (),
                 reward: Rewards = "places", render_mode: Optional[str] = None, illegal: str = "error"):
        """`against` names one agent for all other seats, or one for each. `reward`: "places", "scores", "change" or a function."""
        if render_mode not in (None, "ansi"):
            raise ValueError('a table is rendered as "ansi" or not at all')
        if illegal not in ("error", "any"):
            raise ValueError('what is illegal is an "error", or "any" legal action instead')
        self._round = Round(game, options, reward, against, seat)
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        self._np_random = self._round.luck
        self.observation_space, self.action_space = of_table(self._round.table)

    @property
    def np_random(self):
        return self._round.luck

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[dict, dict]:
        self._round.reset(seed)
        self._np_random = self._round.luck
        return self._seen()

    def _seen(self):
        seen = self._round.observe(self.seat)
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action) -> Tuple[dict, float, bool, bool, dict]:
        if not self._round.begun or self._round.over:
            raise RuntimeError("call reset before step: there is no match to play")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is no action of {self._round.table.title}")
        mask = self._round.mask(self.seat)
        wrong = self.illegal == "any" and not mask[int(action)]
        if wrong:
            action = self._round.luck.choice(numpy.flatnonzero(mask))
        worth = self._round.play(int(action))
        seen, info = self._seen()
        if self.illegal == "any":
            info["illegal"] = bool(wrong)
        stopped = worth is not None and self._round.stopped
        if worth is not None:
            info["scores"] = self._round.scores
        return seen, self._round.gained[self.seat], worth is not None and not stopped, stopped, info

    def render(self) -> Optional[str]:
        return self._round.table.words(0, self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self._round.table.close()


try:
    from gymnasium.vector import VectorEnv as _VectorBase
except ImportError:
    _VectorBase = _Base  # type: ignore[assignment,misc]

try:
    from gymnasium.vector import AutoresetMode

    _SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    _SAME_STEP = "SameStep"


class VectorEnv(_VectorBase):  # type: ignore[valid-type,misc]
    """Many matches side by side, for one learner; see gymnasium.vector.VectorEnv.

    Arrays that are answered are copies: they stay as they are. `threads` is how many cores a step may use; seats
    of agents are played by one.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": _SAME_STEP}

    def __init__(self, game: str, num_envs: int, against: Any = "random", seat: int = 0, options: Sequence[str] = (),
                 reward: Rewards = "places", render_mode: Optional[str] = None, illegal: str = "error", threads: int = 1):
        if render_mode not in (None, "ansi"):
            raise ValueError('a table is rendered as "ansi" or not at all')
        if illegal not in ("error", "any"):
            raise ValueError('what is illegal is an "error", or "any" legal action instead')
        check_reward(reward)
        self.table = Table(game, num_envs, 1, options, against, seat, threads=threads)
        self.num_envs, self.seat, self.render_mode, self.illegal, self.reward = num_envs, seat, render_mode, illegal, reward
        self.closed, self._begun = False, False
        self._gains, self._last = self.table.watch(seat)
        self.single_observation_space, self.single_action_space = of_table(self.table)
        self.observation_space = batch_of(self.single_observation_space, num_envs)
        self.action_space = batch_of(self.single_action_space, num_envs)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[dict, dict]:
        """All matches anew. A list of seeds, one for each, is refused: matches of a table share the luck of one."""
        if seed is not None and not isinstance(seed, (int, numpy.integer)):
            raise TypeError("one seed is wanted: matches of a table have numbers, and share the luck of one seed")
        if seed is not None or self._begun:
            self.table.reset(int(seed) if seed is not None else int(numpy.random.default_rng().integers(1 << 32)))
        self._begun = True
        seen = self._seen()
        return seen, {"action_mask": seen["action_mask"].copy()}

    def _seen(self) -> dict:
        features, mask = self.table.see(self.seat)
        if not self.table.actions:
            mask = self.table.mask()
        return {"observation": features.copy(), "action_mask": mask.astype("int8")}

    def _legal(self, actions: Any) -> Any:
        mask = self.table.mask()
        inside = numpy.clip(actions, 0, mask.shape[1] - 1)
        wrong = (mask[numpy.arange(self.num_envs), inside] == 0) | (inside != actions)
        if not wrong.any():
            return actions, wrong
        self.table.sample()
        return numpy.where(wrong, self.table.sampled, actions).astype("int32"), wrong

    def step(self, actions: Any) -> Tuple[dict, Any, Any, Any, dict]:
        if not self._begun:
            raise RuntimeError("call reset before step: there are no matches to play")
        infos: dict = {}
        actions = numpy.asarray(actions)
        if self.illegal == "any":
            actions, infos["illegal"] = self._legal(actions)
        ended, scores, places = (self.table.act if self.table.actions else self.table.step)(actions)
        done = ended != 0
        rewards = self._gains[:, self.seat].astype("float64") if self.reward == "change" else numpy.zeros(self.num_envs)
        if done.any():
            if self.reward != "change":
                for k in numpy.flatnonzero(done):
                    rewards[k] = rewards_of(self.reward, self.table.row(scores, k), self.table.row(places, k))[self.seat]
            actions_wide = self.single_action_space.n
            infos["final_obs"] = {"observation": self._last.copy(), "action_mask": numpy.zeros((self.num_envs, actions_wide), "int8")}
            infos["final_info"] = {"scores": scores.copy(), "_scores": done.copy()}
            infos["_final_obs"], infos["_final_info"] = done.copy(), done.copy()
        seen = self._seen()
        infos["action_mask"] = seen["action_mask"].copy()
        return seen, rewards, ended == 1, ended == 2, infos

    def render(self) -> Optional[Tuple[str, ...]]:
        if self.render_mode != "ansi":
            return None
        return tuple(self.table.words(k, self.seat) for k in range(self.num_envs))

    def close(self, **_how: Any) -> None:
        self.closed = True
        self.table.close()
