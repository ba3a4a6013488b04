# Where a colour that was told decides, a search of 400 iterations wins, because it deals cards as
# they fit what was told; where it was not told, it wins a match in four.
. tests/support/cli.sh

write_game() {  # FILE CLUE
    cat >"$1" <<END
(game
  (setup (create players 2)
    (create deck (game hloc STOCK) (deck (COLOUR (RED, BLUE, GREEN, GOLD)) (RANK (1 .. 3)))))
  (do ((shuffle (game hloc STOCK)) $2
       (move (top (game hloc STOCK)) (top (game hloc SECRET)))))
  (choice ((any (RED, BLUE, GREEN, GOLD) 'K (label "say {K}" (set (game str SAID) 'K)))))
  (if (== (cardatt COLOUR (top (game hloc SECRET))) (game str SAID))
        (set ((0 player) sto S) 1)
      (set ((1 player) sto S) 1))
  (scoring max ((current player) sto S)))
END
}

wins() {  # FILE: matches of 300 that the first player wins
    "$DADO" sim "$1" -n 300 --no-store --agents ismcts:iterations=400,random \
        --assert "win >= $2" --assert "win <= $3" >"$work/out" 2>&1 ||
        { cat "$work/out" >&2; fail "$1: wins are not from $2 to $3"; }
}

write_game "$work/told.rcy" "(tell COLOUR (top (game hloc STOCK)) (0 player))"
write_game "$work/untold.rcy" ""
wins "$work/told.rcy" 0.95 1
# 0.25 within four standard deviations of 300 matches.
wins "$work/untold.rcy" 0.15 0.35
