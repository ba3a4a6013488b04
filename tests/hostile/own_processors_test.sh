# Where there are processors enough, every match has its own: players of one cannot slow down those of
# another. Players say which processors they may use.
. tests/support/cli.sh

[ -x "${DADO_HOSTILE:-}" ] || { echo "skipped: no hostile program was built"; exit 77; }
there=$(nproc)
[ "$there" -gt 1 ] || { echo "skipped: one processor only"; exit 77; }
dado=$(realpath "$DADO")
cp "$DADO_HOSTILE" "$work/count_processors"
chmod -R a+rX "$work"
cd "$work"

seen() {  # THREADS: the different answers, one per line
    ends_with 0 "$dado" sim noughts --seat 1=./count_processors -n 3000 --threads "$1" --no-store
    grep -o 'processors: [0-9]* from [0-9]*' "$err" | sort -u
}

# Two at a time: each has half of them, and they are not the same half.
seen 2 >two
each=$((there / 2))
[ "$(grep -c "processors: $each from" two)" = 2 ] || fail "two matches at once: $(cat two)"
# One at a time has all of them; more than there are share all of them.
seen 1 >one
[ "$(cut -d' ' -f2 one)" = "$there" ] || fail "one match at once: $(cat one)"
seen $((there + 1)) >many
[ "$(cut -d' ' -f2 many | sort -u)" = "$there" ] || fail "many matches at once: $(cat many)"

again_as_user
