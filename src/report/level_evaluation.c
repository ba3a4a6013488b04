// level_evaluation.c - shows who gets through levels, and how two sets of levels differ.
#include <string.h>

#include "evolve/level_species.h"
#include "report/map_picture.h"
#include "report/report_functions.h"

// Returns the name of a level's file; where two levels have the same name, with its folder and
// without its ending, so that a table has room for it.
static const char *name_of_level(dado_document *d, const dado_level_evaluation *e, int level)
{
    const char *path = e->paths[level], *name = dado_base_name(path);
    bool shared = false;
    for (int i = 0; i < e->level_count; i++) {
        shared = shared || (i != level && strcmp(name, dado_base_name(e->paths[i])) == 0);
    }
    if (!shared || name == path) return name;
    const char *folder = name - 1;
    while (folder > path && folder[-1] != '/') folder--;
    size_t length = strlen(folder), ending = strlen(".level");
    if (length > ending && strcmp(folder + length - ending, ".level") == 0) length -= ending;
    return dado_document_copyf(d, "%.*s", (int)length, folder);
}

// Adds which players finish which levels. People get some measures, programs all.
static void add_levels(dado_document *d, const dado_level_evaluation *e)
{
    // The first two are dropped after intervals.
    static const char told[] = "difficulty fitness gaps walkers";
    dado_part *part = dado_table(d, DADO_PART("levels", .heading = "Who gets through"),
                                 DADO_FIELD(WORDS, "level", "level"));
    for (int k = 0; k < DADO_LEVEL_EVAL_PLAYERS + e->player_count; k++) {
        int at = k < e->player_count ? DADO_LEVEL_EVAL_PLAYERS + k : k - e->player_count;
        const dado_measure *m = &e->measures[at];
        const char *shown = at < DADO_LEVEL_EVAL_PLAYERS ? strstr(told, m->name) : NULL;
        bool player = at >= DADO_LEVEL_EVAL_PLAYERS;
        dado_field field = { .kind = player ? DADO_FIELD_ESTIMATE : DADO_FIELD_NUMBER,
                             .name = m->name,
                             .title = m->name,
                             .about = m->about,
                             .rank = !shown || at == DADO_LEVEL_EVAL_DIFFICULTY ? 1
                                     : at == DADO_GENES_FITNESS                 ? 2
                                                                : 3 + (int)(shown - told),
                             .reader = shown || player ? DADO_FOR_ALL : DADO_FOR_PROGRAMS };
        dado_put_field(part, field);
    }
    for (int i = 0; i < e->level_count; i++) {
        const double *v = e->values[i];
        dado_put(part, name_of_level(d, e, i));
        for (int p = 0; p < e->player_count; p++) dado_put(part, e->won[i][p]);
        for (int m = 0; m < DADO_LEVEL_EVAL_PLAYERS; m++) dado_put(part, v[m]);
    }
}

// Adds the same per player, over all matches on these levels.
static void add_players(dado_document *d, const dado_level_evaluation *e)
{
    dado_part *part = dado_table(
        d, DADO_PART("players", .heading = "Players"), DADO_FIELD(WORDS, "player", "player"),
        DADO_FIELD(ESTIMATE, "won", "won"), DADO_FIELD(NUMBER, "matches", "matches"));
    for (int p = 0; p < e->player_count; p++) {
        double won = 0, matches = 0;
        for (int i = 0; i < e->level_count; i++) {
            const dado_estimate *share = &e->won[i][p];
            if (dado_estimate_is_none(*share)) continue;
            won += share->value * (double)share->count;
            matches += (double)share->count;
        }
        dado_put(part, e->players[p].typed, dado_estimate_proportion(won, matches, 0.95),
                 (int64_t)matches);
    }
}

static void add_difficulty(dado_document *d, const dado_generator_sample *sample,
                           dado_region *region)
{
    double *column = dado_new(region, double, sample->rows);
    int n = column ? dado_generator_sample_values(sample, DADO_LEVEL_EVAL_DIFFICULTY, column) : 0;
    if (n == 0 || sample->rows < 2) return;
    dado_part *facts = dado_document_facts(d, "means");
    dado_fact(facts, "difficulty", "mean of difficulty",
              dado_estimate_real(dado_summarise(column, (size_t)n).mean));
}

// Adds which measures are correlated with fitness, if there are enough levels.
static void add_relations(dado_document *d, const dado_level_evaluation *e,
                          const dado_generator_sample *sample, dado_region *region)
{
    enum { enough = 10, rounds = 2000 };
    static const int others[] = { DADO_LEVEL_EVAL_DIFFICULTY,
                                  DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY_SPREAD,
                                  DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY_JUMPS,
                                  DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY_TICKS,
                                  DADO_LEVEL_EVAL_PLAY + DADO_LEVEL_PLAY_EXPANSIONS,
                                  DADO_GENES_ENTROPY,
                                  DADO_GENES_VARIETY,
                                  DADO_LEVEL_LENIENCY,
                                  DADO_LEVEL_WALKERS,
                                  DADO_LEVEL_GAPS };
    int known = 0;
    for (int i = 0; i < e->level_count; i++) known += e->has_genes[i];
    if (known < enough) return;
    dado_part *part =
        dado_table(d,
                   DADO_PART("relations", .heading = "What goes with fitness",
                             .caption = dado_document_copyf(
                                 d, "What goes with fitness, over %d levels", known)),
                   DADO_FIELD(WORDS, "measure", "measure"), DADO_FIELD(NUMBER, "rho", "Spearman"),
                   DADO_FIELD(NUMBER, "p", "p"));
    int count = (int)(sizeof others / sizeof others[0]);
    for (int i = 0; i < count + e->player_count; i++) {
        int column = i < count ? others[i] : DADO_LEVEL_EVAL_PLAYERS + i - count;
        dado_rank_correlation r =
            dado_sample_rank_correlation(sample, DADO_GENES_FITNESS, column, rounds, 1, region);
        if (dado_is_none(r.rho)) continue;
        dado_put(part, e->measures[column].name, r.rho, dado_estimate_p_value(r.p));
    }
}

// Draws the level with the planner's route, and crosses where losing players ended.
static void add_picture(dado_document *d, const dado_level_evaluation *e, int i,
                        const dado_planner_settings *how, dado_region *region)
{
    size_t mark = dado_region_mark(region);
    dado_route route = { 0 };
    if (!dado_level_prove(e->levels[i], how, &route, region, NULL)) return;
    const dado_level_losses *losses = &e->losses[i];
    dado_map_picture picture = { &dado_platform_ground,     e->levels[i],
                                 .route = &route,           .strip = 90,
                                 .ends = losses->at,        .end_players = losses->lineup,
                                 .end_count = losses->count };
    const char *called = name_of_level(d, e, i);
    DADO_CLEANUP(dado_text_free) dado_text caption = { 0 };
    dado_text_addf(&caption, "%s: difficulty %.2f;", called,
                   e->values[i][DADO_LEVEL_EVAL_DIFFICULTY]);
    for (int p = 0; p < e->player_count; p++) {
        dado_text_addf(&caption, " %s %.0f %%", e->players[p].typed,
                       100 * e->values[i][DADO_LEVEL_EVAL_PLAYERS + p]);
    }
    dado_report_map_picture(d,
                            DADO_PART(dado_document_copyf(d, "level_%d", i),
                                      .heading = i ? NULL : "Levels", .reader = DADO_FOR_PAGES,
                                      .caption = dado_text_string(&caption)),
                            &picture, called, region);
    dado_region_rewind(region, mark);
}

dado_generator_sample dado_level_evaluation_sample(const dado_level_evaluation *e, const char *name)
{
    return (dado_generator_sample){ name, e->measures, DADO_LEVEL_EVAL_COLUMNS, e->level_count,
                                    e->values[0] };
}

void dado_report_level_evaluation(dado_document *d, const dado_level_evaluation *e,
                                  const dado_level_report_options *asked, dado_region *region)
{
    d->title = "Levels, and who gets through them";
    d->about = "The line is the planner's way; crosses are where players ended that did not reach "
               "the exit.";
    dado_generator_sample sample = dado_level_evaluation_sample(e, "levels");
    add_levels(d, e);
    if (asked->only_levels) return;
    add_players(d, e);
    add_difficulty(d, &sample, region);
    add_relations(d, e, &sample, region);
    if (asked->brief) return;
    for (int i = 0; i < e->level_count && i < DADO_LEVELS_DRAWN_MAX; i++) {
        add_picture(d, e, i, &asked->planner, region);
    }
    if (e->level_count < 10) return;
    dado_expressive_range range = {
        .x = DADO_LEVEL_LENIENCY, .y = DADO_LEVEL_EVAL_DIFFICULTY, .across = 16, .down = 16
    };
    if (dado_expressive_range_measure(&range, &sample, region, NULL)) {
        dado_report_range(d, &range, &sample, "levels");
    }
}

// ---- two sets of levels ----

void dado_report_level_windows(dado_document *d, const dado_divergence *found, int least, int count)
{
    dado_part *part =
        dado_table(d,
                   DADO_PART("windows", .heading = "How alike the tiles are",
                             .caption = "Divergence of windows of tiles, in nats"),
                   DADO_FIELD(WORDS, "window", "tile windows"),
                   DADO_FIELD(NUMBER, "there", "first from second", .about = "Divergence in nats"),
                   DADO_FIELD(NUMBER, "back", "second from first"),
                   DADO_FIELD(NUMBER, "both", "half of each"));
    for (int i = 0; i < count; i++) {
        dado_put_textf(part, "%d x %d", least + i, least + i);
        dado_put(part, found[i].there, found[i].back, found[i].both);
    }
}

// ---- certificates ----

dado_part *dado_report_certificates(dado_document *d)
{
    return dado_table(
        d, "certificates", DADO_FIELD(WORDS, "level", "level"),
        DADO_FIELD(WORDS, "certificate", "certificate"), DADO_FIELD(NUMBER, "ticks", "ticks"),
        DADO_FIELD(NUMBER, "seconds", "seconds"), DADO_FIELD(NUMBER, "reached", "comes to column"),
        DADO_FIELD(NUMBER, "exit", "exit in column"));
}

void dado_report_certificate(dado_part *table, const char *path, const dado_level *level,
                             const dado_route *route)
{
    const char *words = !route ? "missing" : route->won ? "holds" : "does not hold";
    dado_put(table, dado_base_name(path), words, route ? (double)route->ticks : DADO_NONE,
             route ? route->ticks * 0.03 : DADO_NONE,
             route ? (double)(int)(route->furthest / DADO_LEVEL_TILE) : DADO_NONE,
             level->exit_column);
}
