# Equal experiments are equal, however they are spelt: their fingerprints, pages and documents.
. tests/support/cli.sh
cd "$work"
mkdir plain other

plays() {
    (cd plain && "$DADO" $1 -q --report page.html --json) >plain/json || fail "dado $1"
    (cd other && "$DADO" $2 --store ./elsewhere.db --report=page.html --json) >other/json \
        2>/dev/null || fail "dado $2"
    (cd plain && "$DADO" runs verify last) | sed 's/.*fingerprint //' >plain/print
    (cd other && "$DADO" runs verify last --store elsewhere.db) |
        sed 's/.*fingerprint //' >other/print
    [ -s plain/print ] || fail "no fingerprint"
    # How long a player thought is the clock's, and never twice the same.
    for page in plain other; do sed -i '/<h2>Thinking time/,/<\/table>/d' $page/page.html; done
    for what in print json page.html; do same "plain/$what" "other/$what"; done
}
plays 'sim kuhn -n 300' 'sim --matches=300 -j 2 --agents random --seed 1 kuhn'
plays 'sim dicepoints -D FACES=4 -D ROUNDS=3 -n 50' \
    'sim -D ROUNDS=3 -DFACES=4 --threads 1 dicepoints -n50 --native no'
plays 'arena kuhn random greedy -n 20' 'arena -q -n 20 kuhn random greedy -j 1'

# A sweep is the same run whatever of it is shown, and wherever its description lies.
(cd plain && "$DADO" sweep dicepoints -D ROUNDS=2,3 -n 20 -q >/dev/null)
(cd other && "$DADO" sweep "$here/library/dice/dicepoints.rcy" -D ROUNDS=2..3 -n 20 -m tied -q \
    >/dev/null)
(cd plain && "$DADO" runs verify last) | sed 's/.*fingerprint //' >plain/print
(cd other && "$DADO" runs verify last) | sed 's/.*fingerprint //' >other/print
same plain/print other/print

# What is not equal has another.
(cd other && "$DADO" sweep dicepoints -D ROUNDS=2,4 -n 20 -q >/dev/null)
(cd other && "$DADO" runs verify last) | sed 's/.*fingerprint //' >other/print
! cmp -s plain/print other/print || fail "other rounds, and the same fingerprint"
