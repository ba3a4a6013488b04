// play.c - see play.h.
#include "support/play.h"

#include "support/test.h"

const dado_source *dado_play_game(const char *name, const char *settings, dado_arena *arena)
{
    dado_options options = { 0 };
    dado_source *source = dado_new(arena, dado_source, 1);
    dado_error err = { 0 };
    if (!dado_options_read(&options, "settings", settings ? settings : "", arena, &err) ||
        !dado_source_find(source, name, &options, arena, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    return source;
}

const dado_source *dado_play_text(const char *name, const char *text, dado_arena *arena)
{
    dado_source *source = dado_new(arena, dado_source, 1);
    dado_error err = { 0 };
    if (!dado_source_text(source, name, text, NULL, arena, &err)) fail_msg("%s", err.text);
    return source;
}

const dado_lineup *dado_play_lineup(const char *typed, dado_arena *arena)
{
    dado_lineup *lineup = dado_new(arena, dado_lineup, 1);
    dado_error err = { 0 };
    lineup->name = typed;
    if (!dado_players_parse(&lineup->players, &lineup->count, typed, arena, &err)) {
        fail_msg("%s: %s", typed, err.text);
    }
    return lineup;
}

const dado_expect *dado_play_wish(const char *text, const dado_source *source, dado_arena *arena)
{
    dado_expect *expect = dado_new(arena, dado_expect, 1);
    dado_measures measures;
    dado_game game;
    dado_error err = { 0 };
    if (!dado_source_open(source, &game, arena, &err) ||
        !dado_measures_list(&measures, game.rules->tally ? game.tallies : NULL, arena, &err) ||
        !dado_expect_read(expect, "wish", text, &measures, arena, &err)) {
        fail_msg("%s", err.text);
    }
    return expect;
}

dado_plan dado_play_plan(const dado_source *game, const dado_lineup *lineup, int64_t matches,
                         uint64_t seed)
{
    return (dado_plan){ .instances = game, .instance_count = 1, .lineups = lineup,
                        .lineup_count = 1, .matches = matches, .seed = seed, .move_limit = 20000 };
}
