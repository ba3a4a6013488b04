# The example of docs/how-to/add-a-world.md does what the page says: one file and one line put a
# world with its face on the shelf, where it keeps the contract, is played, logged and learned from.
. tests/support/cli.sh

build=$(dirname "$DADO")
page=docs/how-to/add-a-world.md
[ -f "$build/CMakeCache.txt" ] || { echo "skipped: not run from a build"; exit 77; }

# The n-th fenced block of the page.
block() {
    awk -v wanted="$1" '/^```/ { inside = !inside; if (inside) n++; next }
                        inside && n == wanted' "$page"
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

mkdir -p "$work/src/worlds"
block 1 >"$work/src/worlds/stones.c"
cp src/worlds/shelf.def "$work/src/worlds/shelf.def"
block 2 >>"$work/src/worlds/shelf.def"
[ "$(diff src/worlds/shelf.def "$work/src/worlds/shelf.def" | grep -c '^>')" = 1 ] ||
    fail "more than one line for the shelf"

compiler=$(cached CMAKE_C_COMPILER)
sanitize=$(cached DADO_SANITIZE)
flags="-std=c17 -O1 -Wall -Wextra -Werror -ffp-contract=off -I$work/src -Isrc -Itests"
[ -z "$sanitize" ] || flags="$flags -fsanitize=$sanitize"
# What the program itself is linked with, as the build wrote it down.
libraries=$(sed -n '/^build dado:/,/^$/s/^  LINK_LIBRARIES = libdado_rooms.a//p' "$build/build.ninja")
libraries="$libraries -lpthread"

# The shelf with one line more is compiled here and stands before the library's own.
# shellcheck disable=SC2086 # flags are meant to be split
"$compiler" $flags -o "$work/contract_test" tests/contract/every_world_test.c \
    "$work/src/worlds/stones.c" src/worlds/shelf.c "$build/libdado_support.a" \
    "$build/libdado_rooms.a" $libraries -lcmocka
"$work/contract_test" >"$out" 2>&1 || { cat "$out"; fail "the world breaks the contract"; }
grep -q '^  stones$' "$out" || fail "it is not on the shelf"

# shellcheck disable=SC2086
"$compiler" $flags -o "$work/dado" src/cli/main.c "$work/src/worlds/stones.c" src/worlds/shelf.c \
    "$build/libdado_rooms.a" $libraries
PATH=$work:$PATH
cd "$work"
block_run() {
    (cd "$here" && block 3) | while read -r line; do $line >>said 2>>"$err" || exit 1; done
}
block_run || { cat "$err"; fail "the page's commands"; }
grep -q '^p[01] took [12] and left 0$' said || { cat said; fail "no log of its own"; }
[ "$(head -c 6 stones/heap.npy | tail -c 5)" = NUMPY ] || fail "nothing for learners"
