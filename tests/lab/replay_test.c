// replay_test.c - a match comes out as it was recorded, or the line where it does not is named.
#include "lab/replay.h"

#include "lab/experiment.h"
#include "support/test.h"
#include "worlds/shelf.h"

typedef struct shelf {
    dado_region region;
    dado_replay replay;
    dado_step *path;
    uint32_t *checks;
    const char *agents[64];
} shelf;

// Plays a match of a world at random and records it.
static void record(shelf *s, const char *game, int move_limit)
{
    *s = (shelf){ 0 };
    dado_region_init(&s->region, (size_t)1 << 32);
    dado_error err = { 0 };
    dado_game_source *source = dado_new(&s->region, dado_game_source, 1);
    dado_lineup lineup = { .name = "random" };
    if (!dado_game_source_find(source, game, NULL, &s->region, &err) ||
        !dado_players_parse(&lineup.players, &lineup.count, "random", &s->region, &err)) {
        fail_msg("%s", err.text);
    }
    dado_plan plan = { .instances = source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 10,
                       .seed = 8,
                       .move_limit = move_limit };
    dado_engine worker;
    if (!dado_experiment_replay(&plan, 0, 0, 3, NULL, &worker, &err)) fail_msg("%s", err.text);
    const dado_trace *t = &worker.table.trace;
    size_t bound = dado_move_log_bound(t);
    unsigned char *bytes = dado_new(&s->region, unsigned char, bound);
    size_t size = dado_move_log_pack(t, bytes, bound);
    assert_true(size > 0);
    assert_int_equal(dado_move_log_pack(t, bytes, size - 1), 0);
    assert_int_equal(dado_move_log_pack(t, bytes, bound), size);
    s->replay = (dado_replay){ .name = "odd.replay", .source = *source, .seed = 8, .match = 3 };
    if (!dado_move_log_unpack(&s->replay.log, bytes, size, &s->region, &err))
        fail_msg("%s", err.text);
    assert_int_equal(s->replay.log.steps, t->steps);
    assert_memory_equal(s->replay.log.path, t->path, sizeof(dado_step) * (size_t)t->steps);
    s->replay.options =
        dado_region_copy(&s->region, worker.game.options, strlen(worker.game.options));
    for (int p = 0; p < t->players; p++) s->agents[p] = "random";
    s->replay.agents = s->agents;
    s->path = (dado_step *)s->replay.log.path;
    s->checks = (uint32_t *)s->replay.log.checks;
    dado_engine_free(&worker);
}

static bool check(shelf *s, dado_error *err)
{
    *err = (dado_error){ 0 };
    return dado_replay_check(&s->replay, NULL, NULL, &s->region, err);
}

static void every_world_replays_to_the_byte(void **state)
{
    (void)state;
    for (int i = 0; dado_worlds[i]; i++) {
        shelf s;
        record(&s, dado_worlds[i]->name, 400);
        dado_error err;
        if (!check(&s, &err))
            fail_msg("%s: line %d: %s", dado_worlds[i]->name, err.place.line, err.text);
        dado_region_free(&s.region);
    }
}

static void a_file_holds_all_that_is_needed(void **state)
{
    (void)state;
    for (int i = 0; dado_worlds[i]; i++) {
        shelf s;
        record(&s, dado_worlds[i]->name, 400);
        const unsigned char *bytes;
        size_t size;
        dado_error err = { 0 };
        dado_replay back;
        if (!dado_replay_pack(&s.replay, &s.region, &bytes, &size, &err) ||
            !dado_replay_unpack(&back, "odd.replay", bytes, size, &s.region, &err) ||
            !dado_replay_check(&back, NULL, NULL, &s.region, &err)) {
            fail_msg("%s: %s", dado_worlds[i]->name, err.text);
        }
        dado_text first = { 0 }, second = { 0 };
        assert_true(dado_replay_print(&s.replay, &first, &err));
        assert_true(dado_replay_print(&back, &second, &err));
        assert_string_equal(dado_text_string(&first), dado_text_string(&second));
        dado_text_free(&first);
        dado_text_free(&second);
        dado_region_free(&s.region);
    }
}

// The line of the printed form that begins with these words, from 1.
static int line_of(shelf *s, const char *begins)
{
    dado_text text = { 0 };
    dado_error err = { 0 };
    assert_true(dado_replay_print(&s->replay, &text, &err));
    int line = 1;
    const char *at = dado_text_string(&text);
    while (at && strncmp(at, begins, strlen(begins)) != 0) {
        at = strchr(at, '\n');
        if (at) at++;
        line++;
    }
    assert_non_null(at);
    dado_text_free(&text);
    return line;
}

static void the_first_line_that_differs_is_named(void **state)
{
    (void)state;
    shelf s;
    dado_error err;
    record(&s, "kuhn", 0);
    assert_true(check(&s, &err));

    int line = line_of(&s, "3 p0");
    dado_step before = s.path[2];
    s.path[2].move = 9;
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, line);
    assert_string_equal(err.place.source, "odd.replay");
    assert_non_null(strstr(err.text, "none of the 2"));
    s.path[2] = before;

    s.path[2].actor = 1;
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, line);
    s.path[2] = before;

    line = line_of(&s, "round 1,");
    s.path[0].move = s.path[0].move == 1 ? 2 : 1;  // another card, which may be legal
    s.path[1].move = 3;
    assert_false(check(&s, &err));
    assert_true(err.place.line <= line && err.place.line >= 6);
    record(&s, "kuhn", 0);

    line = line_of(&s, "round 2,");
    s.checks[2] ^= 1;
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, line);
    s.checks[2] ^= 1;

    line = line_of(&s, "finished,");
    ((int32_t *)s.replay.log.result)[1]++;
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, line);
    ((int32_t *)s.replay.log.result)[1]--;

    s.replay.options = "other=1";
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, 2);
    dado_region_free(&s.region);
}

static void notes_of_referees_stand_before_the_step_they_are_about(void **state)
{
    (void)state;
    shelf s;
    record(&s, "kuhn", 0);  // two deals by luck, then decisions
    dado_note notes[] = {
        { .kind = DADO_NOTE_REFUSED, .match = 3, .why = "ILLEGAL", .words = "raise", .length = 5 },
        { .kind = DADO_NOTE_STRIKE,
          .match = 3,
          .seat = 1,
          .decision = 1,
          .why = "time",
          .count = 1,
          .ms = 207,
          .words = "" },
        { .kind = DADO_NOTE_REMARK,
          .match = 3,
          .decision = 99,
          .why = "stderr",
          .words = "bye",
          .length = 3 },
    };
    s.replay.notes = (dado_notes){ notes, 3 };
    const unsigned char *bytes;
    size_t size;
    dado_error err = { 0 };
    dado_replay back;
    assert_true(dado_replay_pack(&s.replay, &s.region, &bytes, &size, &err));
    assert_true(dado_replay_unpack(&back, "odd.replay", bytes, size, &s.region, &err));
    assert_int_equal(back.notes.count, 3);
    dado_text text = { 0 };
    assert_true(dado_replay_print(&back, &text, &err));
    const char *printed = dado_text_string(&text);
    const char *first = strstr(printed, "\nnote p0 refused: ILLEGAL: raise\n3 p0 ");
    const char *second = strstr(printed, "\nnote p1 strike: late, 1 so far, after 207 ms\n4 p1 ");
    const char *last = strstr(printed, "\nnote p0 stderr: bye\nfinished, ");
    assert_true(first && second && last && first < second && second < last);
    dado_text_free(&text);
    // They are lines of the record like any others: what differs behind them has their count.
    int line = line_of(&s, "finished,");
    ((int32_t *)s.replay.log.result)[1]++;
    assert_false(check(&s, &err));
    assert_int_equal(err.place.line, line);
    dado_region_free(&s.region);
}

static void files_from_before_there_were_notes_can_be_read(void **state)
{
    (void)state;
    static const unsigned char old[] = {
        0x64, 0x61, 0x64, 0x6f, 0x20, 0x72, 0x65, 0x70, 0x6c, 0x61, 0x79, 0x0a, 0x28, 0xb5,
        0x2f, 0xfd, 0x24, 0x47, 0x39, 0x02, 0x00, 0x02, 0x01, 0x05, 0x6b, 0x75, 0x68, 0x6e,
        0x05, 0x6b, 0x75, 0x68, 0x6e, 0x00, 0x00, 0x01, 0x07, 0x72, 0x61, 0x6e, 0x64, 0x6f,
        0x6d, 0x07, 0x72, 0x61, 0x6e, 0x64, 0x6f, 0x6d, 0xe7, 0xd9, 0xd4, 0xf5, 0xc8, 0xfc,
        0x9c, 0xfe, 0x29, 0x01, 0x02, 0x02, 0x04, 0x00, 0x02, 0x00, 0x01, 0x01, 0x01, 0x01,
        0x00, 0x02, 0x03, 0x02, 0x02, 0x02, 0x02, 0x01, 0x01, 0x00, 0xd0, 0x4d, 0x80, 0x23,
        0x83, 0x9b, 0x54, 0x02, 0x80, 0xcc, 0xc4, 0xb1, 0x06, 0x95, 0x73, 0x4d,
    };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    dado_error err = { 0 };
    dado_replay back;
    if (!dado_replay_unpack(&back, "old.replay", old, sizeof old, &region, &err) ||
        !dado_replay_check(&back, NULL, NULL, &region, &err)) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(back.log.steps, 4);
    assert_int_equal(back.notes.count, 0);
    dado_region_free(&region);
}

static void cut_and_changed_files_are_refused_and_never_crash(void **state)
{
    (void)state;
    shelf s;
    record(&s, "walk", 0);
    const unsigned char *bytes;
    size_t size;
    dado_error err = { 0 };
    assert_true(dado_replay_pack(&s.replay, &s.region, &bytes, &size, &err));
    unsigned char *copy = malloc(size);
    assert_non_null(copy);
    dado_replay back;
    for (size_t i = 0; i < size; i++) {
        assert_false(dado_replay_unpack(&back, "cut", bytes, i, &s.region, &err));
        assert_string_equal(err.place.source, "cut");
        memcpy(copy, bytes, size);
        copy[i] ^= 0x11;
        dado_replay_unpack(&back, "changed", copy, size, &s.region, &err);
    }
    free(copy);
    dado_region_free(&s.region);
}

// What a block in hand says of the match at hand, and what its moves come to.
typedef struct walker {
    dado_game game;
    dado_region region;
    const dado_block *block;
    int64_t matches, steps;
    int at;  // match of the block
} walker;

static void count_step(void *context, const dado_game *game, const void *state,
                       const dado_step *step)
{
    walker *w = context;
    assert_int_equal(game->rules->actor(game, state), step->actor);
    w->steps++;
}

static void compare_end(void *context, const dado_game *game, const void *state,
                        const dado_trace *log)
{
    walker *w = context;
    int32_t scores[8];
    size_t row = sizeof *scores * (size_t)game->players;
    game->rules->scores(game, state, scores);
    assert_memory_equal(scores, w->block->scores + w->at * game->players, row);
    assert_memory_equal(log->places, w->block->places + w->at * game->players, row);
    w->at++;
    w->matches++;
}

static void walk_block(void *context, const dado_block *block)
{
    walker *w = context;
    dado_error err = { 0 };
    const dado_move_log_visitor visitor = { w, count_step, compare_end };
    w->block = block;
    w->at = 0;
    if (!dado_block_replay(block, &w->game, &visitor, &w->region, &err)) fail_msg("%s", err.text);
}

static void blocks_that_keep_moves_can_be_walked_through_while_others_play_on(void **state)
{
    (void)state;
    dado_error err = { 0 };
    walker w = { 0 };
    dado_game_source source;
    dado_lineup lineup = { .name = "random" };
    dado_region_init(&w.region, (size_t)1 << 28);
    if (!dado_game_source_find(&source, "race", NULL, &w.region, &err) ||
        !dado_game_source_open(&source, &w.game, &w.region, &err) ||
        !dado_players_parse(&lineup.players, &lineup.count, "random", &w.region, &err)) {
        fail_msg("%s", err.text);
    }
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 3000,
                       .seed = 5,
                       .keep_moves = true };
    dado_experiment_settings how = { .threads = 3, .taker = &w, .block = walk_block };
    dado_results results;
    assert_true(dado_experiment_run(&plan, &how, &results, &err));
    assert_int_equal(w.matches, 3000);
    assert_true(w.steps > 3000);
    dado_results_free(&results);
    const dado_move_log_visitor visitor = { &w, NULL, compare_end };
    assert_false(
        dado_block_replay(&(dado_block){ .count = 1 }, &w.game, &visitor, &w.region, &err));
    dado_region_free(&w.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_world_replays_to_the_byte),
        cmocka_unit_test(a_file_holds_all_that_is_needed),
        cmocka_unit_test(the_first_line_that_differs_is_named),
        cmocka_unit_test(notes_of_referees_stand_before_the_step_they_are_about),
        cmocka_unit_test(files_from_before_there_were_notes_can_be_read),
        cmocka_unit_test(blocks_that_keep_moves_can_be_walked_through_while_others_play_on),
        cmocka_unit_test(cut_and_changed_files_are_refused_and_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
