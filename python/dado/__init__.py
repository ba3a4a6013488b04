"""dado in Python: every job as a function, and many games at once as arrays.

    import dado
    answer = dado.sim("hearts", matches=1000)
    print(answer.title, answer.table("seats"))

    table = dado.Table("hearts", 1024, against="greedy")
    seen, mask = table.see()
    ended, scores, places = table.act(actions)

Jobs are those of the command, their parameters are made from the same tables,
and a document is what `dado JOB --json` prints. Nothing is needed beside the
library; with numpy, arrays are shared with it and never copied.
"""
from ._contest import Contest, Match, Turn, contest
from ._jobs import Document, Problem, ask, jobs
from ._jobs import install as _install
from ._library import ABI, release
from ._table import Block, Table
from ._tree import Decision, Node, Tree, exploitability

__all__ = ["ABI", "Block", "Contest", "Decision", "Document", "Match", "Node", "Problem", "Table", "Tree", "Turn", "agent_kit", "ask", "contest",
           "exploitability", "jobs", "release"]
__version__ = release()


def agent_kit() -> str:
    """The file that a program needs beside it to play: copy it as dado.py."""
    from . import agent

    return agent.__file__


_install(globals(), __all__)
