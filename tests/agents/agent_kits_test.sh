# An agent written with each kit plays whole matches in its box, wherever its language is present.
. tests/support/cli.sh

played=0
try() {
    ends_with 0 "$DADO" sim kuhn --seat "1=process:program=$1" -n 20 --no-store --json --threads 1
    grep -q '"forfeited":0' "$out" || {
        cat "$out" >&2
        fail "$1 gave up"
    }
    played=$((played + 1))
}

kits=$here/library/kits

# Each kit says which protocol it speaks, the one that the referee speaks, and what its clock counts.
protocol=$(sed -n 's/.*\\"proto\\":\([0-9]*\).*/\1/p' "$here/src/agents/process_agent.c")
[ -n "$protocol" ] || fail "the referee's protocol was not found"
for kit in c/dado_pipe.h cpp/dado.hpp go/dado.go java/Dado.java javascript/dado.js lua/dado.lua \
    python/dado.py rust/dado.rs; do
    grep -q "Protocol $protocol: the budget of a turn is processor time" "$kits/$kit" ||
        fail "$kit does not say what protocol $protocol counts"
done
grep -q "The budget of a turn is steps" "$kits/lua_inside/random_agent.lua" || fail "lua_inside"
[ "$(ls "$kits" | wc -l)" = 9 ] || fail "a kit is not looked at here"

[ -x /usr/bin/python3 ] && try "$kits/python/random_agent.py"
[ -x /usr/bin/node ] && try "$kits/javascript/random_agent.js"
[ -x /usr/bin/lua5.4 ] && try "$kits/lua/random_agent.lua"
cc=$(command -v cc || command -v gcc || true)
if [ -n "$cc" ]; then
    cp "$kits"/c/* "$work"
    "$cc" -Wall -Wextra -Werror -O2 -o "$work/random_agent" "$work/random_agent.c"
    try "$work/random_agent"
fi
# Território's lean list. In every language the same player looks at nothing else, so all play the
# same match; in Python it says what is wrong with the list.
mkdir -p "$work/lean"
cd "$work/lean"
cat >python.py <<'END'
#!/usr/bin/env python3
import dado
def choose(turn):
    lean = dado.lean(turn)
    idle = {b["id"] for b in turn.view["buildings"] if b["owner"] == turn.seat and not b["production"]}
    rest = iter(turn.moves)
    assert all(move in rest for move in lean), "not in order"
    for move in turn.moves:
        order = move.startswith("produce ")
        assert (move in lean) == (not order or int(move.split()[1]) in idle), move
    return lean[(7 * turn.round + 3 * len(lean)) % len(lean)]
dado.play(choose)
END
cat >javascript.js <<'END'
#!/usr/bin/env node
const dado = require("./dado.js");
dado.play((turn) => {
  const lean = dado.lean(turn);
  return lean[(7 * turn.round + 3 * lean.length) % lean.length];
});
END
cat >lua.lua <<'END'
#!/usr/bin/lua5.4
package.path = (arg[0]:match("^.*/") or "./") .. "?.lua"
local dado = require "dado"
dado.play(function(turn)
  local lean = dado.lean(turn)
  return lean[(7 * turn.round + 3 * #lean) % #lean + 1]
end)
END
cat >c.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"
static int choose(const dado_pipe_turn *turn)
{
    static int lean[100000];
    int count = dado_pipe_lean(turn, lean), round = 0;
    sscanf(turn->view, "{\"round\":%d", &round);
    return lean[(7 * round + 3 * count) % count];
}
int main(void) { return dado_pipe_play(choose, "lean"); }
END
cp "$kits"/python/dado.py "$kits"/javascript/dado.js "$kits"/lua/dado.lua "$kits"/c/dado_pipe.h .
chmod +x python.py javascript.js lua.lua
[ -z "$cc" ] || "$cc" -Wall -Wextra -Werror -O2 -o c c.c
lean() {  # PROGRAM, which is ./FILE
    ends_with 0 "$DADO" sim territorio --agents "process:program=$1" -n 1 --seed 1 --keep moves --store lean.db \
        -D map.width=6 -D map.height=6 -D limit.rounds=12 -D building.city.rate=6 \
        -D fog.enemy_detail=basic --threads 1
    ends_with 0 "$DADO" replay --store lean.db --text
    ! grep -q '^note ' "$out" || {
        grep '^note ' "$out" | head -5 >&2
        fail "$1 plays badly"
    }
    grep -q ' p0 produce ' "$out" || fail "$1 makes nothing"
    grep -v '^p[01] ' "$out" >"$1.match"
    [ -e first.match ] || cp "$1.match" first.match
    same first.match "$1.match"
}
[ ! -x /usr/bin/python3 ] || lean ./python.py
[ ! -x /usr/bin/node ] || lean ./javascript.js
[ ! -x /usr/bin/lua5.4 ] || lean ./lua.lua
[ -z "$cc" ] || lean ./c
# In C nothing is read over: a refused player still has its view, and hears why in plain words.
if [ -n "$cc" ]; then
    cat >refused.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"
static int choose(const dado_pipe_turn *turn)
{
    if (turn->error) fprintf(stderr, "%.4s %zu %.11s\n", turn->error, strlen(turn->error), turn->view);
    return 0;
}
int main(void) { return dado_pipe_play(choose, "refused"); }
END
    "$cc" -Wall -Wextra -Werror -O2 -o refused refused.c
    long=$(printf '%0300d' 7)
    {
        echo '{"t":"hello","proto":1,"game":"kuhn","seat":0,"players":2,"options":"","seed":1}'
        echo '{"t":"turn","round":0,"code":"0123456789abcdef","time_ms":1,"view":{"round":0},"moves":["bet"]}'
        echo '{"t":"err","error":"'"$long"'"}'
    } | ./refused >said 2>heard
    [ "$(cat heard)" = '0000 300 {"round":0}' ] || fail "a refused player heard: $(cat heard)"
    [ "$(grep -c '"move":"bet"' said)" = 2 ] || fail "it did not answer again"
fi
[ "$played" -ge 1 ] || { echo "skipped: none of the languages is here"; exit 77; }
echo "$played of 4 languages played"
