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
