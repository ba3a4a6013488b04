// map_evaluation.c - see report_functions.h.
#include "report/report_functions.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evolve/map_species.h"
#include "report/map_picture.h"

enum { maps_at_terminals = 50, profiles_beside = 12, cells_drawn = 16384 };

static const char *const outcome_words[4] = { "win", "death", "stalled", "timeout" };

static int find(const dado_map_evaluation *e, const char *name)
{
    return dado_measures_find(&e->measures, name);
}

// Returns what all players found together, or none if nobody played.
static dado_estimate found(const dado_map_evaluation_cell *cell, int measure)
{
    return cell->played ? cell->found[measure] : dado_estimate_none();
}

// Formats a quality for people; programs get all of its digits in `cells` and `values`.
static double read_quality(double quality)
{
    return floor(quality * 10000 + 0.5) / 10000;
}

// --- who plays ---

static const char *const usual[] = { "moves",        "gold",     "items", "enemies_defeated",
                                     "damage_taken", "explored", NULL };

static void add_profiles(dado_document *d, const dado_map_evaluation *e)
{
    dado_part *part = dado_table(
        d, DADO_PART("profiles", .heading = "How the player types fare"),
        DADO_FIELD(WORDS, "profile", "player type"), DADO_FIELD(ESTIMATE, "won", "won"),
        DADO_FIELD(NUMBER, "died", "died", .rank = 3),
        DADO_FIELD(NUMBER, "stalled", "stalled", .rank = 3,
                   .about = "Games given up, for there was nothing left to do"),
        DADO_FIELD(NUMBER, "late", "late", .rank = 3, .about = "Games that ran out of turns"));
    for (int i = 0; !e->fits && usual[i]; i++) {
        const dado_measure *m = e->measures.items[find(e, usual[i])];
        dado_column(part, ESTIMATE, m->name, m->title, .about = m->about, .rank = 4 + i);
    }
    if (e->fits) {
        dado_column(part, NUMBER, "quality_map", "Q of a map",
                    .about = "Mean over maps of their quality");
        dado_column(part, ESTIMATE, "quality_pooled", "Q pooled", .about = "Of all games together");
    }
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = &e->pooled[p];
        dado_put(part, e->plan->lineups[p].name, found(cell, find(e, "win")));
        for (int i = 1; i < 4; i++) dado_put(part, cell->outcomes[i]);
        for (int i = 0; !e->fits && usual[i]; i++) dado_put(part, found(cell, find(e, usual[i])));
        if (!e->fits) continue;
        dado_put(part, read_quality(cell->mean_quality), cell->quality);
    }
}

// Adds for each player type the target and the result of every measure.
static void add_wishes(dado_document *d, const dado_map_evaluation *e)
{
    dado_part *part =
        dado_table(d, DADO_PART("wishes", .heading = "The target, and what was found"),
                   DADO_FIELD(WORDS, "profile", "player type", .group = true),
                   DADO_FIELD(WORDS, "measure", "measure"), DADO_FIELD(NUMBER, "target", "target"),
                   DADO_FIELD(NUMBER, "low", "from", .rank = 1, .about = "Where the window begins"),
                   DADO_FIELD(NUMBER, "high", "to", .rank = 1, .about = "Where the window ends"),
                   DADO_FIELD(ESTIMATE, "value", "found"),
                   DADO_FIELD(NUMBER, "quality", "quality", .about = "Chance to be in the window"),
                   DADO_FIELD(NUMBER, "weight", "weight", .reader = DADO_FOR_PAGES));
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = &e->pooled[p];
        for (int f = 0; cell->played && f < e->fits; f++) {
            const dado_fit *fit = &cell->fits[f];
            dado_put(part, e->plan->lineups[p].name, fit->wish->name, fit->wish->target, fit->low,
                     fit->high, cell->found[find(e, fit->wish->name)], read_quality(fit->q),
                     fit->weight);
        }
    }
    dado_document_textf(
        d, DADO_PART("explained", .small = true),
        "The quality of a measure is the chance that a value falls into its window, if values lie "
        "around their mean as a bell curve does%s; 1 is always, 0 never. Q of a player type on a "
        "map is the mean of these, by weight; Q of a map is the mean over player types, and at "
        "most %g where nobody can win. The table of player types has the mean of Q over maps, and "
        "Q pooled, which judges all games together, so that differences between maps count as "
        "spread.",
        e->expect->sigma == DADO_SIGMA_SEM ? ", as wide as the mean itself is uncertain" : "",
        DADO_UNWINNABLE_MAP_QUALITY);
}

// --- the maps ---

static const int beside[] = { DADO_MAP_PATH, DADO_MAP_LINEARITY, DADO_MAP_LENIENCY,
                              DADO_MAP_DEAD_ENDS, DADO_MAP_FLOOR_RATIO };

// Returns the share of games won on a map, over all players.
static dado_estimate won_on(const dado_map_evaluation *e, int map)
{
    double won = 0, games = 0;
    for (int p = 0; p < e->profile_count; p++) {
        games += dado_map_evaluation_at(e, map, p)->played;
        won += dado_map_evaluation_at(e, map, p)->outcomes[0];
    }
    return games > 0 ? dado_estimate_proportion(won, games, 0.95) : dado_estimate_none();
}

static void add_maps(dado_document *d, const dado_map_evaluation *e)
{
    const dado_measure *fixed = dado_map_traits();
    int profiles = e->profile_count < profiles_beside ? e->profile_count : profiles_beside;
    int shown = (int)(sizeof beside / sizeof *beside), win = find(e, "win");
    dado_part *part =
        dado_table(d,
                   DADO_PART("maps", .heading = "The maps",
                             .caption = !e->fits       ? "The share of games that are won"
                                        : profiles > 1 ? "Q of each map and each player type"
                                                       : NULL),
                   DADO_FIELD(WORDS, "map", "map"));
    if (e->fits) dado_column(part, NUMBER, "quality", "Q", .about = "Mean over player types");
    dado_column(part, ESTIMATE, "won", "won", .rank = e->fits ? 3 : 1,
                .about = "By all player types together");
    for (int p = 0; p < profiles; p++) {
        const char *name = e->plan->lineups[p].name;
        dado_column(part, NUMBER, name, name, .rank = 2);
    }
    for (int i = 0; i < shown; i++) {
        const dado_measure *m = &fixed[beside[i]];
        dado_column(part, NUMBER, m->name, m->name, .about = m->about, .rank = 4 + i);
    }
    dado_column(part, WORDS, "error", "");
    for (int r = 0; r < e->map_count; r++) {
        int m = e->ranking[r];
        const dado_map_case *c = &e->maps[m];
        dado_put(part, c->name);
        if (e->fits) dado_put(part, read_quality(e->map_quality[m]));
        dado_put(part, won_on(e, m));
        for (int p = 0; p < profiles; p++) {
            const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, m, p);
            dado_estimate won = dado_estimate_share(cell->summary[win].mean);
            if (e->fits)
                dado_put(part, cell->played ? read_quality(cell->quality.value) : DADO_NONE);
            else dado_put(part, cell->played ? won : dado_estimate_none());
        }
        for (int i = 0; i < shown; i++) dado_put(part, c->fixed[beside[i]]);
        dado_put(part, c->error.status == DADO_OK ? NULL
                       : c->error.code[0]         ? c->error.code
                                                  : "error");
        if (r >= maps_at_terminals) dado_put_row_hidden(part);
    }
    if (e->map_count <= maps_at_terminals) return;
    dado_document_textf(d, DADO_PART("maps_more", .reader = DADO_FOR_TERMINALS, .attached = true),
                        "and %d maps more", e->map_count - maps_at_terminals);
}

static void add_fixed(dado_document *d, const dado_map_evaluation *e)
{
    const dado_measure *fixed = dado_map_traits();
    dado_part *part = dado_table(
        d,
        DADO_PART("fixed", .heading = "What can be said without playing", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "map", "map"),
        DADO_FIELD(WORDS, "seed", "seed", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(FLAG, "unwinnable", "nobody can win"));
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        dado_column(part, NUMBER, fixed[i].name, fixed[i].title, .about = fixed[i].about);
    }
    for (int r = 0; r < e->map_count; r++) {
        const dado_map_case *c = &e->maps[e->ranking[r]];
        dado_put(part, c->name, c->seed ? dado_document_copyf(d, "%016" PRIx64, c->seed) : NULL,
                 c->unwinnable);
        for (int i = 0; i < DADO_MAP_MEASURES; i++) dado_put(part, c->fixed[i]);
    }
}

// Adds maps that could not be read, made or played, and oddities of the others.
static void add_diagnostics(dado_document *d, const dado_map_evaluation *e)
{
    dado_part *part = dado_document_diagnostics(d, "diagnostics");
    for (int m = 0; m < e->map_count; m++) {
        dado_error err = e->maps[m].error;
        const char *name = e->maps[m].path ? e->maps[m].path : e->maps[m].name;
        if (err.status != DADO_OK) {
            if (!err.place.source) err.place.source = name;
            dado_put_diagnostic(part, &err, false, NULL);
        }
        for (int i = 0; i < e->maps[m].warning_count; i++) {
            dado_put_diagnostic(part, &e->maps[m].odd[i], true, NULL);
        }
    }
    for (int p = 0; p < e->profile_count; p++) {
        for (int m = 0; m < e->map_count; m++) {
            dado_error err = dado_map_evaluation_at(e, m, p)->error;
            if (err.status == DADO_OK || e->maps[m].error.status != DADO_OK) continue;
            if (!err.place.source) err.place.source = e->plan->lineups[p].name;
            dado_put_diagnostic(part, &err, false, NULL);
            break;
        }
    }
}

// --- for programs ---

// Returns the mean over maps of the variance between games of this player type on one
// map.
static double variance_within(const dado_map_evaluation *e, int profile, int measure)
{
    double sum = 0;
    int with = 0;
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, m, profile);
        if (!cell->played || cell->summary[measure].count < 2) continue;
        sum += cell->summary[measure].sd * cell->summary[measure].sd;
        with++;
    }
    return with ? sum / with : DADO_NONE;
}

static void put_spread(dado_part *part, const dado_summary *s)
{
    dado_put_named(part, "sd", s->sd);
    dado_put_named(part, "least", s->least);
    dado_put_named(part, "q1", s->q1);
    dado_put_named(part, "median", s->median);
    dado_put_named(part, "q3", s->q3);
    dado_put_named(part, "most", s->most);
}

static void put_fit(dado_part *part, const dado_fit *f)
{
    dado_put_named(part, "target", f->wish->target);
    dado_put_named(part, "low", f->low);
    dado_put_named(part, "high", f->high);
    dado_put_named(part, "sigma", f->sigma);
    dado_put_named(part, "quality", f->q);
    dado_put_named(part, "sigma_other", f->other_sigma);
    dado_put_named(part, "quality_other", f->other_q);
    dado_put_named(part, "quality_empirical", f->q_empirical);
}

// Adds a row per measure, for one map, or for all together if `map` is NULL.
static void put_values(dado_part *part, const dado_map_evaluation *e, const char *map, int profile,
                       const dado_map_evaluation_cell *cell)
{
    for (int m = 0; cell->played && m < e->measures.count; m++) {
        const dado_measure *measure = e->measures.items[m];
        const dado_summary *s = &cell->summary[m];
        if (measure->fixed) continue;
        dado_put_row(part);
        dado_put_named(part, "map", map);
        dado_put_named(part, "profile", e->plan->lineups[profile].name);
        dado_put_named(part, "measure", measure->name);
        dado_put_named(part, "mean", cell->found[m]);
        if (s->count) put_spread(part, s);
        for (int f = 0; f < e->fits; f++) {
            if (strcmp(cell->fits[f].wish->name, measure->name) != 0) continue;
            put_fit(part, &cell->fits[f]);
            break;
        }
        if (map) continue;
        dado_put_named(part, "within", variance_within(e, profile, m));
        if (s->count > 1) dado_put_named(part, "total", s->sd * s->sd);
    }
}

static void add_values(dado_document *d, const dado_map_evaluation *e)
{
    dado_part *cells =
        dado_table(d, DADO_PART("cells", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "map", "map"), DADO_FIELD(WORDS, "profile", "player type"),
                   DADO_FIELD(NUMBER, "win", "won"), DADO_FIELD(NUMBER, "death", "died"),
                   DADO_FIELD(NUMBER, "stalled", "stalled"), DADO_FIELD(NUMBER, "timeout", "late"),
                   DADO_FIELD(ESTIMATE, "quality", "Q"), DADO_FIELD(WORDS, "error", "error"));
    for (int m = 0; m < e->map_count; m++) {
        for (int p = 0; p < e->profile_count; p++) {
            const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, m, p);
            dado_put(cells, e->maps[m].name, e->plan->lineups[p].name);
            for (int i = 0; i < 4; i++) dado_put(cells, cell->outcomes[i]);
            dado_put(cells, cell->quality, cell->played ? NULL : cell->error.text);
        }
    }
    dado_part *values = dado_table(
        d, DADO_PART("values", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "map", "map", .about = "None where all maps are taken together"),
        DADO_FIELD(WORDS, "profile", "player type"), DADO_FIELD(WORDS, "measure", "measure"),
        DADO_FIELD(ESTIMATE, "mean", "mean"), DADO_FIELD(NUMBER, "sd", "sd"),
        DADO_FIELD(NUMBER, "least", "least"), DADO_FIELD(NUMBER, "q1", "q1"),
        DADO_FIELD(NUMBER, "median", "median"), DADO_FIELD(NUMBER, "q3", "q3"),
        DADO_FIELD(NUMBER, "most", "most"), DADO_FIELD(NUMBER, "target", "target"),
        DADO_FIELD(NUMBER, "low", "from"), DADO_FIELD(NUMBER, "high", "to"),
        DADO_FIELD(NUMBER, "sigma", "sigma"), DADO_FIELD(NUMBER, "quality", "quality"),
        DADO_FIELD(NUMBER, "sigma_other", "sigma, the other way"),
        DADO_FIELD(NUMBER, "quality_other", "quality, the other way"),
        DADO_FIELD(NUMBER, "quality_empirical", "share inside"),
        DADO_FIELD(NUMBER, "within", "variance within maps"),
        DADO_FIELD(NUMBER, "total", "variance of all"));
    for (int p = 0; p < e->profile_count; p++) put_values(values, e, NULL, p, &e->pooled[p]);
    for (int m = 0; m < e->map_count; m++) {
        for (int p = 0; p < e->profile_count; p++) {
            put_values(values, e, e->maps[m].name, p, dado_map_evaluation_at(e, m, p));
        }
    }
}

void dado_map_evaluation_csv(const dado_map_evaluation *e, dado_text *out)
{
    dado_text_add(out, "map,profile,game,seed,outcome");
    for (int m = 0; m < e->listed; m++) dado_text_addf(out, ",%s", e->measures.items[m]->name);
    dado_text_char(out, '\n');
    for (int c = 0; c < e->map_count * e->profile_count; c++) {
        int map = c / e->profile_count, profile = c % e->profile_count;
        for (int g = 0; g < e->cells[c].played; g++) {
            int64_t row = (int64_t)c * e->games + g;
            dado_rng lane = dado_rng_stream(dado_plan_seed(e->plan, map, profile), (uint64_t)g,
                                            DADO_STREAM_SEAT);
            dado_text_csv(out, e->maps[map].name);
            dado_text_char(out, ',');
            dado_text_csv(out, e->plan->lineups[profile].name);
            dado_text_addf(out, ",%d,%" PRIu64 ",%s", g, dado_rng_next(&lane),
                           outcome_words[e->ends[row]]);
            for (int m = 0; m < e->listed; m++) {
                double value = e->values[row * e->measures.count + m];
                dado_text_char(out, ',');
                if (!dado_is_none(value)) dado_text_real(out, value);
            }
            dado_text_char(out, '\n');
        }
    }
}

// --- a campaign: maps in their order, judged as a progression ---

static const char *step_word(double step)
{
    return step > 0.25    ? "much harder"
           : step < -0.25 ? "much easier"
           : step > 0.05  ? "harder"
           : step < -0.05 ? "easier"
                          : "alike";
}

static void add_campaign(dado_document *d, const dado_map_evaluation *e)
{
    static const char *const names[] = { "win", "gold", "damage_taken", "turns", "hp_end" };
    dado_part *part = dado_table(
        d,
        DADO_PART("campaign", .heading = "As a campaign",
                  .caption = "As a campaign, over all player types"),
        DADO_FIELD(NUMBER, "place", "#"), DADO_FIELD(WORDS, "map", "map"),
        DADO_FIELD(NUMBER, "won", "won"), DADO_FIELD(NUMBER, "gold", "gold", .rank = 2),
        DADO_FIELD(NUMBER, "gold_so_far", "gold so far", .rank = 2),
        DADO_FIELD(NUMBER, "damage", "damage", .rank = 3),
        DADO_FIELD(NUMBER, "turns", "turns", .rank = 3),
        DADO_FIELD(NUMBER, "hp_left", "hp left", .rank = 3), DADO_FIELD(WORDS, "step", "step"));
    double gold = 0, before = DADO_NONE;
    for (int m = 0; m < e->map_count; m++) {
        double mean[5] = { 0 };
        int with = 0;
        for (int p = 0; p < e->profile_count; p++) {
            const dado_map_evaluation_cell *c = dado_map_evaluation_at(e, m, p);
            if (!c->played) continue;
            with++;
            for (int i = 0; i < 5; i++) mean[i] += c->summary[find(e, names[i])].mean;
        }
        for (int i = 0; i < 5; i++) mean[i] = with ? mean[i] / with : DADO_NONE;
        if (with) gold += mean[1];
        dado_put(part, m + 1, e->maps[m].name, dado_estimate_share(mean[0]), mean[1],
                 with ? gold : DADO_NONE);
        for (int i = 2; i < 5; i++) dado_put(part, mean[i]);
        dado_put(part, with && !dado_is_none(before) ? step_word(before - mean[0]) : NULL);
        if (with) before = mean[0];
    }
}

// --- pictures ---

// Draws a map for pages; returns NULL if it cannot be read or is too large.
static dado_part *add_picture(dado_document *d, const char *name, const dado_map_case *c,
                              const char *caption, dado_region *region)
{
    dado_map_picture ground;
    int columns, rows;
    if (!c->text || !dado_map_picture_read(&ground, ".map", c->name, c->text, region)) return NULL;
    ground.kind->size(ground.of, &columns, &rows);
    if (columns * rows > cells_drawn) return NULL;
    return dado_report_map_picture(d, DADO_PART(name, .caption = caption, .reader = DADO_FOR_PAGES),
                                   &ground, caption, region);
}

dado_heatmap dado_map_heatmap(const dado_map_heat *found, dado_map_heat_kind kind,
                              const char *title)
{
    return (dado_heatmap){ .title = title,
                           .about = "Stone is grey, @ is the start, > an exit.",
                           .rows = found->height,
                           .columns = found->width,
                           .values = found->cells[kind],
                           .marks = found->marks,
                           .row_title = "y",
                           .column_title = "x",
                           .value_title = dado_map_heat_infos[kind].unit,
                           .row_to = found->height - 1,
                           .column_to = found->width - 1 };
}

// Adds the best map as a picture, and what happens on it to each player type.
static bool add_heats(dado_document *d, const dado_map_evaluation *e,
                      const dado_map_report_options *asked, dado_region *region, dado_error *err)
{
    int m = e->ranking[0];
    const dado_map_case *c = &e->maps[m];
    if (c->error.status != DADO_OK) return true;
    dado_part *best = add_picture(d, "best", c, c->name, region);
    if (!best) {
        dado_document_textf(d, DADO_PART("too_large", .reader = DADO_FOR_PAGES),
                            "%s has too many cells to be drawn on a page; "
                            "--pictures writes its heat maps to a folder.",
                            c->name);
        return true;
    }
    best->heading = dado_document_copyf(d, "What happens on %.60s", c->name);
    size_t mark = dado_region_mark(region);
    for (int p = 0; p < e->profile_count; p++, dado_region_rewind(region, mark)) {
        dado_map_heat found;
        if (!dado_map_evaluation_at(e, m, p)->played) continue;
        if (!dado_map_heat_collect(&found, e->plan, m, p, region, err)) return false;
        for (int k = 0; k < DADO_MAP_HEAT_KINDS; k++) {
            const char *title = dado_document_copyf(d, "%.80s: %s", e->plan->lineups[p].name,
                                                    dado_map_heat_infos[k].title);
            dado_heatmap heat = dado_map_heatmap(&found, (dado_map_heat_kind)k, title);
            const char *name = dado_document_copyf(d, "heat_%d_%s", p, dado_map_heat_infos[k].name);
            dado_audience reader = asked->heats >> k & 1 ? DADO_FOR_ALL : DADO_FOR_PAGES;
            dado_document_heatmap(d, DADO_PART(name, .reader = reader), &heat);
        }
    }
    return true;
}

// Draws the best map, the worst, and some from the middle of the ranking; all if there
// are few.
static void add_gallery(dado_document *d, const dado_map_evaluation *e, dado_region *region)
{
    static const char *const words[] = { "Best", "Typical", "Worst" };
    int playable = 0;
    while (playable < e->map_count && e->maps[e->ranking[playable]].error.status == DADO_OK) {
        playable++;
    }
    int groups = playable > 3 ? 3 : 1, shown = playable > 3 ? 3 : playable;
    for (int i = 0; playable > 1 && i < groups * shown; i++) {
        int group = i / shown;
        int first = group == 0 ? 0 : group == 1 ? (playable - shown) / 2 : playable - shown;
        int m = e->ranking[first + i % shown];
        const dado_map_case *c = &e->maps[m];
        char caption[200], quality[40] = "";
        size_t mark = dado_region_mark(region);
        if (e->fits) snprintf(quality, sizeof quality, "Q %.3f, ", e->map_quality[m]);
        snprintf(caption, sizeof caption, "%.60s: %spath %.0f, leniency %.2f", c->name, quality,
                 c->fixed[DADO_MAP_PATH], c->fixed[DADO_MAP_LENIENCY]);
        dado_part *part =
            add_picture(d, dado_document_copyf(d, "gallery_%d", i), c, caption, region);
        if (part && i % shown == 0) {
            part->heading = dado_document_copyf(d, "%s maps", groups > 1 ? words[group] : "All");
        }
        dado_region_rewind(region, mark);
    }
}

// Adds a matrix of qualities: which player type is served by which map.
static bool add_matrix(dado_document *d, const dado_map_evaluation *e, dado_region *region)
{
    int rows = e->map_count < 60 ? e->map_count : 60;
    double *values = dado_new(region, double, rows * e->profile_count);
    const char **names = dado_new(region, const char *, rows + e->profile_count);
    if (!values || !names) return false;
    for (int p = 0; p < e->profile_count; p++) names[rows + p] = e->plan->lineups[p].name;
    for (int r = 0; r < rows; r++) {
        names[r] = e->maps[e->ranking[r]].name;
        for (int p = 0; p < e->profile_count; p++) {
            double quality = dado_map_evaluation_at(e, e->ranking[r], p)->quality.value;
            values[r * e->profile_count + p] = floor(quality * 100 + 0.5) / 100;
        }
    }
    dado_document_heatmap(d, DADO_PART("matrix", .heading = "Which map for whom"),
                          &(dado_heatmap){ .title = "Quality of each map for each player type",
                                           .about = "Maps from best to worst.",
                                           .rows = rows,
                                           .columns = e->profile_count,
                                           .values = values,
                                           .row_labels = names,
                                           .column_labels = names + rows,
                                           .value_title = "Q",
                                           .most = 1,
                                           .numbers = rows <= 30,
                                           .cell = 44 });
    return true;
}

bool dado_report_map_evaluation(dado_document *d, const dado_map_evaluation *e,
                                const dado_map_report_options *asked, dado_error *err)
{
    const char *wish = !e->expect ? "" : e->expect->name ? e->expect->name : "a file";
    d->title = "Dungeon maps and those who play them";
    d->said = dado_document_copyf(
        d, "%d map%s, %d player type%s, %d game%s each, seed %" PRIu64 "%s%s", e->map_count,
        e->map_count == 1 ? "" : "s", e->profile_count, e->profile_count == 1 ? "" : "s", e->games,
        e->games == 1 ? "" : "s", e->plan->seed, e->expect ? ", target: " : "", wish);
    dado_verdict verdicts[DADO_VERDICTS];
    int wrong = dado_map_evaluation_verdicts(e, verdicts, DADO_VERDICTS);
    if (wrong) dado_document_verdicts(d, DADO_PART("verdicts", .large = true), verdicts, wrong);
    add_profiles(d, e);
    if (e->fits) add_wishes(d, e);
    add_maps(d, e);
    if (asked->campaign) add_campaign(d, e);
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    bool fine = true;
    if (!asked->brief) {
        if (e->fits && !add_matrix(d, e, &region)) d->cut = true;
        add_gallery(d, e, &region);
    }
    if (!asked->brief || asked->heats) fine = add_heats(d, e, asked, &region, err);
    if (!asked->brief) {
        add_fixed(d, e);
        add_values(d, e);
    }
    add_diagnostics(d, e);
    return fine;
}
