# A checkout that was copied with its build folder builds its own sources, not those of the first.
. tests/support/cli.sh

mkdir -p "$work/bin" "$work/copy/build"
cp dev "$work/copy"
cd "$work/copy"
PATH=$work/bin:$PATH
for tool in cmake ninja dpkg-query; do
    cat >"$work/bin/$tool" <<'SH'
#!/bin/sh
case "$0" in
*dpkg-query) echo installed ;;
*) echo "$(basename "$0") $*" >>log ;;
esac
SH
    chmod +x "$work/bin/$tool"
done
was_made_for() {
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$1" >build/CMakeCache.txt
    : >build/build.ninja
    : >build/old
    : >log
}

mkdir "$work/first"
for home in "$work/first" "$work/gone"; do
    mkdir -p build
    was_made_for "$home"
    ends_with 0 sh dev build
    grep -q "build was made for $home" "$err" || fail "nothing is said of the copy"
    grep -q '^cmake' log || fail "the copy was not configured anew"
    [ ! -e build/old ] || fail "what the first checkout built is still there"
done

# One's own is left as it is.
mkdir -p build
was_made_for "$work/copy"
ends_with 0 sh dev build
! grep -q '^cmake' log || fail "what was in order was configured anew"
[ -e build/old ] || fail "what was in order is gone"
