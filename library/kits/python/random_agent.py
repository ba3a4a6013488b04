#!/usr/bin/env python3
"""A whole agent: any legal move, each as likely as the next."""
import dado

dado.play(lambda turn: turn.random.choice(turn.moves), name="random")
