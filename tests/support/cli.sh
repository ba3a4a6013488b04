# cli.sh - what tests of the command share. Source it: . tests/support/cli.sh
#
# It makes a folder $work that is removed at the end, and leaves $DADO as the
# build gave it. Two promises that every game must keep are functions here, so
# that a new world tests them in one line each:
#
#   same_on_any_number_of_threads sim kuhn -n 5000
#   killed_anywhere_it_resumes 20 sim kuhn -n 20000 --agents ismcts

set -eu
: "${DADO:?is the program under test, set by ctest}"
here=$(pwd)
this_test=$(realpath "$0")
work=$(mktemp -d "${TMPDIR:-/tmp}/dado-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset DADO_STORE DADO_THREADS NO_COLOR COLUMNS 2>/dev/null || true

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# Runs the command, which must end with the exit code given first. Leaves $out and $err as files.
out=$work/out err=$work/err
ends_with() {
    wanted=$1
    shift
    code=0
    "$@" >"$out" 2>"$err" || code=$?
    [ "$code" = "$wanted" ] || {
        cat "$out" "$err" >&2
        fail "exit code $code, not $wanted: $*"
    }
}

# The last command said something on standard error that contains these words, once, in few lines.
complains() {
    grep -F -q -- "$1" "$err" || {
        cat "$err" >&2
        fail "nothing was said of: $1"
    }
    [ "$(wc -l <"$err")" -le "${2:-4}" ] || {
        cat "$err" >&2
        fail "too much was said"
    }
}

same() {
    cmp -s "$1" "$2" || {
        diff "$1" "$2" | head -5 >&2 || true
        fail "$1 and $2 differ"
    }
}

# Plays `dado ARGUMENTS` in a folder of its own and leaves there json, csv and the
# store's fingerprint.
play_in() {
    folder=$1
    shift
    mkdir -p "$folder"
    (cd "$folder" && "$DADO" "$@" -q --resume --csv csv --json >json) || fail "dado $*"
    (cd "$folder" && "$DADO" runs verify | sed 's/^run [0-9]*: //' >print) || fail "dado runs verify"
    [ -s "$folder/json" ] && [ -s "$folder/csv" ] || fail "dado $* left nothing"
}

# The same command on 1, 2, 7 and 16 threads leaves the same bytes.
same_on_any_number_of_threads() {
    rm -rf "$work"/threads-*
    for threads in 1 2 7 16; do
        DADO_THREADS=$threads
        export DADO_THREADS
        play_in "$work/threads-$threads" "$@"
    done
    unset DADO_THREADS
    for threads in 2 7 16; do
        for file in json csv print; do
            same "$work/threads-1/$file" "$work/threads-$threads/$file"
        done
    done
}

# How many matches the latest run in a folder has, and whether it is finished: "1200 false".
kept_in() {
    (cd "$1" && "$DADO" runs --json 2>/dev/null) |
        sed -n 's/.*"matches":\([0-9]*\),.*"finished":\([a-z]*\).*/\1 \2/p'
}

# Interrupts the latest command in the background, as Ctrl-C would, a moment after it has begun to
# listen, and leaves its exit code in $code. (A shell has what runs in the background ignore
# Ctrl-C, so one that comes too early is lost.)
interrupt() {
    pid=$!
    listens=
    while [ -z "$listens" ]; do
        kill -0 "$pid" 2>/dev/null || fail "it ended before it could be interrupted"
        listens=$(awk '/^Name:/ { dado = $2 == "dado" } /^SigCgt:.*[2367abef]$/ && dado' \
            "/proc/$pid/status" 2>/dev/null) || true
        sleep 0.1
    done
    kill -INT "$pid" 2>/dev/null || fail "it ended before it could be interrupted"
    code=0
    wait "$pid" || code=$?
}

# The same once there is something in this file.
interrupt_once_in() {
    while [ ! -s "$1" ]; do
        kill -0 $! 2>/dev/null || fail "it ended before it could be interrupted"
        sleep 0.02
    done
    interrupt
}

# The same once matches of its have come into this store.
interrupt_once_played_in() {
    while ! "$DADO" runs --json --store "$1" 2>/dev/null | grep -q '"matches":[1-9]'; do
        kill -0 $! 2>/dev/null || fail "it ended before it could be interrupted"
        sleep 0.02
    done
    interrupt
}

# Milliseconds from 0 to 39, as a fraction of a second.
some_time() {
    n=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
    printf '0.0%02d' $((n % 40))
}

# Kills `dado ARGUMENTS` this many times, each time after it has been seen to add to the store
# and before it is done, and then lets it finish: nothing may be lost or doubled.
killed_anywhere_it_resumes() {
    times=$1
    shift
    rm -rf "$work/whole" "$work/killed"
    play_in "$work/whole" "$@"
    mkdir "$work/killed"
    before=0
    kills=0
    while [ "$kills" -lt "$times" ]; do
        (cd "$work/killed" && exec "$DADO" "$@" -q --resume --csv csv --json >json 2>log) &
        pid=$!
        now=$before
        while [ "$now" -le "$before" ]; do
            kill -0 "$pid" 2>/dev/null || fail "it ended before kill $((kills + 1)); play more matches"
            state=$(kept_in "$work/killed")
            now=${state% *}
            : "${now:=0}"
        done
        sleep "$(some_time)"
        kill -9 "$pid" 2>/dev/null || fail "it ended before kill $((kills + 1)); play more matches"
        code=0
        wait "$pid" 2>/dev/null || code=$?
        [ "$code" = 137 ] || fail "it ended with $code before it was killed; play more matches"
        state=$(kept_in "$work/killed")
        [ "${state#* }" = false ] || fail "it had finished when it was killed; play more matches"
        before=${state% *}
        kills=$((kills + 1))
        printf 'kill %d: %d matches kept\n' "$kills" "$before"
    done
    play_in "$work/killed" "$@"
    for file in json csv print; do same "$work/whole/$file" "$work/killed/$file"; done
}

# Runs the same test again as an ordinary user, where root runs it. A user who may not read the sources
# or the program cannot, and the test says so. Call it last.
again_as_user() {
    [ "$(id -u)" = 0 ] && [ -z "${AS_ORDINARY_USER:-}" ] || return 0
    nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
    program=$(cd "$here" && realpath "$DADO")
    command -v setpriv >/dev/null && $nobody test -r "$this_test" && $nobody test -x "$program" || {
        echo "not tried as an ordinary user: such a one may not read this folder"
        return 0
    }
    (cd "$here" && $nobody env AS_ORDINARY_USER=1 HOME=/tmp sh "$this_test") || fail "as an ordinary user"
}
