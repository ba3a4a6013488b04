#!/usr/bin/env python3
"""learn_hearts.py - a policy gradient in numpy alone: one seat of Hearts against agents of the shelf.

    python3 learn_hearts.py --rounds 40 --out agents
    dado arena hearts agents/learned_hearts.py random greedy

The policy is linear: what the seat sees, times a matrix, gives how much each action is liked, and those that are no
moves are left out. 1,024 matches are played side by side; every choice is then made likelier or less likely by how much
better its match came out than was to be expected of what was seen (an actor and a critic, both linear). It works for
every game whose moves have numbers: --game.
"""
import argparse
import base64
import shutil
import zlib
from pathlib import Path

import numpy

import dado

AGENT = '''#!/usr/bin/env python3
"""Plays {game} as it was learned by learn_hearts.py."""
import array
import base64
import zlib

import dado

WIDE = {wide}  # actions
LIKED = array.array("f", zlib.decompress(base64.b64decode("{weights}")))
SCALE = array.array("f", zlib.decompress(base64.b64decode("{scale}")))


def choose(turn):
    seen = [(i, x * SCALE[i]) for i, x in enumerate(turn.features) if x]
    best = max(range(len(turn.moves)), key=lambda k: sum(x * LIKED[i * WIDE + turn.actions[k]] for i, x in seen))
    return turn.moves[best]


dado.play(choose, name="learned", features=True)
'''


class Adam:
    def __init__(self, shape, rate):
        self.rate, self.mean, self.square, self.step = rate, numpy.zeros(shape, "float32"), numpy.zeros(shape, "float32"), 0

    def __call__(self, gradient):
        self.step += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient * gradient - self.square)
        return self.rate * (self.mean / (1 - 0.9 ** self.step)) / (numpy.sqrt(self.square / (1 - 0.99 ** self.step)) + 1e-8)


class Learner:
    def __init__(self, game, against, seat=0, places=1024, seed=1, rate=0.02):
        self.table = dado.Table(game, places, seed, against=against, seat=seat)
        if not self.table.actions:
            raise SystemExit(f"moves of {self.table.title} have no numbers: this learner cannot answer")
        self.seat, self.luck = seat, numpy.random.default_rng(seed)
        self.scale = numpy.ones(self.table.feature_size, "float32")
        for block in self.table.blocks():  # so that no number is much larger than the rest
            if block.kind != "flag":
                most = block.most if numpy.isfinite(block.most) else 20.0
                self.scale[block.start:block.start + block.size] = 1 / max(min(most, 20.0), 1.0)
                if block.name == "cards":
                    self.scale[block.start:block.start + block.size] = 1
        self.liked = numpy.zeros((self.table.feature_size, self.table.actions), "float32")
        self.hoped = numpy.zeros(self.table.feature_size, "float32")
        self.step_liked, self.step_hoped = Adam(self.liked.shape, rate), Adam(self.hoped.shape, 0.01)

    def odds(self, seen, mask):
        logits = numpy.where(mask > 0, seen @ self.liked, -numpy.inf)
        odds = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    def play(self, table, decisions, best=False):
        """Plays matches to their ends; (what was seen, odds, what was chosen, what it came to), and everybody's places."""
        path, begun, paid, ends = [], numpy.zeros(table.places, int), [], []
        while len(path) < decisions or not len(ends):
            seen, mask = table.see()
            seen = seen * self.scale
            odds = self.odds(seen, mask)
            total = odds.cumsum(axis=1)
            chosen = odds.argmax(axis=1) if best else (self.luck.random((len(total), 1)) * total[:, -1:] > total).sum(axis=1)
            chosen = chosen.astype("int32")
            path.append((seen, odds, chosen))
            ended, _, places = table.act(chosen)
            for place in numpy.flatnonzero(ended):
                rank = places[place]
                ahead, level = (rank < rank[self.seat]).sum(), (rank == rank[self.seat]).sum() - 1
                paid += [(at, place, 1 - 2 * (ahead + level / 2) / (len(rank) - 1)) for at in range(begun[place], len(path))]
                ends.append(rank.copy())
                begun[place] = len(path)
        return path, paid, numpy.array(ends)

    def learn(self, rounds, decisions=13, told=None):
        for now in range(1, rounds + 1):
            path, paid, ends = self.play(self.table, decisions)
            at, place, worth = (numpy.array(x) for x in zip(*paid))
            seen = numpy.stack([p[0] for p in path])[at, place]
            odds = numpy.stack([p[1] for p in path])[at, place]
            chosen = numpy.stack([p[2] for p in path])[at, place]
            better = (worth - seen @ self.hoped).astype("float32")
            self.hoped += self.step_hoped(seen.T @ better / len(better))
            better = (better - better.mean()) / (better.std() + 1e-6)
            push = -odds * better[:, None]
            push[numpy.arange(len(chosen)), chosen] += better
            self.liked += self.step_liked(seen.T @ push.astype("float32") / len(better))
            if told and (now % max(rounds // 8, 1) == 0 or now == rounds):
                told(now, now * self.table.places)

    def wins(self, against, matches=1000, seed=900):
        """Its share of first places against three of an agent, ties split."""
        with dado.Table(self.table.game, 500, seed, against=against, seat=self.seat) as table:
            _, _, ends = self.play(table, 13 * matches // 500, best=True)
        first = ends == 0
        return float((first[:, self.seat] / first.sum(axis=1)).mean()), len(ends)

    def save(self, folder):
        """An agent of one file that needs no numpy, with dado.py beside it: ready for dado arena."""
        packed = [base64.b64encode(zlib.compress(x.astype("float32").tobytes(), 9)).decode() for x in (numpy.round(self.liked, 3), self.scale)]
        path = Path(folder) / f"learned_{self.table.game}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(AGENT.format(game=self.table.title, wide=self.table.actions, weights=packed[0], scale=packed[1]))
        path.chmod(0o755)
        shutil.copy(dado.agent_kit(), path.with_name("dado.py"))
        return path


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    words.add_argument("--game", default="hearts")
    words.add_argument("--rounds", type=int, default=40)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--against", default="greedy")
    words.add_argument("--out", help="the folder the agent is written to")
    words.add_argument("--curve", help="where the curve is written, as CSV")
    given = words.parse_args()
    learner, curve = Learner(given.game, given.against, seed=given.seed), []

    def told(now, matches):
        shares = [learner.wins(agent)[0] for agent in ("random", "greedy")]
        curve.append((now, matches, *shares))
        print(f"round {now}: {matches:,} matches; wins {100 * shares[0]:.1f} % against random, {100 * shares[1]:.1f} % against greedy", flush=True)

    told(0, 0)
    learner.learn(given.rounds, told=told)
    if given.curve:
        Path(given.curve).write_text("\n".join(["round,matches,random,greedy"] + [",".join(f"{x:.6g}" for x in row) for row in curve]) + "\n")
    if given.out:
        print("written:", learner.save(given.out))


if __name__ == "__main__":
    main()
