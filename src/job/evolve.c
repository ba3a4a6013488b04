// evolve.c - breeds games, maps and levels toward a target.
//
// The word on the command line decides which kind of thing is bred; from there on all kinds are
// bred the same way.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/game_extras.h"
#include "job/evolution_runner.h"
#include "job/level_inputs.h"
#include "job/species_source.h"
#include "measure/number_format.h"
#include "report/report_functions.h"
#include "worlds/generator.h"

enum { most_kept = 20 };

typedef struct evolve_task {
    dado_breeding_setup setup;
    dado_evolution_runner run;
    dado_evolved_variants brood;
    dado_variant kept[most_kept];
    void *scratch;
} evolve_task;

#define SPECIES(name) &dado_species_source_##name,
static const dado_species_source *const species_sources[] = {
#include "job/species_sources.def"
};
#undef SPECIES
enum { species_source_count = sizeof species_sources / sizeof *species_sources };

int64_t dado_species_source_int(const dado_job_run *job_run, const char *name, int64_t usual)
{
    return dado_job_run_is_given(job_run, name) ? dado_job_run_int(job_run, name) : usual;
}

// Returns the source of this name, or NULL.
static const dado_species_source *species_source_named(const char *name)
{
    for (int i = 0; name && i < species_source_count; i++) {
        if (strcmp(species_sources[i]->name, name) == 0) return species_sources[i];
    }
    return NULL;
}

static const dado_species_source *source_of_file_ending(const char *word)
{
    for (int i = 0; i < species_source_count; i++) {
        for (int k = 0; species_sources[i]->endings && species_sources[i]->endings[k]; k++) {
            if (dado_ends_with(word, species_sources[i]->endings[k])) return species_sources[i];
        }
    }
    return NULL;
}

// Finds what the word names: a file known by its ending, a generator, a world by its name, or
// else a game. The world's extras say what is bred of it.
static bool find_species_source(dado_breeding_setup *s)
{
    const char *word = s->word;
    const dado_generator *generator = dado_generator_named(word);
    dado_game of = { .rules = dado_rules_named(generator ? generator->world : word) };
    s->stock = source_of_file_ending(word);
    if (!s->stock && generator)
        s->stock = species_source_named(dado_game_extra(&of, bred_of_generator));
    if (!s->stock && of.rules) s->stock = species_source_named(dado_game_extra(&of, bred_of_name));
    if (s->stock) return true;
    if (!dado_job_run_find_game(s->job_run, word, &s->source)) return false;
    of.rules = s->source.rules;
    if (s->source.text) s->stock = species_source_named(dado_game_extra(&of, bred_of_file));
    if (s->stock) return true;
    const char *instead = dado_game_extra(&of, bred_of_name);
    if (s->source.text && instead) {
        return dado_fail(s->job_run->err, DADO_INVALID,
                         "%s is a drawn %s, but only rows of patterns can be bred: give a .genes "
                         "or a .patterns file, or %s",
                         word, instead, of.rules->name);
    }
    return dado_fail(s->job_run->err, DADO_INVALID,
                     "%s is not a described game, a map, a generator of maps or levels from "
                     "patterns",
                     word);
}

static bool has_word(const char *const *words, const char *word)
{
    for (; *words; words++) {
        if (strcmp(*words, word) == 0) return true;
    }
    return false;
}

// Returns a given parameter that only other sources take, or NULL.
static const char *foreign_parameter(const dado_breeding_setup *s)
{
    for (int i = 0; i < s->job_run->given_count; i++) {
        const char *name = s->job_run->given[i].param->name;
        if (has_word(s->stock->flags, name)) continue;
        for (int k = 0; k < species_source_count; k++) {
            if (has_word(species_sources[k]->flags, name)) return name;
        }
    }
    return NULL;
}

static bool read_plan(dado_breeding_setup *s)
{
    const dado_job_run *job_run = s->job_run;
    dado_genetic_settings *plan = &s->plan;
    plan->population = (int)dado_species_source_int(job_run, "population", plan->population);
    plan->generations = (int)dado_species_source_int(job_run, "generations", plan->generations);
    plan->stagnation = (int)dado_species_source_int(job_run, "stagnation", plan->stagnation);
    if (dado_job_run_is_given(job_run, "target")) {
        plan->target_given = true;
        plan->target = dado_job_run_real(job_run, "target");
        if (s->stock->wished && (plan->target < 0 || plan->target > 1)) {
            return dado_job_run_usage_error(s->job_run,
                                            "--target must be a number from 0 to 1, not \"%s\"",
                                            dado_job_run_text(job_run, "target"));
        }
    }
    plan->population += plan->population % 2;
    if (plan->elite > plan->population) plan->elite = plan->population;
    plan->seed = s->seed;
    return true;
}

static const char *kept_text(dado_job_run *job_run, const dado_text *text)
{
    return dado_job_run_copy(job_run, dado_text_string(text), text->length);
}

// Fills in what is known about a genome. Returns false if no instance can be made of it.
static bool look_at(evolve_task *n, const void *genome, double fitness, dado_variant *v)
{
    const dado_breeding_setup *s = &n->setup;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    *v = (dado_variant){ .genome = genome, .fitness = fitness, .fresh = dado_estimate_none() };
    if (dado_species_write(&s->species, genome, &text)) v->text = kept_text(s->job_run, &text);
    if (!v->text) return false;
    s->species.describe(&s->species, genome, n->scratch, v->traits);
    if (s->stock->fresh_quality) v->fresh = s->stock->fresh_quality(s, genome);
    if (s->stock->steps) v->steps = s->stock->steps(genome);
    return true;
}

// Returns true if two games have the same measures apart from size: then they differ in text
// alone.
static bool same_in_play(const dado_species *species, const dado_variant *a, const dado_variant *b)
{
    for (int i = 0; species->traits[i].name; i++) {
        if (strcmp(species->traits[i].name, "size") == 0) continue;
        if (a->traits[i] != b->traits[i]) return false;
    }
    return true;
}

// Adds a variant unless it is the ancestor or a variant that is there already.
static void insert_variant(evolve_task *n, const void *genome, double fitness)
{
    dado_evolved_variants *b = &n->brood;
    const dado_species_source *stock = n->setup.stock;
    dado_variant *v = &b->variants[b->count];
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    bool known = dado_is_none(fitness) || !dado_species_write(b->species, genome, &text) ||
                 (b->ancestor.text && strcmp(b->ancestor.text, dado_text_string(&text)) == 0);
    for (int k = 0; k < b->count && !known; k++) {
        known = strcmp(b->variants[k].text, dado_text_string(&text)) == 0;
    }
    if (known || (stock->is_presentable && !stock->is_presentable(&n->setup, genome))) return;
    if (!look_at(n, genome, fitness, v)) return;
    // Of variants that play exactly alike, only one is kept.
    bool alike = stock->steps && b->ancestor.text && same_in_play(b->species, v, &b->ancestor);
    for (int k = 0; stock->steps && k < b->count && !alike; k++) {
        alike = same_in_play(b->species, v, &b->variants[k]);
    }
    b->count += !alike;
}

// Keeps the best variants by fitness, each with a different text.
static void keep_best(evolve_task *n, const dado_evolution *e, int wanted)
{
    int *places = dado_new(n->setup.job_run->region, int, e->plan.population);
    if (!places) return;
    dado_evolution_rank(e, places);
    for (int i = 0; i < e->plan.population && n->brood.count < wanted; i++) {
        insert_variant(n, dado_evolution_genome(e, places[i]), e->population.fitness[places[i]]);
    }
}

// Keeps the elites by fitness; of equals, the one whose cell was filled first.
static void keep_elites(evolve_task *n, const dado_archive *a, int wanted)
{
    bool *seen = dado_new(n->setup.job_run->region, bool, a->cells);
    for (int left = a->filled_count; seen && left > 0 && n->brood.count < wanted; left--) {
        int best = -1;
        for (int k = 0; k < a->filled_count; k++) {
            int cell = a->filled[k];
            if (!seen[cell] && (best < 0 || a->fitness[cell] > a->fitness[best])) best = cell;
        }
        seen[best] = true;
        insert_variant(n, a->genomes + (size_t)best * a->species->size, a->fitness[best]);
    }
}

static void heed(dado_breeding_setup *s, const volatile sig_atomic_t *stop)
{
    if (s->stock->heed) s->stock->heed(s, stop);
}

// ---- what is left behind: files, and the answer ----

static double quality_of(const evolve_task *n, const dado_variant *v)
{
    int trait = dado_species_trait(&n->setup.species, "quality");
    return trait < 0 ? v->fitness : v->traits[trait];
}

// Adds the steps that led to a variant, as comments in its description.
static void add_steps(const evolve_task *n, const dado_variant *v, dado_text *text)
{
    if (!v->steps) return;
    dado_text_end_line(text);
    dado_text_addf(text, ";; Bred from %s; ", n->setup.name);
    if (!dado_estimate_is_none(v->fresh)) {
        dado_text_addf(text, "on fresh luck %.3f (%.3f to %.3f), when chosen ", v->fresh.value,
                       v->fresh.low, v->fresh.high);
    }
    dado_text_addf(text, "quality %.6f. Steps:\n", quality_of(n, v));
    for (const char *step = v->steps; *step;) {
        size_t length = strcspn(step, "\n");
        dado_text_addf(text, ";;   %.*s\n", (int)length, step);
        step += length + (step[length] == '\n');
    }
}

static bool write_one(evolve_task *n, const char *folder, int i)
{
    const dado_breeding_setup *s = &n->setup;
    dado_variant *v = &n->brood.variants[i];
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 }, again = { 0 };
    const char *stem = dado_job_run_copyf(s->job_run, "%s/variant-%02d", folder, i + 1);
    v->file = stem ? dado_job_run_copyf(s->job_run, "%s%s", stem, s->species.suffix) : NULL;
    if (!v->file) return false;
    dado_text_add(&text, v->text);
    add_steps(n, v, &text);
    if (v->steps ? !dado_job_run_write_text(s->job_run, v->file, &text)
                 : !dado_job_run_write_genome(s->job_run, &s->species, v->genome, stem,
                                              s->stock->notation)) {
        return false;
    }
    s->stock->again(s, dado_base_name(v->file), &again);
    v->again = kept_text(s->job_run, &again);
    return true;
}

static bool write_variants(evolve_task *n)
{
    const char *folder = dado_job_run_text(n->setup.job_run, "out");
    for (int i = 0; folder && i < n->brood.count; i++) {
        if (!write_one(n, folder, i)) return false;
    }
    return true;
}

// Fills in the answer except for what the search itself reports. `rounds` are generations, or 0.
static void fill_answer(const evolve_task *n, int rounds, int64_t judged,
                        const dado_generation *rows, int row_count)
{
    const dado_breeding_setup *s = &n->setup;
    dado_document *answer = s->job_run->answer;
    const dado_evolved_variants *b = &n->brood;
    answer->title = dado_document_copyf(answer, "Bred from %s", s->name);
    dado_part *facts = dado_document_facts(answer, DADO_PART("bred", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "stock", "stock", s->stock->name);
    dado_fact(facts, "generations", "generations", rounds);
    dado_fact(facts, "judged", "variants judged", judged);
    dado_fact(facts, "ancestor", "quality of the ancestor",
              b->ancestor.genome ? quality_of(n, &b->ancestor) : DADO_NONE);
    dado_report_variants(answer, b, rows, row_count);
    if (b->count == 0) return;
    const dado_variant *first = &b->variants[0];
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (first->steps) {
        dado_document_textf(answer, DADO_PART("steps", .reader = DADO_FOR_TERMINALS),
                            "Steps to variant 1:\n%s", first->steps);
    }
    if (s->stock->notation) {
        dado_text_add(&text, "Variant 1: ");
        s->species.print(&s->species, first->genome, &text);
        dado_document_text(answer, DADO_PART("genome", .reader = DADO_FOR_TERMINALS),
                           dado_text_string(&text));
    }
    if (first->file) {  // the path is not part of the answer
        dado_text_clear(&text);
        s->stock->inspect_command(s, first->file, &text);
        dado_job_run_message(s->job_run, "%s", dado_text_string(&text));
    }
}

// Makes the settings that name the run in the store.
static bool name_run(evolve_task *n)
{
    const dado_breeding_setup *s = &n->setup;
    const dado_genetic_settings *p = &s->plan;
    DADO_CLEANUP(dado_text_free) dado_text settings = { 0 };
    dado_text_addf(&settings,
                   "%s population=%d generations=%d stagnation=%d target=%g run_seed=%" PRIu64
                   " selection=%d/%d/%d/%g",
                   s->species.settings, p->population, p->generations, p->stagnation,
                   p->target_given ? p->target : -1, p->seed, (int)p->selection, p->tournament,
                   p->elite, p->crossover);
    for (int i = 0; i < dado_job_run_arg_count(s->job_run, "axis"); i++) {
        dado_text_addf(&settings, " axis=%s", dado_job_run_nth_arg(s->job_run, "axis", i));
    }
    n->run = (dado_evolution_runner){ .job_run = s->job_run,
                                      .settings = kept_text(s->job_run, &settings) };
    return n->run.settings;
}

// ---- elites: the best of every kind ----

static bool illuminate(evolve_task *n)
{
    const dado_breeding_setup *s = &n->setup;
    dado_job_run *job_run = s->job_run;
    dado_document *answer = job_run->answer;
    dado_archive archive;
    dado_illumination plan = { .first = s->plan.population,
                               .batch = s->plan.population,
                               .batches = s->plan.generations,
                               .seed = s->plan.seed };
    if (dado_job_run_arg_count(job_run, "axis") > 2) {
        return dado_fail(job_run->err, DADO_INVALID, "at most two axes are possible");
    }
    heed(&n->setup, job_run->stop);
    bool fine = dado_evolution_runner_elites(&n->run, &s->species, &plan, NULL, &archive);
    heed(&n->setup, NULL);
    if (!fine) return false;
    keep_elites(n, &archive, (int)dado_species_source_int(job_run, "keep", most_kept));
    if (!write_variants(n)) return false;
    fill_answer(n, plan.batches, archive.offered, NULL, 0);
    answer->said =
        dado_document_copyf(answer, "%d of %d kinds found, %s %s judged", archive.filled_count,
                            archive.cells, dado_string_count(archive.offered).s, s->stock->names);
    dado_report_archive(answer, &archive);
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "in batch %d of %d", archive.batch, plan.batches);
    }
    return true;
}

// ---- the best of all ----

static bool breed(evolve_task *n)
{
    dado_breeding_setup *s = &n->setup;
    dado_job_run *job_run = s->job_run;
    dado_document *answer = job_run->answer;
    dado_evolution e;
    heed(s, job_run->stop);
    bool fine = dado_evolution_runner_genetic(&n->run, &s->species, &s->plan, job_run->region, &e);
    heed(s, NULL);
    if (!fine) return false;
    keep_best(n, &e, (int)dado_species_source_int(job_run, "keep", 5));
    if (!write_variants(n)) return false;
    fill_answer(n, e.row_count, e.evaluations, e.rows, e.row_count);
    answer->said = dado_document_copyf(answer, "%d generation%s of %d, %s variants judged",
                                       e.row_count, e.row_count == 1 ? "" : "s", e.plan.population,
                                       dado_string_count(e.evaluations).s);
    if (e.halt == DADO_EVOLUTION_RUNNING) {
        dado_job_run_record_stop(job_run, "in generation %d of %d", e.generation ? e.generation : 1,
                                 e.plan.generations);
    }
    return true;
}

static bool look_at_ancestor(evolve_task *n)
{
    dado_breeding_setup *s = &n->setup;
    n->brood = (dado_evolved_variants){ .species = &s->species,
                                        .columns = s->stock->columns,
                                        .notation = s->stock->notation,
                                        .variants = n->kept };
    n->scratch = dado_job_run_alloc(s->job_run, 1, s->species.scratch + 1);
    if (!n->scratch || !s->ancestor) return n->scratch;
    double fitness = s->species.fitness(&s->species, s->ancestor, n->scratch);
    return look_at(n, s->ancestor, fitness, &n->brood.ancestor) ||
           dado_fail(s->job_run->err, DADO_INVALID, "%s itself cannot be judged", s->name);
}

bool dado_breeding_setup_open(dado_breeding_setup *s, dado_job_run *job_run)
{
    *s = (dado_breeding_setup){ .job_run = job_run,
                                .word = dado_job_run_text(job_run, "what"),
                                .seed = dado_job_run_seed(job_run) };
    if (!find_species_source(s)) return false;
    if (foreign_parameter(s)) {
        return dado_job_run_usage_error(
            job_run, "--%s is not for %s",
            dado_param_flag(dado_job_param_named(job_run->job, foreign_parameter(s))),
            s->stock->names);
    }
    return s->stock->open(s) && read_plan(s);
}

static bool run(dado_job_run *job_run)
{
    evolve_task n = { .scratch = NULL };
    dado_breeding_setup *s = &n.setup;
    if (!dado_job_run_can_resume(job_run)) return false;
    if (dado_job_run_is_given(job_run, "mpi") && dado_job_run_is_given(job_run, "axis")) {
        return dado_job_run_usage_error(job_run,
                                        "--mpi does not go with --axis: elites are found by one "
                                        "process");
    }
    const char *folder = dado_job_run_text(job_run, "out");  // checked now, not after an hour
    bool fine = dado_breeding_setup_open(s, job_run) &&
                (!folder || job_run->files || dado_folder_make(folder, job_run->err)) &&
                look_at_ancestor(&n) && name_run(&n) &&
                dado_job_run_open_store(job_run, DADO_STORE_WRITE);
    if (fine) {
        fine = dado_job_run_is_given(job_run, "axis") ? illuminate(&n) : breed(&n);
    } else if (s->source.text && dado_game_source_error_text(&s->source, job_run->err)) {
        job_run->source_with_error = dado_game_source_error_text(&s->source, job_run->err);
    }
    return fine || dado_job_run_keep_error_path(job_run);
}

static const dado_param source_params[] = {
    DADO_PARAM(WHOLE, "matches", 'n', .least = 1, .most = 1e6, .unset = "200; on maps 10",
               .about = "Games and maps: matches each variant is judged by, on maps of every "
                        "player type."),
    DADO_PARAM(AGENT, "agent", .value = "AGENT", .unset = "random",
               .about = "Games: who plays, in every seat."),
    DADO_PARAM(WHOLE, "limit", .least = 1, .most = 1e8, .unset = "5000",
               .about = "Games: a variant whose match takes more moves is thrown out."),
    DADO_PARAM(FLAG, "turn-scoring",
               .about = "Games: variants may turn scoring round, so that the fewest points win."),
    DADO_PARAM(REAL, "growth-cost", .value = "COST", .most = 10, .usual = "0.05",
               .about = "Games: what it costs to be twice as long as the ancestor."),
    DADO_PARAM(FILE, "profiles", 'p', .typed = "types", .value = "LIST", .unset = "all",
               .about = "Maps: who plays, as for dado map eval."),
    DADO_PARAM(FILE, "rules", .value = "FILE",
               .about = "Maps: rules of the game as NAME = VALUE lines."),
    { 0 },
};

const dado_job dado_job_evolve = {
    .name = "evolve",
    .about = "breeds variants of a game, a map or a level toward a target",
    .details =
        "One loop for all: variants are bred, judged, and the better have children. A row a "
        "generation goes to the store; Ctrl-C loses nothing, and the same command with --resume "
        "goes on.\n\n"
        "Of a described game numbers, decks, comparisons, options, acts and their order "
        "are changed a little at a time; what measures stays: how rounds are told and counted, and "
        "which way points count, unless turn-scoring is given. Every variant passes the checker, "
        "and those that "
        "do not end, break or leave nothing to decide are thrown out. Fitness is the quality by "
        "the expectations, less a little for every rule grown, and less for seats that are less "
        "fair and matches that are longer or shorter than the ancestor's. A variant in which a "
        "choice changes nothing is not kept. What is told of quality is measured once more on luck "
        "that nothing was chosen by. What is kept is a readable "
        "description with the steps that led to it, and dado sim gives its figures again.\n\n"
        "Of a .map stone, start, exit and things are changed; what walls the exit or a thing off "
        "is taken back. Of a generator of maps, by name or a Lua script, the genome is its numbers "
        "and a seed. Fitness of both is the quality that dado map eval finds with as many "
        "games.\n\n"
        "Levels are rows of patterns, bred as dado level evolve does: from a .patterns file, from "
        "those shipped, which are called platform, or from a row that is there, a .genes file. "
        "Fitness is how well the patterns go together, less what expectations miss.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(GAME, "what", .value = "GAME|MAP|GENERATOR|LEVEL", .word = true,
                               .needed = true, .about = "What is bred."),
                    DADO_PARAM(
                        FILE, "toward", 't', .typed = "target", .value = "TARGET",
                        .about =
                            "What variants are to come near: an expectation file, or one of the "
                            "library's. "
                            "Games: casual, tense, strategic. Maps: casual, classic, hardcore. "
                            "Levels: easy, hard, or nothing, and patterns that go well together "
                            "are all that counts."),
                    DADO_PARAM(WHOLE, "population", .least = 4, .most = 100000,
                               .unset = "40; of maps 24, of levels 500",
                               .about = "Variants in a generation."),
                    DADO_PARAM(WHOLE, "generations", 'g', .least = 1, .most = 1e6,
                               .unset = "30; of levels 500", .about = "Generations at most."),
                    DADO_PARAM(
                        WHOLE, "stagnation", .most = 1e6, .unset = "12; of levels 0",
                        .about =
                            "Stops after so many generations without a better one; 0 never does."),
                    DADO_PARAM(REAL, "target", .typed = "enough", .value = "FITNESS",
                               .least = -1e300, .most = 1e300,
                               .about = "Stops once this fitness is reached."),
                    DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .most = 4e18,
                               .about = "Where all luck comes from."),
                    DADO_PARAM_THREADS,
                    DADO_PARAM(
                        TEXT, "axis", .value = "TRAIT:LOW..HIGH:CELLS", .many = true,
                        .about =
                            "Looks for the best of every kind instead of the best of all "
                            "(MAP-Elites), once or twice. Games: quality, decisions, rounds, "
                            "drama, lead_change, branching or size. Maps and levels: any measure "
                            "that takes no playing, as linearity or leniency."),
                    DADO_PARAM(WHOLE, "keep", 'k', .typed = "best", .least = 1, .most = most_kept,
                               .unset = "5", .about = "How many of the best to show."),
                    DADO_PARAM(
                        FOLDER, "out", 'o', .typed = "output", .beside = true,
                        .about =
                            "Writes the best into this folder, as files that other verbs read; of "
                            "a generator its numbers too, of a level its patterns."),
                    DADO_PARAM(
                        SET, "set", 'D', .many = true,
                        .about =
                            "Sets an option of the game, a rule of the dungeon, a number of the "
                            "generator, which then stays, or how levels are bred. @FILE as a value "
                            "is the text of that file.")),
                dado_params_resumable, source_params, dado_params_patterns, dado_params_mpi },
    .whole = "what is judged next depends on what was judged before; with --mpi several processes "
             "judge together",
    .examples = DADO_EXAMPLES(
        { "dado evolve dicepoints --target tense -o bred --report bred.html",
          "tenser variants of a dice game, with a gallery" },
        { "dado evolve mine.rcy --target mine.expect -n 500 --generations 60 --resume",
          "goes on with a longer run" },
        { "dado evolve agram --target tense --axis decisions:0..60:12 --axis lead_change:0..1:10",
          "the best of every length and liveliness" },
        { "dado evolve lair.map --target casual -o bred", "a map made kinder, cell by cell" },
        { "dado evolve caves --target hardcore -D width=30 -o bred",
          "the numbers that make a generator's best map" },
        { "dado evolve platform -D algorithm=improved --target easy -o bred",
          "levels from patterns, easy ones" },
        { "dado evolve level-00001.genes -D algorithm=improved -o bred",
          "a level that is there, bred on" }),
    .run = run,
};
