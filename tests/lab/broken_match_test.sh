# A described rule that cannot be carried out stops its matches, and the results say where.
. tests/support/cli.sh

mkdir -p "$work/broken"
cat > "$work/broken/overflow.rcy" <<'END'
(game
  (setup (create players 2) (create dicestorage 'BAG (6)))
  (stage player (end (== (game sto ROUND) 9))
    (do ((throwalldice 'BAG)
         (inc ((current player) sto SCORE) (dievalue 'BAG))
         (inc (game sto ROUND) 1)
         (inc (game sto TOTAL) 900000000))))
  (scoring max ((current player) sto SCORE)))
END
ends_with 1 "$DADO" sim "$work/broken/overflow.rcy" -n 3000 --threads 3 --no-store --json
grep -F -q "overflow.rcy:7:10: R607" "$out" || fail "the place of the failure is not told"
grep -F -q '"broken":3000' "$out" || fail "not every match was stopped"
