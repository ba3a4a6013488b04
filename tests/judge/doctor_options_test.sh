# Which options are right how often, as people and programs ask for it.
. tests/support/cli.sh

cat >"$work/trap.rcy" <<'RULES'
(game (setup (create players 2))
  (choice ((label "play" (set (game sto ODDS) (random 1)))
           (label "fall" (stop game))))
  (scoring win (== (== (current player) (0 player)) (> (game sto ODDS) 0))))
RULES
cd "$work" || exit 1
export DADO_STORE="$work/kept.db"
ends_with 0 "$DADO" doctor agram options -e quick -j 1 --json
cp "$out" one.json
rm -f kept.db
ends_with 0 "$DADO" doctor agram options -e quick -j 4 --json
same one.json "$out"
ends_with 0 "$DADO" doctor trap.rcy options --report page.html
grep -q '! "fall" is a trap: it loses' "$out" || fail "the trap is not named: $(cat "$out")"
grep -q 'When each option is right' page.html || fail "the page has no table"
ends_with 3 "$DADO" doctor trap.rcy options --assert options
sed 's/(label "fall" (stop game))/(label "wait" (set (game sto ODDS) (random 1)))/' trap.rcy >fine.rcy
ends_with 0 "$DADO" doctor fine.rcy options --assert options
ends_with 0 "$DADO" explain options
