// dungeon.c - see dungeon.h.
#include "support/dungeon.h"

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

dado_den dado_den_open(const char *map, const char *rules)
{
    dado_den t = { 0 };
    dado_error err = { 0 };
    dado_arena_init(&t.arena, (size_t)256 << 20);
    dado_options read, all;
    dado_option file = { "file", map, { "t.map", 0, 0, 0 } };
    dado_options text = { &file, 1 };
    if (!dado_options_read(&read, "rules", rules, &t.arena, &err) ||
        !dado_options_join(&all, &read, &text, &t.arena, &err) ||
        !dado_game_open(&t.game, dado_world_named("dungeon"), &all, &t.arena, &err)) {
        fail_msg("%s %s (line %d)", err.code, err.text, err.place.line);
    }
    t.dungeon = t.game.data;
    t.state = dado_arena_take(&t.arena, 1, t.game.state_size);
    t.game.rules->start(&t.game, t.state);
    return t;
}

void dado_den_close(dado_den *table)
{
    dado_arena_free(&table->arena);
}

void dado_den_step(dado_den *table, const char *word)
{
    dado_move moves[8], found;
    if (!dado_find_move(&table->game, table->state, word, moves, &found)) {
        fail_msg("%s is no legal step", word);
    }
    table->game.rules->apply(&table->game, table->state, found);
}

void dado_den_play(dado_den *table, const char *letters)
{
    for (; *letters; letters++) dado_den_step(table, (char[]){ *letters, '\0' });
}

double dado_den_tally(const dado_den *table, const char *name)
{
    double values[64];
    table->game.rules->tally(&table->game, table->state, 0, values);
    for (int i = 0; table->game.tallies[i].name; i++) {
        if (strcmp(table->game.tallies[i].name, name) == 0) return values[i];
    }
    fail_msg("nothing is called %s", name);
    return 0;
}

uint64_t dado_den_match(dado_den *table, const char *name, const char *options, uint64_t seed,
                        uint64_t match, dado_text *letters, bool *gave_up)
{
    const dado_game *game = &table->game;
    size_t mark = dado_arena_mark(&table->arena);
    dado_error err = { 0 };
    dado_options read;
    dado_agent agent;
    if (!dado_options_read(&read, "agent", options, &table->arena, &err) ||
        !dado_agent_open(&agent, dado_agent_named(name), game, 0, &read, &table->arena, &err)) {
        fail_msg("%s %s (line %d)", err.code, err.text, err.place.line);
    }
    uint64_t plans = 0;
    dado_move moves[8];
    dado_rng luck = dado_rng_stream(seed, match, DADO_LANE_SEAT);
    void *view = dado_arena_take(&table->arena, 1, game->view_size);
    void *self = dado_arena_take(&table->arena, 1, agent.self_size + 1);
    void *scratch = dado_arena_take(&table->arena, 1, agent.scratch_size + 1);
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
    dado_arena_rewind(&table->arena, mark);
    return plans;
}
