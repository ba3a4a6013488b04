# dado check --questions: descriptions with a planted gap each get the question about it, with its
# line. The first line of each says which: ";; asks ABOUT LINE: words of the question".
. tests/support/cli.sh

count=0
for file in tests/judge/questions/*.rcy; do
    wanted=$(sed -n '1s/^;; asks \([a-zA-Z0-9_]* [0-9]*\): .*/\1/p' "$file")
    words=$(sed -n '1s/^;; asks [^:]*: //p' "$file")
    [ -n "$wanted" ] || fail "$file does not say what it asks"
    "$DADO" check "$file" --questions --format csv >"$work/asked" 2>"$err"
    row=$(awk -F, -v wanted="$wanted" '$3 " " $2 == wanted' "$work/asked")
    case "$row" in
    *"$words"*) ;;
    *)
        cat "$work/asked" >&2
        fail "$file: no question about $wanted with the words: $words"
        ;;
    esac
    # Each of them has one gap, and little more is asked than about that and about ties.
    asked=$(($(wc -l <"$work/asked") - 1))
    [ "$asked" -le 5 ] || fail "$file: $asked questions"
    count=$((count + 1))
done
[ "$count" -ge 12 ] || fail "only $count descriptions"

# Figures are those of the matches: the same with the same seed, however often they are asked for.
file=tests/judge/questions/empty-stock.rcy
"$DADO" check $file --questions --format csv -n 500 >"$work/first"
"$DADO" check $file --questions --format csv -n 500 >"$work/second"
same "$work/first" "$work/second"
stopped=$(awk -F, '$3 == "stopped" { print $4 }' "$work/first")
"$DADO" sim $file -n 500 --no-store >"$work/sim" || true  # broken matches are a failure of sim
grep -q "^ *$stopped matches broken off" "$work/sim" || {
    cat "$work/sim" >&2
    fail "sim counts other matches than $stopped that broke off"
}

# Descriptions with errors are told, and games without a description are refused.
printf '(game' >"$work/broken.rcy"
ends_with 3 "$DADO" check "$work/broken.rcy" --questions
ends_with 2 "$DADO" check noughts --questions
complains "no description"
ends_with 2 "$DADO" check $file -n 5
complains "--questions"
