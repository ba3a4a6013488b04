# Changes, dials and tables from elsewhere: diff, sweep, import; and tournaments.
. tests/support/cli.sh

cd "$work"

# Two copies of one game are the same in every measure; another number of steps is seen.
ends_with 0 "$DADO" diff walk walk -n 300 --json
! grep -q '"change":"higher"\|"change":"lower"' "$out" || fail "copies of a game differ"
ends_with 0 "$DADO" diff walk -A steps=8 -n 300 --json
grep -q '{"name":"steps",[^}]*},[^}]*"change":"lower"' "$out" || fail "fewer steps are not seen"
printf 'metric arrived = 1\n' >goal.expect
ends_with 0 "$DADO" diff walk -A steps=400 -n 300 --target goal.expect
grep -q '^walk against walk with steps=400, ' "$out" || fail "what was changed is not said"
grep -q 'better, higher' "$out" || fail "arriving more often is not called better"
ends_with 1 "$DADO" diff walk -A stepps=8
complains "did you mean steps?"
ends_with 0 "$DADO" diff walk -A steps=30 --until-sure-of arrived -n 50 --most 20000
ends_with 0 "$DADO" diff kuhn --agents random --after-agents greedy,random -n 400
grep -q '^kuhn against kuhn, played by greedy,random, ' "$out" || fail "who plays after is not said"
grep -q 'Wins of the first player' "$out" || fail "no wins by seat"

# What changes without a rule is told to its end.
ends_with 0 "$DADO" doctor pig rules -n 100
grep -q ' and [0-9]* more' "$out" || fail "what a rule is worth is cut off"

# Dials.
ends_with 0 "$DADO" sweep walk -D steps=10..30:10 -D width=3,4 -n 100 -m arrived,coins --json --no-store
[ "$(grep -o '{"steps":"' "$out" | wc -l)" = 6 ] || fail "not six points"
ends_with 0 "$DADO" sweep walk -D steps=10..50:5 -n 200 --target goal.expect --adaptive --no-store
grep -q 'best point is steps=' "$out" || fail "no best point"
ends_with 0 "$DADO" sweep walk -D steps=5,x,9 -n 10 --no-store
grep -q 'could not be opened' "$out" || fail "a point that cannot be is not reported"
ends_with 1 "$DADO" sweep kuhn -D nothing=1..3 -n 10 --no-store
complains "no option nothing"
ends_with 1 "$DADO" sweep walk -D steps=10 -n 10
complains "there is nothing to sweep"
ends_with 2 "$DADO" sweep walk -D steps=10,20 -m coinz -n 10 --no-store
complains "did you mean coins?"
# One player for all sits at tables of any size.
ends_with 0 "$DADO" sweep dicepoints -D PLAYERS=2,3,4 -n 20 --no-store
grep -q error "$out" && fail "a table of another size is refused"
ends_with 0 "$DADO" sweep dicepoints -D PLAYERS=0,2 -n 20 --no-store
grep -q 'point 1 could not be opened' "$out" || fail "the first point is not told to be wrong"
# Points that cannot be judged are the first to be dropped, wherever they stand.
printf 'metric rounds = 30\n' >thirty.expect
ends_with 0 "$DADO" sweep dicepoints -D ROUNDS=2,28 -D PLAYERS=4,0 --target thirty.expect --adaptive \
    -n 80 --no-store
grep -q 'The best point is ROUNDS=28' "$out" || fail "a good point was dropped for a broken one"
# What only all matches together say can be wished for: in sim, in sweep, in evolve.
printf 'metric balance = 1\nmetric rounds = 10\n' >even.expect
ends_with 0 "$DADO" sim dicepoints -n 200 --target even.expect --json --no-store
grep -q '"quality":{"label":"quality","value":1,' "$out" || fail "balance is not seen: $(grep -o '"quality":[^,]*' "$out")"
ends_with 0 "$DADO" sweep dicepoints -D ROUNDS=9,10 --target even.expect -n 200 --no-store
grep -q 'with a quality of 1\.' "$out" || fail "a sweep does not see balance"
ends_with 0 "$DADO" evolve dicepoints --target even.expect --population 4 --generations 1 -n 200 --no-store --json
grep -q '"ancestor":{"label":"quality of the ancestor","value":1,' "$out" || fail "breeding does not see balance"
printf 'metric balance = 1\n' >level.expect
ends_with 0 "$DADO" diff dicepoints -A ROUNDS=20 -n 200 --target level.expect --quiet
grep -q 'Quality 1.000000 before, 1.000000 after' "$out" || fail "a comparison does not see balance"

ends_with 0 "$DADO" sweep walk -D steps=10,20 -n 50 --report page.html --no-store
grep -q '<svg' page.html || fail "no chart on the page"

# Tables from elsewhere, kept and compared.
printf 'round;player;score\n1;ann;3\n1;bob;1\n2;ann;4\n2;bob;5\n' >night.csv
ends_with 0 "$DADO" playtest import night.csv --json
grep -q '"drama_points"' "$out" || fail "an imported match has no metrics"
printf '1;ann;3\nwhat\n' >odd.csv
ends_with 1 "$DADO" playtest import odd.csv
complains "odd.csv:2"

# Tournaments: the same on any number of threads, and after being resumed.
for threads in 1 2; do
    ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 -n 60 --threads $threads --no-store --json
    cp "$out" "arena-$threads"
done
same arena-1 arena-2
ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 -n 60 --store a.db --json
ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 -n 60 --store a.db --json --resume
same arena-1 "$out"
ends_with 0 "$DADO" arena kuhn random greedy pimc:iterations=20 -n 20 --swiss 2 --no-store
ends_with 0 "$DADO" arena kuhn pimc:iterations=50 random --until-sure --no-store
grep -q 'pimc:iterations=50 is better' "$out" || fail "not sure who is better"
ends_with 1 "$DADO" arena kuhn random nobody --no-store
ends_with 1 "$DADO" arena walk random --swiss 2 --no-store

# What a change did begins with a sentence, and keeps p and intervals however narrow it is.
for width in 50 80 200; do
    COLUMNS=$width ends_with 0 "$DADO" diff walk -A steps=8 -n 100
    head -6 "$out" | grep -q 'measures differ: ' || fail "no sentence at width $width"
    tr -s ' \n' '  ' <"$out" | grep -q -e ' measure .* 95 % .* p ' -e 'difference [^,]*, 95 % [^,]*, p ' ||
        fail "p or interval is gone at width $width"
done

# A page about a change.
ends_with 0 "$DADO" diff walk -A steps=8 -n 100 --report change.html
grep -q "What the change did" change.html || fail "no page about the change"

# Who played elsewhere is called by name, and nobody is said to have played at random.
printf 'round;player;score\n1;ann;3\n1;bob;1\n2;ann;4\n2;bob;5\n' >evening.csv
ends_with 0 "$DADO" playtest import evening.csv --no-store -q --report evening.html
grep -q '^ *2  bob  *1  *0  *100 %' "$out" || fail "who played is not named"
grep -q '<td[^>]*>ann<' evening.html || fail "who played is not named on the page"
cp evening.csv again.csv
ends_with 0 "$DADO" playtest import evening.csv again.csv --no-store -q
! grep -q random "$out" || fail "people are said to have played at random"
