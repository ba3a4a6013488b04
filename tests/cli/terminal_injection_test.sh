# Titles, names, lines of source and remarks of strangers cannot steer the terminal they are shown on.
. tests/support/cli.sh

# Clears the screen, names the window, colours, all in old and new ways; and turns the writing round.
evil=$(printf '\033[2J\033]0;owned\007\033[31mred\302\2332J\200\342\200\256back\r')

# Whatever of it reaches the outside: nothing in a file, and of colours none but dado's own.
harmless() {  # FILE WHAT
    LC_ALL=C grep -a -q -P '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae|\r[^\n]' "$1" || return 0
    od -c "$1" | head -20 >&2
    fail "$2 steers"
}
steers_nothing() {
    "$DADO" "$@" >"$out" 2>"$err" </dev/null || true
    harmless "$out" "the answer of $1 $2"
    harmless "$err" "the log of $1 $2"
    [ -n "$terminal" ] || return 0
    words=""
    for word in "$@"; do words="$words '$word'"; done
    TERM=xterm script -qec "'$DADO' $words" /dev/null >"$work/seen" </dev/null 2>&1 || true
    for part in '\x1b\]0;' '\x1b\[31mred' '\xc2\x9b2J' '\x80\xe2' '\xe2\x80\xae' '\x07'; do
        if LC_ALL=C grep -a -q -P "$part" "$work/seen"; then
            od -c "$work/seen" | head -40 >&2
            fail "$* sends $part to a terminal"
        fi
    done
}
terminal=$(command -v script || true)
shown=0
is_shown() { if grep -q 'u001b' "$out" "$err"; then shown=$((shown + 1)); fi; }

cd "$work"
unset NO_COLOR 2>/dev/null || true
sed "1s/.*/;; DicePoints $evil/" "$here/library/dice/dicepoints.rcy" >titled.rcy
grep -q 'owned' titled.rcy || fail "the title is as it was"
for verb in "sim titled.rcy -n 20 --store s.db" "check titled.rcy" "doctor titled.rcy -n 20 --no-store" \
    "runs --store s.db" "report last --store s.db" "sweep titled.rcy -D ROUNDS=2..3 -n 20 --no-store" \
    "diff titled.rcy titled.rcy -n 20 --no-store"; do
    # shellcheck disable=SC2086 # words are meant to be split
    steers_nothing $verb
    is_shown
done

# A line with an error in it is quoted.
printf '(game\n  (declare %s)\n' "$evil" >broken.rcy
steers_nothing check broken.rcy
is_shown
steers_nothing sim broken.rcy --no-store
is_shown

# Names of files and of settings.
cp titled.rcy "$evil.rcy"
steers_nothing sim "$evil.rcy" -n 5 --no-store
steers_nothing sim kuhn -D "$evil=1" -n 5 --no-store
is_shown
steers_nothing sim "no$evil" --no-store
is_shown
steers_nothing "$evil" --no-store
is_shown

# What a player says, and what it is called.
cat >"loud.py" <<TXT
#!/bin/sh
while read -r line; do
    printf '%s\n' "$evil" >&2
    printf '%s\n' "$evil"
done
TXT
chmod 755 loud.py
cp loud.py "$evil.py"
steers_nothing agent check ./loud.py --time 100
is_shown
steers_nothing sim kuhn --seat 1=./loud.py:hello_ms=100 -n 2 --no-store
is_shown
steers_nothing sim kuhn --seat "1=./$evil.py:hello_ms=100" -n 2 --no-store
is_shown
printf 'function choose(turn) print("%s") error("%s") end\n' '\27[2J\27]0;owned\7' '\27[31mred' >loud.lua
steers_nothing agent check ./loud.lua
is_shown
steers_nothing arena kuhn ./loud.lua "./$evil.py:hello_ms=100" -n 2 --no-store
steers_nothing arena kuhn ./loud.lua ./loud.py:hello_ms=100 -n 2 --no-store

# A map whose text is none.
printf '%s\n' "$evil" >evil.map
steers_nothing map eval evil.map
steers_nothing sim evil.map -n 1 --no-store
steers_nothing map show evil.map
[ "$shown" -ge 10 ] || fail "only $shown times was it shown what was meant to steer"
