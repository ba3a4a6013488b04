# What a stranger's build tries is held, as root and as an ordinary user: it reads and changes nothing
# outside, reaches nobody, has no more than its share, and leaves nothing.
. tests/support/cli.sh

command -v cc >/dev/null || { echo "skipped: no compiler here"; exit 77; }
chmod 755 "$work"
cp "$DADO" "$work/dado"
cp tests/hostile/build_attacks.c "$work/attacks.c"
echo secret >"$work/secret"
chmod 644 "$work/secret"
mkdir -m 777 "$work/run"
as_root() { (cd "$work/run" && "$@"); }
as_user() {
    (cd "$work/run" && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/run" "$@")
}
everybody=as_root
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then everybody="as_root as_user"; fi

begins() {  # makes an empty folder of sources, with a build.sh from standard input
    rm -rf "$work/source" "$work/run/bot"
    mkdir -m 755 "$work/source"
    cat >"$work/source/build.sh"
    chmod 644 "$work/source/build.sh"
}
builds() {
    wanted_code=$1
    shift
    ends_with "$wanted_code" $who "$work/dado" agent build "$work/source" --take bot --seconds 30 "$@"
}
nobody_runs() {  # WORDS that only a process of the build has on its command line
    ! grep -aqs "$1" $(ls -d /proc/[0-9]*/cmdline | grep -v "/$$/") || fail "$who: $1 is still running"
}

for who in $everybody; do
    # An honest build, with processes of its own, leaves its program and nothing else.
    begins <<'SH'
printf 'int main(void) { return 7; }\n' | cc -x c -o bot -
SH
    builds 0
    code=0
    "$work/run/bot" || code=$?
    [ "$code" = 7 ] || fail "$who: what was built does not run: $code"
    [ "$(ls "$work/source")" = build.sh ] || fail "$who: the sources were changed"

    # What it tries one by one.
    begins <<SH
cc -o attacks attacks.c && ./attacks '$work/secret' '$work/source' 9 && cp attacks bot
SH
    cp "$work/attacks.c" "$work/source/"
    builds 0 --processes 64
    grep -q "^held read_outside" "$out" || { cat "$out"; fail "$who: the attacks did not run"; }
    ! grep "^ESCAPED" "$out" || fail "$who: a build escaped"
    [ "$(grep -c '^held' "$out")" = 22 ] || { cat "$out"; fail "$who: some attacks did not run"; }
    [ "$(cat "$work/secret")" = secret ] || fail "$who: a file outside was changed"
    [ ! -e "$work/source/new" ] && [ ! -e /usr/mine ] || fail "$who: a file outside was made"

    # Links that lead out, pipes and names above are not taken.
    for made in "ln -s '$work/secret' bot" "ln -s /etc/passwd bot" "mkfifo bot" "mkdir bot"; do
        printf '%s\n' "$made" | begins
        builds 1
        complains "the build made no file bot"
        [ ! -e "$work/run/bot" ] || fail "$who: $made was taken"
    done
    ends_with 1 $who "$work/dado" agent build "$work/source" --take ../dado-build/build.sh -o bot
    [ ! -e "$work/run/bot" ] || fail "$who: a name that leads up was taken"

    # A bomb of processes ends when no more can be made, or when time is up, and is gone afterwards, as
    # is one that went into the background.
    begins <<'SH'
setsid sh -c 'sleep 3217' </dev/null >/dev/null 2>&1 &
bomb() { bomb 2>/dev/null | bomb 2>/dev/null & wait; }
bomb
sleep 3218
SH
    builds 3 --processes 48 --seconds 1
    nobody_runs "sleep.321[78]"

    # One that ends leaves nothing in the background either.
    printf 'sleep 3219 &\ntouch bot\n' | begins
    builds 0
    nobody_runs "sleep.3219"

    # Without end, in time and in output.
    printf 'yes 0123456789012345678901234567890123456789\n' | begins
    builds 3 --seconds 1
    grep -q "ended after 1 second" "$out" || fail "$who: an endless build: $(cat "$out")"
    [ "$(wc -c <"$out")" -lt 80000 ] || fail "$who: $(wc -c <"$out") bytes of output"
    grep -q "bytes of output left out" "$out" || fail "$who: what was left out is not told"

    # Memory, all processes together: eight times 64 MB are too much where 256 are allowed.
    begins <<'SH'
cc -o attacks attacks.c && ./attacks memory 64 && touch bot
SH
    cp "$work/attacks.c" "$work/source/"
    builds 3 --memory 256 --scratch 64 --seconds 60
    grep -q "using more than 256 MB" "$out" || fail "$who: memory: $(cat "$out")"

    # Files, all together, those that are mostly holes too.
    printf 'for i in 1 2 3 4; do cat /dev/zero >big$i; done\ntouch bot; du -sm . | cut -f1 >&2\n' | begins
    builds 0 --scratch 8
    held=$(grep -x '[0-9]*' "$out" | tail -1)
    [ "${held:-99}" -le 9 ] || fail "$who: $held MB of files: $(cat "$out")"
    printf 'truncate -s 1T bot || head -c 100 /dev/zero >bot\n' | begins
    builds 0 --scratch 8
    [ "$(wc -c <"$work/run/bot")" -le 8388608 ] || fail "$who: a file of a terabyte was taken"
done

# A dado that is killed takes the build with it.
who=as_root
printf 'sleep 3220\n' | begins
"$work/dado" agent build "$work/source" --take bot >/dev/null 2>&1 &
building=$!
tries=0
until grep -aqs "sleep.3220" /proc/[0-9]*/cmdline; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || fail "the build did not start"
    sleep 0.05
done
kill -KILL "$building"
wait "$building" 2>/dev/null || true
sleep 0.5
nobody_runs "sleep.3220"
