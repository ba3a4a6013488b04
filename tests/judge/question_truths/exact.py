"""Works out what `dado doctor` is asked about small games: every way they can go is walked.

A game is a function that plays one match. It asks its match for luck and for choices, saves its
rounds, and returns the scores, or who wins. Nothing here knows of dado. The definitions are those of
docs/reference/pacing.md and of the help of `dado doctor cards`, `options` and `strategies`.
"""
from itertools import permutations


class Need(Exception):
    """The match has come to luck or a choice that is not in its path."""


class Match:
    def __init__(self, path):
        self.path, self.at, self.rows = path, 0, []

    def _next(self, *need):
        if self.at == len(self.path):
            self.need = need
            raise Need
        self.at += 1
        return self.path[self.at - 1]

    def luck(self, count):
        return self._next("luck", None, count, None)

    def throw(self, seat, sides):
        """The side that a seat throws, from 0."""
        return self._next("luck", seat, sides, None)

    def choose(self, seat, labels, info=None):
        """The label that a seat chooses. `info` is what it knows; None: everything."""
        return labels[self._next("choice", seat, labels, info)]

    def save(self, scores):
        self.rows.append(list(scores))


class Node:
    pass


def build(play, players, path=()):
    match, node = Match(path), Node()
    try:
        result = play(match)
    except Need:
        node.kind, node.seat, many, info = match.need
        node.labels = many if node.kind == "choice" else None
        count = len(many) if node.labels else many
        node.rows, node.info = len(match.rows), path if info is None else info
        node.next = [build(play, players, path + (i,)) for i in range(count)]
        node.value = [sum(n.value[p] for n in node.next) / count for p in range(players)]
        return node
    node.kind, node.table, node.rows, node.scores = "end", match.rows, len(match.rows), result.get("scores")
    node.value = share(result, players)
    return node


def share(result, players):
    if "win" in result:
        return [float(bool(w)) for w in result["win"]]
    best = max(result["scores"])
    first = [p for p in range(players) if result["scores"][p] == best]
    return [1 / len(first) if p in first else 0.0 for p in range(players)]


# ---- options ----

def options(tree):
    """By label: whether it is never right, loses in every position, and is always right."""
    groups = {}

    def walk(node, chance):
        if node.kind == "end":
            return
        if node.kind == "choice" and len(node.next) > 1:
            groups.setdefault((node.seat, node.info), []).append((chance, node))
        for n in node.next:
            walk(n, chance / len(node.next))

    walk(tree, 1.0)
    found = {}
    for (seat, _), nodes in groups.items():
        labels, weight = nodes[0][1].labels, sum(c for c, _ in nodes)
        worth = [sum(c * n.next[i].value[seat] for c, n in nodes) / weight for i in range(len(labels))]
        for label, q in zip(labels, worth):
            never, loses, always = found.get(label, (True, True, True))
            best = q > max(worth) - 1e-12
            found[label] = (never and not best, loses and q < 1e-12, always and best)
    return found


# ---- strategies: players of one style ----

def win_shares(node, styles):
    """Every seat's share of the win where each takes the option of its style wherever it is offered."""
    if node.kind == "end":
        return node.value
    after = node.next
    if node.kind == "choice" and styles[node.seat] in node.labels:
        after = [node.next[node.labels.index(styles[node.seat])]]
    values = [win_shares(n, styles) for n in after]
    return [sum(v[p] for v in values) / len(values) for p in range(len(styles))]


def advantages(tree, players, styles):
    """What one player of a row's style wins more than each of the others, who have the column's."""
    table = {}
    for row in styles:
        for column in styles:
            total = 0.0
            for seat in range(players):
                v = win_shares(tree, [row if p == seat else column for p in range(players)])
                total += v[seat] - (sum(v) - v[seat]) / (players - 1)
            table[row, column] = total / players
    return table


# ---- pacing ----

def matches(tree, players):
    """All matches: chance, steps as (who or None for luck, chances after, node before), the end."""
    def walk(node, chance, steps, pending):
        if node.kind == "end":
            yield chance, steps, node
            return
        for n in node.next:
            more = steps
            if node.kind == "choice" and len(node.next) > 1:
                more = steps + [(node.seat, n.value, node)]
            elif n.kind != "luck" or n.rows > node.rows:
                more = steps + [(None, n.value, node)]
            yield from walk(n, chance / len(node.next), more, None)

    yield from walk(tree, 1.0, [], None)


def makes_a_king(node, players):
    if node.kind != "choice" or max(n.value[node.seat] for n in node.next) >= 0.05:
        return False
    return any(max(n.value[p] for n in node.next) - min(n.value[p] for n in node.next) >= 0.25
               for p in range(players) if p != node.seat)


def since(values, holds):
    """The first of these from which on all hold; one more than there are if the last does not."""
    at = len(values)
    while at > 0 and holds(values[at - 1]):
        at -= 1
    return at


def pacing(tree, players):
    """The figures of a game's pace, exactly."""
    decided = kings = last = variance = rounds = 0.0
    no_hope, out = [0.0] * players, [0.0] * players
    for chance, steps, end in matches(tree, players):
        v = [tree.value] + [s[1] for s in steps]
        total = len(steps)
        decided += chance * min([total] + [since(v, lambda x, p=p: x[p] > 0.95) for p in range(players)]) / total
        kings += chance * any(makes_a_king(n, players) for _, _, n in steps)
        rounds += chance * end.rows
        luck = [t for t in range(total) if steps[t][0] is None]
        if luck:
            last += chance * sum((v[luck[-1] + 1][p] - v[luck[-1]][p]) ** 2 for p in range(players))
        variance += chance * sum((v[-1][p] - v[0][p]) ** 2 for p in range(players))
        for p in range(players):
            own = [t + 1 for t in range(total) if steps[t][0] == p]
            if own:
                no_hope[p] += chance * max(0, own[-1] - since(v, lambda x: x[p] < 0.02)) / total
                out[p] += chance * (end.rows - 1 - steps[own[-1] - 1][2].rows)
    return dict(decided=decided, kingmaking=kings, no_hope=no_hope, sitting_out=out, rounds=rounds,
                last_luck=last / variance if variance else 0.0, **half_time(tree, players))


def half_time(tree, players):
    """A, A less B, and A less what it is with the later gains of another match."""
    seen = [(c, e) for c, _, e in matches(tree, players) if e.rows >= 2 and e.scores]
    front = sum_a = sum_b = same = 0.0
    for c, e in seen:
        half = e.table[e.rows // 2 - 1]
        ahead = [p for p in range(players) if half[p] == max(half)]
        if len(ahead) != 1:
            continue
        behind = [p for p in range(players) if half[p] == min(half)]
        front += c
        sum_a += c * e.value[ahead[0]]
        sum_b += c * sum(e.value[p] for p in behind) / len(behind)
    if not front:
        return dict(lead=None, snowball=None)
    gains, halves = {}, {}
    for c, e in seen:
        half = tuple(e.table[e.rows // 2 - 1])
        gain = tuple(e.scores[p] - half[p] for p in range(players))
        gains[gain] = gains.get(gain, 0) + c
        halves[half] = halves.get(half, 0) + c
    for half, c in halves.items():
        ahead = [p for p in range(players) if half[p] == max(half)]
        if len(ahead) == 1:
            same += sum(c * g * share(dict(scores=[h + x for h, x in zip(half, gain)]), players)[ahead[0]]
                        for gain, g in gains.items())
    return dict(lead=(sum_a - sum_b) / front, snowball=(sum_a - same / sum(gains.values())) / front)


# ---- cards that are dealt ----

def deals(deck, count):
    """All orders of the first `count` cards by kind, each with how many orders of cards it stands for."""
    left = {k: deck.count(k) for k in deck}

    def walk(order, weight):
        if len(order) == count:
            yield order, weight
            return
        for k in left:
            if left[k]:
                left[k] -= 1
                yield from walk(order + (k,), weight * (left[k] + 1))
                left[k] += 1

    yield from walk((), 1)


def worths(deck, seats, hand, score):
    """What each kind of card is worth to the seat that draws it first: with it less with another of the pile."""
    total, events, result = {}, {}, {}

    def shares(order):
        if order not in result:
            hands = [order[p * hand:(p + 1) * hand] for p in range(seats)]
            result[order] = share(dict(scores=[score(h) for h in hands]), seats)
        return result[order]

    dealt = seats * hand
    for order, weight in deals(deck, dealt):
        rest = list(deck)
        for k in order:
            rest.remove(k)
        for i in range(dealt):
            seat, kind = i // hand, order[i]
            others = len(deck) - 1 - i
            if kind in order[seat * hand:i] or not others:
                continue
            own, d = shares(order)[seat], 0.0
            for j in range(i + 1, dealt):
                swapped = list(order)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                d += own - shares(tuple(swapped))[seat]
            for other in set(rest):
                d += rest.count(other) * (own - shares(order[:i] + (other,) + order[i + 1:])[seat])
            total[kind] = total.get(kind, 0) + weight * d / others
            events[kind] = events.get(kind, 0) + weight
    return {k: total[k] / events[k] for k in total}


def face_worths(tree):
    """What each side is worth to the seat that throws it first: its chance after less before the throw."""
    total, events = {}, {}

    def walk(node, chance, had):
        if node.kind == "end":
            return
        for i, n in enumerate(node.next):
            now, each = had, chance / len(node.next)
            if node.kind == "luck" and node.seat is not None and (node.seat, i) not in had:
                now = had | {(node.seat, i)}
                total[i] = total.get(i, 0) + each * (n.value[node.seat] - node.value[node.seat])
                events[i] = events.get(i, 0) + each
            walk(n, each, now)

    walk(tree, 1.0, frozenset())
    return {str(i + 1): total[i] / events[i] for i in total}


def pair_worth(deck, hand, score, first, second, seats=2):
    """x(c,d) - x(r,d) - x(c,s) + x(r,s), for a seat that has both and different cards r, s left in the pile."""
    total = events = 0.0
    for order in permutations(range(len(deck)), seats * hand):
        for p in range(seats):
            own = [deck[i] for i in order[p * hand:(p + 1) * hand]]
            if first not in own or second not in own:
                continue
            at = [p * hand + own.index(first), p * hand + own.index(second)]
            later = max(at)
            places = list(order) + [i for i in range(len(deck)) if i not in order]
            free = range(later + 1, len(deck))
            if len(free) < 2:
                continue

            def x(cards):
                hands = [[deck[i] for i in cards[q * hand:(q + 1) * hand]] for q in range(seats)]
                return share(dict(scores=[score(h) for h in hands]), seats)[p]

            def swapped(*pairs):
                cards = list(places)
                for a, b in pairs:
                    cards[a], cards[b] = cards[b], cards[a]
                return cards

            for r in free:
                for s in free:
                    if r == s:
                        continue
                    d = (x(places) - x(swapped((at[0], r))) - x(swapped((at[1], s)))
                         + x(swapped((at[0], r), (at[1], s))))
                    total += d / (len(free) * (len(free) - 1))
            events += 1
    return total / events
