// dungeon_naive_reference_test.c - the quick ways of the dungeon against plain ones, on many random
// maps.
//
// Pursuit grows rings of bits and sight recurses over slopes; here both are done
// once more as the rules are written down, cell by cell, and must agree.
#include "support/dungeon_fixture.h"
#include "support/test.h"
#include "worlds/dungeon/rng.h"

static dado_dungeon_fixture random_den(dado_dungeon_rng *luck, int width, int height, int enemies,
                                       const char *rules)
{
    dado_text text = { 0 };
    char *rows = malloc((size_t)(width + 1) * (size_t)height + 1);
    char *taken = calloc((size_t)width * (size_t)height, 1);
    int used = 0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            rows[used++] = dado_dungeon_rng_unit(luck) < 0.3 ? '#' : '.';
        rows[used++] = '/';
    }
    rows[--used] = '\0';
    rows[0] = '@';
    rows[used - 1] = '>';
    dado_text rest = { 0 };
    for (int i = 0; i < enemies; i++) {
        int x = dado_dungeon_rng_between(luck, 0, width - 1),
            y = dado_dungeon_rng_between(luck, 0, height - 1);
        if (rows[y * (width + 1) + x] != '.' || taken[y * width + x]) continue;
        taken[y * width + x] = 1;
        dado_text_addf(&rest, "Enemy:\n%d,%d,9,3,0,9,100,0,0\n", x, y);
    }
    dado_draw_map(rows, dado_text_string(&rest), &text);
    dado_dungeon_fixture den = dado_dungeon_fixture_open(dado_text_string(&text), rules);
    dado_text_free(&text);
    dado_text_free(&rest);
    free(rows);
    free(taken);
    return den;
}

// The rule: distances from the player over cells without other enemies; the first neighbour in
// order that is one nearer.
static int plain_step(const dado_dungeon_fixture *t, const dado_dungeon_enemy *enemies, int self,
                      int player)
{
    const dado_map *map = &t->dungeon->map;
    int cells = map->width * map->height, head = 0, tail = 0;
    int *field = malloc(sizeof(int) * (size_t)cells), *queue = malloc(sizeof(int) * (size_t)cells);
    int from = dado_dungeon_y(t->dungeon, player) * map->width + dado_dungeon_x(t->dungeon, player);
    int cell = enemies[self].cell;
    int here = dado_dungeon_y(t->dungeon, cell) * map->width + dado_dungeon_x(t->dungeon, cell);
    for (int i = 0; i < cells; i++) field[i] = -1;
    for (int i = 0; i < map->enemy_count; i++) {
        int at = enemies[i].cell;
        if (i != self && enemies[i].hp > 0) {
            field[dado_dungeon_y(t->dungeon, at) * map->width + dado_dungeon_x(t->dungeon, at)] =
                -2;
        }
    }
    field[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int at = queue[head++];
        for (int d = 0; d < t->dungeon->directions; d++) {
            if (!dado_map_step(map, at % map->width, at / map->width, d)) continue;
            int next = at + dado_step_y[d] * map->width + dado_step_x[d];
            if (field[next] != -1) continue;
            field[next] = field[at] + 1;
            queue[tail++] = next;
        }
    }
    int step = here;
    for (int d = 0; d < t->dungeon->directions && step == here && field[here] > 0; d++) {
        if (!dado_map_step(map, here % map->width, here / map->width, d)) continue;
        int next = here + dado_step_y[d] * map->width + dado_step_x[d];
        if (field[next] == field[here] - 1) step = next;
    }
    free(field);
    free(queue);
    return dado_bit_grid_cell(&t->dungeon->board, step % map->width, step / map->width);
}

static void pursuit_is_what_the_rule_says(void **state)
{
    (void)state;
    dado_dungeon_rng luck = 4;
    int moved = 0, waited = 0;
    for (int round = 0; round < 150; round++) {
        dado_dungeon_fixture t = random_den(&luck, dado_dungeon_rng_between(&luck, 2, 70),
                                            dado_dungeon_rng_between(&luck, 2, 30), 12,
                                            round % 2 ? "neighbourhood = 8" : "");
        const dado_dungeon_enemy *enemies = dado_dungeon_enemies(t.dungeon, t.state);
        int player = dado_dungeon_fixture_state(&t)->cell;
        for (int i = 0; i < t.dungeon->map.enemy_count; i++) {
            int expected = plain_step(&t, enemies, i, player);
            assert_int_equal(dado_dungeon_pursue(t.dungeon, enemies, i, player), expected);
            if (expected == enemies[i].cell) waited++;
            else moved++;
        }
        dado_dungeon_fixture_close(&t);
    }
    assert_true(moved > 200 && waited > 20);
}

static bool opaque(const dado_map *map, int x, int y)
{
    return !dado_map_inside(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_WALL;
}

static int floor_of(int64_t a, int64_t b)  // b > 0
{
    return (int)(a >= 0 ? a / b : -((-a + b - 1) / b));
}

typedef struct row {
    int depth;
    int64_t an, ad, bn, bd;
} row;

// The scan as it is written down, with a list of rows still to do.
static void plain_sight(const dado_map *map, int ox, int oy, int r, uint8_t *seen)
{
    static const int fx[4] = { 0, 1, 0, -1 }, fy[4] = { -1, 0, 1, 0 };
    static const int sx[4] = { 1, 0, 1, 0 }, sy[4] = { 0, 1, 0, 1 };
    seen[oy * map->width + ox] = 1;
    for (int q = 0; q < 4; q++) {
        row todo[4000];
        int count = 0;
        todo[count++] = (row){ 1, -1, 1, 1, 1 };
        while (count) {
            row w = todo[--count];
            int d = w.depth, before = -1;
            if ((r > 0 && d > r) || d > 80) continue;
            int first = floor_of(2 * d * w.an + w.ad, 2 * w.ad);
            int last = -floor_of(-(2 * d * w.bn - w.bd), 2 * w.bd);
            for (int c = first; c <= last; c++) {
                int x = ox + d * fx[q] + c * sx[q], y = oy + d * fy[q] + c * sy[q];
                bool wall = opaque(map, x, y);
                bool within = d * w.an <= c * w.ad && c * w.bd <= d * w.bn;
                if (dado_map_inside(map, x, y) && (wall || within) &&
                    (r == 0 || d * d + c * c <= r * (r + 1))) {
                    seen[y * map->width + x] = 1;
                }
                if (before == 1 && !wall) {
                    w.an = 2 * c - 1;
                    w.ad = 2 * d;
                }
                assert_true(count < 3999);
                if (before == 0 && wall)
                    todo[count++] = (row){ d + 1, w.an, w.ad, 2 * c - 1, 2 * d };
                before = wall;
            }
            if (before == 0) todo[count++] = (row){ d + 1, w.an, w.ad, w.bn, w.bd };
        }
    }
}

static void sight_is_what_the_scan_says(void **state)
{
    (void)state;
    static const char *const rules[] = { "", "fov_radius = 3", "fov_radius = 0", "fov_radius = 1" };
    static const int radius[] = { 8, 3, 0, 1 };
    dado_dungeon_rng luck = 9;
    for (int round = 0; round < 40; round++) {
        dado_dungeon_fixture t =
            random_den(&luck, dado_dungeon_rng_between(&luck, 2, 40),
                       dado_dungeon_rng_between(&luck, 2, 25), 0, rules[round % 4]);
        const dado_dungeon *d = t.dungeon;
        int cells = d->map.width * d->map.height;
        uint8_t *seen = malloc((size_t)cells);
        for (int i = 0; i < cells; i++) {
            int x = i % d->map.width, y = i / d->map.width;
            if (opaque(&d->map, x, y)) continue;
            memset(seen, 0, (size_t)cells);
            plain_sight(&d->map, x, y, radius[round % 4], seen);
            const uint64_t *kept = dado_dungeon_kept_sight(d, dado_bit_grid_cell(&d->board, x, y));
            for (int k = 0; k < cells; k++) {
                int bit = dado_bit_grid_cell(&d->board, k % d->map.width, k / d->map.width);
                assert_int_equal(dado_bit(kept, bit), seen[k]);
            }
        }
        free(seen);
        dado_dungeon_fixture_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pursuit_is_what_the_rule_says),
        cmocka_unit_test(sight_is_what_the_scan_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
