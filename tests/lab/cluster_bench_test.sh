# A simulated cluster with stragglers and losses: the sums of one process, and everybody busy.
set -eu
bench=$(dirname "$DADO")/bench/bench_lab_cluster
[ -x "$bench" ] || { echo "skipped: the benchmarks are not built"; exit 77; }
"$bench" 100 1000
