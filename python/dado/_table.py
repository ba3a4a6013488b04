"""Many matches of one game side by side, in arrays."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, NoReturn, Optional, Sequence, Tuple, Union

from . import _values
from ._library import Numbers, lib

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Int32s = NDArray[numpy.int32]
    UInt8s = NDArray[numpy.uint8]
    UInt64s = NDArray[numpy.uint64]
    Floats = NDArray[numpy.float32]

_INT32 = numpy.dtype("int32") if numpy else None

_KINDS = ("flag", "whole", "real")


_PLACES_MOST = 1 << 24


def _luck(seed: int) -> int:
    number = _values.whole(seed, "a seed")
    if not 0 <= number < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to {(1 << 64) - 1}, not {seed}")
    return number


class Block(NamedTuple):
    """A part of what a seat sees: numbers with a name, all of one kind, in one range."""

    name: str
    about: str
    kind: str  # "flag", "whole" or "real"
    shape: Tuple[int, ...]
    least: float
    most: float
    start: int  # where it begins in a row of features

    @property
    def size(self) -> int:
        size = 1
        for axis in self.shape:
            size *= axis
        return size


class Table:
    """`places` matches of a game; a finished one begins anew by itself.

    Place k plays match k of `dado sim --seed SEED`, then match k + places, and so on: the same luck,
    whatever the moves. Arrays that are answered are the table's own and change with the next call;
    with numpy they are the library's memory, without it they are flat arrays of ctypes.

    Threads may share a table: its calls wait for each other, and a table that one thread closes is closed for the
    others (ValueError). Since the arrays are shared, too, threads that work at the same time want a table each.
    """

    def __init__(self, game: Union[str, "os.PathLike[str]"], places: int = 1, seed: int = 1, options: Sequence[str] = (),
                 against: Union[str, Sequence[str], None] = None, seat: int = 0, luck: str = "drawn", record: int = 0,
                 threads: int = 1):
        """`against` names an agent of the shelf for every seat but `seat`, or one for each of the others.

        With luck="played" the caller plays luck, too: its actor is -1, its moves are the outcomes, and `odds` says how
        likely each is. `record` keeps so many moves of every match, for `history` and `recall`. `threads` is how many
        cores a step may use, 0 for all.
        """
        self._hall: Any = None
        self._lock = threading.RLock()
        why = ctypes.create_string_buffer(512)
        self.game = _values.text(game, "game")
        if isinstance(options, (str, bytes)):
            raise TypeError('options are a list, as in ["ROUNDS=4"], not one string')
        given = [_values.text(o, "an option").encode() for o in options]
        self.places = _values.whole(places, "places")
        if not 0 < self.places <= _PLACES_MOST:
            raise ValueError(f"a table has 1 to {_PLACES_MOST} places, not {places}")
        places = self.places
        # Described games list the outcomes of their luck on request; other games always do.
        tries = [given + [b"luck=listed"], given] if luck == "played" and not any(o.startswith(b"luck=") for o in given) else [given]
        for given in tries:
            self._hall = lib.dado_hall_open(self.game.encode(), (ctypes.c_char_p * len(given))(*given), len(given), places,
                                            _luck(seed), why, len(why))
            if self._hall:
                break
        else:
            raise ValueError(why.value.decode())
        self.title: str = lib.dado_hall_title(self._hall).decode()
        self._shape = (self.places,)
        self.players: int = lib.dado_hall_players(self._hall)
        self.most_moves: int = lib.dado_hall_most_moves(self._hall)
        self.actions: int = lib.dado_hall_actions(self._hall)
        self.feature_size: int = lib.dado_hall_features(self._hall)
        self._actors, self._counts = self._room("int32", places), self._room("int32", places)
        self._choices, self._ended = self._room("int32", places), self._room("uint8", places)
        self._scores, self._points = (self._room("int32", places, self.players) for _ in range(2))
        self._ranks = self._room("int32", places, self.players)
        self._numbers = self._room("uint64", places)
        # Where they lie: asking numpy for that takes longer than many a step.
        self._look_at = self._at(self._actors), self._at(self._counts)
        self._step_at = self._at(self._ended), self._at(self._scores), self._at(self._ranks)
        self._features: Any = None
        self._mask: Any = None
        self._agents: Dict[str, int] = {}
        self._gains: Any = None
        self._last: Any = None
        self._sampled: Any = None
        self._draws = 0
        self._begin_research(luck, record, threads)
        if against is not None:
            seat = _values.whole(seat, "seat")
            if not 0 <= seat < self.players:
                raise ValueError(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")
            others = [s for s in range(self.players) if s != seat]
            names = [against] * len(others) if isinstance(against, str) else list(against)
            if len(names) != len(others):
                raise ValueError(f"{len(others)} agents are wanted, not {len(names)}")
            for other, name in zip(others, names):
                self.sit(other, name)

    # ---- memory

    @staticmethod
    def _room(kind: str, *shape: int) -> Any:
        if numpy:
            return numpy.zeros(shape, dtype=kind)
        size = 1
        for axis in shape:
            size *= axis
        kinds: Dict[str, Any] = {"int32": ctypes.c_int32, "uint8": ctypes.c_uint8, "uint64": ctypes.c_uint64, "float32": ctypes.c_float}
        return (kinds[kind] * size)()

    @staticmethod
    def _at(array: Any) -> int:
        return int(array.ctypes.data) if numpy else ctypes.addressof(array)

    def _open(self) -> Any:
        """The library's table. Whoever uses it holds the lock, so that nobody closes it meanwhile."""
        if not self._hall:
            raise ValueError("this table is closed")
        return self._hall

    def _place(self, place: int) -> int:
        place = _values.whole(place, "a place")
        if not 0 <= place < self.places:
            raise IndexError(f"there are {self.places} places")
        return place

    def _seat(self, seat: int, least: int) -> int:
        seat = _values.whole(seat, "a seat")
        if not least <= seat < self.players:
            raise IndexError(f"there are {self.players} seats")
        return seat

    def _given(self, numbers: Any, what: str) -> Any:
        """An array of one whole number a place, as the library reads it."""
        if numpy:
            if type(numbers) is numpy.ndarray and numbers.dtype == _INT32 and numbers.shape == self._shape and numbers.flags.c_contiguous:
                return numbers
            given = numpy.asarray(numbers)
            if given.shape != (self.places,):
                raise ValueError(f"{self.places} {what} are wanted, not an array of shape {given.shape}")
            if given.dtype.kind not in "iub":
                raise TypeError(f"{what} are whole numbers, not {given.dtype}")
            whole = numpy.ascontiguousarray(given, dtype="int32")
            self._fits(numpy.flatnonzero(whole != given), what)
            return whole
        if len(numbers) != self.places:
            raise ValueError(f"{self.places} {what} are wanted, not {len(numbers)}")
        narrow = (ctypes.c_int32 * self.places)(*numbers)
        self._fits([i for i in range(self.places) if narrow[i] != numbers[i]], what)
        return narrow

    @staticmethod
    def _fits(others: Any, what: str) -> None:
        """A number too large for the library would come out as another, and that might be a move."""
        if len(others):
            raise ValueError(f"the number at place {others[0]} is too large for {what}")

    # ---- playing

    def reset(self, seed: int = 1) -> None:
        """Everything begins anew, with the luck of a seed."""
        luck = _luck(seed)
        with self._lock:
            lib.dado_hall_reset(self._open(), luck)

    def look(self) -> "Tuple[Int32s, Int32s]":
        """Who is to choose at every place, and among how many moves."""
        with self._lock:
            lib.dado_hall_look(self._open(), *self._look_at)
        return self._actors, self._counts

    def scores(self) -> "Int32s":
        """Everybody's points now, places by players; more is better."""
        with self._lock:
            lib.dado_hall_scores(self._open(), self._at(self._points))
        return self._points  # type: ignore[no-any-return]

    def matches(self) -> "UInt64s":
        """The match of every place, by its number."""
        with self._lock:
            lib.dado_hall_matches(self._open(), self._at(self._numbers))
        return self._numbers  # type: ignore[no-any-return]

    def row(self, array: Any, place: int) -> List[int]:
        """What an array that was answered has of one place."""
        wide = self.players
        return [int(x) for x in (array[place] if numpy else array[place * wide:(place + 1) * wide])]

    def step(self, choices: "ArrayLike") -> "Tuple[UInt8s, Int32s, Int32s]":
        """Plays the move of that number in its list at every place, -1 for none.

        Answers which matches ended (1; 2 if it was stopped short), with what points and places.
        """
        chosen = self._given(choices, "choices")
        with self._lock:
            wrong = lib.dado_hall_step(self._open(), self._at(chosen), *self._step_at)
        if wrong:
            raise ValueError(f"the choice at place {wrong - 1} is no move there")
        return self._ended, self._scores, self._ranks

    def act(self, actions: "ArrayLike") -> "Tuple[UInt8s, Int32s, Int32s]":
        """The same with actions: numbers that mean the same in every state, -1 for none."""
        chosen = self._given(actions, "actions")
        with self._lock:
            hall = self._open()
            if not self.actions:
                raise ValueError(f"moves of {self.title} have no numbers of their own; use step")
            wrong = lib.dado_hall_choices(hall, self._at(chosen), self._at(self._choices))
            if wrong:
                raise ValueError(f"the action at place {wrong - 1} is no move there")
            return self.step(self._choices)

    # ---- what learners read

    def blocks(self) -> List[Block]:
        """The parts of a row of features, in order."""
        found: List[Block] = []
        start, one = 0, Numbers()
        with self._lock:
            while lib.dado_hall_block(self._open(), len(found), ctypes.byref(one)):
                block = Block(one.name.decode(), one.about.decode(), _KINDS[one.kind], tuple(one.shape[:one.axes]), one.least, one.most, start)
                start += block.size
                found.append(block)
        return found

    def entries(self, block: str) -> List[str]:
        """What the entries of a block's first axis are, in words."""
        for which, one in enumerate(self.blocks()):
            if one.name == block:
                return [self._words(lib.dado_hall_entry, which, entry) for entry in range(one.shape[0])]
        raise KeyError(block)

    def see(self, seat: int = -1) -> "Tuple[Floats, UInt8s]":
        """What a seat sees (-1: whoever is to choose), places by features; and the mask, places by actions.

        The mask says which actions are moves now; its rows are empty where another seat is to choose.
        """
        return self._see(seat, True)

    def _see(self, seat: int, marks: bool) -> "Tuple[Floats, UInt8s]":
        seat = self._seat(seat, -1)
        with self._lock:
            hall = self._open()
            if self._features is None:
                self._features = self._room("float32", self.places, max(self.feature_size, 1))
                self._mask = self._room("uint8", self.places, max(self.actions, 1))
                self._seen_at, self._mask_at = self._at(self._features), self._at(self._mask) if self.actions else None
            lib.dado_hall_see(hall, seat, self._seen_at, self._mask_at if marks else None)
        return self._features, self._mask

    def one(self, place: int, seat: int = -1) -> Tuple[Optional[List[float]], Optional[List[int]]]:
        """What a seat sees at one place, and the actions of the moves there in the order of the list, as lists.

        None for either where a game has none.
        """
        seat, place = self._seat(seat, -1), self._place(place)
        features, actions = (ctypes.c_float * max(self.feature_size, 1))(), (ctypes.c_int32 * self.most_moves)()
        with self._lock:
            hall = self._open()
            lib.dado_hall_look(hall, self._at(self._actors), self._at(self._counts))
            lib.dado_hall_see_one(hall, place, seat, features, actions)
            count = int(self._counts[place])
        return list(features) if self.feature_size else None, actions[:count] if self.actions else None

    def features(self, seat: int = -1) -> "Floats":
        """Only the features of `see`."""
        if not self.feature_size:
            raise ValueError(f"{self.title} does not describe its states in numbers")
        return self._see(seat, False)[0]

    def mask(self) -> "UInt8s":
        """Which actions are moves now, places by actions; of lists, where a game has no actions."""
        if self.actions:
            return self.see()[1]
        if not numpy:
            raise RuntimeError("masks of lists need numpy")
        _actors, counts = self.look()
        return (numpy.arange(self.most_moves)[None, :] < counts[:, None]).astype("uint8")

    # ---- research: draws, rewards on the way, luck, histories, information states

    def _begin_research(self, luck: str, record: int, threads: int) -> None:
        if luck not in ("drawn", "played"):
            raise ValueError(f'luck is "drawn" or "played", not {luck!r}')
        record, threads = _values.whole(record, "record"), _values.whole(threads, "threads")
        if not 0 <= threads <= 256:
            raise ValueError(f"threads are 0 to 256, not {threads}")
        if record and (record < 0 or lib.dado_hall_record(self._hall, record)):
            raise ValueError(f"histories of {record} moves at {self.places} places cannot be kept")
        if luck == "played":
            lib.dado_hall_play_luck(self._hall, 1)
        self.threads: int = 1 if threads == 1 else lib.dado_hall_threads(self._hall, threads)

    def sample(self, weights: "Optional[ArrayLike]" = None, seed: Optional[int] = None) -> "Int32s":
        """Draws a move at every place: uniformly, or in proportion to `weights`, places by actions. For `step`.

        The actions that were drawn are in `sampled`. Without a seed, every call draws anew.
        """
        given = None
        if weights is not None:
            if not numpy:
                raise RuntimeError("weights need numpy")
            given = numpy.ascontiguousarray(weights, dtype="float32")
            wanted = (self.places, self.actions or self.most_moves)
            if given.shape != wanted:
                raise ValueError(f"weights are places by actions, {wanted}, not {given.shape}")
        self._draws += 1
        luck = self._draws if seed is None else _luck(seed)
        with self._lock:
            hall = self._open()
            if self._sampled is None:
                self._sampled = self._room("int32", self.places)
                self._sample_at = self._at(self._choices), self._at(self._sampled)
            lib.dado_hall_sample(hall, None if given is None else self._at(given), luck, *self._sample_at)
        return self._choices  # type: ignore[no-any-return]

    @property
    def sampled(self) -> "Int32s":
        """The actions of the last `sample`, -1 where luck was drawn; of lists, where a game has no actions."""
        if self._sampled is None:
            raise ValueError("nothing was sampled yet")
        return self._sampled  # type: ignore[no-any-return]

    def watch(self, seat: int = -1) -> "Tuple[Int32s, Floats]":
        """Two arrays that every step from now on fills in, beside what it answers.

        The first says how the step changed everybody's points, places by players. The second has, where a match
        ended, what `seat` saw at its end (-1: who chose last), places by features.
        """
        seat = self._seat(seat, -1)
        with self._lock:
            hall = self._open()
            if self._gains is None:
                self._gains = self._room("int32", self.places, self.players)
                self._last = self._room("float32", self.places, max(self.feature_size, 1))
            lib.dado_hall_watch(hall, self._at(self._gains), seat, self._at(self._last))
        return self._gains, self._last

    def odds(self, place: int) -> List[float]:
        """How likely each outcome of luck at a place is; an empty list where a seat is to choose."""
        place, odds = self._place(place), (ctypes.c_double * (self.most_moves + 1))()
        with self._lock:
            count = lib.dado_hall_odds(self._open(), place, odds)
        return odds[:count]

    def history(self, place: int) -> List[Tuple[int, int]]:
        """The match of a place: who moved (-1: luck) and what, as the number of the move."""
        place = self._place(place)
        with self._lock:
            hall = self._open()
            count = self._kept(lib.dado_hall_history(hall, place, None, None, 0))
            actors, moves = (ctypes.c_int32 * (count + 1))(), (ctypes.c_uint64 * (count + 1))()
            lib.dado_hall_history(hall, place, actors, moves, count)
        return list(zip(actors[:count], moves[:count]))

    @staticmethod
    def _kept(count: int) -> int:
        if count < 0:
            raise ValueError("the history is not kept: open the table with record=, and at least as many moves as a match has")
        return count

    def recall(self, place: int, seat: int) -> str:
        """The information state of a seat: all that it saw and did since the match began, in words."""
        place, seat = self._place(place), self._seat(seat, 0)
        self._kept(lib.dado_hall_history(self._open(), place, None, None, 0))
        return self._words(lib.dado_hall_recall_words, place, seat)

    def recall_rows(self, place: int, seat: int, rows: int) -> "Floats":
        """The same in numbers: the last `rows` of what it saw, features and behind them the action it chose there."""
        place, seat, rows = self._place(place), self._seat(seat, 0), _values.whole(rows, "rows")
        if rows < 1:
            raise ValueError("at least one row is wanted")
        out = self._room("float32", rows, self.feature_size + self.actions)
        with self._lock:
            self._kept(lib.dado_hall_recall(self._open(), place, seat, rows, self._at(out)))
        return out  # type: ignore[no-any-return]

    # ---- agents of the shelf

    def _agent(self, name: str) -> int:
        hall, name = self._open(), _values.text(name, "an agent")
        if name not in self._agents:
            why = ctypes.create_string_buffer(512)
            number = lib.dado_hall_agent(hall, name.encode(), why, len(why))
            if number < 0:
                raise ValueError(why.value.decode())
            self._agents[name] = number
        return self._agents[name]

    def ask(self, agent: str) -> "Int32s":
        """What an agent of the shelf would choose at every place, for whoever is to: "uct:iterations=200"."""
        with self._lock:
            number = self._agent(agent)
            lib.dado_hall_ask(self._hall, number, self._at(self._choices))
        return self._choices  # type: ignore[no-any-return]

    def sit(self, seat: int, agent: Optional[str]) -> None:
        """Lets an agent play a seat in all places, None gives it back. All matches begin anew."""
        seat = _values.whole(seat, "a seat")
        with self._lock:
            number = -1 if agent is None else self._agent(agent)
            if lib.dado_hall_sit(self._open(), seat, number):
                raise ValueError(f"an agent cannot sit at {seat}: there are {self.players} seats, and one must be left")

    # ---- words and copies

    def _words(self, function: Callable[..., int], *about: int) -> str:
        with self._lock:
            hall = self._open()
            out = ctypes.create_string_buffer(function(hall, *about, None, 0) + 1)
            function(hall, *about, out, len(out))
        return out.value.decode()

    def move_words(self, place: int, move: int) -> str:
        """A move of the list at a place, in words."""
        place, move = self._place(place), _values.whole(move, "a move")
        with self._lock:
            count = int(self.look()[1][place])
            if not 0 <= move < count:
                raise IndexError(f"place {place} has {count} moves, from 0; there is no move {move}")
            return self._words(lib.dado_hall_move_words, place, move)

    def words(self, place: int, seat: int = -2) -> str:
        """The state as a seat sees it; -2 sees everything."""
        if seat == -1:
            raise IndexError("-2 sees everything, and seats begin with 0")
        return self._words(lib.dado_hall_words, self._place(place), self._seat(seat, -2))

    def save(self, place: int) -> bytes:
        """A place as bytes, its luck and what agents remember included."""
        place = self._place(place)
        with self._lock:
            hall = self._open()
            saved = ctypes.create_string_buffer(lib.dado_hall_state_size(hall))
            lib.dado_hall_save(hall, place, saved)
        return saved.raw

    def restore(self, place: int, saved: bytes) -> None:
        """Puts back what `save` gave, at any place of this table."""
        place = self._place(place)
        if not isinstance(saved, (bytes, bytearray, memoryview)):
            raise TypeError(f"save() gives bytes, not {type(saved).__name__}")
        with self._lock:
            hall = self._open()
            if len(saved) != lib.dado_hall_state_size(hall) or lib.dado_hall_restore(hall, place, bytes(saved)):
                raise ValueError("these bytes are not of a place of this table")

    # ---- ends

    def __reduce__(self) -> NoReturn:
        raise TypeError("a table is memory of this process: it cannot be pickled or copied; save() gives bytes that can")

    def close(self) -> None:
        """Frees the table, once the calls of other threads are done. Closing twice is fine."""
        with self._lock:
            hall, self._hall = self._hall, None
            lib.dado_hall_close(hall)

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_hall", None):
            self.close()

    def __repr__(self) -> str:
        return f"<{self.places} places of {self.title}, {self.players} seats>"
