// ground.c - see ground.h.
//
// What is to be seen in a cell is a word of bits, and a list of stamps says how each is drawn. It
// is gone through stamp by stamp, so that what has one ink lies together in the drawing.
#include "report/ground.h"

#include <math.h>
#include <string.h>

#include "worlds/platform/format.h"

typedef struct easel {
    dado_picture picture;
    int columns, rows, strip, strips;
    double side, scale;  // units of a cell, and of 1 in a stamp
    uint32_t *bits;      // of each cell, row by row
} easel;

enum { gap = 6 };  // units between strips

// ---- what maps are made of, in sixteenths of a cell

enum {
    floor_dark = 1, floor_light = 2, rock = 4, rock_foot = 8, pale_floor = 16, pale_rock = 32,
    way_out = 64, healing = 128, strengthening = 256, weak = 512, strong = 1024, hero = 2048,
};

#define GREEN DADO_INK(0x2f8f4e)
#define RED DADO_INK(0xc0392b)
#define BLUE DADO_INK(0x2a6fb0)
#define WHITE DADO_INK(0xffffff)
#define SAND DADO_INK(0xece5d3)

static const dado_stamp map_grounds[] = {
    { floor_dark | floor_light, DADO_BOX, SAND, 0, 0, 16, 16 },
    { floor_dark, DADO_BOX, DADO_INK(0xdfd6bf), 0, 0, 16, 16 },
    { pale_floor, DADO_BOX, DADO_INK(0xf6f3ea), 0, 0, 16, 16 },
    { rock, DADO_BOX, DADO_INK(0x2f3440), 0, 0, 16, 16 },
    { rock_foot, DADO_BOX, DADO_INK(0x4a5162), 0, 11, 16, 5 },
    { pale_rock, DADO_BOX, DADO_INK(0x8c919c), 0, 0, 16, 16 },
    { 0 },
};

static const dado_stamp map_things[] = {
    { way_out, DADO_BOX, GREEN, 2, 2, 12, 3 },
    { way_out, DADO_BOX, GREEN, 5, 5, 9, 3 },
    { way_out, DADO_BOX, GREEN, 8, 8, 6, 3 },
    { way_out, DADO_BOX, GREEN, 11, 11, 3, 3 },
    { healing, DADO_DOT, WHITE, 8, 8, 6.5, 0 },
    { healing, DADO_BOX, RED, 6.5, 4, 3, 8 },
    { healing, DADO_BOX, RED, 4, 6.5, 8, 3 },
    { strengthening, DADO_GEM, BLUE, 3, 2, 10, 12 },
    { weak, DADO_DOT, RED, 8, 8, 5.5, 0 },
    { strong, DADO_DOT, DADO_INK(0x6e1d14), 8, 8, 7, 0 },
    { weak | strong, DADO_DOT, WHITE, 5.7, 6.5, 1.5, 0 },
    { weak | strong, DADO_DOT, WHITE, 10.3, 6.5, 1.5, 0 },
    { weak | strong, DADO_BOX, WHITE, 5, 10, 6, 1.2 },
    { hero, DADO_DOT, DADO_INK(0x1c1f26), 8, 8, 7, 0 },
    { hero, DADO_DOT, SAND, 8, 8, 5, 0 },
    { hero, DADO_DOT, BLUE, 8, 8, 3, 0 },
    { 0 },
};

// ---- what levels are made of, in tiles

#define SKY DADO_INK(0xE9F2F7)
#define EARTH DADO_INK(0x8A6B4A)
#define GRASS DADO_INK(0x6FA04A)
#define STONE DADO_INK(0x9AA0A6)
#define STONE_DARK DADO_INK(0x767C82)
#define CLAY DADO_INK(0xB9764F)
#define CLAY_DARK DADO_INK(0x8F5638)
#define GOLD DADO_INK(0xE0AA2B)
#define GOLD_DARK DADO_INK(0xA97B12)
#define PLUM DADO_INK(0x8E5BA6)
#define PIPE DADO_INK(0x3E8E7E)
#define PIPE_DARK DADO_INK(0x2B6A5D)
#define PIPE_LIGHT DADO_INK(0x67B3A4)
#define IRON DADO_INK(0x4A4F57)
#define CHERRY DADO_INK(0xC0395A)
#define SPIKES DADO_INK(0x5B4A8A)
#define GHOST ((dado_ink)0x8E5BA655u)

#define OF(tile) (1u << DADO_TILE_##tile)
enum {
    meadow = 1 << DADO_TILES,  // ground below the air
    crawler = meadow << 1, green = meadow << 2, red = meadow << 3, spiker = meadow << 4,
    snapper = meadow << 5, winged = meadow << 6, start = meadow << 7, flag = meadow << 8,
    bricks = OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER),
};
_Static_assert(DADO_TILES + 8 < 31 && DADO_SNAPPER == 4, "every bit has its own meaning");

static const dado_stamp level_stamps[] = {
    { OF(GROUND), DADO_BOX, EARTH, 0, 0, 1, 1 },
    { meadow, DADO_BOX, GRASS, 0, 0, 1, 0.28 },
    { OF(ROCK), DADO_BOX, STONE, 0, 0, 1, 1 },
    { OF(ROCK), DADO_BOX, STONE_DARK, 0, 0.86, 1, 0.14 },
    { OF(ROCK), DADO_BOX, STONE_DARK, 0.86, 0, 0.14, 1 },
    { bricks, DADO_BOX, CLAY, 0, 0, 1, 1 },
    { bricks, DADO_BOX, CLAY_DARK, 0, 0.45, 1, 0.1 },
    { bricks, DADO_BOX, CLAY_DARK, 0.45, 0, 0.1, 0.45 },
    { bricks, DADO_BOX, CLAY_DARK, 0.2, 0.55, 0.1, 0.45 },
    { bricks, DADO_BOX, CLAY_DARK, 0.7, 0.55, 0.1, 0.45 },
    { OF(POWER) | OF(LIFE), DADO_BOX, PLUM, 0, 0, 1, 1 },
    { OF(POWER), DADO_PEAK, WHITE, 0.18, 0.18, 0.64, 0.57 },
    { OF(LIFE), DADO_DOT, WHITE, 0.5, 0.5, 0.22, 0 },
    { OF(COINS), DADO_BOX, GOLD, 0, 0, 1, 1 },
    { OF(COINS), DADO_DOT, GOLD_DARK, 0.5, 0.5, 0.26, 0 },
    { OF(USED), DADO_BOX, STONE_DARK, 0, 0, 1, 1 },
    { OF(COIN), DADO_DOT, GOLD, 0.5, 0.5, 0.3, 0 },
    { OF(PIPE_LEFT), DADO_BOX, PIPE, 0.1, 0, 0.9, 1 },
    { OF(PIPE_RIGHT), DADO_BOX, PIPE, 0, 0, 0.9, 1 },
    { OF(MOUTH_LEFT) | OF(MOUTH_RIGHT), DADO_BOX, PIPE, 0, 0, 1, 1 },
    { OF(PIPE_LEFT), DADO_BOX, PIPE_LIGHT, 0.3, 0, 0.2, 1 },
    { OF(MOUTH_LEFT), DADO_BOX, PIPE_LIGHT, 0.22, 0, 0.2, 0.8 },
    { OF(PIPE_RIGHT), DADO_BOX, PIPE_DARK, 0.6, 0, 0.3, 1 },
    { OF(MOUTH_LEFT), DADO_BOX, PIPE_DARK, 0, 0.8, 1, 0.2 },
    { OF(MOUTH_RIGHT), DADO_BOX, PIPE_DARK, 0.7, 0, 0.3, 1 },
    { OF(MOUTH_RIGHT), DADO_BOX, PIPE_DARK, 0, 0.8, 0.7, 0.2 },
    { OF(ONE_WAY), DADO_BOX, CLAY_DARK, 0, 0, 1, 0.35 },
    { OF(HIDDEN_COIN) | OF(HIDDEN_LIFE), DADO_BOX, GHOST, 0.1, 0.1, 0.8, 0.8 },
    { OF(CANNON), DADO_BOX, IRON, 0, 0, 1, 1 },
    { OF(CANNON), DADO_DOT, STONE, 0.5, 0.5, 0.2, 0 },
    { flag, DADO_BOX, STONE_DARK, 0.42, -5, 0.16, 6 },
    { flag, DADO_BOX, CHERRY, 0.58, -4.9, 1.1, 0.7 },
    { start, DADO_BOX, DADO_INK(0x2F6DB5), 0.25, 0.3, 0.5, 0.7 },
    { start, DADO_DOT, DADO_INK(0xE8B98F), 0.5, 0.2, 0.24, 0 },
    { snapper, DADO_BOX, GRASS, 0.9, -0.55, 0.2, 0.55 },
    { snapper, DADO_DOT, CHERRY, 1, -0.65, 0.34, 0 },
    { winged, DADO_BOX, WHITE, -0.1, 0.1, 0.35, 0.3 },
    { winged, DADO_BOX, WHITE, 0.75, 0.1, 0.35, 0.3 },
    { crawler, DADO_DOT, DADO_INK(0x7A4A2E), 0.5, 0.62, 0.38, 0 },
    { green, DADO_DOT, DADO_INK(0x3F7F3A), 0.5, 0.62, 0.38, 0 },
    { red, DADO_DOT, DADO_INK(0xB63A32), 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_DOT, SPIKES, 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_PEAK, SPIKES, 0.25, 0, 0.5, 0.5 },
    { green | red, DADO_DOT, GOLD, 0.5, 0.12, 0.24, 0 },
    { green | red, DADO_DOT, WHITE, 0.36, 0.1, 0.09, 0 },
    { green | red, DADO_DOT, WHITE, 0.64, 0.1, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.36, 0.52, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.64, 0.52, 0.09, 0 },
    { 0 },
};

// ---- drawing

// An easel for so many cells; its picture is cut where there is no memory for what is on them.
static easel begin(int columns, int rows, int strip, double side, double scale, dado_ink ground,
                   dado_arena *arena)
{
    easel e = { .columns = columns, .rows = rows, .side = side, .scale = scale };
    e.strip = strip > 0 && strip < columns ? strip : columns;
    e.strips = (columns + e.strip - 1) / e.strip;
    e.picture = dado_picture_begin(e.strip * side, e.strips * rows * side + (e.strips - 1) * gap,
                                   ground);
    e.bits = dado_new(arena, uint32_t, columns * rows);
    if (!e.bits) {
        e.columns = e.rows = 0;
        e.picture.cut = true;
    }
    return e;
}

// Where a point of the ground, in cells, lies on the picture.
static dado_spot place(const easel *e, double column, double row)
{
    int strip = (int)(column / e->strip);
    if (strip < 0) strip = 0;
    if (strip >= e->strips) strip = e->strips - 1;
    return (dado_spot){ (column - (double)strip * e->strip) * e->side,
                        row * e->side + (double)strip * (e->rows * e->side + gap) };
}

// Boxes that fill the width of their cells are one where they lie side by side.
static void stamp(easel *e, const dado_stamp *s)
{
    for (; s->of; s++) {
        bool joins = s->form == DADO_BOX && s->w * e->scale >= e->side;
        for (int i = 0; i < e->columns * e->rows; i++) {
            if (!(s->of & e->bits[i])) continue;
            dado_spot at = place(e, i % e->columns, i / e->columns);
            dado_stamp run = *s;
            while (joins && (i + 1) % e->columns && (i % e->columns + 1) % e->strip &&
                   s->of & e->bits[i + 1]) {
                run.w += s->w;
                i++;
            }
            dado_picture_stamp(&e->picture, &run, at.x, at.y, e->scale);
        }
    }
}

static bool wall_at(const dado_map *map, int x, int y)
{
    return !dado_map_inside(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_WALL;
}

// Rock shows only where floor is near; the rest is the dark the picture began with.
static uint32_t ground_at(const dado_map *map, bool pale, int x, int y)
{
    bool near = false;
    for (int d = 0; d < 8; d++) near |= !wall_at(map, x + dado_step_x[d], y + dado_step_y[d]);
    if (!wall_at(map, x, y)) return pale ? pale_floor : (x + y) % 2 ? floor_light : floor_dark;
    return !near ? 0 : pale ? pale_rock : wall_at(map, x, y + 1) ? rock : rock | rock_foot;
}

static void paint_gold(easel *e, const dado_map_gold *g)
{
    double r = 2.5 + 0.8 * dado_gold_class(g->amount), x = (g->x + 0.5) * e->side,
           y = (g->y + 0.5) * e->side + 1;
    dado_picture_circle(&e->picture, DADO_INK(0x8f6a0e), x, y, r + 1);
    dado_picture_circle(&e->picture, DADO_INK(0xd9a520), x, y, r);
}

static dado_picture draw_map(const dado_map *map, const double *heat, dado_arena *arena)
{
    easel e = begin(map->width, map->height, 0, 16, 1, DADO_INK(heat ? 0x6f7480 : 0x1b1e26), arena);
    for (int i = 0; i < e.columns * e.rows; i++) {
        e.bits[i] = ground_at(map, heat, i % e.columns, i / e.columns) |
                    (map->id[i] == DADO_CELL_EXIT ? way_out : 0u);
    }
    if (e.bits) e.bits[map->start_y * e.columns + map->start_x] |= hero;
    stamp(&e, map_grounds);
    double most = 0;
    for (int i = 0; heat && i < e.columns * e.rows; i++) most = fmax(most, heat[i]);
    for (int i = 0; most > 0 && i < e.columns * e.rows; i++) {
        if (dado_is_none(heat[i])) continue;
        dado_picture_rect(&e.picture, DADO_INK(dado_heat_colour(heat[i] / most)),
                          i % e.columns * e.side, i / e.columns * e.side, e.side, e.side);
    }
    for (int i = 0; !heat && i < map->golds; i++) paint_gold(&e, &map->gold[i]);
    for (int i = 0; !heat && e.bits && i < map->item_count; i++) {
        const dado_map_item *t = &map->items[i];
        e.bits[t->y * e.columns + t->x] |= t->buff ? healing : strengthening;
    }
    for (int i = 0; !heat && e.bits && i < map->enemy_count; i++) {
        const dado_map_enemy *t = &map->enemies[i];
        e.bits[t->y * e.columns + t->x] |= t->hp * (int64_t)t->atk > 60 ? strong : weak;
    }
    stamp(&e, map_things);
    return e.picture;
}

// A path is broken where it passes from one strip to the next.
static void paint_way(easel *e, const dado_ground *ground, dado_arena *arena)
{
    enum { most = 512 };
    const dado_ink ink = 0xD6336CCCu;
    dado_spot points[most];
    int count = 0, strip = -1;
    const float *at = dado_level_trace(ground->level, ground->route, arena);
    for (int i = 0; at && i < ground->route->ticks; i++) {
        double column = (double)at[2 * i] / DADO_LEVEL_TILE;
        double row = (double)at[2 * i + 1] / DADO_LEVEL_TILE - 0.35;
        int now = (int)(column / e->strip);
        if (count && (now != strip || count == most)) {
            dado_picture_polyline(&e->picture, ink, 0.16 * e->side, points, count);
            if (now == strip) points[0] = points[count - 1];
            count = now == strip;
        }
        strip = now;
        points[count++] = place(e, column, row < 0 ? 0 : row > e->rows ? e->rows : row);
    }
    dado_picture_polyline(&e->picture, ink, 0.16 * e->side, points, count);
}

// A cross on the ground there.
static void paint_end(easel *e, const dado_level *level, double column, int player)
{
    int at = column < 0 ? 0 : column >= e->columns ? e->columns - 1 : (int)column;
    dado_spot p = place(e, column, e->rows - 0.5 - dado_level_top(level, at));
    dado_ink ink = dado_ink_fade(dado_ink_series(player), 0.8);
    double r = 0.35 * e->side;
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y - r, p.x + r, p.y + r);
    dado_picture_line(&e->picture, ink, 2, p.x - r, p.y + r, p.x + r, p.y - r);
}

static dado_picture draw_level(const dado_ground *ground, dado_arena *arena)
{
    const dado_level *level = ground->level;
    easel e = begin(level->width, DADO_LEVEL_ROWS, ground->strip, 10, 10, WHITE, arena);
    for (int first = 0; first < e.columns; first += e.strip) {
        int left = e.columns - first;
        dado_spot at = place(&e, first, 0);
        dado_picture_rect(&e.picture, SKY, at.x, at.y, (left < e.strip ? left : e.strip) * e.side,
                          e.rows * e.side);
    }
    for (int i = 0; i < e.columns * e.rows; i++) {
        int column = i % e.columns, row = i / e.columns, tile = dado_level_tile(level, column, row);
        bool below_air = row == 0 || !dado_tile_solid(dado_level_tile(level, column, row - 1));
        e.bits[i] = 1u << tile | (tile == DADO_TILE_GROUND && below_air ? meadow : 0u);
    }
    if (!e.bits) return e.picture;
    e.bits[level->exit_row * e.columns + level->exit_column] |= flag;
    e.bits[level->start_row * e.columns + level->start_column] |= start;
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        e.bits[s->row * e.columns + s->column] |=
            (uint32_t)crawler << s->creature | (s->winged ? winged : 0u);
    }
    stamp(&e, level_stamps);
    if (ground->route) paint_way(&e, ground, arena);
    for (int i = 0; i < ground->end_count; i++) {
        paint_end(&e, level, (double)ground->ends[i] / DADO_LEVEL_TILE, ground->end_players[i]);
    }
    return e.picture;
}

static dado_picture draw(const dado_ground *ground, dado_arena *arena)
{
    size_t mark = dado_arena_mark(arena);
    dado_picture picture = { 0 };
    if (ground->level) picture = draw_level(ground, arena);
    else if (ground->sprites) dado_sprites_map(ground->sprites, ground->map, &picture);
    else picture = draw_map(ground->map, ground->heat, arena);
    dado_arena_rewind(arena, mark);
    return picture;
}

// ---- in a document, and as a file

static const char *about(const dado_ground *ground)
{
    return ground->map ? "A dungeon map." : "A platform level: tiles, creatures, start and exit.";
}

bool dado_ground_read(dado_ground *ground, const char *suffix, const char *name, const char *text,
                     dado_arena *arena)
{
    dado_map *map = dado_new(arena, dado_map, 1);
    dado_level *level = dado_new(arena, dado_level, 1);
    *ground = (dado_ground){ .strip = 110 };
    if (map && strcmp(suffix, ".map") == 0 &&
        dado_map_read(map, name, text, strlen(text), arena, NULL, NULL)) {
        ground->map = map;
    } else if (level && strcmp(suffix, ".level") == 0 &&
               dado_level_read(level, name, text, arena, NULL)) {
        ground->level = level;
    }
    return ground->map || ground->level;
}

bool dado_ground_write(const dado_ground *ground, bool png, const char *name, dado_text *out,
                      dado_arena *arena, dado_error *err)
{
    DADO_ENDS(dado_picture_free) dado_picture picture = draw(ground, arena);
    double scale = ground->level ? 1.6 : ground->heat ? 1 : 2;
    if (png) return dado_picture_png(&picture, scale, out, err);
    dado_picture_svg(&picture, name, about(ground), true, out);
    return true;
}

dado_part *dado_report_ground(dado_document *d, const char *part_name, const dado_ground *ground,
                             const char *name, const char *caption, dado_arena *arena)
{
    static const char *const inks[] = { "33X#",       "35S@!?QCUL", "32tT<>[]", "93o",
                                        "91gkryGKRY", "96MF",       NULL };
    DADO_ENDS(dado_picture_free) dado_picture picture = draw(ground, arena);
    dado_draft svg = { 0 }, words = { 0 };
    dado_picture_svg(&picture, name, caption ? caption : about(ground), false, &svg);
    if (ground->map) dado_map_ascii(ground->map, &words);
    else dado_level_write(ground->level, &words);
    for (size_t i = 0; ground->level && i < words.length; i++) {
        if (words.data[i] == '-') words.data[i] = ' ';
    }
    dado_part *part = dado_document_picture(d, part_name, dado_text_string(&svg),
                                            dado_text_string(&words));
    part->caption = dado_document_copy(d, caption);
    if (ground->level) part->inks = inks;
    return part;
}
