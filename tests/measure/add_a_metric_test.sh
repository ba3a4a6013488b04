# The example of docs/how-to/add-a-metric.md does what the page says: its file
# compiles, its line puts it on the shelf, and its test passes.
set -eu

build=$(dirname "$DADO")
page=docs/how-to/add-a-metric.md
[ -f "$build/CMakeCache.txt" ] || { echo "skipped: not run from a build"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# The n-th fenced block of the page.
block() {
    awk -v wanted="$1" '/^```/ { inside = !inside; if (inside) n++; next }
                        inside && n == wanted' "$page"
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

mkdir -p "$work/src/measure"
block 1 >"$work/comeback.c"
block 3 >"$work/comeback_test.c"
cp src/measure/shelf.def "$work/src/measure/shelf.def"
block 2 >>"$work/src/measure/shelf.def"
grep -q '^METRIC(comeback)$' "$work/src/measure/shelf.def" || {
    echo "the page no longer shows a line for the shelf"
    exit 1
}

compiler=$(cached CMAKE_C_COMPILER)
sanitize=$(cached DADO_SANITIZE)
flags="-std=c17 -O1 -Wall -Wextra -Werror -ffp-contract=off"
[ -z "$sanitize" ] || flags="$flags -fsanitize=$sanitize"

# The shelf with one line more is compiled here and stands before the library's own.
# shellcheck disable=SC2086 # flags are meant to be split
"$compiler" $flags -I"$work/src" -Isrc -Itests -o "$work/comeback_test" \
    "$work/comeback_test.c" "$work/comeback.c" src/measure/metric.c \
    "$build/libdado_support.a" "$build/libdado_rooms.a" -lcmocka -lm
"$work/comeback_test"

# The whole shelf, the new metric on it, keeps the contract of metrics.
# shellcheck disable=SC2086
"$compiler" $flags -I"$work/src" -Isrc -Itests -o "$work/contract_test" \
    tests/contract/every_metric_test.c "$work/comeback.c" src/measure/metric.c \
    "$build/libdado_support.a" "$build/libdado_rooms.a" -lcmocka -lm
"$work/contract_test"
