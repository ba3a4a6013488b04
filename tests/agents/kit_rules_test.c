// kit_rules_test.c - what the kit for C says of Território's map is what the rules say. The other
// kits are held against this one by kit_helpers_test.sh.
#define _POSIX_C_SOURCE 200809L
#include "../../library/kits/c/dado_pipe.h"
#include "worlds/territorio_table.h"

static void neighbours_and_distances_are_those_of_the_rules(void **state)
{
    (void)state;
    (void)dado_pipe_play;
    terr_table t = terr_must_open("map.width = 9\nmap.height = 7\n", NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_and_distances_are_those_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
