#!/bin/sh
# python_test.sh - dado from Python: the command's documents, tables that keep their promises, adapters.
set -eu
. tests/support/libdado.sh
command -v python3 >/dev/null || skip "python3 is not installed"
# Debian's numpy and pandas are those of Debian's python3; without numpy the rest is tested.
py=python3
[ -x /usr/bin/python3 ] && py=/usr/bin/python3
[ -z "$before" ] || export LD_PRELOAD="$before"
cd python
export DADO_LIB="$lib" PYTHONPATH=. PYTHONDONTWRITEBYTECODE=1
"$py" -m unittest -q tests.test_dado tests.test_jobs tests.test_env tests.test_interrupt tests.test_research tests.test_threads tests.test_values
# And without numpy: -S leaves packages out.
DADO_LONG='' "$py" -S -m unittest -q tests.test_dado.Tables.test_masks_are_the_legal_moves tests.test_dado.Tables.test_copies_do_not_interfere \
    tests.test_dado.Tables.test_mistakes_are_exceptions_and_nothing_is_played
