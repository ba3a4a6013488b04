// move_stats.c - see move_stats.h.
#include "judge/move_stats.h"

#include <string.h>

enum { buckets = 8192, longest_words = 120 };

typedef struct dado_move_stats_index {
    dado_move_stats *uses;
    dado_region *region;
    int *bucket;                   // index in the list + 1; 0 if free
    char (*words)[longest_words];  // per move in the list
    dado_move *moves;
    bool *took;  // in this match: indexed by player and move
    double *taker_credit;
    int64_t players;  // players of all matches, and their wins together
    double credit;
    bool full;
} move_index;

static int find(move_index *b, const char *words)
{
    uint32_t hash = 2166136261u;
    for (const char *s = words; *s; s++) hash = (hash ^ (uint8_t)*s) * 16777619u;
    uint32_t at = hash % buckets;
    while (b->bucket[at]) {
        if (strcmp(b->uses->items[b->bucket[at] - 1].words, words) == 0) return b->bucket[at] - 1;
        at = (at + 1) % buckets;
    }
    if (b->uses->count == DADO_MOVE_STATS_MAX) {
        b->full = true;
        return -1;
    }
    char *copy = b->words[b->uses->count];
    snprintf(copy, longest_words, "%s", words);
    b->uses->items[b->uses->count].words = copy;
    b->bucket[at] = ++b->uses->count;
    return b->uses->count - 1;
}

void dado_move_stats_add_step(void *uses, const dado_game *game, const void *state,
                              const dado_step *step)
{
    move_index *b = ((dado_move_stats *)uses)->move_index;
    dado_move *moves = b->moves;
    if (step->actor < 0 || b->full) return;
    int count = game->rules->legal(game, state, moves);
    if (count < 2) return;  // a forced move says nothing
    b->uses->decisions++;
    char room[longest_words];
    for (int i = 0; i < count && !b->full; i++) {
        dado_text words = dado_text_in_buffer(room, sizeof room);
        dado_move_words(game, state, moves[i], &words);
        int place = find(b, room);
        if (place < 0) return;
        dado_move_stat *use = &b->uses->items[place];
        bool taken = moves[i] == step->move;
        use->offered++;
        use->taken += taken;
        use->even += 1.0 / count;
        if (taken) b->took[step->actor * DADO_MOVE_STATS_MAX + place] = true;
    }
}

void dado_move_stats_end_match(void *uses, const dado_trace *log)
{
    move_index *b = ((dado_move_stats *)uses)->move_index;
    int winners = 0;
    for (int p = 0; p < log->players; p++) winners += log->places[p] == 0;
    for (int p = 0; p < log->players; p++) {
        double credit = log->places[p] == 0 ? 1.0 / winners : 0;
        b->players++;
        b->credit += credit;
        for (int i = 0; i < b->uses->count; i++) {
            if (!b->took[(size_t)p * DADO_MOVE_STATS_MAX + (size_t)i]) continue;
            b->uses->items[i].takers++;
            b->taker_credit[i] += credit;
        }
    }
    memset(b->took, 0, (size_t)log->players * DADO_MOVE_STATS_MAX);
    b->uses->matches++;
}

enum { enough = 20 };  // nothing is tested with fewer players on either side

// Corrects the p-values for the number of tests; moves that were not tested keep 1.
static bool correct(double *p, size_t apart, int count, dado_region *region)
{
    int *room = dado_new(region, int, count + 1);
    if (!room) return false;
    dado_holm_correct(p, apart, count, room);
    for (int i = 0; i < count; i++, p = (double *)(void *)((unsigned char *)p + apart)) {
        if (dado_is_none(*p)) *p = 1;
    }
    return true;
}

bool dado_move_stats_begin(dado_move_stats *uses, const dado_game *game, dado_region *region,
                           dado_error *err)
{
    move_index *b = dado_new(region, move_index, 1);
    *uses = (dado_move_stats){ .move_index = b };
    if (!b) return dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
    *b = (move_index){ .uses = uses, .region = region };
    uses->items = dado_new(region, dado_move_stat, DADO_MOVE_STATS_MAX);
    b->bucket = dado_new(region, int, buckets);
    b->words = dado_region_alloc(region, DADO_MOVE_STATS_MAX, sizeof *b->words);
    b->moves = dado_new(region, dado_move, game->max_moves);
    b->took = dado_new(region, bool, (size_t)game->players *DADO_MOVE_STATS_MAX);
    b->taker_credit = dado_new(region, double, DADO_MOVE_STATS_MAX);
    if (uses->items && b->bucket && b->words && b->moves && b->took && b->taker_credit) {
        return true;
    }
    return dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}

// Compares two shares of wins: a z-test with pooled variance gives the probability that
// the difference is an accident.
bool dado_move_stats_finish(dado_move_stats *uses, dado_error *err)
{
    const move_index *b = uses->move_index;
    if (b->full) uses->count = 0;
    for (int i = 0; i < uses->count; i++) {
        dado_move_stat *use = &uses->items[i];
        use->p = DADO_NONE;
        use->left = b->players - use->takers;  // including players who were never offered it
        double left_credit = b->credit - b->taker_credit[i];
        if (use->takers) use->takers_won = b->taker_credit[i] / (double)use->takers;
        if (use->left) use->left_won = left_credit / (double)use->left;
        if (use->takers < enough || use->left < enough) continue;
        double n = (double)(use->takers + use->left);
        double all = b->credit / n;
        double error = sqrt(all * (1 - all) * (1 / (double)use->takers + 1 / (double)use->left));
        if (error <= 0) continue;
        double z = (use->takers_won - use->left_won) / error;
        use->p = 2 * (1 - dado_normal_cdf(fabs(z)));
    }
    return correct(&uses->items->p, sizeof *uses->items, uses->count, b->region) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}

// ---- the game's own counts ----

bool dado_count_stats_begin(dado_count_stats *uses, const dado_game *game, dado_region *region,
                            dado_error *err)
{
    *uses = (dado_count_stats){ .count = game->rules->tally ? dado_game_tallies(game) : 0 };
    if (game->players < 2) uses->count = 0;
    uses->items = dado_new(region, dado_count_stat, uses->count + 1);
    uses->values = dado_new(region, double, uses->count + 1);
    if (!uses->items || !uses->values) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the game's counts");
    }
    for (int i = 0; i < uses->count; i++) uses->items[i].measure = &game->tallies[i];
    return true;
}

void dado_count_stats_end_match(dado_count_stats *uses, const dado_game *game, const void *state,
                                const dado_trace *log)
{
    for (int p = 0; uses->count && p < log->players; p++) {
        game->rules->tally(game, state, p, uses->values);
        for (int t = 0; t < uses->count; t++) {
            dado_count_stat *use = &uses->items[t];
            dado_moments_add(log->places[p] == 0 ? &use->winners : &use->others, uses->values[t]);
        }
    }
    uses->matches++;
}

bool dado_count_stats_finish(dado_count_stats *uses, dado_region *region, dado_error *err)
{
    for (int i = 0; i < uses->count; i++) {
        dado_count_stat *use = &uses->items[i];
        use->p = DADO_NONE;
        use->difference = (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
        if (use->winners.count < enough || use->others.count < enough) continue;
        double freedom;
        use->difference = dado_welch(&use->winners, &use->others, 0.95, &freedom);
        double a = dado_moments_error(&use->winners), b = dado_moments_error(&use->others);
        double error = sqrt(a * a + b * b);
        if (error <= 0) continue;  // the same in every match: nothing to report
        use->p = 2 * (1 - dado_t_cdf(fabs(use->difference.value / error), freedom));
    }
    return correct(&uses->items->p, sizeof *uses->items, uses->count, region) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the game's counts");
}
