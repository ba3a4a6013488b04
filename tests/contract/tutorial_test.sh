#!/bin/sh
# tutorial_test.sh - the tutorial's commands work as written, and find what it says they find.
set -eu
page=docs/tutorial/a-first-finding.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export DADO_STORE="$dir/store.db"

sed -n '/^```sh$/,/^```$/p' "$page" | grep '^dado ' >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -ge 5 ] || { echo "failed: the commands are gone"; exit 1; }
number=0
while read -r _ words; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # a command line is words
    (cd "$dir" && "$DADO" $words >"$dir/out.$number" 2>"$dir/log" </dev/null) ||
        { echo "failed: dado $words"; cat "$dir/log"; exit 1; }
done <"$dir/commands"

# Which output, the words before the share in it, and its place among the numbers in bold.
same() {
    claimed=$(grep -o '\*\*[0-9]* %\*\*' "$page" | sed -n "$3p" | tr -dc '0-9')
    found=$(tr '\n' ' ' <"$dir/out.$1" | tr -s ' ' | sed -n "s/.*$2 \([0-9.]*\) %.*/\1/p")
    echo "command $1: the page says $claimed %, played again $found %"
    awk -v a="$claimed" -v b="$found" 'BEGIN { d = a - b; exit b == "" || d > 4 || d < -4 }' ||
        { echo "failed: that is not what the page says"; exit 1; }
}
same 1 "First place is shared in" 1
same 2 "First place is shared in" 2
same 5 "in seat 0 has" 3
for file in before after length; do
    grep -q '</html>' "$dir/$file.html" || { echo "failed: no page $file.html"; exit 1; }
done
