// match_fixture.c - see match_fixture.h.
#include "support/match_fixture.h"

#include "support/test.h"

const dado_game_source *dado_test_game(const char *name, const char *settings, dado_region *region)
{
    dado_options options = { 0 };
    dado_game_source *source = dado_new(region, dado_game_source, 1);
    dado_error err = { 0 };
    if (!dado_options_read(&options, "settings", settings ? settings : "", region, &err) ||
        !dado_game_source_find(source, name, &options, region, &err)) {
        fail_msg("%s: %s", name, err.text);
    }
    return source;
}

const dado_game_source *dado_test_game_text(const char *name, const char *text, dado_region *region)
{
    dado_game_source *source = dado_new(region, dado_game_source, 1);
    dado_error err = { 0 };
    if (!dado_game_source_from_text(source, name, text, NULL, region, &err))
        fail_msg("%s", err.text);
    return source;
}

const dado_lineup *dado_test_lineup(const char *typed, dado_region *region)
{
    dado_lineup *lineup = dado_new(region, dado_lineup, 1);
    dado_error err = { 0 };
    lineup->name = typed;
    if (!dado_players_parse(&lineup->players, &lineup->count, typed, region, &err)) {
        fail_msg("%s: %s", typed, err.text);
    }
    return lineup;
}

const dado_expectations *dado_test_expect(const char *text, const dado_game_source *source,
                                          dado_region *region)
{
    dado_expectations *expect = dado_new(region, dado_expectations, 1);
    dado_measures measures;
    dado_game game;
    dado_error err = { 0 };
    if (!dado_game_source_open(source, &game, region, &err) ||
        !dado_measures_list(&measures, game.rules->tally ? game.tallies : NULL, region, &err) ||
        !dado_expectations_read(expect, "wish", text, &measures, region, &err)) {
        fail_msg("%s", err.text);
    }
    return expect;
}

dado_plan dado_test_plan(const dado_game_source *game, const dado_lineup *lineup, int64_t matches,
                         uint64_t seed)
{
    return (dado_plan){ .instances = game,
                        .instance_count = 1,
                        .lineups = lineup,
                        .lineup_count = 1,
                        .matches = matches,
                        .seed = seed,
                        .move_limit = 20000 };
}
