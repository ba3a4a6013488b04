#!/usr/bin/env python3
"""Território: makes lieutenants, explores, attacks what it meets, marches on buildings it saw."""
import dado

goals, seen = set(), set()  # where enemy buildings stand, and every tile ever looked at


def apart(a, b):
    """Steps between two tiles: odd columns sit half a tile lower."""
    dq, dr = a[0] - b[0], (a[1] - a[0] // 2) - (b[1] - b[0] // 2)
    return max(abs(dq), abs(dr), abs(dq + dr))


def choose(turn):
    view, me = turn.view, turn.seat
    if view["round"] == 0:
        goals.clear(), seen.clear()
    tiles = {(x, y): letter for y, row in enumerate(view["terrain"]) for x, letter in enumerate(row)}
    sight = {tile for tile, letter in tiles.items() if letter != "?"}
    seen.update(sight)
    goals.difference_update(sight)  # what stood there may be gone; what stands is in the view
    goals.update((b["x"], b["y"]) for b in view["buildings"] if b["owner"] != me)
    aims = goals or tiles.keys() - seen or goals
    place = {u["id"]: (u["x"], u["y"]) for u in view["units"]}
    idle = {b["id"] for b in view["buildings"] if b["owner"] == me and b["production"] is None}
    best, most = "end", 0
    for move in turn.moves:
        verb, *rest = move.split()
        if verb == "attack" or verb == "produce" and int(rest[0]) in idle and rest[1] == "lieutenant":
            return move
        if verb == "move" and aims:
            to = tuple(map(int, rest[1].split(",")))
            nearer = min(apart(place[int(rest[0])], a) for a in aims) - min(apart(to, a) for a in aims)
            if nearer > most:
                best, most = move, nearer
    return best


dado.play(choose, name="marcher")
