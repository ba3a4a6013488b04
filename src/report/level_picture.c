// level_picture.c - see level_picture.h. The tiles and creatures are our own.
#include "report/level_picture.h"

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
#define WHITE DADO_INK(0xFFFFFF)
#define CHERRY DADO_INK(0xC0395A)
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

// Everything that has to do with one of these, in this order: what has one ink is drawn together.
#define OF(tile) (1u << DADO_TILE_##tile)
enum { meadow = 1 << DADO_TILES };  // ground below the air
static const dado_stamp tile_stamps[] = {
    { OF(GROUND), DADO_BOX, EARTH, 0, 0, 1, 1 },
    { meadow, DADO_BOX, GRASS, 0, 0, 1, 0.28 },
    { OF(ROCK), DADO_BOX, STONE, 0, 0, 1, 1 },
    { OF(ROCK), DADO_BOX, STONE_DARK, 0, 0.86, 1, 0.14 },
    { OF(ROCK), DADO_BOX, STONE_DARK, 0.86, 0, 0.14, 1 },
    { OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER), DADO_BOX, CLAY, 0, 0, 1, 1 },
    { OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER), DADO_BOX, CLAY_DARK, 0, 0.45, 1, 0.1 },
    { OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER), DADO_BOX, CLAY_DARK, 0.45, 0, 0.1, 0.45 },
    { OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER), DADO_BOX, CLAY_DARK, 0.2, 0.55, 0.1, 0.45 },
    { OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER), DADO_BOX, CLAY_DARK, 0.7, 0.55, 0.1, 0.45 },
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
    { 0 },
};

enum {
    crawler = 1 << DADO_CRAWLER, green = 1 << DADO_GREEN, red = 1 << DADO_RED,
    spiker = 1 << DADO_SPIKER, snapper = 1 << DADO_SNAPPER, winged = 1 << DADO_CREATURES,
};
static const dado_stamp creature_stamps[] = {
    { snapper, DADO_BOX, GRASS, 0.9, -0.55, 0.2, 0.55 },
    { snapper, DADO_DOT, CHERRY, 1, -0.65, 0.34, 0 },
    { winged, DADO_BOX, WHITE, -0.1, 0.1, 0.35, 0.3 },
    { winged, DADO_BOX, WHITE, 0.75, 0.1, 0.35, 0.3 },
    { crawler, DADO_DOT, DADO_INK(0x7A4A2E), 0.5, 0.62, 0.38, 0 },
    { green, DADO_DOT, DADO_INK(0x3F7F3A), 0.5, 0.62, 0.38, 0 },
    { red, DADO_DOT, DADO_INK(0xB63A32), 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_DOT, DADO_INK(0x5B4A8A), 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_PEAK, DADO_INK(0x5B4A8A), 0.25, 0, 0.5, 0.5 },
    { green | red, DADO_DOT, GOLD, 0.5, 0.12, 0.24, 0 },
    { green | red, DADO_DOT, WHITE, 0.36, 0.1, 0.09, 0 },
    { green | red, DADO_DOT, WHITE, 0.64, 0.1, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.36, 0.52, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.64, 0.52, 0.09, 0 },
    { 0 },
};

enum { at_start = 1, at_exit = 2 };
static const dado_stamp end_stamps[] = {
    { at_exit, DADO_BOX, STONE_DARK, 0.42, -5, 0.16, 6 },
    { at_exit, DADO_BOX, CHERRY, 0.58, -4.9, 1.1, 0.7 },
    { at_start, DADO_BOX, DADO_INK(0x2F6DB5), 0.25, 0.3, 0.5, 0.7 },
    { at_start, DADO_DOT, DADO_INK(0xE8B98F), 0.5, 0.2, 0.24, 0 },
    { 0 },
};

// All stamps of a list that are of one of these.
static void stamp(sheet *s, const dado_stamp *stamps, unsigned of, int column, int row)
{
    dado_spot at = place(s, column, row);
    for (; stamps->of; stamps++) {
        if (stamps->of & of) dado_picture_stamp(&s->picture, stamps, at.x, at.y, unit);
    }
}

static unsigned bits_of(const dado_level *level, int column, int row)
{
    int tile = dado_level_tile(level, column, row);
    bool below_air = row == 0 || !dado_tile_solid(dado_level_tile(level, column, row - 1));
    return 1u << tile | (tile == DADO_TILE_GROUND && below_air ? meadow : 0u);
}

static void paint_tiles(sheet *s)
{
    for (const dado_stamp *only = tile_stamps; only->of; only++) {
        for (int i = 0; i < s->level->width * DADO_LEVEL_ROWS; i++) {
            int column = i / DADO_LEVEL_ROWS, row = i % DADO_LEVEL_ROWS;
            if (!(only->of & bits_of(s->level, column, row))) continue;
            dado_spot at = place(s, column, row);
            dado_picture_stamp(&s->picture, only, at.x, at.y, unit);
        }
    }
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
                                   WHITE);
    for (int i = 0; i < s.strips; i++) {
        int left = d->level->width - i * s.strip, columns = left < s.strip ? left : s.strip;
        dado_spot at = place(&s, i * s.strip, 0);
        dado_picture_rect(&s.picture, SKY, at.x, at.y, columns * unit, rows_shown * unit);
    }
    paint_tiles(&s);
    stamp(&s, end_stamps, at_exit, d->level->exit_column, d->level->exit_row);
    stamp(&s, end_stamps, at_start, d->level->start_column, d->level->start_row);
    for (int i = 0; i < d->level->spawn_count; i++) {
        const dado_spawn *spawn = &d->level->spawns[i];
        unsigned of = 1u << spawn->creature | (spawn->winged ? winged : 0u);
        stamp(&s, creature_stamps, of, spawn->column, spawn->row);
    }
    for (int i = 0; i < d->path_count; i++) paint_path(&s, &d->paths[i]);
    for (int i = 0; i < d->end_count; i++) paint_end(&s, &d->ends[i]);
    return s.picture;
}
