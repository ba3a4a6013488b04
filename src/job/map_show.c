// map_show.c - a dungeon map looked at, and measured without playing.

#include <string.h>

#include "core/face.h"
#include "evolve/maps.h"
#include "job/maps.h"
#include "report/ground.h"
#include "worlds/dungeon/open.h"

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

// What is odd about a map that loads all the same, as warnings in its file.
static void put_odd(void *context, const dado_error *odd)
{
    dado_document *answer = context;
    if (strcmp(answer->last->name, "warnings") != 0) dado_document_diagnostics(answer, "warnings");
    dado_put_remark(answer->last, odd, true, NULL);
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_maps maps;
    dado_game game;
    dado_map map;
    if (!dado_errand_map(errand, &maps, &map) ||
        !dado_source_open(&maps.plan.instances[0], &game, errand->arena, errand->err)) {
        return false;
    }
    const char *name = maps.cases->path ? maps.cases->path : maps.cases->name;
    dado_ground ground = { .kind = &dado_dungeon_ground, .of = &map };
    dado_report_ground(answer, DADO_PART("map"), &ground, name, errand->arena);
    dado_document_textf(answer, "size", "%d by %d, %d enemies, %d items, %d piles of gold",
                        map.width, map.height, map.enemy_count, map.item_count, map.golds);
    add_measures(&game, answer);
    answer->last->attached = true;
    dado_face_of(&game, odd)(name, maps.cases->text, put_odd, answer);
    return true;
}

const dado_job dado_job_map_show = {
    .name = "map show",
    .about = "draws a map in the terminal and measures it without playing",
    .params = { dado_params_map, dado_params_map_rules },
    .examples = DADO_EXAMPLES(
        { "dado map show library/maps/crossroads.map",
          "A map in letters, and what can be said of it." }),
    .run = run,
};
