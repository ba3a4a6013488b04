#!/bin/sh
# guests_test.sh - people elsewhere take one seat each by an invitation, and can do nothing but play.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/studio_server.sh
fail() { echo "FAILED: $*"; exit 1; }
seeds=1
[ "${DADO_LONG:-}" != 1 ] || seeds=5

open_studio --threads 1 --store "$here/store.db"
address=$(echo "$link" | sed 's,/#.*,,')
python3 tests/studio/guests.py "$link" "$address" $seeds

# The match was recorded, with times, notes and answers; nothing of the one that somebody did not agree to.
"$DADO" playtest export hearts --with-names --store "$here/store.db" -o "$here/log.jsonl" >/dev/null
[ "$(wc -l <"$here/log.jsonl")" = $seeds ] || fail "not every match is recorded"
grep -q '"name":"Xenia".*"seconds":.*the queen again.*"fun":4.*"result":' "$here/log.jsonl" || fail "the record lacks something"
"$DADO" playtest export noughts --with-names --store "$here/store.db" -o "$here/none.jsonl" >/dev/null
! grep -a -q 'Ulla\|Vera' "$here/store.db" "$here/none.jsonl" || fail "somebody who did not agree is recorded"
[ "$(wc -l <"$here/none.jsonl")" = 1 ] || fail "a match that not all agreed to is recorded"
"$DADO" playtest hearts --store "$here/store.db" -e quick --agents random -n 20 >"$here/answer" 2>&1 || { cat "$here/answer"; fail "it cannot be compared"; }
grep -q 'What they said\|fun' "$here/answer" || fail "what they said is not shown"
"$DADO" runs --store "$here/store.db" | grep -i -q hearts || fail "the host cannot keep the match as a run"
# An export that a job of the studio wrote is reached by a deletion, too; and one outside of its folder is told.
"$DADO" playtest export hearts --store "$here/store.db" -o "$here/outside.jsonl" >/dev/null
python3 - "$link" >"$here/jobs" <<'JOBS'
import http.client, json, sys
link = sys.argv[1]
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
def ask(method, path, body=None):
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request(method, path, body and json.dumps(body), {"X-Dado-Token": token, "Content-Type": "application/json"})
    return connection.getresponse().read().decode()
def job(name, **parameters):
    number = json.loads(ask("POST", "/api/jobs", {"job": name, "parameters": parameters}))["id"]
    return ask("GET", f"/api/jobs/{number}/events")
assert "event: done" in job("playtest export", game="hearts", output="inside.jsonl")
assert "event: done" in job("playtest export", game="noughts", output="pairs.jsonl")
print(job("playtest delete", person="Xenia"))
JOBS
grep -q 'could not be changed.*outside.jsonl' "$here/jobs" || fail "an export that is out of reach is not told"
[ -e "$here/folder/inside.jsonl" ] && [ ! -s "$here/folder/inside.jsonl" ] || fail "an export of the studio keeps a deleted match"
[ -s "$here/outside.jsonl" ] || fail "the studio reaches out of its folder"
"$DADO" playtest delete Xenia --store "$here/store.db" >/dev/null 2>&1
[ ! -s "$here/outside.jsonl" ] || fail "a later deletion does not reach the file"
"$DADO" runs --store "$here/store.db" >"$here/runs" 2>&1 || true
! grep -i -q hearts "$here/runs" || fail "the run that was kept beside the record is still there"
# Of those whose seat changed hands only the one who came back is recorded.
! LC_ALL=C grep -a -q 'Wanda\|Sonja\|Wilma' "$here"/store.db* || fail "somebody who did not agree, or was replaced, is recorded"
[ "$(wc -l <"$here/folder/pairs.jsonl")" = 1 ] || fail "who comes back to a seat is not recorded"
! LC_ALL=C grep -a -q 'Xenia\|Yara\|the queen again' "$here"/store.db* "$here/log.jsonl" || fail "Xenia is still there"
kill "$pid"
wait "$pid" || true
pid=""

# Behind a proxy: its name is one more, and others stay out.
open_studio --threads 1 --invite https://play.example.org
python3 - "$link" <<'PROXY'
import http.client, json, sys
link = sys.argv[1]
host, token = link.split("//")[1].split("/")[0], link.split("token=")[1]
def ask(path, body, **head):
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.putrequest("POST", path, skip_host=True)
    body = json.dumps(body).encode()
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **head}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer.getheader("Set-Cookie")
begun = json.loads(ask("/api/sittings", {"game": "noughts", "seats": "human", "seed": 1}, Host=host, **{"X-Dado-Token": token})[1])
links = json.loads(ask("/api/invitations", {"sitting": begun["id"]}, Host=host, **{"X-Dado-Token": token})[1])["invitations"]
assert links[0]["link"].startswith("https://play.example.org/seat#"), links
join = {"token": links[0]["link"].split("#")[1]}
assert ask("/api/seat/join", join, Host="other.example.org")[0] == 403
assert ask("/api/seat/join", join, Host="play.example.org", Origin="http://evil.example")[0] == 403
assert ask("/api/seat/join", join, Host="play.example.org", Origin="https://evil.example")[0] == 403
status, _, cookie = ask("/api/seat/join", join, Host="play.example.org", Origin="https://play.example.org")
assert status == 200 and "; Secure" in cookie, cookie
PROXY
kill "$pid"
wait "$pid" || true
pid=""
for wrong in play.example.org https:// 'https://a b' https://play.example.org/x; do
    code=0
    timeout 20 "$DADO" studio "$here/folder" --port 0 --without-page --invite "$wrong" >/dev/null 2>&1 || code=$?
    [ $code = 1 ] || fail "$wrong is taken for an address: $code"
done

# Fifty at once, in the long run: 99 of 100 moves take at most 200 ms.
if [ "${DADO_LONG:-}" = 1 ]; then
    open_studio
    python3 tests/studio/guests_load.py "$link" 13 30 | tee "$here/load"
    [ "$(sed 's/.*100 within \([0-9]*\) ms.*/\1/' "$here/load")" -le 200 ] || fail "moves take too long with fifty guests"
fi
