# What cards are worth, as people and programs ask for it: the same bytes for any number of threads,
# with every way of execution, and an exchanged match that can be seen again.
. tests/support/cli.sh

# Twelve cards with a cost each; the Merchant gives as much as a card of 9, and costs 3.
cat >"$work/priced.rcy" <<'RULES'
(game
  (setup (create players 2)
    (create deck (game hloc STOCK) (deck (COST (1)) (GIVES (1))))
    (create deck (game hloc STOCK) (deck (COST (2)) (GIVES (2))))
    (create deck (game hloc STOCK) (deck (COST (4)) (GIVES (4))))
    (create deck (game hloc STOCK) (deck (COST (5)) (GIVES (5))))
    (create deck (game hloc STOCK) (deck (COST (6)) (GIVES (6))))
    (create deck (game hloc STOCK) (deck (COST (7)) (GIVES (7))))
    (create deck (game hloc STOCK) (deck (COST (8)) (GIVES (8))))
    (create deck (game hloc STOCK) (deck (COST (10)) (GIVES (10))))
    (create deck (game hloc STOCK) (deck (COST (3)) (GIVES (9)))))
  (do ((shuffle (game hloc STOCK))
       (all player 'P (repeat 2 (move (top (game hloc STOCK)) (top ('P iloc HAND)))))))
  (scoring max (sum ((current player) iloc HAND) using GIVES)))
RULES
cd "$work" || exit 1

ends_with 0 "$DADO" doctor priced.rcy cards --cost COST -j 1 --json
cp "$out" one.json
ends_with 0 "$DADO" doctor priced.rcy cards --cost COST -j 4 --json
same one.json "$out"
ends_with 0 "$DADO" doctor priced.rcy cards --cost COST --report page.html
grep -q '! 3-9 is 6\.[0-9] too cheap\|! 3-9 is 5\.[0-9] too cheap' "$out" ||
    fail "the mispriced card is not named: $(cat "$out")"
[ "$(grep -c 'too cheap\|too dear' "$out")" = 1 ] || fail "another card is named"
grep -q 'Worth against cost' page.html || fail "the page has no chart of worth against cost"
ends_with 0 "$DADO" doctor priced.rcy cards --format csv
grep -q '^card,copies,seen,win_rate_with,' "$out" || fail "no columns in CSV"

# --assert holds a push to it.
ends_with 3 "$DADO" doctor priced.rcy cards --cost COST --assert cost
sed 's/(COST (3)) (GIVES (9))/(COST (3)) (GIVES (3))/' priced.rcy >mended.rcy
ends_with 0 "$DADO" doctor mended.rcy cards --cost COST --assert cost
ends_with 2 "$DADO" doctor priced.rcy cards --cost COLOUR
complains 'no card has a number as its COLOUR'
ends_with 1 "$DADO" doctor pig cards
complains 'has no cards or dice whose luck could be changed'

# Two cards together; and the sides of dice, whose example can be played as well.
ends_with 0 "$DADO" doctor mended.rcy cards --pairs -n 4000 -j 1 --json
cp "$out" one.json
ends_with 0 "$DADO" doctor mended.rcy cards --pairs -n 4000 -j 4 --json
same one.json "$out"
grep -q '"pairs"' one.json || fail "no pairs: $(cat one.json)"
cat >dice.rcy <<'RULES'
(game (setup (create players 2) (create dice (game vloc CUP) 1 (sides (FACE (1 .. 6)))))
  (stage player (turns 2) (do ((throw (game vloc CUP))
    (set ((current player) sto SUM) (value FACE (top (game vloc CUP)))))))
  (scoring max ((current player) sto SUM)))
RULES
ends_with 0 "$DADO" doctor dice.rcy cards -n 2000
grep -q '! 6 wins too often by itself' "$out" || fail "the side that wins is not named: $(cat "$out")"
ends_with 0 "$DADO" sim dice.rcy -n 300 --no-store --native yes -D side=1:5 --format csv
cp "$out" native.csv
ends_with 0 "$DADO" sim dice.rcy -n 300 --no-store --native no -D side=1:5 --format csv
same native.csv "$out"
ends_with 0 "$DADO" sim dice.rcy -n 300 --no-store -D side=1:0 --format csv
! cmp -s native.csv "$out" || fail "the side is not forced"

# The example can be played: the match as it was is won by the seat, the exchanged one is not. A
# store keeps the exchange with the luck, and compiled code plays the same.
sed -n '/^# examples/,/^$/p' <<END >examples.csv
$("$DADO" doctor hearts cards --effort quick -n 128 --format csv)
END
line=$(grep '^SPADES-QUEEN,' examples.csv)
exchange=$(printf '%s' "$line" | cut -d, -f5) match=$(printf '%s' "$line" | cut -d, -f2)
ends_with 0 "$DADO" sim hearts -n 200 --json --native no --store kept.db -D exchange="$exchange"
cp "$out" bytecode.json
ends_with 0 "$DADO" sim hearts -n 200 --json --native yes --no-store -D exchange="$exchange"
same bytecode.json "$out"
ends_with 0 "$DADO" sim hearts -n 200 --json --no-store -D exchange="$exchange" -D ways=plain
grep -o '"seats".*' "$out" | sed 's/"command".*//' | head -c 2000 >plain.part
grep -o '"seats".*' bytecode.json | sed 's/"command".*//' | head -c 2000 >bytecode.part
same bytecode.part plain.part
ends_with 0 "$DADO" sim hearts -n 200 --json --no-store
! cmp -s bytecode.json "$out" || fail "the exchange changed nothing"
ends_with 0 "$DADO" runs show --store kept.db --json
grep -q "exchange=$exchange" "$out" || fail "the store does not know the exchange"
ends_with 0 "$DADO" replay --store kept.db --match "$match"
cp "$out" again.txt
ends_with 0 "$DADO" sim hearts -n 200 --store plain.db
ends_with 0 "$DADO" replay --store plain.db --match "$match"
! cmp -s again.txt "$out" || fail "the replay does not honour the exchange"

# What docs/explanation/what-we-learnt.md says of Agram; it takes a while.
if [ "${DADO_LONG:-}" = 1 ]; then
    ends_with 0 "$DADO" doctor agram cards
    grep -A 4 '^  Card' "$out" | grep -q '^  SPADES-TEN ' || fail "the ten of spades is no ace"
fi
