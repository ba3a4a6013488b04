# Ctrl-C ends whoever plays, a program that hangs or a script that runs on, within a second; and
# when dado itself is killed nothing of the players is left a second later.
. tests/support/cli.sh
cd "$work"
chmod 755 "$work"

for name in hang spin linger; do
    cp "$DADO_HOSTILE" "$name"
    chmod 755 "$name"
done
cat >endless.lua <<'TXT'
function choose(turn) while true do end end
TXT
cat >sly.lua <<'TXT'
function choose(turn)
  local s = (" "):rep(200000)
  while true do pcall(function() while true do tonumber(s, 36) end end) end
end
TXT

since_boot() { cut -d' ' -f1 /proc/uptime; }
stopped_at_once() {  # ARGUMENTS
    "$DADO" "$@" >"$out" 2>"$err" &
    pid=$!
    # It listens, and a question is out.
    interrupt_in_a_moment
    [ "$code" = 130 ] || fail "exit code $code after Ctrl-C: dado $*: $(cat "$err")"
}
interrupt_in_a_moment() {
    while ! grep -q '^SigCgt:.*[2367abef]$' "/proc/$pid/status" 2>/dev/null; do
        kill -0 "$pid" 2>/dev/null || fail "it ended before it could be interrupted: $(cat "$err")"
        sleep 0.05
    done
    sleep 0.5
    before=$(since_boot)
    kill -INT "$pid" || fail "it ended before it could be interrupted: $(cat "$err")"
    code=0
    wait "$pid" || code=$?
    after=$(since_boot)
    awk -v a="$before" -v b="$after" 'BEGIN { exit !(b - a < 1.5) }' ||
        fail "it went on from $before to $after"
}

for player in ./hang ./spin ./linger endless.lua:steps=1000000000000 sly.lua:steps=1000000000000; do
    stopped_at_once sim kuhn --seat "1=$player" -n 400 --no-store --threads 2
    stopped_at_once arena kuhn "$player" random -n 400 --no-store --threads 2
done

# KILL leaves dado no time for anything.
playing() { grep -l -a "^$work/$1" /proc/[0-9]*/cmdline 2>/dev/null | wc -l; }
for player in hang spin; do
    "$DADO" sim kuhn --seat "1=./$player" -n 4 --no-store >"$out" 2>"$err" &
    pid=$!
    tries=0
    until [ "$(playing $player)" -ge 1 ] || [ "$tries" -ge 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    [ "$tries" -lt 100 ] || fail "$player does not play"
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    sleep 1
    [ "$(playing $player)" = 0 ] || fail "$player outlived dado"
    ! grep -q "$work" /proc/mounts || fail "$player left a mount"
done

# A generator that runs on is a script too.
# It lives on what costs few steps, so that they are not what ends it.
cat >endless_maps.lua <<'TXT'
function generate(params, rng)
  local s = (" "):rep(250000) .. "1"
  while true do for i = 2, s do end end
end
TXT
stopped_at_once map illuminate endless_maps.lua --threads 2
