// evolve.c - dado evolve: breeds games, maps and levels toward what is wished of them.
//
// The word decides the stock; from there on all are bred alike.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/breeding.h"
#include "cli/stock.h"
#include "report/sheet.h"
#include "evolve/archive.h"
#include "lab/file.h"
#include "worlds/generator.h"

enum { most_kept = 20 };

typedef struct nursery {
    dado_stable stable;
    dado_breeding_run run;
    dado_brood brood;
    dado_variant kept[most_kept];
    void *scratch;
} nursery;

#define STOCK(name) &dado_stock_##name,
static const dado_stock *const stocks[] = {
#include "cli/stocks.def"
};
#undef STOCK
enum { stock_count = sizeof stocks / sizeof *stocks };

static bool ends_with(const char *word, const char *suffix)
{
    size_t length = strlen(word), tail = strlen(suffix);
    return length > tail && strcmp(word + length - tail, suffix) == 0;
}

// What the word names. Files of patterns and generators are known by their names; the rest are
// games as the lab finds them.
static bool find_stock(dado_stable *s, dado_error *err)
{
    const char *word = s->call->words[0];
    const dado_generator *generator = dado_generator_named(word);
    dado_options options;
    if (generator || ends_with(word, ".lua")) {
        bool level = generator && strcmp(generator->world, "platform") == 0;
        s->stock = level ? &dado_stock_level : &dado_stock_maker;
        return true;
    }
    if (strcmp(word, "platform") == 0 || ends_with(word, ".patterns") ||
        ends_with(word, ".genes")) {
        s->stock = &dado_stock_level;
        return true;
    }
    if (!dado_errand_options(&s->call->errand, &options, err) ||
        !dado_source_find(&s->source, word, &options, s->call->arena, err)) {
        return false;
    }
    if (s->source.text && strcmp(s->source.rules->name, "recycle") == 0) {
        s->stock = &dado_stock_game;
    } else if (s->source.text && strcmp(s->source.rules->name, "dungeon") == 0) {
        s->stock = &dado_stock_map;
    } else if (s->source.text && strcmp(s->source.rules->name, "platform") == 0) {
        return dado_fail(err, DADO_MEANING,
                         "%s is a level as drawn; bred are rows of patterns: give a .genes or a "
                         ".patterns file, or platform",
                         word);
    } else {
        return dado_fail(err, DADO_MEANING,
                         "%s is not a described game, a map, a generator of maps or levels from "
                         "patterns",
                         word);
    }
    return true;
}

static bool has_word(const char *const *words, const char *word)
{
    for (; *words; words++) {
        if (strcmp(*words, word) == 0) return true;
    }
    return false;
}

// A flag that is given and that only other stocks take; or NULL.
static const char *foreign_flag(const dado_stable *s)
{
    for (int i = 0; i < s->call->given_count; i++) {
        const char *name = s->call->given[i].param->name;
        if (has_word(s->stock->flags, name)) continue;
        for (int k = 0; k < stock_count; k++) {
            if (has_word(stocks[k]->flags, name)) return name;
        }
    }
    return NULL;
}

static void read_plan(dado_call *call, bool wished, dado_breeding *plan)
{
    plan->population = (int)dado_given_int(call, "population", plan->population, 4, 100000);
    plan->generations = (int)dado_given_int(call, "generations", plan->generations, 1, 1000000);
    plan->stagnation = (int)dado_given_int(call, "stagnation", plan->stagnation, 0, 1000000);
    plan->target_given |= dado_given_text(call, "target") != NULL;
    plan->target = dado_given_real(call, "target", plan->target, wished ? 0 : -1e300,
                                   wished ? 1 : 1e300);
    plan->population += plan->population % 2;
    if (plan->elite > plan->population) plan->elite = plan->population;
}

static const char *kept_text(dado_call *call, const dado_text *text)
{
    return dado_arena_copy(call->arena, dado_text_string(text), text->length);
}

// Fills in what is known of a genome; false if it makes no instance.
static bool look_at(nursery *n, const void *genome, double fitness, dado_variant *v)
{
    const dado_stable *s = &n->stable;
    dado_text text = { 0 };
    *v = (dado_variant){ .genome = genome, .fitness = fitness };
    bool made = dado_species_write(&s->species, genome, &text);
    v->text = made ? kept_text(s->call, &text) : NULL;
    dado_text_free(&text);
    if (!v->text) return false;
    s->species.describe(&s->species, genome, n->scratch, v->traits);
    if (s->stock->steps) v->steps = s->stock->steps(genome);
    return true;
}

// Takes one in unless it is the ancestor or one that is there already.
static void take_in(nursery *n, const void *genome, double fitness)
{
    dado_brood *b = &n->brood;
    const dado_stock *stock = n->stable.stock;
    dado_variant *v = &b->variants[b->count];
    dado_text text = { 0 };
    bool known = dado_is_none(fitness) || !dado_species_write(b->species, genome, &text) ||
                 (b->ancestor.text && strcmp(b->ancestor.text, dado_text_string(&text)) == 0);
    for (int k = 0; k < b->count && !known; k++) {
        known = strcmp(b->variants[k].text, dado_text_string(&text)) == 0;
    }
    dado_text_free(&text);
    if (known || (stock->worthy && !stock->worthy(&n->stable, genome))) return;
    b->count += look_at(n, genome, fitness, v);
}

// The best that differ from each other in their text, by fitness.
static void keep_best(nursery *n, const dado_evolution *e, int wanted)
{
    int *places = dado_new(n->stable.call->arena, int, e->plan.population);
    if (!places) return;
    dado_evolution_rank(e, places);
    for (int i = 0; i < e->plan.population && n->brood.count < wanted; i++) {
        take_in(n, dado_evolution_genome(e, places[i]), e->fitness[places[i]]);
    }
}

// The elites by fitness, the first filled of equals.
static void keep_elites(nursery *n, const dado_archive *a, int wanted)
{
    bool *seen = dado_new(n->stable.call->arena, bool, a->cells);
    for (int left = a->filled_count; seen && left > 0 && n->brood.count < wanted; left--) {
        int best = -1;
        for (int k = 0; k < a->filled_count; k++) {
            int cell = a->filled[k];
            if (!seen[cell] && (best < 0 || a->fitness[cell] > a->fitness[best])) best = cell;
        }
        seen[best] = true;
        take_in(n, a->genomes + (size_t)best * a->species->size, a->fitness[best]);
    }
}

static void heed(dado_stable *s, const volatile sig_atomic_t *stop)
{
    if (s->stock->heed) s->stock->heed(s, stop);
}

// ---- what is left behind: files, table, JSON, page ----

static double quality_of(const nursery *n, const dado_variant *v)
{
    int trait = dado_species_trait(&n->stable.species, "quality");
    return trait < 0 ? v->fitness : v->traits[trait];
}

// Descriptions may say where they come from.
static void add_steps(const nursery *n, const dado_variant *v, dado_text *text)
{
    if (!v->steps) return;
    if (text->length && text->data[text->length - 1] != '\n') dado_text_char(text, '\n');
    dado_text_addf(text, ";; Bred from %s; quality %.6f. Steps:\n", n->stable.name,
                   quality_of(n, v));
    for (const char *step = v->steps; *step;) {
        size_t length = strcspn(step, "\n");
        dado_text_addf(text, ";;   %.*s\n", (int)length, step);
        step += length + (step[length] == '\n');
    }
}

static bool write_one(nursery *n, const char *folder, int i, dado_error *err)
{
    const dado_stable *s = &n->stable;
    dado_variant *v = &n->brood.variants[i];
    dado_text path = { 0 }, text = { 0 };
    dado_text_addf(&path, "%s/variant-%02d%s", folder, i + 1, s->species.suffix);
    v->file = kept_text(s->call, &path);
    dado_text_add(&text, v->text);
    add_steps(n, v, &text);
    bool fine = v->file && dado_file_write(v->file, dado_text_string(&text), text.length, err);
    if (fine && s->stock->notation) {
        dado_text_clear(&path);
        dado_text_clear(&text);
        dado_text_addf(&path, "%s/variant-%02d%s", folder, i + 1, s->stock->notation);
        s->species.print(&s->species, v->genome, &text);
        if (text.length && text.data[text.length - 1] != '\n') dado_text_char(&text, '\n');
        fine = dado_file_write(dado_text_string(&path), dado_text_string(&text), text.length, err);
    }
    dado_text_clear(&text);
    if (fine) s->stock->again(s, v->file, &text);
    v->again = fine ? kept_text(s->call, &text) : NULL;
    dado_text_free(&path);
    dado_text_free(&text);
    return fine;
}

static bool write_variants(nursery *n, dado_error *err)
{
    const char *folder = dado_given_text(n->stable.call, "out");
    if (!folder) return true;
    for (int i = 0; i < n->brood.count; i++) {
        if (!write_one(n, folder, i, err)) return false;
    }
    return true;
}

static void print_worths(const nursery *n, dado_text *out)
{
    const dado_stable *s = &n->stable;
    const dado_brood *b = &n->brood;
    dado_sheet_column heads[2 + DADO_TRAITS_MOST] = {
        { s->stock->name, false, 0 }, { "fitness", true, 0 }
    };
    int traits = 0;
    for (; b->columns[traits]; traits++) {
        heads[2 + traits] = (dado_sheet_column){ b->columns[traits], true, 1 + traits };
    }
    dado_sheet *sheet = dado_sheet_new(heads, 2 + traits);
    if (!sheet) return;
    for (int i = b->ancestor.genome ? -1 : 0; i < b->count; i++) {
        const dado_variant *v = i < 0 ? &b->ancestor : &b->variants[i];
        if (i < 0) dado_sheet_cell(sheet, "ancestor");
        else dado_sheet_cellf(sheet, "variant %d", i + 1);
        dado_sheet_cellf(sheet, "%.6g", v->fitness);
        for (int c = 0; c < traits; c++) {
            int trait = dado_species_trait(b->species, b->columns[c]);
            dado_sheet_cellf(sheet, "%.6g", v->traits[trait]);
        }
    }
    dado_sheet_print(sheet, s->call->columns, s->call->colour, false, out);
    dado_sheet_free(sheet);
    if (b->count == 0) return;
    const dado_variant *first = &b->variants[0];
    if (first->steps) dado_text_addf(out, "\nSteps to variant 1:\n%s", first->steps);
    if (s->stock->notation) {
        dado_text_add(out, "\nVariant 1: ");
        s->species.print(&s->species, first->genome, out);
        if (out->data[out->length - 1] != '\n') dado_text_char(out, '\n');
    }
    if (first->file) {
        dado_text_char(out, '\n');
        s->stock->look(s, first->file, out);
        dado_text_char(out, '\n');
    }
}

static void print_variant(const nursery *n, const dado_variant *v, dado_text *out)
{
    const dado_species *species = &n->stable.species;
    dado_text_char(out, '{');
    if (n->stable.stock->wished) {
        dado_text_add(out, "\"quality\":");
        dado_text_json_real(out, quality_of(n, v));
        dado_text_char(out, ',');
    }
    dado_text_add(out, "\"fitness\":");
    dado_text_json_real(out, v->fitness);
    dado_text_add(out, ",\"measures\":{");
    for (int t = 0; species->traits[t].name; t++) {
        dado_text_addf(out, "%s\"%s\":", t ? "," : "", species->traits[t].name);
        dado_text_json_real(out, v->traits[t]);
    }
    dado_text_char(out, '}');
    if (v->steps) {
        dado_text_add(out, ",\"steps\":");
        dado_text_json(out, v->steps);
    }
    if (n->stable.stock->notation) {
        dado_text genome = { 0 };
        species->print(species, v->genome, &genome);
        dado_text_add(out, ",\"genome\":");
        dado_text_json(out, dado_text_string(&genome));
        dado_text_free(&genome);
    }
    dado_text_add(out, ",\"text\":");
    dado_text_json(out, v->text);
    dado_text_char(out, '}');
}

// Of an archive, `a` is what it holds; else NULL.
static void print_json(const nursery *n, int generations, int64_t evaluations,
                       const dado_archive *a, dado_text *out)
{
    const dado_stable *s = &n->stable;
    dado_text_addf(out, "{\"%s\":", s->stock->name);
    dado_text_json(out, s->name);
    dado_text_addf(out, ",\"seed\":%" PRIu64 ",\"generations\":%d,\"evaluations\":%" PRId64
                        ",\"ancestor\":",
                   s->seed, generations, evaluations);
    dado_text_json_real(out, n->brood.ancestor.genome ? quality_of(n, &n->brood.ancestor)
                                                      : DADO_NONE);
    dado_text_add(out, ",\"variants\":[");
    for (int i = 0; i < n->brood.count; i++) {
        if (i) dado_text_char(out, ',');
        print_variant(n, &n->brood.variants[i], out);
    }
    dado_text_char(out, ']');
    if (a) {
        dado_text_add(out, ",\"archive\":");
        dado_archive_json(a, out);
    }
    dado_text_add(out, "}\n");
}

static bool write_gallery(const nursery *n, const dado_generation *rows, int count,
                          dado_error *err)
{
    dado_call *call = n->stable.call;
    const char *path = dado_given_text(call, "report");
    if (!path) return true;
    dado_text page = { 0 };
    dado_variants_page(&n->brood, rows, count, call->command, &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    if (fine) dado_call_say(call, "the gallery is in %s", path);
    dado_text_free(&page);
    return fine;
}

// What names the run in the store.
static bool name_run(nursery *n, dado_error *err)
{
    const dado_stable *s = &n->stable;
    const dado_breeding *p = &s->plan;
    dado_text settings = { 0 };
    dado_text_addf(&settings,
                   "%s population=%d generations=%d stagnation=%d target=%g run_seed=%" PRIu64
                   " selection=%d/%d/%d/%g",
                   s->species.settings, p->population, p->generations, p->stagnation,
                   p->target_given ? p->target : -1, p->seed, (int)p->selection, p->tournament,
                   p->elite, p->crossover);
    for (int i = 0; i < s->call->given_count; i++) {
        if (strcmp(s->call->given[i].param->name, "axis") != 0) continue;
        dado_text_addf(&settings, " axis=%s", s->call->given[i].value);
    }
    n->run = (dado_breeding_run){ .call = s->call, .settings = kept_text(s->call, &settings) };
    dado_text_free(&settings);
    return n->run.settings || dado_fail(err, DADO_LIMIT, "no memory left for settings");
}

// ---- elites: the best of every kind ----

static bool read_axes(const dado_stable *s, dado_trait_axis *axes, int *count, dado_error *err)
{
    for (int i = 0; i < s->call->given_count; i++) {
        if (strcmp(s->call->given[i].param->name, "axis") != 0) continue;
        if (*count == 2) return dado_fail(err, DADO_MEANING, "no more than two axes");
        if (!dado_trait_axis_parse(&axes[(*count)++], &s->species, s->call->given[i].value, err)) {
            return false;
        }
    }
    return true;
}

static int show_elites(nursery *n, const dado_archive *a, int batches)
{
    dado_call *call = n->stable.call;
    dado_error err = { 0 };
    dado_text out = { 0 };
    keep_elites(n, a, (int)dado_given_int(call, "keep", most_kept, 1, most_kept));
    if (!write_variants(n, &err)) return dado_call_fail(call, &err, NULL);
    if (dado_given_flag(call, "json")) {
        print_json(n, batches, a->offered, a, &out);
    } else {
        dado_text_addf(&out, "%s: %d of %d kinds found, %" PRId64 " %s judged\n\n",
                       n->stable.name, a->filled_count, a->cells, a->offered,
                       n->stable.stock->names);
        print_worths(n, &out);
    }
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    if (!write_gallery(n, NULL, 0, &err)) return dado_call_fail(call, &err, NULL);
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int illuminate(nursery *n)
{
    const dado_stable *s = &n->stable;
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
    if (!read_axes(s, axes, &axis_count, &err)) return dado_call_fail(call, &err, NULL);
    dado_watch_begin(&watch, call, &how);
    heed(&n->stable, how.stop);
    bool fine = name_run(n, &err) &&
                dado_crew_open(&crew, dado_errand_threads(&call->errand), &err) &&
                dado_errand_store(&call->errand, DADO_STORE_WRITE, &n->run.store, &err) &&
                dado_archive_init(&archive, &s->species, axes, axis_count, call->arena, &err);
    n->run.plan = &plan;
    fine = fine && dado_breeding_open_archive(&n->run, &archive, &err) &&
           dado_archive_run(&archive, &plan, crew, dado_breeding_watch_archive, &n->run, how.stop,
                            call->arena, &err);
    heed(&n->stable, NULL);
    bool stopped = *how.stop != 0;
    fine = fine && dado_breeding_keep_archive(&n->run, &archive, !stopped, &err);
    dado_watch_end(&watch);
    dado_crew_close(crew);
    int code = DADO_EXIT_FINE;
    if (fine && stopped) {
        code = dado_call_interrupted(call, n->run.store != NULL, "in batch %d of %d",
                                     archive.batch, plan.batches);
    }
    if (fine) dado_archive_settle(&archive, &plan, call->arena);
    int shown = fine ? show_elites(n, &archive, plan.batches) : dado_call_fail(call, &err, NULL);
    dado_store_close(n->run.store);
    return shown == DADO_EXIT_FINE ? code : shown;
}

// ---- the best of all ----

static int show(nursery *n, const dado_evolution *e)
{
    dado_call *call = n->stable.call;
    dado_error err = { 0 };
    keep_best(n, e, (int)dado_given_int(call, "keep", 5, 1, most_kept));
    if (!write_variants(n, &err)) return dado_call_fail(call, &err, NULL);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        print_json(n, e->row_count, e->evaluations, NULL, &out);
    } else {
        dado_text_addf(&out, "%s, %d generations of %d, %" PRId64 " variants judged\n\n",
                       n->stable.name, e->row_count, e->plan.population, e->evaluations);
        print_worths(n, &out);
    }
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    if (!write_gallery(n, e->rows, e->row_count, &err)) return dado_call_fail(call, &err, NULL);
    return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int breed(nursery *n)
{
    dado_stable *s = &n->stable;
    dado_call *call = s->call;
    dado_error err = { 0 };
    dado_crew *crew = NULL;
    dado_evolution e;
    dado_experiment_how how = { 0 };
    dado_watch watch;
    int threads = dado_errand_threads(&call->errand);
    dado_watch_begin(&watch, call, &how);
    heed(s, how.stop);
    bool fine = name_run(n, &err) && dado_crew_open(&crew, threads, &err) &&
                dado_errand_store(&call->errand, DADO_STORE_WRITE, &n->run.store, &err) &&
                dado_evolution_begin(&e, &s->species, &s->plan, crew, call->arena, &err) &&
                dado_breeding_open(&n->run, &e, &err) &&
                dado_evolution_run(&e, dado_breeding_watch, &n->run, how.stop, &err);
    heed(s, NULL);
    bool stopped = fine && e.halt == DADO_BREEDING_ON;
    fine = fine && dado_breeding_keep(&n->run, &e, !stopped, &err);
    dado_watch_end(&watch);
    dado_breeding_clear(&n->run);
    int code = DADO_EXIT_FINE;
    if (fine && stopped) {  // said first: to show the best takes matches, and may be cut short, too
        code = dado_call_interrupted(call, n->run.store != NULL, "in generation %d of %d",
                                     e.generation ? e.generation : 1, e.plan.generations);
    }
    int shown = fine ? show(n, &e) : dado_call_fail(call, &err, NULL);
    if (shown != DADO_EXIT_FINE) code = shown;
    dado_store_close(n->run.store);
    dado_crew_close(crew);
    return code;
}

static bool look_at_ancestor(nursery *n, dado_error *err)
{
    dado_stable *s = &n->stable;
    n->brood = (dado_brood){ .name = s->name, .species = &s->species, .columns = s->stock->columns,
                             .variants = n->kept };
    n->scratch = dado_arena_take(s->call->arena, 1, s->species.scratch + 1);
    if (!n->scratch) return dado_fail(err, DADO_LIMIT, "no memory left for %s", s->name);
    if (!s->ancestor) return true;
    double fitness = s->species.fitness(&s->species, s->ancestor, n->scratch);
    return look_at(n, s->ancestor, fitness, &n->brood.ancestor) ||
           dado_fail(err, DADO_MEANING, "%s itself cannot be judged", s->name);
}

static int run(dado_call *call)
{
    nursery n = { .stable = { .call = call } };
    dado_stable *s = &n.stable;
    dado_error err = { 0 };
    s->seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX / 2);
    dado_given_int(call, "keep", 5, 1, most_kept);
    dado_errand_threads(&call->errand);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    bool axis = dado_given_text(call, "axis") != NULL;
    if (dado_given_flag(call, "resume") && dado_given_flag(call, "no-store")) {
        return dado_call_misused(call, "--resume needs the store that --no-store does without");
    }
    bool fine = find_stock(s, &err);
    if (fine && foreign_flag(s)) {
        return dado_call_misused(call, "--%s is not for %s", foreign_flag(s), s->stock->names);
    }
    const char *folder = dado_given_text(call, "out");  // asked for now, not after an hour
    fine = fine && s->stock->open(s, &err);
    if (fine) {
        read_plan(call, s->stock->wished, &s->plan);
        s->plan.seed = s->seed;
    }
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    fine = fine && (!folder || dado_folder_make(folder, &err)) && look_at_ancestor(&n, &err);
    if (!fine) {
        if (err.status == DADO_OK) return DADO_EXIT_FAILED;
        const char *text = dado_source_of_error(&s->source, &err);
        return dado_call_fail(call, &err, text ? text : s->wishes);
    }
    return axis ? illuminate(&n) : breed(&n);
}

static const dado_param flags[] = {
    { .name = "toward", .letter = 't', .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "What is wished for: an expectation file, or one of the library's. Games: casual, "
               "tense, " "strategic. Maps: casual, classic, hardcore. Levels: easy, hard, or "
               "nothing, and patterns " "that go well together are all that counts." },
    { .name = "population", .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "40; of maps 24, of levels 500", .about = "Variants in a generation." },
    { .name = "generations", .letter = 'g', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "30; of levels 500", .about = "Generations at most." },
    { .name = "stagnation", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "12; of levels 0",
      .about = "Stops after so many generations without a better one; 0 never does." },
    { .name = "target", .kind = DADO_PARAM_TEXT, .value = "FITNESS",
      .about = "Stops once this fitness is reached." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "one a core",
      .about = "How many variants to judge at a time; results do not depend on it." },
    { .name = "axis", .kind = DADO_PARAM_TEXT, .value = "TRAIT:LOW..HIGH:CELLS", .many = true,
      .about = "Looks for the best of every kind instead of the best of all (MAP-Elites), once or "
               "twice. " "Games: quality, decisions, rounds, drama, lead_change, branching or "
               "size. Maps and levels: " "any measure that takes no playing, as linearity or "
               "leniency." },
    { .name = "keep", .letter = 'k', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "5",
      .about = "How many of the best to show." },
    { .name = "out", .letter = 'o', .kind = DADO_PARAM_FOLDER, .value = "FOLDER",
      .about = "Writes the best into this folder, as files that other verbs read; of a generator "
               "its " "numbers too, of a level its patterns." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a gallery with what changed." },
    { .name = "set", .letter = 'D', .kind = DADO_PARAM_TEXT, .value = "NAME=VALUE", .many = true,
      .about = "Sets an option of the game, a rule of the dungeon, a number of the generator, "
               "which then " "stays, or how levels are bred. @FILE as a value is the text of that "
               "file." },
    { .name = "store", .kind = DADO_PARAM_FILE, .value = "FILE",
      .unset = "$DADO_STORE, or dado.db here", .about = "The file the run is kept in." },
    { .name = "no-store", .kind = DADO_PARAM_FLAG, .about = "Keeps nothing." },
    { .name = "resume", .kind = DADO_PARAM_FLAG,
      .about = "Goes on with the same run where it was left." },
    { 0 },
};

static const dado_param stock_flags[] = {
    { .name = "matches", .letter = 'n', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "200; on maps 10",
      .about = "Games and maps: matches each variant is judged by, on maps of every profile." },
    { .name = "agent", .kind = DADO_PARAM_AGENT, .value = "AGENT", .unset = "random",
      .about = "Games: who plays, in every seat." },
    { .name = "limit", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "5000",
      .about = "Games: a variant whose match takes more moves is thrown out." },
    { .name = "growth-cost", .kind = DADO_PARAM_TEXT, .value = "COST", .unset = "0.05",
      .about = "Games: what it costs to be twice as long as the ancestor." },
    { .name = "profiles", .letter = 'p', .kind = DADO_PARAM_FILE, .value = "LIST", .unset = "all",
      .about = "Maps: who plays, as for dado map eval." },
    { .name = "rules", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Maps: rules of the game as NAME = VALUE lines." },
    { .name = "patterns", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.patterns",
      .about = "Levels: the patterns they are put together from." },
    { .name = "table", .kind = DADO_PARAM_FILE, .value = "FILE", .unset = "classic.table",
      .about = "Levels: how well a pattern follows another, and what repetition costs." },
    { .name = "weight", .kind = DADO_PARAM_TEXT, .value = "W", .unset = "1000",
      .about = "Levels: fitness lost by one that meets no expectation at all." },
    { .name = "difficulty", .kind = DADO_PARAM_TEXT, .value = "SHARE",
      .about = "Levels: breeds toward this difficulty, 0 to 1, by playing every one." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado evolve dicepoints --toward tense --out bred --report bred.html",
      "tenser variants of a dice game, with a gallery" },
    { "dado evolve mine.rcy --toward wish.expect -n 500 --generations 60 --resume",
      "goes on with a longer run" },
    { "dado evolve agram --toward tense --axis decisions:0..60:12 --axis lead_change:0..1:10",
      "the best of every length and liveliness" },
    { "dado evolve lair.map --toward casual --out bred", "a map made kinder, cell by cell" },
    { "dado evolve caves --toward hardcore -D width=30 --out bred",
      "the numbers that make a generator's best map" },
    { "dado evolve platform -D algorithm=improved --toward easy --out bred",
      "levels from patterns, easy ones" },
    { "dado evolve level-00001.genes -D algorithm=improved --out bred",
      "a level that is there, bred on" },
    { 0 },
};

const dado_verb dado_verb_evolve = {
    .name = "evolve",
    .words = "GAME|MAP|GENERATOR|LEVEL",
    .about = "breeds variants of a game, a map or a level toward what is wished of it",
    .details =
        "One loop for all: variants are bred, judged, and the better have children. A row a "
        "generation goes to the store; Ctrl-C loses nothing, and the same command with --resume "
        "goes on.\n\n"
        "Of a described game numbers, decks, comparisons, options, acts, their order and what is "
        "scored are changed a little at a time; every variant passes the checker, and those that "
        "do not end, break or leave nothing to decide are thrown out. Fitness is the quality by "
        "the expectations, less a little for every rule grown. What is kept is a readable "
        "description with the steps that led to it, and dado sim gives its figures again.\n\n"
        "Of a .map stone, start, exit and things are changed; what walls the exit or a thing off "
        "is taken back. Of a generator of maps, by name or a Lua script, the genome is its numbers "
        "and a seed. Fitness of both is the quality that dado map eval finds with as many "
        "games.\n\n"
        "Levels are rows of patterns, bred as dado level evolve does: from a .patterns file, from "
        "those shipped, which are called platform, or from a row that is there, a .genes file. "
        "Fitness is how well the patterns go together, less what expectations miss.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 1,
    .flags = { flags, stock_flags, dado_params_json },
    .examples = examples,
    .run = run,
};
