#!/usr/bin/env python3
"""learn.py - a small learner in numpy alone: it plays a game against itself and keeps what it learned.

    python3 learn.py kuhn --rounds 600 --out agents
    dado solve kuhn equilibrium --ask agents/learned_kuhn.py

For everything that a seat has ever seen it adds up how much better each action did than its play as a whole, found by
playing 1,024 matches side by side: its regrets. The more it regrets not having chosen an action, the likelier it will
(a policy gradient in the manner of regret minimization); what is kept in the end is the average of all that it has been.
In Kuhn poker, where best play is known, it says on the way how much it could be exploited.
"""
import argparse
import json
import shutil
from pathlib import Path

import numpy

import dado

AGENT = '''#!/usr/bin/env python3
"""Plays {game} as it was learned by learn.py."""
import dado

POLICY = {policy}


def choose(turn):
    odds = POLICY.get(" ".join("%.9g" % x for x in turn.features))
    if odds is None:  # never seen: anything
        return turn.random.choice(turn.moves)
    return turn.random.choices(turn.moves, [odds.get(str(a), 0.0) + 1e-9 for a in turn.actions])[0]


dado.play(choose, name="learned", features=True)
'''


class Learner:
    def __init__(self, game, places=1024, seed=1):
        self.table = dado.Table(game, places, seed)
        self.luck = numpy.random.default_rng(seed)
        self.ids, self.rows = {}, []
        wide = self.table.actions
        self.regret, self.logits, self.average = (numpy.zeros((0, wide)) for _ in range(3))
        self.masks = numpy.zeros((0, wide), bool)
        self.begun = numpy.zeros(places, int)  # the step at which each place's match began
        self.path, self.first = [], 0          # decisions not yet paid for: (ids, actions, actors)
        self.matches = 0

    def known(self, seen, mask):
        """The number of each thing that is seen; what is new gets the next."""
        found = numpy.empty(len(seen), int)
        for k, row in enumerate(seen):
            key = row.tobytes()
            number = self.ids.get(key)
            if number is None:
                number = self.ids[key] = len(self.rows)
                self.rows.append((row.copy(), mask[k].astype(bool)))
            found[k] = number
        grown = len(self.rows) - len(self.masks)
        if grown:
            room = numpy.zeros((grown, self.table.actions))
            self.regret, self.logits, self.average = (numpy.vstack((x, room)) for x in (self.regret, self.logits, self.average))
            self.masks = numpy.vstack((self.masks, [m for _, m in self.rows[-grown:]]))
        return found

    def policy(self, which=slice(None)):
        logits = numpy.where(self.masks[which], self.logits[which], -numpy.inf)
        odds = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    def average_policy(self):
        total = self.average.sum(axis=1, keepdims=True)
        return numpy.where(total > 0, self.average / numpy.maximum(total, 1e-12), self.policy())

    def play(self, steps):
        """Plays on, and adds up what each action brought."""
        total, count = numpy.zeros_like(self.logits), numpy.zeros_like(self.logits)
        now = self.first + len(self.path)
        for step in range(now, now + steps):
            seen, mask = self.table.see()
            actors = self.table.look()[0].copy()
            which = self.known(seen, mask)
            odds = self.policy(which).cumsum(axis=1)
            actions = (self.luck.random((len(odds), 1)) * odds[:, -1:] > odds).sum(axis=1).astype("int32")
            self.path.append((which, actions, actors))
            ended, scores, _ = self.table.act(actions)
            if len(total) < len(self.logits):
                room = numpy.zeros((len(self.logits) - len(total), self.table.actions))
                total, count = numpy.vstack((total, room)), numpy.vstack((count, room))
            for place in numpy.flatnonzero(ended):
                self.matches += 1
                for at in range(self.begun[place], step + 1):
                    ids, chosen, seats = self.path[at - self.first]
                    total[ids[place], chosen[place]] += scores[place, seats[place]]
                    count[ids[place], chosen[place]] += 1
                self.begun[place] = step + 1
        paid = int(self.begun.min()) - self.first
        del self.path[:paid]
        self.first += paid
        return total, count

    def learn(self, rounds, steps=16, rate=1.0, scale=1.0, told=None):
        for now in range(1, rounds + 1):
            total, count = self.play(steps)
            odds = self.policy()
            met = count > 0
            values = total / numpy.maximum(count, 1) / scale
            tried = (met == self.masks).all(axis=1, keepdims=True)  # every action of it, in this round
            self.regret += numpy.where(tried & self.masks, values - (odds * values).sum(axis=1, keepdims=True), 0)
            self.logits = numpy.clip(rate / now ** 0.5 * self.regret, -6, 6)
            self.average += numpy.where(met.any(axis=1, keepdims=True), odds, 0) * now
            if told and (now % max(rounds // 30, 1) == 0 or now == rounds):
                told(now, self)

    def save(self, folder):
        """An agent of one file, with dado.py beside it: ready for dado arena."""
        kept = self.average_policy()
        policy = {" ".join("%.9g" % x for x in row): {str(a): round(float(kept[i, a]), 4) for a in numpy.flatnonzero(mask)}
                  for i, (row, mask) in enumerate(self.rows)}
        path = Path(folder) / f"learned_{self.table.game}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(AGENT.format(game=self.table.title, policy=json.dumps(policy)))
        path.chmod(0o755)
        shutil.copy(dado.agent_kit(), path.with_name("dado.py"))
        return path


def kuhn_gap(learner):
    """How much both players together could gain against what was learned in Kuhn poker; 0 is perfect."""
    kept = learner.average_policy()

    def bets(card, moves):
        """How often it puts a chip in, having that card after these moves: "", "p", "b" or "pb"."""
        seat = len(moves) % 2
        chips = [1 + moves[0::2].count("b"), 1 + moves[1::2].count("b")]
        row = numpy.zeros(11, "float32")
        row[card], row[3 + seat], row[5], row[6], row[7 + len(moves)] = 1, 1, chips[seat], chips[1 - seat], 1
        number = learner.ids.get(row.tobytes())
        return 0.5 if number is None else kept[number, 1]

    def worth(cards, moves):
        """To the first seat, once it is over; or None."""
        if moves in ("pp", "bb", "pbb"):
            return (1 if moves == "pp" else 2) * (1 if cards[0] > cards[1] else -1)
        return {"bp": 1, "pbp": -1}.get(moves)

    def best(seat, moves, deals):
        """The most a seat can make from here, where `deals` are (cards, how likely) for each card it may hold."""
        value = 0.0
        for card in range(3):
            mine = [(c, w) for c, w in deals if c[seat] == card]
            if mine:
                value += best_with(seat, moves, mine)
        return value

    def best_with(seat, moves, deals):
        sign = 1 if seat == 0 else -1
        over = [worth(c, moves) for c, _ in deals]
        if over[0] is not None:
            return sum(sign * v * w for v, (_, w) in zip(over, deals))
        if len(moves) % 2 == seat:
            return max(best_with(seat, moves + m, deals) for m in "bp")
        odds = [bets(c[1 - seat], moves) for c, _ in deals]
        return (best_with(seat, moves + "b", [(c, w * o) for (c, w), o in zip(deals, odds)])
                + best_with(seat, moves + "p", [(c, w * (1 - o)) for (c, w), o in zip(deals, odds)]))

    deals = [((a, b), 1 / 6) for a in range(3) for b in range(3) if a != b]
    return best(0, "", deals) + best(1, "", deals)


def against(learner, agent, matches=4000, seed=77):
    """The mean score of what was learned, in every seat in turn against an agent of the shelf, and its standard error."""
    kept, found = learner.average_policy(), []
    luck = numpy.random.default_rng(seed)
    for seat in range(learner.table.players):
        with dado.Table(learner.table.game, 256, seed + seat, against=agent, seat=seat) as table:
            mine = 0
            while mine < matches // learner.table.players:
                seen, mask = table.see()
                odds = mask.astype(float)
                for k, row in enumerate(seen):
                    number = learner.ids.get(row.tobytes())
                    if number is not None:
                        odds[k] = kept[number] + 1e-9 * mask[k]
                total = odds.cumsum(axis=1)
                ended, scores, _ = table.act((luck.random((len(total), 1)) * total[:, -1:] > total).sum(axis=1).astype("int32"))
                found += list(scores[ended > 0, seat])
                mine += int((ended > 0).sum())
    return float(numpy.mean(found)), float(numpy.std(found) / len(found) ** 0.5)


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    words.add_argument("game")
    words.add_argument("--rounds", type=int, default=600)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--scale", type=float, default=1.0, help="points that count as one")
    words.add_argument("--out", help="the folder the agent is written to")
    words.add_argument("--curve", help="where the curve is written, as CSV")
    given = words.parse_args()
    learner, curve = Learner(given.game, seed=given.seed), []

    def told(now, _):
        if given.game == "kuhn":
            curve.append((now, learner.matches, kuhn_gap(learner)))
            print(f"round {now}: {learner.matches:,} matches, exploitable by {curve[-1][2]:.4f}", flush=True)
        else:
            rivals = [against(learner, agent)[0] for agent in ("random", "greedy")]
            curve.append((now, learner.matches, *rivals))
            print(f"round {now}: {learner.matches:,} matches, {len(learner.rows):,} positions; points a match against random "
                  f"{rivals[0]:+.3f}, greedy {rivals[1]:+.3f}", flush=True)

    learner.learn(given.rounds, scale=given.scale, told=told)
    if given.curve:
        head = "round,matches,gap" if given.game == "kuhn" else "round,matches,random,greedy"
        Path(given.curve).write_text("\n".join([head] + [",".join(f"{x:.6g}" for x in row) for row in curve]) + "\n")
    if given.out:
        print("written:", learner.save(given.out))


if __name__ == "__main__":
    main()
