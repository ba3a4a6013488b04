// level_eval.c - who gets through levels, and how two sets of them differ.
//
// Levels are instances, kinds of players are line-ups: a grid that the lab
// plays. How hard a level is, is how little of it those players see.
#include <string.h>

#include "evolve/levels.h"
#include "evolve/range.h"
#include "job/levels.h"
#include "judge/level_play.h"
#include "report/ground.h"
#include "report/report.h"
#include "worlds/platform/format.h"

enum { most_players = 12, most_drawn = 40 };

static const char usual_players[] = "planner,cautious,runner,collector,novice";

// The numbers a level has in the end: its own, then what the players made of it.
enum {
    eval_fared = DADO_LEVEL_MEASURES,
    eval_difficulty = eval_fared + DADO_FARED_DIFFICULTY,
    eval_players = eval_fared + DADO_FARED,  // the share of wins of each kind, from here on
    eval_most = eval_players + most_players,
};

typedef struct evaluation {
    dado_errand *errand;
    const char **paths;        // of those that can be read
    int level_count, refused;  // those, and the others
    dado_kept_level *levels;
    const dado_level **tiles;  // of each
    dado_ground grounds[most_drawn];  // with where matches ended on them that were not won
    const dado_player *players;
    int player_count;
    int planner;  // the line-up that is one; or -1
    dado_measure measures[eval_most];
    dado_sample sample;        // of all of these
    double (*values)[eval_most];  // a row a level
    dado_figure (*won)[most_players];  // the same of the players' shares, with their intervals
} evaluation;

// The levels that a parameter names, and what they are like by themselves. One that cannot be read
// is told, and costs itself alone.
static bool read_levels(evaluation *e, dado_errand *errand, const char *param, dado_part *wrong)
{
    int count;
    const char *const *words = dado_errand_files(errand, param, ".level", &count);
    if (!words) return false;
    e->errand = errand;
    e->levels = dado_errand_new(errand, dado_kept_level, count);
    e->tiles = dado_errand_new(errand, const dado_level *, count);
    e->paths = dado_errand_new(errand, const char *, count);
    e->values = dado_errand_take(errand, (size_t)count, sizeof e->values[0]);
    e->won = dado_errand_take(errand, (size_t)count, sizeof e->won[0]);
    if (!e->levels || !e->tiles || !e->paths || !e->values || !e->won) return false;
    memcpy(e->measures, dado_level_measures, DADO_LEVEL_MEASURES * sizeof e->measures[0]);
    memcpy(e->measures + eval_fared, dado_level_fared, sizeof dado_level_fared);
    dado_error *why = errand->err;
    for (int k = 0; k < count; k++) {
        int i = e->level_count;
        errand->blamed = NULL;
        if (dado_errand_level(errand, words[k], &e->levels[i], &e->paths[i])) {
            for (int m = 0; m < eval_most; m++) e->values[i][m] = DADO_NONE;
            memcpy(e->values[i], e->levels[i].measures, sizeof e->levels[i].measures);
            e->tiles[e->level_count++] = &e->levels[i].level;
            continue;
        }
        e->refused++;
        if (!why->place.source) why->place.source = words[k];
        dado_put_remark(wrong, why, false, errand->blamed);
    }
    e->sample = (dado_sample){ param, e->measures, eval_most, e->level_count, e->values[0] };
    return e->level_count > 0;
}

static bool make_sources(evaluation *e, dado_source *sources)
{
    dado_arena *arena = e->errand->arena;
    for (int i = 0; i < e->level_count; i++) {
        dado_draft text = { 0 };
        dado_level_write(&e->levels[i].level, &text);
        const char *kept = dado_errand_copy(e->errand, dado_text_string(&text), text.length);
        const char *called = dado_errand_copyf(e->errand, "%s%s", e->paths[i],
                                               strstr(e->paths[i], ".level") ? "" : ".level");
        if (!kept || !called ||
            !dado_source_text(&sources[i], called, kept, NULL, arena, e->errand->err)) {
            return false;
        }
    }
    return true;
}

static bool seat_players(evaluation *e, dado_errand *errand, dado_lineup *lineups)
{
    if (!dado_players_parse(&e->players, &e->player_count, dado_errand_text(errand, "agents"),
                            errand->arena, errand->err)) {
        return false;
    }
    if (e->player_count > most_players) {
        return dado_fail(errand->err, DADO_LIMIT, "at most %d kinds of players, not %d",
                         most_players, e->player_count);
    }
    e->planner = -1;
    for (int i = 0; i < e->player_count; i++) {
        const dado_player *player = &e->players[i];
        lineups[i] = (dado_lineup){ .name = player->typed, .players = player, .count = 1 };
        if (strcmp(player->kind->name, "planner") == 0) e->planner = i;
    }
    return true;
}

// Levels are looked at with all that happened on them.
static bool lay_grounds(evaluation *e, int64_t matches)
{
    for (int i = 0; i < e->level_count && i < most_drawn; i++) {
        e->grounds[i] = (dado_ground){
            &dado_platform_ground, &e->levels[i].level, .route = &e->levels[i].route, .strip = 90,
            .ends = dado_errand_new(e->errand, float, e->player_count *matches),
            .end_players = dado_errand_new(e->errand, int, e->player_count *matches) };
        if (!e->grounds[i].ends || !e->grounds[i].end_players) return false;
    }
    return true;
}

static void on_block(void *context, const dado_block *block)
{
    evaluation *e = context;
    if (block->instance >= most_drawn) return;
    dado_ground *ground = &e->grounds[block->instance];
    for (int i = 0; block->players && i < block->count; i++) {
        if (block->places[i] == 0) continue;
        ground->ends[ground->end_count] = (float)block->scores[i];
        ground->end_players[ground->end_count++] = block->lineup;
    }
}

// From cells to numbers of a level.
static void sum_up(evaluation *e, const dado_results *r)
{
    e->sample.name = "levels";
    for (int p = 0; p < e->player_count; p++) {
        e->measures[eval_players + p] = (dado_measure){
            e->players[p].typed, e->players[p].kind->title, "Share of matches won.", DADO_RATIO,
            false };
    }
    for (int i = 0; i < e->level_count; i++) {
        double *v = e->values[i];
        dado_level_fare(r, i, e->planner, v + eval_fared);
        for (int p = 0; p < e->player_count; p++) {
            e->won[i][p] = dado_level_won(r, i, p);
            v[eval_players + p] = e->won[i][p].value;
        }
    }
}

// ---- telling ----

// Who gets through what; people are shown some measures, programs all.
static void add_levels(const evaluation *e, dado_document *d)
{
    static const char told[] = "difficulty fitness gaps walkers";  // two stay longer than intervals
    dado_part *part = dado_table(d, DADO_PART("levels", .heading = "Who gets through"),
                                 DADO_FIELD(WORDS, "level", "level"));
    for (int k = 0; k < eval_players + e->player_count; k++) {
        int at = k < e->player_count ? eval_players + k : k - e->player_count;
        const dado_measure *m = &e->measures[at];
        const char *shown = at < eval_players ? strstr(told, m->name) : NULL;
        bool player = at >= eval_players;
        dado_field field = { .kind = player ? DADO_FIELD_ESTIMATE : DADO_FIELD_NUMBER,
                             .name = m->name, .title = m->name, .about = m->about,
                             .rank = !shown || at == eval_difficulty ? 1
                                     : at == DADO_GENES_FITNESS      ? 2
                                                                     : 3 + (int)(shown - told),
                             .reader = shown || player ? DADO_FOR_ALL : DADO_FOR_PROGRAMS };
        dado_put_field(part, field);
    }
    for (int i = 0; i < e->level_count; i++) {
        const double *v = e->values[i];
        dado_put(part, dado_base_name(e->paths[i]));
        for (int p = 0; p < e->player_count; p++) dado_put(part, e->won[i][p]);
        for (int m = 0; m < eval_players; m++) dado_put(part, v[m]);
    }
}

// The same by players, over all matches on these levels.
static void add_players(const evaluation *e, dado_document *d)
{
    dado_part *part = dado_table(d, DADO_PART("players", .heading = "Players"),
                                 DADO_FIELD(WORDS, "player", "player"),
                                 DADO_FIELD(ESTIMATE, "won", "won"),
                                 DADO_FIELD(NUMBER, "matches", "matches"));
    for (int p = 0; p < e->player_count; p++) {
        double won = 0, matches = 0;
        for (int i = 0; i < e->level_count; i++) {
            const dado_figure *share = &e->won[i][p];
            if (dado_figure_is_none(*share)) continue;
            won += share->value * (double)share->count;
            matches += (double)share->count;
        }
        dado_put(part, e->players[p].typed, dado_figure_hits(won, matches, 0.95), (int64_t)matches);
    }
}

static void add_difficulty(const evaluation *e, dado_document *d)
{
    double *column = dado_new(e->errand->arena, double, e->level_count);
    int n = column ? dado_sample_values(&e->sample, eval_difficulty, column) : 0;
    if (n == 0 || e->level_count < 2) return;
    dado_part *facts = dado_document_facts(d, "means");
    dado_fact(facts, "difficulty", "mean of difficulty",
              dado_figure_real(dado_summarise(column, (size_t)n).mean));
}

// What goes with fitness, and what does not, once there are enough levels to tell.
static void add_relations(const evaluation *e, dado_document *d)
{
    enum { enough = 10, rounds = 2000 };
    static const int others[] = { eval_difficulty, eval_fared + DADO_FARED_SPREAD,
                                  eval_fared + DADO_FARED_JUMPS, eval_fared + DADO_FARED_TICKS,
                                  eval_fared + DADO_FARED_EXPANSIONS, DADO_GENES_ENTROPY,
                                  DADO_GENES_VARIETY, DADO_LEVEL_LENIENCY, DADO_LEVEL_WALKERS,
                                  DADO_LEVEL_GAPS };
    int known = 0;
    for (int i = 0; i < e->level_count; i++) known += e->levels[i].gene_count > 0;
    if (known < enough) return;
    dado_part *part = dado_table(
        d, DADO_PART("relations", .heading = "What goes with fitness",
                     .caption = dado_document_copyf(d, "What goes with fitness, over %d levels",
                                                    known)),
        DADO_FIELD(WORDS, "measure", "measure"),
        DADO_FIELD(NUMBER, "rho", "Spearman"),
        DADO_FIELD(NUMBER, "p", "p"));
    int count = (int)(sizeof others / sizeof others[0]);
    for (int i = 0; i < count + e->player_count; i++) {
        int column = i < count ? others[i] : eval_players + i - count;
        dado_relation r = dado_sample_relation(&e->sample, DADO_GENES_FITNESS, column, rounds, 1,
                                               e->errand->arena);
        if (dado_is_none(r.rho)) continue;
        dado_put(part, e->measures[column].name, r.rho, dado_figure_chance(r.p));
    }
}

static void add_picture(evaluation *e, int i, dado_document *d)
{
    dado_kept_level *kept = &e->levels[i];
    dado_planner_how how = dado_errand_planner(e->errand);
    dado_arena *arena = e->errand->arena;
    size_t mark = dado_arena_mark(arena);
    if (!dado_level_prove(&kept->level, &how, &kept->route, arena, NULL)) return;
    const char *called = dado_base_name(e->paths[i]);
    dado_draft caption = { 0 };
    dado_text_addf(&caption, "%s: difficulty %.2f;", called, e->values[i][eval_difficulty]);
    for (int p = 0; p < e->player_count; p++) {
        dado_text_addf(&caption, " %s %.0f %%", e->players[p].typed,
                       100 * e->values[i][eval_players + p]);
    }
    dado_report_ground(d, DADO_PART(dado_document_copyf(d, "level_%d", i),
                                    .heading = i ? NULL : "Levels", .reader = DADO_FOR_PAGES,
                                    .caption = dado_text_string(&caption)),
                       &e->grounds[i], called, arena);
    dado_arena_rewind(arena, mark);
}

static void tell(evaluation *e, dado_document *d)
{
    d->title = "Levels, and who gets through them";
    d->about = "The line is the planner's way; crosses are where players ended that did not reach "
               "the exit.";
    add_levels(e, d);
    if (dado_errand_given(e->errand, "csv")) return;
    add_players(e, d);
    add_difficulty(e, d);
    add_relations(e, d);
    if (e->errand->brief) return;
    for (int i = 0; i < e->level_count && i < most_drawn; i++) add_picture(e, i, d);
    if (e->level_count < 10) return;
    dado_range range = { .x = DADO_LEVEL_LENIENCY, .y = eval_difficulty, .across = 16,
                         .down = 16 };
    if (dado_range_measure(&range, &e->sample, e->errand->arena, NULL))
        dado_report_range(d, &range, &e->sample, "levels");
}

static bool play_levels(evaluation *e, const dado_plan *plan)
{
    dado_errand *errand = e->errand;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_errand_store(errand, DADO_STORE_WRITE) ||
        !dado_errand_experiment(errand, plan, e, on_block, &results)) {
        return dado_errand_failed(errand);
    }
    if (dado_errand_told_part(errand, results.matches, results.all, "matches",
                              results.interrupted)) {
        return true;
    }
    sum_up(e, &results);
    errand->answer->plan = dado_plan_hash(plan);
    tell(e, errand->answer);
    dado_errand_stop_matches(errand, &results);
    return true;
}

static bool eval(dado_errand *errand)
{
    evaluation *e = dado_errand_new(errand, evaluation, 1);
    dado_lineup lineups[most_players];
    dado_part *wrong = dado_document_diagnostics(errand->answer, "diagnostics");
    if (!e || !seat_players(e, errand, lineups) || !read_levels(e, errand, "level", wrong)) {
        return false;
    }
    dado_source *sources = dado_errand_new(errand, dado_source, e->level_count);
    dado_plan plan = { .instances = sources, .instance_count = e->level_count,
                       .lineups = lineups, .lineup_count = e->player_count,
                       .matches = dado_errand_whole(errand, "matches"),
                       .seed = (uint64_t)dado_errand_whole(errand, "seed"),
                       .command = errand->answer->command };
    if (!sources || !make_sources(e, sources) || !lay_grounds(e, plan.matches) ||
        !play_levels(e, &plan)) {
        return false;
    }
    if (e->refused) {
        errand->answer->lacking = true;
        dado_errand_say(errand, "%d of %d levels could not be read and are left out", e->refused,
                        e->refused + e->level_count);
    }
    return true;
}

const dado_job dado_job_level_eval = {
    .name = "level eval",
    .about = "plays levels with players of several kinds and says how hard they are",
    .details =
        "LEVEL is a file, a folder of .level files, or the name of one in the library. Each kind "
        "of player plays each level so many times. The planner tells whether a level can be "
        "finished; the others are people of different habits, and the share of the way they do not "
        "get to see is the difficulty.\n\n"
        "Where a .genes file lies beside a level its fitness is known, and with ten levels or more "
        "it is said what goes with fitness and what does not.\n\n"
        "A file that is wrong costs that file alone; the exit code is 1 then.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "level", .value = "LEVEL", .word = true, .needed = true, .many = true,
                   .about = "Levels, and folders of them."),
        DADO_PARAM(AGENT, "agents", .value = "LIST", .usual = usual_players,
                   .about = "Who plays, parted by commas."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "20", .least = 1, .most = 100000,
                   .about = "How often each plays each level."),
        DADO_PARAM_THREADS,
        DADO_PARAM(FLAG, "csv", .about = "Prints a line for each level."),
        DADO_PARAM(FILE, "journal", .beside = true,
                   .about = "Keeps what is played in this store as it comes, and goes on from what "
                            "it holds.")),
                dado_params_genes, dado_params_parts },
    .examples = DADO_EXAMPLES(
        { "dado level eval library/levels", "Who gets through the levels of the library." },
        { "dado level eval levels --report levels.html",
          "A folder of levels, and a page about them." }),
    .run = eval,
};

// ---- level compare ----

// The mean distance of pairs, each level of one set with one of the other, or all within a set.
static double mean_distance(const evaluation *a, const evaluation *b)
{
    enum { most_pairs = 400 };
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < a->level_count; i++) {
        for (int j = a == b ? i + 1 : 0; j < b->level_count && pairs < most_pairs; j++) {
            sum += dado_level_distance(a->tiles[i], b->tiles[j], a->errand->arena);
            pairs++;
        }
    }
    return pairs ? sum / pairs : DADO_NONE;
}

static void add_windows(const evaluation *a, const evaluation *b, dado_document *d)
{
    dado_part *part = dado_table(
        d, DADO_PART("windows", .heading = "How alike the tiles are",
                     .caption = "Divergence of windows of tiles, in nats"),
        DADO_FIELD(WORDS, "window", "tile windows"),
        DADO_FIELD(NUMBER, "there", "first from second", .about = "Divergence in nats"),
        DADO_FIELD(NUMBER, "back", "second from first"),
        DADO_FIELD(NUMBER, "both", "half of each"));
    for (int k = 2; k <= 4; k++) {
        dado_divergence found;
        if (!dado_levels_divergence(a->tiles, a->level_count, b->tiles, b->level_count, k, &found,
                                    a->errand->arena)) {
            break;
        }
        dado_put_wordsf(part, "%d x %d", k, k);
        dado_put(part, found.there, found.back, found.both);
    }
}

static bool compare(dado_errand *errand)
{
    static const char *const params[] = { "first", "second" };
    dado_document *answer = errand->answer;
    dado_part *wrong = dado_document_diagnostics(answer, "diagnostics");
    evaluation *a = dado_errand_new(errand, evaluation, 2), *b = a + 1;
    for (int i = 0; i < 2; i++) {
        if (!a || !read_levels(a + i, errand, params[i], wrong)) return false;
    }
    answer->lacking = wrong->count > 0;
    answer->title = "Two sets of levels";
    dado_part *sets = dado_document_facts(answer, "sets");
    for (int i = 0; i < 2; i++) {
        dado_fact(sets, params[i], dado_errand_text(errand, params[i]), a[i].level_count);
        dado_fact_about(sets, i ? "levels of the second set" : "levels of the first set");
    }
    dado_contrast contrasts[eval_most];
    int count = dado_samples_compare(&a->sample, &b->sample, 5000, 1, contrasts, errand->arena);
    if (count > 0) dado_report_contrasts(answer, contrasts, count, &a->sample, &b->sample);
    add_windows(a, b, answer);
    dado_part *facts = dado_document_facts(answer, "distance");
    dado_fact(facts, "first", "compression distance within the first", mean_distance(a, a));
    dado_fact(facts, "second", "within the second", mean_distance(b, b));
    dado_fact(facts, "between", "between them", mean_distance(a, b));
    return true;
}

const dado_job dado_job_level_compare = {
    .name = "level compare",
    .about = "says how two sets of levels differ",
    .details = "Each measure of the two sets stands side by side with Welch's interval of the "
               "difference, a permutation p corrected by Holm for the number of measures, and "
               "Cliff's delta; then how alike the tiles are.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "first", .value = "FOLDER", .word = true, .needed = true,
                   .about = "A folder of levels, or one."),
        DADO_PARAM(FILE, "second", .value = "FOLDER", .word = true, .needed = true,
                   .about = "Another.")),
                dado_params_genes },
    .examples = DADO_EXAMPLES(
        { "dado level compare faithful improved", "Two folders of levels, measure by measure." }),
    .run = compare,
};
