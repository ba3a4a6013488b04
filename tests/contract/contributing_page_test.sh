#!/bin/sh
# contributing_test.sh - what CONTRIBUTING.md points to is there, and what it invents is not.
set -eu
bad=0
# | to add a | `src/room/new.c`: ... | `MACRO(new)` | `model.c`: ... |
grep '^| .* | `src/' CONTRIBUTING.md | while IFS='|' read -r _ _ write line model _; do
    path=$(echo "$write" | sed 's/^ *`\([^`]*\)`.*/\1/')
    room=$(dirname "$path")
    macro=$(echo "$line" | sed 's/^ *`\([A-Z]*\)(.*/\1/')
    file=$(echo "$model" | sed 's/^ *`\([^`]*\)`.*/\1/')
    [ ! -e "$path" ] || { echo "failed: $path exists; let the example be a new one"; exit 1; }
    [ -e "$room/$file" ] || { echo "failed: no model $room/$file"; exit 1; }
    grep -q "^$macro(" "$room"/*.def "$room"/../*.def 2>/dev/null || { echo "failed: no $macro( in $room"; exit 1; }
    echo "fine: $room/$file, $macro"
done || bad=1
[ "$bad" = 0 ]
[ "$(grep -c '^| .* | `src/' CONTRIBUTING.md)" -ge 4 ] || { echo "failed: the table is gone"; exit 1; }
for page in $(grep -o 'docs/[a-z/-]*\.md' CONTRIBUTING.md README.md docs/*/*.md 2>/dev/null |
    sed 's/.*:docs/docs/' | sort -u); do
    [ -e "$page" ] || { echo "failed: a document names $page, which is not there"; exit 1; }
done
