// uses.c - see uses.h.
#include "judge/uses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/stats.h"

enum { buckets = 8192, longest_words = 120 };

typedef struct book {
    dado_uses *uses;
    dado_arena *arena;
    int *bucket;             // place in the list + 1, 0 where free
    uint8_t *took;           // of this match: by player and place
    double *taker_credit, *left_credit;
    int players;
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
    char *copy = dado_arena_copy(b->arena, words, strlen(words));
    if (!copy) {
        b->no_memory = true;
        return -1;
    }
    b->uses->items[b->uses->count].words = copy;
    b->bucket[at] = ++b->uses->count;
    return b->uses->count - 1;
}

static void note_decision(book *b, const dado_game *game, const void *state, const dado_step *step,
                          dado_move *moves)
{
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
        if (taken) b->took[step->actor * DADO_USES_MOST + place] = 1;
    }
}

static void note_end(book *b, const dado_trace *trace)
{
    int winners = 0;
    for (int p = 0; p < trace->players; p++) winners += trace->places[p] == 0;
    for (int p = 0; p < trace->players; p++) {
        double credit = trace->places[p] == 0 ? 1.0 / winners : 0;
        for (int i = 0; i < b->uses->count; i++) {
            size_t at = (size_t)p * DADO_USES_MOST + (size_t)i;
            dado_use *use = &b->uses->items[i];
            if (b->took[at]) {
                use->takers++;
                b->taker_credit[i] += credit;
            } else {
                use->left++;
                b->left_credit[i] += credit;
            }
        }
    }
    memset(b->took, 0, (size_t)trace->players * DADO_USES_MOST);
}

static void replay(book *b, const dado_game *game, const dado_trace *trace, unsigned char *state,
                   dado_move *moves)
{
    game->rules->start(game, state);
    for (int i = 0; i < trace->steps && !b->full; i++) {
        if (trace->path[i].actor >= 0) note_decision(b, game, state, &trace->path[i], moves);
        game->rules->apply(game, state, trace->path[i].move);
    }
    note_end(b, trace);
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
        if (use->takers) use->takers_won = b->taker_credit[i] / (double)use->takers;
        if (use->left) use->left_won = b->left_credit[i] / (double)use->left;
        if (use->takers < enough || use->left < enough) continue;
        double n = (double)(use->takers + use->left);
        double all = (b->taker_credit[i] + b->left_credit[i]) / n;
        double error = sqrt(all * (1 - all) * (1 / (double)use->takers + 1 / (double)use->left));
        if (error <= 0) continue;
        double z = (use->takers_won - use->left_won) / error;
        which[tested] = i;
        p[tested++] = 2 * (1 - dado_normal_cdf(fabs(z)));
    }
    dado_holm(p, tested, room);
    for (int i = 0; i < tested; i++) u->items[which[i]].p = p[i];
}

static bool lay_out(book *b, int players, dado_arena *arena)
{
    size_t wide = (size_t)players * DADO_USES_MOST;
    b->uses->items = dado_new(arena, dado_use, DADO_USES_MOST);
    b->bucket = dado_new(arena, int, buckets);
    b->took = dado_new(arena, uint8_t, wide);
    b->taker_credit = dado_new(arena, double, DADO_USES_MOST);
    b->left_credit = dado_new(arena, double, DADO_USES_MOST);
    return b->uses->items && b->bucket && b->took && b->taker_credit && b->left_credit;
}

bool dado_uses_gather(const dado_source *game, const dado_player *player, int64_t matches,
                      uint64_t seed, int move_limit, const volatile sig_atomic_t *stop,
                      dado_arena *arena, dado_uses *uses, dado_error *err)
{
    *uses = (dado_uses){ 0 };
    dado_lineup lineup = { .name = player->typed, .players = player, .count = 1 };
    dado_plan plan = { .instances = game, .instance_count = 1, .lineups = &lineup,
                       .lineup_count = 1, .matches = matches, .seed = seed,
                       .move_limit = move_limit };
    dado_desk desk;
    dado_desk_init(&desk, &plan);
    desk.record = true;
    bool fine = dado_desk_open(&desk, 0, 0, err);
    book b = { .uses = uses, .arena = arena, .players = fine ? desk.game.players : 0 };
    if (fine) {
        unsigned char *state = dado_new(arena, unsigned char, desk.game.state_size);
        dado_move *moves = dado_new(arena, dado_move, desk.game.max_moves);
        fine = state && moves && lay_out(&b, desk.game.players, arena);
        for (int64_t m = 0; fine && m < matches && !b.full && !(stop && *stop); m++) {
            replay(&b, &desk.game, dado_desk_match(&desk, m), state, moves);
        }
        if (fine && !b.full) test_uses(&b);
        if (b.full) uses->count = 0;
        fine = fine && !b.no_memory;
        if (!fine) dado_fail(err, DADO_LIMIT, "no memory left for the moves of the game");
    }
    dado_desk_free(&desk);
    return fine;
}
