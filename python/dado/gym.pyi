# Types of dado.gym. Spaces are those of Gymnasium where that package is installed, so they are Any here.
from typing import Any, Callable, Dict, Literal, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

Observation = Dict[str, NDArray[Any]]
Rewards = Union[str, Callable[[Sequence[int], Sequence[int]], Sequence[float]]]

class Env:
    metadata: Dict[str, Any]
    render_mode: Optional[str]
    observation_space: Any
    action_space: Any
    seat: int
    illegal: str
    spec: Any
    def __init__(self, game: str, against: Union[str, Sequence[str]] = ..., seat: int = ..., options: Sequence[str] = ...,
                 reward: Rewards = ..., render_mode: Optional[str] = ..., illegal: Literal["error", "any"] = ...) -> None: ...
    @property
    def np_random(self) -> numpy.random.Generator: ...
    @property
    def unwrapped(self) -> "Env": ...
    def reset(self, *, seed: Optional[int] = ..., options: Optional[Dict[str, Any]] = ...) -> Tuple[Observation, Dict[str, Any]]: ...
    def step(self, action: Union[int, numpy.integer[Any]]) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]: ...
    def render(self) -> Optional[str]: ...
    def close(self) -> None: ...
    def __enter__(self) -> "Env": ...
    def __exit__(self, *_: object) -> Literal[False]: ...

class VectorEnv:
    metadata: Dict[str, Any]
    render_mode: Optional[str]
    num_envs: int
    closed: bool
    single_observation_space: Any
    single_action_space: Any
    observation_space: Any
    action_space: Any
    seat: int
    illegal: str
    spec: Any
    def __init__(self, game: str, num_envs: int, against: Union[str, Sequence[str]] = ..., seat: int = ..., options: Sequence[str] = ...,
                 reward: Rewards = ..., render_mode: Optional[str] = ..., illegal: Literal["error", "any"] = ..., threads: int = ...) -> None: ...
    def reset(self, *, seed: Optional[int] = ..., options: Optional[Dict[str, Any]] = ...) -> Tuple[Observation, Dict[str, Any]]: ...
    def step(self, actions: Any) -> Tuple[Observation, NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], Dict[str, Any]]: ...
    def render(self) -> Optional[Tuple[str, ...]]: ...
    def close(self, **_how: Any) -> None: ...
