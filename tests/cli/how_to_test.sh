# Every command in the pages on running, resuming and exporting works as it is written there.
. tests/support/cli.sh

for page in run-an-experiment stop-and-resume export-results play-a-game compare-two-rules \
    hold-a-tournament measure-a-table breed-something-better use-more-machines; do
    mkdir "$work/$page"
    # The lines between ```sh and ```, which are commands; lines of one block stay together.
    awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
        "docs/how-to/$page.md" >"$work/$page/commands"
    [ -s "$work/$page/commands" ] || fail "$page has no commands"
    printf 'set -eu\ndado() { "%s" "$@"; }\n' "$DADO" >"$work/$page/script"
    cat "$work/$page/commands" >>"$work/$page/script"
    (cd "$work/$page" && sh script >out 2>err) || {
        tail -3 "$work/$page/err" >&2
        fail "a command of docs/how-to/$page.md fails"
    }
done

head -1 "$work/export-results/matches.csv" | grep -q '^match,end,score_p0' || fail "the table has other columns"
grep -q '^1;p0;' "$work/export-results/rounds/dicepoints0.csv" || fail "no standings"
for file in found again; do
    sed 's/.*"parts"://' "$work/export-results/$file.json" >"$work/export-results/$file.parts"
done
same "$work/export-results/found.parts" "$work/export-results/again.parts"
