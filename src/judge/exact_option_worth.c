// exact_option_worth.c - see exact_option_worth.h.
#include "judge/exact_option_worth.h"

#include <stdlib.h>
#include <string.h>

#include "solve/position_table.h"

void dado_option_worth_set_exact(const double *value, int players, dado_option_worth *worth)
{
    for (int p = 0; p < players; p++) {
        double share = value[p], margin = value[players + p];
        worth[p] = (dado_option_worth){ { share, share }, { margin, margin }, 0 };
    }
}

typedef struct information_set {
    dado_recorded_decision d;
    dado_decision_kind kind;
    double *sums;  // 2 * players numbers per option, times `d.weight`
} information_set;

typedef struct set_collector {
    const dado_game *game;
    dado_position_table table;
    unsigned char *key;
    size_t key_size;
    information_set *sets;
    int count, room;
    dado_region region;
    bool failed;
} set_collector;

static information_set *new_set(set_collector *c, const void *state, int seat,
                                const dado_move *moves, int count)
{
    const dado_game *game = c->game;
    if (c->count == c->room) {
        int room = c->room ? 2 * c->room : 256;
        information_set *more = realloc(c->sets, sizeof *more * (size_t)room);
        if (!more) return NULL;
        c->sets = more;
        c->room = room;
    }
    information_set *set = &c->sets[c->count];
    dado_recorded_option *options = dado_new(&c->region, dado_recorded_option, count);
    double *sums = dado_new(&c->region, double, (size_t)count * 2 * (size_t)game->players);
    if (!options || !sums ||
        !dado_recorded_options_name(game, state, moves, count, options, &c->region)) {
        return NULL;
    }
    *set = (information_set){
        .d = { .match = -1, .seat = seat, .count = count, .taken = -1, .options = options },
        .kind = dado_decision_kind_find(game, state, moves, count),
        .sums = sums
    };
    c->count++;
    return set;
}

static void collect_position(void *context, const void *state, int seat, const dado_move *moves,
                             int count, double reached, const double *const *after)
{
    set_collector *c = context;
    const dado_game *game = c->game;
    uint64_t head = (uint64_t)seat << 32 | (uint64_t)count;
    size_t slot;
    if (c->failed) return;
    memset(c->key, 0, c->key_size);
    memcpy(c->key, &head, sizeof head);
    dado_observe(game, state, seat, c->key + sizeof head);
    dado_position_lookup met = dado_position_table_find(&c->table, c->key_size, c->key, &slot);
    information_set *set = NULL;
    if (met == DADO_LOOKUP_NEW) {
        dado_position_table_set(&c->table, slot, (uint32_t)c->count);
        set = new_set(c, state, seat, moves, count);
    } else if (met == DADO_LOOKUP_OLD) {
        set = &c->sets[dado_position_table_get(&c->table, slot)];
    }
    c->failed = !set;
    if (!set) return;
    set->d.weight += reached;
    int width = 2 * game->players;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < width; k++) set->sums[i * width + k] += reached * after[i][k];
    }
}

static bool write_sets(set_collector *c, dado_decision_kinds *kinds, dado_byte_writer *out)
{
    int players = c->game->players;
    for (int s = 0; s < c->count; s++) {
        information_set *set = &c->sets[s];
        size_t mark = dado_region_mark(&c->region);
        dado_option_worth *worth = dado_new(&c->region, dado_option_worth, set->d.count * players);
        if (!worth) return false;
        for (int i = 0; i < set->d.count; i++) {
            double *sums = set->sums + i * 2 * players;
            for (int k = 0; k < 2 * players; k++) sums[k] /= set->d.weight;
            dado_option_worth_set_exact(sums, players, worth + i * players);
        }
        set->d.kind = dado_decision_kinds_number(kinds, &set->kind);
        set->d.known = worth;
        dado_recorded_decision_pack(&set->d, players, out);
        dado_region_rewind(&c->region, mark);
    }
    return !out->full;
}

static void add_up(const dado_variance_parts *parts, int players, dado_recorded_variance *all)
{
    *all = (dado_recorded_variance){ .looked_at = true };
    for (int p = 0; p < players; p++) {
        all->first_luck += parts[p].first_luck;
        all->own += parts[p].own_choices;
        all->others += parts[p].others_choices;
        all->total += parts[p].first_luck + parts[p].later_luck + parts[p].own_choices +
                      parts[p].others_choices;
    }
}

bool dado_exact_option_worth_find(const dado_game *game, const dado_random_values *values,
                                  dado_decision_kinds *kinds, size_t memory,
                                  dado_exact_option_worth *found, dado_error *err)
{
    size_t view = game->rules->observe ? game->view_size : game->state_size;
    set_collector c = { .game = game, .key_size = (view + 15) / 8 * 8 };
    dado_variance_parts parts[256];
    dado_region_init(&c.region, (size_t)1 << 30);
    c.key = calloc(1, c.key_size + game->state_size);
    bool made = c.key && dado_position_table_init(&c.table, c.key_size, c.key, memory);
    bool room = made;
    bool fine = made && dado_random_values_walk(values, parts, collect_position, &c, err);
    if (fine) room = !c.failed && write_sets(&c, kinds, found->decisions);
    found->decision_count = c.count;
    if (fine && room) add_up(parts, game->players, &found->variance);
    if (made) dado_position_table_free(&c.table);
    free(c.key);
    free(c.sets);
    dado_region_free(&c.region);
    if (!room) return dado_fail(err, DADO_LIMIT, "no memory left to record decisions");
    return fine;
}
