"""The shared library, found and checked."""
import ctypes
import ctypes.util
import os
from pathlib import Path
from typing import Any, Iterator, List, Tuple

ABI = 2
_HERE = Path(__file__).resolve().parent

# A wheel brings its games along; a package of Debian has them in share, as seen from lib/python3/dist-packages/dado.
for _games in (_HERE / "library", _HERE.parents[3] / "share" / "dado" / "library" if len(_HERE.parents) > 3 else _HERE / "library"):
    if _games.is_dir():
        os.environ.setdefault("DADO_LIBRARY", str(_games))
        break


def _candidates() -> Iterator[str]:
    if "DADO_LIB" in os.environ:
        yield os.environ["DADO_LIB"]
        return
    yield str(_HERE / "libdado.so")
    yield str(_HERE.parent.parent / "build" / "libdado.so")
    found = ctypes.util.find_library("dado")
    if found:
        yield found
    yield "libdado.so.2"


def _load() -> ctypes.CDLL:
    tried = []
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as why:
            tried.append(f"{name}: {why}")
    raise ImportError("libdado was not found; build it with ./dev library, or name it in $DADO_LIB\n  " + "\n  ".join(tried))


lib = _load()
lib.dado_abi.restype = ctypes.c_int
if lib.dado_abi() != ABI:
    raise ImportError(f"libdado has interface {lib.dado_abi()}, and this package is made for {ABI}")

Hear = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
NoHear: Any = ctypes.cast(ctypes.c_void_p(), Hear)  # nobody listens
_hall = ctypes.c_void_p


class Numbers(ctypes.Structure):
    """struct dado_numbers of dado.h."""

    _fields_ = [("name", ctypes.c_char_p), ("about", ctypes.c_char_p), ("kind", ctypes.c_int32), ("axes", ctypes.c_int32),
                ("shape", ctypes.c_int32 * 4), ("least", ctypes.c_float), ("most", ctypes.c_float)]


_SIGNATURES: List[Tuple[str, Any, List[Any]]] = [
    ("dado_release", ctypes.c_char_p, []),
    ("dado_free", None, [ctypes.c_void_p]),
    ("dado_lib_jobs", ctypes.c_void_p, []),
    ("dado_lib_run_until", ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, Hear, ctypes.c_void_p,
                                             ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)]),
    ("dado_hall_open", _hall, [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_close", None, [_hall]),
    ("dado_hall_reset", None, [_hall, ctypes.c_uint64]),
    ("dado_hall_title", ctypes.c_char_p, [_hall]),
    ("dado_hall_matches", None, [_hall, ctypes.c_void_p]),
    ("dado_hall_features", ctypes.c_int, [_hall]),
    ("dado_hall_block", ctypes.c_int, [_hall, ctypes.c_int, ctypes.POINTER(Numbers)]),
    ("dado_hall_entry", ctypes.c_size_t, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_actions", ctypes.c_int, [_hall]),
    ("dado_hall_see", None, [_hall, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_see_one", None, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_choices", ctypes.c_int, [_hall, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_agent", ctypes.c_int, [_hall, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_ask", None, [_hall, ctypes.c_int, ctypes.c_void_p]),
    ("dado_hall_sit", ctypes.c_int, [_hall, ctypes.c_int, ctypes.c_int]),
    ("dado_hall_players", ctypes.c_int, [_hall]),
    ("dado_hall_most_moves", ctypes.c_int, [_hall]),
    ("dado_hall_state_size", ctypes.c_size_t, [_hall]),
    ("dado_hall_look", None, [_hall, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_scores", None, [_hall, ctypes.c_void_p]),
    ("dado_hall_step", ctypes.c_int, [_hall, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_move_words", ctypes.c_size_t, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_words", ctypes.c_size_t, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_sample", None, [_hall, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p]),
    ("dado_hall_watch", None, [_hall, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]),
    ("dado_hall_play_luck", None, [_hall, ctypes.c_int]),
    ("dado_hall_odds", ctypes.c_int, [_hall, ctypes.c_int, ctypes.c_void_p]),
    ("dado_hall_record", ctypes.c_int, [_hall, ctypes.c_int]),
    ("dado_hall_history", ctypes.c_int, [_hall, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]),
    ("dado_hall_recall_words", ctypes.c_size_t, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]),
    ("dado_hall_recall", ctypes.c_int, [_hall, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]),
    ("dado_hall_threads", ctypes.c_int, [_hall, ctypes.c_int]),
    ("dado_hall_save", None, [_hall, ctypes.c_int, ctypes.c_char_p]),
    ("dado_hall_restore", ctypes.c_int, [_hall, ctypes.c_int, ctypes.c_char_p]),
]
for _name, _result, _given in _SIGNATURES:
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _given


def release() -> str:
    """The version of the library that was loaded."""
    return str(lib.dado_release().decode())


def taken(pointer: Any) -> str:
    """The text of a string the library made, which is given back."""
    if not pointer:
        raise MemoryError("dado has no memory left")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lib.dado_free(pointer)
