# What sim prints, writes and keeps: readable, repeatable, and the same in every form.
. tests/support/cli.sh
cd "$work"

ends_with 0 "$DADO" sim kuhn -n 3000 --csv a.csv --json --store a.db
cp "$out" a.json
python=$(command -v python3 || true)
if [ -n "$python" ]; then
    "$python" - <<'PY' || fail "JSON and CSV do not agree"
import csv, json
parts = json.load(open("a.json"))["parts"]
rows = list(csv.DictReader(open("a.csv")))
cell = parts["cells"]["rows"][0]
assert len(rows) == 3000 == cell["matches"], len(rows)
assert rows[0]["match"] == "0" and rows[-1]["match"] == "2999"
for seat in parts["seats"]["rows"]:
    alone = sum(r["place_p%d" % seat["seat"]] == "1" for r in rows)
    assert alone == seat["alone"], seat
    mean = sum(float(r["score_p%d" % seat["seat"]]) for r in rows) / len(rows)
    assert abs(mean - seat["mean_score"]) < 1e-9
for m in parts["measures"]["rows"]:
    if m["matches"] is None:
        continue
    values = [float(r[m["name"]]) for r in rows if r[m["name"]] != ""]
    assert len(values) == m["matches"], m
    if values:
        assert abs(sum(values) / len(values) - m["mean"]["value"]) < 1e-9, m
        assert min(values) == m["least"] and max(values) == m["most"], m
assert parts["verdicts"]["verdicts"]
PY
fi

# A stored run says the same as a fresh one, and so does the same seed again; another does not.
parts() { sed 's/.*"parts"://' "$1" >"$1.parts"; }
parts a.json
ends_with 0 "$DADO" runs show 1 --json --store a.db --csv b.csv
parts "$out"
same a.json.parts "$out.parts"
same a.csv b.csv
ends_with 0 "$DADO" sim kuhn -n 3000 --json --no-store
same a.json "$out"
ends_with 0 "$DADO" sim kuhn -n 3000 --json --no-store --seed 2
! cmp -s a.json "$out" || fail "another seed gave the same result"
ends_with 0 "$DADO" sim kuhn -n 3000 --store a.db
cp "$out" table
ends_with 0 "$DADO" runs show last --store a.db
same table "$out"

# The first matches of a longer run are those of a shorter one.
ends_with 0 "$DADO" sim kuhn -n 500 --no-store --csv short.csv
head -501 a.csv >long-begin.csv
same short.csv long-begin.csv

# --resume of a finished run plays nothing and says the same.
count_runs() { "$DADO" runs --json --store a.db | tr ',' '\n' | grep -c '"run":[0-9]'; }
before=$(count_runs)
ends_with 0 "$DADO" sim kuhn -n 3000 --json --store a.db --resume
same a.json "$out"
complains "3,000 of 3,000 matches were kept already"
[ "$(count_runs)" = "$before" ] || fail "a resumed run was doubled"

# Partners win together: every seat of a side has its wins, and the two sides have all of them.
ends_with 0 "$DADO" sim spades -n 200 --no-store
wins=$(awk '$2 == "random" && $3 ~ /^[0-9]+$/ { print $3 }' "$out" | tr '\n' ' ')
set -- $wins
[ "$#" = 4 ] && [ "$1" = "$3" ] && [ "$2" = "$4" ] || fail "partners do not win together: $wins"
tied=$(sed -n 's/^  \([0-9]*\) matches with more than one in first place$/\1/p' "$out")
[ $(($1 + $2 + ${tied:-0})) = 200 ] || fail "wins of the sides do not add up: $wins and ${tied:-none}"

# Standings by round.
ends_with 0 "$DADO" sim walk -n 12 --no-store --rounds rounds
[ "$(ls rounds | wc -l)" = 12 ] || fail "not a file a match"
grep -q '^1;p0;[0-9]*$' rounds/walk0.csv || fail "$(cat rounds/walk0.csv)"
! grep -v '^[0-9]*;p0;[0-9]*$' rounds/walk5.csv || fail "not round;player;score"

# Locales change nothing. A comma for a point would show in the very first measure.
mkdir locale
for name in de_DE tr_TR; do
    localedef -i "$name" -f UTF-8 "locale/$name.UTF-8" 2>/dev/null || continue
    comma=$(LOCPATH=$work/locale LC_ALL=$name.UTF-8 awk 'BEGIN { printf "%.1f", 0.5 }' || true)
    printf 'with %s, where a half is written %s elsewhere\n' "$name" "$comma"
    LOCPATH=$work/locale LC_ALL=$name.UTF-8 ends_with 0 "$DADO" sim kuhn -n 3000 --json --no-store
    same a.json "$out"
    LOCPATH=$work/locale LC_ALL=$name.UTF-8 ends_with 0 "$DADO" runs show 1 --store a.db --csv l.csv
    same a.csv l.csv
done

# Expectations give a quality.
printf 'metric rounds = 2.25\n' >fun.expect
ends_with 0 "$DADO" sim kuhn -n 500 --no-store --target fun.expect
grep -q '^  quality by' "$out" || fail "no quality was printed"
ends_with 0 "$DADO" sim kuhn -n 500 --no-store --target fun.expect --json
grep -q '"quality":{"label":"quality","value":[01]' "$out" || fail "no quality was told"

# Quiet is quiet, no terminal means no bar and no colour, narrow windows are kept to.
ends_with 0 "$DADO" sim kuhn -n 500 -q --store a.db
[ ! -s "$err" ] || fail "not quiet: $(cat "$err")"
ends_with 0 "$DADO" sim kuhn -n 200000 --no-store
! grep -q "$(printf '\033')" "$out" "$err" || fail "colours or bars without a terminal"
for words in "sim kuhn -n 500 --no-store" "runs show last --store a.db" "runs --store a.db" "list" "help" \
    "doctor dicepoints --effort quick" "sweep dicepoints -D ROUNDS=2,3 -n 50 --no-store" "solve nim" \
    "map eval bsp --maps 1 -n 2 --no-store"; do
    # shellcheck disable=SC2086 # words are meant to be split
    COLUMNS=40 ends_with 0 "$DADO" $words
    wide=$(tr -d '\200-\377' <"$out" | awk 'length($0) > 40' | head -1)
    [ -z "$wide" ] || fail "too wide for a narrow window: dado $words: $wide"
done
ends_with 0 "$DADO" list  # nobody looks: an entry is a line
[ "$(grep -c '^      ' "$out")" = 0 ] || fail "entries in pieces where programs read"
