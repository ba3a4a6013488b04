#!/bin/sh
# solve_docs_test.sh - every command in the guides to solving runs as it is printed there.
set -eu
root=$(pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for page in solve-a-game read-an-equilibrium work-out-odds; do
    sed -n '/^```sh$/,/^```$/p' "docs/how-to/$page.md" | grep '^dado '
done >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -ge 27 ] || { echo "failed: the guide has lost its examples"; exit 1; }
cp -r "$root/library" "$dir/library"
cd "$dir"
while read -r command; do
    sh -c "\"\$DADO\" ${command#dado }" >out 2>said </dev/null || {
        echo "failed: $command"
        cat said
        exit 1
    }
    [ -s out ] || { echo "failed: $command prints nothing"; exit 1; }
done <"$dir/commands"
[ -s balance.html ] && [ -s odds.html ] || { echo "failed: no report"; exit 1; }
