// map_show.c - the job `map show`: draws a dungeon map and measures it without playing.

#include <string.h>

#include "core/game_extras.h"
#include "evolve/map_species.h"
#include "job/map_inputs.h"
#include "report/map_picture.h"
#include "worlds/dungeon/dungeon_internal.h"

static void add_measures(const dado_game *game, dado_document *answer)
{
    dado_part *part = dado_table(answer, "measures", DADO_FIELD(WORDS, "name", ""),
                                 DADO_FIELD(NUMBER, "value", ""), DADO_FIELD(WORDS, "about", ""));
    const dado_measure *measures = dado_map_traits();
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        dado_put(part, measures[i].name, dado_dungeon_of(game)->fixed[i], measures[i].about);
    }
}

// Adds a warning about a map that can be read but looks wrong.
static void put_warning(void *context, const dado_error *odd)
{
    dado_document *answer = context;
    if (strcmp(answer->last->name, "warnings") != 0) dado_document_diagnostics(answer, "warnings");
    dado_put_diagnostic(answer->last, odd, true, NULL);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_maps maps;
    dado_game game;
    dado_map map;
    if (!dado_job_run_read_map(job_run, &maps, &map) ||
        !dado_game_source_open(&maps.plan.instances[0], &game, job_run->region, job_run->err)) {
        return false;
    }
    const char *name = maps.cases->path ? maps.cases->path : maps.cases->name;
    dado_map_picture ground = { .kind = &dado_dungeon_ground, .of = &map };
    dado_report_map_picture(answer, DADO_PART("map"), &ground, name, job_run->region);
    dado_document_textf(answer, "size", "%d by %d, %d enemies, %d items, %d piles of gold",
                        map.width, map.height, map.enemy_count, map.item_count, map.golds);
    add_measures(&game, answer);
    answer->last->attached = true;
    dado_game_extra(&game, odd)(name, maps.cases->text, put_warning, answer);
    return true;
}

const dado_job dado_job_map_show = {
    .name = "map show",
    .about = "draws a map in the terminal and measures it without playing",
    .params = { dado_params_map, dado_params_map_rules },
    .examples = DADO_EXAMPLES({ "dado map show library/maps/crossroads.map",
                                "A map in letters, and what can be said of it." }),
    .run = run,
};
