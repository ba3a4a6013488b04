# studio_server.sh - a studio on a folder of its own, for tests that talk to it. Source it: . tests/support/studio_server.sh
#
# It makes $here, removed at the end, with $here/folder in it; open_studio [OPTIONS] starts the server there,
# leaves its link in $link and its process in $pid.
set -eu
"$DADO" studio --help >/dev/null 2>&1 || { echo "skipped: this dado has no studio"; exit 77; }
here=$(mktemp -d)
pid=""
cleanup() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
    rm -rf "$here"
}
trap cleanup EXIT
mkdir "$here/folder"

open_studio() {
    rm -f "$here/link"  # or the link of the studio before would be read
    "$DADO" studio "$here/folder" --port 0 --without-page "$@" >"$here/link" 2>"$here/log" &
    pid=$!
    for _ in $(seq 100); do [ -s "$here/link" ] && break; sleep 0.1; done
    [ -s "$here/link" ] || { cat "$here/log"; echo "FAILED: the studio does not start"; exit 1; }
    link=$(cat "$here/link")
}
