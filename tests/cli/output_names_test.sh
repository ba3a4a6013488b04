# Somebody who knows the number of the process cannot make dado write through a link: no file that
# is written on the way to an output has a name that can be foreseen. Run by root, the test is run
# once more by a user without rights.
. tests/support/cli.sh
chmod 755 "$work"
[ -z "${DADO_AS_NOBODY:-}" ] || [ "$(id -u)" != 0 ] || fail "it is still root"
cd "$work"
umask 022
ends_with 0 "$DADO" sim kuhn -n 50 -q --keep moves --store kept.db

# Runs `dado ARGUMENTS` with links of the names that were once used on the way to a file.
try() {  # FILE ARGUMENTS...
    target=$1
    shift
    mkdir -p private
    echo secret >private/file
    ends_with 0 sh -c 'file=$1; shift
        for name in "$file.$$.part" "$file.part$$" "$file.part" "$file.tmp"; do
            ln -s "$PWD/private/file" "$name"
        done
        exec "$@"' try "$target" "$DADO" "$@"
    [ "$(cat private/file)" = secret ] || fail "written through a link: dado $*"
    [ -s "$target" ] || fail "nothing was written to $target: dado $*"
    [ "$(find . -name '.dado-*' | wc -l)" = 0 ] || fail "something is left of: dado $*"
}
try page.html sim kuhn -n 20 -q --no-store --report page.html
try rows.csv sim kuhn -n 20 -q --no-store --csv rows.csv
try half.dado sim kuhn -n 20 -q --part 1/2 --part-file half.dado
try tables.sqlite runs export last --store kept.db --out tables.sqlite
try replay.html replay last --store kept.db --html replay.html
try report.html report last --store kept.db -o report.html
try journal solve bigpoints --colours 2 --discs 2 --all --journal journal
try bot/agent.py new agent bot

# The names of SQLite's own files beside a store are known, and it follows no link there.
echo secret >private/file
for ending in journal wal shm; do
    ln -s "$PWD/private/file" "fresh.db-$ending"
    ln -s "$PWD/private/$ending" "empty.db-$ending"
done
"$DADO" sim kuhn -n 20 -q --store fresh.db >"$out" 2>&1 || true
"$DADO" sim kuhn -n 20 -q --store empty.db >"$out" 2>&1 || true
[ "$(cat private/file)" = secret ] && [ "$(ls private)" = file ] || fail "SQLite follows a link"

# What the user made private stays so, and a program can be run.
chmod 600 page.html tables.sqlite
ends_with 0 "$DADO" sim kuhn -n 20 -q --no-store --report page.html
ends_with 0 "$DADO" runs export last --store kept.db -o tables.sqlite
[ "$(stat -c %a page.html tables.sqlite | sort -u)" = 600 ] || fail "a private file was opened up"
[ -x bot/agent.py ] || fail "an agent that cannot be run"

# Standard output by another name, as a file: what is there stays, and so does /dev/stdout.
before=$(ls -l /dev/stdout)
{ echo first && "$DADO" sim kuhn -n 20 -q --no-store --csv /dev/stdout; } >all 2>"$err" ||
    fail "nothing was written to /dev/stdout"
[ "$(sed -n '1p' all)" = first ] && grep -q '^match,end' all || fail "/dev/stdout lost something"
[ "$(ls -l /dev/stdout)" = "$before" ] || fail "/dev/stdout was replaced"

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    cd "$here"
    DADO_AS_NOBODY=1 TMPDIR=/tmp setpriv --reuid 65534 --regid 65534 --clear-groups \
        sh tests/cli/output_names_test.sh || fail "as a user without rights"
fi
