# dado agent: a player begun with it works, and what is wrong with another is said in plain words.
. tests/support/cli.sh

cd "$work"

# A program for /bin/sh that says ready and then does what is given; $code is the question's.
agent() {  # NAME, body on standard input
    {
        echo '#!/bin/sh'
        echo "answer() { printf '{\"t\":\"move\",\"code\":\"%s\",\"move\":\"%s\"}\n' \"\$code\" \"\$1\"; }"
        echo 'while IFS= read -r line; do'
        echo "case \"\$line\" in"
        echo '*\"t\":\"hello\"*) echo "{\"t\":\"ready\",\"moves\":true}" ;;'
        echo '*\"t\":\"turn\"*|*\"t\":\"err\"*)'
        echo 'case "$line" in *code*) code=${line#*\"code\":\"}; code=${code%%\"*}; move=${line##*moves\":[\"}; move=${move%%\"*} ;; esac'
        cat
        echo ';;'
        echo 'esac; done'
    } >"$1"
    chmod +x "$1"
}

check() {  # EXIT-CODE AGENT FLAGS...
    wanted=$1
    shift
    ends_with "$wanted" "$DADO" agent check "$@" --time 2000
}

says() {
    grep -F -q -- "$1" "$out" || {
        cat "$out" "$err" >&2
        fail "not said: $1"
    }
}

agent fine <<'TXT'
answer "$move"
TXT
check 0 ./fine
grep -q "starts  *yes" "$out" || fail "it does not start"
says "confined   "
grep -q "given up  *0" "$out" || fail "it gave up"
says "as a rule"
complains "nothing is wrong"

agent babbles <<'TXT'
echo "thinking..."; answer "$move"
TXT
check 3 ./babbles
says "no JSON object"
says "thinking..."

agent cheats <<'TXT'
answer "win at once"
TXT
check 3 ./cheats
says "none of its legal moves"
says "ILLEGAL: win at once"

agent forges <<'TXT'
code=0123456789abcdef; answer "$move"
TXT
check 3 ./forges
says "Send back the code"

agent dies <<'TXT'
echo "no such card" >&2; exit 3
TXT
check 3 ./dies
says "ended with exit code 3"
says "no such card"

agent sleeps <<'TXT'
while :; do :; done
TXT
ends_with 3 "$DADO" agent check ./sleeps --time 150 -n 1
says "too slow"

printf '#!/bin/sh\nread -r x; echo hello; read -r x\n' >shy
chmod +x shy
ends_with 3 "$DADO" agent check ./shy --time 300 -n 1
says "did not answer hello"
! grep -q "ended in the middle" "$out" || fail "one that hangs is said to have ended"

agent resigns <<'TXT'
echo '{"t":"resign"}'
TXT
check 3 ./resigns
says "gave the match up"

# The codes of the game's own rules.
agent marches <<'TXT'
answer "move 1 99,99"
TXT
check 3 ./marches --game territorio -n 1 --limit 200
says "UNKNOWN_UNIT: move 1 99,99"

echo 'echo hello' >plain
check 1 ./plain
complains "chmod +x"
check 1 ./absent
complains "there is no file"
printf '#!/no/such/interpreter\n' >orphan
chmod +x orphan
check 1 ./orphan
complains "cannot run"
printf 'function choose(t)\n  return +\nend\n' >bad.lua
check 1 ./bad.lua
complains "bad.lua:2" 6
printf 'function choose(t)\n  error("lost my way")\nend\n' >lost.lua
check 3 ./lost.lua
says "lost.lua:2: L_RUNTIME: lost my way"
check 1 ./fine --game nosuchgame
complains "no game called"

# Players begun here work as they are, wherever their language is present.
ends_with 2 "$DADO" agent new cobol mine
ends_with 2 "$DADO" agent new python ../mine
ends_with 0 "$DADO" agent new lua mine
check 0 ./mine.lua
check 0 ./mine.lua --game territorio -n 1 --limit 300
ends_with 1 "$DADO" agent new lua mine
complains "there already"
ends_with 0 "$DADO" agent new python mine
[ ! -x /usr/bin/python3 ] || check 0 ./mine.py
ends_with 0 "$DADO" agent new javascript mine
[ ! -x /usr/bin/node ] || check 0 ./mine.js
ends_with 0 "$DADO" agent new c mine
if command -v cc >/dev/null; then
    cc -O2 -o mine mine.c
    check 0 ./mine
fi

# Taking the risk is said, not assumed; where all is in force it changes nothing.
ends_with 0 "$DADO" agent check ./fine --unsafe
says "confined   "
ends_with 0 "$DADO" sim kuhn --seat 1=./fine -n 2 --no-store --unsafe -q
ends_with 0 "$DADO" arena kuhn ./fine random -n 2 --no-store --unsafe -q
