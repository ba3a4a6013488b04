"""Small runs among players of which some are plain functions."""
from __future__ import annotations

import operator
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union

from ._table import Table


class Turn(NamedTuple):
    """One question to a player: what it may know, and what it may do."""

    game: str
    match: int
    seat: int
    players: int
    view: str                  # the table as this seat sees it, in words
    moves: List[str]           # in words; answer the place of one, from 0
    features: Optional[List[float]]   # what the seat sees in numbers; None where a game has none
    actions: Optional[List[int]]    # the numbers of the moves, in their order; None where there are none


class Match(NamedTuple):
    number: int
    scores: List[int]
    places: List[int]  # from 0
    finished: bool     # False: it was stopped short of its end


Player = Union[str, Callable[[Turn], int]]


class Contest(List[Match]):
    """The matches that were played, in order."""

    def wins(self) -> List[float]:
        """How many matches each seat won; a first place that is shared is split."""
        total = [0.0] * (len(self[0].places) if self else 0)
        for match in self:
            first = [seat for seat, place in enumerate(match.places) if place == 0]
            for seat in first:
                total[seat] += 1 / len(first)
        return total

    def frame(self) -> Any:
        """A row a match, as a pandas data frame."""
        import pandas  # type: ignore[import]

        return pandas.DataFrame(
            [{"match": m.number, "finished": m.finished, **{f"score_{s}": x for s, x in enumerate(m.scores)},
              **{f"place_{s}": x for s, x in enumerate(m.places)}} for m in self]).set_index("match")


def _question(table: Table, place: int, number: int, seat: int, count: int) -> Turn:
    features, actions = table.one(place)
    return Turn(table.title, number, seat, table.players, table.words(place, seat),
                [table.move_words(place, k) for k in range(count)], features, actions)


def contest(game: str, players: Sequence[Player], matches: int = 100, seed: int = 1, options: Sequence[str] = ()) -> Contest:
    """Lets players meet, one a seat: names of agents of the shelf, or functions from a Turn to the place of a move.

    Luck is that of `dado sim --seed SEED`, and so are agents of the shelf. For long runs write an agent that is a
    program (dado.agent) or use a Table.
    """
    if matches < 1:
        raise ValueError("at least one match is played")
    with Table(game, min(matches, 64), seed, options) as table:
        if len(players) != table.players:
            raise ValueError(f"{table.title} is played by {table.players}, not {len(players)}")
        if not any(callable(p) for p in players):
            raise ValueError("one of the players is a function; among agents of the shelf, use dado.sim")
        for seat, player in enumerate(players):
            if not callable(player):
                table.sit(seat, player)
        found: Dict[int, Match] = {}
        while len(found) < matches:
            actors, counts = table.look()
            numbers = table.matches()
            before = [int(n) for n in numbers]
            choices = [-1] * table.places
            for k in range(table.places):
                if before[k] >= matches:
                    continue
                count, seat = int(counts[k]), int(actors[k])
                player = players[seat]
                assert callable(player)
                answer = player(_question(table, k, before[k], seat, count))
                if isinstance(answer, bool) or not hasattr(answer, "__index__") or not 0 <= answer < count:
                    raise ValueError(f"seat {seat} answered {answer!r}, and has {count} moves")
                choices[k] = operator.index(answer)
            if all(c < 0 for c in choices):  # matches that nobody had to choose in
                break
            ended, scores, places = table.step(choices)
            for k in range(table.places):
                if ended[k] and before[k] < matches:
                    found[before[k]] = Match(before[k], table.row(scores, k), table.row(places, k), int(ended[k]) == 1)
        return Contest(found[k] for k in sorted(found))
