# The players of the tutorial, written from the documents alone, play whole matches of Território.
. tests/support/cli.sh

played=0
plays() {  # AGENT
    ends_with 0 "$DADO" agent check "$1" --game territorio -D map.width=8 -D map.height=8 -n 1 \
        --limit 100000 --time 10000
    [ "$(awk '$1 == "matches" || $1 == "won" || $2 == "up" { printf "%s ", $NF }' "$out")" = "2 2 0 " ] || {
        cat "$out" >&2
        fail "$1 does not win against chance"
    }
    played=$((played + 1))
}

kits=$here/library/kits
[ "$(wc -l <"$kits/python/territorio_agent.py")" -le 40 ] || fail "more than 40 lines of Python"
[ "$(wc -l <"$kits/javascript/territorio_agent.js")" -le 40 ] || fail "more than 40 lines of JavaScript"
plays "$kits/lua_inside/territorio_agent.lua"
[ ! -x /usr/bin/python3 ] || plays "$kits/python/territorio_agent.py"
[ ! -x /usr/bin/node ] || plays "$kits/javascript/territorio_agent.js"
cc=$(command -v cc || command -v gcc || true)
if [ -n "$cc" ]; then
    cp "$kits"/c/* "$work"
    "$cc" -Wall -Wextra -Werror -O2 -o "$work/marcher" "$work/territorio_agent.c"
    plays "$work/marcher"
fi
echo "$played of 4 languages won"

# What the tutorial shows is in the player it leads to.
page=$here/docs/tutorial/agents.md
sed -n '/^```python/,/^```/p' "$page" | grep -v '```' | grep -F 'dq, dr' | while IFS= read -r line; do
    grep -F -q -- "$line" "$kits/python/territorio_agent.py" || fail "not in the player: $line"
done
# Its first step plays as it stands.
if [ -x /usr/bin/python3 ]; then
    cd "$work"
    ends_with 0 "$DADO" agent new python mine
    {
        echo '#!/usr/bin/env python3'
        echo 'import dado'
        sed -n '/^## 1/,/^## 2/p' "$page" | sed -n '/^```python/,/^```/p' | grep -v '```'
        echo 'dado.play(choose)'
    } >mine.py
    ends_with 0 "$DADO" agent check ./mine.py --game territorio -D map.width=8 -D map.height=8 -n 1
fi
