#!/bin/sh
# research_examples_test.sh - the learners in docs/examples reach the figures that they state, on Kuhn poker; with
# DADO_LONG on Leduc, too.
set -eu
. tests/support/libdado.sh
py=python3
[ -x /usr/bin/python3 ] && py=/usr/bin/python3
"$py" -c 'import numpy' 2>/dev/null || skip "numpy is not installed"
LD_PRELOAD=$before DADO_LIB=$lib PYTHONPATH=python:docs/examples PYTHONDONTWRITEBYTECODE=1 "$py" - <<'PY'
import os
import re

import mccfr
import q_learning
import reinforce

bars = [(mccfr, "kuhn", 20000, "below", 0.01), (q_learning, "kuhn", 3000, "above", 0.97), (reinforce, "kuhn", 200, "above", 0.45)]
if os.environ.get("DADO_LONG"):
    bars += [(mccfr, "leduc", 10000, "below", 0.4), (q_learning, "leduc", 6000, "above", 0.9), (reinforce, "leduc", 400, "above", 1.7)]
for example, game, rounds, side, bar in bars:
    reached = example.main(game, rounds)
    assert (reached < bar) if side == "below" else (reached > bar), (example.__name__, game, reached, bar)
    # What is held here is what the example states.
    stated = re.findall(r"\d+\.\d+", example.__doc__)
    assert any(float(number) == bar for number in stated), (example.__name__, bar, stated)
PY
