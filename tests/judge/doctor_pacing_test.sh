# The pace of a game, as people and programs ask for it: the same bytes for any number of threads,
# --assert, and matches that can be drawn.
. tests/support/cli.sh

cat >"$work/king.rcy" <<'RULES'
(game (setup (create players 3))
  (do ((inc ((0 player) sto SUM) (* 2 (random 1))) (inc ((1 player) sto SUM) (* 2 (random 1)))))
  (choice (2 player) ((any (list (0 player) (1 player)) 'P (inc ('P sto SUM) 1))))
  (scoring max ((current player) sto SUM)))
RULES
cd "$work" || exit 1
export DADO_STORE="$work/kept.db"

ends_with 0 "$DADO" doctor agram pacing -e quick -j 1 --json
cp "$out" one.json
rm -f kept.db
ends_with 0 "$DADO" doctor agram pacing -e quick -j 4 --json
same one.json "$out"
ends_with 0 "$DADO" doctor king.rcy pacing --report page.html
grep -q '! Players who cannot win decide among the others who does' "$out" || fail "no king is seen"
grep -q '! Somebody plays on who has lost: P3' "$out" || fail "the third player's fate is not told"
grep -q 'No hope left' page.html || fail "the page has no seats"
command=$(sed -n 's/^  A king is made *[0-9]* *dado/dado/p' "$out" | sed 's/^dado //')
# shellcheck disable=SC2086 # the words of a command
ends_with 0 "$DADO" $command
grep -q 'SUM' match.html || fail "the match is not drawn"
ends_with 3 "$DADO" doctor king.rcy pacing --assert 'kingmaking<5%'
ends_with 0 "$DADO" doctor king.rcy pacing --assert 'kingmaking>30%,decided>60%'
ends_with 0 "$DADO" doctor king.rcy pacing --format csv
grep -q '^decided,.*,0\.7[0-9]*,' "$out" || fail "decided is not three quarters: $(cat "$out")"
for word in decided hope sitting_out snowball catch_up last_luck pacing cards cost; do
    ends_with 0 "$DADO" explain "$word"
done
