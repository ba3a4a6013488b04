"""dado.py - plays any game of dado from Python; copy it beside your agent.

    import dado
    def choose(turn):               # turn.view: what you may know; turn.moves: your legal moves
        return turn.moves[0]        # one of them, or None to give up
    dado.play(choose, name="first")

Print remarks to standard error: standard output belongs to the conversation.
"""
import json
import random
import sys


class Turn:
    """One question: the view, the legal moves in words, the clock."""

    def __init__(self, hello, message, rng):
        self.game, self.seat, self.players = hello["game"], hello["seat"], hello["players"]
        self.options, self.random = hello["options"], rng
        self.view, self.round, self.time_ms = message["view"], message["round"], message["time_ms"]
        self.moves = message.get("moves", [])
        self.features = message.get("features", [])  # what you see in numbers, if you asked for it
        self.actions = message.get("actions", [])    # the numbers of your moves, in the same order
        self.error = None  # why the last answer was refused, if it was


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


def _say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def play(choose, name="python agent", over=None, features=False):
    """Answers questions until there are no more. `over(message)` is told how a match ended.

    With `features`, a turn has what the seat sees in numbers, and the numbers of its moves.
    """
    hello, turn, rng, code = None, None, random.Random(0), None
    for line in sys.stdin:
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
