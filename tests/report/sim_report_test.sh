#!/bin/sh
# sim_report_test.sh - what dado sim --report leaves: the whole page, the same from any number of
# threads, and harmless whatever the game's file is called.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "failed: $*"
    exit 1
}
report() {  # FILE WORDS...: plays and reports
    file=$1
    shift
    "$DADO" sim "$@" --no-store --report "$file" >"$dir/out" 2>"$dir/log" ||
        { cat "$dir/log"; fail "dado sim $*"; }
}

report "$dir/kuhn.html" kuhn -n 500 --seed 3 --threads 1
for part in 'Kuhn poker</h1>' '>What to know first<' '>Who wins<' '>How matches differ<' '>All measures<' \
    '>How this was made<' 'Score by round' 'dado sim kuhn' '>Seed</dt><dd>3<'; do
    grep -qF "$part" "$dir/kuhn.html" || fail "no $part on the page"
done
grep -q 'Every match comes to an end' "$dir/out" || fail "no verdict in the terminal"

# Threads are named by the command, and by nothing else on the page.
report "$dir/three.html" kuhn -n 500 --seed 3 --threads 3
for page in kuhn three; do
    sed 's/--threads [0-9]*//; s/[a-z]*\.html//g' "$dir/$page.html" >"$dir/$page.same"
done
cmp "$dir/kuhn.same" "$dir/three.same" || fail "the number of threads changed the page"

name='<img src=x onerror=alert(1)> & "co".rcy'
cp library/dice/dicepoints.rcy "$dir/$name"
report "$dir/hostile.html" "$dir/$name" -n 200
! grep -q '<img\|<script' "$dir/hostile.html" || fail "a file's name became markup"
grep -q '&lt;img src=x' "$dir/hostile.html" || fail "the file's name is not on the page"

# A page that cannot be written is one clear message.
if "$DADO" sim kuhn -n 10 --no-store --report "$dir/no/such/folder.html" >"$dir/out" 2>"$dir/log"; then
    fail "accepted a folder that is not there"
fi
grep -q 'no/such/folder.html' "$dir/log" || { cat "$dir/log"; fail "which file is not said"; }
