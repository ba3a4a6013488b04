# The checks of .clang-tidy find the defects that they are there for, fail on them, and CI runs them.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

root=$(cd "$(dirname "$0")/../.." && pwd)
grep -qx './dev tidy' "$root/.ci/run" || fail "CI does not run ./dev tidy"
command -v clang-tidy >/dev/null || {
    echo "skipped: there is no clang-tidy; ./dev need clang-tidy"
    exit 77
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
finds() {  # CHECK, and the C file on standard input
    cat >"$work/defect.c"
    if clang-tidy --quiet --config-file="$root/.clang-tidy" "$work/defect.c" -- -std=c17 -w \
        >"$work/out" 2>&1; then
        fail "$1: a defect passes"
    fi
    grep -q "\[$1" "$work/out" || fail "$1: $(cat "$work/out")"
}

finds bugprone-integer-division <<'C'
double half(int n) { return n / 2; }
C
finds cert-err34-c <<'C'
#include <stdio.h>
int seat(const char *s) { int n = 0; return sscanf(s, "%d", &n) == 1 ? n : -1; }
C
finds bugprone-suspicious-memory-comparison <<'C'
#include <string.h>
int same(const double *a, const double *b) { return memcmp(a, b, sizeof *a) == 0; }
C
finds bugprone-infinite-loop <<'C'
int count(void) { int i = 0, sum = 0; while (i < 10) sum++; return sum; }
C

echo 'int twice(int n) { return 2 * n; }' >"$work/fine.c"
clang-tidy --quiet --config-file="$root/.clang-tidy" "$work/fine.c" -- -std=c17 ||
    fail "a file without a defect does not pass"
