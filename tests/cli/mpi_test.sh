# Several processes joined by MPI: the store and the answer of one, a kill loses nothing, and what
# a machine lacks is named. In full doses with 1, 2, 4 and 7 ranks, both libraries, and 56 kills.
. tests/support/cli.sh

build=$(dirname "$DADO")
[ -f "$build/dado-mpi.so" ] || { echo "skipped: this build has no MPI"; exit 77; }
command -v mpirun >/dev/null || { echo "skipped: there is no mpirun"; exit 77; }

ranks="2" kills=1
if [ "${DADO_LONG:-}" ]; then ranks="1 2 4 7" kills=7; fi

# Loopback only. Which library mpirun is of is told by its version.
case $(mpirun --version 2>&1) in
*"Open MPI"*) run="mpirun --allow-run-as-root --oversubscribe --mca btl self,vader
    --mca oob_tcp_if_include lo --mca orte_base_help_aggregate 0" ;;
*) run="mpirun -iface lo" ;;
esac
# The other library, in full doses: its module is made here.
other="" sources=$here/src
if [ "${DADO_LONG:-}" ] && command -v mpicc.mpich >/dev/null && command -v mpirun.mpich >/dev/null; then
    mpicc.mpich -std=c17 -shared -fPIC -I"$sources" "$sources/lab/mpi_wire.c" -o "$work/mpich.so"
    other="env DADO_MPI=$work/mpich.so mpirun.mpich -iface lo"
fi

cd "$work"
"$DADO" level evolve -D population=20 -D generations=4 -n 2 -o levels --no-store -q >/dev/null

# All that a store has, but for clocks: the prints of its runs, and the rows of its trails.
print() {
    "$DADO" runs verify --store "$1" 2>/dev/null | sed 's/.*fingerprint //' || true
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'PY'
import hashlib, sqlite3, sys
store = sqlite3.connect(sys.argv[1])
tables = {name for name, in store.execute("SELECT name FROM sqlite_master")}
if "trail" in tables:
    rows = store.execute("SELECT settings, columns, state, finished FROM trail ORDER BY id").fetchall()
    rows += store.execute("SELECT number, place, value FROM trail_row ORDER BY trail, number, place").fetchall()
    print(len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
PY
}
document() { sed 's/"store":"[^"]*"//' "$out"; }

# A verb answers with any number of ranks and threads as one process does, and leaves that store.
answers_alike() {  # FLAG-OF-THE-STORE COMMAND...
    flag=$1 one="" many=""
    shift
    if [ "$flag" != none ]; then one="$flag one.db" many="$flag many.db"; fi
    # shellcheck disable=SC2086 # words are meant to be split, here and below
    ends_with 0 "$DADO" "$@" --json -q $one
    document >one.json
    [ -z "$one" ] || print one.db >one.print
    for with in "$run" "$other"; do
        [ -n "$with" ] || continue
        for n in $ranks; do
            for threads in 1 2; do
                # shellcheck disable=SC2086
                ends_with 0 $with -n $n "$DADO" "$@" --json -q --mpi --threads $threads $many
                document | cmp - one.json || fail "$n ranks of $threads threads answer otherwise: dado $*"
                [ -z "$many" ] || print many.db >many.print
                [ -z "$many" ] || cmp one.print many.print ||
                    fail "$n ranks of $threads threads leave another store: dado $*"
                rm -f many.db*
            done
        done
    done
    rm -f one.db*
}
answers_alike --store sim hearts --agents random -n 400 --seed 3
answers_alike --store sweep dicepoints -D ROUNDS=2,3 -n 300
answers_alike none diff dicepoints -A ROUNDS=4 -n 300
answers_alike none doctor nim --effort quick
answers_alike --store arena kuhn random greedy ismcts:iterations=20 -n 40
answers_alike --store map eval lair --games 3 --types brave,runner
answers_alike --journal level eval levels --agents runner,novice -n 5
answers_alike --store evolve dicepoints --target tense --population 6 --generations 2 -n 40
answers_alike --store level evolve -D algorithm=improved -D population=6 -D generations=2 --seed 3
answers_alike --journal solve bigpoints --colours 4 --discs 2 --all
answers_alike --journal solve bigpoints --sizes 2x2,2x3 --sample 9

# Killed at random moments, mpirun or one of its ranks, each verb that keeps what it has ends where
# an undisturbed one does. A run that is done before it is hit begins anew.
killed_it_goes_on() {  # FLAG-OF-THE-STORE COMMAND...
    flag=$1
    shift
    resume=--resume
    [ "$flag" = --store ] || resume=
    ends_with 0 "$DADO" "$@" --json -q "$flag" whole.db
    document >whole.json
    print whole.db >whole.print
    began=$(date +%s%N)
    # shellcheck disable=SC2086
    ends_with 0 $run -n 2 "$DADO" "$@" -q --mpi --threads 1 "$flag" part.db
    took=$(($(date +%s%N) - began))
    rm -f part.db*
    hits=0
    while [ $hits -lt $kills ]; do
        # shellcheck disable=SC2086
        $run -n 2 "$DADO" "$@" -q --mpi --threads 1 $resume "$flag" part.db >/dev/null 2>&1 &
        pid=$!
        sleep "$(awk -v t=$took -v s="$hits$(date +%N)" 'BEGIN { srand(s); print t * rand() / 1e9 }')"
        victim=$pid
        [ $((hits % 2)) = 0 ] || victim=$(pgrep -P $pid 2>/dev/null | tail -1)
        if kill -9 "${victim:-$pid}" 2>/dev/null; then hits=$((hits + 1)); else rm -f part.db*; fi
        wait $pid 2>/dev/null || true
    done
    # shellcheck disable=SC2086
    ends_with 0 $run -n 3 "$DADO" "$@" --json -q --mpi --threads 1 $resume "$flag" part.db
    document | cmp - whole.json || fail "killed and resumed, it answers otherwise: dado $*"
    print part.db | cmp - whole.print || fail "killed and resumed, it leaves another store: dado $*"
    echo "killed $hits times, and nothing lost: dado $*"
    rm -f whole.db* part.db*
}
killed_it_goes_on --store sim kuhn --agents ismcts:iterations=300,random -n 1000 --seed 2
killed_it_goes_on --store sweep nim -D misere=no,yes --agents uct:iterations=60 -n 200
killed_it_goes_on --store arena kuhn random ismcts:iterations=100 -n 300
killed_it_goes_on --store map eval lair --games 20 --types brave,runner
killed_it_goes_on --journal level eval levels --agents planner,runner -n 40
killed_it_goes_on --store evolve dicepoints --target tense --population 8 --generations 4 -n 200
killed_it_goes_on --store level evolve -D population=60 -D generations=40 --seed 3
killed_it_goes_on --journal solve bigpoints --colours 4 --discs 2 --loose --all

ends_with 2 "$DADO" sim kuhn -n 10 --mpi --part 1/2 --part-file x.dado
complains 'a part is played by one process'
