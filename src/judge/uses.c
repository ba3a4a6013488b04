// uses.c - see uses.h.
#include "judge/uses.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure/stats.h"

enum { buckets = 8192, longest_words = 120 };
enum { was_offered = 1, was_taken };  // of a move, to a player, in this match

typedef struct dado_uses_book {
    dado_uses *uses;
    dado_arena *arena;
    int *bucket;             // place in the list + 1, 0 where free
    char (*words)[longest_words];  // of each in the list
    dado_move *moves;
    uint8_t *took;           // of this match: by player and place
    double *taker_credit;
    int64_t players;         // of all matches, and what they won together
    double credit;
    bool full, no_memory;
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
        uint8_t *mark = &b->took[step->actor * DADO_USES_MOST + place];
        *mark = *mark == was_taken || taken ? was_taken : was_offered;
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
            uint8_t mark = b->took[(size_t)p * DADO_USES_MOST + (size_t)i];
            b->uses->items[i].met += mark != 0;
            if (mark != was_taken) continue;
            b->uses->items[i].takers++;
            b->taker_credit[i] += credit;
        }
    }
    memset(b->took, 0, (size_t)log->players * DADO_USES_MOST);
    b->uses->matches++;
}

// Two shares and what the chance is that they come from one: a z-test with pooled variance.
static void test_uses(book *b)
{
    enum { enough = 20 };
    dado_uses *u = b->uses;
    double *p = dado_new(b->arena, double, u->count + 1);
    int *room = dado_new(b->arena, int, u->count + 1),
        *which = dado_new(b->arena, int, u->count + 1);
    if (!p || !room || !which) {
        b->no_memory = true;
        return;
    }
    int tested = 0;
    for (int i = 0; i < u->count; i++) {
        dado_use *use = &u->items[i];
        use->p = 1;
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
        which[tested] = i;
        p[tested++] = 2 * (1 - dado_normal_cdf(fabs(z)));
    }
    dado_holm(p, tested, room);
    for (int i = 0; i < tested; i++) u->items[which[i]].p = p[i];
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
    b->took = dado_new(arena, uint8_t, (size_t)game->players * DADO_USES_MOST);
    b->taker_credit = dado_new(arena, double, DADO_USES_MOST);
    if (uses->items && b->bucket && b->words && b->moves && b->took && b->taker_credit) {
        return true;
    }
    return dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}

bool dado_uses_finish(dado_uses *uses, dado_error *err)
{
    book *b = uses->book;
    if (b->full) uses->count = 0;
    else test_uses(b);
    return !b->no_memory || dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
}
