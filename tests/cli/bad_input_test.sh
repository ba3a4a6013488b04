# Whatever is wrong with the input, there is one clear message with a remedy, and a non-zero exit.
. tests/support/cli.sh
cd "$work"

# Files that are no games.
ends_with 1 "$DADO" sim nowhere.rcy
complains "there is no file nowhere.rcy"
mkdir folder.rcy
ends_with 1 "$DADO" sim folder.rcy
complains "is a folder"
ends_with 1 "$DADO" sim "$work"
complains "is a folder"
head -c 4000 /dev/urandom >garbage.rcy
ends_with 1 "$DADO" sim garbage.rcy
complains "garbage.rcy" 6
printf 'a\000b' >zero.rcy
ends_with 1 "$DADO" sim zero.rcy
complains "is not text"
truncate -s 100M huge.rcy
ends_with 1 "$DADO" sim huge.rcy
complains "is longer than"
: >empty.rcy
ends_with 1 "$DADO" sim empty.rcy
complains "empty.rcy"
printf '(game\n (setup\n  (create players 2)\n' >open.rcy
ends_with 1 "$DADO" sim open.rcy
complains "open.rcy:4:1"
ends_with 3 "$DADO" check open.rcy
grep -q 'open.rcy:4:1: E111' "$out" || fail "check does not show the place"
ends_with 3 "$DADO" check open.rcy --json
grep -q '"line":4' "$out" || fail "check --json does not tell the line"
echo hello >notes.txt
ends_with 1 "$DADO" sim notes.txt
complains "notes.txt"
ends_with 1 "$DADO" sim ''
complains "empty"

# Words that make no sense.
ends_with 0 "$DADO"
ends_with 2 "$DADO" smi
complains "did you mean sim?"
ends_with 2 "$DADO" sim
complains "dado sim GAME"
ends_with 1 "$DADO" sim khun
complains "did you mean kuhn?"
ends_with 2 "$DADO" sim kuhn -n -1
complains "--matches must be a whole number"
ends_with 2 "$DADO" sim kuhn -n 10 --no-store --csv -q
complains "--csv needs a value, and -q is an option; if it is the FILE, write --csv=-q"
[ ! -e ./-q ] || fail "an option was taken for a file"
ends_with 2 "$DADO" sim kuhn --report --json
complains "write --report=--json"
ends_with 2 "$DADO" sim kuhn -n 1e3
ends_with 2 "$DADO" sim kuhn -n 99999999999999999999
ends_with 2 "$DADO" sim kuhn -n
complains "needs a value"
ends_with 2 "$DADO" sim kuhn --threads 0
ends_with 2 "$DADO" sim kuhn --sede 1
complains "did you mean --seed?"
ends_with 2 "$DADO" sim kuhn -Z
ends_with 2 "$DADO" sim kuhn walk
complains "one word too many"
ends_with 2 "$DADO" sim kuhn --keep everything
complains "results, moves or sums"
ends_with 2 "$DADO" runs shwo
complains "did you mean show?"
ends_with 2 "$DADO" list gmaes
complains "did you mean games?"
ends_with 2 "$DADO" sim kuhn --resume --no-store
DADO_THREADS=many ends_with 2 "$DADO" sim kuhn --no-store
complains "DADO_THREADS"

# Options and agents.
ends_with 1 "$DADO" sim walk -D widht=3
complains "did you mean width?"
ends_with 1 "$DADO" sim walk -D width=99
complains "width must be a whole number"
ends_with 1 "$DADO" sim walk -D width
complains "NAME=VALUE"
ends_with 1 "$DADO" sim walk -D width=1 -D width=2
complains "twice"
ends_with 1 "$DADO" sim walk -D width=@nowhere
complains "there is no file nowhere"
ends_with 1 "$DADO" sim kuhn --agents randm
complains "did you mean random?"
ends_with 1 "$DADO" sim kuhn --agents random,random,random
complains "2 seats"
ends_with 1 "$DADO" sim kuhn --seat 3=random
complains "there is no seat 3"
ends_with 1 "$DADO" sim kuhn --seat random
complains "SEAT=AGENT"
ends_with 1 "$DADO" sim kuhn --agents ismcts:iteratons=5
complains "did you mean iterations?"
ends_with 1 "$DADO" sim kuhn --agents ./nobody.py
complains "there is no file ./nobody.py"

# Files that cannot be written.
ends_with 1 "$DADO" sim kuhn -n 10 --store /nonexistent/dado.db
complains "--no-store"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --csv /nonexistent/a.csv
complains "/nonexistent/a.csv"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --csv "$work"
complains "is a folder"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --report /nonexistent/a.html
complains "/nonexistent/a.html"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --rounds notes.txt
complains "is not a folder"
[ "$(cat notes.txt)" = hello ] || fail "a file was written over"
if [ -e /dev/full ]; then
    ends_with 1 "$DADO" sim kuhn -n 5000 --no-store --csv /dev/full
    complains "No space left"
fi

# A disk that fills while results are kept: told once, and what was kept can be gone on with.
(
    ulimit -f 100 2>/dev/null || exit 0
    ends_with 1 "$DADO" sim kuhn -n 400000 --keep moves --store small.db
    complains "small.db"
) || exit 1
(ulimit -f 0 2>/dev/null && "$DADO" sim kuhn -n 10 -q --store none.db >/dev/null 2>&1) &&
    fail "a store was written where nothing can be"
[ ! -e none.db ] || fail "an empty store is left behind on a full disk"

ends_with 2 "$DADO" sim kuhn --seed 18446744073709551616
complains 'whole number, 0 or more and below 2^64, not'

# Expectations.
printf 'nonsense\n' >bad.expect
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --target bad.expect
complains "bad.expect:1"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --target nowhere.expect
complains "there is no file nowhere.expect"

ends_with 1 "$DADO" sim kuhn -n 10 --no-store --target tnse
complains "casual, strategic, tense"
ends_with 0 "$DADO" sim kuhn -n 10 --no-store --target tense

# A description that breaks off is shown by every verb that reads it, with the place.
printf '(game (players 2' >open.rcy
ends_with 1 "$DADO" format open.rcy
complains '1 file: 0 laid out, 1 failed'
for verb in sim play doctor solve "arena random uct" "sweep -D X=1..2" "evolve --target tense"; do
    # shellcheck disable=SC2086 # words are meant to be split
    ends_with 1 "$DADO" ${verb%% *} open.rcy $(echo "$verb" | sed 's/^[a-z]* *//') -q </dev/null
    complains "open.rcy:1:17"
done
ends_with 1 "$DADO" sim kuhn -n 10 --no-store -D x=1
complains "there is no option x here"

# What is no file is told as such.
ends_with 1 "$DADO" map eval nowhere.map -n 1 -q
complains "there is no file nowhere.map"
mkdir -p a-folder
ends_with 1 "$DADO" runs --store a-folder
complains "is a folder"

# A file is written in the form its name ends in, or not at all.
ends_with 2 "$DADO" map export lair -o lair.bmp
complains "the ending .bmp is not a known format; there are ascii json"
[ ! -e lair.bmp ] || fail "it was written all the same"
ends_with 2 "$DADO" level export first --output first.gif
complains "the ending .gif is not a known format"
ends_with 0 "$DADO" level export first --output first.level
ends_with 0 "$DADO" map export lair -o lair.any --to ascii

# Damage in a store is found, wherever it is.
ends_with 0 "$DADO" sim kuhn -n 300 -q --store hurt.db
ends_with 0 "$DADO" runs verify --store hurt.db
dd if=/dev/zero of=hurt.db bs=1 seek=8200 count=3000 conv=notrunc 2>/dev/null
ends_with 1 "$DADO" runs verify --store hurt.db
complains "damaged"

# Over a pipe whose reader leaves there is silence.
"$DADO" list 2>"$err" | head -1 >/dev/null
[ ! -s "$err" ] || fail "a reader who left is no news: $(cat "$err")"
"$DADO" sim kuhn -n 20000 --no-store --csv - 2>"$err" | head -1 >/dev/null
! grep -q "could not" "$err" || fail "a reader who left is no news: $(cat "$err")"

# A program that dies is told of by its referee, a few times and not a thousand.
printf '#!/bin/sh\nexit 3\n' >dies.sh
chmod +x dies.sh
ends_with 0 "$DADO" sim kuhn -n 100 --no-store --threads 1 --seat 1=./dies.sh
complains "as P1: died" 30
ends_with 0 "$DADO" sim kuhn -n 10 --no-store -q --threads 1 --seat 1=./dies.sh
[ ! -s "$err" ] || fail "not quiet: $(cat "$err")"
