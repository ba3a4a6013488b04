// territorio_file_formats_test.c - settings, maps, scenarios and logs: what is read, what is
// refused and where, what is written.
#define _GNU_SOURCE
#include <dirent.h>

#include "worlds/territorio_test_game.h"

// ---- settings

static void refused(const char *settings, int line, const char *why)
{
    terr_test_game t;
    if (terr_open(&t, settings, NULL)) fail_msg("accepted: %s", settings);
    if (!strstr(t.err.text, why)) fail_msg("said \"%s\", not \"%s\"", t.err.text, why);
    assert_int_equal(t.err.place.line, line);
    terr_close(&t);
}

static void wrong_settings_are_refused_with_their_line(void **state)
{
    (void)state;
    refused("[map]\nwidth = 2\n", 2, "map.width must be a whole number from 3 to 256");
    refused("[map]\nwdith = 9\n", 2, "did you mean map.width?");
    refused("[unit.preist]\nmoves = 3\n", 2, "did you mean priest?");
    refused("[unit.dragon]\nattack = 3\n", 2, "a new one needs cost");
    refused("; a remark\n[unit.priest]\ninfluence = 2 ; too much\n", 3, "from 0 to 1");
    refused("[map]\nsymmetry = mirror_x\n", 2, "odd width");
    refused("[map]\nwidth = 13\nsymmetry = rotate180\n", 3, "even width");
    refused("[map]\nweight.grass = 0\nweight.sand = 0\nweight.forest = 0\nweight.water = 0\n", 2,
            "above 0");
    refused("[start]\nunits = soldier solder\n", 2, "did you mean soldier?");
    refused("[start]\nunits =\nbuilding = none\n", 2, "everyone has lost");
    refused("[limit]\ntie_break = luck\n", 2, "luck has no meaning");
    refused("[random]\nscript = 0.5 1.5\n", 2, "from 0 to 1");
    refused("[match]\nplayers = 17\n", 2, "from 2 to 16");
    refused("[match]\nseed = -4\n", 2, "64 bits");
    refused("[terrain.mud]\nletter = g\n", 2, "the same letter");
    refused("[building.fort]\nvalue = 3\n", 2, "a new one needs rate");
    refused("[match]\nplayers = 16\n[map]\nwidth = 5\nheight = 5\n", 0,
            "larger map or fewer seats");
    refused("[start]\nmode = list\npositions = 0,0 1,0\n", 2, "start.min_distance is 3");
    refused("[start]\nmode = list\npositions = 0,0\n", 3, "1 places for 2 seats");
    refused("[unit.priest]\nsight = 30\n[item.glasses]\nsight = 32\n[item.belt]\nsight = 32\n", 0,
            "further than 64");
    refused("[item.priest]\ncost = 3\n", 0, "both named priest");
}

static void new_kinds_take_part(void **state)
{
    (void)state;
    terr_test_game t =
        terr_must_open("[terrain.swamp]\nletter = m\ncost = 2\n"
                       "[map]\nweight.swamp = 900\n"
                       "[unit.dragon]\nclass = air\ncost = 60\nattack = 20\nmoves = 4\n"
                       "[item.crown]\ncost = 50\ninfluence = 0.5\nmax_health = 5\n"
                       "[building.tower]\nrate = 1\nsight = 4\n"
                       "[start]\nbuilding = tower\n"
                       "units = dragon\n",
                       NULL);
    terr_luck(&t);
    assert_int_equal(t.w->units, 10);
    assert_int_equal(t.w->terrains, 5);
    int swamps = 0;
    for (int cell = 0; cell < t.w->tiles; cell++) swamps += t.b.terrain[cell] == 4;
    assert_true(swamps > 90);
    assert_true(dado_terr_unit_at(&t.b, 0, 0)->type == 9);
    const dado_terr_building *tower = dado_terr_building_at(&t.b, 0, 0);
    char words[64];
    snprintf(words, sizeof words, "produce %u crown", (unsigned)tower->id);
    assert_string_equal(terr_say(&t, words), "OK");
    int names = 0;
    for (const dado_measure *m = t.game.tallies; m->name; m++) {
        names += strcmp(m->name, "made_dragon") == 0 || strcmp(m->name, "founded_tower") == 0;
    }
    assert_int_equal(names, 2);
    terr_close(&t);
}

static void the_game_as_opened_ends_and_the_classic_one_need_not(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, NULL);
    assert_int_equal(t.w->rounds, 300);
    assert_non_null(strstr(t.game.options, "limit.rounds=300"));
    assert_null(strstr(t.game.options, "match.seed"));
    terr_close(&t);
    t = terr_must_open("preset = classic\n", NULL);
    assert_int_equal(t.w->rounds, 0);
    terr_close(&t);
    t = terr_must_open("preset = log2012\nlimit.rounds = 9\n", NULL);
    assert_true(t.w->width == 5 && t.w->power == 1 && t.w->serial_ids && t.w->start_house == 1);
    terr_luck(&t);
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->id, 1);
    assert_int_equal(dado_terr_unit_at(&t.b, 1, 0)->id, 4);
    terr_close(&t);
    t = terr_must_open("match.seed = 18446744073709551615\nlog.level = events\nturn.time_ms = 5\n",
                       NULL);
    terr_close(&t);
}

static void a_file_of_settings_is_one_option_and_keeps_its_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
    } cases[] = {
        { "[map]\nwidth = 9\n\n[fog]\nenabled = maybe\n", 5 },
        { "[map]\nwidth = 9\nsettings = 3\n", 3 },
        { "file = x\n", 1 },
        { "[map]\nwidth 9\n", 2 },
        { "[map]\nwidth = 9\nheight = 6\n", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_option option[] = { { "settings", cases[i].text, { "mine.ini", 0, 0, 0 } },
                                 { "map.height", "7", { 0 } } };
        dado_options options = { option, 2 };
        terr_test_game t = { 0 };
        dado_region_init(&t.region, (size_t)1 << 26);
        bool fine = dado_game_open(&t.game, &dado_world_territorio, &options, &t.region, &t.err);
        assert_int_equal(fine, cases[i].line == 0);
        assert_int_equal(t.err.place.line, cases[i].line);
        if (cases[i].line) assert_string_equal(t.err.place.source, "mine.ini");
        t.w = t.game.data;
        if (fine) assert_true(t.w->width == 9 && t.w->height == 7);
        terr_close(&t);
    }
    char *text = dado_test_read("library/territorio/skirmish.ini");
    terr_test_game t = terr_must_open(text, NULL);
    assert_true(t.w->symmetry == DADO_TERR_ROTATE180 && t.w->start_units == 3);
    free(text);
    terr_close(&t);
}

static void same_kinds(const dado_terr_kind *a, const dado_terr_kind *b, int count)
{
    for (int i = 0; i < count; i++) {
        assert_string_equal(a[i].name, b[i].name);
        assert_true(a[i].max_health == b[i].max_health && a[i].attack == b[i].attack &&
                    a[i].defence == b[i].defence && a[i].influence == b[i].influence &&
                    a[i].min_random == b[i].min_random && a[i].moves == b[i].moves &&
                    a[i].range == b[i].range && a[i].sight == b[i].sight &&
                    a[i].cost == b[i].cost && a[i].builds == b[i].builds);
    }
}

// The block of defaults in the reference is read as a file of settings: it must change nothing.
static void the_documented_defaults_are_the_defaults(void **state)
{
    (void)state;
    char *page = dado_test_read("docs/reference/territorio.md");
    assert_non_null(page);
    char *block = strstr(page, "```ini\n");
    assert_non_null(block);
    block += strlen("```ini\n");
    *strstr(block, "\n```") = '\0';
    terr_test_game said = terr_must_open(block, NULL), plain = terr_must_open(NULL, NULL);
    const dado_terr *a = said.w, *b = plain.w;
    assert_true(a->units == b->units && a->items == b->items && a->houses == b->houses);
    same_kinds(a->unit, b->unit, a->units);
    same_kinds(a->item, b->item, a->items);
    for (int i = 0; i < a->terrains; i++) {
        assert_memory_equal(&a->terrain[i].letter, &b->terrain[i].letter, 2);
        assert_memory_equal(a->terrain[i].admits, b->terrain[i].admits,
                            sizeof a->terrain[i].admits);
        assert_true(a->terrain[i].buildings == b->terrain[i].buildings);
        assert_true(a->terrain[i].weight == b->terrain[i].weight);
    }
    for (int i = 0; i < a->houses; i++) {
        assert_true(a->house[i].rate == b->house[i].rate &&
                    a->house[i].sight == b->house[i].sight &&
                    a->house[i].value == b->house[i].value &&
                    a->house[i].influence == b->house[i].influence);
    }
    // The rest is named among the options: those of the plain game, in order, are among the others.
    const char *at = said.game.options;
    for (const char *s = plain.game.options; *s;) {
        size_t length = strcspn(s, " ");
        char word[200];
        snprintf(word, sizeof word, "%.*s", (int)length, s);
        at = strstr(at, word);
        if (!at) fail_msg("the reference differs in %s", word);
        s += length + (s[length] == ' ');
    }
    terr_close(&said);
    terr_close(&plain);
    free(page);
}

// ---- maps

static const char lake[] = "size 4 3\ngsgw # a shore\nggfg\n\nwggg\nstart 0 0 0\nstart 1 3 2\n";

static bool open_map(terr_test_game *t, const char *map, const char *more)
{
    memset(t, 0, sizeof *t);
    dado_region_init(&t->region, (size_t)1 << 26);
    dado_options read;
    assert_true(dado_options_read(&read, "test", more, &t->region, &t->err));
    dado_option file = { "map.file", map, { "lake.map", 0, 0, 0 } };
    dado_options all, maps = { &file, 1 };
    assert_true(dado_options_join(&all, &read, &maps, &t->region, &t->err));
    if (!dado_game_open(&t->game, &dado_world_territorio, &all, &t->region, &t->err)) return false;
    t->w = t->game.data;
    t->state = dado_region_alloc(&t->region, 1, t->game.state_size);
    t->b = dado_terr_board_of(t->w, t->state);
    t->game.rules->start(&t->game, t->state);
    t->game.rules->apply(&t->game, t->state, 5);
    return true;
}

static void a_map_file_gives_terrain_and_starts(void **state)
{
    (void)state;
    terr_test_game t;
    assert_true(open_map(&t, lake, ""));
    assert_true(t.w->width == 4 && t.w->height == 3);
    assert_int_equal(t.b.terrain[1], 1);
    assert_int_equal(t.b.terrain[3], 3);
    assert_int_equal(t.b.terrain[6], 2);
    assert_int_equal(dado_terr_building_at(&t.b, 0, 0)->cell, 0);
    assert_int_equal(dado_terr_building_at(&t.b, 1, 0)->cell, 11);
    terr_close(&t);
}

static void wrong_maps_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *map;
        int line;
        const char *why;
    } cases[] = {
        { "4 3\n", 1, "size W H" },
        { "size 4 3\nggg\n", 2, "more or fewer tiles" },
        { "size 4 3\ngggg\ngxgg\n", 3, "letter x" },
        { "size 4 3\ngggg\ngggg\n", 3, "ends before" },
        { "size 4 3\ngggg\ngggg\ngggg\nstart 0 9 9\n", 5, "start SEAT X Y" },
        { "size 4 3\ngggg\ngggg\ngggg\nstart 0 4294967296 0\n", 5, "start SEAT X Y" },
        { "size 4294967300 3\n", 1, "size W H" },
        { "size 4 3\ngggg\ngggg\ngggg\nstart 0 0 0\n", 5, "one for each seat" },
        { "size 4 3\nwggg\ngggg\nwggg\nstart 0 0 0\nstart 1 3 2\n", 0, "does not admit" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        terr_test_game t;
        assert_false(open_map(&t, cases[i].map, ""));
        if (!strstr(t.err.text, cases[i].why)) fail_msg("%s: %s", cases[i].why, t.err.text);
        assert_int_equal(t.err.place.line, cases[i].line);
        if (cases[i].line) assert_string_equal(t.err.place.source, "lake.map");
        terr_close(&t);
    }
}

static bool linked(const terr_test_game *t)
{
    bool seen[DADO_TERR_TILES] = { false };
    int queue[DADO_TERR_TILES], head = 0, tail = 0;
    queue[tail++] = dado_terr_building_at(&t->b, 0, 0)->cell;
    seen[queue[0]] = true;
    while (head < tail) {
        int cell = queue[head++];
        for (int d = 0; d < 6; d++) {
            int next = t->w->near[cell][d];
            if (next < 0 || seen[next] || t->b.terrain[next] > 1) continue;
            seen[next] = true;
            queue[tail++] = next;
        }
    }
    for (int p = 1; p < t->w->players; p++) {
        if (!seen[dado_terr_building_at(&t->b, p, 0)->cell]) return false;
    }
    return true;
}

static void drawn_maps_are_connected_and_symmetric_for_two_to_sixteen_seats(void **state)
{
    (void)state;
    for (int players = 2; players <= 16; players += players < 6 ? 1 : 5) {
        for (int kind = 0; kind < 3; kind++) {
            char settings[300];
            snprintf(settings, sizeof settings,
                     "match.players = %d\nmap.width = %d\nmap.height = 14\nmap.symmetry = %s\n"
                     "map.weight.water = 60\nmap.max_tries = 3\n",
                     players, kind == 2 ? 15 : 14,
                     kind == 0   ? "none"
                     : kind == 1 ? "rotate180"
                                 : "mirror_x");
            terr_test_game t = terr_must_open(settings, NULL);
            for (uint64_t word = 0; word < 12; word++) {
                t.game.rules->start(&t.game, t.state);
                t.game.rules->apply(&t.game, t.state, word * 0x9E3779B97F4A7C15u);
                assert_true(linked(&t));
                for (int p = 0; p < players; p++) {
                    int cell = dado_terr_building_at(&t.b, p, 0)->cell, free = 0;
                    assert_int_equal(t.b.terrain[cell], 0);
                    for (int d = 0; d < 6; d++) {
                        int next = t.w->near[cell][d];
                        free += next >= 0 && t.b.terrain[next] <= 1;
                    }
                    assert_true(free >= 2);
                    for (int q = 0; q < p; q++) {
                        int other = dado_terr_building_at(&t.b, q, 0)->cell;
                        assert_true(dado_terr_cells_apart(t.w, cell, other) >= 3);
                    }
                }
                for (int cell = 0; kind > 0 && cell < t.w->tiles; cell++) {
                    int x = t.w->width - 1 - dado_terr_x(t.w, cell), y = dado_terr_y(t.w, cell);
                    if (kind == 1) y = t.w->height - 1 - y;
                    assert_int_equal(t.b.terrain[cell], t.b.terrain[dado_terr_cell(t.w, x, y)]);
                }
            }
            terr_close(&t);
        }
    }
}

static void weights_are_the_odds_of_terrain(void **state)
{
    (void)state;
    terr_test_game t =
        terr_must_open("map.width = 60\nmap.height = 60\nmap.connect_cost = 0\n", NULL);
    int count[4] = { 0 };
    for (uint64_t word = 1; word <= 5; word++) {
        t.game.rules->start(&t.game, t.state);
        t.game.rules->apply(&t.game, t.state, word);
        for (int cell = 0; cell < t.w->tiles; cell++) count[t.b.terrain[cell]]++;
    }
    static const int percent[4] = { 55, 20, 10, 15 };
    for (int i = 0; i < 4; i++) {
        assert_in_range(count[i], 180 * percent[i] - 300, 180 * percent[i] + 300);
    }
    terr_close(&t);
}

// ---- scenarios

static bool run(terr_test_game *t, const char *text, dado_text *answers, dado_text *log)
{
    dado_rng luck = dado_rng_stream(1, 1, 0);
    return dado_terr_scenario_run(&t->game, "scenario", text, &luck, t->state, &t->region, answers,
                                  log, &t->err);
}

static void every_shipped_scenario_gives_the_answers_it_expects(void **state)
{
    (void)state;
    DIR *folder = opendir("library/territorio");
    assert_non_null(folder);
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".territorio")) continue;
        char path[400];
        snprintf(path, sizeof path, "library/territorio/%s", entry->d_name);
        char *text = dado_test_read(path);
        terr_test_game t = terr_must_open(NULL, text);
        dado_text answers = { 0 };
        if (!run(&t, text, &answers, NULL)) {
            fail_msg("%s:%d: %s", path, t.err.place.line, t.err.text);
        }
        dado_text_free(&answers);
        terr_close(&t);
        free(text);
        found++;
    }
    closedir(folder);
    assert_true(found >= 2);
}

static void impossible_positions_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        int line;
        const char *why;
    } cases[] = {
        { "\"domain\":[\n[0,0,{\"0\":0.5}]]", 3, "sum to 1" },
        { "\"domain\":[[0,0,{\"0\":1}],\n[0,0,{\"1\":1}]]", 3, "twice" },
        { "\"domain\":[\n[9,0,{\"0\":1}]]", 3, "not on the map" },
        { "\"domain\":[[0,0,{\n\"7\":1}]]", 3, "seat is not in the game" },
        { "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0,\n\"health\":2}]",
          3, "health" },
        { "\"units\":[\n{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":2,\"y\":1}]", 3,
          "cannot stand" },
        { "\"units\":[\n{\"id\":1,\"owner\":0,\"type\":\"soldeir\",\"x\":0,\"y\":0}]", 3,
          "type of unit" },
        { "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0},\n"
          "{\"id\":2,\"owner\":1,\"type\":\"soldier\",\"x\":0,\"y\":0}]",
          3, "units of another seat" },
        { "\"units\":[{\"id\":1,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0},\n"
          "{\"id\":1,\"owner\":1,\"type\":\"soldier\",\"x\":1,\"y\":0}]",
          3, "has this id already" },
        { "\"buildings\":[\n{\"id\":1,\"owner\":0,\"type\":\"city\",\"x\":1,\"y\":1}]", 3,
          "buildings cannot stand" },
        { "\"buildings\":[\n{\"id\":1,\"owner\":1,\"type\":\"city\",\"x\":0,\"y\":0}],"
          "\"units\":[{\"id\":2,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0}]",
          3, "a building of another seat" },
        { "\"unist\":[]", 2, "did you mean units?" },
        { "\"settings\":{\n\"fog.enabeld\":true}", 3, "did you mean fog.enabled?" },
        { "\"settings\":{\n\"map.width\":9}", 3, "not allowed inside a scenario" },
        { "\"units\":[}", 2, "expected a value" },
        { "\"round\":1.5", 2, "whole number" },
        { "\"units\":[]", 1, "to move has no units" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        snprintf(text, sizeof text, "{\"terrain\":[\"ggs\",\"gfw\",\"ggg\"],\n%s}", cases[i].rest);
        terr_test_game t;
        if (terr_open(&t, NULL, text)) fail_msg("accepted: %s", text);
        if (!strstr(t.err.text, cases[i].why)) fail_msg("%s: %s", cases[i].why, t.err.text);
        if (t.err.place.line != cases[i].line &&
            strcmp(cases[i].why, "a building of another seat") != 0) {
            fail_msg("%s: line %d", cases[i].why, t.err.place.line);
        }
        terr_close(&t);
    }
}

static void a_script_that_runs_dry_is_said_so(void **state)
{
    (void)state;
    static const char text[] =
        "{\"settings\":{\"random.mode\":\"scripted\",\"random.script\":[0.5,0.25,0.5]},"
        "\"terrain\":[\"gsg\",\"ggg\",\"ggg\"],"
        "\"units\":[{\"id\":47,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":0},"
        "{\"id\":48,\"owner\":0,\"type\":\"soldier\",\"x\":0,\"y\":1},"
        "{\"id\":49,\"owner\":1,\"type\":\"soldier\",\"x\":1,\"y\":0}],"
        "\"script\":[{\"seat\":0,\"c\":\"attack\",\"unit\":47,\"x\":1,\"y\":0},"
        "{\"seat\":0,\"c\":\"attack\",\"unit\":48,\"x\":1,\"y\":0}]}";
    terr_test_game t = terr_must_open(NULL, text);
    dado_text answers = { 0 }, log = { 0 };
    assert_false(run(&t, text, &answers, &log));
    assert_non_null(strstr(t.err.text, "random.script has only 3 draws"));
    assert_int_equal(t.game.rules->actor(&t.game, t.state), DADO_NOBODY);
    // The battle of the published log, with its numbers.
    const dado_terr_unit *defender = dado_terr_find_unit(&t.b, 1, 49);
    terr_near(1 - defender->health, 0.4004761904761905);
    terr_near(1 - dado_terr_find_unit(&t.b, 0, 47)->health, 0.2629761904761905);
    assert_non_null(strstr(dado_text_string(&log),
                           "{\"e\":\"attack\",\"seat\":0,\"unit\":47,\"target\":[1,0],"
                           "\"defender\":49,\"u\":[0.49999999999999994,"));
    assert_non_null(strstr(dado_text_string(&log), "\"cost\":2}"));
    dado_text_free(&answers);
    dado_text_free(&log);
    terr_close(&t);
}

// ---- logs

enum { longest_match = 60000 };

// A whole match of moves drawn at random; answers how many, chance's among them.
static int random_match(terr_test_game *t, uint64_t match, dado_move *path)
{
    dado_fast_rng q = dado_fast_rng_seed(match);
    dado_rng luck = dado_rng_stream(4, match, DADO_STREAM_CHANCE);
    int count = 0;
    t->game.rules->start(&t->game, t->state);
    while (t->game.rules->actor(&t->game, t->state) != DADO_NOBODY) {
        assert_true(count < longest_match);
        int listed = t->game.rules->legal(&t->game, t->state, t->moves);
        dado_move move =
            listed ? t->moves[dado_fast_rng_below(&q, (uint32_t)listed)] : dado_rng_next(&luck);
        path[count++] = move;
        t->game.rules->apply(&t->game, t->state, move);
    }
    return count;
}

static void a_log_tells_the_match_from_header_to_result(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 6\nmap.height = 6\nlimit.rounds = 25\n"
                                      "building.city.rate = 40\nstart.units = priest soldier\n",
                                      NULL);
    dado_move *path = malloc(sizeof(dado_move) * longest_match);
    int count = random_match(&t, 3, path);
    char final[32];
    snprintf(final, sizeof final, "\"hash\":\"%016llx\"}\n",
             (unsigned long long)dado_state_hash(&t.game, t.state));
    static const char *const agents[] = { "rusher", "example" };
    dado_terr_log_header about = { .seed = 7, .agents = 2, .agent = agents };
    dado_text log = { 0 }, short_log = { 0 }, said = { 0 };
    dado_terr_log(&t.game, path, count, &about, t.state, &log);
    const char *text = dado_text_string(&log);
    assert_int_equal(strncmp(text,
                             "{\"n\":0,\"e\":\"match\",\"game\":\"territorio\",\"version\":1,"
                             "\"seed\":7,\"settings_hash\":\"",
                             77),
                     0);
    assert_non_null(strstr(text, "\"start.units\":\"priest soldier\",\""));
    assert_non_null(strstr(text, "\"agents\":[\"rusher\",\"example\"]}\n{\"n\":1,\"e\":\"map\","
                                 "\"w\":6,\"h\":6,\"rows\":[\""));
    assert_non_null(strstr(text, "\n{\"n\":2,\"e\":\"place\",\"seat\":0,\"kind\":\"building\","
                                 "\"type\":\"city\",\"id\":"));
    assert_non_null(strstr(text, "\"e\":\"turn\",\"round\":0,\"seat\":0}"));
    assert_non_null(strstr(text, "\"e\":\"domain\""));
    assert_non_null(strstr(text, "\"e\":\"result\",\"reason\":\""));
    assert_string_equal(text + log.length - strlen(final), final);
    // With everybody's place told it is the same; one who gave up is last, whatever the board says.
    int32_t places[2];
    dado_text told = { 0 }, turned = { 0 };
    t.game.rules->rank(&t.game, t.state, places);
    about.places = places;
    dado_terr_log(&t.game, path, count, &about, t.state, &told);
    assert_string_equal(dado_text_string(&told), text);
    int32_t first = places[0] == 0;
    places[0] = first, places[1] = 1 - first;
    dado_terr_log(&t.game, path, count, &about, t.state, &turned);
    char winner[80];
    snprintf(winner, sizeof winner, "\"winner\":%d,\"ranks\":[%d,%d],", (int)first, 1 + (int)first,
             2 - (int)first);
    assert_non_null(strstr(dado_text_string(&turned), winner));
    assert_null(strstr(text, winner));
    assert_string_equal(dado_text_string(&turned) + turned.length - strlen(final), final);
    dado_text_free(&told);
    dado_text_free(&turned);
    about.level = DADO_TERR_LOG_RESULT;
    dado_terr_log(&t.game, path, count, &about, t.state, &short_log);
    int lines = 0;
    for (const char *s = dado_text_string(&short_log); *s; s++) lines += *s == '\n';
    assert_int_equal(lines, 2);
    // Every event has words for people.
    int round = 0;
    for (const char *line = strchr(text, '\n') + 1; *line;) {
        size_t length = strcspn(line, "\n");
        char *one = strndup(line, length);
        if (!dado_terr_log_sentence(one, &round, &said)) fail_msg("no words for %s", one);
        free(one);
        line += length + 1;
    }
    assert_non_null(strstr(dado_text_string(&said), " moved from ("));
    dado_text_free(&log);
    dado_text_free(&short_log);
    dado_text_free(&said);
    free(path);
    terr_close(&t);
}

#define NOTE(k, d, w, n, t, said) \
    { \
        .kind = (k), .decision = (d), .why = w, .count = (n), .ms = (t), .words = (said), \
        .length = (int)strlen(said) \
    }

// What the referee noted stands before the command it was about, as the rulebook spells it.
static void a_log_has_the_referees_lines(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 6\nmap.height = 6\n", NULL);
    const dado_move end = dado_terr_move(DADO_TERR_END, 0, 0);
    dado_move path[] = { 77, end, end, end, end };  // luck, then seats 0, 1, 0, 1
    dado_note notes[] = {
        NOTE(DADO_NOTE_REFUSED, 0, "OUT_OF_MAP", 0, 0, "move 49 9,9"),
        NOTE(DADO_NOTE_REFUSED, 0, "UNKNOWN_TYPE", 0, 0, "Equip 49 hat"),
        NOTE(DADO_NOTE_REFUSED, 0, "UNKNOWN_BUILDING", 0, 0, "produce 7 marshal"),
        NOTE(DADO_NOTE_REFUSED, 0, "NOT_A_BUILDER", 0, 0, "found 49 city"),
        NOTE(DADO_NOTE_REFUSED, 0, "MALFORMED", 0, 0, "sing \"aloud\""),
        NOTE(DADO_NOTE_STRIKE, 1, "time", 1, 30012, ""),
        NOTE(DADO_NOTE_REMARK, 2, "stderr", 0, 0, "hm"),
        NOTE(DADO_NOTE_STRIKE, 3, "crash", 2, 0, ""),
        NOTE(DADO_NOTE_FORFEIT, 4, "resigned", 0, 0, ""),
    };
    for (size_t i = 5; i < sizeof notes / sizeof *notes; i++) notes[i].seat = notes[i].decision & 1;
    static const char *const agents[] = { "rusher", "example" };
    static const int32_t places[] = { 1, 0 };
    dado_terr_log_header about = { .seed = 7,
                                   .agents = 2,
                                   .agent = agents,
                                   .notes = { notes, sizeof notes / sizeof *notes },
                                   .places = places,
                                   .forfeit = true };
    static const char *const lines[] = {
        "\"e\":\"turn\",\"round\":0,\"seat\":0}\n",
        "\"e\":\"reject\",\"seat\":0,\"command\":{\"c\":\"move\",\"unit\":49,\"x\":9,\"y\":9},"
        "\"error\":\"OUT_OF_MAP\"}\n",
        "\"command\":{\"c\":\"equip\",\"unit\":49,\"item\":\"hat\"},\"error\":\"UNKNOWN_TYPE\"}\n",
        "\"command\":{\"c\":\"set_production\",\"building\":7,\"type\":\"marshal\"},"
        "\"error\":\"UNKNOWN_BUILDING\"}\n",
        "\"command\":{\"c\":\"create_building\",\"unit\":49,\"type\":\"city\"},"
        "\"error\":\"NOT_A_BUILDER\"}\n",
        "\"command\":\"sing \\\"aloud\\\"\",\"error\":\"MALFORMED\"}\n",
        "\"e\":\"end_turn\",\"seat\":0,\"reason\":\"command\"}\n",
        "\"e\":\"strike\",\"seat\":1,\"reason\":\"time\",\"ms\":30012,\"count\":1}\n",
        "\"e\":\"end_turn\",\"seat\":1,\"reason\":\"time\"}\n",
        "\"e\":\"note\",\"seat\":0,\"text\":\"stderr: hm\"}\n",
        "\"e\":\"end_turn\",\"seat\":0,\"reason\":\"command\"}\n",
        "\"e\":\"strike\",\"seat\":1,\"reason\":\"crash\",\"ms\":0,\"count\":2}\n",
        "\"e\":\"end_turn\",\"seat\":1,\"reason\":\"crash\"}\n",
        "\"e\":\"forfeit\",\"seat\":0}\n",
        "\"e\":\"result\",\"reason\":\"forfeit\",\"winner\":1,\"ranks\":[2,1],\"rounds\":2,"
        "\"hash\":",
    };
    dado_text log = { 0 }, few = { 0 };
    dado_terr_log(&t.game, path, 5, &about, t.state, &log);
    const char *at = dado_text_string(&log);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *found = strstr(at, lines[i]);
        if (!found) fail_msg("not in its place: %s\n%s", lines[i], dado_text_string(&log));
        at = found + 1;
    }
    about.level = DADO_TERR_LOG_EVENTS;
    dado_terr_log(&t.game, path, 5, &about, t.state, &few);
    assert_null(strstr(dado_text_string(&few), "\"reject\""));
    assert_non_null(strstr(dado_text_string(&few), "\"strike\""));
    dado_text_free(&log);
    dado_text_free(&few);
    terr_close(&t);
}

// Once a seat has given up, the others play on and the referee passes for it.
static void a_log_tells_who_passes_for_those_who_gave_up(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 8\nmap.height = 8\nmatch.players = 3\n", NULL);
    const dado_move end = dado_terr_move(DADO_TERR_END, 0, 0);
    dado_move path[] = { 77, end, end, end, end, end };
    dado_note gone = {
        .kind = DADO_NOTE_FORFEIT, .seat = 1, .decision = 1, .why = "resigned", .words = ""
    };
    static const char *const agents[] = { "a", "b", "c" };
    dado_terr_log_header about = { .agents = 3, .agent = agents, .notes = { &gone, 1 } };
    dado_text log = { 0 };
    dado_terr_log(&t.game, path, 6, &about, t.state, &log);
    const char *text = dado_text_string(&log);
    int passed = 0, played = 0;
    for (const char *at = text; (at = strstr(at, "\"e\":\"end_turn\"")); at++) {
        char line[80] = "";
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        passed += strstr(line, "\"seat\":1,\"reason\":\"returned\"}") != NULL;
        played += strstr(line, "\"reason\":\"command\"}") != NULL;
    }
    assert_int_equal(passed, 2);
    assert_int_equal(played, 3);
    assert_null(strstr(text, "\"result\""));
    dado_text_free(&log);
    terr_close(&t);
}

static void the_words_of_a_log_read_like_the_rulebook(void **state)
{
    (void)state;
    dado_text said = { 0 };
    int round = 3;
    assert_true(dado_terr_log_sentence("{\"e\":\"move\",\"seat\":1,\"unit\":47,\"from\":[4,0],"
                                       "\"to\":[4,1],\"cost\":1,\"path\":[[4,1]]}",
                                       &round, &said));
    assert_string_equal(dado_text_string(&said),
                        "[r3 P2] a unit moved from (4,0) to (4,1), cost 1\n");
    dado_text_clear(&said);
    assert_true(
        dado_terr_log_sentence("{\"e\":\"strike\",\"seat\":1,\"reason\":\"time\",\"ms\":30012,"
                               "\"count\":1}",
                               &round, &said));
    assert_true(dado_terr_log_sentence(
        "{\"e\":\"note\",\"seat\":0,\"text\":\"it \\\"said\\\" so\"}", &round, &said));
    assert_string_equal(dado_text_string(&said), "[r3 P2] strike 1 (time), after 30012 ms\n"
                                                 "[r3 P1] it \\\"said\\\" so\n");
    // Seats count from 1 wherever they stand.
    static const struct {
        const char *event, *words;
    } seats[] = {
        { "{\"e\":\"domain\",\"x\":4,\"y\":1,\"domain\":{\"0\":0.75,\"1\":0.25}}",
          "[r3] (4,1) is held by P1 0.75, P2 0.25\n" },
        { "{\"e\":\"domain\",\"x\":4,\"y\":1,\"domain\":{}}", "[r3] (4,1) is held by nobody\n" },
        { "{\"e\":\"result\",\"reason\":\"elimination\",\"winner\":1,\"ranks\":[2,1]}",
          "[r3] over by elimination: winner P2, ranks [2,1]\n" },
        { "{\"e\":\"result\",\"reason\":\"rounds\",\"winner\":null,\"ranks\":[1,1]}",
          "[r3] over by rounds: winner nobody, ranks [1,1]\n" },
    };
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        dado_text_clear(&said);
        assert_true(dado_terr_log_sentence(seats[i].event, &round, &said));
        assert_string_equal(dado_text_string(&said), seats[i].words);
    }
    dado_text_free(&said);
}

// The same moves leave the same bytes with any compiler at any level: this
// number was written down once.
static void a_known_match_ends_in_a_known_hash(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 9\nmap.height = 9\nlimit.rounds = 60\n"
                                      "building.city.rate = 40\nmatch.players = 3\n"
                                      "start.units = priest soldier major general\n",
                                      NULL);
    dado_move *path = malloc(sizeof(dado_move) * longest_match);
    int count = random_match(&t, 11, path);
    uint64_t hash = dado_state_hash(&t.game, t.state);
    t.game.rules->start(&t.game, t.state);
    for (int i = 0; i < count; i++) t.game.rules->apply(&t.game, t.state, path[i]);
    assert_true(dado_state_hash(&t.game, t.state) == hash);
    assert_true(t.b.seats[0].attacks + t.b.seats[1].attacks > 20);
    if (hash != 0xb836344b1baf6659u) fail_msg("the hash is 0x%016llx", (unsigned long long)hash);
    free(path);
    terr_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_settings_are_refused_with_their_line),
        cmocka_unit_test(new_kinds_take_part),
        cmocka_unit_test(the_game_as_opened_ends_and_the_classic_one_need_not),
        cmocka_unit_test(a_file_of_settings_is_one_option_and_keeps_its_lines),
        cmocka_unit_test(the_documented_defaults_are_the_defaults),
        cmocka_unit_test(a_map_file_gives_terrain_and_starts),
        cmocka_unit_test(wrong_maps_are_refused_with_their_line),
        cmocka_unit_test(drawn_maps_are_connected_and_symmetric_for_two_to_sixteen_seats),
        cmocka_unit_test(weights_are_the_odds_of_terrain),
        cmocka_unit_test(every_shipped_scenario_gives_the_answers_it_expects),
        cmocka_unit_test(impossible_positions_are_refused_with_their_line),
        cmocka_unit_test(a_script_that_runs_dry_is_said_so),
        cmocka_unit_test(a_log_tells_the_match_from_header_to_result),
        cmocka_unit_test(a_log_has_the_referees_lines),
        cmocka_unit_test(a_log_tells_who_passes_for_those_who_gave_up),
        cmocka_unit_test(the_words_of_a_log_read_like_the_rulebook),
        cmocka_unit_test(a_known_match_ends_in_a_known_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
