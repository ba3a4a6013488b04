// first_round.c - see first_round.h.
#include "lab/first_round.h"

#include <string.h>

enum { most_decisions = 24, most_decisions_of_counted_round = 40 };

typedef struct inner_turns {   // the stage whose turns make up a round
    int clause;                // its clause; -1: there is none
    int64_t begun;             // how often it began before the first decision
    dado_clause_counts count;  // and after that
} inner_turns;

static int clauses_of(const dado_game *game)
{
    dado_clause clause;
    int count = 0;
    if (!game->rules->clause || !game->rules->apply_counting) return 0;
    while (game->rules->clause(game, count, &clause)) count++;
    return count;
}

static bool is_stage(const dado_game *game, int which, dado_clause *clause)
{
    return game->rules->clause(game, which, clause) && strcmp(clause->kind, "stage") == 0;
}

static bool lies_in(const dado_clause *inner, const dado_clause *outer)
{
    const dado_place *in = &inner->place, *out = &outer->place;
    bool later = out->line < in->line || (out->line == in->line && out->column < in->column);
    return later && inner->last_line <= outer->last_line;
}

// How many stages a stage lies in.
static int depth_of(const dado_game *game, int clauses, const dado_clause *stage)
{
    int depth = 0;
    for (int i = 0; i < clauses; i++) {
        dado_clause outer;
        depth += is_stage(game, i, &outer) && lies_in(stage, &outer);
    }
    return depth;
}

// Finds the first of the stages that lie deepest; one that lies in no other is a whole match.
static bool find_inner_turns(const dado_game *game, dado_region *region, inner_turns *turns)
{
    int clauses = clauses_of(game), deepest = 0;
    *turns = (inner_turns){ .clause = -1 };
    for (int i = 0; i < clauses; i++) {
        dado_clause stage;
        if (!is_stage(game, i, &stage)) continue;
        int depth = depth_of(game, clauses, &stage);
        if (depth <= deepest) continue;
        deepest = depth;
        turns->clause = i;
        turns->begun = stage.held;
    }
    if (turns->clause < 0) return true;
    turns->count = (dado_clause_counts){ .held = dado_new(region, int64_t, clauses),
                                         .failed = dado_new(region, int64_t, clauses),
                                         .moves = dado_new(region, dado_move, game->max_moves) };
    return turns->count.held && turns->count.failed && turns->count.moves;
}

// Whether a round is over where the game does not count them; everybody has decided.
static bool is_over(const dado_match_cursor *match, const inner_turns *turns, int last)
{
    if (turns->clause >= 0) return turns->begun + turns->count.held[turns->clause] >= 2;
    const dado_step *next = dado_match_cursor_next(match);
    return next && next->actor >= 0 && next->actor != last;
}

int dado_first_round(dado_match_cursor *match, dado_region *region)
{
    const dado_game *game = match->game;
    bool counted = game->rules->round != NULL;
    int most = counted ? most_decisions_of_counted_round : most_decisions;
    int decisions = 0, missing = game->players, last = DADO_NOBODY;
    inner_turns turns = { .clause = -1 };
    bool *decided = dado_new(region, bool, game->players);
    if (!decided || (!counted && !find_inner_turns(game, region, &turns))) return -1;
    if (turns.clause >= 0) match->coverage = &turns.count;
    for (const dado_step *step; (step = dado_match_cursor_next(match));) {
        if (counted && match->rounds.rounds > 0) break;
        if (!counted && missing == 0 && is_over(match, &turns, last)) break;
        if (step->actor >= 0) {
            if (decisions++ == most) break;
            last = step->actor;
            missing -= !decided[last];
            decided[last] = true;
        }
        dado_match_cursor_step(match);
    }
    match->coverage = NULL;
    return match->at;
}
