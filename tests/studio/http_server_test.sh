#!/bin/sh
# server_test.sh - the studio answers its own page, and nobody else gets anything out of it or into it.
command -v curl >/dev/null || { echo "skipped: curl is not installed"; exit 77; }
. tests/support/studio_server.sh
mkdir "$here/folder/maps"
cp library/dice/pig.rcy "$here/folder/mine.rcy"
echo secret >"$here/outside.txt"
ln -s ../outside.txt "$here/folder/leak.txt"
ln -s .. "$here/folder/out"

open_studio
base=${link%%/#*}
token=${link##*token=}
port=${base##*:}

status() { curl -s -o "$here/body" -w '%{http_code}' "$@"; }
# expect STATUS WHAT ARGUMENTS: what curl is answered.
expect() {
    wanted=$1 what=$2
    shift 2
    got=$(status "$@")
    [ "$got" = "$wanted" ] || { echo "$what: $got, not $wanted: $(cat "$here/body")"; exit 1; }
}
ours() { expect "$1" "$2" -H "X-Dado-Token: $token" -H 'Content-Type: application/json' "$3" "$4" "$5"; }

# Who may not speak.
expect 403 "a foreign name" -H 'Host: evil.example' "$base/api/files" -H "X-Dado-Token: $token"
expect 403 "a name with another port" -H 'Host: 127.0.0.1:1' "$base/" -H "X-Dado-Token: $token"
expect 401 "no token" "$base/api/files"
expect 401 "a wrong token" "$base/api/files" -H 'X-Dado-Token: 00000000000000000000000000000000'
expect 403 "another site" "$base/api/files" -H "X-Dado-Token: $token" -H 'Origin: http://evil.example'
expect 403 "no site at all" "$base/api/files" -H "X-Dado-Token: $token" -H 'Origin: null'
expect 403 "a cross-site fetch" "$base/api/files" -H "X-Dado-Token: $token" -H 'Sec-Fetch-Site: cross-site'
expect 415 "a form" "$base/api/jobs" -H "X-Dado-Token: $token" -d 'job=sim'
expect 405 "another method" -X PATCH -H 'Content-Length: 0' "$base/api/jobs" -H "X-Dado-Token: $token"
expect 413 "a huge body" -X PUT "$base/api/files/big.rcy" -H "X-Dado-Token: $token" \
    -H 'Content-Type: application/json' -H 'Content-Length: 999999999' --max-time 3

# Ways out of the folder, in all spellings.
for way in '..%2foutside.txt' '%2e%2e/outside.txt' '%2e%2e%2foutside.txt' 'leak.txt' 'out/outside.txt' \
    'maps/..%2f..%2foutside.txt' '%2fetc%2fpasswd' '..%5coutside.txt' 'mine.rcy%00.txt' '.hidden' \
    '%252e%252e%252foutside.txt'; do
    got=$(status --path-as-is "$base/api/files/$way" -H "X-Dado-Token: $token")
    case $got in 400 | 404) ;; *) echo "$way: $got"; exit 1 ;; esac
    if grep -q secret "$here/body"; then echo "$way leaks"; exit 1; fi
    got=$(status --path-as-is -X PUT "$base/api/files/$way" -H "X-Dado-Token: $token" \
        -H 'Content-Type: application/json' -d '"overwritten"')
    case $got in 400 | 404 | 409 | 500) ;; *) [ "$way" = '%252e%252e%252foutside.txt' ] ||
        { echo "put $way: $got"; exit 1; } ;; esac
done
[ "$(cat "$here/outside.txt")" = secret ]

# Requests that name files outside are refused before anything is played.
for game in /etc/passwd ../outside.txt; do
    ours 400 "a game from outside" "$base/api/jobs" -d "{\"job\":\"sim\",\"parameters\":{\"game\":\"$game\"}}"
done
for file in out/run.sqlite out/more/run.sqlite leak.txt; do
    ours 400 "a file outside, by a link" "$base/api/jobs" -d "{\"job\":\"runs export\",\"parameters\":{\"out\":\"$file\"}}"
done
ours 400 "no JSON" "$base/api/jobs" -d '{"job":'
ours 400 "a value of the wrong kind" "$base/api/jobs" -d '{"job":"sim","parameters":{"game":["a"]}}'
ours 404 "an unknown job" "$base/api/jobs" -d '{"job":"nosuch"}'
ours 400 "a seat that starts a program" "$base/api/sittings" -d '{"game":"pig","seats":"human,./x.py"}'
ours 404 "a table that is not there" "$base/api/sittings/77" -d '{}'

# Two writers of one file: the second is told.
ours 200 "a file" "$base/api/files/mine.rcy" -X GET
tag=$(sed 's/.*"tag":"\([0-9a-f]*\)".*/\1/' "$here/body")
put() { status -X PUT "$base/api/files/mine.rcy" -H "X-Dado-Token: $token" -H "If-Match: $tag" \
    -H 'Content-Type: application/json' -d "$1"; }
[ "$(put '"first"')" = 200 ]
[ "$(put '"second"')" = 409 ]
[ "$(cat "$here/folder/mine.rcy")" = first ]

# Bodies broken in every way, and writers that race: refused in words, and nothing written but by one.
bodies=400
[ "${DADO_LONG:-}" != 1 ] || bodies=20000
ls "$here/folder" >"$here/before"
python3 tests/studio/http_attacks.py "$link" "$bodies"
kill -0 "$pid"
ls "$here/folder" | cmp - "$here/before"

# A job runs, its events can be read again, and what it says is what the command says.
cp library/dice/pig.rcy "$here/folder/mine.rcy"
ours 200 "a job" "$base/api/jobs" -d '{"job":"sim","parameters":{"game":"mine.rcy","matches":300}}'
number=$(sed 's/[^0-9]//g' "$here/body")
curl -s -m 20 -H "X-Dado-Token: $token" "$base/api/jobs/$number/events" >"$here/events"
curl -s -m 20 -H "X-Dado-Token: $token" "$base/api/jobs/$number/events" >"$here/again"
grep -q '^event: done' "$here/events"
grep '^event: done' -A1 "$here/events" >"$here/a"
grep '^event: done' -A1 "$here/again" >"$here/b"
cmp "$here/a" "$here/b"
(cd "$here/folder" && "$DADO" sim mine.rcy -n 300 --no-store --json 2>/dev/null) >"$here/command.json"
python3 - "$here/a" "$here/command.json" <<'PY'
import json, sys
data = open(sys.argv[1]).read().split("data: ", 1)[1]
served, typed = json.loads(data)["document"], json.load(open(sys.argv[2]))
assert served == typed, "the server's document is not the command's"
PY

# An endless job stops when asked, and closing the studio takes no longer.
ours 200 "a long job" "$base/api/jobs" -d '{"job":"sim","parameters":{"game":"hearts","matches":100000000,"no-store":true}}'
number=$(sed 's/[^0-9]//g' "$here/body")
sleep 0.3
curl -s -m 20 -X DELETE -H "X-Dado-Token: $token" "$base/api/jobs/$number" >/dev/null
start=$(date +%s%N)
curl -s -m 5 -H "X-Dado-Token: $token" "$base/api/jobs/$number/events" >"$here/stopped"
[ $(($(date +%s%N) - start)) -lt 2000000000 ] || { echo "stopping took too long"; exit 1; }
grep -Eq '^event: (done|failed)' "$here/stopped"

# Many slow connections do not keep others out for long, and none of this has killed it.
python3 - "$port" <<'PY'
import socket, sys
slow = []
for _ in range(100):
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5)
    s.send(b"GET / HTTP/1.1\r\nHost:")
    slow.append(s)
PY
ours 200 "after slow connections" "$base/api/jobs" -X GET -H 'Accept: */*'
kill -0 "$pid"
kill -TERM "$pid"
for _ in $(seq 40); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
if kill -0 "$pid" 2>/dev/null; then echo "the studio does not end"; exit 1; fi
pid=""

# A store that is named is where it was named from; one that is not is the folder's own.
home=$(pwd)
case $DADO in /*) ;; *) DADO=$home/$DADO ;; esac
cd "$here"
: >link
open_studio --store named.db
base=${link%%/#*}
token=${link##*token=}
ours 200 "a job that is kept" "$base/api/jobs" -d '{"job":"sim","parameters":{"game":"kuhn","matches":50}}'
curl -s -m 10 -H "X-Dado-Token: $token" "$base/api/jobs/$(sed 's/[^0-9]//g' body)/events" >kept
grep -q '^event: done' kept
[ -s named.db ] || { echo "the store is not where it was named"; exit 1; }
[ ! -e folder/named.db ] || { echo "the store is in the folder"; exit 1; }

# A folder that is not there is made; one that cannot be is said. Without the page, a studio for people refuses.
kill "$pid"
wait "$pid" 2>/dev/null || true
: >link
"$DADO" studio "$here/new-games" --port 0 --without-page >link 2>log &
pid=$!
for _ in $(seq 100); do [ -s link ] && break; sleep 0.1; done
[ -d "$here/new-games" ] || { echo "the folder was not made: $(cat log)"; exit 1; }
if "$DADO" studio "$here/no/such/parent" --port 0 --without-page 2>log; then echo "it opened nowhere"; exit 1; fi
grep -q 'cannot make the folder' log || { echo "why it did not open: $(cat log)"; exit 1; }
if ! strings "$DADO" | grep -q 'dado-nonce'; then
    if "$DADO" studio "$here/folder" --port 0 2>log; then echo "it opened without a page"; exit 1; fi
    grep -q './dev studio' log || { echo "what to do is not said: $(cat log)"; exit 1; }
fi
