"""Jobs as functions: names, defaults and docstrings come from the library's own tables."""
from __future__ import annotations

import ctypes
import inspect
import json
import keyword
from typing import Any, Callable, Dict, List, Optional, Union

from . import _show
from ._library import Hear, lib, taken


class Problem(ValueError):
    """A job that could not be done: what is wrong, and where in which text."""

    def __init__(self, failure):
        super().__init__(failure["text"])
        self._failure = failure
        self.code: str = failure["code"]
        self.line: int = failure["line"]
        self.column: int = failure["column"]
        self.shown: str = failure["shown"]

    def __reduce__(self):  # so that it comes back out of a pool of processes
        return type(self), (self._failure,)


class Document(dict):
    """What a job answered: the same as `dado JOB --json` prints, as an object."""

    @property
    def title(self) -> str:
        return self["title"]

    @property
    def parts(self) -> dict:
        return self["parts"]

    def table(self, name: str) -> list:
        """The rows of a table, each a dictionary."""
        return self.parts[name]["rows"]

    def frame(self, name: str):
        """The same as a pandas data frame. Of an estimate, the value has the field's name, its interval NAME.low and NAME.high."""
        import pandas

        part = self.parts[name]
        if part["kind"] != "table":
            raise ValueError(f"{name} is no table but {part['kind']}")
        estimates = {f["name"] for f in part["fields"] if f["kind"] == "estimate"}
        rows = []
        for row in part["rows"]:
            flat: Dict[str, Any] = {}
            for field, value in row.items():
                if field in estimates and isinstance(value, dict):
                    flat[field] = value.get("value")
                    flat.update({f"{field}.{k}": value[k] for k in ("low", "high") if k in value})
                else:
                    flat[field] = value
            rows.append(flat)
        return pandas.DataFrame(rows, columns=None if rows else [f["name"] for f in part["fields"]])

    def frames(self) -> dict:
        """All tables as data frames, by name."""
        return {name: self.frame(name) for name, part in self.parts.items() if part["kind"] == "table"}

    def _repr_html_(self) -> str:
        return _show.page(self)

    def __repr__(self):
        return f"<{self['job']}: {self.title}, {self.get('said') or 'no matches'}; parts {', '.join(self.parts)}>"


def jobs() -> List[dict]:
    """All jobs there are, with their parameters."""
    return json.loads(taken(lib.dado_lib_jobs()))


def ask(job: str, *, store: Optional[str] = None, threads: int = 0, files: Optional[Dict[str, str]] = None,
        hear: Optional[Callable[[str, dict], Any]] = None, **parameters: Any) -> Document:
    """Asks for a job by its name; `hear(kind, data)` hears of progress, and stops it by answering True."""
    request = {"job": job, "parameters": {k.replace("_", "-"): v for k, v in parameters.items() if v is not None}}
    if files:
        request["files"] = files
    raised = []

    def on_event(_context, kind, data):
        try:
            return 1 if hear and hear(kind.decode(), json.loads(data)) else 0
        except BaseException as why:  # noqa: BLE001 - it is raised again below, not inside the library
            raised.append(why)
            return 1

    failed = ctypes.c_int()
    text = taken(lib.dado_lib_run(json.dumps(request).encode(), store.encode() if store else None, threads,
                                  Hear(on_event), None, ctypes.byref(failed)))
    if raised:
        raise raised[0]
    answer = json.loads(text)
    if failed.value:
        raise Problem(answer)
    return Document(answer)


def _spelt(name):
    """A name as Python allows it."""
    spelt = name.replace(" ", "_").replace("-", "_")
    return spelt + "_" if keyword.iskeyword(spelt) else spelt


_TYPES = {"whole": int, "real": float, "flag": bool}


def _typed(param):
    """What may be given for a parameter."""
    one = _TYPES.get(param["kind"], str)
    return Union[one, List[one]] if param["many"] else one  # type: ignore[valid-type]


def _function(job):
    name = _spelt(job["name"])
    given = [p for p in job["params"] if p["name"] not in ("store", "threads", "no-store")]
    first = [p for p in given if p["needed"]]
    python = {_spelt(p["name"]): p["name"] for p in given}

    def call(*args, store=None, threads=0, files=None, hear=None, **values):
        bound = signature.bind(*args, **values).arguments
        return ask(job["name"], store=store, threads=threads, files=files, hear=hear,
                   **{python[k]: v for k, v in bound.items()})

    signature = inspect.Signature(
        [inspect.Parameter(_spelt(p["name"]), inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=_typed(p)) for p in first]
        + [inspect.Parameter(_spelt(p["name"]), inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Optional[_typed(p)])
           for p in given if not p["needed"]], return_annotation=Document)
    call.__name__ = call.__qualname__ = name
    call.__signature__ = signature
    call.__doc__ = job["about"] + "\n\n" + "\n".join(
        f"{_spelt(p['name'])}: {p['about']}" + (f" Usually {p['usual']}." if p["usual"] else "") for p in given)
    return call


def install(names, exported):
    """Puts a function for every job into a module."""
    for job in jobs():
        function = _function(job)
        if function.__name__ in names:
            continue
        names[function.__name__] = function
        exported.append(function.__name__)
