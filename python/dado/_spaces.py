"""What an environment takes and gives: Gymnasium's spaces where that is installed, else the same in small."""
from __future__ import annotations

from typing import Any, Dict as Mapping, Optional

from ._numpy import numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, MultiDiscrete
    from gymnasium.vector.utils import batch_space as batch_of
except ImportError:

    class _Space:
        def __init__(self, shape, dtype, seed: Optional[int] = None):
            self.shape, self.dtype = shape, numpy.dtype(dtype)
            self.seed(seed)

        def seed(self, seed: Optional[int] = None) -> None:
            self.np_random = numpy.random.default_rng(seed)

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

    class Discrete(_Space):  # type: ignore[no-redef]
        """Whole numbers below n."""

        def __init__(self, n: int, seed: Optional[int] = None, start: int = 0):
            self.n, self.start = int(n), int(start)
            super().__init__((), "int64", seed)

        def sample(self, mask=None):
            if mask is None:
                return numpy.int64(self.start + self.np_random.integers(self.n))
            legal = numpy.flatnonzero(mask)
            return numpy.int64(self.start + (self.np_random.choice(legal) if len(legal) else 0))

        def contains(self, x: Any) -> bool:
            whole = isinstance(x, (int, numpy.integer)) and not isinstance(x, bool)
            return whole and self.start <= int(x) < self.start + self.n

        def __eq__(self, other):
            return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

        def __repr__(self):
            return f"Discrete({self.n})"

    class MultiBinary(_Space):  # type: ignore[no-redef]
        """Rows of 0 and 1."""

        def __init__(self, n: int, seed: Optional[int] = None):
            self.n = int(n)
            super().__init__((self.n,), "int8", seed)

        def sample(self, mask=None):
            return self.np_random.integers(2, size=self.n, dtype="int8")

        def contains(self, x: Any) -> bool:
            return isinstance(x, numpy.ndarray) and x.shape == self.shape and bool(numpy.all((x == 0) | (x == 1)))

        def __eq__(self, other):
            return isinstance(other, MultiBinary) and self.n == other.n

    class Box(_Space):  # type: ignore[no-redef]
        """Real numbers, each within its bounds."""

        def __init__(self, low, high, shape=None, dtype="float32", seed: Optional[int] = None):
            self.low, self.high = numpy.asarray(low, dtype), numpy.asarray(high, dtype)
            super().__init__(tuple(shape) if shape is not None else self.low.shape, dtype, seed)

        def sample(self, mask=None):
            low, high = numpy.clip(self.low, -1e3, 1e3), numpy.clip(self.high, -1e3, 1e3)
            return self.np_random.uniform(low, high, self.shape).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return (isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool(numpy.all(x >= self.low) and numpy.all(x <= self.high)))

        def __eq__(self, other):
            return (isinstance(other, Box) and self.shape == other.shape and numpy.array_equal(self.low, other.low)
                    and numpy.array_equal(self.high, other.high))

    class MultiDiscrete(_Space):  # type: ignore[no-redef]
        """Rows of whole numbers, each below its own bound."""

        def __init__(self, nvec, dtype="int64", seed: Optional[int] = None):
            self.nvec = numpy.asarray(nvec, "int64")
            super().__init__(self.nvec.shape, dtype, seed)

        def sample(self, mask=None):
            return self.np_random.integers(self.nvec).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype.kind in "iu" and bool(numpy.all((x >= 0) & (x < self.nvec)))

        def __eq__(self, other):
            return isinstance(other, MultiDiscrete) and numpy.array_equal(self.nvec, other.nvec)

    class Dict(_Space):  # type: ignore[no-redef]
        """Named parts, each a space."""

        def __init__(self, spaces: Mapping[str, Any], seed: Optional[int] = None):
            self.spaces = dict(spaces)
            super().__init__(None, "O", seed)

        def __getitem__(self, name):
            return self.spaces[name]

        def seed(self, seed: Optional[int] = None) -> None:
            for space in self.spaces.values():
                space.seed(seed)

        def sample(self, mask=None):
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

        def __eq__(self, other):
            return isinstance(other, Dict) and self.spaces == other.spaces

    def batch_of(space, n):  # type: ignore[misc]
        """The space of n values of a space, one below the other."""
        if isinstance(space, Dict):
            return Dict({name: batch_of(part, n) for name, part in space.spaces.items()})
        if isinstance(space, Discrete):
            return MultiDiscrete(numpy.full(n, space.n))
        if isinstance(space, MultiBinary):
            return Box(numpy.zeros((n, space.n)), numpy.ones((n, space.n)), dtype="int8")
        return Box(numpy.repeat(space.low[None], n, 0), numpy.repeat(space.high[None], n, 0), dtype=space.dtype)


def of_table(table):
    """The spaces of what a seat sees and of what it answers."""
    low = numpy.concatenate([numpy.full(b.size, b.least) for b in table.blocks()] or [numpy.zeros(1)])
    high = numpy.concatenate([numpy.full(b.size, b.most) for b in table.blocks()] or [numpy.zeros(1)])
    actions = table.actions or table.most_moves
    seen = Dict({"observation": Box(low.astype("float32"), high.astype("float32"), dtype=numpy.float32),
                 "action_mask": MultiBinary(actions)})
    return seen, Discrete(actions)
