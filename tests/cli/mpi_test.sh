# Several processes joined by MPI: the store and the answer of one, a kill loses nothing, and what
# a machine lacks is named.
. tests/support/cli.sh

build=$(dirname "$DADO")
[ -f "$build/dado-mpi.so" ] || { echo "skipped: this build has no MPI"; exit 77; }
command -v mpirun >/dev/null || { echo "skipped: there is no mpirun"; exit 77; }

cd "$work"
print() { "$DADO" runs verify --store "$1" | sed 's/.*fingerprint //'; }

# Loopback only. Which library mpirun is of is told by its version.
case $(mpirun --version 2>&1) in
*"Open MPI"*) run="mpirun --allow-run-as-root --oversubscribe --mca btl self,vader
    --mca oob_tcp_if_include lo --mca orte_base_help_aggregate 0" ;;
*) run="mpirun -iface lo" ;;
esac

play="sim hearts --agents random -n 400 --seed 3"
ends_with 0 "$DADO" $play --store one.db --json
sed 's/"store":"[^"]*"//' "$out" >one.json
for ranks in 1 2; do
    for threads in 1 2; do
        # shellcheck disable=SC2086 # words are meant to be split
        ends_with 0 $run -n $ranks "$DADO" $play --store many.db --json --mpi --threads $threads
        sed 's/"store":"[^"]*"//' "$out" | cmp - one.json ||
            fail "$ranks ranks of $threads threads answer otherwise"
        [ "$(print many.db)" = "$(print one.db)" ] ||
            fail "$ranks ranks of $threads threads leave other bytes"
        rm -f many.db*
    done
done

# Every verb that knows --mpi answers as one process does. In full doses with more ranks.
if [ "${DADO_LONG:-}" ]; then many="2 4 7"; else many="2"; fi
answers_alike() {
    ends_with 0 "$DADO" "$@" --json -q
    cp "$out" alone.json
    for ranks in $many; do
        # shellcheck disable=SC2086
        ends_with 0 $run -n $ranks "$DADO" "$@" --json -q --mpi --threads 1
        cmp "$out" alone.json || fail "$ranks ranks answer otherwise: dado $*"
    done
}
answers_alike sweep dicepoints -D ROUNDS=2,3 -n 300 --no-store
answers_alike diff dicepoints -A ROUNDS=4 -n 300
answers_alike doctor nim --effort quick
answers_alike arena kuhn random greedy ismcts:iterations=20 -n 40 --no-store
answers_alike map eval lair --games 3 --profiles brave,runner --no-store
answers_alike evolve dicepoints --toward tense --population 6 --generations 2 -n 40 --no-store
answers_alike solve bigpoints --colours 4 --discs 2 --all
answers_alike solve bigpoints --sizes 2x2,2x3 --sample 9

# Killed at random moments, each verb that keeps what it has ends where an undisturbed one does.
if [ "${DADO_LONG:-}" ]; then kills=10; else kills=1; fi
killed_it_goes_on() {  # STORE-FLAG COMMAND...
    flag=$1
    shift
    ends_with 0 "$DADO" "$@" --json -q "$flag" whole.db
    cp "$out" whole.json
    for moment in $(awk -v n=$kills 'BEGIN { srand(); for (i = 0; i < n; i++) print 0.2 + 1.3 * rand() }'); do
        # shellcheck disable=SC2086
        $run -n 2 "$DADO" "$@" -q --mpi --threads 1 $resume "$flag" part.db >/dev/null 2>&1 &
        pid=$!
        sleep "$moment"
        kill -9 $pid 2>/dev/null || true
        wait $pid 2>/dev/null || true
    done
    # shellcheck disable=SC2086
    ends_with 0 $run -n 2 "$DADO" "$@" --json -q --mpi $resume "$flag" part.db
    cmp "$out" whole.json || fail "killed and resumed, it answers otherwise: dado $*"
    rm -f whole.db* part.db*
}
resume=--resume
killed_it_goes_on --store sweep nim -D misere=no,yes --agents uct:iterations=60 -n 200
killed_it_goes_on --store arena kuhn random ismcts:iterations=100 -n 300
killed_it_goes_on --store map eval lair --games 20 --profiles brave,runner
killed_it_goes_on --store evolve dicepoints --toward tense --population 8 --generations 4 -n 200
resume=
killed_it_goes_on --journal solve bigpoints --colours 4 --discs 2 --loose --all

# Killed at any moment, it goes on with another number of processes.
long="sim kuhn --agents ismcts:iterations=300,random -n 3000 --seed 2"
ends_with 0 "$DADO" $long --store whole.db -q
for moment in 0.5 0.8 1.1; do
    # shellcheck disable=SC2086
    $run -n 2 "$DADO" $long --store killed.db -q --mpi --threads 1 --resume >/dev/null 2>&1 &
    pid=$!
    sleep $moment
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
done
# shellcheck disable=SC2086
ends_with 0 $run -n 2 "$DADO" $long --store killed.db -q --mpi --resume
[ "$(print killed.db)" = "$(print whole.db)" ] || fail "killed and resumed, it left other bytes"

ends_with 2 "$DADO" $play --mpi --part 1/2 --out x.dado
complains 'a part is played by one process'
