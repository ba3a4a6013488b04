"""Jobs as functions: names, defaults and docstrings come from the library's own tables."""
from __future__ import annotations

import inspect
import json
import keyword
import os
from typing import Any, Callable, Dict, List, Mapping, MutableMapping, Optional, Tuple, Type, Union

from . import _running, _show, _values
from ._library import lib, taken

Path = Union[str, "os.PathLike[str]"]


class Problem(ValueError):
    """A job that could not be done: what is wrong, and where in which text."""

    def __init__(self, failure: Dict[str, Any]):
        super().__init__(failure["text"])
        self._failure = failure
        self.code: str = failure["code"]
        self.line: int = failure["line"]
        self.column: int = failure["column"]
        self.shown: str = failure["shown"]

    def __reduce__(self) -> Tuple[Type["Problem"], Tuple[Dict[str, Any]]]:  # so that it comes back out of a pool of processes
        return type(self), (self._failure,)


class Document(Dict[str, Any]):
    """What a job answered: the same as `dado JOB --json` prints, as an object."""

    @property
    def title(self) -> str:
        return str(self["title"])

    @property
    def parts(self) -> Dict[str, Any]:
        parts: Dict[str, Any] = self["parts"]
        return parts

    def table(self, name: str) -> List[Dict[str, Any]]:
        """The rows of a table, each a dictionary."""
        rows: List[Dict[str, Any]] = self.parts[name]["rows"]
        return rows

    def frame(self, name: str) -> Any:
        """The same as a pandas data frame. Of an estimate, the value has the field's name, its interval NAME.low and NAME.high."""
        import pandas  # type: ignore[import]

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

    def frames(self) -> Dict[str, Any]:
        """All tables as data frames, by name."""
        return {name: self.frame(name) for name, part in self.parts.items() if part["kind"] == "table"}

    def _repr_html_(self) -> str:
        return _show.page(self)

    def __repr__(self) -> str:
        return f"<{self['job']}: {self.title}, {self.get('said') or 'no matches'}; parts {', '.join(self.parts)}>"


def jobs() -> List[Dict[str, Any]]:
    """All jobs there are, with their parameters."""
    found: List[Dict[str, Any]] = json.loads(taken(lib.dado_lib_jobs()))
    return found


def _parameters_of(job: str) -> Dict[str, Dict[str, Any]]:
    """The parameters of a job by name; empty where there is no such job, which the library says better."""
    for one in _TABLE:
        if one["name"] == job:
            return {p["name"]: p for p in one["params"]}
    return {}


def _texts(files: Optional[Mapping[str, str]]) -> Dict[str, str]:
    if files is None:
        return {}
    if not isinstance(files, Mapping):
        raise TypeError(f"files must be a mapping from names to texts, not {type(files).__name__}")
    return {_values.text(name, "the name of a file"): _values.text(content, f"files[{name!r}]") for name, content in files.items()}


def ask(job: str, *, store: Optional[Path] = None, threads: int = 0, files: Optional[Mapping[str, str]] = None,
        hear: Optional[Callable[[str, Dict[str, Any]], Any]] = None, **parameters: Any) -> Document:
    """Runs a job by its name; `hear(kind, data)` is called with progress, and stops the job by returning True.

    Ctrl-C stops the job and raises KeyboardInterrupt within a second.
    """
    job = _values.text(job, "job")
    known = _parameters_of(job)
    values = {}
    for key, value in parameters.items():
        if value is None:
            continue
        name = key if key in known else key.replace("_", "-")
        about = known.get(name, {"kind": "text", "many": True})
        values[name] = _values.parameter(value, about["kind"], about["many"], key)
    request: Dict[str, Any] = {"job": job, "parameters": values}
    if files:
        request["files"] = _texts(files)
    count = _values.whole(threads, "threads")
    if not 0 <= count <= 1024:
        raise ValueError(f"threads must be from 0 (one per core) to 1024, not {count}")
    if hear is not None and not callable(hear):
        raise TypeError(f"hear must be a function, not {type(hear).__name__}")
    kept = os.fsencode(_values.text(store, "store")) if store is not None else None
    text, failed = _running.run(json.dumps(request).encode(), kept, count, hear)
    answer = json.loads(text)
    if failed:
        raise Problem(answer)
    return Document(answer)


def spelt(name: str) -> str:
    """A name as Python allows it."""
    plain = name.replace(" ", "_").replace("-", "_")
    return plain + "_" if keyword.iskeyword(plain) else plain


def taken_by_all(name: str) -> bool:
    """Whether every function takes this by itself, whatever its job."""
    return name in ("store", "threads", "no-store")


_TABLE = jobs()
_TYPES = {"whole": int, "real": float, "flag": bool}


def questions(job: str) -> Dict[str, Callable[..., Document]]:
    """What can be asked behind the game: the jobs whose names go on where this one ends."""
    return {one["name"][len(job) + 1:]: _function(one) for one in _TABLE
            if job == "doctor" and one["name"].startswith(job + " ")}


def _typed(param: Dict[str, Any]) -> Any:
    """What may be given for a parameter."""
    one: Any = _TYPES.get(param["kind"], str)
    return Union[one, List[one]] if param["many"] else one


def _function(job: Dict[str, Any]) -> Callable[..., Document]:
    name = spelt(job["name"])
    given = [p for p in job["params"] if not taken_by_all(p["name"])]
    first = [p for p in given if p["needed"]]
    python = {spelt(p["name"]): p["name"] for p in given}
    asked = questions(job["name"])

    def call(*args: Any, store: Optional[Path] = None, threads: int = 0, files: Optional[Mapping[str, str]] = None,
             hear: Optional[Callable[[str, Dict[str, Any]], Any]] = None, **values: Any) -> Document:
        # doctor("hearts", "cards") is doctor_cards("hearts")
        if len(args) == 2 and isinstance(args[1], str) and args[1] in asked:
            return asked[args[1]](args[0], store=store, threads=threads, files=files, hear=hear, **values)
        bound = signature.bind(*args, **values).arguments
        return ask(job["name"], store=store, threads=threads, files=files, hear=hear,
                   **{python[k]: v for k, v in bound.items()})

    signature = inspect.Signature(
        [inspect.Parameter(spelt(p["name"]), inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=_typed(p)) for p in first]
        + [inspect.Parameter(spelt(p["name"]), inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Optional[_typed(p)])
           for p in given if not p["needed"]], return_annotation=Document)
    call.__name__ = call.__qualname__ = name
    setattr(call, "__signature__", signature)
    call.__doc__ = job["about"] + "\n\n" + "\n".join(
        f"{spelt(p['name'])}: {p['about']}" + (f" Usually {p['usual']}." if p["usual"] else "") for p in given)
    return call


def install(names: MutableMapping[str, Any], exported: List[str]) -> None:
    """Puts a function for every job into a module."""
    for job in _TABLE:
        function = _function(job)
        if function.__name__ in names:
            continue
        names[function.__name__] = function
        exported.append(function.__name__)
