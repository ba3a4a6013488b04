# Searching players play for what they are told to: one option gives points, another takes a rival's.
. tests/support/cli.sh
cd "$work" || exit 1
cat >goals.rcy <<'RULES'
(game
  (setup (create players 2))
  (do ((set ((0 player) sto SUM) 20) (set ((1 player) sto SUM) 20)))
  (stage player (turns 8)
    (choice ((label "grow" (inc ((current player) sto SUM) 5))
             (label "harm" (dec ((next (current player)) sto SUM) 3)))))
  (scoring max ((current player) sto SUM)))
RULES
# scores GOAL: the mean scores of both seats, of which the first plays for it and the second grows
scores() {
    ends_with 0 "$DADO" sim goals.rcy -n 20 --no-store --format csv --seat "1=ismcts:iterations=60,goal=$1" \
        --seat '2=prefers:option=grow'
    sed -n '/^# seats/,/^$/p' "$out" | sed -n '3,4p'
}
scores score >score.csv
scores deny >deny.csv
grep -q '40' score.csv || fail "four times five points are not gathered: $(cat score.csv)"
grep -q '28' deny.csv || fail "four times three points are not denied: $(cat deny.csv)"
ends_with 1 "$DADO" sim goals.rcy -n 1 --no-store --seat '1=ismcts:goal=glory'
complains 'deny'
