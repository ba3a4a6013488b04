# --assert TOPIC fails on a game with that flaw and passes on a game without it, for every topic that
# can give alarm. What it quotes is printed.
. tests/support/cli.sh

command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
cd "$work"
python3 - "$here/tests/judge/truth_set" <<'PY'
import sys
sys.path.insert(0, sys.argv[1])
from games import GAMES
for g in GAMES:
    open(g["name"] + ".rcy", "w").write(g["text"] + "\n")
# One match in eight lasts ten times as long as the others.
open("drags.rcy", "w").write("""(game (setup (create players 2)) (set (game sto LONG) (if (== (random 7) 0) 40 4))
  (stage player (end (>= (game sto N) (game sto LONG)))
    (choice ((label "a" (inc ((current player) sto SUM) (random 3))) (label "b" (inc ((current player) sto SUM) (random 5)))))
    (inc (game sto N) 1) (saveturnstats SUM roundnumber N))
  (scoring max ((current player) sto SUM)))""")
# The first seat leads from its first turn to the last.
open("lead.rcy", "w").write("""(game (setup (create players 2)) (set (((random 1) player) sto SUM) 20)
  (repeat 6 (block (stage player (turns 2)
    (choice ((label "a" (inc ((current player) sto SUM) (random 1))) (label "b" (inc ((current player) sto SUM) 1)))))
    (inc (game sto N) 1) (saveturnstats SUM roundnumber N)))
  (scoring max ((current player) sto SUM)))""")
# The hidden card is the one in nine of ten turns; players who think deal hidden cards again as if all were
# equally likely, and choose the other.
open("misled.rcy", "w").write("""(game (setup (create players 2) (create deck (game hloc STOCK) (deck (N (1 .. 4)))))
  (stage player (turns 2)
    (do ((set (game sto R) (random 9))
      (move (top (filter (game hloc STOCK) 'C (== (value N 'C) (if (== (game sto R) 0) 2 1)))) (top (game hloc SECRET)))))
    (choice (
      (label "one" (inc ((current player) sto SUM) (if (== (value N (top (game hloc SECRET))) 1) 1 0)))
      (label "other" (inc ((current player) sto SUM) (if (== (value N (top (game hloc SECRET))) 1) 0 1)))))
    (do ((move (top (game hloc SECRET)) (bottom (game hloc STOCK))))))
  (scoring max ((current player) sto SUM)))""")
PY
printf 'metric rounds = 90 window=0.1\n' >far.expect
printf 'metric rounds = 4 window=0.1\n' >near.expect
fails() {  # TOPIC GAME [FLAGS]
    topic=$1 game=$2
    shift 2
    ends_with 3 "$DADO" doctor "$game" --effort quick --all --assert "$topic" "$@"
    said=$(sed -n "s/.*asserted, and not so: $topic: //p" "$err")
    [ -n "$said" ] || fail "$topic fails and quotes nothing"
    tr '\n' ' ' <"$out" | tr -s ' ' | grep -q -F "$said" || fail "$topic quotes what is not printed: $said"
}
passes() {
    topic=$1 game=$2
    shift 2
    ends_with 0 "$DADO" doctor "$game" --effort quick --all -q --assert "$topic" "$@"
}
cases=$here/tests/judge/cases
even=race-2-2-6.rcy
fails completion "$cases/endless.rcy" --limit 500
passes completion $even
fails fairness head-start-2-4-2.rcy
passes fairness $even
fails fairness toss-or-give-5.rcy
fails ties rps.rcy
passes ties $even
fails success coop-lot-2-200.rcy
passes success coop-2-2-4.rcy
fails winners threshold-2-100-99.rcy
passes winners threshold-2-6-3.rcy
fails length drags.rcy
passes length $even
fails expected "$cases/expected.rcy"
passes expected $even
fails runaway settled-2.rcy
fails runaway catch-up-4.rcy
passes runaway race-2-4-2.rcy
fails lead lead.rcy
fails drama lead.rcy
passes lead race-2-4-2.rcy
passes drama catch-up-3.rcy
fails choices lot-11.rcy
passes choices nim-4-2.rcy
fails quality race-2-4-2.rcy --target far.expect
passes quality race-2-4-2.rcy --target near.expect
fails proof toss-or-give-3.rcy
passes proof toss-or-give-2.rcy
fails stakes idle-lot-11.rcy
passes stakes nim-4-2.rcy
fails kingmaking gift-3-1.rcy
passes kingmaking dictator-3.rcy
fails openness lead.rcy
passes openness nim-4-2.rcy
fails balance toss-or-give-2.rcy
passes balance safe-or-risk-2-2-4.rcy
fails skill misled.rcy
passes skill nim-4-2.rcy
fails idle trap-2.rcy
passes idle safe-or-risk-2-2-4.rcy
fails rules dead-rule-2.rcy
passes rules trap-2.rcy
# Where not all matches could be played, sim fails.
ends_with 1 "$DADO" sim "$here/tests/language/w431.rcy" -n 20 --no-store -q
ends_with 0 "$DADO" sim $even -n 20 --no-store -q
