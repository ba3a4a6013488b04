"""poker_oracle.py - games with secrets, solved in fractions without any of dado's code.

Two families. One-card poker: an ante each, a card each of N, then check or bet, and call or fold.
Guess: one hides a card of N, the other guesses; a hit wins its rank, a miss loses one. For each the
value is found in exact arithmetic, by two players who answer each other's best mixture with a new
pure strategy until neither has a better one, and what dado answers is compared:

    poker_oracle.py DADO FOLDER
"""
import csv
import importlib.util
import io
import itertools
import json
import os
import re
import subprocess
import sys
from fractions import Fraction

RANKS = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"]


def matrix_game(rows):
    """Value and both mixtures of a matrix, rows maximise. Simplex with Bland's rule."""
    shift = 1 - min(min(r) for r in rows)
    m, n = len(rows), len(rows[0])
    table = [[Fraction(x + shift) for x in r] + [Fraction(i == k) for k in range(m)] + [Fraction(1)]
             for i, r in enumerate(rows)]
    goal = [Fraction(-1)] * n + [Fraction(0)] * (m + 1)
    basis = [n + i for i in range(m)]
    while True:
        column = next((c for c in range(n + m) if goal[c] < 0), None)
        if column is None:
            break
        ratios = [(table[i][-1] / table[i][column], basis[i], i)
                  for i in range(m) if table[i][column] > 0]
        _, _, out = min(ratios)
        pivot = table[out][column]
        table[out] = [x / pivot for x in table[out]]
        for i in range(m):
            if i != out and table[i][column]:
                by = table[i][column]
                table[i] = [x - by * y for x, y in zip(table[i], table[out])]
        by = goal[column]
        goal = [x - by * y for x, y in zip(goal, table[out])]
        basis[out] = column
    total = goal[-1]
    second = [Fraction(0)] * n
    for i, b in enumerate(basis):
        if b < n:
            second[b] = table[i][-1] / total
    first = [goal[n + i] / total for i in range(m)]
    return 1 / total - shift, first, second


class Poker:
    """First player per card: bet, check and fold, check and call. Second: after a check and a bet."""

    def __init__(self, cards, ante, bet):
        self.cards, self.ante, self.bet = cards, ante, bet
        self.plans = ("bet", "fold", "call"), tuple(itertools.product(("check", "bet"),
                                                                      ("fold", "call")))

    def pay(self, a, b, first, second):
        """What the first player wins with cards a and b and a plan for each."""
        show = 1 if a > b else -1
        if first == "bet":
            return self.ante if second[1] == "fold" else show * (self.ante + self.bet)
        if second[0] == "check":
            return show * self.ante
        return -self.ante if first == "fold" else show * (self.ante + self.bet)

    def deals(self):
        return itertools.permutations(range(self.cards), 2)

    def worth(self, one, two):
        deals = list(self.deals())
        return Fraction(sum(self.pay(a, b, one[a], two[b]) for a, b in deals), len(deals))

    def answer(self, seat, mixture):
        """The best pure strategy against a mixture of the other's, card by card."""
        best = []
        for card in range(self.cards):
            def total(plan):
                sum_ = Fraction(0)
                for odds, other in mixture:
                    for card2 in range(self.cards):
                        if card2 == card:
                            continue
                        if seat == 0:
                            sum_ += odds * self.pay(card, card2, plan, other[card2])
                        else:
                            sum_ -= odds * self.pay(card2, card, other[card2], plan)
                return sum_
            best.append(max(self.plans[seat], key=total))
        return tuple(best)

    def value(self):
        ones, twos = [("bet",) * self.cards], [(("check", "fold"),) * self.cards]
        while True:
            value, p, q = matrix_game([[self.worth(i, j) for j in twos] for i in ones])
            one = self.answer(0, list(zip(q, twos)))
            two = self.answer(1, list(zip(p, ones)))
            high = sum(odds * self.worth(one, j) for odds, j in zip(q, twos))
            low = sum(odds * self.worth(i, two) for odds, i in zip(p, ones))
            if low == high:
                assert low == value
                return value
            ones += [one] if one not in ones else []
            twos += [two] if two not in twos else []

    def text(self):
        ranks = RANKS[:self.cards]
        points = " ".join("((RANK : %s) %d)" % (r, i + 1) for i, r in enumerate(ranks))
        source = open("tests/solve/games/kuhn_four.rcy").read()
        source = source.replace("(RANK (JACK, QUEEN, KING, ACE))", "(RANK (%s))" % ", ".join(ranks))
        source = re.sub(r"\(\(\(RANK : JACK\).*?4\)\)", "(%s)" % points, source, flags=re.S)
        source = source.replace("(set ('P sto IN) 1)", "(set ('P sto IN) %d)" % self.ante)
        source = source.replace("(inc (game sto POT) 1)\n                 (move",
                                "(inc (game sto POT) %d)\n                 (move" % self.ante)
        source = source.replace("(inc ((current player) sto IN) 1)",
                                "(inc ((current player) sto IN) %d)" % self.bet)
        return source.replace("(inc (game sto POT) 1)\n            (",
                              "(inc (game sto POT) %d)\n            (" % self.bet)

    def played(self, strategy):
        """The value of a strategy read from words: {(seat, sees): {move: odds}}."""
        odds = {}
        for (seat, sees), moves in strategy.items():
            card = RANKS.index(re.search(r"HAND: (\w+)", sees).group(1))
            if seat == 0:
                at = "answer" if "after CHECK" in sees else "open"
            else:
                at = re.search(r"SAID (\w+)", sees).group(1)
            assert (seat, card, at) not in odds, "two sets read alike: " + sees
            odds[seat, card, at] = moves
        assert len(odds) == 4 * self.cards
        total, deals = 0.0, list(self.deals())
        for a, b in deals:
            show = 1 if a > b else -1
            opens, answers = odds[0, a, "open"], odds[0, a, "answer"]
            checked, called = odds[1, b, "CHECK"], odds[1, b, "BET"]
            raised = show * (self.ante + self.bet)
            total += opens["BET"] * (called["FOLD"] * self.ante + called["CALL"] * raised)
            total += opens["CHECK"] * (checked["CHECK"] * show * self.ante + checked["BET"] *
                                       (answers["FOLD"] * -self.ante + answers["CALL"] * raised))
        return total / len(deals)


class Guess:
    def __init__(self, cards):
        self.cards = cards

    def matrix(self):
        return [[Fraction(-(i + 1) if i == j else 1) for j in range(self.cards)]
                for i in range(self.cards)]

    def value(self):
        return matrix_game(self.matrix())[0]

    def text(self):
        ranks = RANKS[:self.cards]
        source = open("tests/solve/games/guess.rcy").read()
        source = source.replace("(ONE, TWO, THREE)", "(%s)" % ", ".join(ranks))
        points = " ".join("((RANK : %s) %d)" % (r, i + 1) for i, r in enumerate(ranks))
        return source.replace("(((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3))",
                              "(%s)" % points)

    def played(self, strategy):
        odds = [None, None]
        for (seat, _), moves in strategy.items():
            assert odds[seat] is None
            odds[seat] = [next(o for m, o in moves.items() if m.endswith("-" + r))
                          for r in RANKS[:self.cards]]
        return sum(float(x) * odds[0][i] * odds[1][j]
                   for i, row in enumerate(self.matrix()) for j, x in enumerate(row))


GAMES = [Poker(3, 1, 1), Poker(4, 1, 1), Poker(5, 1, 1), Poker(6, 1, 1), Poker(3, 1, 2),
         Poker(4, 1, 2), Poker(5, 1, 3), Poker(4, 2, 1), Poker(5, 3, 2), Guess(2), Guess(3),
         Guess(4), Guess(5), Guess(6)]


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def strategies(dado, game, folder):
    """One strategy, as each of the forms has it: a name, whether it was solved by players who
    look at their own turns, and the moves by seat and words."""
    def take(rows):
        table = {}
        for seat, sees, moves, odds in rows:
            table[seat, sees] = dict(zip(moves, odds))
        return table

    def by_move(rows):
        table = {}
        for row in rows:
            table.setdefault((int(row["seat"]) - 1, row["sees"]), {})[row["move"]] = float(row["odds"])
        return table

    answer = json.loads(run(dado, "solve", game, "equilibrium", "--json"))
    value = answer["parts"]["seats"]["rows"][0]["value"]
    yield "json", value, by_move(answer["parts"]["odds"]["rows"])
    text = run(dado, "solve", game, "equilibrium", "--format", "csv")
    begins = text.index("seat,set,line,sees,move,odds,cost")
    yield "csv", value, by_move(csv.DictReader(io.StringIO(text[begins:].split("\n\n")[0])))
    file = json.loads(run(dado, "solve", game, "equilibrium", "--export", "json"))
    value = file["values"][0]
    yield "export json", value, take((s["seat"], s["sees"], s["moves"], s["odds"])
                                     for s in file["sets"])
    name = os.path.join(folder, "player.py")
    with open(name, "w") as out:
        out.write(run(dado, "solve", game, "equilibrium", "--export", "python"))
    spec = importlib.util.spec_from_file_location("player", name)
    player = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(player)
    yield "python", value, take((seat, *row) for seat, sets in enumerate(player.STRATEGY)
                                for row in sets.values())
    lua, rows, seat = run(dado, "solve", game, "equilibrium", "--export", "lua"), [], -1
    for line in lua.split("}\n\n")[0].split("\n"):
        seat += line == "  {"
        found = re.match(r' +\["[0-9.]+"\] = \{ (".*"), \{(.*)\}, \{(.*)\} \},$', line)
        if found:
            words, moves, odds = (json.loads("[%s]" % part) for part in found.groups())
            rows.append((seat, words[0], moves, odds))
    yield "lua", value, take(rows)


def main(dado, folder):
    for game in GAMES:
        name = os.path.join(folder, "game.rcy")
        with open(name, "w") as out:
            out.write(game.text())
        value = game.value()
        facts = json.loads(run(dado, "solve", name, "equilibrium", "--json"))["parts"]["facts"]
        found = facts["facts"].get("exact_value", {}).get("value")
        what = "%s %s" % (type(game).__name__, vars(game))
        assert found is not None and Fraction(found) == value, "%s: %s, not %s" % (what, found, value)
        for form, told, strategy in strategies(dado, name, folder):
            played = game.played(strategy)
            assert abs(played - told) < 1e-9, "%s as %s: %r, not %r" % (what, form, played, told)
        print(what, value)


main(*sys.argv[1:])
