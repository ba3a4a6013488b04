"""Small games as whole trees: information sets, best responses and how much a policy of your own gives away."""
from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ._table import Table

# The probabilities of the moves of an information set, in the order of its list.
Policy = Callable[["Decision"], Sequence[float]]


class Decision(NamedTuple):
    """An information set: what a seat knows where it has to choose."""

    seat: int
    info: str  # all that it saw and did, in words
    moves: Tuple[str, ...]  # what it may do, in words
    actions: Optional[Tuple[int, ...]]  # the numbers of these moves, where the game has any


class Node(NamedTuple):
    """A point on a line of play: a decision, luck or an end."""

    key: Optional[Tuple[int, str]]  # of its information set; None at luck and at ends
    odds: Tuple[float, ...]  # of luck
    children: Tuple["Node", ...]
    worth: Tuple[float, ...]  # at ends


class Tree:
    """A game, played along every line of play once. Luck is played, and nobody forgets (perfect recall).

    `root` is where all lines of play begin; `sets` has every decision by its seat and information state. `payoff` is "points", or "margin": the points less
    the best rival's.
    """

    def __init__(self, game: str, options: Sequence[str] = (), payoff: str = "points", most_nodes: int = 1_000_000, most_moves: int = 200):
        if payoff not in ("points", "margin"):
            raise ValueError(f'a payoff is "points" or "margin", not {payoff!r}')
        self.sets: Dict[Tuple[int, str], Decision] = {}
        self.nodes = 0
        self._most, self._payoff = most_nodes, payoff
        # A table skips matches in which nobody chooses, so a match that ends is followed by hand.
        with Table(game, 1, 1, options, luck="played", record=most_moves) as table:
            self.players, self.title = table.players, table.title
            self.root = self._walk(table)

    def _walk(self, table: Table) -> Node:
        self.nodes += 1
        if self.nodes > self._most:
            raise ValueError(f"{table.title} has more than {self._most} nodes; a tree is for small games")
        actors, counts = table.look()
        actor, count = int(actors[0]), int(counts[0])
        here, key = table.save(0), None
        if actor >= 0:
            key = (actor, table.recall(0, actor))
            if key not in self.sets:
                moves = tuple(table.move_words(0, i) for i in range(count))
                numbers = table.one(0)[1]
                self.sets[key] = Decision(actor, key[1], moves, tuple(numbers) if numbers is not None else None)
        odds = tuple(table.odds(0)) if actor < 0 else ()
        children: List[Node] = []
        for i in range(count):
            if i:
                table.restore(0, here)
            ended, scores, _places = table.step([i])
            children.append(self._end(table.row(scores, 0)) if ended[0] else self._walk(table))
        return Node(key, odds, tuple(children), ())

    def _end(self, points: Sequence[int]) -> Node:
        self.nodes += 1
        worth = [float(p) for p in points]
        if self._payoff == "margin" and len(worth) > 1:
            worth = [worth[s] - max(worth[o] for o in range(len(worth)) if o != s) for s in range(len(worth))]
        return Node(None, (), (), tuple(worth))

    # ---- policies

    def table_of(self, policy: Policy) -> Dict[Tuple[int, str], Tuple[float, ...]]:
        """What a policy does in every information set, as probabilities that add up to 1."""
        found: Dict[Tuple[int, str], Tuple[float, ...]] = {}
        for key, decision in self.sets.items():
            odds = [float(p) for p in policy(decision)]
            if len(odds) != len(decision.moves) or min(odds) < 0 or not abs(sum(odds) - 1) < 1e-6:
                raise ValueError(f"a policy answers {len(decision.moves)} probabilities that add up to 1, not {odds}")
            found[key] = tuple(odds)
        return found

    def values(self, policy: Policy) -> List[float]:
        """What the game is worth to every seat if all keep to the policy."""
        table = self.table_of(policy)

        def value(node: Node) -> List[float]:
            if node.worth:
                return list(node.worth)
            odds = table[node.key] if node.key is not None else node.odds
            below = [(p, value(child)) for p, child in zip(odds, node.children) if p > 0]
            return [sum(p * v[s] for p, v in below) for s in range(self.players)]

        return value(self.root)

    def best_response(self, policy: Policy, seat: int) -> float:
        """The most that a seat can get if all others keep to the policy."""
        table = self.table_of(policy)
        reached: Dict[Tuple[int, str], List[Tuple[float, Node]]] = {}

        def reach(node: Node, chance: float) -> None:
            if node.worth:
                return
            if node.key is not None and node.key[0] == seat:
                reached.setdefault(node.key, []).append((chance, node))
            odds = node.odds if node.key is None else (1.0,) * len(node.children) if node.key[0] == seat else table[node.key]
            for p, child in zip(odds, node.children):
                reach(child, chance * p)

        best: Dict[Tuple[int, str], int] = {}

        def choice(key: Tuple[int, str]) -> int:
            if key not in best:
                worth = [sum(chance * value(node.children[i]) for chance, node in reached[key]) for i in range(len(self.sets[key].moves))]
                best[key] = max(range(len(worth)), key=worth.__getitem__)
            return best[key]

        def value(node: Node) -> float:
            if node.worth:
                return node.worth[seat]
            if node.key is not None and node.key[0] == seat:
                return value(node.children[choice(node.key)])
            odds = node.odds if node.key is None else table[node.key]
            return sum(p * value(child) for p, child in zip(odds, node.children) if p > 0)

        reach(self.root, 1.0)
        return value(self.root)

    def exploitability(self, policy: Policy) -> float:
        """What best responses gain on average over the seats; 0 is an equilibrium."""
        own = self.values(policy)
        return sum(self.best_response(policy, seat) - own[seat] for seat in range(self.players)) / self.players


def exploitability(game: str, policy: Policy, options: Sequence[str] = (), payoff: str = "points") -> float:
    """How much a policy, a function of a `Decision`, gives away per seat to opponents who know it; of small games."""
    return Tree(game, options, payoff).exploitability(policy)
