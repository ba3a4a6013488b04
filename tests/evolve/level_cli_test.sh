#!/bin/sh
# level_cli_test.sh - dado level: the same levels on any number of threads and after being killed, and
# clear words for what is malformed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
dado() { "$DADO" level "$@"; }

# Threads change nothing.
dado evolve -n 3 -D population=200 -D generations=60 -j 1 -o "$work/one" --no-store -q >"$work/one.txt"
dado evolve -n 3 -D population=200 -D generations=60 -j 2 -o "$work/two" --no-store -q >"$work/two.txt"
cmp "$work/one.txt" "$work/two.txt" || fail "the table depends on threads"
diff -r "$work/one" "$work/two" >/dev/null || fail "levels depend on threads"

# Killed and gone on with, a run leaves what it would have left. Killed for real, at any moment.
set -- -D population=1000 -D generations=1500 --store "$work/s.db" -j 1 -q
"$DADO" level evolve "$@" --no-store -o "$work/whole" >"$work/whole.txt"
"$DADO" level evolve "$@" -o "$work/killed" >/dev/null 2>&1 &
pid=$!
sleep 0.4
kill -TERM "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
"$DADO" level evolve "$@" --resume -o "$work/resumed" >"$work/resumed.txt"
cmp "$work/whole.txt" "$work/resumed.txt" || fail "a resumed run differs"
cmp "$work/whole/level-00001.level" "$work/resumed/level-00001.level" || fail "its level differs"
"$DADO" level evolve "$@" -o "$work/again" >/dev/null 2>&1 &
pid=$!
sleep 0.3
kill -KILL "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
"$DADO" level evolve "$@" --resume -o "$work/resumed2" >"$work/resumed2.txt"
cmp "$work/whole.txt" "$work/resumed2.txt" || fail "a run resumed after a hard kill differs"

# What is exported reads back: text, JSON, and the text of the text.
level="$work/one/level-00001.level"
dado export "$level" --as text >"$work/a.level"
cmp "$level" "$work/a.level" || fail "text does not come back"
dado export "$level" -o "$work/a.json"
dado export "$work/a.json" --as text >"$work/b.level"
cmp "$level" "$work/b.level" || fail "JSON does not come back"
dado export "$level" --as corpus >"$work/corpus.txt"
[ "$(wc -l <"$work/corpus.txt")" = 14 ] || fail "the corpus form has 14 rows"
dado show "$work/corpus.txt" --no-plan >/dev/null
dado export "$level" -o "$work/a.svg"
grep -q '<svg' "$work/a.svg" || fail "no SVG"
dado export "$level" -o "$work/a.png"
dado show "$level" --json | grep -q '"finished":{[^}]*"value":true' || fail "the planner did not finish"

# Who gets through, and how two sets differ.
dado eval "$work/one" -n 2 --agents planner,runner --csv -q | grep -q 'difficulty' || fail "no table"
dado eval "$level" -n 2 --agents planner --report "$work/page.html" -q >/dev/null
grep -q '<svg' "$work/page.html" || fail "the page has no picture"
dado compare "$work/one" "$work/two" | grep -q 'tile windows' || fail "no comparison"
dado elites -D algorithm=improved --first 50 --batch 20 --batches 3 -q | grep -q 'cells filled' ||
    fail "no archive"

# Levels of a wanted difficulty, found by playing: the easy one is easier, on any number of threads.
set -- -D algorithm=improved -D population=8 -D generations=3 --no-store -q
dado evolve "$@" --difficulty 0 -j 1 -o "$work/easy" >/dev/null
dado evolve "$@" --difficulty 0 -j 2 -o "$work/easy2" >/dev/null
dado evolve "$@" --difficulty 1 -o "$work/hard" >/dev/null
cmp "$work/easy/level-00001.level" "$work/easy2/level-00001.level" || fail "threads change levels"
dado eval "$work/easy" "$work/hard" -n 2 --csv -q | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == "difficulty") at = i }
    NR > 1 { d[NR] = $at }
    END { print "difficulty:", d[2], d[3]; exit !(d[2] < d[3]) }' || fail "difficulty is not met"

# Malformed files: a line, a reason, and a code that is not zero.
refused() { # FILE WORDS COMMAND...
    file=$1 words=$2
    shift 2
    if "$DADO" level "$@" >"$work/out" 2>&1; then fail "taken: $file"; fi
    grep -q "$file:$words" "$work/out" || { cat "$work/out" >&2; fail "no '$words' for $file"; }
}
printf 'pit9 pit = _ =\npit9 pit = =\n' >"$work/bad.patterns"
refused "$work/bad.patterns" 2:1 evolve --patterns "$work/bad.patterns" --no-store
printf 'classes enemy\n' >"$work/bad.table"
refused "$work/bad.table" 1:1 evolve --table "$work/bad.table" --no-store
printf 'XX\nX\n' >"$work/bad.level"
refused "$work/bad.level" 2:1 show "$work/bad.level"
printf '0 1 99\n' >"$work/bad.genes"
refused "$work/bad.genes" 1:5 show "$work/bad.genes"
printf 'metric walkerz = 3\n' >"$work/bad.expect"
refused "$work/bad.expect" 1: evolve --target "$work/bad.expect" --no-store
if "$DADO" level evolve -D mutatoin=1 --no-store >"$work/out" 2>&1; then fail "a typo was taken"; fi
grep -q 'did you mean mutation' "$work/out" || fail "no hint"
if "$DADO" level eval "$work/none" >"$work/out" 2>&1; then fail "a missing file was taken"; fi

# What the library ships opens.
for patterns in library/levels/*.patterns; do
    dado evolve -D generations=2 -D population=20 --patterns "$patterns" \
        --table "${patterns%.patterns}.table" --no-store -q >/dev/null
done
for wish in library/levels/*.expect; do
    dado evolve -D generations=2 -D population=20 --target "$wish" --no-store -q >/dev/null
done
echo fine
