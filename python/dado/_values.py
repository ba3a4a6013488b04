"""Checks what callers hand over, before the library sees it."""
from __future__ import annotations

import math
import numbers
import operator
import os
from typing import Any, Iterable, List, Mapping, Union

Scalar = Union[str, int, float, bool]

# Kinds of parameters (dado.jobs()) that name something in words; paths are fine for those that name files.
_FILES = {"game", "agent", "file", "output", "folder"}
_NUMBERS_TOO = {"text", "run", "set", "choice"}


def text(value: Any, what: str) -> str:
    """A string or a path as a string that C can read."""
    if isinstance(value, os.PathLike):
        value = os.fsdecode(value)
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a string or a path, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} must not contain a NUL character")
    return value


def whole(value: Any, what: str) -> int:
    """An integer of Python or numpy."""
    if isinstance(value, bool):
        raise TypeError(f"{what} must be a whole number, not bool")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {type(value).__name__}") from None


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool") and hasattr(value, "dtype")


def _number(value: Any, what: str, real: bool) -> Scalar:
    if isinstance(value, str):  # the library reads numbers as they are typed, too
        return text(value, what)
    if not _is_bool(value):
        if hasattr(value, "__index__"):
            return operator.index(value)
        if real and isinstance(value, (numbers.Real, float)):
            if not math.isfinite(value):
                raise ValueError(f"{what} must be a finite number, not {value}")
            return float(value)
    wanted = "a number" if real else "a whole number"
    raise TypeError(f"{what} must be {wanted}, not {type(value).__name__}")


def scalar(value: Any, kind: str, what: str) -> Scalar:
    """One value of a parameter of this kind, as JSON has it."""
    if kind == "flag":
        if not _is_bool(value):
            raise TypeError(f"{what} must be True or False, not {type(value).__name__}")
        return bool(value)
    if kind in ("whole", "real"):
        return _number(value, what, kind == "real")
    if kind in _NUMBERS_TOO and not isinstance(value, (str, os.PathLike)):
        return _number(value, what, True)
    if isinstance(value, os.PathLike) and kind not in _FILES and kind not in _NUMBERS_TOO:
        raise TypeError(f"{what} must be a string, not {type(value).__name__}")
    return text(value, what)


def parameter(value: Any, kind: str, many: bool, what: str) -> Union[Scalar, List[Scalar]]:
    """The value of a parameter; where many are allowed, any iterable of them or one alone.

    Settings ("NAME=VALUE") may be a mapping, too: {"ROUNDS": 4}.
    """
    if kind == "set" and isinstance(value, Mapping):
        value = [f"{text(k, what)}={scalar(v, 'text', f'{what}[{k!r}]')}" for k, v in value.items()]
    alone = isinstance(value, (str, bytes, os.PathLike)) or not isinstance(value, Iterable) or getattr(value, "shape", None) == ()
    if alone:
        return scalar(value, kind, what)
    if not many:
        raise TypeError(f"{what} takes one value, not {type(value).__name__}")
    return [scalar(one, kind, f"{what}[{i}]") for i, one in enumerate(value)]
