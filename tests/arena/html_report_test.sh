# The page of a tournament: every match leads to its replay, thinking is timed, and players who beat
# each other in a circle are named. Programs are told nothing of the clock.
. tests/support/cli.sh

cd "$work"
# Who bids so many ranks above the prize, and above the king begins at the ace: each of the three
# takes more from the next than it loses to it, and the last from the first.
for above in 2 10 5; do
    cat >"above$above.lua" <<END
local ranks = { "ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN",
                "JACK", "QUEEN", "KING" }
function choose(turn)
    local prize
    for _, place in ipairs(turn.view.places) do
        if place.name == "PRIZE" then prize = place.cards[1] end
    end
    for i, rank in ipairs(ranks) do
        if prize == "DIAMONDS-" .. rank then
            local wanted = "-" .. ranks[(i - 1 + $above) % 13 + 1]
            for _, move in ipairs(turn.moves) do
                if move:find(wanted, 1, true) then return move end
            end
        end
    end
end
END
done
players="./above2.lua ./above10.lua ./above5.lua"
ends_with 0 "$DADO" arena gops $players -n 8 --store kept.db
grep -q 'in a circle' "$out" || {
    cat "$out" >&2
    fail "a circle of three is not named"
}
tr -s '\n ' '  ' <"$out" >told
for beaten in 'above2.lua beats ./above10.lua (100 % of 16 matches' \
    'above10.lua beats ./above5.lua' 'above5.lua beats ./above2.lua'; do
    grep -F -q "$beaten" told || fail "not told: $beaten"
done
grep -q 'thinking of' "$out" || fail "thinking time is not told"

# A row is right here, and that is said as well.
ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 -n 4 --store kept.db
tr -s '\n ' '  ' <"$out" | grep -q 'nobody is seen to beat a player who is rated higher' ||
    fail "nothing is said of ratings that do not mislead"

# A page for every match, and a link to each, from wherever the page is.
mkdir pages
ends_with 0 "$DADO" arena kuhn random greedy -n 3 --seed 2 --store kept.db --json \
    --report pages/arena.html --replays "pages/each match"
cp "$out" first.json
[ "$(ls "pages/each match" | wc -l)" = 6 ] || fail "not a page for each of six matches"
[ "$(grep -o 'href="each%20match/run[0-9]*-lineup[01]-match[0-2].html"' pages/arena.html | sort -u |
    wc -l)" = 6 ] || fail "not a link to each of six matches"
grep -o 'href="each%20match/[^"]*"' pages/arena.html | sed 's/href="//; s/"$//; s/%20/ /' |
    while read -r page; do [ -s "pages/$page" ] || fail "$page is not there"; done
grep -q 'Thinking time' pages/arena.html || fail "no thinking time on the page"
grep -q 'thinking\|each match' first.json && fail "programs are told of the clock or of files"
ends_with 0 "$DADO" arena kuhn random greedy -n 3 --seed 2 --store kept.db --json \
    --report "pages/each match/back.html" --replays "pages/each match"
same first.json "$out"
grep -q 'href="./run' "pages/each match/back.html" || fail "the page beside its matches is lost"
mkdir pages/deep
ends_with 0 "$DADO" arena kuhn random greedy -n 3 --seed 2 --store kept.db -q \
    --report pages/deep/arena.html --replays "pages/each match"
grep -q 'href="../each%20match/run' pages/deep/arena.html || fail "the way back up is not found"

# Without pages, the command that shows a match; shown again, the same thinking time.
ends_with 0 "$DADO" arena kuhn random greedy -n 3 --seed 2 --store kept.db --report plain.html
grep -q 'dado replay [0-9]* --lineup 1 --match 2' plain.html || fail "no command for a match"
cp "$out" plain.told
ends_with 0 "$DADO" arena kuhn random greedy -n 3 --seed 2 --store kept.db --resume
grep 'us\|ms' plain.told >one
grep 'us\|ms' "$out" >two
same one two

ends_with 2 "$DADO" arena kuhn random greedy -n 1 --no-store --replays pages
complains 'not go with --no-store'
: >file
ends_with 1 "$DADO" arena kuhn random greedy -n 1 --replays file
complains 'file exists already and is not a folder'
