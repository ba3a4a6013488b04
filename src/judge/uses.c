// uses.c - see uses.h.
#include "judge/uses.h"

#include <string.h>

enum { buckets = 8192, longest_words = 120 };

typedef struct dado_uses_book {
    dado_uses *uses;
    dado_arena *arena;
    int *bucket;             // place in the list + 1, 0 where free
    char (*words)[longest_words];  // of each in the list
    dado_move *moves;
    bool *took;              // of this match: by player and place
    double *taker_credit;
    int64_t players;         // of all matches, and what they won together
    double credit;
    bool full;
} book;

static int find(book *b, const char *words)
{
    uint32_t hash = 2166136261u;
    for (const char *s = words; *s; s++) hash = (hash ^ (uint8_t)*s) * 16777619u;
    uint32_t at = hash % buckets;
    while (b->bucket[at]) {
        if (strcmp(b->uses->items[b->bucket[at] - 1].words, words) == 0) return b->bucket[at] - 1;
        at = (at + 1) % buckets;
    }
    if (b->uses->count == DADO_USES_MOST) {
        b->full = true;
        return -1;
    }
    char *copy = b->words[b->uses->count];
    snprintf(copy, longest_words, "%s", words);
    b->uses->items[b->uses->count].words = copy;
    b->bucket[at] = ++b->uses->count;
    return b->uses->count - 1;
}

void dado_uses_step(void *uses, const dado_game *game, const void *state, const dado_step *step)
{
    book *b = ((dado_uses *)uses)->book;
    dado_move *moves = b->moves;
    if (step->actor < 0 || b->full) return;
    int count = game->rules->legal(game, state, moves);
    if (count < 2) return;  // what is forced says nothing
    b->uses->decisions++;
    char room[longest_words];
    for (int i = 0; i < count && !b->full; i++) {
        dado_text words = dado_text_over(room, sizeof room);
        game->rules->print_move(game, state, moves[i], &words);
        int place = find(b, room);
        if (place < 0) return;
        dado_use *use = &b->uses->items[place];
        bool taken = moves[i] == step->move;
        use->offered++;
        use->taken += taken;
        use->even += 1.0 / count;
        if (taken) b->took[step->actor * DADO_USES_MOST + place] = true;
    }
}

void dado_uses_end(void *uses, const dado_trace *log)
{
    book *b = ((dado_uses *)uses)->book;
    int winners = 0;
    for (int p = 0; p < log->players; p++) winners += log->places[p] == 0;
    for (int p = 0; p < log->players; p++) {
        double credit = log->places[p] == 0 ? 1.0 / winners : 0;
        b->players++;
        b->credit += credit;
        for (int i = 0; i < b->uses->count; i++) {
            if (!b->took[(size_t)p * DADO_USES_MOST + (size_t)i]) continue;
            b->uses->items[i].takers++;
            b->taker_credit[i] += credit;
        }
    }
    memset(b->took, 0, (size_t)log->players * DADO_USES_MOST);
    b->uses->matches++;
}

enum { enough = 20 };  // of each side, below which nothing is tested

// p-values held to a level divided among all; what was not tested is 1.
static bool correct(double *p, size_t apart, int count, dado_arena *arena)
{
    int *room = dado_new(arena, int, count + 1);
    if (!room) return false;
    dado_holm(p, apart, count, room);
    for (int i = 0; i < count; i++, p = (double *)(void *)((unsigned char *)p + apart)) {
        if (dado_is_none(*p)) *p = 1;
    }
    return true;
}

bool dado_uses_begin(dado_uses *uses, const dado_game *game, dado_arena *arena, dado_error *err)
{
    book *b = dado_new(arena, book, 1);
    *uses = (dado_uses){ .book = b };
    if (!b) return dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
    *b = (book){ .uses = uses, .arena = arena };
    uses->items = dado_new(arena, dado_use, DADO_USES_MOST);
    b->bucket = dado_new(arena, int, buckets);
    b->words = dado_arena_take(arena, DADO_USES_MOST, sizeof *b->words);
    b->moves = dado_new(arena, dado_move, game->max_moves);
    b->took = dado_new(arena, bool, (size_t)game->players * DADO_USES_MOST);
    b->taker_credit = dado_new(arena, double, DADO_USES_MOST);
    if (uses->items && b->bucket && b->words && b->moves && b->took && b->taker_credit) {
        return true;
    }
    return dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}

// Two shares and what the chance is that they come from one: a z-test with pooled variance.
bool dado_uses_finish(dado_uses *uses, dado_error *err)
{
    const book *b = uses->book;
    if (b->full) uses->count = 0;
    for (int i = 0; i < uses->count; i++) {
        dado_use *use = &uses->items[i];
        use->p = DADO_NONE;
        use->left = b->players - use->takers;  // those who never met it among them
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
    return correct(&uses->items->p, sizeof *uses->items, uses->count, b->arena) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}

// ---- what the game itself counts ----

bool dado_counts_begin(dado_count_uses *uses, const dado_game *game, dado_arena *arena,
                       dado_error *err)
{
    *uses = (dado_count_uses){ .count = game->rules->tally ? dado_game_tallies(game) : 0 };
    if (game->players < 2) uses->count = 0;
    uses->items = dado_new(arena, dado_count_use, uses->count + 1);
    uses->values = dado_new(arena, double, uses->count + 1);
    if (!uses->items || !uses->values) {
        return dado_fail(err, DADO_LIMIT, "no memory left for what games count");
    }
    for (int i = 0; i < uses->count; i++) uses->items[i].measure = &game->tallies[i];
    return true;
}

void dado_counts_end(dado_count_uses *uses, const dado_game *game, const void *state,
                     const dado_trace *log)
{
    for (int p = 0; uses->count && p < log->players; p++) {
        game->rules->tally(game, state, p, uses->values);
        for (int t = 0; t < uses->count; t++) {
            dado_count_use *use = &uses->items[t];
            dado_moments_add(log->places[p] == 0 ? &use->winners : &use->others, uses->values[t]);
        }
    }
    uses->matches++;
}

bool dado_counts_finish(dado_count_uses *uses, dado_arena *arena, dado_error *err)
{
    for (int i = 0; i < uses->count; i++) {
        dado_count_use *use = &uses->items[i];
        use->p = DADO_NONE;
        use->difference = (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
        if (use->winners.count < enough || use->others.count < enough) continue;
        double freedom;
        use->difference = dado_welch(&use->winners, &use->others, 0.95, &freedom);
        double a = dado_moments_error(&use->winners), b = dado_moments_error(&use->others);
        double error = sqrt(a * a + b * b);
        if (error <= 0) continue;  // the same in every match: nothing to tell
        use->p = 2 * (1 - dado_t_cdf(fabs(use->difference.value / error), freedom));
    }
    return correct(&uses->items->p, sizeof *uses->items, uses->count, arena) ||
           dado_fail(err, DADO_LIMIT, "no memory left for what games count");
}
