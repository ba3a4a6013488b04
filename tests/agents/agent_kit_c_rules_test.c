// agent_kit_c_rules_test.c - what the kit for C says of Território's map is what the rules say. The
// other kits are held against this one by kit_helpers_test.sh.
#define _POSIX_C_SOURCE 200809L
#include "../../library/kits/c/dado_pipe.h"
#include "worlds/territorio_test_game.h"

#include <math.h>

static void neighbours_and_distances_are_those_of_the_rules(void **state)
{
    (void)state;
    (void)dado_pipe_play;
    terr_test_game t = terr_must_open("map.width = 9\nmap.height = 7\n", NULL);
    for (int a = 0; a < t.w->tiles; a++) {
        int places[6][2], x = dado_terr_x(t.w, a), y = dado_terr_y(t.w, a), known = 0;
        int count = dado_pipe_neighbours(x, y, 9, 7, places);
        for (int d = 0; d < 6; d++) {
            int cell = t.w->near[a][d];
            if (cell < 0) continue;
            assert_true(known < count);
            assert_int_equal(dado_terr_cell(t.w, places[known][0], places[known][1]), cell);
            known++;
        }
        assert_int_equal(known, count);
        for (int b = 0; b < t.w->tiles; b++) {
            assert_int_equal(dado_pipe_distance(x, y, dado_terr_x(t.w, b), dado_terr_y(t.w, b)),
                             dado_terr_cells_apart(t.w, a, b));
        }
    }
    terr_close(&t);
}

// What entering a tile costs this unit, 0 where it may not, and where its march ends.
static void look(const terr_test_game *t, int seat, const dado_terr_unit *unit, int *prices,
                 char *stops)
{
    const uint8_t *step = t->w->step[t->w->unit[unit->type].class];
    for (int cell = 0; cell < t->w->tiles; cell++) {
        int holder = t->b.pieces[cell].holder, building = t->b.pieces[cell].building;
        bool closed = !dado_terr_sees(&t->b, seat, cell) || (holder && holder != seat + 1) ||
                      step[t->b.terrain[cell]] == DADO_TERR_FAR;
        prices[cell] = closed ? 0 : step[t->b.terrain[cell]];
        stops[cell] = building && building != seat + 1;
    }
}

// Everything that stands somewhere in play: marches, fights and influence of every unit.
static void hold_against_the_rules(terr_test_game *t)
{
    static int prices[DADO_TERR_TILES], costs[DADO_TERR_TILES], path[DADO_TERR_TILES],
        rest[DADO_TERR_TILES];
    static char stops[DADO_TERR_TILES];
    const dado_terr *w = t->w;
    int wide = 0;
    while (wide < w->tiles && dado_terr_y(w, wide) == 0) wide++;
    int high = w->tiles / wide, seat = t->b.state->to_move;
    for (int k = 0; k < t->b.seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(&t->b, seat, k);
        uint8_t best[DADO_TERR_TILES];
        uint16_t cells[DADO_TERR_TILES], way[DADO_TERR_TILES];
        int x = dado_terr_x(w, unit->cell), y = dado_terr_y(w, unit->cell), length;
        look(t, seat, unit, prices, stops);
        dado_terr_reach(&t->b, seat, unit, 4, best, cells);
        dado_pipe_reach(wide, high, prices, stops, x, y, 4, costs);
        for (int cell = 0; cell < w->tiles; cell++) {
            assert_int_equal(costs[cell], best[cell] == DADO_TERR_FAR ? -1 : best[cell]);
            if (cell % 3) continue;  // routes take their time
            int cost = dado_terr_route(&t->b, seat, unit, cell, way, &length);
            int found = dado_pipe_route(wide, high, prices, stops, x, y, dado_terr_x(w, cell),
                                        dado_terr_y(w, cell), path, rest);
            assert_int_equal(found, cost < 0 ? 0 : length);
            for (int i = 0; i < found; i++) assert_int_equal(path[i], way[i]);
        }
        for (int cell = 0; cell < w->tiles; cell++) {
            const dado_terr_unit *other = dado_terr_defender(&t->b, cell);
            int met = t->b.pieces[cell].holder - 1;
            double hit, back, kit_hit, kit_back, u1 = 0.25 * (cell % 5), u2 = 0.125 * (cell % 9);
            if (!other || met == seat) continue;
            dado_terr_forecast(&t->b, seat, unit, cell, u1, u2, &hit, &back);
            double forces[2];
            for (int i = 0; i < 2; i++) {
                const dado_terr_unit *one = i ? other : unit;
                bool many = t->b.pieces[one->cell].count >= w->group_threshold;
                forces[i] = dado_pipe_force(
                    i ? dado_terr_defence(w, one) : dado_terr_attack(w, one),
                    dado_terr_min_random(w, one), i ? u2 : u1, many ? w->group_bonus : 0,
                    w->domain_bonus * dado_terr_share(&t->b, i ? met : seat, one->cell));
            }
            dado_pipe_fight(forces[0], forces[1], w->power, &kit_hit, &kit_back);
            if (w->counter_needs_range && dado_pipe_distance(x, y, dado_terr_x(w, cell),
                                                             dado_terr_y(w, cell)) > other->range) {
                kit_back = 0;
            }
            assert_true(fabs(hit - kit_hit) < 1e-12 && fabs(back - kit_back) < 1e-12);
        }
        double shares[DADO_TERR_SEATS];
        double *truth = t->b.shares + unit->cell * w->players;
        memcpy(shares, truth, sizeof(double) * (size_t)w->players);
        dado_pipe_influence(shares, w->players, seat, 0.5);
        truth[seat] += 0.5;
        dado_terr_normalise(&t->b, unit->cell);
        for (int p = 0; p < w->players; p++) assert_true(fabs(shares[p] - truth[p]) < 1e-15);
    }
}

// Played at random, so that units stand beside each other, in groups and before buildings.
static void marches_fights_and_influence_are_those_of_the_rules(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 9\nmap.height = 7\n", NULL);
    dado_rng luck = dado_rng_stream(7, 0, DADO_STREAM_SEAT);
    for (int step = 0; step < 400; step++) {
        terr_luck(&t);
        if (t.game.rules->actor(&t.game, t.state) < 0) break;
        if (step % 8 == 0) hold_against_the_rules(&t);
        int count = t.game.rules->legal(&t.game, t.state, t.moves);
        t.game.rules->apply(&t.game, t.state, t.moves[dado_rng_below(&luck, (uint64_t)count)]);
    }
    terr_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_and_distances_are_those_of_the_rules),
        cmocka_unit_test(marches_fights_and_influence_are_those_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
