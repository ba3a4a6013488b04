// tile_graphics.c - the tile graphics of platform levels; all pictures are our own.
#include "worlds/platform/level_format.h"

#define SKY DADO_RGB(0xE9F2F7)
#define EARTH DADO_RGB(0x8A6B4A)
#define GRASS DADO_RGB(0x6FA04A)
#define STONE DADO_RGB(0x9AA0A6)
#define STONE_DARK DADO_RGB(0x767C82)
#define CLAY DADO_RGB(0xB9764F)
#define CLAY_DARK DADO_RGB(0x8F5638)
#define GOLD DADO_RGB(0xE0AA2B)
#define GOLD_DARK DADO_RGB(0xA97B12)
#define PLUM DADO_RGB(0x8E5BA6)
#define PIPE DADO_RGB(0x3E8E7E)
#define PIPE_DARK DADO_RGB(0x2B6A5D)
#define PIPE_LIGHT DADO_RGB(0x67B3A4)
#define IRON DADO_RGB(0x4A4F57)
#define CHERRY DADO_RGB(0xC0395A)
#define SPIKES DADO_RGB(0x5B4A8A)
#define GHOST 0x8E5BA655u
#define WHITE DADO_RGB(0xFFFFFF)

#define OF(tile) (1u << DADO_TILE_##tile)
enum {
    meadow = 1 << DADO_TILES,  // ground with air above it
    crawler = meadow << 1,
    green = meadow << 2,
    red = meadow << 3,
    spiker = meadow << 4,
    snapper = meadow << 5,
    winged = meadow << 6,
    start = meadow << 7,
    flag = meadow << 8,
    bricks = OF(BRICK) | OF(BRICK_COINS) | OF(BRICK_POWER),
};
_Static_assert(DADO_TILES + 8 < 31 && DADO_SNAPPER == 4, "every bit has its own meaning");

static const dado_tile_shape lies[] = {
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
    { 0 },
};

static const dado_tile_shape stands[] = {
    { flag, DADO_BOX, STONE_DARK, 0.42, -5, 0.16, 6 },
    { flag, DADO_BOX, CHERRY, 0.58, -4.9, 1.1, 0.7 },
    { start, DADO_BOX, DADO_RGB(0x2F6DB5), 0.25, 0.3, 0.5, 0.7 },
    { start, DADO_DOT, DADO_RGB(0xE8B98F), 0.5, 0.2, 0.24, 0 },
    { snapper, DADO_BOX, GRASS, 0.9, -0.55, 0.2, 0.55 },
    { snapper, DADO_DOT, CHERRY, 1, -0.65, 0.34, 0 },
    { winged, DADO_BOX, WHITE, -0.1, 0.1, 0.35, 0.3 },
    { winged, DADO_BOX, WHITE, 0.75, 0.1, 0.35, 0.3 },
    { crawler, DADO_DOT, DADO_RGB(0x7A4A2E), 0.5, 0.62, 0.38, 0 },
    { green, DADO_DOT, DADO_RGB(0x3F7F3A), 0.5, 0.62, 0.38, 0 },
    { red, DADO_DOT, DADO_RGB(0xB63A32), 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_DOT, SPIKES, 0.5, 0.62, 0.38, 0 },
    { spiker, DADO_PEAK, SPIKES, 0.25, 0, 0.5, 0.5 },
    { green | red, DADO_DOT, GOLD, 0.5, 0.12, 0.24, 0 },
    { green | red, DADO_DOT, WHITE, 0.36, 0.1, 0.09, 0 },
    { green | red, DADO_DOT, WHITE, 0.64, 0.1, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.36, 0.52, 0.09, 0 },
    { crawler | spiker, DADO_DOT, WHITE, 0.64, 0.52, 0.09, 0 },
    { 0 },
};

static void look(const void *ground, uint32_t *bits)
{
    const dado_level *level = ground;
    for (int i = 0; i < level->width * DADO_LEVEL_ROWS; i++) {
        int column = i % level->width, row = i / level->width;
        int tile = dado_level_tile(level, column, row);
        bool below_air = row == 0 || !dado_tile_solid(dado_level_tile(level, column, row - 1));
        bits[i] = 1u << tile | (tile == DADO_TILE_GROUND && below_air ? meadow : 0u);
    }
    bits[level->exit_row * level->width + level->exit_column] |= flag;
    bits[level->start_row * level->width + level->start_column] |= start;
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        bits[s->row * level->width + s->column] |=
            (uint32_t)crawler << s->creature | (s->winged ? winged : 0u);
    }
}

static void size(const void *ground, int *columns, int *rows)
{
    *columns = ((const dado_level *)ground)->width;
    *rows = DADO_LEVEL_ROWS;
}

// Writes the level in the text form, air too, so that it can be read back.
static void letters(const void *ground, dado_text *out)
{
    dado_level_write(ground, out);
}

static const void *read_text(const char *name, const char *text, dado_region *region)
{
    dado_level *level = dado_new(region, dado_level, 1);
    return level && dado_level_read(level, name, text, region, NULL) ? level : NULL;
}

static const char *const inks[] = { "33X#",       "35S@!?QCUL", "32tT<>[]", "93o",
                                    "91gkryGKRY", "96MF",       NULL };
static const dado_tile_shape nothing[] = { { 0 } };

// clang-format off
const dado_tileset dado_platform_ground = {
    .about = "A platform level: tiles, creatures, start and exit.",
    .side = 10, .scale = 10, .pixels = 1.6, .strip = 110, .under = SKY, .pale_background = SKY,
    .lies = lies, .pale = nothing, .stands = stands, .told = start | flag, .inks = inks,
    .read = read_text, .size = size, .look = look, .letters = letters,
};
// clang-format on
