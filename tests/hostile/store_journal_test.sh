# Looking at a store removes no file that a journal beside it names.
#
# At b3ddd41 `dado runs show last` removed the file: SQLite follows the name of a "super-journal".
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: no python3 here"; exit 77; }
dado=$(realpath "$DADO")
cp tests/hostile/super_journal.py "$work"
mkdir "$work/stranger" "$work/home"
chmod -R a+rwX "$work"
cd "$work/stranger"
"$dado" sim kuhn -n 20 --store clean.db -q >/dev/null

look() {  # WORDS...: a verb that reads the store dado.db
    cp clean.db dado.db
    rm -f dado.db-journal dado.db-wal dado.db-shm
    echo "a letter" >"$work/home/letter"
    python3 "$work/super_journal.py" dado.db "$work/home/letter"
    "$dado" "$@" >"$out" 2>"$err" || true
    [ -f "$work/home/letter" ] || fail "dado $* removed a file outside the store"
}
look runs
look runs show last
look runs show last --json
look runs export last -o "$work/stranger/all.sqlite"
look runs verify
look replay last
look sim kuhn -n 30
look diff run:1 kuhn -n 20
# The store is still one: what was there is shown.
ends_with 0 "$dado" runs show last
grep -q "Kuhn" "$out" || fail "the store shows nothing: $(cat "$out")"

again_as_user
