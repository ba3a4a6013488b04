"""Writes __init__.pyi, which tells type checkers of every job and its parameters.

    python3 -m dado._stubs > python/dado/__init__.pyi

Functions of jobs are made when the package is loaded, from the library's tables; type checkers never load it.
"""
from __future__ import annotations

import sys
from typing import Any, Dict, Iterator

from ._jobs import jobs, questions, spelt, taken_by_all

_HEAD = '''\
# Made by python3 -m dado._stubs from the tables of parameters; do not edit.
import os
from typing import Any, Callable, Dict, Iterable, List, Literal, Mapping, Optional, Union

from ._contest import Contest as Contest, Match as Match, Turn as Turn, contest as contest
from ._jobs import Document as Document, Problem as Problem, ask as ask, jobs as jobs
from ._library import ABI as ABI, release as release
from ._table import Block as Block, Table as Table
from ._tree import Decision as Decision, Node as Node, Tree as Tree, exploitability as exploitability

_Path = Union[str, os.PathLike[str]]
_Hear = Callable[[str, Dict[str, Any]], Any]

__all__: List[str]
__version__: str

def agent_kit() -> str: ...
'''

_TAIL = "store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ..."
_PATHS = ("game", "agent", "file", "output", "folder")


def _one(param: Dict[str, Any]) -> str:
    """The type of one value."""
    kind = param["kind"]
    if kind in ("whole", "real", "flag"):
        return {"whole": "int", "real": "float", "flag": "bool"}[kind]
    if kind == "choice" and not param["many"]:
        return "Literal[" + ", ".join(f'"{word}"' for word in param["choices"].split()) + "]"
    if kind == "run":
        return "Union[int, str]"
    return "_Path" if kind in _PATHS else "str"


def _type(param: Dict[str, Any]) -> str:
    one = _one(param)
    if not param["many"]:
        return one
    mapping = ", Mapping[str, Union[str, float]]" if param["kind"] == "set" else ""
    return f"Union[{one}, Iterable[{one}]{mapping}]"


def _function(job: Dict[str, Any]) -> str:
    given = [p for p in job["params"] if not taken_by_all(p["name"])]
    needed = [f"{spelt(p['name'])}: {_type(p)}" for p in given if p["needed"]]
    others = [f"{spelt(p['name'])}: Optional[{_type(p)}] = ..." for p in given if not p["needed"]]
    asked = questions(job["name"])
    words = ", ".join(f'"{word}"' for word in asked)
    question = [f"question: Literal[{words}] = ..."] if asked else []
    more = ["**more: Any"] if asked else []
    lines = ",\n    ".join([*needed, *question, "*", *others, _TAIL, *more])
    about = job["about"].replace("\\", "\\\\").replace('"', '\\"')
    last = "" if asked else ","  # nothing may follow **more
    return f'def {spelt(job["name"])}(\n    {lines}{last}\n) -> Document:\n    """{about}"""\n'


def lines() -> Iterator[str]:
    yield _HEAD
    for job in jobs():
        yield _function(job)


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()))
