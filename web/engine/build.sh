#!/bin/sh
# build.sh - the engine for the browser, engine.wasm, and smaller ones that are fetched when they are asked for:
# exchange.wasm, which exchanges maps, rulebook.wasm, which writes rules in words, and solver.wasm, which solves games.
#
# usage: web/engine/build.sh OUT
#
# The same files as the program's, but for those that need what a browser has not; shim/ stands in
# for a few headers, memory.c for malloc, absent.c says no for the rest, and what is never reached there is left to the
# page to refuse.
set -eu
cd "$(dirname "$0")/../.."
out=$1
work=build-wasm
mkdir -p "$out" "$work"
cp /usr/include/xxhash.h "$work/"
version=$(sed -n 's/^project(dado VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
# The browser's engine does without these folders, and without the files that left_out.txt names.
absent='^src/(cli|studio|script|api|lsp|mcp)/'
cat >"$work/flags" <<FLAGS
--target=wasm32-wasi -mnontrapping-fptoint -msign-ext -DNDEBUG -std=c17 -ffp-contract=off -fno-fast-math -w -nostdinc
-Iweb/engine -isystem web/engine/shim -isystem /usr/lib/clang/14/include -isystem /usr/include/wasm32-wasi
-I$work -Isrc -Ibuild/embed -D_WASI_EMULATED_SIGNAL -ffunction-sections -fdata-sections
-DDADO_VERSION="\"$version\"" -DDADO_COMMIT="\"\"" -DDADO_LIBRARY_SOURCE="\"/library\"" -DDADO_LIBRARY_INSTALLED="\"/library\"" -DDADO_MPI_INSTALLED="\"\""
FLAGS
engines=$({ find src -name '*.c' | LC_ALL=C sort | grep -Ev "$absent" | grep -vxFf web/engine/left_out.txt; echo web/engine/engine.c; echo web/engine/memory.c; echo web/engine/absent_in_wasm.c; })
# A job that neither these files nor absent.c define would end the list of jobs without a word.
for job in $(sed -n 's/^JOB(\(.*\))$/\1/p' src/job/shelf.def); do
    # shellcheck disable=SC2086 # a list of files
    grep -q "^NO_JOB($job)" web/engine/absent.c || grep -q "^const dado_job dado_job_$job = " $engines ||
        { echo "build.sh: the job $job is in no file of the browser's engine: add it to web/engine/absent.c" >&2; exit 1; }
done
# The small engines have shelves of their own (web/engine/NAME); what is not reached from there the linker leaves out.
forms=$({ find src/worlds/dungeon/map_formats -name '*.c' | LC_ALL=C sort; echo src/job/map_import_export.c; echo src/job/job.c
    echo web/engine/absent.c; echo web/engine/exchange.c; echo web/engine/inflate.c; echo web/engine/json.c; })
books=$({ find src/rulebook -name '*.c' | LC_ALL=C sort; echo src/job/rulebook.c; echo src/report/rulebook.c; echo src/job/job.c
    echo src/agents/shelf.c; echo src/worlds/shelf.c; echo web/engine/absent.c; })
solvers="src/job/solve.c src/job/equilibrium.c src/job/count_positions.c src/job/job.c src/agents/shelf.c src/worlds/shelf.c
    web/engine/absent.c"
# What plays matches, named in compiled_for_speed.txt, is to be quick; the rest is to be small.
: >"$work/stale"
# What is to be compiled for an engine goes to `stale`, and its objects to `objects`.
list() {  # ENGINE SOURCES
    objects=""
    for source in $2; do
        object=$work/$1$(echo "$source" | tr / _).o
        objects="$objects $object"
        # A header may have changed: everything is made anew where one of them is newer.
        if [ ! -e "$object" ] || [ "$source" -nt "$object" ] ||
            [ -n "$(find src web/engine build/embed -name '*.[hd]*' -type f -newer "$object" -print -quit)" ]; then
            grep -qxF "$source" web/engine/compiled_for_speed.txt && size=-Os || size=-Oz
            echo "$source $object $size${1:+ $1}" >>"$work/stale"
        fi
    done
}
list "" "$engines"
shared=$objects
list "" "web/engine/absent.c web/engine/tables.c"
engine="$shared $objects"
list exchange- "$forms"
# The others' own shelves, maps and absences take the place of these.
exchange="$(echo "$shared" | tr ' ' '\n' | grep -Ev 'src_job_(job|map_inputs)\.c\.o') $objects"
list rulebook- "$books"
rulebook="$(echo "$shared" | tr ' ' '\n' | grep -Ev 'src_(job_job|agents_shelf|worlds_shelf)\.c\.o') $objects"
list solver- "$solvers"
solver="$(echo "$shared" | tr ' ' '\n' | grep -Ev 'src_(job_job|agents_shelf|worlds_shelf)\.c\.o') $objects"
# What a job says of itself at length is for manuals: no page shows it.
cat >"$work/terse.awk" <<'AWK'
/^    \.details =/ { skip = "\",$" }
/^    \.examples =/ { skip = "}\\),$" }
!skip { print; next }
$0 ~ skip { skip = "" }
AWK
xargs -r -P "$(nproc)" -L 1 sh -c 'case $0 in src/job/*) awk -f '"$work"'/terse.awk "$0" ;; *) cat "$0" ;; esac |
    clang ${3:+-DDADO_$(echo "${3%-}" | tr a-z A-Z) -Iweb/engine/${3%-}} @'"$work"'/flags "$2" -x c -c - -o "$1"' <"$work/stale"
join() {  # ENGINE OBJECTS...
    made=$1
    shift
    clang --target=wasm32-wasi -mexec-model=reactor -Wl,-O2 -Wl,-z,stack-size=8388608 \
        -Wl,--max-memory=2147483648 -Wl,--gc-sections -Wl,--strip-all -Wl,--allow-undefined \
        -o "$work/$made.wasm" "$@"
    # What is left of the names of things, and code that two functions share; packed, it is smallest where a function
    # of some size stays one, though it has one caller. Nothing lies below 1024, where the linker begins: offsets may be
    # folded.
    wasm-opt -Oz --converge -ocimfs=10 --low-memory-unused --enable-sign-ext --enable-nontrapping-float-to-int --strip-debug --strip-producers -o "$out/$made.wasm" "$work/$made.wasm"
}
# shellcheck disable=SC2086 # words are meant to be split
join engine $engine
# shellcheck disable=SC2086
join exchange $exchange
# shellcheck disable=SC2086
join rulebook $rulebook
# shellcheck disable=SC2086
join solver $solver
