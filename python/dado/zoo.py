"""A game as an environment for several learners, with the interfaces of PettingZoo.

    env = dado.zoo.env("hearts")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))

Agents are called `seat_0`, `seat_1` and so on. `env` gives the turns one by one (AEC), `parallel_env` asks everybody at
once and plays the action of whoever is to choose; the others' actions do nothing, and their masks are empty.
"""
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from ._round import Rewards, Round
from ._spaces import of_table

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:

    class AECEnv:  # type: ignore[no-redef]
        """What PettingZoo gives an environment of turns."""

        def agent_iter(self, max_iter: int = 1 << 63):
            for _ in range(max_iter):
                if not self.agents:
                    return
                yield self.agent_selection

        def last(self, observe: bool = True):
            agent = self.agent_selection
            seen = self.observe(agent) if observe else None
            return (seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent])

        def _was_dead_step(self, action) -> None:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            agent = self.agent_selection
            for kept in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del kept[agent]
            self.agents.remove(agent)
            self._clear_rewards()
            if self.agents:
                self.agent_selection = self.agents[0]

        def _clear_rewards(self) -> None:
            for agent in self.rewards:
                self.rewards[agent] = 0.0

        def _accumulate_rewards(self) -> None:
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        @property
        def unwrapped(self):
            return self

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)

    class ParallelEnv:  # type: ignore[no-redef]
        """What PettingZoo gives an environment of all at once."""

        unwrapped = AECEnv.unwrapped
        num_agents = AECEnv.num_agents
        max_num_agents = AECEnv.max_num_agents


class _Seats:
    """What both have in common."""

    def __init__(self, game: str, options: Sequence[str] = (), reward: Rewards = "places", render_mode: Optional[str] = None):
        if render_mode not in (None, "ansi"):
            raise ValueError('a table is rendered as "ansi" or not at all')
        self._round = Round(game, options, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{s}" for s in range(self._round.table.players)]
        self.agents: list = []
        spaces = {agent: of_table(self._round.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: both[0] for agent, both in spaces.items()}
        self.action_spaces = {agent: both[1] for agent, both in spaces.items()}

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict:
        return self._round.observe(self._seat(agent))

    def _checked(self, agent: str, action) -> int:
        if not self.action_spaces[agent].contains(action):
            raise ValueError(f"{action!r} is no action of {self._round.table.title}")
        return int(action)

    def render(self) -> Optional[str]:
        return self._round.table.words(0) if self.render_mode == "ansi" else None

    def state(self):
        raise NotImplementedError("a learner sees what its seat sees, and nobody sees everything")

    def close(self) -> None:
        self._round.table.close()


class AEC(_Seats, AECEnv):
    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "name": "dado_v0", "is_parallelizable": False}

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self._round.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._round.actor]

    def step(self, action) -> None:
        if not self.agents:
            raise RuntimeError("call reset before step: there is no match to play")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        worth = self._round.play(self._checked(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: self._round.gained[self._seat(a)] for a in self.agents}
        if worth is None:
            self.agent_selection = self.possible_agents[self._round.actor]
        else:
            ends = self.truncations if self._round.stopped else self.terminations
            ends.update({a: True for a in self.agents})
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()


class Parallel(_Seats, ParallelEnv):
    metadata: Dict[str, Any] = {"render_modes": ["ansi"], "name": "dado_v0"}

    def _told(self):
        return {a: self.observe(a) for a in self.agents}, {a: {"actor": not self._round.over and self._seat(a) == self._round.actor}
                                                            for a in self.agents}

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None):
        self._round.reset(seed)
        self.agents = list(self.possible_agents)
        return self._told()

    def step(self, actions: Dict[str, Any]):
        if not self.agents:
            raise RuntimeError("call reset before step: there is no match to play")
        actor = self.possible_agents[self._round.actor]
        worth = self._round.play(self._checked(actor, actions[actor]))
        seen, infos = self._told()
        stopped = worth is not None and self._round.stopped
        rewards = {a: self._round.gained[self._seat(a)] for a in self.agents}
        terminations = {a: worth is not None and not stopped for a in self.agents}
        truncations = {a: stopped for a in self.agents}
        if worth is not None:
            self.agents = []
        return seen, rewards, terminations, truncations, infos


def env(game: str, **how) -> AEC:
    """Turn by turn."""
    return AEC(game, **how)


def parallel_env(game: str, **how) -> Parallel:
    """Everybody at once."""
    return Parallel(game, **how)
