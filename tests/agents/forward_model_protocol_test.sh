# Programs and scripts ask what would happen: with every kit the same questions have the same
# answers, the budget is counted, and asking helps.
. tests/support/cli.sh

kits=$here/library/kits
cd "$work"
cp "$kits"/python/* "$kits"/javascript/dado.js "$kits"/lua/dado.lua "$kits"/c/dado_pipe.h .
cp "$kits"/cpp/dado.hpp "$kits"/go/dado.go "$kits"/rust/dado.rs "$kits"/java/Dado.java .

# Each plays the move with the best score in world 3 after 9 moves at random, the first of equals,
# and remarks on standard error (scripts: prints) what is left of the budget at the end.
cat >python.py <<'END'
#!/usr/bin/env python3
import dado
def choose(turn):
    best, most = None, None
    for move in turn.moves:
        then = turn.what_if([move], world=3, on=9)
        worth = then["scores"][turn.seat] - then["scores"][1 - turn.seat]
        if most is None or worth > most:
            best, most = move, worth
    return best
dado.play(choose)
END
cat >javascript.js <<'END'
#!/usr/bin/env node
const dado = require("./dado.js");
dado.play((turn) => {
  let best = null, most = null;
  for (const move of turn.moves) {
    const then = turn.whatIf({ moves: [move], world: 3, on: 9 });
    const worth = then.scores[turn.seat] - then.scores[1 - turn.seat];
    if (most === null || worth > most) { best = move; most = worth; }
  }
  return best;
});
END
cat >lua.lua <<'END'
#!/usr/bin/lua5.4
package.path = (arg[0]:match("^.*/") or "./") .. "?.lua"
local dado = require "dado"
dado.play(function(turn)
  local best, most
  for _, move in ipairs(turn.moves) do
    local yes = dado.what_if{ moves = { move }, world = 3, on = 9 }
    local worth = yes.scores[turn.seat + 1] - yes.scores[2 - turn.seat]
    if not most or worth > most then best, most = move, worth end
  end
  return best
end)
END
cat >inside.lua <<'END'
function choose(turn)
  local best, most
  for _, move in ipairs(turn.moves) do
    local yes = what_if{ moves = { move }, world = 3, on = 9 }
    local worth = yes.scores[turn.seat + 1] - yes.scores[2 - turn.seat]
    if not most or worth > most then best, most = move, worth end
  end
  return best
end
END
cat >c.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"
static int choose(const dado_pipe_turn *turn)
{
    int best = 0;
    long most = 0;
    for (int i = 0; i < turn->count; i++) {
        const char *moves[] = { turn->moves[i] };
        char *then = dado_pipe_what_if(3, moves, 1, 9, 0);
        if (!then) return -1;
        char *end;
        const char *scores = dado_pipe_member(then, "scores");
        long first = strtol(scores + 1, &end, 10), second = strtol(end + 1, NULL, 10);
        long worth = turn->seat == 0 ? first - second : second - first;
        if (i == 0 || worth > most) best = i, most = worth;
        free(then);
    }
    return best;
}
int main(void) { return dado_pipe_play(choose, "c"); }
END
cat >cpp.cpp <<'END'
#include "dado.hpp"
int main()
{
    return dado::play([](const dado::turn &t) {
        int best = 0;
        long most = 0;
        for (std::size_t i = 0; i < t.moves.size(); i++) {
            std::string scores = dado::member(t.what_if({ t.moves[i] }, 3, 9), "scores");
            char *end;
            long first = std::strtol(scores.c_str() + 1, &end, 10);
            long second = std::strtol(end + 1, nullptr, 10);
            long worth = t.seat == 0 ? first - second : second - first;
            if (i == 0 || worth > most) best = static_cast<int>(i), most = worth;
        }
        return best;
    }, "c++");
}
END
cat >asks.go <<'END'
package main

func main() {
	play(func(t *turn) int {
		best, most := 0, 0
		for i, move := range t.Moves {
			then := t.whatIf([]string{move}, 3, 9, false)
			if then == nil {
				return -1
			}
			worth := then.Scores[t.Seat] - then.Scores[1-t.Seat]
			if i == 0 || worth > most {
				best, most = i, worth
			}
		}
		return best
	}, "go")
}
END
cat >rust.rs <<'END'
mod dado;
fn main() {
    dado::play(|turn| {
        let mut best: Option<(i64, usize)> = None;
        for (i, m) in turn.moves.iter().enumerate() {
            let then = turn.what_if(&[m.as_str()], 3, 9, false)?;
            let scores: Vec<i64> = dado::value_of(&then, "scores").trim_matches(|c| c == '[' || c == ']')
                .split(',').map(|n| n.parse().unwrap()).collect();
            let worth = scores[turn.seat] - scores[1 - turn.seat];
            if best.map_or(true, |b| worth > b.0) {
                best = Some((worth, i));
            }
        }
        best.map(|b| b.1)
    }, "rust");
}
END
cat >Asks.java <<'END'
import java.util.List;
public final class Asks {
    public static void main(String[] args) throws Exception {
        Dado.play(turn -> {
            int best = 0;
            long most = 0;
            for (int i = 0; i < turn.moves.size(); i++) {
                String then = turn.whatIf(List.of(turn.moves.get(i)), 3, 9, false);
                if (then == null) return -1;
                String[] scores = Dado.valueOf(then, "scores").replaceAll("[\\[\\]]", "").split(",");
                long worth = Long.parseLong(scores[turn.seat]) - Long.parseLong(scores[1 - turn.seat]);
                if (i == 0 || worth > most) {
                    best = i;
                    most = worth;
                }
            }
            return best;
        }, "java");
    }
}
END
chmod +x python.py javascript.js lua.lua
big="-D map.width=6 -D map.height=6 -D limit.rounds=1"
play() {  # PLAYER GAME FLAGS...: the record of one match, without who played it
    who=$1 game=$2
    shift 2
    ends_with 0 "$DADO" sim "$game" --seat "1=$who" -n 1 --seed 1 --keep moves --store "kept.db" -q --again "$@"
    ends_with 0 "$DADO" replay last --store kept.db --text
    grep -v 'seat 0\|python\|javascript\|lua\|\./c\|asks_' "$out"
}
players=""
[ ! -x /usr/bin/python3 ] || players="$players ./python.py"
[ ! -x /usr/bin/node ] || players="$players ./javascript.js"
[ ! -x /usr/bin/lua5.4 ] || players="$players ./lua.lua"
cc=$(command -v cc || command -v gcc || true)
if [ -n "$cc" ]; then
    "$cc" -Wall -Wextra -Werror -O2 -o c c.c
    players="$players ./c"
fi
if command -v c++ >/dev/null; then
    c++ -std=c++17 -Wall -Wextra -Werror -O2 -o asks_cpp cpp.cpp
    players="$players ./asks_cpp"
fi
if command -v go >/dev/null; then
    env GOCACHE="$work/cache" GO111MODULE=off HOME="$work" go build -o asks_go dado.go asks.go
    players="$players ./asks_go"
fi
if command -v rustc >/dev/null; then
    rustc -D warnings -O -o asks_rust rust.rs
    players="$players ./asks_rust"
fi
settings=$(ls -d /etc/java-*-openjdk 2>/dev/null | head -1)
if command -v javac >/dev/null && [ -n "$settings" ] && [ -x /usr/bin/java ]; then
    javac -Xlint:all -Werror -d classes Dado.java Asks.java
    printf '#!/bin/sh\nexec /usr/bin/java -Xmx64m -Xss256k -XX:+UseSerialGC %s %s -cp %s Asks\n' \
        -XX:ReservedCodeCacheSize=16m -XX:CompressedClassSpaceSize=16m "$work/classes" >asks_java
    chmod +x asks_java
    players="$players ./asks_java,needs=$work/classes:$settings"
fi
[ -n "$players" ] || { echo "no language is here to ask in"; exit 77; }
count=0
for player in $players; do
    play "process:program=$player" bigpoints >this
    play "process:program=$player,forward=100000,commands=30" territorio $big >that
    [ "$count" = 0 ] || { same this points; same that hexes; }
    mv this points
    mv that hexes
    count=$((count + 1))
done
[ "$(wc -l <hexes)" -gt 20 ] || fail "nothing was played"
# A script inside has luck of its own, and so worlds of its own; twice the same.
play ./inside.lua bigpoints >one
play ./inside.lua bigpoints >two
same one two
echo "asked alike in $count languages"

# The budget: as many moves as the setting says, then an answer that says so, and play goes on.
if [ -x /usr/bin/python3 ]; then
    cat >greedy.py <<'END'
#!/usr/bin/env python3
import sys, dado
def choose(turn):
    asked, then = 0, {}
    while "error" not in then:
        then = turn.what_if([turn.moves[0]])
        asked += 1
    print(asked, then["error"], then["left"], then["made"], file=sys.stderr)
    return turn.moves[0]
dado.play(choose)
END
    chmod +x greedy.py
    ends_with 0 "$DADO" sim noughts --seat 1=./greedy.py:forward=7 -n 1 --no-store
    grep -q 'stderr: 4 BUDGET 0 0' "$err" || {
        cat "$err" >&2
        fail "seven moves are not three questions of two and a world"
    }
    ends_with 0 "$DADO" sim noughts --seat 1=./greedy.py:forward=0 -n 1 --no-store
    grep -q 'stderr: 1 BUDGET 0 0' "$err" || fail "no budget is no refusal"
    ends_with 0 "$DADO" sim noughts --seat 1=./greedy.py -n 1 --no-store
    grep -q 'stderr: 501 BUDGET 0 0' "$err" || fail "the usual budget is not 1000 moves"

    # Asking helps: who plays by the future beats who does not.
    ends_with 0 "$DADO" arena noughts ./thinking_agent.py:forward=5000 random -n 15 --seed 3 --no-store --json
    python3 - "$out" <<'END' || fail "the one who thinks does not win"
import json, sys
rows = json.load(open(sys.argv[1]))["parts"]["ratings"]["rows"]
assert rows[0]["player"].startswith("./thinking") and rows[0]["share"] > 0.8, rows
END
    # One who asks for ever is as late as any other.
    sed 's/while "error" not in then/while True/' greedy.py >stuck.py
    chmod +x stuck.py
    ends_with 0 "$DADO" sim noughts --seat 1=./stuck.py:forward=5,refusals=3,strikes=1 -n 1 \
        --no-store
    grep -q 'strike: no legal answer' "$err" || {
        cat "$err" >&2
        fail "asking for ever is taken for an answer"
    }
fi
cat >spent.lua <<'END'
function choose(turn)
  local first = what_if{ moves = { turn.moves[1] }, list = true }
  assert(first.made == 1 and first.left == 1)
  assert(first.over or #first.moves == #turn.moves - 1)
  local none = what_if{ moves = { turn.moves[1], "nonsense" } }
  assert(none.error == "BUDGET" and none.left == 0 and none.made == 0)
  return turn.moves[1]
end
END
ends_with 0 "$DADO" sim noughts --seat 1=./spent.lua:forward=3 -n 2 --no-store
[ ! -s "$err" ] || {
    cat "$err" >&2
    fail "a script's budget is not what it was given"
}
