# What an earlier dado made still opens, with the same figures, or dado says what to do.
. tests/support/cli.sh

kept=tests/kept
cp "$kept/store.db" "$work/store.db"
chmod u+w "$work/store.db"
store="--store $work/store.db"

# Fingerprints are those that were printed when the runs were made.
for pair in 1:8a373cb0eb7319a4 2:490ac1a51ee2923b 3:06aaf6647521b7ec 4:0ce49e339e63665b; do
    # shellcheck disable=SC2086 # words are meant to be split
    ends_with 0 "$DADO" runs verify "${pair%%:*}" $store
    grep -q "fingerprint ${pair##*:}" "$out" || fail "run ${pair%%:*} has another fingerprint: $(cat "$out")"
done
# Their matches are the same.
# shellcheck disable=SC2086
ends_with 0 "$DADO" runs show 3 --csv "$work/matches.csv" -q $store
head -12 "$work/matches.csv" | cut -d, -f1-10 >"$work/scores.csv"
same "$kept/dicepoints_scores.csv" "$work/scores.csv"
for run in 1 2 3 4; do
    # shellcheck disable=SC2086
    ends_with 0 "$DADO" runs show "$run" --json $store
done
# A kept match is replayed, from the store and from its file.
# shellcheck disable=SC2086
ends_with 0 "$DADO" replay 2 --check --match 7 $store
ends_with 0 "$DADO" replay "$kept/hearts.replay" --check
# What was played then is played now: the plans have the same hash, so nothing is played twice.
# shellcheck disable=SC2086
ends_with 0 "$DADO" sim kuhn -n 200 --resume $store -q

# A kit of then still talks to the dado of now.
if command -v python3 >/dev/null; then
    cp "$kept/python_kit.py" "$work/dado.py"
    cat >"$work/player.py" <<'TXT'
#!/usr/bin/env python3
import dado
dado.play(lambda turn: turn.moves[0], name="kept")
TXT
    chmod +x "$work/player.py"
    ends_with 0 "$DADO" agent check "$work/player.py" --game kuhn --unsafe
fi

# A plug-in of then plays.
if [ "$(uname -m)" = x86_64 ] && "$DADO" --version | grep -qv static; then
    cp "$kept/plugin_abi3.so" "$work/plugin.so"
    "$DADO" sim kuhn --agents "$work/plugin.so" -n 5 --no-store -q >"$out" 2>"$err" ||
        fail "the plug-in does not play: $(cat "$err")"
fi
