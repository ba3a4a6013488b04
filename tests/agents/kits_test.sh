# An agent written with each kit plays whole matches in its box, wherever its language is present.
. tests/support/cli.sh

played=0
try() {
    ends_with 0 "$DADO" sim kuhn --seat "0=process:program=$1" -n 20 --no-store --json --threads 1
    grep -q '"forfeited":0' "$out" || {
        cat "$out" >&2
        fail "$1 gave up"
    }
    played=$((played + 1))
}

kits=$here/library/kits
[ -x /usr/bin/python3 ] && try "$kits/python/random_agent.py"
[ -x /usr/bin/node ] && try "$kits/javascript/random_agent.js"
[ -x /usr/bin/lua5.4 ] && try "$kits/lua/random_agent.lua"
cc=$(command -v cc || command -v gcc || true)
if [ -n "$cc" ]; then
    cp "$kits"/c/* "$work"
    "$cc" -Wall -Wextra -Werror -O2 -o "$work/random_agent" "$work/random_agent.c"
    try "$work/random_agent"
fi
[ "$played" -ge 1 ] || { echo "skipped: none of the languages is here"; exit 77; }
echo "$played of 4 languages played"
