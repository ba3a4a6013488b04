# A question that is killed half way and asked again has the same answer, byte for byte, as one that
# was never killed; and so has one that is asked a second time of the same store.
. tests/support/cli.sh
cd "$work" || exit 1

# asks QUESTION...: kills it after a while, on a store that is then used again
asks() {
    rm -f kept.db* fresh.db*
    DADO_STORE="$work/fresh.db" "$DADO" doctor agram "$@" -j 1 --json >fresh.json 2>/dev/null || fail "no answer: $*"
    for after in 0.05 0.3; do
        DADO_STORE="$work/kept.db" "$DADO" doctor agram "$@" -j 2 --json >killed.json 2>/dev/null &
        pid=$!
        sleep "$after"
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    DADO_STORE="$work/kept.db" "$DADO" doctor agram "$@" -j 4 --json >again.json 2>/dev/null || fail "no answer after a kill: $*"
    same fresh.json again.json
    DADO_STORE="$work/kept.db" "$DADO" doctor agram "$@" -j 1 --json >third.json 2>/dev/null || fail "no second answer: $*"
    same fresh.json third.json
}
asks cards --pairs -n 1500
asks pacing -e quick
asks options -e quick
