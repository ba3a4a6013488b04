"""dado in Python: every job as a function, and many games at once as arrays.

    import dado
    answer = dado.sim("hearts", matches=1000)
    print(answer.title, answer.table("seats"))

    table = dado.Table("kuhn", 1024)
    actors, counts = table.look()
    ended, scores, places = table.step(choices)

Jobs are those of the command, their parameters are made from the same tables,
and a document is what `dado JOB --json` prints. Nothing is needed beside the
library; with numpy, arrays are shared with it and never copied.
"""
from ._jobs import Document, Problem, ask, jobs
from ._jobs import install as _install
from ._library import ABI, release
from ._table import Block, Table

__all__ = ["ABI", "Block", "Document", "Problem", "Table", "ask", "jobs", "release"]
__version__ = release()
_install(globals(), __all__)
