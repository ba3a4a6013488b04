// level_eval.c - dado level eval and dado level compare: who gets through, and how sets differ.
//
// Levels are instances, kinds of players are line-ups: a grid that the lab
// plays. How hard a level is, is how little of it those players see.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/level.h"
#include "evolve/levels_compare.h"
#include "evolve/range.h"
#include "judge/level_play.h"
#include "lab/file.h"
#include "report/level_page.h"
#include "worlds/platform/format.h"
#include "worlds/platform/platform.h"

enum { most_players = 12 };

static const char usual_players[] = "planner,cautious,runner,collector,novice";

// The numbers a level has in the end: its own, then what the players made of it.
enum {
    eval_difficulty = DADO_LEVEL_MEASURES,
    eval_spread,
    eval_jumps,
    eval_ticks,
    eval_kills,
    eval_cells,
    eval_expansions,
    eval_players,  // the share of wins of each kind of player, from here on
    eval_most = eval_players + most_players,
};

typedef struct ending {  // of a match that was not won
    int instance, lineup;
    float x;
} ending;

typedef struct evaluation {
    dado_call *call;
    const char *const *paths;
    int level_count, refused;  // those that can be read, and those that cannot
    dado_kept_level *levels;
    dado_source *sources;
    const dado_player *players;
    dado_lineup lineups[most_players];
    int player_count;
    int planner;             // the line-up that is one; or -1
    double (*values)[eval_most];
    ending *endings;
    int ending_count, ending_most;
    dado_measure measures[eval_most];
} evaluation;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void on_block(void *context, const dado_block *block)
{
    evaluation *e = context;
    for (int i = 0; block->players && i < block->count; i++) {
        if (block->places[i] == 0 || e->ending_count == e->ending_most) continue;
        e->endings[e->ending_count++] =
            (ending){ block->instance, block->lineup, (float)block->scores[i] };
    }
}

// A .genes file beside a level tells the row of patterns it was made from.
static void find_genes(evaluation *e, int i)
{
    dado_text path = { 0 };
    const char *level = e->paths[i];
    size_t length = strlen(level);
    if (length < 7 || strcmp(level + length - 6, ".level") != 0) return;
    dado_text_addf(&path, "%.*s.genes", (int)length - 6, level);
    const char *text;
    dado_patterns patterns;
    dado_score score;
    dado_kept_level *kept = &e->levels[i];
    if (dado_file_exists(dado_text_string(&path)) &&
        dado_file_read(dado_text_string(&path), DADO_FILE_MOST, e->call->arena, &text, NULL) &&
        dado_patterns_read(&patterns, "classic", dado_patterns_classic, e->call->arena, NULL) &&
        dado_score_read(&score, &patterns, "classic", dado_table_classic, e->call->arena, NULL) &&
        dado_genes_read(&patterns, "genes", text, kept->genes, DADO_GENES_MOST, &kept->gene_count,
                        NULL)) {
        dado_genes_measure_all(&patterns, &score, kept->genes, kept->gene_count, kept->measures);
        kept->fitness = kept->measures[DADO_GENES_FITNESS];
    }
    dado_text_free(&path);
}

static bool read_levels(evaluation *e, dado_error *err)
{
    dado_call *call = e->call;
    e->levels = dado_new(call->arena, dado_kept_level, e->level_count);
    e->sources = dado_new(call->arena, dado_source, e->level_count);
    e->values = dado_arena_take(call->arena, (size_t)e->level_count, sizeof e->values[0]);
    if (!e->levels || !e->sources || !e->values) {
        return dado_fail(err, DADO_LIMIT, "no memory left for %d levels", e->level_count);
    }
    const char **paths = dado_new(call->arena, const char *, e->level_count);
    if (!paths) return dado_fail(err, DADO_LIMIT, "no memory left for %d levels", e->level_count);
    memcpy(paths, e->paths, (size_t)e->level_count * sizeof *paths);
    e->paths = paths;
    int all = e->level_count;
    e->level_count = 0;
    for (int k = 0; k < all; k++) {
        int i = e->level_count;
        paths[i] = paths[k];
        if (!dado_call_level(call, paths[k], &e->levels[i])) {  // it has been said what is wrong
            e->refused++;
            continue;
        }
        e->level_count++;
        find_genes(e, i);
        dado_text text = { 0 }, name = { 0 };
        dado_level_write(&e->levels[i].level, &text);
        dado_text_addf(&name, "%s%s", e->paths[i], strstr(e->paths[i], ".level") ? "" : ".level");
        char *kept = dado_arena_copy(call->arena, dado_text_string(&text), text.length);
        char *called = dado_arena_copy(call->arena, dado_text_string(&name), name.length);
        dado_text_free(&text);
        dado_text_free(&name);
        if (!kept || !called) return dado_fail(err, DADO_LIMIT, "no memory left for levels");
        if (!dado_source_text(&e->sources[i], called, kept, NULL, call->arena, err)) return false;
    }
    return e->level_count > 0;
}

static bool seat_players(evaluation *e, dado_error *err)
{
    const char *list = dado_given_text(e->call, "agents");
    if (!dado_players_parse(&e->players, &e->player_count, list ? list : usual_players,
                            e->call->arena, err)) {
        return false;
    }
    if (e->player_count > most_players) {
        return dado_fail(err, DADO_LIMIT, "at most %d kinds of players, not %d", most_players,
                         e->player_count);
    }
    e->planner = -1;
    for (int i = 0; i < e->player_count; i++) {
        e->lineups[i] = (dado_lineup){ .name = e->players[i].typed, .players = &e->players[i],
                                       .count = 1 };
        if (strcmp(e->players[i].kind->name, "planner") == 0) e->planner = i;
    }
    return true;
}

// From cells to numbers of a level.
static void sum_up(evaluation *e, const dado_results *r)
{
    for (int i = 0; i < e->level_count; i++) {
        double *v = e->values[i];
        memcpy(v, e->levels[i].measures, sizeof e->levels[i].measures);
        if (e->levels[i].gene_count == 0) {
            for (int m = DADO_LEVEL_STRUCTURAL; m < DADO_LEVEL_MEASURES; m++) v[m] = DADO_NONE;
        }
        dado_level_fared f;
        dado_level_fare(r, i, e->planner, &f);
        const double own[] = { f.difficulty, f.spread, f.jumps, f.ticks, f.kills, f.cells,
                               f.expansions };
        memcpy(v + eval_difficulty, own, sizeof own);
        for (int p = 0; p < most_players; p++) {
            v[eval_players + p] = p < e->player_count ? dado_level_won(r, i, p) : DADO_NONE;
        }
    }
}

static void name_measures(evaluation *e)
{
    memcpy(e->measures, dado_level_measures, DADO_LEVEL_MEASURES * sizeof e->measures[0]);
    static const dado_measure own[] = {
        { "difficulty", "Difficulty", "Share of the way that players do not see, on average.",
          DADO_RATIO, false },
        { "spread", "Spread", "Completion of the best kind of player less that of the worst.",
          DADO_RATIO, false },
        { "planner_jumps", "Jumps needed", "Jumps of the planner.", DADO_COUNT, false },
        { "planner_ticks", "Ticks needed", "Ticks of the planner.", DADO_COUNT, false },
        { "planner_kills", "Kills", "Kills of the planner.", DADO_COUNT, false },
        { "planner_cells", "Cells", "Cells the planner visits.", DADO_COUNT, false },
        { "planner_expansions", "Expansions", "Worlds the planner looks into.", DADO_COUNT, false },
    };
    memcpy(e->measures + eval_difficulty, own, sizeof own);
    for (int p = 0; p < e->player_count; p++) {
        e->measures[eval_players + p] = (dado_measure){
            e->players[p].typed, e->players[p].kind->title, "Share of matches won.", DADO_RATIO,
            false };
    }
}

static dado_sample sample_of(const evaluation *e)
{
    return (dado_sample){ "levels", e->measures, eval_most, e->level_count, e->values[0] };
}

// What goes with fitness, and what does not, once there are enough levels to tell.
static void say_relations(const evaluation *e, dado_text *out)
{
    enum { enough = 10, rounds = 2000 };
    static const int others[] = { eval_difficulty, eval_spread, eval_jumps, eval_ticks,
                                  eval_expansions, DADO_GENES_ENTROPY, DADO_GENES_VARIETY,
                                  DADO_LEVEL_LENIENCY, DADO_LEVEL_WALKERS, DADO_LEVEL_GAPS };
    dado_sample sample = sample_of(e);
    int known = 0;
    for (int i = 0; i < e->level_count; i++) known += e->levels[i].gene_count > 0;
    if (known < enough) return;
    dado_text_addf(out, "\nwhat goes with fitness, over %d levels (Spearman)\n", known);
    int count = (int)(sizeof others / sizeof others[0]);
    for (int i = 0; i < count + e->player_count; i++) {
        int column = i < count ? others[i] : eval_players + i - count;
        dado_relation r = dado_sample_relation(&sample, DADO_GENES_FITNESS, column, rounds, 1,
                                               e->call->arena);
        if (dado_is_none(r.rho)) continue;
        dado_text_addf(out, "  %-20s %+6.2f   p %.4f\n", e->measures[column].name, r.rho, r.p);
    }
}

static void print_sheet(const evaluation *e, dado_text *out)
{
    dado_text_addf(out, "%-24s", "level");
    for (int p = 0; p < e->player_count; p++) dado_text_addf(out, " %10.10s", e->players[p].typed);
    dado_text_addf(out, " %10s %8s %6s %8s\n", "difficulty", "fitness", "gaps", "walkers");
    for (int i = 0; i < e->level_count; i++) {
        const double *v = e->values[i];
        dado_text_addf(out, "%-24.24s", base_name(e->paths[i]));
        for (int p = 0; p < e->player_count; p++) {
            if (dado_is_none(v[eval_players + p])) dado_text_addf(out, " %10s", "-");
            else dado_text_addf(out, " %8.0f %%", 100 * v[eval_players + p]);
        }
        if (dado_is_none(v[eval_difficulty])) dado_text_addf(out, " %10s", "-");
        else dado_text_addf(out, " %10.3f", v[eval_difficulty]);
        if (dado_is_none(v[DADO_GENES_FITNESS])) dado_text_addf(out, " %8s", "-");
        else dado_text_addf(out, " %8.1f", v[DADO_GENES_FITNESS]);
        dado_text_addf(out, " %6.0f %8.0f\n", v[DADO_LEVEL_GAPS], v[DADO_LEVEL_WALKERS]);
    }
    if (e->level_count > 1) {
        dado_sample sample = sample_of(e);
        double *column = dado_new(e->call->arena, double, e->level_count);
        dado_text_addf(out, "%-24s", "mean");
        for (int i = 0; column && i <= e->player_count; i++) {
            int at = i < e->player_count ? eval_players + i : eval_difficulty;
            int n = dado_sample_values(&sample, at, column);
            dado_summary s = dado_summarise(column, (size_t)n);
            if (n == 0) dado_text_addf(out, " %10s", "-");
            else if (i < e->player_count) dado_text_addf(out, " %8.0f %%", 100 * s.mean);
            else dado_text_addf(out, " %10.3f", s.mean);
        }
        dado_text_char(out, '\n');
    }
    say_relations(e, out);
}

static void print_csv(const evaluation *e, dado_text *out)
{
    dado_text_add(out, "level");
    for (int m = 0; m < eval_players + e->player_count; m++) {
        dado_text_char(out, ',');
        dado_text_csv(out, e->measures[m].name);
    }
    dado_text_char(out, '\n');
    for (int i = 0; i < e->level_count; i++) {
        dado_text_csv(out, e->paths[i]);
        for (int m = 0; m < eval_players + e->player_count; m++) {
            dado_text_char(out, ',');
            if (!dado_is_none(e->values[i][m])) dado_text_real(out, e->values[i][m]);
        }
        dado_text_char(out, '\n');
    }
}

static void print_json(const evaluation *e, dado_text *out)
{
    dado_text_add(out, "[");
    for (int i = 0; i < e->level_count; i++) {
        dado_text_addf(out, "%s{\"level\":", i ? "," : "");
        dado_text_json(out, e->paths[i]);
        for (int m = 0; m < eval_players + e->player_count; m++) {
            dado_text_char(out, ',');
            dado_text_json(out, e->measures[m].name);
            dado_text_char(out, ':');
            dado_text_json_real(out, e->values[i][m]);
        }
        dado_text_char(out, '}');
    }
    dado_text_add(out, "]\n");
}

// ---- the page ----

static void add_level(evaluation *e, dado_page *page, int i)
{
    dado_call *call = e->call;
    size_t mark = dado_arena_mark(call->arena);
    float *ends = dado_new(call->arena, float, e->ending_count + 1);
    int *who = dado_new(call->arena, int, e->ending_count + 1), count = 0;
    for (int k = 0; ends && who && k < e->ending_count; k++) {
        if (e->endings[k].instance != i) continue;
        ends[count] = e->endings[k].x;
        who[count++] = e->endings[k].lineup;
    }
    dado_planner_how how = dado_planner_usual();
    dado_error err;
    if (dado_level_prove(&e->levels[i].level, &how, &e->levels[i].route, call->arena, &err)) {
        dado_text caption = { 0 };
        dado_text_addf(&caption, "%s: difficulty %.2f;", base_name(e->paths[i]),
                       e->values[i][eval_difficulty]);
        for (int p = 0; p < e->player_count; p++) {
            dado_text_addf(&caption, " %s %.0f %%", e->players[p].typed,
                           100 * e->values[i][eval_players + p]);
        }
        dado_level_show show = { .kept = &e->levels[i], .name = base_name(e->paths[i]),
                                 .caption = dado_text_string(&caption), .ends = ends,
                                 .end_players = who, .end_count = count };
        dado_level_page_picture(page, &show, call->arena);
        dado_text_free(&caption);
    }
    dado_arena_rewind(call->arena, mark);
}

static bool write_report(evaluation *e, const char *path, dado_error *err)
{
    enum { most_shown = 40 };
    dado_page page = dado_page_begin("Levels, and who gets through them",
                                     "The line is the planner's way; crosses are where players "
                                     "ended that did not reach the exit.");
    dado_column columns[most_players + 3] = { { "level", false, NULL } };
    for (int p = 0; p < e->player_count; p++) {
        columns[1 + p] = (dado_column){ e->players[p].typed, true, "Share of matches won." };
    }
    columns[1 + e->player_count] = (dado_column){ "difficulty", true,
                                                  "Share of the way that players do not see." };
    columns[2 + e->player_count] = (dado_column){ "fitness", true, NULL };
    dado_page_section(&page, "Who gets through");
    dado_page_table_begin(&page, "Levels", columns, e->player_count + 3);
    for (int i = 0; i < e->level_count; i++) {
        dado_page_cell(&page, base_name(e->paths[i]));
        for (int p = 0; p < e->player_count; p++) {
            dado_page_cell_percent(&page, e->values[i][eval_players + p]);
        }
        dado_page_cell_real(&page, e->values[i][eval_difficulty]);
        dado_page_cell_real(&page, e->values[i][DADO_GENES_FITNESS]);
    }
    dado_page_table_end(&page);
    dado_page_section(&page, "Levels");
    dado_page_gallery_begin(&page, 700);
    for (int i = 0; i < e->level_count && i < most_shown; i++) add_level(e, &page, i);
    dado_page_gallery_end(&page);
    if (e->level_count >= 10) {
        dado_sample sample = sample_of(e);
        dado_range range = { .x = DADO_LEVEL_LENIENCY, .y = eval_difficulty, .across = 16,
                             .down = 16 };
        dado_page_section(&page, "Expressive range");
        if (dado_range_measure(&range, &sample, e->call->arena, err)) {
            dado_level_page_range(&page, &range, &sample);
        }
    }
    dado_page_section(&page, "Made by");
    dado_page_code(&page, "command", e->call->command);
    dado_text out = { 0 };
    dado_page_end(&page, &out);
    bool fine = dado_file_write(path, dado_text_string(&out), out.length, err);
    dado_text_free(&out);
    return fine;
}

static int play_levels(evaluation *e, int64_t matches)
{
    dado_call *call = e->call;
    dado_error err = { 0 };
    dado_plan plan = { .instances = e->sources, .instance_count = e->level_count,
                       .lineups = e->lineups, .lineup_count = e->player_count,
                       .matches = matches,
                       .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX),
                       .command = call->command };
    dado_results results;
    dado_experiment_how how = { .context = e, .block = on_block };
    e->ending_most = e->level_count * e->player_count * (int)matches;
    e->endings = dado_new(call->arena, ending, e->ending_most + 1);
    if (!e->endings) e->ending_most = 0;
    if (!dado_call_experiment(call, &plan, how, &results, &err)) {
        dado_results_free(&results);
        return dado_call_fail(call, &err, NULL);
    }
    sum_up(e, &results);
    int code = DADO_EXIT_FINE;
    if (results.interrupted) {
        code = dado_call_interrupted(call, false, "after %" PRId64 " of %" PRId64 " matches",
                                     results.matches, results.all);
    }
    dado_results_free(&results);
    name_measures(e);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) print_json(e, &out);
    else if (dado_given_flag(call, "csv")) print_csv(e, &out);
    else print_sheet(e, &out);
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    const char *report = dado_given_text(call, "report");
    if (report && !write_report(e, report, &err)) return dado_call_fail(call, &err, NULL);
    if (e->refused) dado_call_say(call, "%d of %d levels could not be read and are left out",
                                  e->refused, e->refused + e->level_count);
    return fine && !e->refused ? code : DADO_EXIT_FAILED;
}

static int eval(dado_call *call)
{
    evaluation *e = dado_new(call->arena, evaluation, 1);
    dado_error err = { 0 };
    int64_t matches = dado_given_int(call, "matches", 20, 1, 100000);
    dado_errand_threads(&call->errand);
    dado_given_int(call, "seed", 1, 0, INT64_MAX);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!e) return DADO_EXIT_FAILED;
    e->call = call;
    if (!dado_call_level_paths(call, call->words, call->word_count, &e->paths,
                               &e->level_count)) {
        return DADO_EXIT_FAILED;
    }
    if (!seat_players(e, &err)) return dado_call_fail(call, &err, NULL);
    if (!read_levels(e, &err)) {
        return err.text[0] ? dado_call_fail(call, &err, NULL) : DADO_EXIT_FAILED;
    }
    return play_levels(e, matches);
}

static const dado_param eval_flags[] = {
    { .name = "agents", .kind = DADO_PARAM_AGENT, .value = "LIST", .unset = usual_players,
      .about = "Who plays, parted by commas." },
    { .name = "matches", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "20",
      .about = "How often each plays each level." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "one a core", .about = "How many to play at a time; results do not depend on it." },
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "The patterns a .genes file counts." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "A page with the levels, ways through and where players ended." },
    { .name = "csv", .kind = DADO_PARAM_FLAG, .about = "Prints the result as CSV." },
    { .name = "json", .kind = DADO_PARAM_FLAG, .about = "Prints the result as JSON." },
    { 0 },
};

static const dado_example eval_examples[] = {
    { "dado level eval library/levels", "Who gets through the levels of the library." },
    { "dado level eval levels --report levels.html", "A folder of levels, and a page about them." },
    { 0 },
};

const dado_verb dado_verb_level_eval = {
    .name = "eval",
    .words = "LEVEL...",
    .about = "plays levels with players of several kinds and says how hard they are",
    .details =
        "LEVEL is a file or a folder of .level files. Each kind of player plays each level so many "
        "times. The planner tells whether a level can be finished; the others are people of "
        "different habits, and the share of the way they do not get to see is the difficulty.\n\n"
        "Where a .genes file lies beside a level its fitness is known, and with ten levels or more "
        "it is said what goes with fitness and what does not.",
    .offer = DADO_PARAM_FILE,
    .least = 1,
    .most = -1,
    .flags = { eval_flags },
    .examples = eval_examples,
    .run = eval,
};

// ---- compare ----

static bool measure_set(dado_call *call, const char *word, dado_sample *sample,
                        const dado_level ***levels)
{
    evaluation *e = dado_new(call->arena, evaluation, 1);
    dado_error err = { 0 };
    if (!e) return false;
    e->call = call;
    if (!dado_call_level_paths(call, &word, 1, &e->paths, &e->level_count)) return false;
    if (!read_levels(e, &err)) {
        if (err.text[0]) dado_call_fail(call, &err, NULL);
        return false;
    }
    double *values = dado_new(call->arena, double, e->level_count * DADO_LEVEL_MEASURES);
    *levels = dado_new(call->arena, const dado_level *, e->level_count);
    if (!values || !*levels) return false;
    for (int i = 0; i < e->level_count; i++) {
        memcpy(values + i * DADO_LEVEL_MEASURES, e->levels[i].measures,
               sizeof e->levels[i].measures);
        (*levels)[i] = &e->levels[i].level;
        for (int m = DADO_LEVEL_STRUCTURAL; e->levels[i].gene_count == 0 &&
             m < DADO_LEVEL_MEASURES; m++) {
            values[i * DADO_LEVEL_MEASURES + m] = DADO_NONE;
        }
    }
    *sample = (dado_sample){ word, dado_level_measures, DADO_LEVEL_MEASURES, e->level_count,
                             values };
    return true;
}

// The mean distance of pairs, each level of one set with one of the other, or all within a set.
static double mean_distance(const dado_level *const *a, int n, const dado_level *const *b, int m,
                            dado_arena *arena)
{
    enum { most_pairs = 400 };
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < n; i++) {
        for (int j = a == b ? i + 1 : 0; j < m && pairs < most_pairs; j++) {
            sum += dado_level_distance(a[i], b[j], arena);
            pairs++;
        }
    }
    return pairs ? sum / pairs : DADO_NONE;
}

static int compare(dado_call *call)
{
    dado_sample a, b;
    const dado_level **x, **y;
    if (!measure_set(call, call->words[0], &a, &x) || !measure_set(call, call->words[1], &b, &y)) {
        return DADO_EXIT_FAILED;
    }
    a.name = "first";
    b.name = "second";
    dado_contrast contrasts[DADO_LEVEL_MEASURES];
    int count = dado_samples_compare(&a, &b, 5000, 1, contrasts, call->arena);
    dado_text out = { 0 };
    dado_text_addf(&out, "first: %d levels of %s\nsecond: %d levels of %s\n\n", a.rows,
                   call->words[0], b.rows, call->words[1]);
    if (count > 0) dado_contrasts_print(contrasts, count, &a, &b, &out);
    dado_text_addf(&out, "\ntile windows: divergence in nats\n");
    for (int k = 2; k <= 4; k++) {
        dado_divergence d;
        if (!dado_levels_divergence(x, a.rows, y, b.rows, k, &d, call->arena)) break;
        dado_text_addf(&out, "  %d x %d   first from second %.4f, back %.4f, both %.4f\n", k, k,
                       d.there, d.back, d.both);
    }
    dado_text_addf(&out, "compression distance: within first %.3f, within second %.3f, between "
                   "%.3f\n", mean_distance(x, a.rows, x, a.rows, call->arena),
                   mean_distance(y, b.rows, y, b.rows, call->arena),
                   mean_distance(x, a.rows, y, b.rows, call->arena));
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static const dado_param compare_flags[] = {
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "The patterns a .genes file counts." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where the creatures of a .genes file are drawn from." },
    { 0 },
};

static const dado_example compare_examples[] = {
    { "dado level compare faithful improved", "Two folders of levels, measure by measure." },
    { 0 },
};

const dado_verb dado_verb_level_compare = {
    .name = "compare",
    .words = "FOLDER FOLDER",
    .about = "says how two sets of levels differ",
    .details = "Each measure of the two sets stands side by side with Welch's interval of the "
               "difference, a permutation p corrected by Holm for the number of measures, and "
               "Cliff's delta; then how alike the tiles are.",
    .offer = DADO_PARAM_FOLDER,
    .least = 2,
    .most = 2,
    .flags = { compare_flags },
    .examples = compare_examples,
    .run = compare,
};
