// gen_rooms.c - digs rooms and corridors in the style of Rogue: a grid of blocks, a room
// in each.
#include "worlds/dungeon/generator_layout.h"

enum { own_cols = DADO_GEN_OWN, own_rows, own_gone, own_room_min, own_loops };
enum { blocks_most = 12 * 12 };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "cols", "Blocks side by side.", DADO_PARAMETER_INTEGER, 3, 1, 12, NULL },
    { "rows", "Blocks one below the other.", DADO_PARAMETER_INTEGER, 3, 1, 12, NULL },
    { "gone", "Chance that a block has a junction instead of a room.", DADO_PARAMETER_REAL, 0.1, 0,
      1, NULL },
    { "room_min", "Least side of a room.", DADO_PARAMETER_INTEGER, 3, 1, 50, NULL },
    { "loops", "Chance of a corridor that no connection needs.", DADO_PARAMETER_REAL, 0.25, 0, 1,
      NULL },
    { 0 },
};

typedef struct rect {
    int x, y, width, height;
} rect;

static int side(dado_generator_layout *l, int least, int most)
{
    if (most < 1) most = 1;
    if (least > most) least = most;
    return dado_dungeon_rng_between(&l->rng, least, most);
}

// Digs the room of a block, with walls between the rooms of neighbouring blocks. With
// probability `gone` the room is a single cell.
static rect dig_room(dado_generator_layout *l, rect block, int least, double gone)
{
    rect room = { 0, 0, 1, 1 };
    if (dado_dungeon_rng_unit(&l->rng) >= gone) {
        room.width = side(l, least, block.width - 2);
        room.height = side(l, least, block.height - 2);
    }
    int free_x = block.width - room.width, free_y = block.height - room.height;
    room.x = block.x + (free_x > 1 ? dado_dungeon_rng_between(&l->rng, 1, free_x - 1) : 0);
    room.y = block.y + (free_y > 1 ? dado_dungeon_rng_between(&l->rng, 1, free_y - 1) : 0);
    dado_generator_layout_rect(l, room.x, room.y, room.width, room.height);
    return room;
}

static int cell_of(dado_generator_layout *l, rect r)
{
    int x = r.x + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)r.width);
    int y = r.y + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)r.height);
    return dado_generator_layout_at(l, x, y);
}

static int root_of(const int *parent, int i)
{
    while (parent[i] != i) i = parent[i];
    return i;
}

static void join(dado_generator_layout *l, const rect *rooms, int cols, int rows, double loops)
{
    int pairs[2 * blocks_most][2], count = 0, parent[blocks_most];
    for (int i = 0; i < cols * rows; i++) {
        parent[i] = i;
        if (i % cols + 1 < cols) {
            pairs[count][0] = i;
            pairs[count++][1] = i + 1;
        }
        if (i / cols + 1 < rows) {
            pairs[count][0] = i;
            pairs[count++][1] = i + cols;
        }
    }
    for (int i = count - 1; i > 0; i--) {
        int other = (int)dado_dungeon_rng_below(&l->rng, (uint64_t)i + 1);
        for (int k = 0; k < 2; k++) {
            int held = pairs[i][k];
            pairs[i][k] = pairs[other][k];
            pairs[other][k] = held;
        }
    }
    for (int i = 0; i < count; i++) {
        int a = root_of(parent, pairs[i][0]), b = root_of(parent, pairs[i][1]);
        if (a == b && dado_dungeon_rng_unit(&l->rng) >= loops) continue;
        parent[a] = b;
        int from = cell_of(l, rooms[pairs[i][0]]);
        dado_generator_layout_corridor(l, from, cell_of(l, rooms[pairs[i][1]]));
    }
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    if (fine) {
        int width = l.width - 2, height = l.height - 2;
        int cols = (int)v->number[own_cols], rows = (int)v->number[own_rows];
        // A block narrower than 3 has no room for a cell with walls.
        if (cols > width / 3) cols = width / 3;
        if (rows > height / 3) rows = height / 3;
        rect rooms[blocks_most];
        for (int i = 0; i < cols * rows; i++) {
            int left = 1 + i % cols * width / cols, right = 1 + (i % cols + 1) * width / cols;
            int top = 1 + i / cols * height / rows, bottom = 1 + (i / cols + 1) * height / rows;
            rooms[i] = dig_room(&l, (rect){ left, top, right - left, bottom - top },
                                (int)v->number[own_room_min], v->number[own_gone]);
        }
        join(&l, rooms, cols, rows, v->number[own_loops]);
        fine = dado_generator_layout_finish(&l, v, made, err);
    }
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_rooms = {
    .name = "rooms",
    .title = "Rooms and corridors",
    .about = "A grid of blocks with a room in each, joined by corridors with a bend, as in Rogue.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
