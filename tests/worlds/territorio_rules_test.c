// territorio_rules_test.c - the rulebook's worked numbers, and what each rule does.
#include "worlds/territorio_test_game.h"

// ---- geometry

static void neighbours_follow_the_table(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width=6\nmap.height=6\n", NULL);
    static const int even[6][2] = { { 2, 1 }, { 3, 1 }, { 3, 2 }, { 2, 3 }, { 1, 2 }, { 1, 1 } };
    static const int odd[6][2] = { { 3, 1 }, { 4, 2 }, { 4, 3 }, { 3, 3 }, { 2, 3 }, { 2, 2 } };
    for (int d = 0; d < 6; d++) {
        assert_int_equal(t.w->near[dado_terr_cell(t.w, 2, 2)][d],
                         dado_terr_cell(t.w, even[d][0], even[d][1]));
        assert_int_equal(t.w->near[dado_terr_cell(t.w, 3, 2)][d],
                         dado_terr_cell(t.w, odd[d][0], odd[d][1]));
    }
    assert_int_equal(t.w->near[dado_terr_cell(t.w, 1, 1)][1], dado_terr_cell(t.w, 2, 1));
    assert_int_equal(t.w->near[dado_terr_cell(t.w, 2, 2)][1], dado_terr_cell(t.w, 3, 1));
    static const int corners[4] = { 0, 5, 30, 35 };
    static const int neighbours[4] = { 2, 3, 3, 2 };  // of an even-sized map
    for (int i = 0; i < 4; i++) {
        int count = 0;
        for (int d = 0; d < 6; d++) count += t.w->near[corners[i]][d] >= 0;
        assert_int_equal(count, neighbours[i]);
    }
    terr_close(&t);
}

static int axial(int x1, int y1, int x2, int y2)
{
    int q = x2 - x1;
    int r = (y2 - (x2 - (x2 & 1)) / 2) - (y1 - (x1 - (x1 & 1)) / 2);
    int a = abs(q), b = abs(r), c = abs(q + r);
    int most = a > b ? a : b;
    return most > c ? most : c;
}

static void both_forms_of_distance_agree_with_walking(void **state)
{
    (void)state;
    for (int width = 3; width <= 9; width += 2) {
        for (int height = 3; height <= 10; height += 3) {
            char settings[80];
            snprintf(settings, sizeof settings,
                     "map.width=%d\nmap.height=%d\nstart.min_distance=1\n", width, height);
            terr_test_game t = terr_must_open(settings, NULL);
            for (int from = 0; from < t.w->tiles; from++) {
                int far[100], queue[100], head = 0, tail = 1;
                for (int i = 0; i < t.w->tiles; i++) far[i] = -1;
                far[from] = 0;
                queue[0] = from;
                while (head < tail) {
                    int cell = queue[head++];
                    for (int d = 0; d < 6; d++) {
                        int next = t.w->near[cell][d];
                        if (next < 0 || far[next] >= 0) continue;
                        far[next] = far[cell] + 1;
                        queue[tail++] = next;
                    }
                }
                for (int to = 0; to < t.w->tiles; to++) {
                    int x1 = from % width, y1 = from / width, x2 = to % width, y2 = to / width;
                    assert_int_equal(dado_terr_distance(x1, y1, x2, y2), far[to]);
                    assert_int_equal(axial(x1, y1, x2, y2), far[to]);
                }
            }
            terr_close(&t);
        }
    }
}

static void a_ring_of_radius_k_has_6k_tiles_in_the_order_of_cells(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width=20\nmap.height=20\n", NULL);
    for (int radius = 1; radius <= 4; radius++) {
        uint16_t cells[64];
        for (int odd = 0; odd < 2; odd++) {
            int count = dado_terr_disc(t.w, dado_terr_cell(t.w, 10 + odd, 10), radius, cells);
            assert_int_equal(count, 1 + 3 * radius * (radius + 1));
            for (int i = 1; i < count; i++) assert_true(cells[i] > cells[i - 1]);
        }
    }
    terr_close(&t);
}

// ---- tables

static void rounds_to_produce_are_as_derived(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, NULL);
    static const struct {
        const char *name;
        int city, barracks;
    } rows[] = {
        { "soldier", 1, 1 },   { "sergeant", 2, 1 }, { "lieutenant", 3, 2 }, { "captain", 4, 3 },
        { "priest", 5, 4 },    { "major", 7, 5 },    { "colonel", 11, 7 },   { "general", 15, 10 },
        { "marshal", 20, 14 }, { "sandal", 5, 4 },   { "glasses", 5, 4 },    { "armor", 8, 5 },
        { "heart", 8, 5 },     { "shield", 10, 7 },  { "belt", 10, 7 },      { "sword", 13, 9 },
        { "helmet", 15, 10 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int cost = 0;
        for (int k = 0; k < t.w->units; k++) {
            if (strcmp(t.w->unit[k].name, rows[i].name) == 0) cost = t.w->unit[k].cost;
        }
        for (int k = 0; k < t.w->items; k++) {
            if (strcmp(t.w->item[k].name, rows[i].name) == 0) cost = t.w->item[k].cost;
        }
        assert_int_equal((cost + 1) / 2, rows[i].city);
        assert_int_equal((cost + 2) / 3, rows[i].barracks);
    }
    terr_close(&t);
}

// ---- domain and strength

static void influence_of_a_quarter_turns_75_25_into_60_40(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, NULL);
    t.b.shares[0] = 0.75;
    t.b.shares[1] = 0.25 + 0.25;
    dado_terr_normalise(&t.b, 0);
    terr_near(t.b.shares[0], 0.6);
    terr_near(t.b.shares[1], 0.4);
    t.b.shares[2] = t.b.shares[3] = 0;
    dado_terr_normalise(&t.b, 1);
    assert_true(t.b.shares[2] == 0 && t.b.shares[3] == 0);
    t.b.shares[2] = 1e-300;
    dado_terr_normalise(&t.b, 1);
    assert_true(t.b.shares[2] == 1);
    terr_close(&t);
}

static const char duel[] =
    "{\"settings\":{\"random.mode\":\"mid\"},\"terrain\":[\"gggg\",\"gggg\",\"gggg\"],"
    "\"domain\":[[1,1,{\"0\":0.6,\"1\":0.4}],[2,1,{\"0\":0.9,\"1\":0.1}]],"
    "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"colonel\",\"x\":1,\"y\":1,"
    "\"items\":[\"sword\",\"armor\"]},"
    "{\"id\":2,\"owner\":0,\"type\":\"soldier\",\"x\":1,\"y\":1},"
    "{\"id\":3,\"owner\":1,\"type\":\"marshal\",\"x\":2,\"y\":1}]}";

static void a_colonel_with_sword_and_armor_meets_a_marshal(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, duel);
    const dado_terr_unit *colonel = dado_terr_find_unit(&t.b, 0, 1);
    const dado_terr_unit *marshal = dado_terr_find_unit(&t.b, 1, 3);
    terr_near(dado_terr_attack(t.w, colonel), 9);
    terr_near(dado_terr_min_random(t.w, colonel), 0.75);
    terr_near(dado_terr_value(&t.b, 0, colonel, 9, 0), 16.2);
    terr_near(dado_terr_value(&t.b, 0, colonel, 9, 1), 21.6);
    terr_near(dado_terr_value(&t.b, 1, marshal, 9, 0), 6.93);
    terr_near(dado_terr_value(&t.b, 1, marshal, 9, 1), 9.9);
    terr_near(dado_terr_value(&t.b, 0, colonel, 9, 0.5), 18.9);
    terr_near(dado_terr_value(&t.b, 1, marshal, 9, 0.5), 8.415);
    assert_string_equal(terr_say(&t, "attack 1 2,1"), "OK");
    terr_near(colonel->health, 10 - 8.415 * 8.415 / 27.315);
    terr_near(marshal->health, 20 - 18.9 * 18.9 / 27.315);
    assert_true(marshal->health > 6.92256 && marshal->health < 6.92258);
    assert_true(colonel->health > 7.40756 && colonel->health < 7.40758);
    assert_int_equal(colonel->moves, 0);
    assert_int_equal(colonel->last_action, 0);
    terr_close(&t);
}

static void items_raise_what_they_raise_and_nothing_else(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, duel);
    dado_terr_unit unit = *dado_terr_find_unit(&t.b, 0, 1);
    unit.items = 1 << 3 | 1 << 7;  // sword and helmet
    terr_near(dado_terr_attack(t.w, &unit), 9);
    terr_near(dado_terr_influence(t.w, &unit), 0.25);
    terr_near(dado_terr_defence(t.w, &unit), 5);
    terr_near(dado_terr_max_health(t.w, &unit), 10);
    unit.type = 8;  // a marshal's 0.70 and armor's 0.2
    unit.items = 1 << 2;
    terr_near(dado_terr_min_random(t.w, &unit), 0.9);
    terr_close(&t);
    t = terr_must_open("item.armor.min_random = 0.5\n", duel);
    terr_near(dado_terr_min_random(t.w, dado_terr_find_unit(&t.b, 0, 1)), 1);
    terr_close(&t);
}

static const char priests[] =
    "{\"settings\":{\"random.mode\":\"scripted\",\"random.script\":[0.16666666666666666,0.1]},"
    "\"terrain\":[\"gggg\",\"gggg\",\"gggg\"],"
    "\"domain\":[[1,1,{\"0\":0.2,\"1\":0.8}],[2,1,{\"1\":1}],[1,0,{\"1\":1}]],"
    "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"priest\",\"x\":1,\"y\":1},"
    "{\"id\":2,\"owner\":0,\"type\":\"soldier\",\"x\":1,\"y\":1},"
    "{\"id\":3,\"owner\":1,\"type\":\"soldier\",\"x\":3,\"y\":0}]}";

static void a_grouped_priest_influences_between_54_and_90_hundredths(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, priests);
    const dado_terr_unit *priest = dado_terr_find_unit(&t.b, 0, 1);
    terr_near(dado_terr_value(&t.b, 0, priest, 0.5, 0), 0.54);
    terr_near(dado_terr_value(&t.b, 0, priest, 0.5, 1), 0.9);
    assert_string_equal(terr_say(&t, "influence 1 2,1"), "OK");
    int cell = dado_terr_cell(t.w, 2, 1);
    terr_near(dado_terr_share(&t.b, 0, cell), 0.375);
    terr_near(dado_terr_share(&t.b, 1, cell), 0.625);
    assert_int_equal(priest->moves, 1);
    terr_close(&t);
}

static void draws_cover_the_unit_interval_with_both_ends(void **state)
{
    (void)state;
    assert_true(dado_terr_draw(0) == 0 && dado_terr_draw(UINT64_MAX) == 1);
    dado_fast_rng q = dado_fast_rng_seed(3);
    for (int i = 0; i < 10000; i++) {
        double u = dado_fast_rng_unit(&q);
        double back = dado_terr_draw(dado_terr_word(u));
        assert_true(back - u < 0x1p-52 && u - back < 0x1p-52);
    }
    assert_true(dado_terr_draw(dado_terr_word(0)) == 0 && dado_terr_draw(dado_terr_word(1)) == 1);
}

static void the_stoutest_defender_answers_then_the_healthiest_then_the_oldest(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(
        NULL, "{\"settings\":{\"random.mode\":\"mid\"},\"terrain\":[\"ggg\",\"ggg\",\"ggg\"],"
              "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0},"
              "{\"id\":5,\"owner\":1,\"type\":\"captain\",\"x\":1,\"y\":0},"
              "{\"id\":6,\"owner\":1,\"type\":\"lieutenant\",\"x\":1,\"y\":0,\"health\":2},"
              "{\"id\":7,\"owner\":1,\"type\":\"lieutenant\",\"x\":1,\"y\":0,\"health\":3},"
              "{\"id\":8,\"owner\":1,\"type\":\"lieutenant\",\"x\":1,\"y\":0,\"health\":3}]}");
    assert_int_equal(dado_terr_defender(&t.b, 1)->id, 7);
    dado_terr_find_unit(&t.b, 1, 6)->health = 3.5;
    assert_int_equal(dado_terr_defender(&t.b, 1)->id, 6);
    dado_terr_find_unit(&t.b, 1, 5)->items = 1 << 4;
    assert_int_equal(dado_terr_defender(&t.b, 1)->id, 5);
    terr_close(&t);
}

// ---- the end of a round

static const char plain_field[] =
    "{\"settings\":{\"random.mode\":\"mid\"},\"terrain\":[\"ggggg\",\"ggggg\",\"ggggg\"],"
    "\"buildings\":[{\"id\":10,\"owner\":0,\"type\":\"city\",\"x\":0,\"y\":0},"
    "{\"id\":11,\"owner\":1,\"type\":\"barracks\",\"x\":4,\"y\":2}],"
    "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0,\"health\":0.4},"
    "{\"id\":2,\"owner\":1,\"type\":\"soldier\",\"x\":4,\"y\":2}]}";

static void end_round(terr_test_game *t)
{
    int round = t->b.state->round;
    while (t->b.state->round == round) assert_string_equal(terr_say(t, "end"), "OK");
}

static void a_city_makes_a_lieutenant_in_three_rounds_and_a_barracks_a_priest_in_four(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, plain_field);
    assert_string_equal(terr_say(&t, "produce 10 lieutenant"), "OK");
    assert_string_equal(terr_say(&t, "produce 10 lieutenant"), "NO_EFFECT");
    terr_say(&t, "end");
    assert_string_equal(terr_say(&t, "produce 11 priest"), "OK");
    for (int round = 1; round <= 4; round++) {
        end_round(&t);
        assert_int_equal(t.b.seats[0].units, round >= 3 ? 2 : 1);
        assert_int_equal(t.b.seats[1].units, round >= 4 ? 2 : 1);
    }
    const dado_terr_building *city = dado_terr_building_at(&t.b, 0, 0);
    assert_int_equal(city->production, 0);
    assert_int_equal(city->progress, 0);
    const dado_terr_unit *made = dado_terr_unit_at(&t.b, 0, 1);
    assert_int_equal(made->stack, 1);
    assert_int_equal(made->moves, 1);
    assert_int_equal(made->last_action, -1);
    terr_close(&t);
}

static void changing_production_loses_the_work_done(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, plain_field);
    terr_say(&t, "produce 10 marshal");
    end_round(&t);
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->progress, 2);
    terr_say(&t, "produce 10 soldier");
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->progress, 0);
    terr_close(&t);
}

static void who_did_nothing_recovers_a_tenth_of_full_health(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, plain_field);
    end_round(&t);
    terr_near(dado_terr_unit_at(&t.b, 0, 0)->health, 0.5);
    terr_say(&t, "move 1 1,0");
    end_round(&t);
    terr_near(dado_terr_unit_at(&t.b, 0, 0)->health, 0.5);
    for (int i = 0; i < 10; i++) end_round(&t);
    assert_true(dado_terr_unit_at(&t.b, 0, 0)->health == 1);
    terr_close(&t);
}

static void a_city_wears_down_a_rival_share_by_a_half_each_round(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, plain_field);
    end_round(&t);
    static const int held[][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 } };
    for (int i = 0; i < 3; i++) {
        assert_true(dado_terr_share(&t.b, 0, dado_terr_cell(t.w, held[i][0], held[i][1])) == 1);
    }
    terr_near(dado_terr_domain(&t.b, 0), 3);
    terr_near(dado_terr_domain(&t.b, 1), 0);
    t.b.shares[0] = 0.4;
    t.b.shares[1] = 0.6;
    end_round(&t);
    terr_near(t.b.shares[1], 0.6 / 1.5);
    end_round(&t);
    terr_near(t.b.shares[1], 0.6 / 1.5 / 1.5);
    terr_close(&t);
}

static void a_priest_left_alone_may_build_in_the_next_round(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, priests);
    dado_terr_unit *priest = dado_terr_find_unit(&t.b, 0, 1);
    assert_string_equal(terr_say(&t, "found 1 city"), "DOMAIN_TOO_LOW");
    assert_string_equal(terr_say(&t, "move 1 1,2"), "OK");
    assert_string_equal(terr_say(&t, "found 1 city"), "DOMAIN_TOO_LOW");
    end_round(&t);
    for (int d = 0; d < 6; d++) {
        int cell = t.w->near[priest->cell][d];
        bool fresh =
            cell >= 0 && cell != dado_terr_cell(t.w, 1, 1) && cell != dado_terr_cell(t.w, 2, 1);
        if (fresh) assert_true(dado_terr_share(&t.b, 0, cell) == 1);
    }
    assert_string_equal(terr_say(&t, "found 2 city"), "NOT_A_BUILDER");
    assert_string_equal(terr_say(&t, "found 1 tower"), "UNKNOWN_TYPE");
    assert_string_equal(terr_say(&t, "found 1 city"), "OK");
    assert_int_equal(t.b.seats[0].units, 1);
    assert_int_equal(t.b.seats[0].buildings, 1);
    assert_string_equal(terr_say(&t, "found 1 city"), "UNKNOWN_UNIT");
    terr_close(&t);
}

static void the_largest_influence_is_two_and_a_quarter(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, priests);
    dado_terr_unit *priest = dado_terr_find_unit(&t.b, 0, 1);
    priest->items = 1 << 7;
    t.b.shares[priest->cell * 2] = 1;
    terr_near(dado_terr_value(&t.b, 0, priest, dado_terr_influence(t.w, priest), 1), 2.25);
    terr_close(&t);
}

static void what_has_no_room_waits_in_its_building(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("limit.elements = 2\n", plain_field);
    terr_say(&t, "produce 10 soldier");
    for (int i = 0; i < 3; i++) end_round(&t);
    const dado_terr_building *city = dado_terr_building_at(&t.b, 0, 0);
    assert_int_equal(t.b.seats[0].units, 1);
    assert_int_equal(city->progress, 2);
    assert_int_equal(city->production, dado_terr_made_unit(1));
    terr_say(&t, "produce 10 heart");
    for (int i = 0; i < 8; i++) end_round(&t);
    assert_int_equal(city->stock[0], 1);
    terr_close(&t);
    t = terr_must_open("stack.max_units = 1\n", plain_field);
    terr_say(&t, "produce 10 soldier");
    for (int i = 0; i < 3; i++) end_round(&t);
    assert_int_equal(t.b.seats[0].units, 1);
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->progress, 2);
    terr_say(&t, "move 1 1,0");
    end_round(&t);
    assert_int_equal(t.b.seats[0].units, 2);
    terr_close(&t);
}

static void surplus_and_repetition_are_settings(void **state)
{
    (void)state;
    terr_test_game t =
        terr_must_open("production.carry_surplus = true\nproduction.repeat = true\n", plain_field);
    terr_say(&t, "produce 10 sergeant");  // 3 at 2 a round: 2, 4 makes one with 1 over, 3 ...
    int made[5] = { 0, 1, 2, 2, 3 };
    for (int i = 0; i < 5; i++) {
        end_round(&t);
        assert_int_equal(t.b.seats[0].made_units[2], made[i]);
    }
    terr_close(&t);
}

// ---- items

static void a_sandal_raises_the_moves_of_the_next_round(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(
        NULL, "{\"settings\":{\"random.mode\":\"mid\"},\"terrain\":[\"gggg\",\"gggg\",\"gggg\"],"
              "\"buildings\":[{\"id\":10,\"owner\":0,\"type\":\"city\",\"x\":0,\"y\":0,"
              "\"stock\":[\"sandal\",\"heart\",\"sandal\",\"glasses\"]}],"
              "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0},"
              "{\"id\":2,\"owner\":1,\"type\":\"soldier\",\"x\":3,\"y\":2}]}");
    const dado_terr_unit *unit = dado_terr_unit_at(&t.b, 0, 0);
    assert_string_equal(terr_say(&t, "equip 1 sandal"), "OK");
    assert_string_equal(terr_say(&t, "equip 1 sandal"), "ALREADY_EQUIPPED");
    assert_string_equal(terr_say(&t, "equip 1 belt"), "ITEM_NOT_IN_STOCK");
    assert_string_equal(terr_say(&t, "equip 1 crown"), "UNKNOWN_TYPE");
    assert_string_equal(terr_say(&t, "equip 1 heart"), "OK");
    assert_int_equal(unit->moves, 2);
    terr_near(unit->health, 1);
    terr_near(dado_terr_max_health(t.w, unit), 4);
    assert_false(dado_terr_sees(&t.b, 0, dado_terr_cell(t.w, 2, 0)));
    assert_string_equal(terr_say(&t, "equip 1 glasses"), "OK");
    assert_true(dado_terr_sees(&t.b, 0, dado_terr_cell(t.w, 2, 0)));
    assert_string_equal(terr_say(&t, "equip 1 helmet"), "ITEM_NOT_IN_STOCK");
    end_round(&t);
    assert_int_equal(unit->moves, 3);
    terr_near(unit->health, 1.4);
    assert_string_equal(terr_say(&t, "move 1 1,0"), "OK");
    assert_string_equal(terr_say(&t, "equip 1 sandal"), "NO_BUILDING");
    terr_close(&t);
}

// ---- buildings fall, seats fall

static const char three_seats[] =
    "{\"settings\":{\"random.mode\":\"mid\"},\"players\":3,"
    "\"terrain\":[\"ggggg\",\"ggggg\",\"ggggg\"],"
    "\"domain\":[[4,2,{\"0\":0.5,\"1\":0.25,\"2\":0.25}],[0,2,{\"1\":1}]],"
    "\"buildings\":[{\"id\":10,\"owner\":1,\"type\":\"city\",\"x\":1,\"y\":1,"
    "\"stock\":[\"sword\"],\"production\":\"marshal\",\"progress\":4}],"
    "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":1,\"y\":0},"
    "{\"id\":3,\"owner\":2,\"type\":\"soldier\",\"x\":4,\"y\":2}]}";

static void entering_the_last_building_puts_a_seat_out_and_frees_its_domain(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, three_seats);
    assert_string_equal(terr_say(&t, "move 1 1,1"), "OK");
    assert_int_equal(t.b.seats[1].fell, 1);
    assert_int_equal(t.b.state->phase, DADO_TERR_PLAY);
    int cell = dado_terr_cell(t.w, 4, 2);
    terr_near(dado_terr_share(&t.b, 0, cell), 0.5 / 0.75);
    terr_near(dado_terr_share(&t.b, 1, cell), 0);
    terr_near(dado_terr_share(&t.b, 2, cell), 0.25 / 0.75);
    for (int p = 0; p < 3; p++) assert_true(dado_terr_share(&t.b, p, 10) == 0);
    terr_say(&t, "end");
    assert_int_equal(t.b.state->to_move, 2);
    terr_close(&t);
}

static void a_captured_building_keeps_its_stock_and_forgets_its_work(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("building.on_enter = capture\n", three_seats);
    assert_string_equal(terr_say(&t, "move 1 1,1"), "OK");
    assert_int_equal(t.b.seats[0].buildings, 1);
    const dado_terr_building *city = dado_terr_building_at(&t.b, 0, 0);
    assert_int_equal(city->id, 10);
    assert_int_equal(city->production, 0);
    assert_int_equal(city->progress, 0);
    assert_int_equal(city->stock[3], 1);
    assert_int_equal(t.b.seats[1].fell, 1);
    assert_string_equal(terr_say(&t, "equip 1 sword"), "OK");
    terr_close(&t);
}

static const char last_two[] =
    "{\"settings\":{\"random.mode\":\"mid\"},\"players\":3,\"terrain\":[\"ggg\",\"ggg\",\"ggg\"],"
    "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0,\"health\":0.1},"
    "{\"id\":2,\"owner\":1,\"type\":\"soldier\",\"x\":1,\"y\":0,\"health\":0.1}%s]}";

static void the_last_two_may_perish_together(void **state)
{
    (void)state;
    char scenario[600];
    int32_t places[3];
    snprintf(scenario, sizeof scenario, last_two, "");
    terr_test_game t = terr_must_open(NULL, scenario);
    assert_string_equal(terr_say(&t, "attack 1 1,0"), "OK");
    assert_int_equal(t.b.state->reason, DADO_TERR_MUTUAL);
    assert_int_equal(t.game.rules->round(&t.game, t.state), 1);
    t.game.rules->rank(&t.game, t.state, places);
    assert_int_equal(places[0], 0);
    assert_int_equal(places[1], 0);
    assert_int_equal(places[2], 2);
    assert_string_equal(terr_say(&t, "end"), "GAME_OVER");
    terr_close(&t);
    snprintf(scenario, sizeof scenario, last_two,
             ",{\"id\":3,\"owner\":2,\"type\":\"soldier\",\"x\":2,\"y\":2}");
    t = terr_must_open(NULL, scenario);
    assert_string_equal(terr_say(&t, "attack 1 1,0"), "OK");
    assert_int_equal(t.b.state->reason, DADO_TERR_ELIMINATION);
    t.game.rules->rank(&t.game, t.state, places);
    assert_int_equal(places[2], 0);
    assert_int_equal(places[0], 1);
    assert_int_equal(places[1], 1);
    terr_close(&t);
}

static void the_round_limit_compares_domain_then_material_then_health(void **state)
{
    (void)state;
    terr_test_game t =
        terr_must_open("limit.rounds = 2\nbuilding.city.influence = 0\n", plain_field);
    int32_t places[2];
    end_round(&t);
    terr_say(&t, "end");
    terr_say(&t, "end");
    assert_int_equal(t.b.state->reason, DADO_TERR_ROUNDS);
    assert_int_equal(t.game.rules->round(&t.game, t.state), 2);
    t.game.rules->rank(&t.game, t.state, places);  // equal but for health: 0.6 against 1
    assert_int_equal(places[0], 1);
    assert_int_equal(places[1], 0);
    dado_terr_unit_at(&t.b, 0, 0)->health = 1;
    t.game.rules->rank(&t.game, t.state, places);
    assert_int_equal(places[0] + places[1], 0);
    t.b.shares[0] = 1;
    t.game.rules->rank(&t.game, t.state, places);
    assert_int_equal(places[1], 1);
    terr_close(&t);
}

static void rounds_in_which_nothing_happens_end_a_match_with_a_stall_limit(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("limit.stall = 3\nlimit.rounds = 0\n", plain_field);
    terr_say(&t, "produce 10 sergeant");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(t.b.state->phase, DADO_TERR_PLAY);
        end_round(&t);
    }
    assert_int_equal(t.b.state->quiet, 2);
    end_round(&t);
    assert_int_equal(t.b.state->reason, DADO_TERR_STALL);
    terr_close(&t);
}

static void nothing_more_than_the_command_limit_is_accepted_in_a_turn(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("turn.max_commands = 2\n", plain_field);
    terr_say(&t, "produce 10 soldier");
    terr_say(&t, "produce 10 priest");
    assert_string_equal(terr_say(&t, "produce 10 soldier"), "COMMAND_LIMIT");
    assert_string_equal(terr_say(&t, "move 999 0,1"), "COMMAND_LIMIT");
    assert_int_equal(t.game.rules->legal(&t.game, t.state, t.moves), 1);
    assert_string_equal(terr_say(&t, "end"), "OK");
    terr_close(&t);
}

static void a_damage_without_squares_sums_to_one(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("combat.power = 1\n", duel);
    double hit, back;
    assert_true(dado_terr_forecast(&t.b, 0, dado_terr_find_unit(&t.b, 0, 1),
                                   dado_terr_cell(t.w, 2, 1), 0.3, 0.8, &hit, &back));
    terr_near(hit + back, 1);
    terr_close(&t);
}

static void ids_never_repeat_and_do_not_count(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, NULL);
    terr_luck(&t);
    enum { many = 4000 };
    static uint32_t ids[many];
    int rising = 0;
    for (int i = 0; i < many; i++) {
        ids[i] = dado_terr_new_id(&t.b);
        assert_in_range(ids[i], 1, INT32_MAX);
        if (i && ids[i] > ids[i - 1]) rising++;
    }
    assert_in_range(rising, many / 2 - 200, many / 2 + 200);
    for (int i = 0; i < many; i++) {
        for (int k = 0; k < i; k++) assert_int_not_equal(ids[i], ids[k]);
    }
    terr_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_follow_the_table),
        cmocka_unit_test(both_forms_of_distance_agree_with_walking),
        cmocka_unit_test(a_ring_of_radius_k_has_6k_tiles_in_the_order_of_cells),
        cmocka_unit_test(rounds_to_produce_are_as_derived),
        cmocka_unit_test(influence_of_a_quarter_turns_75_25_into_60_40),
        cmocka_unit_test(a_colonel_with_sword_and_armor_meets_a_marshal),
        cmocka_unit_test(items_raise_what_they_raise_and_nothing_else),
        cmocka_unit_test(a_grouped_priest_influences_between_54_and_90_hundredths),
        cmocka_unit_test(draws_cover_the_unit_interval_with_both_ends),
        cmocka_unit_test(the_stoutest_defender_answers_then_the_healthiest_then_the_oldest),
        cmocka_unit_test(a_city_makes_a_lieutenant_in_three_rounds_and_a_barracks_a_priest_in_four),
        cmocka_unit_test(changing_production_loses_the_work_done),
        cmocka_unit_test(who_did_nothing_recovers_a_tenth_of_full_health),
        cmocka_unit_test(a_city_wears_down_a_rival_share_by_a_half_each_round),
        cmocka_unit_test(a_priest_left_alone_may_build_in_the_next_round),
        cmocka_unit_test(the_largest_influence_is_two_and_a_quarter),
        cmocka_unit_test(what_has_no_room_waits_in_its_building),
        cmocka_unit_test(surplus_and_repetition_are_settings),
        cmocka_unit_test(a_sandal_raises_the_moves_of_the_next_round),
        cmocka_unit_test(entering_the_last_building_puts_a_seat_out_and_frees_its_domain),
        cmocka_unit_test(a_captured_building_keeps_its_stock_and_forgets_its_work),
        cmocka_unit_test(the_last_two_may_perish_together),
        cmocka_unit_test(the_round_limit_compares_domain_then_material_then_health),
        cmocka_unit_test(rounds_in_which_nothing_happens_end_a_match_with_a_stall_limit),
        cmocka_unit_test(nothing_more_than_the_command_limit_is_accepted_in_a_turn),
        cmocka_unit_test(a_damage_without_squares_sums_to_one),
        cmocka_unit_test(ids_never_repeat_and_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
