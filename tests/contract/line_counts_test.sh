# Functions of src/ have at most 60 lines, but for those named here with a reason, at most ten.
# At most 5.6 % of the lines of src/ are longer than 90 columns.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

named='
src/recycle/interpreter.c rcy_run_from           the interpreter: one case per instruction
src/recycle/bytecode_interpreter.c run           the interpreter of bytecode: one label per operation
src/recycle/symmetry.c look_at_value             one case per form of the language, a line or two each
src/recycle/check_acts.c act                     the same
src/recycle/check_types.c infer                  the same
src/recycle/parse_acts.c act_of_word             one case per keyword, a line or two each
'
expected=$(echo "$named" | awk 'NF { print $1, $2 }' | LC_ALL=C sort)
[ "$(echo "$expected" | wc -l)" -le 10 ] || fail "more than ten exceptions are named here"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
find src include -name '*.[ch]' | LC_ALL=C sort >"$work/files"
long() { xargs awk -f tools/function_lengths.awk | awk '{ print $2, $3 }' | LC_ALL=C sort; }
found=$(long <"$work/files")
[ "$found" = "$expected" ] || {
    echo "$expected" >"$work/expected"
    echo "$found" >"$work/found"
    diff "$work/expected" "$work/found" || true
    fail "functions of more than 60 lines are not those named in this test (>: split it; <: unname it)"
}

share=$(xargs cat <"$work/files" | LC_ALL=C.UTF-8 awk '
    { lines++ }
    length($0) > 90 { wide++ }
    END { printf "%d", 10000 * wide / lines }')
[ "$share" -le 560 ] ||
    fail "$share of 10,000 lines are longer than 90 columns; wrap comments and long calls (most: 560)"

# And it would be noticed.
awk 'BEGIN {
    print "static int long_one(int a,\n                    int b)\n{"
    for (i = 0; i < 57; i++) print "    a += b;"
    print "    return a;\n}"
}' >"$work/odd.c"
echo "$work/odd.c" | long | grep -q long_one || fail "a function of 62 lines would not be noticed"
sed -i '4,5d' "$work/odd.c"
[ -z "$(echo "$work/odd.c" | long)" ] || fail "a function of 60 lines counts as long"
