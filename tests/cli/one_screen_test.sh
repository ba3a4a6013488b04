# The first screen: help fits, every verb explains itself in 30 lines with ten options at most, old
# names go on working and say the new one, dado FILE does what the file's kind asks for, and people
# count seats from 1 where programs count from 0.
. tests/support/cli.sh
library=$here/library

# ---- help

ends_with 0 "$DADO"
[ "$(grep -c . "$out")" -le 6 ] || fail "dado alone says more than how to begin"
grep -q 'dado pig' "$out" || fail "dado alone names no game to begin with"
ends_with 0 "$DADO" --help
[ "$(wc -l <"$out")" -le 24 ] || fail "dado --help has $(wc -l <"$out") lines"
cp "$out" "$work/all"
grep -q '^  Judge  *doctor  sim  diff  sweep ' "$out" || fail "the group Judge is not there"
! grep -q '^  More' "$out" || fail "a verb is in no group"
! grep -qE ' (worth|witness|seasons|exact|equilibrium|count|merge|report|watch|scenario) ' "$out" ||
    fail "an old verb is listed"

verbs=$(sed -n 's/^  [A-Z][a-z]*  *\(.*\)/\1/p' "$work/all" | sed 's/   .*//; s/  / /g' |
    tr ' ' '\n' | grep -v '^$')
for verb in $verbs; do
    "$DADO" "$verb" --help >"$work/help" 2>&1 || continue # a word of a sentence
    echo "$verb" >>"$work/paths"
    sed -n '/^verbs:/,/^$/s/^  \([a-z]*\)  .*/\1/p' "$work/help" | sed "s/^/$verb /" >>"$work/paths"
done
[ "$(wc -l <"$work/paths")" -ge 40 ] || fail "few verbs: $(wc -l <"$work/paths")"
while read -r path; do
    # shellcheck disable=SC2086 # the words of a verb
    ends_with 0 "$DADO" $path --help
    [ "$(wc -l <"$out")" -le 30 ] || fail "dado $path --help has $(wc -l <"$out") lines"
    flags=$(sed -n '/^options:/,/^$/p' "$out" | grep -cE '^  (-., |    )--' || true)
    [ "$flags" -le 10 ] || fail "dado $path --help has $flags options"
    tail -1 "$out" | grep -q -- '--help all$' || fail "dado $path --help does not say where the rest is"
    # shellcheck disable=SC2086
    ends_with 0 "$DADO" $path --help all
    grep -q -e '-h, --help' "$out" || fail "dado $path --help all leaves something out"
done <"$work/paths"

# ---- old names: the same answer, and the new name on standard error

alias_of() { # OLD COMMAND, NEW COMMAND, what is said
    # shellcheck disable=SC2086
    ends_with "${4:-0}" "$DADO" $1
    grep -qF -- "$3" "$err" || fail "dado $1 does not say: $3"
    grep -q 'one more release' "$err" || fail "dado $1 does not say how long it works"
    cp "$out" "$work/old"
    # shellcheck disable=SC2086
    ends_with "${4:-0}" "$DADO" $2
    ! grep -q 'one more release' "$err" || fail "dado $2 is called old"
    same "$work/old" "$out"
}
cd "$work"
printf '1;ana;3\n1;bia;5\n2;ana;9\n2;bia;6\n' >night.csv
"$DADO" sim kuhn -n 40 -q >/dev/null
"$DADO" arena kuhn random greedy -n 5 -q >/dev/null
for part in 1 2; do "$DADO" sim kuhn -n 10 --part $part/2 --part-file p$part.dado -q >/dev/null; done
alias_of "worth pig -n 20" "doctor pig rules -n 20" "dado doctor GAME rules"
alias_of "witness pig -n 20" "runs examples pig -n 20" "dado runs examples GAME"
alias_of "equilibrium kuhn" "solve kuhn equilibrium" "dado solve GAME equilibrium"
alias_of "exact kuhn" "solve kuhn odds" "dado solve GAME odds"
alias_of "count nim -n 2" "solve nim -n 2 size" "dado solve GAME size"
alias_of "table kuhn" "play kuhn --show" "dado play GAME --show"
alias_of "seasons kuhn" "arena history kuhn" "dado arena history"
alias_of "import night.csv --no-store" "playtest import night.csv --no-store" "dado playtest import FILE"
alias_of "scenario $library/territorio/duel.territorio" "check $library/territorio/duel.territorio" "dado check FILE.territorio"
ends_with 0 "$DADO" report -o old.html
grep -q 'dado runs report' "$err" || fail "report does not say its new name"
ends_with 0 "$DADO" runs report -o new.html
same old.html new.html
ends_with 0 "$DADO" merge p1.dado p2.dado --store merged.db
grep -q 'dado runs merge FILE' "$err" || fail "merge does not say its new name"
ends_with 0 "$DADO" watch "$library/dice/pig.rcy" --times 1 -n 20
grep -q 'dado doctor FILE --watch' "$err" || fail "watch does not say its new name"
cp "$out" old
ends_with 0 "$DADO" doctor "$library/dice/pig.rcy" --watch --times 1 -n 20
same old "$out"
alias_of "sim kuhn -n 10 --no-store --expect tense" "sim kuhn -n 10 --no-store --target tense" "--expect is --target now"
alias_of "map eval lair -n 1 --no-store -e casual --profiles brave" "map eval lair -n 1 --no-store -t casual --types brave" "--profiles is --types now"

# Programs go on calling jobs and parameters as they did.
"$DADO" solve kuhn equilibrium --json | grep -q '"job":"equilibrium"' || fail "the job has another name"
"$DADO" sim kuhn -n 10 --target tense --no-store --json | grep -q '"expect":"tense"' ||
    fail "the parameter has another name for programs"
"$DADO" help --schema solve equilibrium | grep -q '"const": *"equilibrium"' || fail "the schema has another name"

# ---- one -o FILE

for verb in "sim kuhn -n 10 --no-store" "doctor kuhn -e quick" "solve nim" "list games" \
    "replay last" "map export lair" "map gen rooms --maps 1"; do
    # shellcheck disable=SC2086
    ends_with 0 "$DADO" $verb -q -o answer.map
    [ -f answer.map ] || fail "dado $verb -o FILE writes no file"
    rm -rf answer.map
done
ends_with 0 "$DADO" map gen rooms -o c.map -q
ends_with 0 "$DADO" map eval c.map -n 1 --no-store -q

# ---- dado FILE

means() { # FILE, what its answer or the log must contain
    file=$1
    ends_with "${3:-0}" "$DADO" "$file"
    cat "$out" "$err" >both
    grep -qF -- "$2" both || {
        head -5 both >&2
        fail "dado $file does not say: $2"
    }
}
cp "$library/dice/pig.rcy" g.rcy
cp "$library/maps/corridor.map" m.map
cp "$library/levels/"*.level l.level
cp "$library/expect/games/tense.expect" t.expect
cp "$library/profiles/brave.profile" p.profile
cp "$library/territorio/duel.territorio" s.territorio
cp "$library/scripts/playerExplorer.lua" junkbot.lua
"$DADO" replay last -o m.replay -q
"$DADO" map export lair -o e.tmx -q
cp dado.db kept.store
means g.rcy "more findings: dado doctor g.rcy -e quick --all"
means m.map "brave"
means l.level "planner"
means kept.store "kuhn"
means m.replay "match"
means night.csv "rounds"
means e.tmx "1.6"
means t.expect "0 errors"
means p.profile "0 errors"
means s.territorio "as expected"
means pig "more findings"
mkdir maps empty
cp m.map maps
means maps "brave"
printf 'nothing of the kind\n' >junk.xyz
means junk.xyz "is no file that dado knows" 2
head -c 200 /dev/urandom >noise
means noise "is no file that dado knows" 2
means empty "holds no maps and no levels" 2
means nowhere.rcy "there is no verb, game or file" 2
means pigg "did you mean pig" 2
# A verb wins over a file of its name.
cp g.rcy list
ends_with 0 "$DADO" list games --names
grep -q '^pig$' "$out" || fail "a file called list hides the verb"

# ---- devices: this machine's cores, and the truth about graphics cards

ends_with 0 "$DADO" list devices
grep -q "^  processor  *$(getconf _NPROCESSORS_ONLN) core" "$out" || fail "the cores are not counted"
grep -q 'OpenCL' "$out" || fail "nothing is said of graphics cards"
ends_with 0 "$DADO" list --names
! grep -q '^processor$' "$out" || fail "what differs from machine to machine is in the list of everything"

# ---- seats

ends_with 2 "$DADO" sim kuhn -n 10 --no-store --seat 0=greedy
complains "seats are counted from 1: the first player is --seat 1=greedy"
ends_with 1 "$DADO" sim kuhn -n 10 --no-store --seat 3=greedy
complains "the seats of this game are 1 to 2"
ends_with 0 "$DADO" sim kuhn -n 10 --no-store --seat 2=greedy --json
grep -q '"seat":\["1=greedy"\]' "$out" || fail "programs do not count from 0"
grep -q '"command":"dado sim kuhn --seat 2=greedy -n 10"' "$out" || fail "the command counts otherwise"
grep -q '"lineup":"random,greedy"' "$out" || fail "another seat was meant"
ends_with 2 "$DADO" play hearts --show --eyes 0
complains "seats are counted from 1"
ends_with 0 "$DADO" play hearts --show --eyes 4
grep -q 'P4' "$out" || fail "seats of a table are not counted from 1"
ends_with 0 "$DADO" solve kuhn equilibrium
grep -q 'P1 in the pot' "$out" || fail "an equilibrium counts otherwise"

# ---- doctor: a sentence, three findings, and how to see the rest

ends_with 0 "$DADO" doctor pig -e quick
[ "$(grep -cE '^  [?!✗✓·] ' "$out")" -eq 3 ] || fail "not three findings"
grep -qE '^(Nothing is seen to be wrong|[0-9]+ things? (is|are) wrong)' "$out" || fail "no first sentence"
grep -q 'try: ' "$out" || fail "nothing to try"
see=$(sed -n 's/^ *see it: dado //p' "$out" | head -1)
[ "$see" ] || fail "no match shows a finding"
# shellcheck disable=SC2086
ends_with 0 "$DADO" $see --no-store -q
[ -s match.html ] || fail "the match is not drawn"
ends_with 0 "$DADO" doctor pig -e quick --all
[ "$(grep -cE '^  [?!✗✓·] ' "$out")" -gt 10 ] || fail "--all leaves findings out"
