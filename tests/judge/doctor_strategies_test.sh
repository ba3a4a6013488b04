# Which strategies beat which, as people and programs ask for it; and each can be seated.
. tests/support/cli.sh

cat >"$work/rps.rcy" <<'RULES'
(game
  (setup (create players 2))
  (together (choice ((any (range 0 .. 2) 'N (set ((current player) sto SIGN) 'N)))))
  (scoring max (if (== (% (+ 3 (- ((current player) sto SIGN) ((next (current player)) sto SIGN))) 3) 1) 1 0)))
RULES
cd "$work" || exit 1
export DADO_STORE="$work/kept.db"
ends_with 0 "$DADO" doctor rps.rcy strategies -e quick -j 1 --json
cp "$out" one.json
ends_with 0 "$DADO" doctor rps.rcy strategies -e quick -j 4 --json
same one.json "$out"
ends_with 0 "$DADO" doctor rps.rcy strategies -e quick --report page.html --assert strategies
grep -q '✓ Strategies beat each other in a circle' "$out" || fail "no circle: $(cat "$out")"
grep -q 'Who beats whom' page.html || fail "the page has no matrix"
# One that is told of can be seated, and wins as was said.
ends_with 0 "$DADO" sim rps.rcy -n 50 --no-store --seat '1=prefers:option=set SIGN: 0' \
    --seat '2=prefers:option=set SIGN: 2' --format csv
sed -n '/^# seats/,/^$/p' "$out" | grep -q '^.*0,prefers.*,50,' || fail "it does not win: $(cat "$out")"
ends_with 0 "$DADO" explain strategies
