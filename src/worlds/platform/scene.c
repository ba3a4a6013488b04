// scene.c - shows the window around the hero as a scene of tiles and bodies.
#include "core/game_extras.h"
#include "worlds/platform/platform_game.h"

enum { id_window = 1, id_tile = 1 << 20, id_body = 2 << 20, id_words = 3 << 20 };
enum {
    across_most = 40,
    tiles_most = 64,
    look_tile = 1,
    look_body = look_tile + tiles_most,
    look_exit = look_body + DADO_BODY_HERO + 1,
    look_window
};

static void show_body(const dado_body *body, int from, int across, const int *tiles, int which,
                      dado_scene *out)
{
    int x = (int)(body->x / 16) - from, row = (int)((body->y - 1) / 16);
    if (body->x < 0 || x < 0 || x >= across || row < 0 || row >= DADO_LEVEL_ROWS) return;
    dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_body + which),
                                           .kind = DADO_ITEM_UNIT,
                                           .parent = tiles[row * across + x],
                                           .value = 1000,
                                           .look = (uint16_t)(look_body + body->kind),
                                           .lit = body->kind == DADO_BODY_HERO });
}

void dado_platform_scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    (void)eyes;
    const dado_platform *p = dado_platform_of(game);
    const dado_world_head *w = state;
    int across = p->level.width < across_most ? p->level.width : across_most;
    int from = (int)(w->hero.x / 16) - across / 3, tiles[across_most * DADO_LEVEL_ROWS];
    if (from > p->level.width - across) from = p->level.width - across;
    if (from < 0) from = 0;
    int window = dado_scene_add(out, (dado_scene_item){ .id = id_window,
                                                        .kind = DADO_ITEM_PLACE,
                                                        .parent = -1,
                                                        .value = across,
                                                        .look = look_window });
    for (int i = 0; i < across * DADO_LEVEL_ROWS; i++) {
        int column = from + i % across, row = i / across;
        bool exit = column == p->level.exit_column && row == p->level.exit_row;
        int look = exit ? look_exit : look_tile + dado_world_tile(&p->course, w, column, row);
        tiles[i] = dado_scene_add(
            out, (dado_scene_item){ .id = (uint32_t)(id_tile + row * p->level.width + column),
                                    .kind = DADO_ITEM_TILE,
                                    .parent = window,
                                    .at = i,
                                    .look = (uint16_t)look });
    }
    const dado_body *bodies = dado_world_bodies(&p->course, w);
    for (int i = 0; i < w->bodies; i++) show_body(&bodies[i], from, across, tiles, 1 + i, out);
    show_body(&w->hero, from, across, tiles, 0, out);
    dado_scene_add_text(out, id_words, -1, 1, "column %d of %d, %d s left, coins %d",
                        (int)(w->hero.x / 16), p->level.exit_column,
                        w->clock > 0 ? w->clock / 1000 : 0, w->coins);
}

void dado_platform_look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    static const char *const bodies[] = { "crawler", "green",    "red",    "spiker",
                                          "snapper", "shell",    "cap",    "heart",
                                          "ember",   "fireball", "bullet", "hero" };
    if (look == look_window) dado_text_add(out, "level");
    else if (look == look_exit) dado_text_add(out, "exit");
    else if (look >= look_body) dado_text_add(out, bodies[look - look_body]);
    else dado_text_add(out, dado_tiles[look - look_tile].name);
}
