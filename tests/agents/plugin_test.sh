# A shared object built against agent.h plays; one that is none of ours is refused in a sentence.
. tests/support/cli.sh

cc=$(command -v cc || command -v gcc || command -v clang || true)
[ -n "$cc" ] || { echo "skipped: no C compiler here"; exit 77; }
cat >"$work/last.c" <<'TXT'
#include "agents/plugin.h"

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena, dado_error *err)
{
    (void)agent, (void)arena, (void)err;
    return !options || options->count == 0;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    return turn->count - 1;
}

static const dado_agent_kind last = { .name = "last", .title = "Last", .about = "The last move.",
                                      .open = open, .choose = choose };
extern const dado_plugin dado_agent_plugin;
const dado_plugin dado_agent_plugin = { ABI, KIND };
TXT
build() {  # NAME FLAGS...
    name=$1
    shift
    "$cc" -std=c17 -shared -fPIC -Isrc "$@" -o "$work/$name.so" "$work/last.c"
}

# Checking with the last move, which is to pass or fold, ends Kuhn poker at once.
build last -DABI=DADO_PLUGIN_ABI '-DKIND=&last'
for game in kuhn noughts territorio; do
    ends_with 0 "$DADO" sim "$game" --seat "0=$work/last.so" -n 2 --no-store --json --limit 2000 --threads 1
    grep -q '"forfeited":0' "$out" || fail "the plug-in gave up at $game"
done
ends_with 0 "$DADO" arena kuhn "$work/last.so" random -n 50 --no-store --threads 2 -q

build old -DABI=DADO_PLUGIN_ABI-1 '-DKIND=&last'
ends_with 1 "$DADO" sim kuhn --seat "0=$work/old.so" -n 1 --no-store
complains "build it again"
build empty -DABI=DADO_PLUGIN_ABI -DKIND=0
ends_with 1 "$DADO" sim kuhn --seat "0=$work/empty.so" -n 1 --no-store
complains "has no player in it"
echo 'int x;' >"$work/other.c"
"$cc" -shared -fPIC -o "$work/other.so" "$work/other.c"
ends_with 1 "$DADO" sim kuhn --seat "0=$work/other.so" -n 1 --no-store
complains "does not export dado_agent_plugin"
head -c 4096 "$work/last.so" >"$work/cut.so"
printf 'garbage' >"$work/garbage.so"
: >"$work/nothing.so"
for name in cut garbage nothing; do
    ends_with 1 "$DADO" sim kuhn --seat "0=$work/$name.so" -n 1 --no-store
    complains "cannot load"
done
ends_with 1 "$DADO" sim kuhn --seat "0=$work/absent.so" -n 1 --no-store
complains "there is no file"
"$DADO" list agents | grep -i plugin | grep -q TRUSTED || fail "the list does not say that plug-ins are trusted"
