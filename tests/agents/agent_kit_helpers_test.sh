# The helpers of every kit say the same of Território's map, and the kits for C++, Go, Rust and
# Java play whole matches, wherever their compilers are.
. tests/support/cli.sh

kits=$here/library/kits
cd "$work"
for kit in c cpp go java javascript lua python rust; do cp "$kits/$kit"/* .; done
checked=0 played=0
same_words() {  # NAME: what it printed is what the others did
    [ -e first.words ] || cp "$1.words" first.words
    head -n "$(wc -l <"$1.words")" first.words >as.many  # not every kit knows marches and fights
    same as.many "$1.words"
    checked=$((checked + 1))
}
play() {  # PROGRAM
    ends_with 0 "$DADO" sim kuhn --seat "1=process:program=$1" -n 20 --no-store --json --threads 1
    grep -q '"forfeited":0' "$out" || {
        cat "$out" "$err" >&2
        fail "$1 gave up"
    }
    played=$((played + 1))
}

if command -v cc >/dev/null; then
    cat >words.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include "dado_pipe.h"
int main(void)
{
    int at[6][2];
    (void)dado_pipe_play;
    for (int x = 0; x < 6; x++) {
        for (int y = 0; y < 5; y++) {
            printf("%d,%d:", x, y);
            for (int i = 0, n = dado_pipe_neighbours(x, y, 6, 5, at); i < n; i++) printf(" %d,%d", at[i][0], at[i][1]);
            for (int k = 0; k < 30; k++) printf(" %d", dado_pipe_distance(x, y, k % 6, k / 6));
            printf("\n");
        }
    }
    int prices[30], costs[30], path[30], rest[30];
    char stops[30] = { 0 };
    for (int i = 0; i < 30; i++) prices[i] = i * 7 % 5 == 3 ? 0 : 1 + i * 11 % 3;
    stops[13] = stops[20] = 1;
    dado_pipe_reach(6, 5, prices, stops, 2, 2, 4, costs);
    for (int i = 0; i < 30; i++) printf("%d ", costs[i]);
    for (int k = 0; k < 30; k++) {
        int n = dado_pipe_route(6, 5, prices, stops, 2, 2, k % 6, k / 6, path, rest);
        for (int i = 0; i < n; i++) printf("%d,%d ", path[i] % 6, path[i] / 6);
        printf("| ");
    }
    double a = dado_pipe_force(1.5, 0.25, 0.5, 0.2, 0.125), d = dado_pipe_force(2, 0.5, 0.75, 0, 0);
    double shares[3] = { 0.5, 0.25, 0.25 }, hit, back;
    for (int power = 1; power <= 2; power++) {
        dado_pipe_fight(a, d, power, &hit, &back);
        printf("%.12f %.12f ", hit, back);
    }
    dado_pipe_influence(shares, 3, 1, a);
    printf("%.12f %.12f %.12f\n", shares[0], shares[1], shares[2]);
}
END
    cc -Wall -Wextra -Werror -o words_c words.c && ./words_c >c.words && same_words c
fi
if command -v python3 >/dev/null; then
    python3 -c '
import dado
for x in range(6):
    for y in range(5):
        near = ["%d,%d" % p for p in dado.neighbours(x, y, 6, 5)]
        far = [str(dado.distance(x, y, k % 6, k // 6)) for k in range(30)]
        print("%d,%d: " % (x, y) + " ".join(near + far))
prices = [0 if i * 7 % 5 == 3 else 1 + i * 11 % 3 for i in range(30)]
stops = [(1, 2), (2, 3)]
words = "".join("%d " % c for c in dado.reach(6, 5, prices, 2, 2, 4, stops))
for k in range(30):
    words += "".join("%d,%d " % p for p in dado.route(6, 5, prices, 2, 2, k % 6, k // 6, stops)) + "| "
a, d = dado.force(1.5, 0.25, 0.5, 0.2, 0.125), dado.force(2, 0.5, 0.75)
for power in (1, 2):
    words += "%.12f %.12f " % dado.fight(a, d, power)
print(words + "%.12f %.12f %.12f" % tuple(dado.influence([0.5, 0.25, 0.25], 1, a)))' >python.words
    same_words python
fi
if command -v node >/dev/null; then
    node -e '
const dado = require("./dado.js");
for (let x = 0; x < 6; x++) for (let y = 0; y < 5; y++) {
  const near = dado.neighbours(x, y, 6, 5).map((p) => p.join(","));
  const far = [...Array(30).keys()].map((k) => dado.distance(x, y, k % 6, Math.floor(k / 6)));
  console.log(`${x},${y}: ` + near.concat(far).join(" "));
}
const prices = [...Array(30).keys()].map((i) => (i * 7 % 5 === 3 ? 0 : 1 + i * 11 % 3));
const stops = [[1, 2], [2, 3]];
let words = dado.reach(6, 5, prices, 2, 2, 4, stops).map((c) => c + " ").join("");
for (let k = 0; k < 30; k++) {
  const way = dado.route(6, 5, prices, 2, 2, k % 6, Math.floor(k / 6), stops);
  words += way.map((p) => p.join(",") + " ").join("") + "| ";
}
const a = dado.force(1.5, 0.25, 0.5, 0.2, 0.125), d = dado.force(2, 0.5, 0.75);
for (const power of [1, 2]) words += dado.fight(a, d, power).map((n) => n.toFixed(12) + " ").join("");
console.log(words + dado.influence([0.5, 0.25, 0.25], 1, a).map((n) => n.toFixed(12)).join(" "));
' >javascript.words
    same_words javascript
fi
if command -v lua5.4 >/dev/null; then
    lua5.4 -e '
local dado = dofile("dado.lua")
for x = 0, 5 do for y = 0, 4 do
  local words = {}
  for _, p in ipairs(dado.neighbours(x, y, 6, 5)) do words[#words + 1] = p[1] .. "," .. p[2] end
  for k = 0, 29 do words[#words + 1] = dado.distance(x, y, k % 6, k // 6) end
  print(x .. "," .. y .. ": " .. table.concat(words, " "))
end end
local prices, words = {}, {}
for i = 0, 29 do prices[i + 1] = i * 7 % 5 == 3 and 0 or 1 + i * 11 % 3 end
local stops = { { 1, 2 }, { 2, 3 } }
for _, c in ipairs(dado.reach(6, 5, prices, 2, 2, 4, stops)) do words[#words + 1] = c end
for k = 0, 29 do
  for _, p in ipairs(dado.route(6, 5, prices, 2, 2, k % 6, k // 6, stops)) do
    words[#words + 1] = p[1] .. "," .. p[2]
  end
  words[#words + 1] = "|"
end
local a, d = dado.force(1.5, 0.25, 0.5, 0.2, 0.125), dado.force(2, 0.5, 0.75)
for power = 1, 2 do words[#words + 1] = ("%.12f %.12f"):format(dado.fight(a, d, power)) end
local s = dado.influence({ 0.5, 0.25, 0.25 }, 1, a)
words[#words + 1] = ("%.12f %.12f %.12f"):format(s[1], s[2], s[3])
print(table.concat(words, " "))' >lua.words
    same_words lua
fi
if command -v c++ >/dev/null; then
    c++ -std=c++17 -Wall -Wextra -Werror -O2 -o cpp_agent random_agent.cpp
    play ./cpp_agent
    cat >words.cpp <<'END'
#include "dado.hpp"
int main()
{
    for (int x = 0; x < 6; x++) {
        for (int y = 0; y < 5; y++) {
            std::cout << x << "," << y << ":";
            for (auto p : dado::neighbours(x, y, 6, 5)) std::cout << " " << p.first << "," << p.second;
            for (int k = 0; k < 30; k++) std::cout << " " << dado::distance(x, y, k % 6, k / 6);
            std::cout << "\n";
        }
    }
}
END
    c++ -std=c++17 -Wall -Wextra -Werror -o words_cpp words.cpp && ./words_cpp >cpp.words
    same_words cpp
fi
if command -v go >/dev/null; then
    build_go() { env GOCACHE="$work/cache" GO111MODULE=off HOME="$work" go build "$@"; }
    build_go -o go_agent dado.go random_agent.go
    play ./go_agent
    cat >words.go <<'END'
package main

import "fmt"

func main() {
	for x := 0; x < 6; x++ {
		for y := 0; y < 5; y++ {
			fmt.Printf("%d,%d:", x, y)
			for _, p := range neighbours(x, y, 6, 5) {
				fmt.Printf(" %d,%d", p[0], p[1])
			}
			for k := 0; k < 30; k++ {
				fmt.Printf(" %d", distance(x, y, k%6, k/6))
			}
			fmt.Println()
		}
	}
}
END
    build_go -o words_go dado.go words.go && ./words_go >go.words
    same_words go
fi
if command -v rustc >/dev/null; then
    rustc -D warnings -O -o rust_agent random_agent.rs
    play ./rust_agent
    cat >words.rs <<'END'
mod dado;
fn main() {
    for x in 0..6 {
        for y in 0..5 {
            let near = dado::neighbours(x, y, 6, 5).iter().map(|p| format!("{},{}", p.0, p.1)).collect::<Vec<_>>();
            let far = (0..30).map(|k| dado::distance(x, y, k % 6, k / 6).to_string()).collect::<Vec<_>>();
            println!("{},{}: {} {}", x, y, near.join(" "), far.join(" "));
        }
    }
}
END
    rustc -o words_rust words.rs && ./words_rust >rust.words
    same_words rust
fi
if command -v javac >/dev/null; then
    javac -d classes Dado.java RandomAgent.java
    cat >Words.java <<'END'
public final class Words {
    public static void main(String[] args) {
        for (int x = 0; x < 6; x++) {
            for (int y = 0; y < 5; y++) {
                StringBuilder out = new StringBuilder(x + "," + y + ":");
                for (int[] p : Dado.neighbours(x, y, 6, 5)) out.append(" " + p[0] + "," + p[1]);
                for (int k = 0; k < 30; k++) out.append(" " + Dado.distance(x, y, k % 6, k / 6));
                System.out.println(out);
            }
        }
    }
}
END
    javac -cp classes -d classes Words.java && java -cp classes Words >java.words
    same_words java
    # In its box, with what a small Java needs; where that is elsewhere, a conversation without one.
    settings=$(ls -d /etc/java-*-openjdk 2>/dev/null | head -1)
    if [ -n "$settings" ] && [ -x /usr/bin/java ]; then
        printf '#!/bin/sh\nexec /usr/bin/java -Xmx64m -Xss256k -XX:+UseSerialGC %s %s -cp %s RandomAgent\n' \
            -XX:ReservedCodeCacheSize=16m -XX:CompressedClassSpaceSize=16m "$work/classes" >java_agent
        chmod +x java_agent
        play "./java_agent,needs=$work/classes:$settings"
    fi
    printf '%s\n' '{"t":"hello","proto":1,"game":"kuhn","seat":0,"players":2,"options":"","seed":1}' \
        '{"t":"turn","round":0,"code":"0123456789abcdef","time_ms":1,"view":{"card":1},"moves":["bet","pass"]}' |
        java -cp classes RandomAgent >said
    grep -q '"t":"ready"' said || fail "the Java kit does not get ready"
    grep -Eq '"code":"0123456789abcdef","move":"(bet|pass)"' said || fail "the Java kit does not answer"
fi
[ "$checked" -ge 2 ] || { echo "skipped: fewer than two of the languages are here"; exit 77; }
echo "$checked languages agree, $played more play"
