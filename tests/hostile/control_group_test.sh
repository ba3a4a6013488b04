# Where Linux lets dado make control groups, they count what the kernel holds for a player, freeze it,
# and are gone afterwards: for root, and for an ordinary user to whom a group was handed down.
. tests/support/cli.sh

mount=$(awk '$0 ~ / - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
[ "$(id -u)" = 0 ] || { echo "skipped: only root can hand a control group down"; exit 77; }
[ -n "$mount" ] || { echo "skipped: no control groups of version 2 here"; exit 77; }
handed=" $(cat "$mount/cgroup.subtree_control" 2>/dev/null) "
case $handed in *" memory "*) ;; *) echo "skipped: control groups do not count memory here"; exit 77 ;; esac
case $handed in *" pids "*) ;; *) echo "skipped: control groups do not count processes here"; exit 77 ;; esac
[ -x "${DADO_HOSTILE:-}" ] || { echo "skipped: no hostile program was built"; exit 77; }
command -v setpriv >/dev/null || { echo "skipped: no setpriv here"; exit 77; }

group=$mount/test-of-dado-$$
drop_group() {
    for below in "$group"/*/program "$group"/*/ "$group"; do rmdir "$below" 2>/dev/null || true; done
}
trap 'drop_group; rm -rf "$work"' EXIT
mkdir "$group" "$group/host"
echo "+memory +pids" >"$group/cgroup.subtree_control"
chown 65534:65534 "$group" "$group/cgroup.procs" "$group/host" "$group/host/cgroup.procs"

chmod 755 "$work"
mkdir -m 777 "$work/run"
cp "$DADO" "$work/run/dado"
for name in honest hold_page_tables hold_threads spinner; do cp "$DADO_HOSTILE" "$work/run/$name"; done
chmod -R a+rX "$work"

as_root() { sh -c 'echo $$ >"$0/host/cgroup.procs"; cd "$1"; shift; exec "$@"' "$group" "$work/run" "$@"; }
as_user() {
    sh -c 'echo $$ >"$0/host/cgroup.procs"; cd "$1"; shift
        exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"' "$group" "$work/run" "$@"
}
none_left() { ! ls -d "$group"/dado-* >/dev/null 2>&1 || fail "$1 left a group: $(ls "$group")"; }
killed_for_memory() { awk '$1 == "oom_kill" { print $2 }' "$group/memory.events"; }

for who in as_root as_user; do
    ends_with 0 $who ./dado agent check ./honest
    grep -q 'a control group counts what the kernel holds for it; it waits in a freezer' "$out" ||
        fail "$who: $(grep confined "$out")"
    none_left "$who"

    # All that it tries to have is 760 MB. What it may have, scratch files and the kernel's part
    # included, is 112: the kernel ends it there.
    before=$(killed_for_memory)
    ends_with 3 $who ./dado agent check ./hold_page_tables:memory_mb=64,files_mb=16 -n 1 --time 60000
    grep -q 'ended by signal 9' "$out" || fail "$who: page tables: $(cat "$out")"
    [ "$(killed_for_memory)" -gt "$before" ] || fail "$who: memory was not counted"
    none_left "$who with page tables"

    ends_with 0 $who ./dado sim noughts --seat 1=./spinner --seat 2=./honest:time_ms=40,strikes=0 \
        -n 2 --threads 1 --no-store
    none_left "$who with a spinner"

    # A build is ended by the kernel, too, and not because it was looked at.
    mkdir -p "$work/run/source"
    printf 'awk "BEGIN { s = \\"x\\"; while (1) s = s s }"\ntouch bot\n' >"$work/run/source/build.sh"
    before=$(killed_for_memory)
    ends_with 3 $who ./dado agent build source --take bot --memory 64 --scratch 16 --seconds 60
    grep -q 'using more than 64 MB' "$out" || fail "$who: a build: $(cat "$out")"
    ! grep -q 'most memory seen' "$out" || fail "$who: the memory of a build was looked at"
    [ "$(killed_for_memory)" -gt "$before" ] || fail "$who: the memory of a build was not counted"
    none_left "$who with a build"

    # A dado that is killed cannot remove its group. The next one does.
    rm -f "$work/run/pid"
    $who sh -c 'echo $$ >pid; exec ./dado sim noughts --seat 1=./spinner --seat 2=./honest -n 100000 \
        --threads 1 --no-store' >/dev/null 2>&1 &
    waiting=$!
    tries=0
    until ls -d "$group"/dado-*/program >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || fail "$who: no group was made"
        sleep 0.05
    done
    sleep 0.3
    kill -KILL "$(cat "$work/run/pid")"
    wait "$waiting" 2>/dev/null || true
    tries=0
    while grep -q 1 "$group"/dado-*/cgroup.procs 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || fail "$who: players outlived a dado that was killed"
        sleep 0.05
    done
    ends_with 0 $who ./dado agent check ./honest -n 1
    none_left "$who after a kill"
done
