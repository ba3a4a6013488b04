"""A game as an environment for one learner, with the interface of Gymnasium.

    env = dado.gym.Env("leduc", against="greedy")
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))

The learner has one seat, agents of the shelf the others. What is seen is a dictionary of `observation`, the features
of the seat, and `action_mask`. A reward comes with the end. It is a gymnasium.Env where that package is installed.

An action that the mask rules out is a ValueError. Programs that know nothing of masks, gymnasium's check_env among them,
want `illegal="any"`: some legal action is played instead, drawn by the environment's own luck, and `info["illegal"]` is
true.
"""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

from ._numpy import numpy
from ._round import Rewards, Round
from ._spaces import of_table

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
        """`against` names one agent for all other seats, or one for each. `reward`: "places", "scores" or a function."""
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
        return seen, worth[self.seat] if worth else 0.0, worth is not None and not stopped, stopped, info

    def render(self) -> Optional[str]:
        return self._round.table.words(0, self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self._round.table.close()
