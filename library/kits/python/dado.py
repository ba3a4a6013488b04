"""dado.py - plays any game of dado from Python; copy it beside your agent.

    import dado
    def choose(turn):               # turn.view: what you may know; turn.moves: your legal moves
        return turn.moves[0]        # one of them, or None to give up
    dado.play(choose, name="first")

Print remarks to standard error: standard output belongs to the conversation.

Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
stands behind it, five times as long. Rest while others think: a player that is busy then is
frozen until it is asked again.
"""
import json
import random
import sys


class Turn:
    """One question: the view, the legal moves in words, the clock (ms of processor time left)."""

    def __init__(self, hello, message, rng):
        self.game, self.seat, self.players = hello["game"], hello["seat"], hello["players"]
        self.options, self.random = hello["options"], rng
        self.view, self.round, self.time_ms = message["view"], message["round"], message["time_ms"]
        self.moves = message.get("moves", [])
        self.features = message.get("features", [])  # what you see in numbers, if you asked for it
        self.actions = message.get("actions", [])    # the numbers of your moves, in the same order
        self.error = None  # why the last answer was refused, if it was

    def what_if(self, moves=(), world=0, on=0, list=False):
        """What would happen? From a world that fits your view, after these moves in words.

        The moves are those of whoever is to move; luck is drawn. `world` numbers the worlds of this
        question, the same number the same world and luck; `on` plays so many more moves at random;
        `list` asks for the legal moves there. Answers a dict: view (what you would see), actor,
        over, scores (more is better), places once it is over, made, left (of the budget) and, where
        it went no further, error: BUDGET once that is spent.
        """
        _say({"t": "if", "world": world, "moves": [*moves], "on": on, "list": list})
        while True:
            line = sys.stdin.readline()
            if not line:
                raise EOFError("dado has gone")
            message = json.loads(line)
            if message["t"] == "then":
                return message


def lean(turn):
    """Território: the legal moves without new orders for buildings that are at work already."""
    busy = {str(b["id"]) for b in turn.view["buildings"] if b.get("production") is not None}
    return [m for m in turn.moves if not (m.startswith("produce ") and m.split()[1] in busy)]


_STEPS = (((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
          ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)))


def neighbours(x, y, width, height):
    """Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out."""
    around = [(x + dx, y + dy) for dx, dy in _STEPS[x % 2]]
    return [(nx, ny) for nx, ny in around if 0 <= nx < width and 0 <= ny < height]


def distance(x1, y1, x2, y2):
    """Território: steps between two tiles."""
    dx = abs(x2 - x1)
    up = (dx + 1) // 2 if x1 % 2 == 0 else dx // 2
    return dx + max(0, y1 - up - y2, y2 - y1 - (dx - up))


def reach(width, height, prices, x, y, moves, stops=()):
    """Território: what it costs to march from a tile to every other, -1 where it is too far.

    `prices` has for every tile, row by row, what entering it costs, 0 where one may not; `stops`
    are tiles (x, y) where a march ends, such as buildings of others.
    """
    costs, stops = [-1] * (width * height), set(stops)
    costs[y * width + x] = 0
    for cost in range(moves):
        for tile in [t for t, c in enumerate(costs) if c == cost]:
            tx, ty = tile % width, tile // width
            if cost and (tx, ty) in stops:
                continue
            for nx, ny in neighbours(tx, ty, width, height):
                to = ny * width + nx
                price = prices[to]
                if price > 0 and cost + price <= moves and not 0 <= costs[to] <= cost + price:
                    costs[to] = cost + price
    return costs


def route(width, height, prices, x, y, to_x, to_y, stops=()):
    """Território: the cheapest march, tile by tile without the first; empty where there is none."""
    start, goal, stops = y * width + x, to_y * width + to_x, set(stops)
    if start == goal or prices[goal] <= 0:
        return []
    rest, waiting = {goal: 0}, [goal]  # what is still to pay from a tile on
    for tile in waiting:
        if tile == start:
            continue
        for nx, ny in neighbours(tile % width, tile // width, width, height):
            before, cost = ny * width + nx, rest[tile] + prices[tile]
            usable = before == start or (prices[before] > 0 and (nx, ny) not in stops)
            if usable and rest.get(before, cost + 1) > cost:
                rest[before] = cost
                waiting.append(before)
    path = []
    while start in rest and (x, y) != (to_x, to_y):
        here = y * width + x
        for nx, ny in neighbours(x, y, width, height):
            to = ny * width + nx
            through = to == goal or (nx, ny) not in stops
            if to != start and to in rest and through and prices[to] > 0 and \
                    rest[to] + prices[to] == rest[here]:
                path.append((nx, ny))
                x, y = nx, ny
                break
    return path


def force(attribute, least, luck, group=0.0, domain=0.0):
    """Território: what an attack, a defence or an influence comes to.

    `least` is the unit's min_random, `luck` between 0 and 1; `group` is the bonus of a group where
    it stands in one, `domain` the bonus of domain times one's share of the tile.
    """
    return attribute * (1 + group) * (1 + domain) * (least + luck * (1 - least))


def fight(attack, defence, power=2):
    """Território: the damage of two forces, to the one attacked and back (if it may strike back)."""
    both = attack + defence
    if both == 0:
        return 0.0, 0.0
    if power == 1:
        return attack / both, defence / both
    return attack * attack / both, defence * defence / both


def influence(shares, seat, exerted):
    """Território: everybody's shares of a tile after `seat` exerted so much on it."""
    after = list(shares)
    after[seat] += exerted
    whole = sum(after)
    return [share / whole for share in after] if whole else after


def _say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def play(choose, name="python agent", over=None, features=False):
    """Answers questions until there are no more. `over(message)` is told how a match ended.

    With `features`, a turn has what the seat sees in numbers, and the numbers of its moves.
    """
    hello, turn, rng, code = None, None, random.Random(0), None
    for line in iter(sys.stdin.readline, ""):
        message = json.loads(line)
        kind = message["t"]
        if kind == "hello":
            hello, rng = message, random.Random(message["seed"])
            _say({"t": "ready", "name": name, "moves": True, "features": features})
        elif kind in ("turn", "err"):
            if kind == "turn":
                turn, code = Turn(hello, message, rng), message["code"]
            else:
                turn.error = message["error"]
            move = choose(turn)
            _say({"t": "resign"} if move is None else {"t": "move", "code": code, "move": move})
        elif kind == "over" and over:
            over(message)
