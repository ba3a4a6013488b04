// learned_sets.c - shows sets of levels or maps beside the examples
// that a generator learned from.
#include "report/report_functions.h"

dado_part *dado_report_level_sets(dado_document *d)
{
    return dado_table(
        d, "sets", DADO_FIELD(WORDS, "set", "set"), DADO_FIELD(NUMBER, "levels", "levels"),
        DADO_FIELD(ESTIMATE, "finished", "finished",
                   .about = "Share that the planner finishes within 60,000 worlds."),
        DADO_FIELD(ESTIMATE, "novelty", "novelty",
                   .about = "Share of windows of four by four tiles that no (other) example has."),
        DADO_FIELD(ESTIMATE, "gaps", "gaps"), DADO_FIELD(ESTIMATE, "linearity", "linearity"),
        DADO_FIELD(ESTIMATE, "leniency", "leniency"), DADO_FIELD(ESTIMATE, "density", "density"));
}

void dado_report_level_set(dado_part *table, const char *name, const dado_level_set_metrics *s)
{
    static const int shown[] = { DADO_LEVEL_GAPS, DADO_LEVEL_LINEARITY, DADO_LEVEL_LENIENCY,
                                 DADO_LEVEL_DENSITY };
    dado_put(table, name, s->levels, dado_estimate_proportion(s->finished, s->levels, 0.95),
             dado_estimate_measure(DADO_RATIO, &s->novelty, 0.95));
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        dado_put(table, dado_estimate_mean(&s->measures[shown[i]], 0.95));
    }
}

dado_part *dado_report_map_sets(dado_document *d)
{
    return dado_table(
        d, "sets", DADO_FIELD(WORDS, "set", "set"), DADO_FIELD(NUMBER, "maps", "maps"),
        DADO_FIELD(ESTIMATE, "floor", "floor"),
        DADO_FIELD(ESTIMATE, "novelty", "novelty",
                   .about = "Share of windows of four by four cells that no (other) example has."),
        DADO_FIELD(ESTIMATE, "path", "path", .rank = 3, .about = "Shortest way to the exit."),
        DADO_FIELD(ESTIMATE, "linearity", "linearity", .rank = 2,
                   .about = "Reachable cells on a shortest way."),
        DADO_FIELD(ESTIMATE, "dead_ends", "dead ends", .rank = 2),
        DADO_FIELD(ESTIMATE, "openness", "openness", .rank = 2,
                   .about = "Free neighbours of a reachable cell."),
        DADO_FIELD(ESTIMATE, "chokes", "chokes", .rank = 3,
                   .about = "Cells that every way to the exit crosses."));
}

void dado_report_map_set(dado_part *table, const char *name, int count,
                         const dado_moments style[DADO_MAP_STYLE_MEASURES],
                         const dado_moments *novelty)
{
    dado_put(table, name, count, dado_estimate_measure(DADO_RATIO, &style[0], 0.95),
             dado_estimate_measure(DADO_RATIO, novelty, 0.95));
    for (int m = 1; m < DADO_MAP_STYLE_MEASURES; m++) {
        dado_put(table, dado_estimate_mean(&style[m], 0.95));
    }
}
