# scratch_build.sh - a program with something added to it, built beside the tree. Source it.
#
# Tests that show how little it takes to add something put their files below $work/src, where they
# are found before those of the tree, name what must be compiled anew, and get a program:
#
#   cp src/job/shelf.def "$work/src/job/"; echo 'JOB(weigh)' >>"$work/src/job/shelf.def"
#   touched "$work/src/job/weigh.c" "$work/src/job/shelf.def"
#   build_program src/job/job.c "$work/src/job/weigh.c"
#   "$program" weigh kuhn
. tests/support/cli.sh

build=$(dirname "$DADO")
[ -f "$build/build.ninja" ] || { echo "skipped: not run from a build with ninja"; exit 77; }
mkdir -p "$work/src/job" "$work/src/report"
program=$work/dado

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# How many files somebody would have written or changed, which must be no more than is promised.
touched() {
    promised=$1
    shift
    [ $# -le "$promised" ] || fail "$# files for what should take $promised: $*"
}

build_program() {
    compiler=$(cached CMAKE_C_COMPILER)
    sanitize=$(cached DADO_SANITIZE)
    flags="-std=c17 -O1 -Wall -Wextra -Werror -ffp-contract=off -I$work/src -Isrc"
    [ -z "$sanitize" ] || flags="$flags -fsanitize=$sanitize"
    libraries=$(sed -n '/^build dado:/,/^$/s/^  LINK_LIBRARIES = //p' "$build/build.ninja")
    # shellcheck disable=SC2086 # flags and libraries are meant to be split
    "$compiler" $flags -c -o "$work/main.o" src/cli/main.c
    objects=$work/main.o
    for source in "$@"; do
        object=$work/$(basename "$source" .c).added.o
        # shellcheck disable=SC2086
        "$compiler" $flags -c -o "$object" "$source"
        objects="$objects $object"
    done
    # shellcheck disable=SC2086
    (objects_here=$objects; cd "$build" &&
        "$compiler" ${sanitize:+-fsanitize=$sanitize} -rdynamic -o "$program" $objects_here $libraries)
}
