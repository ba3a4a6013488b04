// event_messages.c - describes in words what happened in a step of the hero.
//
// The step is played on a copy of the state and both states are compared, so the messages
// always agree with the rules. They report only what the hero notices: attacks, things
// picked up, things that come into sight, and the end.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"

// Adds a separator if the message is not empty, and returns the text for the next clause.
static dado_text *clause(dado_text *out)
{
    if (out->length) dado_text_add(out, "; ");
    return out;
}

static void append_blows(const dado_dungeon *d, const void *before, const void *after,
                         dado_text *out)
{
    const dado_dungeon_state *was = before, *is = after;
    const dado_dungeon_enemy *had = dado_dungeon_enemies(d, before);
    const dado_dungeon_enemy *has = dado_dungeon_enemies(d, after);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (has[i].hp == had[i].hp) continue;
        int64_t dealt = is->damage_dealt - was->damage_dealt;
        if (has[i].hp > 0) {
            dado_text_addf(clause(out), "you hit %c for %" PRId64 ", it has %d left", 'a' + i % 26,
                           dealt, has[i].hp);
        } else {
            dado_text_addf(clause(out), "you hit %c for %" PRId64 " and it falls", 'a' + i % 26,
                           dealt);
        }
    }
    int64_t taken = is->damage_taken - was->damage_taken;
    if (taken > 0) dado_text_addf(clause(out), "you are hit for %" PRId64, taken);
}

static void append_finds(const dado_dungeon *d, const void *before, const void *after,
                         dado_text *out)
{
    const dado_dungeon_state *was = before, *is = after;
    int item = d->item_at[is->cell];
    if (is->gold > was->gold) {
        dado_text_addf(clause(out), "you find %" PRId64 " gold", is->gold - was->gold);
    }
    bool taken = item >= 0 && !dado_bit(dado_dungeon_item_taken(d, before), item) &&
                 dado_bit(dado_dungeon_item_taken(d, after), item);
    if (!taken) return;
    const dado_map_item *thing = &d->map.items[item];
    if (thing->buff) {
        int64_t healed = is->hp - was->hp + (is->damage_taken - was->damage_taken);
        dado_text_addf(clause(out), "you drink, and %" PRId64 " hp come back", healed);
    } else {
        dado_text_addf(clause(out),
                       "you take up what makes you stronger: attack %+" PRId64
                       ", defence %+" PRId64,
                       is->atk - was->atk, is->def - was->def);
    }
}

static void append_sightings(const dado_dungeon *d, const void *before, const void *after,
                             dado_text *out)
{
    const dado_dungeon_state *was = before, *is = after;
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (dado_bit(dado_dungeon_met(d, before), i) || !dado_bit(dado_dungeon_met(d, after), i)) {
            continue;
        }
        const dado_map_enemy *e = &d->map.enemies[i];
        dado_text_addf(clause(out), "%c comes into sight: hp %d, attack %d, defence %d",
                       'a' + i % 26, dado_dungeon_enemies(d, after)[i].hp, e->atk, e->def);
    }
    if (was->exit_seen < 0 && is->exit_seen >= 0) dado_text_add(clause(out), "you see a way out");
}

static void append_end(const dado_dungeon_state *s, dado_text *out)
{
    switch ((dado_dungeon_end)s->end) {
    case DADO_DUNGEON_GOES_ON: break;
    case DADO_DUNGEON_WIN: dado_text_add(clause(out), "you are out"); break;
    case DADO_DUNGEON_DEATH:
        dado_text_addf(clause(out), "%c has killed you", 'a' + s->killer % 26);
        break;
    case DADO_DUNGEON_TIMEOUT: dado_text_add(clause(out), "time is up"); break;
    case DADO_DUNGEON_WALLED_IN: dado_text_add(clause(out), "there is no way out of here"); break;
    }
}

void dado_dungeon_event_message(const dado_game *game, const void *state, dado_move move, int eyes,
                                dado_text *out)
{
    (void)eyes;
    const dado_dungeon *d = dado_dungeon_of(game);
    unsigned char *after = malloc(game->state_size);
    if (!after) return;
    memcpy(after, state, game->state_size);
    game->rules->apply(game, after, move);
    append_blows(d, state, after, out);
    append_finds(d, state, after, out);
    append_sightings(d, state, after, out);
    append_end((const dado_dungeon_state *)(const void *)after, out);
    free(after);
}
