# No text and no page of any verb, on any library game, contains a word that only dado's makers know:
# "seat 0", "p0", a bare identifier of ten digits, "witness", "profile", "taste", "wish".
#
# Every library game is played and replayed. The other quick verbs run on every fifth game, and verbs
# that think for longer on three; DADO_LONG=1 runs every verb on every game.
. tests/support/cli.sh
mkdir "$work/seen"
cd "$work"
"$DADO" list games --names >games
[ "$(wc -l <games)" -ge 80 ] || fail "few games: $(wc -l <games)"

# Runs a command and keeps what it prints, with its page as text, as one file in seen/. A command that
# is refused is a text too.
count=0 limit=60
[ -z "${DADO_LONG:-}" ] || limit=900
see() {
    count=$((count + 1))
    file=seen/$(printf '%04d' $count)
    echo "dado $*" >"$file.command"
    timeout $limit "$DADO" "$@" --report page.html >"$file" 2>"$file.err" </dev/null || true
    cat "$file.err" >>"$file"
    ! grep 'no option -\|needs a value' "$file.err" >&2 || fail "dado $*"
    rm -f "$file.err"
    if [ -s page.html ]; then page_text page.html >>"$file"; fi
    rm -f page.html
}

# The same for a verb that writes no page.
see_text() {
    count=$((count + 1))
    file=seen/$(printf '%04d' $count)
    echo "dado $*" >"$file.command"
    timeout $limit "$DADO" "$@" >"$file" 2>&1 </dev/null || true
    ! grep 'no option -\|needs a value' "$file" >&2 || fail "dado $*"
}

# What a reader of a page sees: no styles, no programs, no data, no tags.
page_text() { # FILE
    tr '\n' ' ' <"$1" | sed 's/<style[^>]*>/\n&/g; s/<script[^>]*>/\n&/g; s/<\/style>/&\n/g; s/<\/script>/&\n/g' |
        sed '/^<style/d; /^<script/d' | sed 's/<\/d*t>[^<]*<d*d[^>]*>/ /g; s/<[^>]*>/\n/g' | grep -v '^[[:space:]]*$' || true
}

play_and_replay() { # GAME
    rm -f dado.db
    short=""
    case $1 in territorio | duel | refusals) short="-D limit.rounds=3" ;; esac
    # shellcheck disable=SC2086 # words, or none
    see sim "$1" -n 4 --keep moves $short
    see_text replay last
}
quick_verbs() { # GAME
    see_text replay last --events words
    see_text play "$1" --show
    see_text play "$1" --seed 1
    # shellcheck disable=SC2086
    see runs examples "$1" -n 4 $short
    see_text check "$1"
}
slow_verbs() { # GAME
    rm -f dado.db
    see doctor "$1" -e quick --all
    see doctor "$1" rules -n 4
    see diff "$1" "$1" -n 4
    see arena "$1" random greedy -n 2
    see arena history "$1"
    see solve "$1" --memory 16
    see solve "$1" size -n 1
    see solve "$1" equilibrium --memory 16 --iterations 10
    see solve "$1" odds --memory 16
    see evolve "$1" --population 4 -g 1 -n 4 -t tense -o bred
    see sweep "$1" -D ROUNDS=3..4 -n 4
    see agent check random --game "$1" -n 1
}

each=5
[ -z "${DADO_LONG:-}" ] || each=1
number=0
while read -r game; do
    number=$((number + 1))
    play_and_replay "$game"
    case $game in territorio) quick_verbs "$game" ;; esac
    [ $((number % each)) != 0 ] || quick_verbs "$game"
done <games
if [ "${DADO_LONG:-}" ]; then cp games thought; else printf 'pig\nkuhn\nlanterns\n' >thought; fi
while read -r game; do slow_verbs "$game"; done <thought

# Worlds, results and what explains itself.
for map in lair islands; do
    see map eval $map -n 2 -t casual
    see map show $map
    see map eval $map -n 2 --heat deaths
done
see map gen rooms --maps 1 -o c.map
see map range rooms --maps 2
see map compare rooms caves --maps 2 -n 1
see map illuminate --first 4 --batch 2 --batches 1 -n 1
see level eval first -n 1
see level show first
see runs
see runs show 1
see runs verify
printf '1;ana;3\n1;bia;5\n2;ana;9\n2;bia;6\n' >night.csv
see playtest import night.csv
see new
for kind in "" games agents metrics generators devices; do
    # shellcheck disable=SC2086 # no kind is no word
    see list $kind
done
"$DADO" help --markdown | sed -n 's/^##* dado \([a-z ]*\)$/\1/p' >verbs
[ "$(wc -l <verbs)" -ge 50 ] || fail "few verbs: $(wc -l <verbs)"
while read -r verb; do
    # shellcheck disable=SC2086 # the words of a verb
    see_text $verb --help all
done <verbs
see_text explain
for word in "$here"/library/explain/*.md; do see_text explain "$(basename "$word" .md)"; done

# ---- what nobody should read

# A seed, a fingerprint and a hash may be long, where they are called that, and so may a fraction that
# is exact. Other numbers have a point, a comma or an exponent. "profile" is the name of one agent.
bad=0
find_words() { # WHY, PATTERN, and what is let through
    LC_ALL=C grep -E -n "$2" seen/[0-9][0-9][0-9][0-9] /dev/null >found || true
    [ -z "${3:-}" ] || { LC_ALL=C grep -E -v "$3" found >left || true; mv left found; }
    [ -s found ] || return 0
    bad=1
    printf '%s: %s lines, among them\n' "$1" "$(wc -l <found)" >&2
    sort -u -t: -k3 found | head -12 | while IFS=: read -r file line words; do
        printf '  %s:%s: %s\n' "$(cat "$file.command")" "$line" "$(echo "$words" | cut -c 1-110)" >&2
    done
}
find_words "seats are counted from 1" '\b[Ss]eat 0\b'
find_words "players are counted from 1" '\b[pP]0\b'
find_words "a bare identifier" '(^|[^0-9A-Za-z.,-])[0-9]{10,}([^0-9A-Za-z.,]|$)|#[0-9a-f]{8,}' '[Ss]eed|[Ff]ingerprint|[Hh]ash|[0-9]/[0-9]'
find_words "it is called an example match" '\b[Ww]itness'
find_words "it is called a player type" '(^|[^./a-z])[Pp]rofiles?\b' ':( *)profile(  .*)?$'
find_words "it is called a style" '\b[Tt]astes?\b'
find_words "it is called a target" '\b[Ww]ish(e[sd])?\b'
[ "$bad" = 0 ] || fail "words that nobody should have to learn"
echo "$count texts"
