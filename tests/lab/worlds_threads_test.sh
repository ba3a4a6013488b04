# Every world on the shelf, and described games, leave the same bytes on any number of threads.
. tests/support/cli.sh

same_on_any_number_of_threads sim dicepoints -n 5000
same_on_any_number_of_threads sim agram -n 100 --agents ismcts:iterations=20,random,greedy,pimc
for world in $("$DADO" list games --names); do
    ls library/*/"$world".* >/dev/null 2>&1 && continue # a file: described games are above
    case $world in */*) continue ;; esac
    "$DADO" sim "$world" -n 1 --no-store -q --limit 50 >"$out" 2>"$err" || {
        cat "$err" >&2
        fail "the world $world does not open, so its threads were not compared"
    }
    same_on_any_number_of_threads sim "$world" -n 8 --limit 200 --keep moves
done
