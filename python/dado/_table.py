"""Many matches of one game side by side, in arrays."""
import ctypes

from ._library import lib

try:
    import numpy
except ImportError:
    numpy = None


class Table:
    """`places` matches of a game; a finished one begins anew by itself.

    Place k plays match k of `dado sim --seed SEED`, then match k + places, and so on: the same luck,
    whatever the moves.
    """

    def __init__(self, game: str, places: int = 1, seed: int = 1, options=()):
        why = ctypes.create_string_buffer(512)
        given = [str(o).encode() for o in options]
        self._hall = lib.dado_hall_open(str(game).encode(), (ctypes.c_char_p * len(given))(*given), len(given), places,
                                        seed, why, len(why))
        if not self._hall:
            raise ValueError(why.value.decode())
        self.places = places
        self.players = lib.dado_hall_players(self._hall)
        self.most_moves = lib.dado_hall_most_moves(self._hall)
        self._actors, self._counts = self._room("int32", places), self._room("int32", places)
        self._ended = self._room("uint8", places)
        self._scores, self._ranks = self._room("int32", places, self.players), self._room("int32", places, self.players)

    @staticmethod
    def _room(kind, *shape):
        if numpy:
            return numpy.zeros(shape, dtype=kind)
        size = 1
        for axis in shape:
            size *= axis
        return ((ctypes.c_int32 if kind == "int32" else ctypes.c_uint8) * size)()

    @staticmethod
    def _at(array):
        return array.ctypes.data if numpy else ctypes.addressof(array)

    def _open(self):
        if not self._hall:
            raise ValueError("this table is closed")
        return self._hall

    def look(self):
        """Who is to choose at every place, and among how many moves. The arrays are the table's own."""
        lib.dado_hall_look(self._open(), self._at(self._actors), self._at(self._counts))
        return self._actors, self._counts

    def mask(self):
        """Places by moves: which numbers are moves now."""
        if not numpy:
            raise RuntimeError("masks need numpy")
        self.look()
        return numpy.arange(self.most_moves)[None, :] < self._counts[:, None]

    def scores(self):
        lib.dado_hall_scores(self._open(), self._at(self._scores))
        return self._scores

    def step(self, choices):
        """Plays the move of that number at every place, -1 for none. Answers which matches ended, with what points and places."""
        if numpy:
            chosen = numpy.ascontiguousarray(choices, dtype="int32")
            if chosen.shape != (self.places,):
                raise ValueError(f"{self.places} choices are wanted, not an array of shape {chosen.shape}")
        else:
            if len(choices) != self.places:
                raise ValueError(f"{self.places} choices are wanted, not {len(choices)}")
            chosen = (ctypes.c_int32 * self.places)(*choices)
        wrong = lib.dado_hall_step(self._open(), self._at(chosen), self._at(self._ended), self._at(self._scores), self._at(self._ranks))
        if wrong:
            raise ValueError(f"the choice at place {wrong - 1} is no move there")
        return self._ended, self._scores, self._ranks

    def _place(self, place):
        if not 0 <= place < self.places:
            raise IndexError(f"there are {self.places} places")
        return place

    def move_words(self, place: int, move: int) -> str:
        out = ctypes.create_string_buffer(4096)
        lib.dado_hall_move_words(self._open(), self._place(place), move, out, len(out))
        return out.value.decode()

    def words(self, place: int, seat: int = -2) -> str:
        """The state as a seat sees it; -2 sees everything."""
        out = ctypes.create_string_buffer(65536)
        lib.dado_hall_words(self._open(), self._place(place), seat, out, len(out))
        return out.value.decode()

    def save(self, place: int) -> bytes:
        bytes_ = ctypes.create_string_buffer(lib.dado_hall_state_size(self._open()))
        lib.dado_hall_save(self._hall, self._place(place), bytes_)
        return bytes_.raw

    def restore(self, place: int, saved: bytes):
        if len(saved) != lib.dado_hall_state_size(self._open()):
            raise ValueError("these bytes are not of a place of this table")
        lib.dado_hall_restore(self._hall, self._place(place), saved)

    def close(self):
        lib.dado_hall_close(self._hall)
        self._hall = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_hall", None):
            self.close()
