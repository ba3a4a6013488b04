#!/bin/sh
# studio_test.sh - whoever has the studio's link gets nothing out of other folders, and runs no code of their own.
#
# Links in the folder lead to a secret beside it, and there are programs and plug-ins that would leave a mark.
# What is asked, and how an attack that succeeds is seen, is in studio.py. As root it is all done again as nobody.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/studio_server.sh
case $DADO in /*) ;; *) DADO=$(pwd)/$DADO ;; esac
sweep=some
[ "${DADO_LONG:-}" != 1 ] || sweep=all

folder=$here/folder outside=$here/outside
mkdir "$outside" "$folder/inner"
ln -s "$outside" "$folder/out"
ln -s ../../outside "$folder/inner/up"
sed '1s/^/; SECRET\n/' library/dice/pig.rcy >"$outside/game.rcy"
cp library/maps/crossroads.map "$folder/cave.map"
cp library/dice/pig.rcy "$folder/mine.rcy"
ln -s ../mine.rcy "$folder/inner/same.rcy"
cp library/kits/lua_inside/random_agent.lua "$folder/mine.lua"
cp library/levels/first.level "$folder/one.level"
cp library/kits/lua_inside/random_agent.lua "$outside/player.lua"
for ending in map level lua csv expect tmx ldtk json patterns table genes txt ini log dado npy; do
    echo SECRET >"$outside/game.$ending"
done
cp library/maps/crossroads.map "$outside/game.map"
cp library/kits/lua_inside/random_agent.lua "$outside/game.lua"
"$DADO" sim kuhn -n 3 --store "$outside/game.db" >/dev/null 2>&1
for ending in rcy map level lua csv db expect tmx ldtk json patterns table genes txt ini log dado npy; do
    ln -s "../outside/game.$ending" "$folder/link.$ending"
done
ln -s ../outside/game.map "$folder/notes.expect"

# Code that says it ran: programs, and plug-ins, which do so as they are loaded. Programs of the folder are in a box, and
# so are seen by the kernel's word alone where they lie outside; that none starts inside is seen by the words of refusal.
printf '#!/bin/sh\n: >"%s/ran"\n: >"%s/ran"\n' "$folder" "$outside" >"$folder/evil.py"
chmod +x "$folder/evil.py"
cp "$folder/evil.py" "$outside/evil.py"
ln -s ../outside/evil.py "$folder/outside.py"
(cd "$folder" && "$DADO" sim kuhn -n 1 --store tame.db --keep moves >/dev/null 2>&1)
if command -v cc >/dev/null; then
    cat >"$here/evil.c" <<TXT
#include <stdio.h>
#include "agents/plugin.h"
__attribute__((constructor)) static void run(void) { FILE *mark = fopen("$folder/ran", "w"); if (mark) fclose(mark); }
static bool begin(dado_agent *a, const dado_options *o, dado_region *m, dado_error *e)
{ (void)a, (void)o, (void)m, (void)e; return true; }
static int choose(const dado_agent *a, const dado_turn *turn) { (void)a; return turn->count - 1; }
static const dado_agent_kind kind = { .size = sizeof(dado_agent_kind), .name = "evil", .title = "Evil", .about = "Evil.", .open = begin, .choose = choose };
extern const dado_plugin dado_agent_plugin;
const dado_plugin dado_agent_plugin = { DADO_PLUGIN_ABI, &kind };
TXT
    cc -std=c17 -shared -fPIC -Isrc -o "$folder/evil.so" "$here/evil.c"
    cp "$folder/evil.so" "$outside/evil.so"
    ln -s ../outside/evil.so "$folder/outside.so"
    # A run whose first player is a plug-in, which plays again for whoever asks for its moves.
    (cd "$folder" && "$DADO" sim kuhn -n 3 --seat 1=./evil.so --store planted.db >/dev/null 2>&1 && rm -f ran)
    [ -s "$folder/planted.db" ]
fi

attack() {  # WORDS OPTIONS: opens a studio with these options, and sends it all there is
    : >"$here/link"
    # shellcheck disable=SC2086
    open_studio $2
    # shellcheck disable=SC2086
    python3 tests/hostile/studio.py "$link" "$folder" "$outside" $1
    kill "$pid"
    wait "$pid" 2>/dev/null || true
    pid=""
}
attack "$sweep" ""
# Who allows programs allows those of the folder, and nothing else changes.
attack "some allowed" --allow-programs

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$here"
    chown -R 65534:65534 "$folder" "$outside"
    real=$DADO
    printf '#!/bin/sh\nexec setpriv --reuid 65534 --regid 65534 --clear-groups "%s" "$@"\n' "$real" >"$here/as_nobody"
    chmod 755 "$here/as_nobody"
    if setpriv --reuid 65534 --regid 65534 --clear-groups "$real" --version >/dev/null 2>&1; then
        DADO=$here/as_nobody
        attack "$sweep" ""
    else
        echo "nobody cannot run $real: only done as root"
    fi
fi
