#!/bin/sh
# load_test.sh - fifty clients at once, ten seconds (five minutes with DADO_LONG=1); and a thousand who are slow.
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
. tests/support/studio_server.sh
cp library/dice/pig.rcy "$here/folder/mine.rcy"
ulimit -n 4096 2>/dev/null || true
open_studio --threads 1
seconds=10
[ "${DADO_LONG:-}" != 1 ] || seconds=300
python3 tests/studio/load.py "$link" "$seconds" 50 "$pid"

# A thousand connections that say nothing more: whoever speaks is answered while they hang on.
python3 - "$link" <<'PY'
import http.client, socket, sys, time
link = sys.argv[1]
host, port = link.split("//")[1].split("/")[0].split(":")
slow = []
for i in range(1000):
    s = socket.socket()
    s.settimeout(5)
    try:
        s.connect((host, int(port)))
        s.send(b"POST /api/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n" if i % 2 else b"GET / HTTP/1.1\r\nHo")
        slow.append(s)
    except OSError:
        pass
begun = time.time()
connection = http.client.HTTPConnection(host, int(port), timeout=60)
connection.request("GET", "/api/files", headers={"X-Dado-Token": link.split("token=")[1]})
status = connection.getresponse().status
print(f"{len(slow)} slow connections: answered {status} after {time.time() - begun:.1f} s")
assert len(slow) == 1000 and status == 200 and time.time() - begun < 45
PY
kill -0 "$pid"
[ "$(ls "$here/folder")" = mine.rcy ]
cmp -s library/dice/pig.rcy "$here/folder/mine.rcy"
