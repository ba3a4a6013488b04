"""Works out small games exactly, from a description in Python: every way they can go.

A game is a function that plays one match. It asks its match for luck and for choices, and returns
the result. The function is run once for every way that luck and choices can fall. Nothing here
knows of dado: the truths that its sentences are held against come from these trees alone.
"""
from fractions import Fraction


class Need(Exception):
    """The match has come to luck or a choice that is not in its path."""


class Match:
    def __init__(self, path):
        self.path, self.at, self.rows, self.decisions, self.offered = path, 0, [], 0, 0

    def _next(self, kind, seat, weights, info):
        if self.at == len(self.path):
            self.need = (kind, seat, weights, info)
            raise Need
        self.at += 1
        return self.path[self.at - 1]

    def luck(self, count):
        """A number from 0 to count - 1, all equally likely."""
        return self._next("luck", None, [Fraction(1, count)] * count, None)

    def choose(self, seat, count, info=None):
        """What a seat chooses of so many options. `info` is what it knows; None: everything."""
        self.decisions += 1
        self.offered += count > 1
        return self._next("choice", seat, [Fraction(1, count)] * count, info)

    def save(self, scores):
        """A round is over: the standings."""
        self.rows.append(list(scores))


class Node:
    pass


def shares_of(result, players, sides):
    """Each seat's share of the win, the winning seats, and whether several came in first."""
    if "win" in result:
        return [Fraction(bool(w)) for w in result["win"]]
    scores, best = result["scores"], max(result["scores"])
    first = [p for p in range(players) if scores[p] == best]
    front = len({sides[p] for p in first})
    return [Fraction(1, front) if p in first else Fraction(0) for p in range(players)]


def build(play, players, sides, path=(), most=60000, count=None):
    count = count if count is not None else [0]
    match, node = Match(list(path)), Node()
    try:
        result = play(match)
    except Need:
        node.kind, node.seat, node.weights, node.info = match.need
        node.next = [build(play, players, sides, path + (i,), most, count) for i in range(len(node.weights))]
        node.value = [sum(w * n.value[p] for w, n in zip(node.weights, node.next)) for p in range(players)]
        if node.info is None:
            node.info = path
        return node
    count[0] += 1
    if count[0] > most:
        raise ValueError("this game is too large for a proof by hand")
    node.kind, node.result, node.rows = "end", result, match.rows
    node.decisions, node.offered = match.decisions, match.offered
    node.value = shares_of(result, players, sides)
    return node


def ends(node, chance=Fraction(1)):
    if node.kind == "end":
        yield chance, node
        return
    for w, n in zip(node.weights, node.next):
        yield from ends(n, chance * w)


def inner(node, chance=Fraction(1), before=True):
    """All nodes that are no end, how likely they are, and whether nobody has chosen yet."""
    if node.kind == "end":
        return
    yield chance, node, before
    real = node.kind == "choice" and len(node.next) > 1
    for w, n in zip(node.weights, node.next):
        yield from inner(n, chance * w, before and not real)


def best_play(node, players):
    """The lowest and highest share of each seat over all best plays; for games that hide nothing."""
    if node.kind == "end":
        return list(node.value), list(node.value)
    after = [best_play(n, players) for n in node.next]
    if node.kind == "luck":
        low = [sum(w * a[0][p] for w, a in zip(node.weights, after)) for p in range(players)]
        high = [sum(w * a[1][p] for w, a in zip(node.weights, after)) for p in range(players)]
        return low, high
    sure = max(a[0][node.seat] for a in after)
    may = [a for a in after if a[1][node.seat] >= sure]
    low = [min(a[0][p] for a in may) for p in range(players)]
    high = [max(a[1][p] for a in may) for p in range(players)]
    low[node.seat] = sure
    return low, high


def against_random(node, seat):
    """What a seat gets at best, if all others choose at random; for games that hide nothing."""
    if node.kind == "end":
        return node.value[seat]
    after = [against_random(n, seat) for n in node.next]
    if node.kind == "choice" and node.seat == seat:
        return max(after)
    return sum(w * a for w, a in zip(node.weights, after))


def has_kingmaker(node, players):
    """Whether somebody who cannot win moves another's chance by 25 points here."""
    if node.kind != "choice" or len(node.next) < 2:
        return False
    if max(n.value[node.seat] for n in node.next) >= Fraction(1, 20):
        return False
    return any(max(n.value[p] for n in node.next) - min(n.value[p] for n in node.next) >= Fraction(1, 4)
               for p in range(players) if p != node.seat)


def kingmaking(node, players):
    """Share of matches with a decision of that kind."""
    if node.kind == "end":
        return Fraction(0)
    if has_kingmaker(node, players):
        return Fraction(1)
    return sum(w * kingmaking(n, players) for w, n in zip(node.weights, node.next))


def winner_of(node, players, sides):
    """The side that alone came in first; None of a tie or where nobody won."""
    first = {sides[p] for p in range(players) if node.value[p] > 0}
    return first.pop() if len(first) == 1 else None


class Truth:
    """All that is known of a game, as exact numbers."""

    def __init__(self, play, players, sides=None, goal=False):
        sides = sides or list(range(players))
        tree = build(play, players, sides)
        self.tree, self.players, self.sides, self.goal = tree, players, sides, goal
        self.share = tree.value
        every = list(ends(tree))
        self.tie = sum(c for c, e in every if len({sides[p] for p in range(players) if e.value[p] > 0}) > 1)
        self.nobody = sum(c for c, e in every if not any(e.value))
        self.rounds = sorted({len(e.rows) for _, e in every})
        self.turns = sorted({e.decisions for _, e in every})
        self.decisions = sum(c * e.decisions for c, e in every)
        self.offered = max(e.offered for _, e in every)
        nodes = list(inner(tree))
        moved = lambda n, p: sum(w * (a.value[p] - n.value[p]) ** 2 for w, a in zip(n.weights, n.next))
        spread = lambda some: sum(c * moved(n, p) for c, n, b in some for p in range(players))
        self.first_luck = spread([x for x in nodes if x[1].kind == "luck" and x[2]])
        self.later_luck = spread([x for x in nodes if x[1].kind == "luck" and not x[2]])
        self.choice = spread([x for x in nodes if x[1].kind == "choice"])
        self.any_luck = any(n.kind == "luck" for _, n, _ in nodes)
        self.kings = kingmaking(tree, players)
        self.hidden = any(n.kind == "choice" and not isinstance(n.info, tuple) for _, n, _ in nodes)
        self._stakes(nodes)
        self.best = None if self.hidden else best_play(tree, players)
        self.alone = None if self.hidden else [against_random(tree, p) for p in range(players)]
        self._leads(every)

    def _stakes(self, nodes):
        sets = {}
        for c, n, _ in nodes:
            if n.kind == "choice" and len(n.next) > 1:
                sets.setdefault((n.seat, n.info), []).append((c, n))
        self.stakes, self.highest, total = Fraction(0), Fraction(0), Fraction(0)
        for (seat, _), some in sets.items():
            reached = sum(c for c, _ in some)
            worth = [sum(c * n.next[i].value[seat] for c, n in some) / reached for i in range(len(some[0][1].next))]
            here = max(worth) - sum(worth) / len(worth)
            self.stakes += reached * here
            self.highest = max(self.highest, here)
            total += reached
        self.stakes = self.stakes / total if total else Fraction(0)

    def _leads(self, every):
        """What standings say: how often the early leader wins, and winners come from behind."""
        seen = led = told = behind = decided = Fraction(0)
        for c, e in every:
            rows, w = e.rows, winner_of(e, self.players, self.sides)
            if len(rows) < 2:
                continue
            decided += c * (w is not None)
            lead = lambda row: [p for p in range(len(row)) if row[p] == max(row)]
            early = lead(rows[(len(rows) + 3) // 4 - 1])
            if len(early) == 1:
                seen += c
                led += c * (w is not None and self.sides[early[0]] == w)
            if w is not None and any(len(lead(r)) == 1 for r in rows[:-1]):
                told += c
                mine = self.sides.index(w)
                behind += c * any(r[mine] < max(r) for r in rows[:-1])
        self.early = led / seen if seen else None
        self.told = told / decided if decided else Fraction(0)
        self.behind = behind / told if told else None

    @property
    def luck(self):
        """Luck's share of what decides who wins; None where nothing is decided."""
        whole = self.first_luck + self.later_luck + self.choice
        return (self.first_luck + self.later_luck) / whole if whole else None

    @property
    def idle(self):
        """No policy changes anybody's chance: every choice leads to equal chances of all."""
        return self.choice == 0
