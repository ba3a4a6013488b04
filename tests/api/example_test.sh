#!/bin/sh
# example_test.sh - the example program compiles against the library alone, in C and in C++, and the interface is what its number says.
set -eu
. tests/support/libdado.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -std=c17 -Wall -Wextra -Werror -Iinclude docs/examples/library.c -o "$work/c" -L"$(dirname "$lib")" -ldado
LD_PRELOAD=$before LD_LIBRARY_PATH=$(dirname "$lib") "$work/c" >"$work/out"
grep -q '^1000 matches of Kuhn poker' "$work/out"
if command -v c++ >/dev/null; then
    c++ -x c++ -Wall -Wextra -Werror -Iinclude docs/examples/library.c -o "$work/cpp" -L"$(dirname "$lib")" -ldado
    LD_PRELOAD=$before LD_LIBRARY_PATH=$(dirname "$lib") "$work/cpp" | cmp - "$work/out"
fi
# What programs rely on is written down; a change of it raises DADO_ABI.
sh tests/api/interface.sh include/dado.h "$lib" | diff tests/api/interface.txt - || {
    echo "the interface is not as tests/api/interface.txt says: raise DADO_ABI and write it anew"
    exit 1
}
