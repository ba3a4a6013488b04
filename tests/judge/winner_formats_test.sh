# Where several may win, or nobody, every format says what it counts; alone, points are not wins.
. tests/support/cli.sh

cat >"$work/six.rcy" <<'RULES'
(game (setup (create players 3) (create dicestorage 'D (6)))
  (stage player (end (== (game sto N) 9))
    (choice ((do ((throwalldice 'D) ((== (dievalue 'D) 6) (set ((current player) sto SIX) 1))))
             (inc ((current player) sto S) 3)))
    (do ((inc (game sto N) 1))))
  (scoring win (== ((current player) sto SIX) 1) max ((current player) sto S)))
RULES
cd "$work" || exit 1
ends_with 0 "$DADO" sim six.rcy -n 600 --report six.html --report six.csv --report six.json
grep -q '^  seat  agent .*matches won' "$out" || fail "the column does not say what it counts"
! grep -q 'share of wins' "$out" || fail "shares of wins where several may win"
grep -q '[0-9] matches won by more than one$' "$out" || fail "no word on several winners"
grep -q '[0-9] matches won by nobody$' "$out" || fail "no word on nobody"
nobody=$(sed -n 's/ *\([0-9]*\) matches won by nobody/\1/p' "$out")
ends_with 0 "$DADO" sim pig -n 1 --limit 3 --no-store
grep -q '^  1 match stopped at the move limit$' "$out" || fail "one is not told as one"
grep -q "\"nobody\":$nobody" six.json || fail "JSON does not count those"
grep -q '"name":"won","title":"matches won","kind":"estimate"' six.json || fail "no field in JSON"
sed -n '/^# cells/,/^$/p' six.csv | grep -q ",nobody," || fail "CSV does not count those"
sed -n '/^# seats/,/^$/p' six.csv | grep -q ',won,won_low,won_high,' || fail "no column in CSV"
grep -q 'Share of matches won' six.html || fail "the chart says another thing"
grep -q '>nobody<' six.html || fail "nobody has no bar"
! grep -q 'Share of wins' six.html || fail "the page has shares of wins"

sed 's/create players 3/create players 1/; s/win (== ((current player) sto SIX) 1) max/max/' \
    six.rcy >alone.rcy
ends_with 0 "$DADO" sim alone.rcy -n 50 --report alone.html --report alone.json
! grep -q ' won\|share of\|succe' "$out" || fail "points are taken for wins: $(cat "$out")"
! grep -q '"name":"won"\|"name":"share"' alone.json || fail "JSON takes points for wins"
! grep -q '>won<' alone.html || fail "the page takes points for wins"
