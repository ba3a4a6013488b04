# However dado ends while native code is being compiled, the compiler and what it started end too,
# nothing is left in the folder for temporary files, and the next start clears up the cache. Run by
# root, the test is run once more by a user without rights.
. tests/support/cli.sh
chmod 755 "$work"
[ -z "${DADO_AS_NOBODY:-}" ] || [ "$(id -u)" != 0 ] || fail "it is still root"
command -v cc >/dev/null && command -v setsid >/dev/null || {
    echo "skipped: there is no C compiler or no setsid"
    exit 77
}
XDG_CACHE_HOME=$work/cache TMPDIR=$work/temporary
export XDG_CACHE_HOME TMPDIR
native=$XDG_CACHE_HOME/dado/native
mkdir -m 700 "$XDG_CACHE_HOME" "$TMPDIR" "$work/bin"
"$DADO" sim pig -n 10 --no-store -q --native yes >/dev/null 2>"$err" || {
    grep -q 'static program' "$err" || fail "native code cannot be made: $(cat "$err")"
    echo "skipped: the static program loads no native code"
    exit 77
}

# A compiler like gcc's: a driver, and a program below it that takes its time. Both ignore every
# signal that can be ignored.
cat >"$work/bin/cc" <<TXT
#!/bin/sh
trap '' INT TERM HUP
echo text >"\${TMPDIR:-/tmp}/ccTEST.s"
sh -c 'trap "" INT TERM HUP; echo \$\$ >>"$work/pids"; for i in \$(seq 600); do sleep 0.1; done' cc1 &
echo \$\$ >>"$work/pids"
wait
TXT
chmod 755 "$work/bin/cc"

is_running() {
    state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) || return 1
    [ -n "$state" ] && [ "$state" != Z ] && [ "$state" != X ]
}

# Starts dado in a process group of its own, and waits until the compiler is at work.
begin() {
    : >"$work/pids"
    PATH=$work/bin:$PATH setsid "$DADO" sim "$1" -n 10 --no-store -q --native yes >/dev/null 2>&1 &
    dado=$!
    tries=0
    while [ "$(wc -l <"$work/pids")" -lt 2 ]; do
        is_running "$dado" || fail "dado ended before the compiler was at work"
        tries=$((tries + 1))
        [ "$tries" -lt 1000 ] || fail "the compiler was never started"
        sleep 0.02
    done
}

# Ends what is left of a test that failed.
end_all() {
    for pid in ${dado:-} $(cat "$work/pids" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null || true; done
}
dado=
trap 'end_all; rm -rf "$work"' EXIT

compiler_is_gone() {  # HOW IT ENDED
    for pid in $(cat "$work/pids"); do
        tries=0
        while is_running "$pid"; do
            tries=$((tries + 1))
            [ "$tries" -lt 40 ] || fail "the compiler works on after $1"
            sleep 0.05
        done
    done
    [ -z "$(ls -A "$TMPDIR")" ] || fail "left for ever after $1: $(ls -A "$TMPDIR")"
}

# What is in the cache besides objects and the lock.
residue() {
    find "$native" -mindepth 1 ! -name '*.so' ! -path "$native/lock"
}

for signal in INT TERM; do
    begin hearts
    kill -"$signal" "$dado"
    wait "$dado" || true
    dado=
    compiler_is_gone "$signal"
    [ -z "$(residue)" ] || fail "left in the cache after $signal: $(residue)"
done

for target in '' -; do  # dado alone, then all of its process group
    begin hearts
    kill -KILL "$target$dado"
    wait "$dado" 2>/dev/null || true
    dado=
    compiler_is_gone "KILL of dado${target:+ and its process group}"
    "$DADO" sim pig -n 10 --no-store -q --native yes >/dev/null 2>"$err" || fail "$(cat "$err")"
    [ -z "$(residue)" ] || fail "not cleaned by the next start: $(residue)"
done

# The folder of a dado that is still at work stays.
begin hearts
[ -n "$(residue)" ] || fail "the compiler does not work in the cache"
residue | sort >"$work/before"
"$DADO" sim pig -n 10 --no-store -q --native yes >/dev/null 2>"$err" || fail "$(cat "$err")"
"$DADO" sim twodicepig -n 10 --no-store -q --native yes >/dev/null 2>"$err" || fail "$(cat "$err")"
residue | sort >"$work/after"
same "$work/before" "$work/after"
kill -INT "$dado"
wait "$dado" || true
dado=
compiler_is_gone "INT"

# With the real compiler: no process has the folder it works in as its own any more.
command -v gcc >/dev/null && {
    "$DADO" sim hearts -n 10 --no-store -q --native yes >/dev/null 2>&1 &
    dado=$!
    while [ -z "$(residue | grep '\.s$')" ] && is_running "$dado"; do sleep 0.01; done
    kill -KILL "$dado" 2>/dev/null || true
    wait "$dado" 2>/dev/null || true
    dado=
    sleep 1
    at_work=$(find /proc -maxdepth 2 -name cwd -lname "$native/*" 2>/dev/null || true)
    [ -z "$at_work" ] || fail "gcc works on after KILL: $at_work"
    [ -z "$(ls -A "$TMPDIR")" ] || fail "gcc left $(ls -A "$TMPDIR")"
}

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    cd "$here"
    DADO_AS_NOBODY=1 TMPDIR=/tmp setpriv --reuid 65534 --regid 65534 --clear-groups \
        sh tests/lab/native_residue_test.sh || fail "as a user without rights"
fi
