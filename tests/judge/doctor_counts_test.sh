# A game looked at with several numbers of players, side by side.
. tests/support/cli.sh

# With two players nobody has a start; with more the first has three points, which win.
cat >"$work/start.rcy" <<'RULES'
(game
  (declare 3 'PLAYERS)
  (setup (create players 'PLAYERS))
  (stage player (turns 'PLAYERS)
    (choice ((label "low" (inc ((current player) sto SUM) (random 3)))
             (label "high" (inc ((current player) sto SUM) (random 2))))))
  (do ((inc ((0 player) sto SUM) (if (== 'PLAYERS 2) 0 3))))
  (scoring max ((current player) sto SUM)))
RULES
cd "$work" || exit 1
export DADO_STORE="$work/kept.db"
ends_with 0 "$DADO" doctor start.rcy counts --players 2 --players 4 -j 1 --json
cp "$out" one.json
rm -f kept.db
ends_with 0 "$DADO" doctor start.rcy counts --players 2 --players 4 -j 4 --json
same one.json "$out"
ends_with 0 "$DADO" doctor start.rcy counts --players 2 --players 4
grep -q '^  proof  *plain  *bad  *yes$' "$out" || fail "the proofs do not differ: $(cat "$out")"
grep -q '^ *4  proof  *bad  *With best play the first player wins too often' "$out" ||
    fail "what is said with four is not there"
ends_with 3 "$DADO" doctor start.rcy counts --players 4 --assert fine
ends_with 1 "$DADO" doctor hearts counts
complains 'always has 4 players'
