#!/bin/sh
# readme_test.sh - the numbers in README.md are those the games give: the gallery is played again.
#
# The README rounds, and other luck gives other digits, so two points either way are allowed;
# that is four standard errors of a share in ten thousand matches.
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# GAME WORDS: the share after WORDS in the verdicts of GAME is the number in bold in its line.
same() {
    game=$1 words=$2
    claimed=$(sed -n "s/^| \`$game\` .*\*\*\([0-9]*\) %\*\*.*/\1/p" README.md)
    [ -n "$claimed" ] || { echo "failed: README.md has no number for $game"; exit 1; }
    "$DADO" sim "$game" -n 10000 --no-store --quiet >"$out"
    found=$(tr '\n' ' ' <"$out" | tr -s ' ' |
        sed -n "s/.*$words \([0-9.]*\) %.*/\1/p")
    [ -n "$found" ] || { echo "failed: dado sim $game does not say '$words'"; exit 1; }
    echo "$game: README says $claimed %, played again $found %"
    awk -v a="$claimed" -v b="$found" 'BEGIN { d = a - b; exit d > 2 || d < -2 }' ||
        { echo "failed: the number for $game is not what it gives"; exit 1; }
}

same dicepoints "had fewer points than another at some time in"
same throwdicematchcard "First place is shared in"
same golf "takes the lead in points for good after"
same blackjack "after a quarter of a match came in first in"
same pig "Seat 0 has"
same kuhn "Seat 0 has"
same bigpoints "Seat 0 has"
