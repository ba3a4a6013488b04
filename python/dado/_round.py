"""One match at a time on a table of one place, as the adapters for Gymnasium and PettingZoo play it."""
from __future__ import annotations

from typing import Callable, List, Optional, Sequence, Union

from ._numpy import numpy
from ._table import Table

Rewards = Union[str, Callable[[Sequence[int], Sequence[int]], Sequence[float]]]


def rewards_of(kind: Rewards, scores: Sequence[int], places: Sequence[int]) -> List[float]:
    """What a match is worth to everybody: by `places` from 1 for the first to -1 for the last, by `scores`, or as a function says."""
    if callable(kind):
        return [float(x) for x in kind(scores, places)]
    if kind in ("scores", "change"):
        return [float(x) for x in scores]
    if len(places) == 1:
        return [1.0 if places[0] == 0 else -1.0]
    # Places that are shared are worth their mean.
    worth = []
    for place in places:
        shared = sum(1 for p in places if p == place)
        worth.append(1.0 - 2.0 * (place + (shared - 1) / 2) / (len(places) - 1))
    return worth


def check_reward(kind: Rewards) -> None:
    if kind not in ("places", "scores", "change") and not callable(kind):
        raise ValueError('a reward is "places", "scores", "change" or a function of points and places')


class Round:
    """A match: who is to choose, what a seat sees, and what it came to."""

    def __init__(self, game: str, options: Sequence[str], reward: Rewards, against=None, seat: int = 0):
        check_reward(reward)
        self.table = Table(game, 1, 1, options, against, seat)
        self._gains, self._last = self.table.watch(seat)
        self._watched = seat
        self.reward, self.luck = reward, numpy.random.default_rng(1)
        self.actions = self.table.actions or self.table.most_moves
        self.over, self.begun = False, False
        self.scores: Optional[List[int]] = None
        self.gained: List[float] = []
        self.seen: dict = {}

    def reset(self, seed: Optional[int]) -> None:
        """The next match; with a seed, the first of its own."""
        if seed is not None:
            self.luck = numpy.random.default_rng(seed)
            self.table.reset(seed)
        elif self.begun and not self.over:  # left in the middle
            self.table.reset(int(self.luck.integers(1 << 32)))
        self.begun, self.over, self.seen = True, False, {}

    @property
    def actor(self) -> int:
        return int(self.table.look()[0][0])

    def mask(self, seat: int):
        if self.over or seat != self.actor:
            return numpy.zeros(self.actions, "int8")
        return self.table.mask()[0].astype("int8")

    def observe(self, seat: int) -> dict:
        """As the match stands. Once it is over there is no action: the seat that learns sees its end, the others what they saw last."""
        if self.over:
            last = self._last[0] if seat == self._watched and self.table.feature_size else self.seen.get(seat)
            seen = last if last is not None else numpy.zeros(max(self.table.feature_size, 1), "float32")
        else:
            seen = self.seen[seat] = self.table.see(seat)[0][0].copy()
        return {"observation": seen.copy(), "action_mask": self.mask(seat)}

    def play(self, action: int) -> Optional[List[float]]:
        """Plays an action of whoever is to choose; what the match is worth to all, if that ended it.

        `gained` then has everybody's reward for this step: what the match is worth at its end, or the change of points.
        """
        for seat in range(self.table.players):
            self.observe(seat)
        step = self.table.act if self.table.actions else self.table.step
        ended, scores, places = step(numpy.array([action], "int64"))
        self.gained = [float(x) for x in self.table.row(self._gains, 0)] if self.reward == "change" else [0.0] * self.table.players
        if not ended[0]:
            return None
        self.over = True
        self.scores = self.table.row(scores, 0)
        self.stopped = int(ended[0]) == 2
        worth = rewards_of(self.reward, self.scores, self.table.row(places, 0))
        if self.reward != "change":
            self.gained = worth
        return worth
