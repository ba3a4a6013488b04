// level_picture.c - see level_picture.h. The tiles and creatures are our own.
#include "report/level_picture.h"

#include <string.h>

enum { unit = DADO_LEVEL_UNIT, rows_shown = DADO_LEVEL_ROWS, gap = 6 };

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
#define GHOST ((dado_ink)0x8E5BA655u)

typedef struct sheet {
    dado_picture picture;
    const dado_level *level;
    int strip;   // columns a strip
    int strips;
} sheet;

// Where a point of the level, in tiles, lies on the picture.
static dado_spot place(const sheet *s, double column, double row)
{
    int strip = (int)(column / s->strip);
    if (strip < 0) strip = 0;
    if (strip >= s->strips) strip = s->strips - 1;
    return (dado_spot){ (column - (double)strip * s->strip) * unit,
                         row * unit + (double)strip * (rows_shown * unit + gap) };
}

static void box(sheet *s, dado_ink ink, double column, double row, double x, double y, double w,
                double h)
{
    dado_spot at = place(s, column, row);
    dado_picture_rect(&s->picture, ink, at.x + x * unit, at.y + y * unit, w * unit, h * unit);
}

static void dot(sheet *s, dado_ink ink, double column, double row, double x, double y, double r)
{
    dado_spot at = place(s, column, row);
    dado_picture_circle(&s->picture, ink, at.x + x * unit, at.y + y * unit, r * unit);
}

typedef void painter(sheet *s, int column, int row, int tile);

static void paint_base(sheet *s, int column, int row, int tile)
{
    bool below_air = row == 0 || !dado_tile_solid(dado_level_tile(s->level, column, row - 1));
    switch (tile) {
    case DADO_TILE_GROUND:
        box(s, EARTH, column, row, 0, 0, 1, 1);
        if (below_air) box(s, GRASS, column, row, 0, 0, 1, 0.28);
        break;
    case DADO_TILE_ROCK: box(s, STONE, column, row, 0, 0, 1, 1); break;
    case DADO_TILE_BRICK: case DADO_TILE_BRICK_COINS: case DADO_TILE_BRICK_POWER:
        box(s, CLAY, column, row, 0, 0, 1, 1);
        break;
    case DADO_TILE_POWER: case DADO_TILE_LIFE: box(s, PLUM, column, row, 0, 0, 1, 1); break;
    case DADO_TILE_COINS: box(s, GOLD, column, row, 0, 0, 1, 1); break;
    case DADO_TILE_USED: box(s, STONE_DARK, column, row, 0, 0, 1, 1); break;
    case DADO_TILE_PIPE_LEFT: box(s, PIPE, column, row, 0.1, 0, 0.9, 1); break;
    case DADO_TILE_PIPE_RIGHT: box(s, PIPE, column, row, 0, 0, 0.9, 1); break;
    case DADO_TILE_MOUTH_LEFT: case DADO_TILE_MOUTH_RIGHT:
        box(s, PIPE, column, row, 0, 0, 1, 1);
        break;
    case DADO_TILE_ONE_WAY: box(s, CLAY_DARK, column, row, 0, 0, 1, 0.35); break;
    case DADO_TILE_HIDDEN_COIN: case DADO_TILE_HIDDEN_LIFE:
        box(s, GHOST, column, row, 0.1, 0.1, 0.8, 0.8);
        break;
    case DADO_TILE_CANNON: box(s, IRON, column, row, 0, 0, 1, 1); break;
    default: break;
    }
}

static void paint_detail(sheet *s, int column, int row, int tile)
{
    dado_spot at = place(s, column, row);
    switch (tile) {
    case DADO_TILE_ROCK:
        box(s, STONE_DARK, column, row, 0, 0.86, 1, 0.14);
        box(s, STONE_DARK, column, row, 0.86, 0, 0.14, 1);
        break;
    case DADO_TILE_BRICK: case DADO_TILE_BRICK_COINS: case DADO_TILE_BRICK_POWER:
        box(s, CLAY_DARK, column, row, 0, 0.45, 1, 0.1);
        box(s, CLAY_DARK, column, row, 0.45, 0, 0.1, 0.45);
        box(s, CLAY_DARK, column, row, 0.2, 0.55, 0.1, 0.45);
        box(s, CLAY_DARK, column, row, 0.7, 0.55, 0.1, 0.45);
        break;
    case DADO_TILE_POWER:
        dado_picture_polygon(&s->picture, DADO_INK(0xFFFFFF),
                             (dado_spot[]){ { at.x + 0.5 * unit, at.y + 0.18 * unit },
                                             { at.x + 0.82 * unit, at.y + 0.75 * unit },
                                             { at.x + 0.18 * unit, at.y + 0.75 * unit } }, 3);
        break;
    case DADO_TILE_LIFE: dot(s, DADO_INK(0xFFFFFF), column, row, 0.5, 0.5, 0.22); break;
    case DADO_TILE_COINS:
        dot(s, GOLD_DARK, column, row, 0.5, 0.5, 0.26);
        break;
    case DADO_TILE_COIN: dot(s, GOLD, column, row, 0.5, 0.5, 0.3); break;
    case DADO_TILE_PIPE_LEFT: box(s, PIPE_LIGHT, column, row, 0.3, 0, 0.2, 1); break;
    case DADO_TILE_PIPE_RIGHT: box(s, PIPE_DARK, column, row, 0.6, 0, 0.3, 1); break;
    case DADO_TILE_MOUTH_LEFT:
        box(s, PIPE_LIGHT, column, row, 0.22, 0, 0.2, 0.8);
        box(s, PIPE_DARK, column, row, 0, 0.8, 1, 0.2);
        break;
    case DADO_TILE_MOUTH_RIGHT:
        box(s, PIPE_DARK, column, row, 0.7, 0, 0.3, 1);
        box(s, PIPE_DARK, column, row, 0, 0.8, 0.7, 0.2);
        break;
    case DADO_TILE_CANNON: dot(s, STONE, column, row, 0.5, 0.5, 0.2); break;
    default: break;
    }
}

static void paint_tiles(sheet *s, painter *paint)
{
    for (int tile = 1; tile < DADO_TILES; tile++) {
        for (int column = 0; column < s->level->width; column++) {
            for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
                if (dado_level_tile(s->level, column, row) == tile) paint(s, column, row, tile);
            }
        }
    }
}

static void paint_creature(sheet *s, const dado_spawn *spawn)
{
    static const dado_ink inks[DADO_CREATURES] = {
        DADO_INK(0x7A4A2E), DADO_INK(0x3F7F3A), DADO_INK(0xB63A32), DADO_INK(0x5B4A8A),
        DADO_INK(0xC0395A),
    };
    double column = spawn->column, row = spawn->row;
    dado_ink ink = inks[spawn->creature];
    if (spawn->creature == DADO_SNAPPER) {
        box(s, GRASS, column, row - 1, 0.9, 0.45, 0.2, 0.55);
        dot(s, ink, column, row - 1, 1, 0.35, 0.34);
        return;
    }
    if (spawn->winged) {
        box(s, DADO_INK(0xFFFFFF), column, row, -0.1, 0.1, 0.35, 0.3);
        box(s, DADO_INK(0xFFFFFF), column, row, 0.75, 0.1, 0.35, 0.3);
    }
    bool tall = spawn->creature == DADO_GREEN || spawn->creature == DADO_RED;
    dot(s, ink, column, row, 0.5, 0.62, 0.38);
    if (tall) dot(s, GOLD, column, row, 0.5, 0.12, 0.24);
    if (spawn->creature == DADO_SPIKER) {
        dado_spot at = place(s, column, row);
        dado_picture_polygon(&s->picture, ink,
                             (dado_spot[]){ { at.x + 0.5 * unit, at.y },
                                             { at.x + 0.75 * unit, at.y + 0.5 * unit },
                                             { at.x + 0.25 * unit, at.y + 0.5 * unit } }, 3);
    }
    dot(s, DADO_INK(0xFFFFFF), column, row, 0.36, tall ? 0.1 : 0.52, 0.09);
    dot(s, DADO_INK(0xFFFFFF), column, row, 0.64, tall ? 0.1 : 0.52, 0.09);
}

static void paint_ends_of_level(sheet *s)
{
    const dado_level *l = s->level;
    for (int i = 0; i < 6; i++) {
        box(s, STONE_DARK, l->exit_column, l->exit_row - i, 0.42, 0, 0.16, 1);
    }
    box(s, DADO_INK(0xC0395A), l->exit_column, l->exit_row - 5, 0.58, 0.1, 1.1, 0.7);
    box(s, DADO_INK(0x2F6DB5), l->start_column, l->start_row, 0.25, 0.3, 0.5, 0.7);
    dot(s, DADO_INK(0xE8B98F), l->start_column, l->start_row, 0.5, 0.2, 0.24);
}

// A path is broken where it passes from one strip to the next.
static void paint_path(sheet *s, const dado_level_path *path)
{
    enum { most = 512 };
    dado_spot points[most];
    int count = 0, strip = -1;
    double width = (path->width > 0 ? path->width : 0.16) * unit;
    for (int i = 0; i < path->count; i++) {
        double column = (double)path->at[2 * i] / DADO_LEVEL_TILE;
        double row = (double)path->at[2 * i + 1] / DADO_LEVEL_TILE - 0.35;
        if (row < 0) row = 0;
        if (row > rows_shown) row = rows_shown;
        int now = (int)(column / s->strip);
        if (count && (now != strip || count == most)) {
            dado_picture_polyline(&s->picture, path->ink, width, points, count);
            if (now == strip) points[0] = points[count - 1];
            count = now == strip;
        }
        strip = now;
        points[count++] = place(s, column, row);
    }
    if (count > 1) dado_picture_polyline(&s->picture, path->ink, width, points, count);
}

static void paint_end(sheet *s, const dado_level_end *end)
{
    double column = (double)end->x / DADO_LEVEL_TILE, row = (double)end->y / DADO_LEVEL_TILE - 0.5;
    int at = (int)column;
    if (at >= s->level->width) at = s->level->width - 1;
    if (end->y < 0) row = DADO_LEVEL_ROWS - 0.5 - dado_level_top(s->level, at < 0 ? 0 : at);
    if (row > rows_shown - 0.5) row = rows_shown - 0.5;
    dado_spot p = place(s, column, row);
    double r = 0.35 * unit;
    dado_picture_line(&s->picture, end->ink, 2, p.x - r, p.y - r, p.x + r, p.y + r);
    dado_picture_line(&s->picture, end->ink, 2, p.x - r, p.y + r, p.x + r, p.y - r);
}

dado_picture dado_level_draw(const dado_level_drawing *d)
{
    sheet s = { .level = d->level };
    s.strip = d->strip > 0 && d->strip < d->level->width ? d->strip : d->level->width;
    s.strips = (d->level->width + s.strip - 1) / s.strip;
    s.picture = dado_picture_begin(s.strip * unit,
                                   s.strips * rows_shown * unit + (s.strips - 1) * gap,
                                   DADO_INK(0xFFFFFF));
    for (int i = 0; i < s.strips; i++) {
        int columns = d->level->width - i * s.strip < s.strip ? d->level->width - i * s.strip
                                                              : s.strip;
        box(&s, SKY, i * s.strip, 0, 0, 0, columns, rows_shown);
    }
    paint_tiles(&s, paint_base);
    paint_tiles(&s, paint_detail);
    paint_ends_of_level(&s);
    for (int i = 0; i < d->level->spawn_count; i++) paint_creature(&s, &d->level->spawns[i]);
    for (int i = 0; i < d->path_count; i++) paint_path(&s, &d->paths[i]);
    for (int i = 0; i < d->end_count; i++) paint_end(&s, &d->ends[i]);
    return s.picture;
}
