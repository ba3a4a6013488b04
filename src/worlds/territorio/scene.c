// scene.c - shows Território as a scene of hexes, units and buildings, as one seat sees
// it.
#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/game_extras.h"
#include "worlds/territorio/territorio.h"

enum { id_map = 1, id_tile = 1 << 20, id_building = 3 << 20, id_seat = 4 << 20 };
static const uint32_t id_unit = 0x80000000u;  // the id of a unit is added to it

// Returns the look of a unit. Look 1 is unseen terrain, terrains follow from 2, then come
// each seat's kinds of units and its buildings.
static int look_of_unit(const dado_terr *w, int seat, int type)
{
    return 2 + DADO_TERR_KINDS + seat * (w->units + 1) + type;
}

static void show_units(const dado_terr_board *b, int cell, int tile, dado_scene *out)
{
    const dado_terr *w = b->world;
    int seat = b->pieces[cell].holder - 1, at = 0;
    for (int k = 0; seat >= 0 && k < b->seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(b, seat, k);
        if (unit->cell != cell) continue;
        double full = dado_terr_max_health(w, unit), left = unit->health;
        dado_scene_add(
            out, (dado_scene_item){ .id = unit->id | id_unit,
                                    .kind = DADO_ITEM_UNIT,
                                    .parent = tile,
                                    .at = at++,
                                    .look = (uint16_t)look_of_unit(w, seat, unit->type),
                                    .owner = (uint8_t)(seat + 1),
                                    .value = full > 0 ? (int32_t)(1000 * left / full) : 1000 });
    }
}

static void show_tile(const dado_terr_board *b, int cell, int map, dado_scene *out)
{
    const dado_terr *w = b->world;
    bool unknown = b->terrain[cell] == DADO_TERR_UNKNOWN;
    int tile = dado_scene_add(
        out, (dado_scene_item){ .id = (uint32_t)(id_tile + cell),
                                .kind = DADO_ITEM_HEX,
                                .parent = map,
                                .at = cell,
                                .look = (uint16_t)(unknown ? 1 : 2 + b->terrain[cell]) });
    if (tile < 0 || unknown) return;
    int builder = b->pieces[cell].building - 1;
    if (builder >= 0) {
        dado_scene_add(out,
                       (dado_scene_item){ .id = (uint32_t)(id_building + cell),
                                          .parent = tile,
                                          .kind = DADO_ITEM_TOKEN,
                                          .value = 1,
                                          .owner = (uint8_t)(builder + 1),
                                          .look = (uint16_t)look_of_unit(w, builder, w->units) });
    }
    show_units(b, cell, tile, out);
}

void dado_terr_scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    const dado_terr *w = game->data;
    void *kept = malloc(game->state_size > game->view_size ? game->state_size : game->view_size);
    if (!kept) {
        out->cut = true;
        return;
    }
    if (eyes < 0) memcpy(kept, state, game->state_size);
    else dado_observe(game, state, eyes, kept);
    dado_terr_board b = dado_terr_board_of(w, kept);
    int map = dado_scene_add(
        out, (dado_scene_item){
                 .id = id_map, .kind = DADO_ITEM_PLACE, .parent = -1, .value = w->width });
    bool born = b.state->phase != DADO_TERR_UNBORN;
    for (int cell = 0; born && cell < w->tiles; cell++) show_tile(&b, cell, map, out);
    for (int p = 0; born && p < w->players; p++) {
        dado_scene_add_text(out, (uint32_t)(id_seat + p), -1, 1 + p,
                            "P%d: units %d, buildings %d, domain %.1f%s", p + 1, b.seats[p].units,
                            b.seats[p].buildings, dado_terr_domain(&b, p),
                            eyes >= 0 && eyes != p && w->fog ? ", as far as seen" : "");
    }
    free(kept);
}

void dado_terr_look(const dado_game *game, int look, dado_text *out)
{
    const dado_terr *w = game->data;
    int unit = look - look_of_unit(w, 0, 0), seat = unit / (w->units + 1);
    if (look == 1) {
        dado_text_add(out, "unseen");
    } else if (unit < 0) {
        dado_text_add(out, w->terrain[look - 2].name);
    } else {
        int type = unit % (w->units + 1);
        dado_text_addf(out, "%s of P%d", type == w->units ? "building" : w->unit[type].name,
                       seat + 1);
    }
}

// Lists the tiles that a command touches: the one it starts from and its target.
int dado_terr_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                    int most)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, state);
    int seat = game->rules->actor(game, state), count = 0;
    if (seat < 0) return 0;
    dado_terr_action action = dado_terr_action_of(&b, seat, move);
    bool aimed = action.verb == DADO_TERR_MOVE || action.verb == DADO_TERR_ATTACK ||
                 action.verb == DADO_TERR_INFLUENCE;
    if (action.from >= 0 && count++ < most) ids[0] = (uint32_t)(id_tile + action.from);
    if (aimed && action.what >= 0 && action.what != action.from && count++ < most) {
        ids[count - 1] = (uint32_t)(id_tile + action.what);
    }
    return count;
}

// Writes a command with the unit's kind and place in place of its id: "soldier 11,11 to
// 11,10".
void dado_terr_caption(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, state);
    int seat = game->rules->actor(game, state);
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_terr_print_move(w, move, &words);
    const char *said = dado_text_string(&words), *object = strrchr(said, ' ');
    const dado_terr_unit *unit = dado_terr_find_unit(&b, seat, dado_terr_id_of(move));
    const dado_terr_building *house = dado_terr_find_building(&b, seat, dado_terr_id_of(move));
    if (dado_terr_verb_of(move) == DADO_TERR_END || !object || (!unit && !house)) {
        dado_text_add(out, said);
        return;
    }
    int cell = unit ? unit->cell : house->cell;
    dado_text_add(out, unit ? w->unit[unit->type].name : w->house[house->type].name);
    double full = unit ? dado_terr_max_health(w, unit) : 0;
    if (unit && unit->health < full) dado_text_addf(out, " (%g of %g)", unit->health, full);
    dado_text_addf(out, " %d,%d", dado_terr_x(w, cell), dado_terr_y(w, cell));
    if (dado_terr_verb_of(move) == DADO_TERR_MOVE) dado_text_add(out, " to");
    else dado_text_addf(out, ": %.*s", (int)strcspn(said, " "), said);
    dado_text_add(out, object);
}
