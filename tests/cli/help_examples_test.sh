# Every example of --help is a command that dado understands and begins to carry out, by new names.
#
# Files that readers would have of their own are there, so that nothing is refused for want of them;
# what takes long is asked to end after a moment. Only what cannot be begun is an error.
. tests/support/cli.sh
cd "$work"

library=$here/library
for name in mine before yours game bred mygame; do cp "$library/dice/pig.rcy" $name.rcy; done
sed 's/2/3/' "$library/dice/pig.rcy" >after.rcy
cp "$library"/maps/*.map "$library"/levels/* .
mkdir -p maps levels library bred mine
cp "$library"/maps/*.map maps
cp "$library"/maps/c*.map mine
cp "$here/tests/job/certified.level" levels/first.level
ln -s "$library"/* library/ 2>/dev/null || true
for name in league race night-1 night-2; do
    printf '1;ann;3\n1;bob;1\n2;ann;4\n2;bob;5\n' >$name.csv
done
mkdir their-bot
printf 'int main(void) { return 0; }\n' >their-bot/bot.c
printf 'bot: bot.c\n\tcc -o bot bot.c\n' >their-bot/Makefile
"$DADO" league new autumn kuhn --house random,greedy >/dev/null 2>&1
"$DADO" league team autumn Lemurs >/dev/null 2>&1
printf 'metric tied = 0.1\n' >mine.expect
cp mine.expect tense.expect
"$DADO" sim kuhn -n 30 -q --keep moves >/dev/null
for run in 2 3 4 5 6 7; do "$DADO" sim kuhn -n 30 -q --seed $run --keep moves >/dev/null; done
for part in 1 2; do "$DADO" sim kuhn -n 40 --part $part/2 --part-file part$part.dado -q >/dev/null; done
for game in hearts mine.rcy; do  # people's matches are kept, too
    "$DADO" sim $game -n 2 --keep moves --store people.db -q >/dev/null
    "$DADO" playtest export --from-run last --store people.db -o people.jsonl >/dev/null 2>&1
    sed '1s/"agent":"[^"]*"/"name":"Rui"/; 2s/"agent":"[^"]*"/"name":"Ana"/' people.jsonl >rui.jsonl
    "$DADO" playtest import rui.jsonl -q >/dev/null 2>&1
done

# "  dado sim kuhn" below "examples:", of every verb there is.
"$DADO" help --markdown | sed -n 's/^##* `*\(dado [a-z ]*\)`*$/\1/p' | sort -u >verbs
[ "$(wc -l <verbs)" -ge 25 ] || fail "the verbs are gone: $(wc -l <verbs)"
while read -r _ verb; do
    # shellcheck disable=SC2086 # a verb may be two words
    COLUMNS=1000 "$DADO" $verb --help all | sed -n '/^examples:/,$ s/^  \([^ ].*\)$/\1/p'
done <verbs | sort -u >examples
[ "$(wc -l <examples)" -ge 100 ] || fail "the examples are gone: $(wc -l <examples)"

mkdir -p bin
ln -s "$DADO" bin/dado
PATH=$work/bin:$PATH
wrong=0
count=0
while IFS= read -r example; do
    case "$example" in
    *'dado studio'* | *'dado lsp'* | *mpirun* | *srun*) continue ;;  # they serve, or need others
    eval*) continue ;;                                               # of another shell
    esac
    code=0
    # A shell that is told to end goes before its command does: each has files of its own to write to.
    count=$((count + 1)) out=$work/out.$count err=$work/err.$count
    timeout 0.4 sh -c "$example" >"$out" 2>"$err" </dev/null || code=$?
    ! grep -q 'works for one more release' "$err" || {
        echo "an old name: $example: $(grep -m 1 'one more release' "$err")"
        wrong=$((wrong + 1))
    }
    case "$code" in
    0 | 3 | 124 | 130 | 143) ;;
    1)
        grep -q 'there is no \(file\|run\|store\)\|there is a \(league in autumn\|team called Lemurs\)\|no such file\|No such file\|nothing is kept\|has no matches yet\|has no finished match\|does not describe its states in numbers\|steps, numbered from\|has no tournament' \
            "$err" "$out" || {
            echo "could not be done: $example: $(head -2 "$err")"
            wrong=$((wrong + 1))
        }
        ;;
    *)
        echo "exit code $code: $example: $(head -2 "$err")"
        wrong=$((wrong + 1))
        ;;
    esac
done <examples
[ "$wrong" = 0 ] || fail "$wrong of $(wc -l <examples) examples"
echo "$(wc -l <examples) examples"
