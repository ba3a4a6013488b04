# What cannot be written is said, once, and the exit code is not 0, whatever a verb prints, keeps or reports.
. tests/support/cli.sh
cd "$work"
ends_with 0 "$DADO" sim kuhn -n 20 -q --keep moves

# A disk that is full behind standard output.
full() {
    code=0
    "$DADO" "$@" >/dev/full 2>"$err" </dev/null || code=$?
    [ "$code" = 1 ] || fail "exit code $code, not 1, with a full disk: dado $*"
    [ "$(grep -c 'could not be written' "$err")" = 1 ] || {
        cat "$err" >&2
        fail "a full disk is not told of once: dado $*"
    }
}
if [ -e /dev/full ]; then
    full --version
    full --help
    full help sim
    full help --markdown
    full list games
    full check --json dicepoints
    full sim kuhn -n 100 --no-store
    full sim kuhn -n 100 --no-store --json
    full sim kuhn -n 5000 --no-store --csv -
    full play kuhn --watch --delay 0 --no-store
    full replay last
    full replay last --events json
    full runs
    full runs show last
    full report last -o -
    full arena kuhn random greedy -n 10 --no-store
    full doctor dicepoints --effort quick
    full sweep dicepoints -D ROUNDS=2,3 -n 50 --no-store
    full diff dicepoints -A ROUNDS=4 -n 50
    full evolve dicepoints --target tense --population 4 --generations 1 -n 20 --no-store
    full solve bigpoints --board 1212
    full solve bigpoints --colours 2 --discs 2 --all --csv
    full solve bigpoints --colours 2 --discs 2 --all --json
    full map gen bsp
    full map eval bsp --maps 1 -n 2 --no-store
    full map illuminate bsp --first 2 --batches 0 --games 1
    full level evolve -D generations=1 -D population=4 --no-store
else
    echo "skipped: there is no /dev/full here"
fi

# Below what is no folder nobody can write, root neither.
echo hello >file
nowhere() {
    path=$1
    shift
    ends_with 1 "$DADO" "$@" "$path" -q </dev/null
    complains "$path"
    [ "$(cat file)" = hello ] || fail "a file was written over: dado $*"
}
nowhere file/x.db sim kuhn -n 10 --store
nowhere file/x.db arena kuhn random greedy -n 10 --store
nowhere file/x.db sweep dicepoints -D ROUNDS=2,3 -n 10 --store
nowhere file/x.db evolve dicepoints --target tense --population 4 --generations 1 -n 20 --store
nowhere file/x.db level evolve -D generations=1 -D population=4 --store
nowhere file/x.db map eval bsp --maps 1 -n 2 --store
nowhere file/x.db play kuhn --watch --delay 0 --store
nowhere file/x.db runs --store
nowhere file/x.html sim kuhn -n 10 --no-store --report
nowhere file/x.html report last -o
nowhere file/x.html runs show last --report
nowhere file/x.html arena kuhn random greedy -n 10 --no-store --report
nowhere file/x.html doctor dicepoints --effort quick --report
nowhere file/x.html sweep dicepoints -D ROUNDS=2,3 -n 10 --no-store --report
nowhere file/x.html diff dicepoints -A ROUNDS=4 -n 20 --report
nowhere file/x.html evolve dicepoints --target tense --population 4 --generations 1 -n 20 --no-store --report
nowhere file/x.html solve bigpoints --colours 2 --discs 2 --all --report
nowhere file/x solve bigpoints --colours 2 --discs 2 --all --journal
nowhere file/x evolve dicepoints --target tense --population 4 --generations 1 -n 20 --no-store --out
nowhere file/x replay last --html
nowhere file/x map gen bsp --out

# A folder that may only be read binds everybody but root, who is left out.
mkdir readonly
chmod a-w readonly
if touch readonly/probe 2>/dev/null; then
    echo "skipped: permissions do not bind this user"
else
    nowhere readonly/x.db sim kuhn -n 10 --store
    nowhere readonly/x.html sim kuhn -n 10 --no-store --report
    (cd readonly && ends_with 1 "$DADO" sim kuhn -n 10) || exit 1
    complains "--store FILE"
fi
chmod u+w readonly
