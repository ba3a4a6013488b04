# Looking at a store never runs code that the store names: a plug-in, a program, a script.
. tests/support/cli.sh

cc=$(command -v cc || command -v gcc || command -v clang || true)
[ -n "$cc" ] || { echo "skipped: no C compiler here"; exit 77; }
dado=$(realpath "$DADO")
sources=$(realpath src)

# Everything happens in a folder that a stranger may have packed.
folder=$work/stranger
mkdir "$folder"
marker=$folder/ran
cat >"$work/evil.c" <<'TXT'
#include <stdio.h>
#include "agents/plugin.h"

__attribute__((constructor)) static void leave_mark(void)
{
    FILE *mark = fopen(MARKER, "a");
    if (mark) fclose(mark);
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *arena, dado_error *err)
{
    (void)agent, (void)options, (void)arena, (void)err;
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    return turn->count - 1;
}

static const dado_agent_kind last = { .size = sizeof(dado_agent_kind), .name = "last", .title = "Last", .about = "The last move.",
                                      .open = open, .choose = choose };
extern const dado_plugin dado_agent_plugin;
const dado_plugin dado_agent_plugin = { DADO_PLUGIN_ABI, &last };
TXT
"$cc" -std=c17 -shared -fPIC -I"$sources" "-DMARKER=\"$marker\"" -o "$folder/evil.so" "$work/evil.c"
cat >"$folder/evil.py" <<'TXT'
#!/usr/bin/env python3
import sys
for line in sys.stdin:
    if '"t":"hello"' in line: print('{"t":"ready","name":"evil","moves":true}', flush=True)
    elif '"t":"turn"' in line: print('{"t":"resign"}', flush=True)
TXT
chmod +x "$folder/evil.py"
cat >"$folder/evil.lua" <<'TXT'
function choose(turn) return 1 end
TXT
chmod -R a+rwX "$work"

# The store is made with the players there, once with moves and once as older stores are.
in_folder() { (cd "$folder" && "$@"); }
store_run() {  # PLAYER STORE
    in_folder "$dado" sim kuhn --seat "1=$1" --unsafe -n 10 -q --threads 1 --store "$2" >/dev/null 2>&1 ||
        in_folder "$dado" sim kuhn --seat "1=$1" -n 10 -q --threads 1 --store "$2" >/dev/null
}

# As root the attack is also tried as somebody who may do little.
as_users="plain"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then as_users="plain nobody"; fi
run_as() {  # USER COMMAND...
    user=$1
    shift
    if [ "$user" = nobody ]; then
        (cd "$folder" && HOME=$work XDG_CACHE_HOME=$work/cache setpriv --reuid 65534 --regid 65534 --clear-groups "$@")
    else
        (cd "$folder" && "$@")
    fi
}

for player in ./evil.py ./evil.lua ./evil.so; do
    rm -f "$folder"/dado.db*
    store_run "$player" dado.db
    [ -s "$folder/dado.db" ] || fail "no store was made with $player"
    # A plug-in leaves a mark. A program or a script is confined and cannot, but if it is not there any
    # more, whatever wants to start it fails.
    [ "$player" != ./evil.so ] || [ -e "$marker" ] || fail "$player leaves no mark when it plays"
    [ "$player" = ./evil.so ] || rm "$folder/$player"
    chmod -R a+rwX "$folder"
    for user in $as_users; do
        for words in "runs" "runs show last" "runs show last --json" "runs show last --report page.html" \
            "runs show last --csv matches.csv" "runs show last --rounds rounds" "runs show last --match 3" \
            "runs export last -o run.sqlite" "runs report last" "runs verify last" "replay last" \
            "replay last --html match.html" "agent ask random last --play --times 2" "diff run:1 run:1" \
            "arena history kuhn"; do
            rm -f "$marker"
            # shellcheck disable=SC2086 # words are meant to be split
            run_as "$user" "$dado" $words >"$work/said" 2>&1 || true
            [ ! -e "$marker" ] || fail "dado $words ran $player of the store as $user"
            if grep -q "there is no file" "$work/said"; then fail "dado $words wants to run $player as $user"; fi
        done
        # What is shown is what was kept.
        run_as "$user" "$dado" runs show last >"$work/said" 2>&1 || fail "the run with $player is not shown"
        grep -q "10 matches" "$work/said" || fail "the run with $player is not shown whole"
        run_as "$user" "$dado" replay last --check >"$work/said" 2>&1 || fail "a match with $player is not replayed from its moves"
        rm -rf "$folder/page.html" "$folder/matches.csv" "$folder/rounds" "$folder/run.sqlite" "$folder/report.html" "$folder/match.html"
    done
done

# A store of before that kept no moves: `plugin_without_moves.db` was made at b3ddd41 with the
# players ./evil.so and random. It is shown as far as it goes, and what would play again asks.
cp tests/hostile/plugin_without_moves.db "$folder/dado.db"
chmod a+rw "$folder/dado.db"
rm -f "$marker"
for words in "runs show last" "runs show last --report page.html" "runs export last -o run.sqlite" "runs report last"; do
    # shellcheck disable=SC2086
    in_folder "$dado" $words >"$work/said" 2>&1 || fail "dado $words refuses an older store"
done
for words in "replay last" "runs show last --rounds rounds" "runs show last --match 2"; do
    # shellcheck disable=SC2086
    if in_folder "$dado" $words >"$work/said" 2>&1; then fail "dado $words played a stored match by code of the store"; fi
    grep -q -- "--player ./evil.so" "$work/said" || fail "dado $words does not say how to name the player"
done
[ ! -e "$marker" ] || fail "an older store ran its plug-in"
in_folder "$dado" replay last --player ./evil.so >"$work/said" 2>&1 || fail "a named player may not play again"
[ -e "$marker" ] || fail "the named player was not loaded"
