# Logs of matches with all their moves: what is exported and read back is the same run, broken
# logs get a place and a reason, and a person who is deleted is nowhere any more.
# Forty matches of each of five games; a thousand where DADO_LONG is set.
. tests/support/cli.sh

cd "$work"
matches=40
[ -z "${DADO_LONG:-}" ] || matches=1000

# --- the same runs
for game in hearts kuhn noughts dicepoints pig; do
    "$DADO" sim "$game" -n $matches --keep moves --store a.db >/dev/null 2>&1
    ends_with 0 "$DADO" playtest export --from-run last --store a.db -o "$game.jsonl"
    [ "$(wc -l <"$game.jsonl")" = $matches ] || fail "not a line a match of $game"
    ends_with 0 "$DADO" playtest import "$game.jsonl" --store b.db
    "$DADO" runs show last --store a.db --csv a.csv >/dev/null 2>&1
    "$DADO" runs show last --store b.db --csv b.csv >/dev/null 2>&1
    same a.csv b.csv
    "$DADO" playtest export --from-run last --store b.db -o again.jsonl >/dev/null 2>&1
    sed 's/"agent":"[a-z]*"/"agent":""/g' "$game.jsonl" >before.txt
    sed 's/"agent":"[a-z]*"/"agent":""/g' again.jsonl >after.txt
    same before.txt after.txt
    # What it has, it shows: the steps are those that were played.
    for store in a b; do
        "$DADO" replay last --match 3 --store $store.db 2>/dev/null | grep -v ' of seed ' |
            sed 's/(random)//; s/(people)//' >$store.txt
    done
    same a.txt b.txt
done
# Matches of programs are no playtests.
ends_with 0 "$DADO" playtest export kuhn --store b.db -o none.jsonl
[ ! -s none.jsonl ] || fail "programs count as people"
# A run without moves cannot be exported.
"$DADO" sim kuhn -n 5 --store c.db >/dev/null 2>&1
ends_with 2 "$DADO" playtest export --from-run last --store c.db
complains "no moves"

# --- broken logs: what is wrong | a line; every one is the second line of its file
good='{"game":"noughts","seats":[{"name":"Ada"},{"agent":"random"}],"moves":["1","2","7","6","4"],"result":[1,0]}'
count=0
while IFS='|' read -r wanted line; do
    [ -n "$wanted" ] || continue
    count=$((count + 1))
    printf '%s\n%s\n' "$good" "$line" >broken.jsonl
    code=0
    "$DADO" playtest import broken.jsonl --no-store >"$out" 2>"$err" || code=$?
    [ $code = 1 ] || fail "exit code $code: $line"
    # The message is broken into lines of the terminal; here it is one.
    tr '\n' ' ' <"$err" | tr -s ' ' >one.txt
    grep -F -q -- "$wanted" one.txt || {
        cat "$err" >&2
        fail "nothing was said of: $wanted"
    }
    grep -F -q 'broken.jsonl:2' one.txt || {
        cat "$err" >&2
        fail "no place: $line"
    }
done <<'LINES'
not JSON|moves: 1, 2
not JSON|{"game":"noughts","moves":["1"
not JSON|{"game":"noughts","game":"noughts","moves":[]}
one JSON object|["1","2"]
one JSON object|"1"
unknown field "move"|{"game":"noughts","move":["1"]}
unknown field ""|{"":1,"game":"noughts","moves":[]}
unknown field " id"|{" id":"a","game":"noughts","moves":["1","2","7","6","4"]}
unknown field "id game"|{"id game":"a","game":"noughts","moves":["1","2","7","6","4"]}
"game" must be a text|{"game":7,"moves":[]}
no "moves"|{"game":"noughts"}
"moves" must be a list|{"game":"noughts","moves":"1 2 3"}
move 2 must be a text or an object|{"game":"noughts","moves":["1",2]}
either "move" or "luck"|{"game":"noughts","moves":[{"seat":0}]}
either "move" or "luck"|{"game":"noughts","moves":[{"move":"1","luck":"1"}]}
luck has no "seat"|{"game":"noughts","moves":[{"seat":0,"luck":"1"}]}
unknown field "ms"|{"game":"noughts","moves":[{"move":"1","ms":3}]}
"seat" must be a whole number|{"game":"noughts","moves":[{"move":"1","seat":"0"}]}
"seat" must be a whole number|{"game":"noughts","moves":[{"move":"1","seat":-1}]}
"seconds" must be a number|{"game":"noughts","moves":[{"move":"1","seconds":-2}]}
"seconds" must be a number|{"game":"noughts","moves":[{"move":"1","seconds":"2"}]}
"set" must list|{"game":"noughts","set":["players"],"moves":[]}
"set" must be a list|{"game":"noughts","set":{"players":2},"moves":[]}
each of "seats" must be an object|{"game":"noughts","seats":["Ada","Bob"],"moves":[]}
must name a "person"|{"game":"noughts","seats":[{},{}],"moves":[]}
not both|{"game":"noughts","seats":[{"name":"Ada","agent":"random"}],"moves":[]}
"seats" has 3 entries|{"game":"noughts","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"moves":[]}
a note has no "text"|{"game":"noughts","moves":["1"],"notes":[{"after":1}],"left":true}
"after" of a note|{"game":"noughts","moves":["1"],"notes":[{"after":2,"text":"ah"}],"left":true}
a note is by seat 5|{"game":"noughts","moves":["1"],"notes":[{"after":1,"seat":5,"text":"ah"}],"left":true}
"fun" must be a whole number from 1 to 5|{"game":"noughts","moves":["1"],"answers":[{"seat":0,"fun":6}],"left":true}
an answer has no "seat"|{"game":"noughts","moves":["1"],"answers":[{"fun":3}],"left":true}
seat 0 answers "fun" twice|{"game":"noughts","moves":["1"],"answers":[{"seat":0,"fun":3},{"seat":0,"fun":4}],"left":true}
seat 1 answers "fun" twice|{"game":"noughts","moves":["1"],"answers":[{"seat":1,"fun":3},{"seat":0,"fun":4},{"seat":1,"clear":1,"fun":3}],"left":true}
an answer is by seat 2|{"game":"noughts","moves":["1"],"answers":[{"seat":2,"fun":3}],"left":true}
"left" must be true or false|{"game":"noughts","moves":["1"],"left":"yes"}
of another game|{"game":"kuhn","moves":[]}
move 2, "1", is impossible: the rules do not allow it|{"game":"noughts","moves":["1","1"]}
move 2, "2", is impossible: it is P2's turn (seat 1)|{"game":"noughts","moves":["1",{"seat":0,"move":"2"}]}
no luck is due|{"game":"noughts","moves":[{"luck":"1"}]}
move 6, "5", is impossible: the match is over|{"game":"noughts","moves":["1","2","7","6","4","5"]}
after its 3 moves the match is not over|{"game":"noughts","moves":["1","2","7"]}
a score of 0 at the end, but by the rules it is 1|{"game":"noughts","moves":["1","2","7","6","4"],"result":[0,0]}
"result" has 3 scores|{"game":"noughts","moves":["1","2","7","6","4"],"result":[1,0,0]}
"result" must list numbers|{"game":"noughts","moves":["1","2","7","6","4"],"result":["1","0"]}
LINES
[ $count -ge 30 ] || fail "only $count kinds of broken logs"
# The table as it stood, with what was possible.
printf '{"game":"noughts","moves":["1","5","5"]}\n' >broken.jsonl
ends_with 1 "$DADO" playtest import broken.jsonl --no-store
grep -q 'X 2 3' "$err" && grep -q 'P1 is next' "$err" || fail "the table is not shown"
grep -q '^  9$' "$err" || fail "what was possible is not shown"
# Luck that cannot be, and luck where a player moves.
printf '{"game":"kuhn","moves":[{"luck":"queen"},{"luck":"queen"}]}\n' >broken.jsonl
ends_with 1 "$DADO" playtest import broken.jsonl --no-store
grep -q 'luck cannot turn out so' "$err" || fail "the same card twice"
printf '{"game":"kuhn","moves":["queen",{"seat":0,"move":"bet"}]}\n' >broken.jsonl
ends_with 1 "$DADO" playtest import broken.jsonl --no-store
grep -q 'luck is next' "$err" || fail "a bet before the deal"
printf '{"game":"hearts","moves":[{"luck":"shuffled"}]}\n' >broken.jsonl
ends_with 1 "$DADO" playtest import broken.jsonl --no-store
grep -q 'word of 64 bits' "$err" || fail "luck in words without a list"
# Rules that go on for ever without a choice.
cat >endless.jsonl <<'LINES'
{"game":"g","rules":"(game (setup (create players 2) (create deck (game iloc S) (deck (RANK (A))))) (stage player (end (== (game sto NEVER) 1)) (choice (((== (game sto X) 1) (set (game sto Y) 1))))) (scoring max ((current player) sto S)))","moves":[],"left":true}
LINES
ends_with 1 "$DADO" playtest import endless.jsonl --no-store
grep -q 'on without a choice' "$err" || fail "rules without an end are not told"
printf '\n' >empty.jsonl
ends_with 1 "$DADO" playtest import empty.jsonl --no-store
complains "no match"
printf '{"moves":[]}\n' >unnamed.jsonl
ends_with 1 "$DADO" playtest import unnamed.jsonl --no-store
complains "--game"
# A log names no files of this machine: neither the game's, nor those of its cards.
mkdir -p secret
printf 'Name,Count\nsecret,1\n' >secret/deck.csv
cp secret/deck.csv deck.csv
cards='(game (setup (create players 1) (create deck (game vloc D) (cards \"deck.csv\"))) (stage player (end (== (game sto N) 1)) (do ((set (game sto N) 1)))) (scoring max (size (game vloc D))))'
for game in ../secret.rcy .secret.rcy secret/g.rcy "$work/secret/g"; do
    printf '{"game":"%s","moves":[]}\n{"game":"%s","moves":[]}\n' "$game" "$game" >path.jsonl
    ends_with 1 "$DADO" playtest import path.jsonl --no-store
    complains "not a path"
    printf '{"game":"%s","rules":"%s","moves":[]}\n' "$game" "$cards" >path.jsonl
    ends_with 1 "$DADO" playtest import path.jsonl --no-store
    complains "not a path"
done
printf '{"game":"g","rules":"%s","moves":[]}\n' "$cards" >cards.jsonl
ends_with 1 "$DADO" playtest import cards.jsonl --no-store
grep -q 'deck.csv' "$err" || fail "a file of cards beside is read for a log"
printf '{"game":"g","rules":"%s","set":["deck.csv=Name,Count\\none,3\\n"],"moves":[],"result":[3]}\n' "$cards" >cards.jsonl
ends_with 0 "$DADO" playtest import cards.jsonl --no-store
# What a run of a file exports is read again, without the path and with its cards.
printf '%b\n' "$cards" | sed 's/\\"/"/g' >secret/g.rcy
"$DADO" sim secret/g.rcy -n 2 --keep moves --store s.db >/dev/null 2>&1
ends_with 0 "$DADO" playtest export --from-run last --store s.db -o s.jsonl
! grep -q 'secret/' s.jsonl || fail "a path of this machine is exported"
rm secret/deck.csv deck.csv
ends_with 0 "$DADO" playtest import s.jsonl --store s.db
printf '{"game":"noughts","moves":["1","2","7","6","4"]}\n' >short.jsonl
ends_with 1 "$DADO" playtest import short.jsonl --game kuhn --no-store
grep -q 'luck' "$err" || fail "another game's moves are taken"

# --- people: kept with what they said, without names where nobody asks for them
cat >people.jsonl <<'LINES'
{"game":"noughts","seats":[{"person":"p-31","name":"Quitéria"},{"name":"Rui"}],"moves":[{"move":"1","seconds":2.5},"2","7","6","4"],"notes":[{"after":2,"seat":0,"text":"zebra"}],"answers":[{"seat":0,"fun":4,"clear":5}]}
{"game":"noughts","seats":[{"name":"Rui"},{"person":"p-44","name":"Ana"}],"moves":["1","5","2","3","7","4","6","8","9"]}
LINES
ends_with 0 "$DADO" playtest import people.jsonl --store p.db
ends_with 0 "$DADO" playtest import people.jsonl --store p.db
ends_with 0 "$DADO" playtest export noughts --store p.db -o out.jsonl
[ "$(wc -l <out.jsonl)" = 2 ] || fail "reading a file twice keeps matches twice"
! grep -q 'Rui\|Ana\|Quit' out.jsonl || fail "names are in an export that nobody asked names for"
grep -q '"person":"person 2".*"seconds":2.5.*zebra.*"fun":4' out.jsonl || fail "what they said is lost"
ends_with 0 "$DADO" playtest export noughts --with-names --store p.db -o named.jsonl
grep -q '"name":"Quit' named.jsonl || fail "names are lost"
ends_with 0 "$DADO" playtest import named.jsonl --store q.db
ends_with 0 "$DADO" playtest export noughts --with-names --store q.db -o again.jsonl
same named.jsonl again.jsonl

# A log replaces no match that is kept with the same id and differs.
sed '1s/"fun":4/"fun":1/' named.jsonl >changed.jsonl
! cmp -s named.jsonl changed.jsonl || fail "nothing was changed"
ends_with 1 "$DADO" playtest import changed.jsonl --store q.db
grep -q '1 of 2 matches were not kept' "$err" || fail "a match that differs is not told"
ends_with 0 "$DADO" playtest export noughts --with-names --store q.db -o again.jsonl
same named.jsonl again.jsonl

# --- a person is deleted everywhere
ids=$(grep Quit named.jsonl | grep -o '"id":"[0-9a-f]*"' | cut -d'"' -f4)
ends_with 0 "$DADO" playtest delete "Quitéria" --store p.db
for file in p.db* out.jsonl named.jsonl; do
    ! LC_ALL=C grep -a -q "Quit\|zebra\|p-31\|$ids" "$file" || fail "$file still has her"
done
[ "$(wc -l <named.jsonl)" = 1 ] && grep -q Ana named.jsonl || fail "another match is gone too"
"$DADO" playtest export noughts --with-names --store p.db -o rest.jsonl
[ "$(wc -l <rest.jsonl)" = 1 ] || fail "not one match is left"
# A store of somebody else names other files, and an id that is in every line: they stay.
if command -v python3 >/dev/null; then
    printf 'a line\n{"id":"a"}\nanother\n' >mine.txt
    printf 'a line\n{"a":"b"}\n{"id":"a","moves":[],"left":true}\n{"id":"b","moves":[]}\n' >mine.jsonl
    cp mine.txt mine.before
    "$DADO" playtest export noughts --store q.db -o q.jsonl >/dev/null 2>&1
    python3 - "$work" <<'PLANT'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1] + "/q.db")
for name in ("mine.txt", "mine.jsonl"):
    store.execute("INSERT INTO playtest_export VALUES (?)", (sys.argv[1] + "/" + name,))
store.execute("UPDATE playtest SET id = 'a', record = json_set(record, '$.id', 'a') WHERE number = (SELECT max(number) FROM playtest)")
store.commit()
PLANT
    "$DADO" playtest delete Ana --store q.db >/dev/null 2>&1 || true
    same mine.txt mine.before
    [ "$(wc -l <mine.jsonl)" = 3 ] || fail "lines that are no record of the match are gone"
fi
# A record that cannot be read stops no deletion: it goes if it has the name, else it is told.
if command -v python3 >/dev/null; then
    ends_with 0 "$DADO" playtest import people.jsonl --store d.db
    python3 - "$work" <<'PLANT'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1] + "/d.db")
for id, name in (("x", "Rui"), ("y", "Eva")):
    line = '{"id":"%s","seats":[{"person":"%s"}],"moves":[],"answers":[{"seat":0,"fun":3,"fun":4}]}' % (id, name)
    store.execute("INSERT INTO playtest (id, rules, run, record) VALUES (?, '1', 0, ?)", (id, line))
store.commit()
PLANT
    ends_with 1 "$DADO" playtest delete Rui --store d.db
    grep -q '1 record cannot be read and was left' "$err" || fail "a damaged record is not told"
    ! LC_ALL=C grep -a -q Rui d.db* || fail "a damaged record keeps him"
    ends_with 0 "$DADO" playtest delete Eva --store d.db
    ! LC_ALL=C grep -a -q Eva d.db* || fail "a damaged record keeps her"
fi
# While somebody reads the store its log cannot be emptied, which is told; once they are done it can.
if command -v python3 >/dev/null; then
    cat >reader.py <<'READER'
import sqlite3, subprocess, sys
dado, store = sys.argv[1:]
reader = sqlite3.connect(store)
reader.execute("BEGIN")
reader.execute("SELECT count(*) FROM playtest").fetchone()
done = subprocess.run([dado, "playtest", "delete", "Rui", "--store", store], capture_output=True, text=True)
assert done.returncode == 1 and "still has what was" in done.stderr, done
assert b"Rui" in open(store + "-wal", "rb").read() or b"Rui" in open(store, "rb").read(), "there was nothing to wait for"
reader.close()
READER
    ends_with 0 "$DADO" playtest import people.jsonl --store busy.db
    python3 reader.py "$DADO" busy.db || fail "a log that is read is not told"
    "$DADO" playtest delete Rui --store busy.db >/dev/null 2>&1 || true
    ! LC_ALL=C grep -a -q Rui busy.db* || fail "the log of the store keeps him"
fi
# Runs of people are exported by the name of the game, so that a deletion finds the file.
ends_with 0 "$DADO" playtest import people.jsonl --store run.db
ends_with 2 "$DADO" playtest export --from-run last --store run.db -o run.jsonl
grep -q 'people played run' "$err" && [ ! -e run.jsonl ] || fail "a deletion would not find this export"
# What would be too long to be read again is not kept: a name alone is written twice.
name=$(head -c 2500000 /dev/zero | tr '\0' a)
printf '{"game":"noughts","seats":[{"name":"%s"},{"name":"Bo"}],"moves":["1","2","7","6","4"]}\n' "$name" >long.jsonl
ends_with 1 "$DADO" playtest import long.jsonl --store l.db
complains "4 MB"
ends_with 2 "$DADO" playtest export noughts --store p.db -o out.txt
complains "FILE.jsonl"
ends_with 1 "$DADO" playtest delete "Quitéria" --store p.db
complains "no match of Quit"
ends_with 1 "$DADO" playtest delete Ana --store nowhere.db
[ ! -e nowhere.db ] || fail "a store was made to delete from"
