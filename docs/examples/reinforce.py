"""REINFORCE in numpy: a linear policy that learns from batches of matches, with moves drawn in the library.

    python3 reinforce.py leduc 400

One seat learns against an opponent who plays at random, 512 matches at a time, seed 1. After 400 rounds of 8 steps it wins more
than 1.7 points a match of Leduc; playing at random loses 0.08, the best response gets 2.09. Kuhn poker: more than 0.45 after 200 rounds, of 0.5.
"""
import sys
from typing import List, Tuple

import numpy
from numpy.typing import NDArray

import dado

Numbers = NDArray[numpy.float64]

places, seat, horizon = 512, 0, 8


def softmax(logits: Numbers, mask: NDArray[numpy.uint8]) -> Numbers:
    high = numpy.where(mask, logits, -numpy.inf)
    odds = numpy.exp(high - high.max(axis=1, keepdims=True))
    shares: Numbers = odds / odds.sum(axis=1, keepdims=True)
    return shares


def main(game: str, rounds: int) -> float:
    with dado.Table(game, places, seed=1, against="random", seat=seat) as table:
        weights = numpy.zeros((table.feature_size + 1, table.actions))
        step_size, mean, won, played = 0.05, 0.0, 0.0, 0
        for number in range(rounds):
            slope = numpy.zeros_like(weights)
            pending: List[Tuple[Numbers, Numbers]] = []
            ended_in: List[NDArray[numpy.bool_]] = []
            results: List[Numbers] = []
            for _ in range(horizon):
                features, mask = table.see()
                rows: Numbers = numpy.hstack([features.astype(numpy.float64), numpy.ones((places, 1))])
                odds = softmax(rows @ weights, mask)
                choices = table.sample(odds)
                chosen = numpy.zeros_like(odds)
                chosen[numpy.arange(places), table.sampled] = 1
                slopes: Numbers = chosen - odds
                pending.append((rows, slopes))
                ended, points, _ranks = table.step(choices)
                ended_in.append(ended != 0)
                results.append(numpy.where(ended != 0, points[:, seat], 0).astype(float))
            # Each choice is credited with the end of its own match; choices whose match goes on are left out.
            credit, known = numpy.zeros(places), numpy.zeros(places, bool)
            for (rows, gradient), ends, points_now in zip(reversed(pending), reversed(ended_in), reversed(results)):
                credit, known = numpy.where(ends, points_now, credit), known | ends
                slope += rows.T @ (gradient * (known * (credit - mean))[:, None])
            over = numpy.array(ended_in)
            total, count = float(numpy.array(results).sum()), int(over.sum())
            mean += 0.1 * (total / max(count, 1) - mean)
            weights += step_size * slope / places
            if number >= rounds * 3 // 4:
                won, played = won + total, played + count
    print(f"{table.title}: {won / played:.3f} points a match over the last quarter, {played} matches")
    return won / played


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "leduc", int(sys.argv[2]) if len(sys.argv) > 2 else 400)
