# What pages owe their readers: lines that coincide told apart, the line of a rule, the map that was
# wished for, explanations a click away, and how it all was made.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
cd "$work" || exit 1
cat >same.rcy <<'RULES'
(game (setup (create players 3) (create dicestorage 'D (6)))
  (stage player (end (== (game sto N) 12))
    (choice ((inc ((current player) sto A) 1) (inc ((current player) sto A) 2)))
    (do ((throwalldice 'D) (inc (game sto N) 1) (inc ((2 player) sto S) (dievalue 'D))
         (inc ((0 player) sto S) 4) (inc ((1 player) sto S) 4) (saveturnstats S roundnumber N))))
  (scoring max ((current player) sto S)))
RULES
ends_with 0 "$DADO" sim same.rcy -n 100 --no-store --report same.html
grep -q 'Seat 2 (as Seat 1)' same.html || fail "seats that coincide are not told apart"
! grep -q 'Seat 3 (as' same.html || fail "a seat of its own is said to coincide"
grep -q 'class="line c1 dash5"' same.html || fail "the line above hides the one below"

# Measures are explained where they stand, as dado explain does.
ends_with 0 "$DADO" explain lead_change
said=$(sed -n '/./{p;q}' "$out" | cut -c1-40)
grep -q '<details class="about"><summary>Lead change</summary><p>' same.html || fail "no explanation"
sed -n 2,3p "$out" | tr -d '\n' | cut -c3-40 >first
[ -n "$said" ] && grep -qF "$(cat first)" same.html || fail "another explanation: $(cat first)"

# Version, hashes, command.
for words in 'dado sim same.rcy' 'Hash of the rules' 'Hash of the plan' '<dt>dado</dt><dd>'; do
    grep -q "$words" same.html || fail "the page does not say: $words"
done

# "Line 8" is shown, in words, for programs and on the page.
cp "$here/tests/judge/cases/dead-rule.rcy" dead.rcy
ends_with 0 "$DADO" doctor dead.rcy --effort quick --quiet --report dead.html --report dead.json
line=$(sed -n 's/^    dead.rcy:\([0-9]*\):.*/\1/p' "$out" | head -n 1)
text=$(sed -n "${line}p" dead.rcy | sed 's/^[ \t]*//')
grep -qF "    $line | $text" "$out" || fail "the line is not shown: $line | $text"
grep -qF "\"text\":\"$text\"" dead.json || fail "programs do not get the line"
grep -q "<code>$line | " dead.html || fail "the page does not show the line"

# Two dials: both are named, and what was wished for is drawn.
ends_with 0 "$DADO" sweep dicepoints -D ROUNDS=2..3 -D FACES=4,6 -n 20 --target tense --no-store \
    --report two.html
grep -q '<h1>.*ROUNDS and FACES' two.html || fail "the page does not name both dials"
grep -q 'How near the target' two.html || fail "no map of the quality"
grep -q '>Quality<' two.html || fail "no map of the quality"
grep -q 'Hash of the rules' two.html || fail "a sweep without a hash"
ends_with 0 "$DADO" sweep dicepoints -D ROUNDS=2..3 -D FACES=4,6 -n 20 --no-store --report plain.html
! grep -q '>Quality<' plain.html || fail "a map of a target that nobody named"

# A comparison begins with a sentence; p and intervals stay however narrow it is.
ends_with 0 "$DADO" diff dicepoints -A ROUNDS=3 -n 60 --quiet --report diff.html
sed -n '1,4p' "$out" | grep -q 'of .* measures' || fail "no sentence first: $(head -n 4 "$out")"
for columns in 30 40 60 200; do
    COLUMNS=$columns "$DADO" diff dicepoints -A ROUNDS=3 -n 60 --quiet >narrow
    grep -q ' p ' narrow || fail "no p in $columns columns"
    grep -q '95 %' narrow || fail "no interval in $columns columns"
done
grep -q 'class="n minor">before' diff.html || fail "what a narrow screen can spare is not marked"
! grep -q 'minor">p<' diff.html || fail "p is spared on a narrow screen"
grep -q 'Hash of the other rules' diff.html || fail "only one of two games has a hash"

# Whole numbers have whole ticks, and no curve runs between values that come back.
ends_with 0 "$DADO" sim dicepoints -n 300 --no-store --json --quiet
python3 - "$out" <<'LOOK' || fail "a chart draws what is not there"
import json, sys
parts = json.load(open(sys.argv[1]))["parts"]
for name, part in parts.items():
    if not name.startswith("distribution_"):
        continue
    bars = part["series"][0]
    counted = sum(bars["y"])
    if len(part["series"]) > 1:  # a curve: no bar may hold most of what there is
        assert max(bars["y"]) < counted / 2, name
    if name in ("distribution_margin", "distribution_rounds"):
        assert len(part["series"]) == 1 and part["x"].get("whole"), name
LOOK
