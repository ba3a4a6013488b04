#!/bin/sh
# build.sh - the dado command for node: OUT/command.wasm.
#
# usage: web/command/build.sh OUT
#
# The program's own files, its command line included, so that it answers as the program does. Files in
# left_out.txt need what WebAssembly has not; absent.c says so. Unlike the page's engine, which is to be
# small, it is to be quick. Of the headers that the system lacks, shim/ has some and web/engine/shim the rest.
set -eu
cd "$(dirname "$0")/../.."
out=$1
work=build-wasm/command
mkdir -p "$out" "$work"
cp /usr/include/xxhash.h "$work/"
version=$(sed -n 's/^project(dado VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
cat >"$work/flags" <<FLAGS
--target=wasm32-wasi -mnontrapping-fptoint -msign-ext -DNDEBUG -std=c17 -ffp-contract=off -fno-fast-math -w -nostdinc
-Iweb/command -isystem web/command/shim -isystem web/engine/shim -isystem /usr/lib/clang/14/include -isystem /usr/include/wasm32-wasi
-I$work -Isrc -Ibuild/embed -D_WASI_EMULATED_SIGNAL -ffunction-sections -fdata-sections -DXXH_INLINE_ALL
-DDADO_VERSION="\"$version\"" -DDADO_COMMIT="\"\"" -DDADO_LIBRARY_SOURCE="\"/library\"" -DDADO_LIBRARY_INSTALLED="\"/library\"" -DDADO_MPI_INSTALLED="\"\""
FLAGS
sources=$({ find src -name '*.c' | LC_ALL=C sort | grep -Ev '^src/(studio|script|api|mcp)/' | grep -vxFf web/command/left_out.txt
    find web/command -name '*.c' | LC_ALL=C sort; printf '%s\n' web/engine/memory.c web/engine/inflate.c web/engine/json.c web/engine/absent_in_wasm.c; })
# A header may have changed: everything is made anew where the newest is newer.
newest=$(find src web/engine web/command build/embed -name '*.[hd]*' -type f -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
: >"$work/stale"
objects=""
for source in $sources; do
    object=$work/$(echo "$source" | tr / _).o
    objects="$objects $object"
    if [ ! -e "$object" ] || [ "$source" -nt "$object" ] || [ "$newest" -nt "$object" ]; then
        echo "$source $object" >>"$work/stale"
    fi
done
compiler=clang
! command -v ccache >/dev/null || compiler="ccache clang"
xargs -r -P "$(nproc)" -L 1 sh -c "$compiler"' @'"$work"'/flags -O2 -c "$0" -o "$1"' <"$work/stale"
# shellcheck disable=SC2086 # words are meant to be split
clang --target=wasm32-wasi -Wl,-O2 -Wl,-z,stack-size=8388608 -Wl,--max-memory=4294967296 -Wl,--gc-sections -Wl,--strip-all \
    -Wl,--allow-undefined -o "$work/command.wasm" $objects -lwasi-emulated-signal
wasm-opt -O2 --low-memory-unused --enable-sign-ext --enable-nontrapping-float-to-int --strip-debug \
    --strip-producers -o "$out/command.wasm" "$work/command.wasm"
