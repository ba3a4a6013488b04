# Only the files named here play moves. Matches are driven by core/match_loop.h and replayed by
# core/match_cursor.c; the other files play single moves of people or of a search. A file that is
# not named and calls `apply` of a game's rules fails this test: it should use the loop or the
# cursor. Rooms that hold games (worlds, recycle) execute rules and are not looked at.
set -eu
fail() {
    echo "failed: $*"
    exit 1
}

named='
src/core/match_cursor.c            replays: the only loop that plays a list of moves again
src/core/match_loop.c              random matches and playouts through the rules of a game
src/lab/match.c                    matches with seated players: the same loop
src/api/batch_env.c                many matches for a learner: the same loop, up to its choice
src/lab/live_match.c               one step of a match that people play
src/lab/playtest_record.c          one move of a log, found by its words
src/job/random_moves.c             positions to show and to look at, some random moves into a match
src/agents/forward_model.c         moves that a program tries out
src/agents/search_common.c         luck on the way down a search tree
src/agents/greedy_agent.c          one move, looked at
src/agents/mcts.c                  moves down a search tree
src/agents/pimc.c                  one move, before a playout
src/agents/strategy_agent.c        one option, looked at
src/judge/option_worth_recorder.c      one option, to look up what it is worth
src/judge/decision_stakes.c        one option, before a playout
src/judge/move_effects.c           one option, to see whether it ends the match
src/judge/exact_random_play_values.c     the tree of all positions
src/judge/exact_measures.c         the tree of all matches, each measured
src/judge/rollouts.c               one option, before the match is played on
src/solve/count_positions.c        solvers walk trees of positions
src/solve/information_sets.c       the same
src/solve/odds.c                   the same
src/solve/perfect_info_solver.c    the same
src/solve/response_by_walk.c       the same
src/solve/sampled_regret.c         the same
src/solve/solution_tree.c          the same
'

search() {  # FOLDERS...
    grep -rlE 'rules(->|\.)apply(_counting)?[(,]' --include='*.[ch]' "$@" |
        grep -vE '^src/(worlds|recycle)/' | sort || true
}

expected=$(echo "$named" | awk 'NF { print $1 }' | sort)
found=$(search src)
[ "$found" = "$expected" ] || fail "files that play moves are not those named in this test:
$(printf '%s\n' "$expected" >"${TMPDIR:-/tmp}/expected.$$"
    printf '%s\n' "$found" | diff "${TMPDIR:-/tmp}/expected.$$" - || true
    rm -f "${TMPDIR:-/tmp}/expected.$$")"

# The loop itself is compiled in these files and nowhere else, so there is one of each kind.
loops=$(grep -rlE 'dado_match_loop_(run|random)\(' --include='*.[ch]' src | sort | tr '\n' ' ')
[ "$loops" = "src/api/batch_env.c src/core/match_loop.c src/core/match_loop.h src/lab/match.c \
src/recycle/game.c " ] || fail "the match loop is used in other files: $loops"

# One place decides what ends a round, and one computes places.
rounds=$(grep -rlE '(moved|in_hand) && (next|who|actor) != DADO_CHANCE' --include='*.[ch]' src |
    grep -vE '^src/(worlds|recycle)/' | tr '\n' ' ')
[ "$rounds" = "src/core/round_counter.h " ] || fail "the end of a round is decided in: $rounds"
places=$(grep -rl 'rules->rank(' --include='*.[ch]' src | grep -vE '^src/(worlds|recycle)/')
[ "$places" = "src/core/game.c" ] || fail "places are computed in: $places"

# And it would be noticed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'void again(const dado_game *g, void *s) { g->rules->apply(g, s, 0); }\n' >"$work/odd.c"
[ -n "$(search "$work")" ] || fail "a loop of its own would not be noticed"
