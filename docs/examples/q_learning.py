"""Tabular Q-learning: the best answer to one opponent, learnt from matches alone.

    python3 q_learning.py kuhn 3000
    python3 q_learning.py leduc 6000

One seat learns on 64 matches at a time; the other plays at random. States are information states, so nothing that was
seen is forgotten. What is learnt is compared with the best response, which is worked out exactly: after 3,000 steps of
Kuhn poker at least 0.97 of it, after 6,000 of Leduc at least 0.9.
"""
import random
import sys
from collections import defaultdict
from typing import DefaultDict, Dict, List, Optional, Tuple

import dado

places, seat = 64, 0


def main(game: str, steps: int) -> float:
    luck = random.Random(1)
    worth: DefaultDict[str, Dict[int, float]] = defaultdict(dict)
    seen: DefaultDict[Tuple[str, int], int] = defaultdict(int)
    last: List[Optional[Tuple[str, int]]] = [None] * places

    def learn(what: Tuple[str, int], target: float) -> None:
        seen[what] += 1
        old = worth[what[0]].get(what[1], 0.0)
        worth[what[0]][what[1]] = old + (target - old) / seen[what] ** 0.7

    with dado.Table(game, places, seed=1, against="random", seat=seat, record=60) as table:
        for step in range(steps):
            curious = max(0.1, 1 - 2 * step / steps)
            choices = []
            counts = table.look()[1]
            for k in range(places):
                state, count = table.recall(k, seat), int(counts[k])
                known = worth[state]
                for move in range(count):
                    known.setdefault(move, 0.0)
                before = last[k]
                if before is not None:
                    learn(before, max(known.values()))
                move = luck.randrange(count) if luck.random() < curious else max(known, key=known.__getitem__)
                last[k] = state, move
                choices.append(move)
            ended, points, _places = table.step(choices)
            for k in range(places):
                before = last[k]
                if ended[k] and before is not None:
                    learn(before, float(table.row(points, k)[seat]))
                    last[k] = None

    tree = dado.Tree(game)

    def policy(decision: dado.Decision) -> List[float]:
        odds = [1 / len(decision.moves)] * len(decision.moves)
        if decision.seat == seat and worth.get(decision.info):
            best = max(worth[decision.info], key=worth[decision.info].__getitem__)
            odds = [float(i == best) for i in range(len(odds))]
        return odds

    learnt, most = tree.values(policy)[seat], tree.best_response(lambda d: [1 / len(d.moves)] * len(d.moves), seat)
    print(f"{tree.title}: learnt {learnt:.3f} points a match, the best response gets {most:.3f}: {learnt / most:.3f} of it")
    return learnt / most


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "kuhn", int(sys.argv[2]) if len(sys.argv) > 2 else 3000)
