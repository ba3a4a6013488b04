# Every promise of bench/bars.tsv has a value, the commit of its measurement, and a command that exists.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

cd "$(dirname "$0")/../.."
tab=$(printf '\t')
rows=$(grep -v '^#' bench/bars.tsv | sed 1d)
[ "$(echo "$rows" | wc -l)" -ge 10 ] || fail "bench/bars.tsv is empty"
twice=$(echo "$rows" | cut -f1 | sort | uniq -d)
[ -z "$twice" ] || fail "promised twice: $twice"

# The source of a program of the build: build/bench/bench_lab_sim is bench/lab/sim_bench.c.
source_of() {
    name=${1##*/}
    case "$1" in
    build/bench/bench_*) name=${name#bench_} where="bench/${name%%_*}/${name#*_}_bench.c" ;;
    build/test_*) name=${name#test_} where="tests/${name%%_*}/${name#*_}_test.c" ;;
    *) where=CMakeLists.txt ;;
    esac
    [ -f "$where" ] || fail "$1: there is no $where"
}

echo "$rows" | while IFS="$tab" read -r what promise value when command; do
    [ -n "$promise" ] && [ -n "$value" ] && [ -n "$command" ] || fail "$what: a column is empty"
    echo "$when" | grep -Eq '^[0-9a-f]{7,40}$' || fail "$what: '$when' is no commit"
    for word in $command; do
        case "$word" in
        build/*) source_of "$word" ;;
        ./dev) ./dev help | grep -q "^  $(echo "$command" | sed 's/^[^ ]* \([a-z]*\).*/\1/') " ||
            fail "$what: ./dev has no such command: $command" ;;
        .ci/run) [ -x .ci/run ] || fail "there is no .ci/run" ;;
        esac
    done
    echo "$command" | grep -Eq '(^|=[0-9]+ )(build/|\./dev |\.ci/run)' || fail "$what: cannot be run: $command"
done
