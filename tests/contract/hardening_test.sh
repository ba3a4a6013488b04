# The program is built so that a mistake in memory is harder to use: see DADO_HARDEN in CMakeLists.txt.
. tests/support/cli.sh

[ "${DADO_HARDENED:-0}" = 1 ] || { echo "skipped: built without hardening"; exit 77; }
command -v readelf >/dev/null || { echo "skipped: no readelf here"; exit 77; }

readelf -W -h -l -d -n --dyn-syms "$DADO" >"$work/program" 2>/dev/null
has() { grep -E -q "$1" "$work/program" || fail "$2"; }
has 'GNU_RELRO' "tables of the loader can be written to (RELRO)"
has '\(FLAGS\).*BIND_NOW' "functions are bound late (BIND_NOW)"
has 'Type: *DYN' "it is not position-independent"
has '__stack_chk_fail' "stacks are not protected"
has 'GNU_STACK.* RW ' "the stack can be executed"
if [ "${DADO_BUILD_TYPE:-}" = Release ]; then
    has '__[a-z]+_chk' "calls into libc are not fortified"
fi
# The linker marks a program as fit for shadow stacks only where libc's start files are marked too,
# so it is looked for in what the compiler wrote.
object=$(dirname "$DADO")/CMakeFiles/dado_rooms.dir/src/core/error.c.o
if [ "$(uname -m)" = x86_64 ] && [ -e "$object" ]; then
    readelf -n "$object" | grep -q SHSTK || fail "it is not compiled for shadow stacks (CET)"
fi
