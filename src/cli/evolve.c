// evolve.c - dado evolve: breeds variants of a described game toward what is wished of it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/breeding.h"
#include "evolve/archive.h"
#include "lab/file.h"
#include "report/variants.h"

enum { most_kept = 20 };

typedef struct stable {
    dado_call *call;
    dado_source source;
    dado_options options;   // of the game, its text apart
    dado_measures measures;
    dado_expect expect;
    dado_player player;
    dado_rules_breed breed;
    dado_species species;
    dado_breeding plan;
    dado_breeding_run run;
    dado_rules_worth ancestor;
    dado_variant kept[most_kept];
    int count;
    const char *wishes;
} stable;

static bool read_wishes(stable *s, dado_error *err)
{
    const char *name = dado_given_text(s->call, "toward");
    if (!name) {
        return dado_fail(err, DADO_MEANING,
                         "say what is wished for: --toward FILE, or casual, tense, strategic");
    }
    return dado_call_expect(s->call, name, "expect/games", &s->measures, &s->expect, &s->wishes,
                            err) &&
           dado_expect_check(&s->expect, err);
}

static bool prepare(stable *s, dado_error *err)
{
    dado_call *call = s->call;
    dado_game game;
    if (!dado_call_options(call, &s->options, err) ||
        !dado_source_find(&s->source, call->words[0], &s->options, call->arena, err)) {
        return false;
    }
    if (!s->source.text || strcmp(s->source.rules->name, "recycle") != 0) {
        return dado_fail(err, DADO_MEANING,
                         "%s is not a described game; levels are bred by dado level evolve, and "
                         "generators of maps by dado map illuminate",
                         call->words[0]);
    }
    const char *folder = dado_given_text(call, "out");  // asked for now, not after an hour
    if (!dado_source_open(&s->source, &game, call->arena, err)) return false;
    if (folder && !dado_folder_make(folder, err)) return false;
    const char *player = dado_given_text(call, "agent");
    if (!dado_measures_list(&s->measures, NULL, call->arena, err) || !read_wishes(s, err) ||
        !dado_player_parse(&s->player, player ? player : "random", call->arena, err)) {
        return false;
    }
    s->breed = (dado_rules_breed){
        .name = s->source.path, .ancestor = s->source.text, .options = &s->options,
        .player = &s->player, .expect = &s->expect,
        .matches = dado_given_int(call, "matches", 200, 20, 1000000),
        .move_limit = (int)dado_given_int(call, "limit", 5000, 1, 100000000),
        .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX),
        .growth_cost = dado_given_real(call, "growth-cost", 0.05, 0, 10),
    };
    return dado_rules_species(&s->species, &s->breed, call->arena, err);
}

static void read_plan(stable *s)
{
    dado_call *call = s->call;
    s->plan = dado_breeding_classic();
    s->plan.population = (int)dado_given_int(call, "population", 40, 4, 100000);
    s->plan.generations = (int)dado_given_int(call, "generations", 30, 1, 1000000);
    s->plan.selection = DADO_TOURNAMENT;
    s->plan.tournament = 3;
    s->plan.elite = 4;
    s->plan.crossover = 0.3;
    s->plan.stagnation = (int)dado_given_int(call, "stagnation", 12, 0, 1000000);
    double target = dado_given_real(call, "target", -1, 0, 1);
    s->plan.target_given = target >= 0;
    s->plan.target = target;
    s->plan.seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX);
}

// The best that differ from each other in their text, by fitness.
static void keep_best(stable *s, const dado_evolution *e, int wanted)
{
    int *places = dado_new(s->call->arena, int, e->plan.population);
    if (!places) return;
    dado_evolution_rank(e, places);
    for (int i = 0; i < e->plan.population && s->count < wanted; i++) {
        const dado_rules_genome *g = dado_evolution_genome(e, places[i]);
        bool known = strcmp(g->text, s->breed.ancestor) == 0;
        for (int k = 0; k < s->count && !known; k++) {
            known = strcmp(s->kept[k].genome->text, g->text) == 0;
        }
        if (known) continue;
        dado_variant *v = &s->kept[s->count];
        dado_rules_judge(&s->breed, g->text, &v->worth);
        if (!v->worth.viable) continue;
        v->genome = g;
        s->count++;
    }
}

static bool write_variants(stable *s, dado_error *err)
{
    const char *folder = dado_given_text(s->call, "out");
    if (!folder) return true;
    if (!dado_folder_make(folder, err)) return false;
    for (int i = 0; i < s->count; i++) {
        dado_text path = { 0 }, text = { 0 };
        dado_text_addf(&path, "%s/variant-%02d.rcy", folder, i + 1);
        dado_text_add(&text, s->kept[i].genome->text);
        if (text.length && text.data[text.length - 1] != '\n') dado_text_char(&text, '\n');
        dado_text_addf(&text, ";; Bred from %s; quality %.6f. Steps:\n", s->breed.name,
                       s->kept[i].worth.quality);
        for (const char *step = s->kept[i].genome->steps; *step;) {
            size_t length = strcspn(step, "\n");
            dado_text_addf(&text, ";;   %.*s\n", (int)length, step);
            step += length + (step[length] == '\n');
        }
        s->kept[i].file = dado_arena_copy(s->call->arena, dado_text_string(&path), path.length);
        bool fine = s->kept[i].file && dado_file_write(s->kept[i].file, dado_text_string(&text),
                                                       text.length, err);
        dado_text_free(&path);
        dado_text_free(&text);
        if (!fine) return false;
    }
    return true;
}

static void print_worths(const stable *s, dado_text *out)
{
    dado_text_addf(out, "%-12s %9s %9s %9s %8s %7s\n", "game", "quality", "fitness", "decisions",
                   "rounds", "tokens");
    for (int i = -1; i < s->count; i++) {
        const dado_rules_worth *w = i < 0 ? &s->ancestor : &s->kept[i].worth;
        char name[24] = "ancestor";
        if (i >= 0) snprintf(name, sizeof name, "variant %d", i + 1);
        dado_text_addf(out, "%-12s %9.6f %9.6f %9.1f %8.1f %7d\n", name, w->quality, w->fitness,
                       w->decisions, w->rounds, w->size);
    }
    if (s->count) {
        dado_text_addf(out, "\nSteps to variant 1:\n%s", s->kept[0].genome->steps);
        if (s->kept[0].file) {
            dado_text_addf(out, "\ndado diff %s %s shows what they brought.\n", s->breed.name,
                           s->kept[0].file);
        }
    }
}

static void print_table(const stable *s, const dado_evolution *e, dado_text *out)
{
    dado_text_addf(out, "%s, %d generations of %d, %" PRId64 " variants played\n\n", s->breed.name,
                   e->row_count, e->plan.population, e->evaluations);
    print_worths(s, out);
}

static void print_json(const stable *s, const dado_evolution *e, dado_text *out)
{
    dado_text_add(out, "{\"game\":");
    dado_text_json(out, s->breed.name);
    dado_text_addf(out, ",\"seed\":%" PRIu64 ",\"generations\":%d,\"evaluations\":%" PRId64
                        ",\"ancestor\":",
                   s->breed.seed, e->row_count, e->evaluations);
    dado_text_json_real(out, s->ancestor.quality);
    dado_text_add(out, ",\"variants\":[");
    for (int i = 0; i < s->count; i++) {
        dado_text_addf(out, "%s{\"quality\":", i ? "," : "");
        dado_text_json_real(out, s->kept[i].worth.quality);
        dado_text_add(out, ",\"fitness\":");
        dado_text_json_real(out, s->kept[i].worth.fitness);
        dado_text_add(out, ",\"steps\":");
        dado_text_json(out, s->kept[i].genome->steps);
        dado_text_add(out, ",\"text\":");
        dado_text_json(out, s->kept[i].genome->text);
        dado_text_char(out, '}');
    }
    dado_text_add(out, "]}\n");
}

static bool write_gallery(const stable *s, const dado_generation *rows, int count, dado_error *err)
{
    const char *path = dado_given_text(s->call, "report");
    if (!path) return true;
    dado_text page = { 0 };
    dado_variants_page(&s->breed, &s->ancestor, s->kept, s->count, rows, count, s->call->command,
                       &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    if (fine) dado_call_say(s->call, "the gallery is in %s", path);
    dado_text_free(&page);
    return fine;
}

static int show(stable *s, const dado_evolution *e)
{
    dado_call *call = s->call;
    dado_error err = { 0 };
    keep_best(s, e, (int)dado_given_int(call, "keep", 5, 1, most_kept));
    if (!write_variants(s, &err)) return dado_call_fail(call, &err, NULL);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) print_json(s, e, &out);
    else print_table(s, e, &out);
    bool fine = dado_call_print(call, &out);
    if (fine && !write_gallery(s, e->rows, e->row_count, &err)) {
        fine = false;
        dado_call_fail(call, &err, NULL);
    }
    dado_text_free(&out);
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

// ---- elites: the best of every kind ----

static bool tell_batch(void *context, const dado_archive *a, int batch)
{
    const stable *s = context;
    if (batch % 5 == 0) {
        dado_call_say(s->call, "batch %d: %d of %d cells filled, best %.4f", batch, a->filled_count,
                      a->cells, dado_archive_best(a) < 0 ? 0 : a->fitness[dado_archive_best(a)]);
    }
    return true;
}

static bool read_axes(stable *s, dado_trait_axis *axes, int *count, dado_error *err)
{
    for (int i = 0; i < s->call->given_count; i++) {
        if (strcmp(s->call->given[i].flag->name, "axis") != 0) continue;
        if (*count == 2) return dado_fail(err, DADO_MEANING, "no more than two axes");
        if (!dado_trait_axis_parse(&axes[(*count)++], &s->species, s->call->given[i].value, err)) {
            return false;
        }
    }
    return true;
}

// The elites by fitness, as many as may be shown.
static void keep_elites(stable *s, const dado_archive *a, int wanted)
{
    for (int n = 0; n < wanted && n < a->filled_count; n++) {
        int best = -1;
        for (int k = 0; k < a->filled_count; k++) {
            int cell = a->filled[k];
            const void *genome = a->genomes + (size_t)cell * s->species.size;
            bool taken = false;
            for (int v = 0; v < s->count; v++) taken = taken || s->kept[v].genome == genome;
            if (!taken && (best < 0 || a->fitness[cell] > a->fitness[best])) best = cell;
        }
        if (best < 0) return;
        dado_variant *v = &s->kept[s->count++];
        v->genome =
            (const dado_rules_genome *)(const void *)(a->genomes + (size_t)best * s->species.size);
        dado_rules_judge(&s->breed, v->genome->text, &v->worth);
    }
}

static int illuminate(stable *s)
{
    dado_call *call = s->call;
    dado_error err = { 0 };
    dado_trait_axis axes[2];
    int axis_count = 0;
    dado_archive archive;
    dado_crew *crew = NULL;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    dado_illumination plan = { .first = s->plan.population, .batch = s->plan.population,
                               .batches = s->plan.generations, .seed = s->plan.seed };
    dado_rules_judge(&s->breed, s->breed.ancestor, &s->ancestor);
    if (!read_axes(s, axes, &axis_count, &err)) return dado_call_fail(call, &err, NULL);
    dado_watch_begin(&watch, call, &how);
    s->breed.stop = how.stop;
    bool fine = dado_crew_open(&crew, dado_call_threads(call), &err) &&
                dado_archive_init(&archive, &s->species, axes, axis_count, call->arena, &err) &&
                dado_archive_run(&archive, &plan, crew, tell_batch, s, how.stop, call->arena, &err);
    dado_watch_end(&watch);
    s->breed.stop = NULL;
    int code = DADO_EXIT_FINE;
    if (fine && *how.stop) {
        code = dado_call_interrupted(call, false, "after %" PRId64 " variants", archive.offered);
    }
    if (fine) {
        keep_elites(s, &archive, (int)dado_given_int(call, "keep", most_kept, 1, most_kept));
        fine = write_variants(s, &err);
    }
    if (fine) {
        dado_text out = { 0 };
        if (dado_given_flag(call, "json")) dado_archive_csv(&archive, &out);
        else {
            dado_text_addf(&out, "%s: %d of %d kinds found, %" PRId64 " variants played\n\n",
                           s->breed.name, archive.filled_count, archive.cells, archive.offered);
            print_worths(s, &out);
        }
        if (!dado_call_print(call, &out)) code = DADO_EXIT_FAILED;
        dado_text_free(&out);
        fine = write_gallery(s, NULL, 0, &err);
    }
    if (!fine) code = dado_call_fail(call, &err, NULL);
    dado_crew_close(crew);
    return code;
}

static int breed(stable *s)
{
    dado_call *call = s->call;
    dado_error err = { 0 };
    dado_crew *crew = NULL;
    dado_evolution e;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    int threads = dado_call_threads(call);
    dado_text settings = { 0 };
    dado_text_addf(&settings, "%s population=%d generations=%d stagnation=%d target=%g",
                   s->species.settings, s->plan.population, s->plan.generations, s->plan.stagnation,
                   s->plan.target_given ? s->plan.target : -1);
    s->run = (dado_breeding_run){ .call = call };
    s->run.settings = dado_arena_copy(call->arena, dado_text_string(&settings), settings.length);
    dado_text_free(&settings);
    dado_rules_judge(&s->breed, s->breed.ancestor, &s->ancestor);
    dado_watch_begin(&watch, call, &how);
    s->breed.stop = how.stop;
    bool fine = s->run.settings && dado_crew_open(&crew, threads, &err) &&
                dado_call_store(call, DADO_STORE_WRITE, &s->run.store, &err) &&
                dado_evolution_begin(&e, &s->species, &s->plan, crew, call->arena, &err) &&
                dado_breeding_open(&s->run, &e, &err) &&
                dado_evolution_run(&e, dado_breeding_watch, &s->run, how.stop, &err);
    s->breed.stop = NULL;
    bool stopped = fine && e.halt == DADO_BREEDING_ON;
    fine = fine && dado_breeding_keep(&s->run, &e, !stopped, &err);
    dado_watch_end(&watch);
    dado_breeding_clear(&s->run);
    int code = DADO_EXIT_FINE;
    if (fine && stopped) {  // said first: to show the best takes matches, and may be cut short, too
        code = dado_call_interrupted(call, s->run.store != NULL, "in generation %d of %d",
                                     e.generation ? e.generation : 1, e.plan.generations);
    }
    int shown = fine ? show(s, &e) : dado_call_fail(call, &err, NULL);
    if (shown != DADO_EXIT_FINE) code = shown;
    dado_store_close(s->run.store);
    dado_crew_close(crew);
    return code;
}

static int run(dado_call *call)
{
    stable s = { .call = call };
    dado_error err = { 0 };
    read_plan(&s);
    dado_given_int(call, "matches", 200, 20, 1000000);
    dado_given_int(call, "limit", 5000, 1, 100000000);
    dado_given_real(call, "growth-cost", 0.05, 0, 10);
    dado_given_int(call, "keep", 5, 1, most_kept);
    dado_call_threads(call);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (dado_given_flag(call, "resume") && dado_given_flag(call, "no-store")) {
        return dado_call_misused(call, "--resume needs the store that --no-store does without");
    }
    if (!prepare(&s, &err)) {
        const char *text = dado_source_of_error(&s.source, &err);
        return dado_call_fail(call, &err, text ? text : s.wishes);
    }
    return dado_given_text(call, "axis") ? illuminate(&s) : breed(&s);
}

static const dado_flag flags[] = {
    { "toward", 't', "FILE",
      "What is wished for: an expectation file, or casual, tense, strategic.", NULL,
      DADO_OFFER_FILES, false },
    { "population", 0, "N", "Variants in a generation.", "40", DADO_OFFER_NOTHING, false },
    { "generations", 'g', "N", "Generations at most.", "30", DADO_OFFER_NOTHING, false },
    { "stagnation", 0, "N", "Stops after so many generations without a better one.", "12",
      DADO_OFFER_NOTHING, false },
    { "target", 0, "QUALITY", "Stops once this fitness is reached.", NULL, DADO_OFFER_NOTHING,
      false },
    { "matches", 'n', "N", "Matches each variant is judged by.", "200", DADO_OFFER_NOTHING, false },
    { "seed", 's', "N", "Where all luck comes from.", "1", DADO_OFFER_NOTHING, false },
    { "threads", 'j', "N", "How many variants to judge at a time; results do not depend on it.",
      "one a core", DADO_OFFER_NOTHING, false },
    { "limit", 0, "N", "A variant whose match takes more moves is thrown out.", "5000",
      DADO_OFFER_NOTHING, false },
    { "agent", 0, "AGENT", "Who plays, in every seat.", "random", DADO_OFFER_AGENTS, false },
    { "growth-cost", 0, "COST", "What it costs to be twice as long as the ancestor.", "0.05",
      DADO_OFFER_NOTHING, false },
    { "axis", 0, "TRAIT:LOW..HIGH:CELLS",
      "Looks for the best of every kind instead of the best of all (MAP-Elites): decisions, "
      "rounds, "
      "drama, lead_change, branching or size; once or twice.",
      NULL, DADO_OFFER_NOTHING, true },
    { "keep", 'k', "N", "How many of the best to show.", "5", DADO_OFFER_NOTHING, false },
    { "out", 'o', "FOLDER", "Writes the best as descriptions into this folder.", NULL,
      DADO_OFFER_FOLDERS, false },
    { "report", 0, "FILE", "Writes a gallery with what changed.", NULL, DADO_OFFER_FILES, false },
    { "store", 0, "FILE", "The file the run is kept in.", "$DADO_STORE, or dado.db here",
      DADO_OFFER_FILES, false },
    { "no-store", 0, NULL, "Keeps nothing.", NULL, DADO_OFFER_NOTHING, false },
    { "resume", 0, NULL, "Goes on with the same run where it was left.", NULL, DADO_OFFER_NOTHING,
      false },
    { 0 },
};

static const dado_example examples[] = {
    { "dado evolve dicepoints --toward tense --out bred --report bred.html",
      "tenser variants of a dice game, with a gallery" },
    { "dado evolve mine.rcy --toward wish.expect -n 500 --generations 60 --resume",
      "goes on with a longer run" },
    { "dado evolve agram --toward tense --axis decisions:0..60:12 --axis lead_change:0..1:10",
      "the best of every length and liveliness" },
    { 0 },
};

const dado_verb dado_verb_evolve = {
    .name = "evolve",
    .words = "GAME",
    .about = "breeds variants of a described game toward what is wished of it",
    .details =
        "Numbers, decks, comparisons, options, acts, their order and what is scored are changed a "
        "little at a time; every variant passes the checker, and those that do not end, break or "
        "leave nothing to decide are thrown out. Fitness is the quality by the expectations, less "
        "a little for every rule grown. What is kept is a readable description with the steps "
        "that led to it, and dado sim gives its figures again.",
    .offer = DADO_OFFER_GAMES,
    .least = 1,
    .most = 1,
    .flags = { flags, dado_flags_game, dado_flags_json },
    .examples = examples,
    .run = run,
};
