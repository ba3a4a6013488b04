# The walk of `dado sim hearts` in docs/explanation/rooms.md is true: it has at most 14 steps, every
# function that a step begins with is defined in the file named, and something calls it.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

page=docs/explanation/rooms.md
steps=$(sed -n '/^## Following one game through/,/^## The other walks/p' "$page" |
    sed -nE 's/^[0-9]+\. `([a-z_]+)` in `([a-z_/.]+)`.*/\1 \2/p')
count=$(printf '%s\n' "$steps" | grep -c .)
numbered=$(sed -n '/^## Following one game through/,/^## The other walks/p' "$page" |
    grep -cE '^[0-9]+\. ')
[ "$count" -ge 8 ] || fail "only $count steps were found in $page"
[ "$count" = "$numbered" ] || fail "$numbered steps, of which $count name a function and a file"
[ "$count" -le 14 ] || fail "the walk has $count steps; 14 are the most"

check() {  # FUNCTION FILE
    [ -f "$2" ] || fail "$page names $2, which is not there"
    grep -qE "^[a-z].*[ *]$1\(" "$2" || fail "$1 is not defined in $2"
    # Called by name, or put into a table.
    calls=$(grep -rhE "(^| |=|\(|&|!)$1(\(|,|;|\))" --include='*.[ch]' src | grep -cvE "^[a-z].*[ *]$1\(" || true)
    [ "$1" = main ] || [ "$calls" -gt 0 ] || fail "nobody calls $1 of $2"
}
while read -r function file; do check "$function" "$file"; done <<END
$steps
END

# And a step that is no longer true would be noticed.
if (check dado_no_such_function src/cli/main.c) >/dev/null; then fail "a wrong step passes"; fi
