# A shared object built against the installed headers plays; one that is none of ours is refused in
# a sentence.
. tests/support/cli.sh

cc=$(command -v cc || command -v gcc || command -v clang || true)
[ -n "$cc" ] || { echo "skipped: no C compiler here"; exit 77; }
# The headers as they are installed: nothing of src/ is in reach.
cmake --install "$(dirname "$DADO")" --component plugin_headers --prefix "$work/installed" >"$out" 2>&1 || fail "$(tail -3 "$out")"
[ -f "$work/installed/include/dado/plugin.h" ] || fail "the headers of plug-ins are not installed"
! grep -rn '#include "[a-z]*/' "$work/installed/include/dado" || fail "a header includes a folder of src/"
cat >"$work/last.c" <<'TXT'
#include <dado/plugin.h>

static bool open(dado_agent *agent, const dado_options *options, dado_region *arena, dado_error *err)
{
    (void)agent, (void)arena, (void)err;
    return !options || options->count == 0;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    (void)agent;
    const dado_rules *rules = turn->game->rules;
    if (rules->size != sizeof *rules || !DADO_TABLE_HAS(rules, fast)) return -1;
    return turn->count - 1;
}

static const dado_agent_kind last = { .size = sizeof(dado_agent_kind), .name = "last", .title = "Last", .about = "The last move.",
                                      .open = open, .choose = choose };
extern const dado_plugin dado_agent_plugin;
const dado_plugin dado_agent_plugin = { ABI, KIND };
TXT
sed -i 's/sizeof(dado_agent_kind)/SIZE/' "$work/last.c"
build() {  # NAME FLAGS...
    name=$1
    shift
    "$cc" -std=c17 -DSIZE="${size:-sizeof(dado_agent_kind)}" -Wall -Wextra -Werror -shared -fPIC -I"$work/installed/include" "$@" -o "$work/$name.so" "$work/last.c"
}

# Checking with the last move, which is to pass or fold, ends Kuhn poker at once.
build last -DABI=DADO_PLUGIN_ABI '-DKIND=&last'
for game in kuhn noughts territorio; do
    ends_with 0 "$DADO" sim "$game" --seat "1=$work/last.so" -n 2 --no-store --json --limit 2000 --threads 1
    grep -q '"forfeited":0' "$out" || fail "the plug-in gave up at $game"
done
ends_with 0 "$DADO" arena kuhn "$work/last.so" random -n 50 --no-store --threads 2 -q

build old -DABI=DADO_PLUGIN_ABI-1 '-DKIND=&last'
ends_with 1 "$DADO" sim kuhn --seat "1=$work/old.so" -n 1 --no-store
complains "build it again"
# A table that ends behind `choose` is one of an older plug-in; one that ends before has no player.
size='offsetof(dado_agent_kind,odds)' build short -DABI=DADO_PLUGIN_ABI '-DKIND=&last' -include stddef.h
ends_with 0 "$DADO" sim kuhn --seat "1=$work/short.so" -n 2 --no-store --threads 1
size='offsetof(dado_agent_kind,choose)' build none -DABI=DADO_PLUGIN_ABI '-DKIND=&last' -include stddef.h
ends_with 1 "$DADO" sim kuhn --seat "1=$work/none.so" -n 1 --no-store
complains "its table needs .open and .choose"
size=0 build unsized -DABI=DADO_PLUGIN_ABI '-DKIND=&last'  # as before tables had a size
ends_with 0 "$DADO" sim kuhn --seat "1=$work/unsized.so" -n 2 --no-store --threads 1
build empty -DABI=DADO_PLUGIN_ABI -DKIND=0 -Wno-unused
ends_with 1 "$DADO" sim kuhn --seat "1=$work/empty.so" -n 1 --no-store
complains "has no player in it"
echo 'int x;' >"$work/other.c"
"$cc" -shared -fPIC -o "$work/other.so" "$work/other.c"
ends_with 1 "$DADO" sim kuhn --seat "1=$work/other.so" -n 1 --no-store
complains "does not export dado_agent_plugin"
head -c 4096 "$work/last.so" >"$work/cut.so"
printf 'garbage' >"$work/garbage.so"
: >"$work/nothing.so"
for name in cut garbage nothing; do
    ends_with 1 "$DADO" sim kuhn --seat "1=$work/$name.so" -n 1 --no-store
    complains "cannot load"
done
ends_with 1 "$DADO" sim kuhn --seat "1=$work/absent.so" -n 1 --no-store
complains "there is no file"
"$DADO" list agents | grep -i plugin | grep -q TRUSTED || fail "the list does not say that plug-ins are trusted"
