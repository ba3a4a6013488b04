// territorio_feature_planes_test.c - a view as planes: the rulebook's order, its numbers, nothing
// hidden.
#include "worlds/territorio_test_game.h"

// The rulebook's worked battle: a colonel with sword and armor, grouped and on ground held by
// 0.6, before a marshal on ground held by 0.1. A barracks makes a lieutenant, a city has a stock.
static const char battle[] =
    "{\"settings\":{\"random.mode\":\"mid\",\"fog.ids\":\"serial\"},\n"
    " \"terrain\":[\"gsgggg\",\"fwgggg\",\"gggggg\",\"gggggg\",\"gggggg\",\"gggggg\"],\n"
    " \"players\":3,\"round\":7,\"to_move\":0,\n"
    " \"domain\":[[2,2,{\"0\":0.6,\"1\":0.3,\"2\":0.1}],[2,3,{\"1\":0.1,\"2\":0.9}],\n"
    "            [5,5,{\"1\":1}]],\n"
    " \"buildings\":[{\"id\":1,\"owner\":0,\"type\":\"barracks\",\"x\":1,\"y\":2,\n"
    "                \"production\":\"priest\",\"progress\":6},\n"
    "               {\"id\":2,\"owner\":1,\"type\":\"city\",\"x\":3,\"y\":3,\n"
    "                \"stock\":[\"sandal\",\"sandal\",\"helmet\"]},\n"
    "               {\"id\":3,\"owner\":2,\"type\":\"city\",\"x\":5,\"y\":5}],\n"
    " \"units\":[{\"id\":10,\"owner\":0,\"type\":\"soldier\",\"x\":2,\"y\":2},\n"
    "           {\"id\":11,\"owner\":0,\"type\":\"colonel\",\"x\":2,\"y\":2,\"health\":9.5,\n"
    "            \"items\":[\"sword\",\"armor\"]},\n"
    "           {\"id\":12,\"owner\":1,\"type\":\"marshal\",\"x\":2,\"y\":3,\"moves\":1},\n"
    "           {\"id\":13,\"owner\":1,\"type\":\"general\",\"x\":2,\"y\":3},\n"
    "           {\"id\":14,\"owner\":2,\"type\":\"soldier\",\"x\":5,\"y\":4}]}\n";

typedef struct sheet {
    terr_test_game t;
    void *view;
    dado_terr_board b;
    float *planes;
    int count;
} sheet;

static sheet look(const char *settings, const char *scenario, int seat)
{
    sheet s = { .t = terr_must_open(settings, scenario) };
    terr_luck(&s.t);
    s.count = dado_terr_planes(s.t.w);
    s.view = dado_region_alloc(&s.t.region, 1, s.t.game.view_size);
    s.planes = dado_new(&s.t.region, float, s.count *s.t.w->tiles);
    s.t.game.rules->observe(&s.t.game, s.t.state, seat, s.view);
    s.b = dado_terr_board_of(s.t.w, s.view);
    for (int i = 0; i < s.count * s.t.w->tiles; i++) s.planes[i] = -1;  // all is to be written
    dado_terr_write_planes(&s.b, seat, s.planes);
    return s;
}

// The number of a tile in the plane of this name.
static float at(const sheet *s, const char *name, int x, int y)
{
    for (int plane = 0; plane < s->count; plane++) {
        char own[80];
        dado_text text = dado_text_in_buffer(own, sizeof own);
        dado_terr_plane_name(s->t.w, plane, &text);
        if (strcmp(own, name) == 0) {
            return s->planes[plane * s->t.w->tiles + dado_terr_cell(s->t.w, x, y)];
        }
    }
    fail_msg("no plane is called %s", name);
    return -1;
}

#define IS(name, x, y, value) assert_float_equal(at(&s, name, x, y), value, 1e-6)

static void the_planes_stand_in_the_rulebooks_order(void **state)
{
    (void)state;
    static const char *const order[] = {
        "visible",
        "grass",
        "sand",
        "forest",
        "water",
        "own share",
        "largest other share",
        "sum of other shares",
        "own units",
        "enemy units",
        "strongest own unit: health",
        "strongest own unit: max health",
        "strongest own unit: moves",
        "strongest own unit: attack",
        "strongest own unit: defence",
        "strongest own unit: range",
        "strongest own unit: sight",
        "strongest own unit: influence",
        "strongest enemy unit: health",
        "strongest enemy unit: max health",
        "strongest enemy unit: moves",
        "strongest enemy unit: attack",
        "strongest enemy unit: defence",
        "strongest enemy unit: range",
        "strongest enemy unit: sight",
        "strongest enemy unit: influence",
        "own city",
        "own barracks",
        "enemy city",
        "enemy barracks",
        "progress",
        "stock",
    };
    terr_test_game t = terr_must_open(NULL, NULL);
    assert_int_equal(dado_terr_planes(t.w), sizeof order / sizeof *order);
    for (int i = 0; i < dado_terr_planes(t.w); i++) {
        char name[80];
        dado_text text = dado_text_in_buffer(name, sizeof name);
        dado_terr_plane_name(t.w, i, &text);
        assert_string_equal(name, order[i]);
    }
    terr_close(&t);
    t = terr_must_open("terrain.swamp.letter = m\nterrain.swamp.cost = 3\n"
                       "building.tower.rate = 1\n",
                       NULL);
    assert_int_equal(dado_terr_planes(t.w), sizeof order / sizeof *order + 1 + 2);
    terr_close(&t);
}

static void the_worked_battle_is_there_in_numbers(void **state)
{
    (void)state;
    sheet s = look(NULL, battle, 0);
    IS("visible", 2, 2, 1);
    IS("grass", 2, 2, 1);
    IS("sand", 2, 2, 0);
    IS("own share", 2, 2, 0.6);
    IS("largest other share", 2, 2, 0.3);
    IS("sum of other shares", 2, 2, 0.4);
    IS("own units", 2, 2, 2);
    IS("enemy units", 2, 2, 0);
    IS("strongest own unit: health", 2, 2, 9.5);
    IS("strongest own unit: max health", 2, 2, 10);
    IS("strongest own unit: moves", 2, 2, 1);
    IS("strongest own unit: attack", 2, 2, 9);
    IS("strongest own unit: defence", 2, 2, 5);
    IS("strongest own unit: range", 2, 2, 1);
    IS("strongest own unit: sight", 2, 2, 1);
    IS("strongest own unit: influence", 2, 2, 0);
    IS("strongest enemy unit: defence", 2, 2, 0);
    IS("own share", 2, 3, 0);
    IS("largest other share", 2, 3, 0.9);
    IS("sum of other shares", 2, 3, 1);
    IS("enemy units", 2, 3, 2);
    IS("strongest enemy unit: health", 2, 3, 20);
    IS("strongest enemy unit: moves", 2, 3, 1);
    IS("strongest enemy unit: attack", 2, 3, 12);
    IS("strongest enemy unit: defence", 2, 3, 9);
    IS("strongest enemy unit: range", 2, 3, 2);
    IS("strongest enemy unit: sight", 2, 3, 2);
    IS("strongest enemy unit: influence", 2, 3, 0.1);
    IS("strongest own unit: defence", 2, 3, 0);
    IS("own barracks", 1, 2, 1);
    IS("own city", 1, 2, 0);
    IS("enemy barracks", 1, 2, 0);
    IS("progress", 1, 2, 0.6);
    IS("stock", 1, 2, 0);
    terr_close(&s.t);
}

static void what_is_out_of_sight_is_zero_in_every_plane(void **state)
{
    (void)state;
    sheet s = look(NULL, battle, 0);
    int hidden = 0;
    for (int cell = 0; cell < s.t.w->tiles; cell++) {
        if (dado_terr_sees(&s.b, 0, cell)) continue;
        hidden++;
        for (int plane = 0; plane < s.count; plane++) {
            assert_true(s.planes[plane * s.t.w->tiles + cell] == 0);
        }
    }
    assert_in_range(hidden, 10, 30);
    IS("visible", 5, 5, 0);
    float vector[DADO_TERR_VECTOR];
    dado_terr_write_vector(&s.b, 0, vector);
    assert_true(vector[0] == 7 && vector[1] == 3 && vector[2] == 3);
    // Colonel 21, sword 25, armor 15, soldier 2, barracks 10.
    assert_true(vector[3] == 73);
    // Marshal 40 and general 30 are in sight; of the city only if its tile is.
    bool city = dado_terr_sees(&s.b, 0, dado_terr_cell(s.t.w, 3, 3));
    assert_true(vector[4] == 70 + (city ? 10 + 2 * 10 + 30 : 0));
    terr_close(&s.t);

    s = look("fog.enabled = no\n", battle, 1);
    IS("visible", 5, 5, 1);
    IS("own share", 5, 5, 1);
    IS("enemy city", 5, 5, 1);
    IS("own city", 3, 3, 1);
    IS("stock", 3, 3, 3);
    IS("enemy units", 5, 4, 1);
    IS("water", 1, 1, 1);
    dado_terr_write_vector(&s.b, 1, vector);
    assert_true(vector[3] == 70 + 60 && vector[4] == 73 + 2 + 10);
    terr_close(&s.t);
}

// Every command of the list has an action of its own, but for units that stand and do alike.
static void actions_follow_the_list_of_commands(void **state)
{
    (void)state;
    sheet s = look(NULL, battle, 0);
    int count = s.t.game.rules->legal(&s.t.game, s.t.state, s.t.moves), verbs[7] = { 0 };
    int tile = dado_terr_cell(s.t.w, 2, 2), made = 0;
    for (int i = 0; i < count; i++) {
        dado_terr_action a = dado_terr_action_of(&s.b, 0, s.t.moves[i]);
        verbs[a.verb]++;
        if (a.verb == DADO_TERR_END) assert_true(a.from == -1 && a.what == -1);
        else if (a.verb != DADO_TERR_PRODUCE) assert_int_equal(a.from, tile);
        else {
            assert_int_equal(a.from, dado_terr_cell(s.t.w, 1, 2));
            if (made == 0) made = 1;  // the priest, place 0, is being made
            assert_int_equal(a.what, made++);
        }
        if (a.verb == DADO_TERR_ATTACK) assert_int_equal(a.what, dado_terr_cell(s.t.w, 2, 3));
    }
    assert_int_equal(made, s.t.w->units + s.t.w->items);
    assert_int_equal(verbs[DADO_TERR_END], 1);
    assert_int_equal(verbs[DADO_TERR_ATTACK], 2);
    terr_close(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_planes_stand_in_the_rulebooks_order),
        cmocka_unit_test(the_worked_battle_is_there_in_numbers),
        cmocka_unit_test(what_is_out_of_sight_is_zero_in_every_plane),
        cmocka_unit_test(actions_follow_the_list_of_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
