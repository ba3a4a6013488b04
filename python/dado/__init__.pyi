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

def check(
    game: Union[_Path, Iterable[_Path]],
    *,
    strict: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what is wrong with a description, and where"""

def format(
    file: Union[_Path, Iterable[_Path]],
    *,
    check: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """lays descriptions out, in one shape for all"""

def rulebook(
    game: _Path,
    *,
    lang: Optional[Literal["en", "pt"]] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes the rules of a described game in words"""

def questions(
    game: Union[_Path, Iterable[_Path]],
    *,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """asks what a description leaves open, and what seldom happens"""

def print(
    game: _Path,
    *,
    output: Optional[_Path] = ...,
    paper: Optional[Literal["a4", "letter"]] = ...,
    card: Optional[str] = ...,
    no_backs: Optional[bool] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes sheets to print and cut: cards, boards, tokens, dice"""

def new(
    *,
    kind: Optional[str] = ...,
    name: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes a game, a map, an agent or a folder to begin from"""

def explain(
    *,
    what: Optional[str] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what a measure, a verdict or a code means"""

def sim(
    game: _Path,
    *,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    native: Optional[Literal["auto", "yes", "no"]] = ...,
    limit: Optional[int] = ...,
    resume: Optional[bool] = ...,
    again: Optional[bool] = ...,
    keep: Optional[Literal["results", "moves", "sums"]] = ...,
    device: Optional[str] = ...,
    csv: Optional[_Path] = ...,
    rounds: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    match: Optional[int] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays a game many times and measures what happened"""

def arena(
    game: _Path,
    player: Union[_Path, Iterable[_Path]],
    *,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    swiss: Optional[int] = ...,
    until_sure: Optional[bool] = ...,
    level: Optional[float] = ...,
    most: Optional[int] = ...,
    replays: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    resume: Optional[bool] = ...,
    again: Optional[bool] = ...,
    keep: Optional[Literal["results", "moves"]] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """lets players meet in a tournament and rates them"""

def seasons(
    *,
    game: Optional[str] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """shows how ratings went from tournament to tournament"""

def league_new(
    folder: _Path,
    game: _Path,
    *,
    name: Optional[str] = ...,
    house: Optional[str] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """begins a league in a folder"""

def league_team(
    folder: _Path,
    name: str,
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """adds a team to a league, and prints its key"""

def league_submit(
    folder: _Path,
    team: str,
    path: _Path,
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """takes in a program of a team, builds it and lets it play a trial"""

def league_play(
    folder: _Path,
    *,
    more: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays rounds of a league"""

def league_table(
    folder: _Path,
    *,
    verify: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """prints the table of a league"""

def league_export(
    folder: _Path,
    to: _Path,
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes the pages of a league: the table, teams and matches"""

def doctor(
    game: _Path,
    question: Literal["cards", "options", "strategies", "pacing", "counts"] = ...,
    *,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    thinker: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    advice: Optional[int] = ...,
    expect: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    mpi: Optional[bool] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
    **more: Any
) -> Document:
    """says what is right and wrong with a game, worst first"""

def witness(
    game: _Path,
    *,
    topic: Optional[Literal["completion", "fairness", "ties", "length", "drama", "lead", "runaway", "suspense", "uncertainty", "choices"]] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    native: Optional[Literal["auto", "yes", "no"]] = ...,
    limit: Optional[int] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """names the matches that show what a verdict says"""

def worth(
    game: _Path,
    *,
    line: Optional[Union[int, Iterable[int]]] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what each rule is worth: the game without it, on the same luck"""

def doctor_cards(
    game: _Path,
    *,
    cost: Optional[str] = ...,
    pairs: Optional[bool] = ...,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    precision: Optional[float] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what each card is worth to the seat that draws it"""

def doctor_options(
    game: _Path,
    *,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says which options are right how often, and which never are"""

def doctor_strategies(
    game: _Path,
    *,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says which strategies beat which: one that rules, a circle, or several ways to win"""

def doctor_pacing(
    game: _Path,
    *,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says how a match feels: when it is decided, who waits, who has lost and plays on"""

def doctor_counts(
    game: _Path,
    *,
    players: Optional[Union[int, Iterable[int]]] = ...,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what is right and wrong with a game for each number of players, side by side"""

def table(
    game: _Path,
    *,
    decisions: Optional[int] = ...,
    eyes: Optional[int] = ...,
    width: Optional[float] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """draws the table of a game as it stands"""

def diff(
    before: _Path,
    *,
    against: Optional[_Path] = ...,
    after: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    after_agents: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    fail_if: Optional[Literal["worse"]] = ...,
    until_sure: Optional[str] = ...,
    most: Optional[int] = ...,
    level: Optional[float] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    mpi: Optional[bool] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what a change did, measure by measure, and how sure that is"""

def sweep(
    game: _Path,
    *,
    measures: Optional[Union[str, Iterable[str]]] = ...,
    expect: Optional[_Path] = ...,
    adaptive: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    native: Optional[Literal["auto", "yes", "no"]] = ...,
    limit: Optional[int] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    resume: Optional[bool] = ...,
    again: Optional[bool] = ...,
    keep: Optional[Literal["results", "moves"]] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """turns one or two dials of a game and shows what the measures do"""

def evolve(
    what: _Path,
    *,
    toward: Optional[_Path] = ...,
    population: Optional[int] = ...,
    generations: Optional[int] = ...,
    stagnation: Optional[int] = ...,
    target: Optional[float] = ...,
    seed: Optional[int] = ...,
    axis: Optional[Union[str, Iterable[str]]] = ...,
    keep: Optional[int] = ...,
    out: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    resume: Optional[bool] = ...,
    matches: Optional[int] = ...,
    agent: Optional[_Path] = ...,
    limit: Optional[int] = ...,
    turn_scoring: Optional[bool] = ...,
    growth_cost: Optional[float] = ...,
    profiles: Optional[_Path] = ...,
    rules: Optional[_Path] = ...,
    patterns: Optional[_Path] = ...,
    table: Optional[_Path] = ...,
    weight: Optional[float] = ...,
    difficulty: Optional[float] = ...,
    mpi: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """breeds variants of a game, a map or a level toward a target"""

def map_eval(
    map: Union[_Path, Iterable[_Path]],
    *,
    games: Optional[int] = ...,
    seed: Optional[int] = ...,
    campaign: Optional[bool] = ...,
    heat: Optional[Union[str, Iterable[str]]] = ...,
    csv: Optional[_Path] = ...,
    pictures: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    maps: Optional[int] = ...,
    profiles: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    resume: Optional[bool] = ...,
    again: Optional[bool] = ...,
    keep: Optional[Literal["results", "moves"]] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    assert_: Optional[Union[str, Iterable[str]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays maps with six player types and judges them by a target"""

def map_gen(
    generator: str,
    *,
    maps: Optional[int] = ...,
    out: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    games: Optional[int] = ...,
    list: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    profiles: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes maps"""

def map_show(
    map: _Path,
    *,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """draws a map in the terminal and measures it without playing"""

def map_import(
    file: _Path,
    *,
    from_: Optional[Literal["guess", "ascii", "numbers", "tmx", "tiled", "ldtk", "ogmo", "des", "xp", "vglc", "pcg", "octile", "griddly", "overcooked", "json"]] = ...,
    legend: Optional[_Path] = ...,
    part: Optional[int] = ...,
    seed: Optional[int] = ...,
    templates: Optional[_Path] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes a .map of what other tools and games keep their maps in"""

def map_export(
    map: _Path,
    *,
    seed: Optional[int] = ...,
    to: Optional[Literal["ascii", "json", "svg", "png", "map", "tmx", "ldtk"]] = ...,
    sprites: Optional[_Path] = ...,
    out: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes a map as text, JSON, SVG, PNG, or for the editors Tiled and LDtk"""

def map_range(
    generator: str,
    *,
    x: Optional[str] = ...,
    y: Optional[str] = ...,
    bins: Optional[int] = ...,
    csv: Optional[_Path] = ...,
    svg: Optional[_Path] = ...,
    maps: Optional[int] = ...,
    games: Optional[int] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    profiles: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """what a generator's maps are like: two measures against each other"""

def map_compare(
    first: str,
    second: str,
    *,
    maps: Optional[int] = ...,
    games: Optional[int] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    profiles: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """how the maps of two generators or folders differ, with significance"""

def map_illuminate(
    generator: str,
    *,
    x: Optional[str] = ...,
    y: Optional[str] = ...,
    games: Optional[int] = ...,
    first: Optional[int] = ...,
    batch: Optional[int] = ...,
    batches: Optional[int] = ...,
    profiles: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    csv: Optional[_Path] = ...,
    svg: Optional[_Path] = ...,
    out: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    rules: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """finds the best map of every kind that a generator can make (MAP-Elites)"""

def level_evolve(
    *,
    levels: Optional[int] = ...,
    seed: Optional[int] = ...,
    output: Optional[_Path] = ...,
    training: Optional[_Path] = ...,
    csv: Optional[bool] = ...,
    resume: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    toward: Optional[_Path] = ...,
    patterns: Optional[_Path] = ...,
    table: Optional[_Path] = ...,
    weight: Optional[float] = ...,
    difficulty: Optional[float] = ...,
    mpi: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """breeds levels from patterns by a genetic algorithm"""

def level_gen(
    generator: str,
    *,
    levels: Optional[int] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    output: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes levels with a generator"""

def level_check(
    level: Union[_Path, Iterable[_Path]],
    *,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """replays the routes that levels carry, tick by tick"""

def level_eval(
    level: Union[_Path, Iterable[_Path]],
    *,
    agents: Optional[_Path] = ...,
    matches: Optional[int] = ...,
    csv: Optional[bool] = ...,
    journal: Optional[_Path] = ...,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays levels with players of several kinds and says how hard they are"""

def level_show(
    level: _Path,
    *,
    picture: Optional[_Path] = ...,
    strip: Optional[int] = ...,
    no_plan: Optional[bool] = ...,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """prints a level, its measures, and whether it can be finished"""

def level_export(
    level: _Path,
    *,
    as_: Optional[Literal["text", "corpus", "json", "tmx", "svg", "png"]] = ...,
    certificate: Optional[bool] = ...,
    output: Optional[_Path] = ...,
    strip: Optional[int] = ...,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes a level in another form: text, corpus, JSON, Tiled, SVG, PNG"""

def level_compare(
    first: _Path,
    second: _Path,
    *,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says how two sets of levels differ"""

def level_repair(
    level: _Path,
    *,
    out: Optional[_Path] = ...,
    tries: Optional[int] = ...,
    patterns: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes a level that cannot be won one that can, with the smallest change"""

def level_elites(
    *,
    axis: Optional[Union[str, Iterable[str]]] = ...,
    first: Optional[int] = ...,
    batch: Optional[int] = ...,
    batches: Optional[int] = ...,
    seed: Optional[int] = ...,
    output: Optional[_Path] = ...,
    csv: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    toward: Optional[_Path] = ...,
    patterns: Optional[_Path] = ...,
    table: Optional[_Path] = ...,
    weight: Optional[float] = ...,
    difficulty: Optional[float] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """finds the best level of every kind (MAP-Elites)"""

def playtest(
    game: _Path,
    *,
    matches: Optional[int] = ...,
    like: Optional[Union[_Path, Iterable[_Path]]] = ...,
    effort: Optional[Literal["quick", "normal", "long"]] = ...,
    seat: Optional[Union[_Path, Iterable[_Path]]] = ...,
    agents: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    seed: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """says what people did at the table, beside what programs do"""

def import_(
    file: Union[_Path, Iterable[_Path]],
    *,
    game: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    metrics: Optional[Literal["all", "six"]] = ...,
    preset: Optional[Literal["formula", "reference"]] = ...,
    ties: Optional[Literal["seat", "incumbent", "shared", "random"]] = ...,
    floor: Optional[int] = ...,
    resume: Optional[bool] = ...,
    again: Optional[bool] = ...,
    keep: Optional[Literal["results", "moves"]] = ...,
    csv: Optional[_Path] = ...,
    rounds: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    match: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """measures matches played elsewhere: tables of scores, or logs of moves"""

def playtest_export(
    *,
    game: Optional[_Path] = ...,
    from_run: Optional[Union[int, str]] = ...,
    with_names: Optional[bool] = ...,
    output: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes matches with all their moves, one JSON object per line"""

def playtest_delete(
    person: str,
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """deletes every match of a person: records, runs and exports"""

def playtest_ratings(
    file: _Path,
    *,
    matches: Optional[int] = ...,
    agents: Optional[_Path] = ...,
    learn: Optional[_Path] = ...,
    unsafe: Optional[bool] = ...,
    seed: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """finds out which measures go with what people said about games"""

def scenario(
    file: Union[_Path, Iterable[_Path]],
    *,
    seed: Optional[int] = ...,
    events: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays the script of a Território scenario and checks what it expects"""

def runs(
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """lists what was played; shows, exports and deletes it"""

def runs_show(
    *,
    run: Optional[Union[int, str]] = ...,
    csv: Optional[_Path] = ...,
    rounds: Optional[_Path] = ...,
    expect: Optional[_Path] = ...,
    match: Optional[int] = ...,
    player: Optional[Union[_Path, Iterable[_Path]]] = ...,
    unsafe: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """prints a run again, or exports it"""

def runs_verify(
    *,
    run: Optional[Union[int, str]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """reads every byte of a run and prints its fingerprint"""

def runs_delete(
    run: Union[Union[int, str], Iterable[Union[int, str]]],
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """forgets runs"""

def replay(
    *,
    run: Optional[_Path] = ...,
    match: Optional[int] = ...,
    lineup: Optional[int] = ...,
    instance: Optional[int] = ...,
    player: Optional[Union[_Path, Iterable[_Path]]] = ...,
    unsafe: Optional[bool] = ...,
    eyes: Optional[int] = ...,
    all: Optional[bool] = ...,
    text: Optional[bool] = ...,
    events: Optional[Literal["json", "words"]] = ...,
    planes: Optional[_Path] = ...,
    check: Optional[bool] = ...,
    html: Optional[_Path] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays a kept match again, checks it, and shows it"""

def runs_export(
    out: _Path,
    *,
    run: Optional[Union[int, str]] = ...,
    no_rounds: Optional[bool] = ...,
    player: Optional[Union[_Path, Iterable[_Path]]] = ...,
    unsafe: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes a run as SQLite tables, a row a match and a row a round"""

def list(
    *,
    what: Optional[Literal["games", "agents", "metrics", "generators", "devices"]] = ...,
    names: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """lists the games, agents, metrics and generators there are, or the devices"""

def solve(
    game: _Path,
    *,
    objective: Optional[Literal["margin", "outcome", "draft", "win", "points"]] = ...,
    memory: Optional[int] = ...,
    tree: Optional[bool] = ...,
    depth: Optional[int] = ...,
    count: Optional[int] = ...,
    export: Optional[Literal["dot"]] = ...,
    board: Optional[str] = ...,
    colours: Optional[int] = ...,
    discs: Optional[int] = ...,
    white: Optional[int] = ...,
    black: Optional[int] = ...,
    players: Optional[int] = ...,
    loose: Optional[bool] = ...,
    all: Optional[bool] = ...,
    sizes: Optional[str] = ...,
    sample: Optional[int] = ...,
    seed: Optional[int] = ...,
    csv: Optional[bool] = ...,
    journal: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """proves who wins when nobody errs"""

def solve_play(
    game: _Path,
    *,
    objective: Optional[Literal["margin", "outcome", "draft", "win", "points"]] = ...,
    memory: Optional[int] = ...,
    tree: Optional[bool] = ...,
    depth: Optional[int] = ...,
    count: Optional[int] = ...,
    export: Optional[Literal["dot"]] = ...,
    board: Optional[str] = ...,
    colours: Optional[int] = ...,
    discs: Optional[int] = ...,
    white: Optional[int] = ...,
    black: Optional[int] = ...,
    players: Optional[int] = ...,
    loose: Optional[bool] = ...,
    all: Optional[bool] = ...,
    sizes: Optional[str] = ...,
    sample: Optional[int] = ...,
    seed: Optional[int] = ...,
    csv: Optional[bool] = ...,
    journal: Optional[_Path] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    mpi: Optional[bool] = ...,
    part: Optional[str] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """proves who wins when nobody errs, in a game that hides nothing"""

def equilibrium(
    game: _Path,
    *,
    player: Optional[Union[_Path, Iterable[_Path]]] = ...,
    gap: Optional[float] = ...,
    iterations: Optional[int] = ...,
    sample: Optional[int] = ...,
    walk: Optional[int] = ...,
    payoff: Optional[Literal["fit", "points", "margin", "win"]] = ...,
    method: Optional[Literal["predictive", "plus", "discounted"]] = ...,
    rows: Optional[int] = ...,
    times: Optional[int] = ...,
    seed: Optional[int] = ...,
    memory: Optional[int] = ...,
    journal: Optional[_Path] = ...,
    drill: Optional[bool] = ...,
    choose: Optional[str] = ...,
    export: Optional[Literal["json", "lua", "python"]] = ...,
    unsafe: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """solves a small game with secrets: its value, how to play it, what players give away"""

def exact(
    game: _Path,
    *,
    players: Optional[_Path] = ...,
    against: Optional[Union[int, str]] = ...,
    rest: Optional[float] = ...,
    no_lengths: Optional[bool] = ...,
    walk: Optional[int] = ...,
    memory: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """works out the odds of a game exactly, as fractions"""

def count(
    game: _Path,
    *,
    count: Optional[int] = ...,
    seed: Optional[int] = ...,
    memory: Optional[int] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """counts the plays and positions of a game, to check a description by"""

def agent_check(
    agent: _Path,
    *,
    game: Optional[_Path] = ...,
    matches: Optional[int] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    time: Optional[int] = ...,
    unsafe: Optional[bool] = ...,
    set: Optional[Union[str, Iterable[str], Mapping[str, Union[str, float]]]] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """plays a few matches with a player and says what is wrong with it"""

def agent_build(
    folder: _Path,
    take: str,
    *,
    output: Optional[_Path] = ...,
    command: Optional[str] = ...,
    needs: Optional[str] = ...,
    memory: Optional[int] = ...,
    scratch: Optional[int] = ...,
    processes: Optional[int] = ...,
    seconds: Optional[int] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """builds a player from sources that somebody else wrote, in a sandbox"""

def agent_ask(
    agent: _Path,
    *,
    run: Optional[_Path] = ...,
    match: Optional[int] = ...,
    lineup: Optional[int] = ...,
    instance: Optional[int] = ...,
    player: Optional[Union[_Path, Iterable[_Path]]] = ...,
    step: Optional[int] = ...,
    times: Optional[int] = ...,
    play: Optional[bool] = ...,
    others: Optional[_Path] = ...,
    seed: Optional[int] = ...,
    limit: Optional[int] = ...,
    unsafe: Optional[bool] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """puts a player before a position of a stored match"""

def agent_new(
    language: Literal["python", "javascript", "lua", "c"],
    name: str,
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """writes a player that works, beside the kit of its language"""

def level_learn(
    level: Union[_Path, Iterable[_Path]],
    *,
    cells: Optional[bool] = ...,
    keep_all: Optional[bool] = ...,
    beside: Optional[Union[_Path, Iterable[_Path]]] = ...,
    count: Optional[int] = ...,
    order: Optional[int] = ...,
    least: Optional[int] = ...,
    width: Optional[int] = ...,
    seed: Optional[int] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes levels in the manner of examples, and says how they compare"""

def map_learn(
    map: Union[_Path, Iterable[_Path]],
    *,
    height: Optional[int] = ...,
    count: Optional[int] = ...,
    order: Optional[int] = ...,
    least: Optional[int] = ...,
    width: Optional[int] = ...,
    seed: Optional[int] = ...,
    out: Optional[_Path] = ...,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """makes maps in the manner of examples, and says how they compare"""

def merge(
    file: Union[_Path, Iterable[_Path]],
    *,
    store: Optional[_Path] = ..., threads: int = ..., files: Optional[Mapping[str, str]] = ..., hear: Optional[_Hear] = ...,
) -> Document:
    """puts together the parts of a run that were played apart"""
