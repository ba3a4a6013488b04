# The rulebooks of five small games are, word for word, what tests/rulebook/expected says, in both
# languages; and the same however the language is asked for.
. tests/support/cli.sh

for game in hill follow marks bids cups; do
    for language in en pt; do
        "$DADO" rulebook "tests/rulebook/games/$game.rcy" --lang "$language" >"$work/$game.$language"
        same "$work/$game.$language" "tests/rulebook/expected/$game.$language.txt"
    done
done

DADO_LANG=pt "$DADO" rulebook tests/rulebook/games/hill.rcy >"$work/by_variable"
same "$work/by_variable" tests/rulebook/expected/hill.pt.txt
DADO_LANG=pt "$DADO" rulebook tests/rulebook/games/hill.rcy --lang en >"$work/by_flag"
same "$work/by_flag" tests/rulebook/expected/hill.en.txt

# The example is a whole round also where the game does not count rounds: everybody's turn, the
# first trick (1 card each), or the bids and the first trick. Where every rule is in words, none is quoted.
example() {  # GAME PATTERN LINES
    "$DADO" rulebook "$1" | sed -n '/^The first round/,$p' >"$work/example"
    [ "$(grep -c "$2" "$work/example")" -eq "$3" ] || fail "not $3 times \"$2\" in: $(cat "$work/example")"
}
example bridges 'build on' 2
example caravan '^  \(Ana\|Bruno\|Carla\) ' 3
example agram 'move to TRICK' 4
example spades 'raise BID' 4
example spades 'move to TRICK' 4
example pegs '^  Ana ' 6
example spades 'All [0-9]* clauses of the description are in words' 1

# Three spaces of one sentence, all called S in the description, have three letters.
"$DADO" rulebook bridges >"$work/bridges"
for part in 'there is a space S among' '(the spaces T of the marsh board such that (the row of space T' \
    'over (spaces U such that the player whose name is on space U' 'the column of space S) is 5'; do
    grep -qF "$part" "$work/bridges" || fail "not in the rules of bridges: $part"
done

# Programs get the line of each sentence, and pages have it beside the sentence.
"$DADO" rulebook tests/rulebook/games/hill.rcy --json >"$work/book.json"
grep -q '"line"' "$work/book.json" || fail "no line in the JSON"
"$DADO" rulebook tests/rulebook/games/hill.rcy --report "$work/book.html" >"$work/printed"
grep -q 'Throw the die' "$work/book.html" || fail "the page has no rules"

# A game that is written in C has no description.
ends_with 2 "$DADO" rulebook noughts
complains "has no description"
