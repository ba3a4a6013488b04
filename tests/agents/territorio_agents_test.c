// territorio_agents_test.c - Território's players, who beats whom, and the kit they are made of.
#include "agents/territorio_policy.h"
#include "lab/match.h"
#include "support/test.h"

typedef struct test_match {
    dado_region region;
    dado_game game;
    dado_agent agent[DADO_TERR_SEATS];
    dado_match_workspace table;
} test_match;

static void open_match(test_match *s, const char *settings, const char *const *names)
{
    dado_error err = { 0 };
    dado_options options;
    memset(s, 0, sizeof *s);
    dado_region_init(&s->region, (size_t)1 << 30);
    assert_true(dado_options_read(&options, "test", settings, &s->region, &err));
    if (!dado_game_open(&s->game, &dado_world_territorio, &options, &s->region, &err)) {
        fail_msg("%s", err.text);
    }
    for (int p = 0; p < s->game.players; p++) {
        const dado_agent_kind *kind = dado_agent_named(names[p]);
        assert_non_null(kind);
        assert_true(dado_agent_open(&s->agent[p], kind, &s->game, p, NULL, &s->region, &err));
    }
    dado_match_settings rules = { .path = true };
    assert_true(dado_match_workspace_init(&s->table, &s->game, s->agent, rules, &s->region, &err));
}

static void close_match(test_match *s)
{
    for (int p = 0; p < s->game.players; p++) dado_agent_close(&s->agent[p]);
    dado_region_free(&s->region);
}

// Matches `who` wins against `other`, half in each seat, on the same worlds.
static int wins(const char *who, const char *other, int each)
{
    int won = 0;
    for (int seat = 0; seat < 2; seat++) {
        test_match s;
        open_match(&s, "",
                   seat == 0 ? (const char *[]){ who, other } : (const char *[]){ other, who });
        for (int i = 0; i < each; i++) {
            const dado_trace *trace = dado_match_play(&s.table, 7, 7, (uint64_t)i);
            assert_int_equal(trace->end, DADO_FINISHED);
            won += trace->places[seat] == 0 && trace->places[1 - seat] == 1;
        }
        close_match(&s);
    }
    return won;
}

static void the_baseline_beats_the_example_nine_times_in_ten(void **state)
{
    (void)state;
    assert_true(wins("territorio_baseline", "territorio_example", 100) >= 180);
}

static void the_searcher_beats_the_baseline(void **state)
{
    (void)state;
    // Between equals 13 of 16 would happen once in a hundred times.
    int won = wins("territorio_search", "territorio_baseline", 8);
    if (won < 13) fail_msg("the searcher won %d of 16", won);
}

static void players_answer_alike_for_the_same_luck(void **state)
{
    (void)state;
    test_match s;
    open_match(&s, "limit.rounds = 30\n",
               (const char *[]){ "territorio_search", "territorio_baseline" });
    const dado_trace *trace = dado_match_play(&s.table, 3, 3, 5);
    int steps = trace->steps;
    dado_step *path = malloc(sizeof *path * (size_t)steps);
    memcpy(path, trace->path, sizeof *path * (size_t)steps);
    dado_match_play(&s.table, 3, 3, 6);
    trace = dado_match_play(&s.table, 3, 3, 5);
    assert_int_equal(trace->steps, steps);
    assert_memory_equal(path, trace->path, sizeof *path * (size_t)steps);
    free(path);
    close_match(&s);
}

static void six_seats_play_to_an_end(void **state)
{
    (void)state;
    test_match s;
    open_match(&s, "match.players = 6\nmap.width = 14\nmap.height = 14\nlimit.rounds = 60\n",
               (const char *[]){ "territorio_baseline", "territorio_example", "territorio_search",
                                 "territorio_baseline", "random", "territorio_baseline" });
    const dado_trace *trace = dado_match_play(&s.table, 1, 1, 1);
    assert_int_equal(trace->end, DADO_FINISHED);
    int firsts = 0;
    for (int p = 0; p < 6; p++) firsts += trace->places[p] == 0;
    assert_true(firsts >= 1);
    close_match(&s);
}

// ---- the kit

static dado_terr_board born(test_match *s, const char *settings, void **state)
{
    static const char *const names[] = { "territorio_example", "territorio_example" };
    open_match(s, settings, names);
    *state = dado_region_alloc(&s->region, 1, s->game.state_size);
    s->game.rules->start(&s->game, *state);
    s->game.rules->apply(&s->game, *state, 12345);
    return dado_terr_board_of(s->game.data, *state);
}

static const char mixed[] = "start.units = soldier priest marshal\nfog.enabled = no\n";
static const char meadow[] = "start.units = soldier priest marshal\nfog.enabled = no\n"
                             "map.weight.sand = 0\nmap.weight.forest = 0\nmap.weight.water = 0\n";

static void a_star_and_fields_agree_on_what_a_way_costs(void **state)
{
    (void)state;
    test_match s;
    void *memory;
    dado_terr_board b = born(&s, mixed, &memory);
    const dado_terr *w = b.world;
    const dado_terr_unit *unit = dado_terr_unit_at(&b, 0, 0);
    static uint16_t field[DADO_TERR_TILES], path[DADO_TERR_TILES];
    int ways = 0;
    for (int to = 0; to < w->tiles; to++) {
        uint16_t goal = (uint16_t)to;
        int length;
        if (to == unit->cell || b.pieces[to].holder) continue;
        if (w->step[DADO_TERR_GROUND][b.terrain[to]] == DADO_TERR_FAR) continue;
        dado_tactics_distance_field(&b, 0, DADO_TERR_GROUND, &goal, 1, field);
        int cost = dado_tactics_route(&b, 0, unit, to, path, &length);
        assert_int_equal(cost < 0 ? DADO_TACTICS_NO_WAY : cost, field[unit->cell]);
        if (cost < 0) continue;
        int sum = 0;
        for (int i = 0; i < length; i++) {
            int before = i ? path[i - 1] : unit->cell;
            assert_int_equal(dado_terr_cells_apart(w, before, path[i]), 1);
            sum += w->step[DADO_TERR_GROUND][b.terrain[path[i]]];
        }
        assert_int_equal(sum, cost);
        assert_int_equal(path[length - 1], to);
        ways++;
    }
    assert_true(ways > 50);
    close_match(&s);
}

static void sites_keep_their_distance_and_attacks_are_weighed(void **state)
{
    (void)state;
    test_match s;
    void *memory;
    dado_terr_board b = born(&s, meadow, &memory);
    const dado_terr *w = b.world;
    int home = dado_terr_building_at(&b, 0, 0)->cell;
    const dado_terr_unit *priest = dado_terr_unit_at(&b, 0, 1);
    int site = dado_tactics_best_site(&b, 0, priest, 3);
    assert_true(site >= 0 && dado_terr_cells_apart(w, site, home) >= 3);
    assert_false(dado_tactics_may_found(&b, 0, priest));
    assert_non_null(dado_tactics_idle_building(&b, 0));
    // A marshal beside a lonely soldier: worth it one way, madness the other.
    dado_terr_unit *marshal = dado_terr_unit_at(&b, 0, 2);
    int cell = -1;
    for (int d = 0; d < 6 && cell < 0; d++) {
        int next = w->near[home][d];
        if (next >= 0 && b.terrain[next] == 0) cell = next;
    }
    assert_true(cell >= 0);
    dado_terr_unit *rival = dado_terr_add_unit(&b, 1, 1, cell, 999);
    double worth;
    assert_int_equal(dado_tactics_best_attack(&b, 0, marshal, &worth), cell);
    assert_true(worth > 0);
    assert_true(dado_tactics_opportunity(&b, 1, rival, home) < 0);
    assert_int_equal(dado_tactics_weakest_in_range(&b, 0, marshal), cell);
    assert_int_equal(dado_tactics_nearest_enemy(&b, 0, home), cell);
    assert_true(dado_tactics_threat(&b, 1, cell, 1) > dado_tactics_threat(&b, 0, home, 1));
    static double map[DADO_TERR_TILES];
    dado_tactics_influence_map(&b, 0, map);
    assert_true(map[home] > 0);
    marshal->full_moves = marshal->range = 1;  // or there would be nowhere to run
    int away = dado_tactics_flee(&b, 1, rival);
    assert_true(away >= 0);
    assert_true(dado_tactics_threat(&b, 1, away, 1) < dado_tactics_threat(&b, 1, cell, 1));
    close_match(&s);
}

static void what_was_seen_is_remembered_and_what_is_seen_is_believed(void **state)
{
    (void)state;
    test_match s;
    static const char *const names[] = { "territorio_example", "territorio_example" };
    open_match(&s, "start.units = soldier\n", names);
    const dado_terr *w = s.game.data;
    void *truth = dado_region_alloc(&s.region, 1, s.game.state_size);
    void *view = dado_region_alloc(&s.region, 1, s.game.view_size);
    void *memory = dado_region_alloc(&s.region, 1, dado_tactics_memory_size(w));
    s.game.rules->start(&s.game, truth);
    s.game.rules->apply(&s.game, truth, 77);
    dado_terr_board b = dado_terr_board_of(w, truth), v = dado_terr_board_of(w, view);
    dado_observe(&s.game, truth, 0, view);
    dado_tactics_remember(&v, 0, memory);
    int start = dado_terr_unit_at(&b, 0, 0)->cell, known = 0, recalled = 0;
    for (int cell = 0; cell < w->tiles; cell++) known += v.terrain[cell] != DADO_TERR_UNKNOWN;
    // Everything the seat has is gone but a far soldier: the view forgets.
    memset(b.seen, 0, sizeof(uint16_t) * (size_t)w->tiles);
    int far = start < w->tiles / 2 ? w->tiles - 1 : 0;
    b.seen[far] = 1;
    dado_observe(&s.game, truth, 0, view);
    dado_tactics_recall(&v, 0, memory);
    for (int cell = 0; cell < w->tiles; cell++) {
        if (cell == far || v.terrain[cell] == DADO_TERR_UNKNOWN) continue;
        assert_int_equal(v.terrain[cell], b.terrain[cell]);
        recalled++;
    }
    assert_int_equal(recalled, known);
    close_match(&s);
}

static void the_lean_list_has_no_new_orders_for_buildings_at_work(void **state)
{
    (void)state;
    test_match s;
    open_match(&s, "map.width = 6\nmap.height = 6\nbuilding.city.rate = 5\nstart.units = priest\n",
               (const char *[]){ "random", "random" });
    const dado_terr *w = s.game.data;
    void *truth = dado_region_alloc(&s.region, 1, s.game.state_size);
    dado_move *moves = dado_new(&s.region, dado_move, s.game.max_moves);
    int *places = dado_new(&s.region, int, s.game.max_moves);
    dado_terr_board b = dado_terr_board_of(w, truth);
    s.game.rules->start(&s.game, truth);
    s.game.rules->apply(&s.game, truth, 77);
    const dado_terr_building *city = dado_terr_building_at(&b, 0, 0);
    int count = s.game.rules->legal(&s.game, truth, moves), kinds = w->units + w->items;
    assert_int_equal(dado_tactics_prune_moves(&b, 0, moves, count, places), count);  // it is idle
    for (int i = 0; i < count; i++) assert_int_equal(places[i], i);

    s.game.rules->apply(&s.game, truth,
                        dado_terr_move(DADO_TERR_PRODUCE, city->id, dado_terr_made_unit(1)));
    int all = s.game.rules->legal(&s.game, truth, moves);
    assert_int_equal(all, count - 1);  // what it makes is no order any more
    int lean = dado_tactics_prune_moves(&b, 0, moves, all, places);
    assert_int_equal(lean, count - kinds);
    assert_int_equal(places[lean - 1], all - 1);
    for (int i = 0; i < lean; i++) {
        assert_true(dado_terr_verb_of(moves[places[i]]) != DADO_TERR_PRODUCE);
        assert_true(i == 0 || places[i] > places[i - 1]);
    }
    close_match(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_baseline_beats_the_example_nine_times_in_ten),
        cmocka_unit_test(the_searcher_beats_the_baseline),
        cmocka_unit_test(players_answer_alike_for_the_same_luck),
        cmocka_unit_test(six_seats_play_to_an_end),
        cmocka_unit_test(a_star_and_fields_agree_on_what_a_way_costs),
        cmocka_unit_test(sites_keep_their_distance_and_attacks_are_weighed),
        cmocka_unit_test(the_lean_list_has_no_new_orders_for_buildings_at_work),
        cmocka_unit_test(what_was_seen_is_remembered_and_what_is_seen_is_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
