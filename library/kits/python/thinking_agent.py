#!/usr/bin/env python3
"""Plays any game by asking dado what would happen: each move in a few worlds that fit its view,
played on at random. Copy dado.py beside it.

    dado arena noughts ./thinking_agent.py random -n 20
"""
import dado

WORLDS, ON = 12, 60  # worlds to try, and how far each is played on


def choose(turn):
    if len(turn.moves) == 1:
        return turn.moves[0]
    worth = [0.0] * len(turn.moves)
    for world in range(WORLDS):
        for i, move in enumerate(turn.moves):
            then = turn.what_if([move], world=world, on=ON)
            if "error" in then:  # the budget is spent: what is known so far must do
                return turn.moves[worth.index(max(worth))]
            mine = then["scores"][turn.seat]
            others = [s for p, s in enumerate(then["scores"]) if p != turn.seat]
            if then["over"]:
                worth[i] += -1.0 if then["places"][turn.seat] else 1.0
            elif others:
                worth[i] += 0.5 * ((mine > max(others)) - (mine < max(others)))
    return turn.moves[worth.index(max(worth))]


dado.play(choose, name="thinking")
