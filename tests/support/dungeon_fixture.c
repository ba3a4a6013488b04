// dungeon_fixture.c - see dungeon_fixture.h.
#include "support/dungeon_fixture.h"

#include "agents/agent.h"
#include "support/test.h"
#include "worlds/shelf.h"

void dado_draw_map(const char *rows, const char *rest, dado_text *out)
{
    int width = (int)strcspn(rows, "/"), height = 1, start = 0;
    for (const char *c = rows; *c; c++) height += *c == '/';
    const char *at = strchr(rows, '@');
    if (at) start = (int)(at - rows);
    dado_text_addf(out, "%d.%d\n%d-%d\n", start % (width + 1), start / (width + 1), width, height);
    for (const char *c = rows; *c; c++) {
        if (*c == '/') dado_text_char(out, '\n');
        else dado_text_add(out, *c == '#' ? "0:0 " : *c == '>' ? "2:4 " : "1:1 ");
    }
    dado_text_addf(out, "\n%s", rest);
}

dado_dungeon_fixture dado_dungeon_fixture_open(const char *map, const char *rules)
{
    dado_dungeon_fixture t = { 0 };
    dado_error err = { 0 };
    dado_region_init(&t.region, (size_t)256 << 20);
    dado_options read, all;
    dado_option file = { "file", map, { "t.map", 0, 0, 0 } };
    dado_options text = { &file, 1 };
    if (!dado_options_read(&read, "rules", rules, &t.region, &err) ||
        !dado_options_join(&all, &read, &text, &t.region, &err) ||
        !dado_game_open(&t.game, dado_world_named("dungeon"), &all, &t.region, &err)) {
        fail_msg("%s %s (line %d)", err.code, err.text, err.place.line);
    }
    t.dungeon = t.game.data;
    t.state = dado_region_alloc(&t.region, 1, t.game.state_size);
    t.game.rules->start(&t.game, t.state);
    return t;
}

void dado_dungeon_fixture_close(dado_dungeon_fixture *table)
{
    dado_region_free(&table->region);
}

void dado_dungeon_fixture_step(dado_dungeon_fixture *table, const char *word)
{
    dado_move moves[8], found;
    if (!dado_find_move(&table->game, table->state, word, moves, &found)) {
        fail_msg("%s is no legal step", word);
    }
    table->game.rules->apply(&table->game, table->state, found);
}

void dado_dungeon_fixture_play(dado_dungeon_fixture *table, const char *letters)
{
    for (; *letters; letters++) dado_dungeon_fixture_step(table, (char[]){ *letters, '\0' });
}

double dado_dungeon_fixture_tally(const dado_dungeon_fixture *table, const char *name)
{
    double values[64];
    table->game.rules->tally(&table->game, table->state, 0, values);
    for (int i = 0; table->game.tallies[i].name; i++) {
        if (strcmp(table->game.tallies[i].name, name) == 0) return values[i];
    }
    fail_msg("nothing is called %s", name);
    return 0;
}

uint64_t dado_dungeon_fixture_match(dado_dungeon_fixture *table, const char *name,
                                    const char *options, uint64_t seed, uint64_t match,
                                    dado_text *letters, bool *gave_up)
{
    const dado_game *game = &table->game;
    size_t mark = dado_region_mark(&table->region);
    dado_error err = { 0 };
    dado_options read;
    dado_agent agent;
    if (!dado_options_read(&read, "agent", options, &table->region, &err) ||
        !dado_agent_open(&agent, dado_agent_named(name), game, 0, &read, &table->region, &err)) {
        fail_msg("%s %s (line %d)", err.code, err.text, err.place.line);
    }
    uint64_t plans = 0;
    dado_move moves[8];
    dado_rng luck = dado_rng_stream(seed, match, DADO_STREAM_SEAT);
    void *view = dado_region_alloc(&table->region, 1, game->view_size);
    void *self = dado_region_alloc(&table->region, 1, agent.self_size + 1);
    void *scratch = dado_region_alloc(&table->region, 1, agent.scratch_size + 1);
    assert_true(view && self && scratch);
    game->rules->start(game, table->state);
    if (gave_up) *gave_up = false;
    while (game->rules->actor(game, table->state) == 0) {
        int count = game->rules->legal(game, table->state, moves);
        dado_observe(game, table->state, 0, view);
        dado_turn turn = { .game = game,
                           .view = view,
                           .moves = moves,
                           .count = count,
                           .luck = &luck,
                           .effort = &plans,
                           .self = self,
                           .scratch = scratch };
        int chosen = agent.kind->choose(&agent, &turn);
        if (chosen < 0) {
            if (gave_up) *gave_up = true;
            break;
        }
        assert_in_range(chosen, 0, count - 1);
        if (letters) {
            if (letters->length) dado_text_char(letters, ' ');
            game->rules->print_move(game, table->state, moves[chosen], letters);
        }
        game->rules->apply(game, table->state, moves[chosen]);
    }
    dado_agent_close(&agent);
    dado_region_rewind(&table->region, mark);
    return plans;
}
