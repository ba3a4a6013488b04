# A game without an end is said to have none, and one Ctrl-C ends the wait for it or for a thinker.
. tests/support/cli.sh

cat >"$work/endless.rcy" <<'END'
;; Nobody ever wins
(game
  (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A)))))
  (stage player (end (== (game sto NEVER) 1))
    (choice ((inc (game sto HERE) 1) (dec (game sto HERE) 1))))
  (scoring max ((current player) sto S)))
END

# Waits until a file has some words, up to 30 seconds.
wait_for() {  # FILE WORDS
    for _ in $(seq 300); do
        grep -q "$2" "$1" && return 0
        sleep 0.1
    done
    return 1
}

# One signal, and it is gone within a few seconds, even on a busy machine.
ends_when_asked() {  # PID
    kill -TERM "$1"
    for _ in $(seq 50); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$1"
    return 1
}

"$DADO" sim "$work/endless.rcy" -n 1000000 --no-store >"$out" 2>"$err" &
endless=$!
wait_for "$err" 'this game may never end' || fail "nobody was told that the game does not end"
ends_when_asked "$endless" || fail "a game without an end went on after TERM"

for player in ismcts pimc; do
    : >"$err"
    "$DADO" sim hearts -n 1000 --no-store --agents "$player:iterations=100000000" \
        >"$out" 2>"$err" &
    thinker=$!
    sleep 1
    ends_when_asked "$thinker" || fail "$player went on thinking after TERM"
done
