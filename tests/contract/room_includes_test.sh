#!/bin/sh
# rooms_test.sh - no room includes one above or beside it, and the check would notice.
set -eu
sh tools/room_includes.sh

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/core" "$dir/worlds/deep" "$dir/recycle" "$dir/attic"
expect() {  # WHAT-IT-SAYS: the folder as it stands must be refused with these words
    if sh tools/room_includes.sh "$dir" >/dev/null 2>"$dir/said"; then
        echo "failed: accepted, where '$1' was due"
        exit 1
    fi
    grep -q "$1" "$dir/said" || { echo "failed: said"; cat "$dir/said"; exit 1; }
}
echo '#include "core/game.h"' >"$dir/worlds/deep/nim.c"
echo '#include "worlds/shelf.h"' >"$dir/worlds/nim.c"
sh tools/room_includes.sh "$dir" >/dev/null || { echo "failed: arrows down and within are fine"; exit 1; }
echo '#include "worlds/nim.h"' >"$dir/core/a.c"
expect "core/a.c:1: the arrow from core to worlds points up"
rm "$dir/core/a.c"
echo '#include "recycle/game.h"' >"$dir/worlds/deep/b.c"
expect "worlds/deep/b.c:1: the arrow from worlds to recycle points sideways"
rm "$dir/worlds/deep/b.c"
echo '#include "core/text.h"' >"$dir/attic/c.c"
expect "attic is a room without a floor"
