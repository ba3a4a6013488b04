#!/bin/sh
# level_tutorial_test.sh - the tutorial on levels works as written: its easy levels are easier than its
# hard ones, and all of them can be finished.
set -eu
page=$PWD/docs/tutorial/levels.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ln -s "$PWD/library" "$dir/library"

sed -n '/^```sh$/,/^```$/p' "$page" | grep '^dado ' >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -ge 8 ] || { echo "failed: the commands are gone"; exit 1; }
number=0
while read -r _ words; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # a command line is words
    (cd "$dir" && "$DADO" $words -q >"$dir/out.$number" 2>"$dir/log" </dev/null) ||
        { echo "failed: dado $words"; cat "$dir/log"; exit 1; }
done <"$dir/commands"

grep -q 'planner finishes 6 (100.0 %)' "$dir/out.3" || { echo "failed: step 2"; exit 1; }
# Three easy levels, then three hard ones; difficulty is the eighth word but one of a row.
awk '/^  level-/ { n++; for (i = 1; i <= NF; i++) if ($i == "%") last = i; d = $(last + 1)
                 if (n <= 3) easy += d; else hard += d }
     END { print "difficulty: easy", easy / 3, "hard", hard / 3; exit !(n == 6 && easy < hard) }' "$dir/out.7" ||
    { echo "failed: the easy levels are not easier"; cat "$dir/out.7"; exit 1; }
for file in improved gallery; do
    grep -q '</html>' "$dir/$file.html" || { echo "failed: no page $file.html"; exit 1; }
done
grep -q '<svg' "$dir/first.svg" || { echo "failed: no picture"; exit 1; }
