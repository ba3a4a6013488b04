// map_show.c - a dungeon map looked at, and measured without playing.

#include "evolve/maps.h"
#include "job/maps.h"
#include "report/dungeon_picture.h"
#include "report/report.h"
#include "worlds/dungeon/open.h"

static void add_picture(const dado_map *map, const char *name, dado_document *answer)
{
    dado_draft words = { 0 }, svg = { 0 };
    DADO_ENDS(dado_picture_free) dado_picture picture = { 0 };
    dado_map_ascii(map, &words);
    dado_map_picture(map, &picture);
    dado_picture_svg(&picture, name, "A dungeon map.", false, &svg);
    dado_document_picture(answer, "map", dado_text_string(&svg), dado_text_string(&words));
}

static void add_measures(const dado_game *game, dado_document *answer)
{
    dado_part *part = dado_table(answer, "measures",
        DADO_FIELD(WORDS, "name", ""),
        DADO_FIELD(NUMBER, "value", ""),
        DADO_FIELD(WORDS, "about", ""));
    const dado_measure *measures = dado_map_traits();
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        dado_put(part, measures[i].name, dado_dungeon_of(game)->fixed[i], measures[i].about);
    }
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    const char *word = dado_errand_text(errand, "map");
    dado_map_case *made;
    dado_map_warnings warnings;
    dado_options rules;
    dado_source *sources;
    dado_game game;
    dado_map map;
    if (!dado_errand_map(errand, &made, &map, &warnings) ||
        !dado_map_rules(errand, &word, 1, &rules) ||
        !dado_map_sources(errand, &rules, made, 1, &sources) ||
        !dado_source_open(&sources[0], &game, errand->arena, errand->err)) {
        return false;
    }
    const char *name = made->path ? made->path : made->name;
    add_picture(&map, name, answer);
    dado_document_textf(answer, "size", "%d by %d, %d enemies, %d items, %d piles of gold",
                        map.width, map.height, map.enemy_count, map.item_count, map.golds);
    add_measures(&game, answer);
    answer->last->attached = true;
    int odd = warnings.count < DADO_MAP_WARNINGS_MOST ? warnings.count : DADO_MAP_WARNINGS_MOST;
    if (odd) {
        dado_report_odd(dado_document_diagnostics(answer, "warnings"), name, warnings.list, odd);
    }
    return true;
}

const dado_job dado_job_map_show = {
    .name = "map show",
    .about = "draws a map in the terminal and measures it without playing",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "map", .value = "MAP|GENERATOR", .word = true, .needed = true,
                   .about = "A map, or a generator that makes one."),
        DADO_PARAM(WHOLE, "seed", 's', .usual = "1",
                   .about = "Where a generator's luck comes from.")),
                dado_params_map_rules },
    .examples = DADO_EXAMPLES(
        { "dado map show library/maps/crossroads.map",
          "A map in letters, and what can be said of it." }),
    .run = run,
};
