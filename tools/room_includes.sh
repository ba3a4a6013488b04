#!/bin/sh
# room_includes.sh - draws which room includes which, and fails if an arrow does not point down.
#
# usage: tools/room_includes.sh [FOLDER]   (src unless told otherwise)
#
# A room is a folder of src. Each stands on a floor; it may include rooms on
# floors below its own and nothing else of ours.
set -eu
cd "${1:-$(dirname "$0")/../src}"

find . -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs grep -n '^ *# *include *"' /dev/null |
    LC_ALL=C awk -F: '
BEGIN {
    count = split("core|script|worlds recycle|measure solve rulebook|agents|lab|arena|judge|evolve|report|job|studio api lsp mcp|cli",
                  floors, "|")
    for (i = 1; i <= count; i++) {
        in_floor = split(floors[i], names, " ")
        for (k = 1; k <= in_floor; k++) floor[names[k]] = i
    }
}
{
    split($1, path, "/")          # ./room/file.c
    from = path[2]
    split($3, quoted, "\"")
    slash = index(quoted[2], "/")
    to = slash ? substr(quoted[2], 1, slash - 1) : from
    if (to == from) next
    where = substr($1, 3) ":" $2
    if (!(from in floor)) {
        wrong[++wrongs] = where ": " from " is a room without a floor; give it one in tools/room_includes.sh"
    } else if (!(to in floor)) {
        wrong[++wrongs] = where ": includes " quoted[2] ", and there is no room " to
    } else if (floor[to] >= floor[from]) {
        way = floor[to] > floor[from] ? "up" : "sideways"
        wrong[++wrongs] = where ": the arrow from " from " to " to " points " way
    }
    arrows[from, to]++
}
END {
    for (i = count; i >= 1; i--) {
        in_floor = split(floors[i], names, " ")
        for (k = 1; k <= in_floor; k++) {
            line = sprintf("  %-8s", names[k])
            reached = ""
            for (j = count; j >= 1; j--) {
                below = split(floors[j], other, " ")
                for (m = 1; m <= below; m++) {
                    if ((names[k], other[m]) in arrows) {
                        reached = reached sprintf("  %s %d", other[m], arrows[names[k], other[m]])
                    }
                }
            }
            print line " ->" (reached == "" ? "  (nobody)" : reached)
        }
    }
    for (i = 1; i <= wrongs; i++) print wrong[i] | "cat 1>&2"
    exit wrongs > 0
}'
