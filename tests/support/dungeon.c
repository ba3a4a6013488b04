// dungeon.c - see dungeon.h.
#include "support/dungeon.h"

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

dado_table dado_table_open(const char *map, const char *rules)
{
    dado_table t = { 0 };
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

void dado_table_close(dado_table *table)
{
    dado_arena_free(&table->arena);
}

void dado_table_step(dado_table *table, const char *word)
{
    dado_move moves[8], found;
    if (!dado_find_move(&table->game, table->state, word, moves, &found)) {
        fail_msg("%s is no legal step", word);
    }
    table->game.rules->apply(&table->game, table->state, found);
}

void dado_table_play(dado_table *table, const char *letters)
{
    for (; *letters; letters++) dado_table_step(table, (char[]){ *letters, '\0' });
}

double dado_table_tally(const dado_table *table, const char *name)
{
    double values[64];
    table->game.rules->tally(&table->game, table->state, 0, values);
    for (int i = 0; table->game.tallies[i].name; i++) {
        if (strcmp(table->game.tallies[i].name, name) == 0) return values[i];
    }
    fail_msg("nothing is called %s", name);
    return 0;
}
