#!/bin/sh
# solve_docs_test.sh - every command in the guide to solving runs as it is printed there.
set -eu
root=$(pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed -n '/^```sh$/,/^```$/p' docs/how-to/solve-a-game.md | grep '^dado ' >"$dir/commands"
[ "$(wc -l <"$dir/commands")" -ge 14 ] || { echo "failed: the guide has lost its examples"; exit 1; }
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
[ -s balance.html ] || { echo "failed: no report"; exit 1; }
