// evolve.c - breeds games, maps and levels toward what is wished of them.
//
// The word decides the stock; from there on all are bred alike.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/face.h"
#include "job/breeding.h"
#include "job/levels.h"
#include "job/stock.h"
#include "measure/words.h"
#include "report/report.h"
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
#include "job/stocks.def"
};
#undef STOCK
enum { stock_count = sizeof stocks / sizeof *stocks };

int64_t dado_stock_whole(const dado_errand *errand, const char *name, int64_t usual)
{
    return dado_errand_given(errand, name) ? dado_errand_whole(errand, name) : usual;
}

// The stock that a face names; NULL where it names none.
static const dado_stock *stock_named(const char *name)
{
    for (int i = 0; name && i < stock_count; i++) {
        if (strcmp(stocks[i]->name, name) == 0) return stocks[i];
    }
    return NULL;
}

static const dado_stock *stock_of_ending(const char *word)
{
    for (int i = 0; i < stock_count; i++) {
        for (int k = 0; stocks[i]->endings && stocks[i]->endings[k]; k++) {
            if (dado_ends_with(word, stocks[i]->endings[k])) return stocks[i];
        }
    }
    return NULL;
}

// What the word names: files that are known by their endings, what a generator makes, a world by
// its bare name, and else a game as the lab finds it. What is bred of each the world's face says.
static bool find_stock(dado_stable *s)
{
    const char *word = s->word;
    const dado_generator *generator = dado_generator_named(word);
    dado_game of = { .rules = dado_rules_named(generator ? generator->world : word) };
    s->stock = stock_of_ending(word);
    if (!s->stock && generator) s->stock = stock_named(dado_face_of(&of, bred_of_generator));
    if (!s->stock && of.rules) s->stock = stock_named(dado_face_of(&of, bred_of_name));
    if (s->stock) return true;
    if (!dado_errand_game(s->errand, word, &s->source)) return false;
    of.rules = s->source.rules;
    if (s->source.text) s->stock = stock_named(dado_face_of(&of, bred_of_file));
    if (s->stock) return true;
    const char *instead = dado_face_of(&of, bred_of_name);
    if (s->source.text && instead) {
        return dado_fail(s->errand->err, DADO_MEANING,
                         "%s is a %s as drawn; bred are rows of patterns: give a .genes or a "
                         ".patterns file, or %s",
                         word, instead, of.rules->name);
    }
    return dado_fail(s->errand->err, DADO_MEANING,
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

// A parameter that is given and that only other stocks take; or NULL.
static const char *foreign_parameter(const dado_stable *s)
{
    for (int i = 0; i < s->errand->given_count; i++) {
        const char *name = s->errand->given[i].param->name;
        if (has_word(s->stock->flags, name)) continue;
        for (int k = 0; k < stock_count; k++) {
            if (has_word(stocks[k]->flags, name)) return name;
        }
    }
    return NULL;
}

static bool read_plan(dado_stable *s)
{
    const dado_errand *errand = s->errand;
    dado_breeding *plan = &s->plan;
    plan->population = (int)dado_stock_whole(errand, "population", plan->population);
    plan->generations = (int)dado_stock_whole(errand, "generations", plan->generations);
    plan->stagnation = (int)dado_stock_whole(errand, "stagnation", plan->stagnation);
    if (dado_errand_given(errand, "target")) {
        plan->target_given = true;
        plan->target = dado_errand_real(errand, "target");
        if (s->stock->wished && (plan->target < 0 || plan->target > 1)) {
            return dado_errand_misused(s->errand,
                                       "--target must be a number from 0 to 1, not \"%s\"",
                                       dado_errand_text(errand, "target"));
        }
    }
    plan->population += plan->population % 2;
    if (plan->elite > plan->population) plan->elite = plan->population;
    plan->seed = s->seed;
    return true;
}

static const char *kept_text(dado_errand *errand, const dado_text *text)
{
    return dado_errand_copy(errand, dado_text_string(text), text->length);
}

// Fills in what is known of a genome; false if it makes no instance.
static bool look_at(nursery *n, const void *genome, double fitness, dado_variant *v)
{
    const dado_stable *s = &n->stable;
    dado_draft text = { 0 };
    *v = (dado_variant){ .genome = genome, .fitness = fitness };
    if (dado_species_write(&s->species, genome, &text)) v->text = kept_text(s->errand, &text);
    if (!v->text) return false;
    s->species.describe(&s->species, genome, n->scratch, v->traits);
    if (s->stock->steps) v->steps = s->stock->steps(genome);
    return true;
}

// Games that differ in their text alone: the same in all that was measured, size apart.
static bool same_in_play(const dado_species *species, const dado_variant *a, const dado_variant *b)
{
    for (int i = 0; species->traits[i].name; i++) {
        if (strcmp(species->traits[i].name, "size") == 0) continue;
        if (a->traits[i] != b->traits[i]) return false;
    }
    return true;
}

// Takes one in unless it is the ancestor or one that is there already.
static void take_in(nursery *n, const void *genome, double fitness)
{
    dado_brood *b = &n->brood;
    const dado_stock *stock = n->stable.stock;
    dado_variant *v = &b->variants[b->count];
    dado_draft text = { 0 };
    bool known = dado_is_none(fitness) || !dado_species_write(b->species, genome, &text) ||
                 (b->ancestor.text && strcmp(b->ancestor.text, dado_text_string(&text)) == 0);
    for (int k = 0; k < b->count && !known; k++) {
        known = strcmp(b->variants[k].text, dado_text_string(&text)) == 0;
    }
    if (known || (stock->worthy && !stock->worthy(&n->stable, genome))) return;
    if (!look_at(n, genome, fitness, v)) return;
    // Of those that play alike, to the last digit, one is enough.
    bool alike = stock->steps && b->ancestor.text && same_in_play(b->species, v, &b->ancestor);
    for (int k = 0; stock->steps && k < b->count && !alike; k++) {
        alike = same_in_play(b->species, v, &b->variants[k]);
    }
    b->count += !alike;
}

// The best that differ from each other in their text, by fitness.
static void keep_best(nursery *n, const dado_evolution *e, int wanted)
{
    int *places = dado_new(n->stable.errand->arena, int, e->plan.population);
    if (!places) return;
    dado_evolution_rank(e, places);
    for (int i = 0; i < e->plan.population && n->brood.count < wanted; i++) {
        take_in(n, dado_evolution_genome(e, places[i]), e->population.fitness[places[i]]);
    }
}

// The elites by fitness, the first filled of equals.
static void keep_elites(nursery *n, const dado_archive *a, int wanted)
{
    bool *seen = dado_new(n->stable.errand->arena, bool, a->cells);
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

// ---- what is left behind: files, and the answer ----

static double quality_of(const nursery *n, const dado_variant *v)
{
    int trait = dado_species_trait(&n->stable.species, "quality");
    return trait < 0 ? v->fitness : v->traits[trait];
}

// Descriptions may say where they come from.
static void add_steps(const nursery *n, const dado_variant *v, dado_text *text)
{
    if (!v->steps) return;
    dado_text_end_line(text);
    dado_text_addf(text, ";; Bred from %s; quality %.6f. Steps:\n", n->stable.name,
                   quality_of(n, v));
    for (const char *step = v->steps; *step;) {
        size_t length = strcspn(step, "\n");
        dado_text_addf(text, ";;   %.*s\n", (int)length, step);
        step += length + (step[length] == '\n');
    }
}

static bool write_one(nursery *n, const char *folder, int i)
{
    const dado_stable *s = &n->stable;
    dado_variant *v = &n->brood.variants[i];
    dado_draft text = { 0 }, again = { 0 };
    const char *stem = dado_errand_copyf(s->errand, "%s/variant-%02d", folder, i + 1);
    v->file = stem ? dado_errand_copyf(s->errand, "%s%s", stem, s->species.suffix) : NULL;
    if (!v->file) return false;
    dado_text_add(&text, v->text);
    add_steps(n, v, &text);
    if (v->steps ? !dado_errand_write_text(s->errand, v->file, &text)
                 : !dado_errand_write_genome(s->errand, &s->species, v->genome, stem,
                                             s->stock->notation)) {
        return false;
    }
    s->stock->again(s, dado_base_name(v->file), &again);
    v->again = kept_text(s->errand, &again);
    return true;
}

static bool write_variants(nursery *n)
{
    const char *folder = dado_errand_text(n->stable.errand, "out");
    for (int i = 0; folder && i < n->brood.count; i++) {
        if (!write_one(n, folder, i)) return false;
    }
    return true;
}

// The answer, but for what the search itself has to say. Rows are of generations; or none.
static void tell(const nursery *n, int rounds, int64_t judged, const dado_generation *rows,
                 int row_count)
{
    const dado_stable *s = &n->stable;
    dado_document *answer = s->errand->answer;
    const dado_brood *b = &n->brood;
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
    dado_draft text = { 0 };
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
    if (first->file) {  // where it lies is no part of the answer
        dado_text_clear(&text);
        s->stock->look(s, first->file, &text);
        dado_errand_say(s->errand, "%s", dado_text_string(&text));
    }
}

// What names the run in the store.
static bool name_run(nursery *n)
{
    const dado_stable *s = &n->stable;
    const dado_breeding *p = &s->plan;
    dado_draft settings = { 0 };
    dado_text_addf(&settings,
                   "%s population=%d generations=%d stagnation=%d target=%g run_seed=%" PRIu64
                   " selection=%d/%d/%d/%g",
                   s->species.settings, p->population, p->generations, p->stagnation,
                   p->target_given ? p->target : -1, p->seed, (int)p->selection, p->tournament,
                   p->elite, p->crossover);
    for (int i = 0; i < dado_errand_count(s->errand, "axis"); i++) {
        dado_text_addf(&settings, " axis=%s", dado_errand_nth(s->errand, "axis", i));
    }
    n->run = (dado_breeding_run){ .errand = s->errand,
                                  .settings = kept_text(s->errand, &settings) };
    return n->run.settings;
}

// ---- elites: the best of every kind ----

static bool illuminate(nursery *n)
{
    const dado_stable *s = &n->stable;
    dado_errand *errand = s->errand;
    dado_document *answer = errand->answer;
    dado_archive archive;
    dado_illumination plan = { .first = s->plan.population, .batch = s->plan.population,
                               .batches = s->plan.generations, .seed = s->plan.seed };
    if (dado_errand_count(errand, "axis") > 2) {
        return dado_fail(errand->err, DADO_MEANING, "no more than two axes");
    }
    heed(&n->stable, errand->stop);
    bool fine = dado_breeding_fill(&n->run, &s->species, &plan, NULL, &archive);
    heed(&n->stable, NULL);
    if (!fine) return false;
    keep_elites(n, &archive, (int)dado_stock_whole(errand, "keep", most_kept));
    if (!write_variants(n)) return false;
    tell(n, plan.batches, archive.offered, NULL, 0);
    answer->said =
        dado_document_copyf(answer, "%d of %d kinds found, %s %s judged", archive.filled_count,
                            archive.cells, dado_said_count(archive.offered).s, s->stock->names);
    dado_report_archive(answer, &archive);
    if (dado_errand_stopped(errand)) {
        dado_errand_stop_at(errand, "in batch %d of %d", archive.batch, plan.batches);
    }
    return true;
}

// ---- the best of all ----

static bool breed(nursery *n)
{
    dado_stable *s = &n->stable;
    dado_errand *errand = s->errand;
    dado_document *answer = errand->answer;
    dado_evolution e;
    heed(s, errand->stop);
    bool fine = dado_breeding_do(&n->run, &s->species, &s->plan, errand->arena, &e);
    heed(s, NULL);
    if (!fine) return false;
    keep_best(n, &e, (int)dado_stock_whole(errand, "keep", 5));
    if (!write_variants(n)) return false;
    tell(n, e.row_count, e.evaluations, e.rows, e.row_count);
    answer->said = dado_document_copyf(answer, "%d generation%s of %d, %s variants judged",
                                       e.row_count, e.row_count == 1 ? "" : "s", e.plan.population,
                                       dado_said_count(e.evaluations).s);
    if (e.halt == DADO_BREEDING_ON) {
        dado_errand_stop_at(errand, "in generation %d of %d", e.generation ? e.generation : 1,
                            e.plan.generations);
    }
    return true;
}

static bool look_at_ancestor(nursery *n)
{
    dado_stable *s = &n->stable;
    n->brood = (dado_brood){ .species = &s->species, .columns = s->stock->columns,
                             .notation = s->stock->notation, .variants = n->kept };
    n->scratch = dado_errand_take(s->errand, 1, s->species.scratch + 1);
    if (!n->scratch || !s->ancestor) return n->scratch;
    double fitness = s->species.fitness(&s->species, s->ancestor, n->scratch);
    return look_at(n, s->ancestor, fitness, &n->brood.ancestor) ||
           dado_fail(s->errand->err, DADO_MEANING, "%s itself cannot be judged", s->name);
}

bool dado_stable_open(dado_stable *s, dado_errand *errand)
{
    *s = (dado_stable){ .errand = errand, .word = dado_errand_text(errand, "what"),
                        .seed = (uint64_t)dado_errand_whole(errand, "seed") };
    if (!find_stock(s)) return false;
    if (foreign_parameter(s)) {
        return dado_errand_misused(errand, "--%s is not for %s", foreign_parameter(s),
                                   s->stock->names);
    }
    return s->stock->open(s) && read_plan(s);
}

static bool run(dado_errand *errand)
{
    nursery n = { .scratch = NULL };
    dado_stable *s = &n.stable;
    if (!dado_errand_may_resume(errand)) return false;
    if (dado_errand_given(errand, "mpi") && dado_errand_given(errand, "axis")) {
        return dado_errand_misused(errand, "--mpi is for the best of all: elites are found by one "
                                   "process");
    }
    const char *folder = dado_errand_text(errand, "out");  // asked for now, not after an hour
    bool fine = dado_stable_open(s, errand) &&
                (!folder || errand->files || dado_folder_make(folder, errand->err)) &&
                look_at_ancestor(&n) && name_run(&n) &&
                dado_errand_store(errand, DADO_STORE_WRITE);
    if (fine) {
        fine = dado_errand_given(errand, "axis") ? illuminate(&n) : breed(&n);
    } else if (s->source.text && dado_source_of_error(&s->source, errand->err)) {
        errand->blamed = dado_source_of_error(&s->source, errand->err);
    }
    return fine || dado_errand_failed(errand);
}

static const dado_param stock_params[] = {
    DADO_PARAM(WHOLE, "matches", 'n', .least = 1, .most = 1e6, .unset = "200; on maps 10",
               .about = "Games and maps: matches each variant is judged by, on maps of every "
                        "profile."),
    DADO_PARAM(AGENT, "agent", .value = "AGENT", .unset = "random",
               .about = "Games: who plays, in every seat."),
    DADO_PARAM(WHOLE, "limit", .least = 1, .most = 1e8, .unset = "5000",
               .about = "Games: a variant whose match takes more moves is thrown out."),
    DADO_PARAM(FLAG, "turn-scoring",
               .about = "Games: variants may turn scoring round, so that the fewest points win."),
    DADO_PARAM(REAL, "growth-cost", .value = "COST", .most = 10, .usual = "0.05",
               .about = "Games: what it costs to be twice as long as the ancestor."),
    DADO_PARAM(FILE, "profiles", 'p', .value = "LIST", .unset = "all",
               .about = "Maps: who plays, as for dado map eval."),
    DADO_PARAM(FILE, "rules", .value = "FILE",
               .about = "Maps: rules of the game as NAME = VALUE lines."),
    { 0 },
};

const dado_job dado_job_evolve = {
    .name = "evolve",
    .about = "breeds variants of a game, a map or a level toward what is wished of it",
    .details =
        "One loop for all: variants are bred, judged, and the better have children. A row a "
        "generation goes to the store; Ctrl-C loses nothing, and the same command with --resume "
        "goes on.\n\n"
        "Of a described game numbers, decks, comparisons, options, acts and their order "
        "are changed a little at a time; what measures stays: how rounds are told and counted, and "
        "which way points count, unless turn-scoring is given. Every variant passes the checker, "
        "and those that "
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
    .params = { DADO_PARAMS(
        DADO_PARAM(GAME, "what", .value = "GAME|MAP|GENERATOR|LEVEL", .word = true, .needed = true,
                   .about = "What is bred."),
        DADO_PARAM(FILE, "toward", 't', .value = "FILE",
                   .about = "What is wished for: an expectation file, or one of the library's. "
                            "Games: casual, tense, strategic. Maps: casual, classic, hardcore. "
                            "Levels: easy, hard, or nothing, and patterns that go well together "
                            "are all that counts."),
        DADO_PARAM(WHOLE, "population", .least = 4, .most = 100000,
                   .unset = "40; of maps 24, of levels 500", .about = "Variants in a generation."),
        DADO_PARAM(WHOLE, "generations", 'g', .least = 1, .most = 1e6, .unset = "30; of levels 500",
                   .about = "Generations at most."),
        DADO_PARAM(WHOLE, "stagnation", .most = 1e6, .unset = "12; of levels 0",
                   .about = "Stops after so many generations without a better one; 0 never does."),
        DADO_PARAM(REAL, "target", .value = "FITNESS", .least = -1e300, .most = 1e300,
                   .about = "Stops once this fitness is reached."),
        DADO_PARAM(WHOLE, "seed", 's', .usual = "1", .most = 4e18,
                   .about = "Where all luck comes from."),
        DADO_PARAM_THREADS,
        DADO_PARAM(TEXT, "axis", .value = "TRAIT:LOW..HIGH:CELLS", .many = true,
                   .about = "Looks for the best of every kind instead of the best of all "
                            "(MAP-Elites), once or twice. Games: quality, decisions, rounds, "
                            "drama, lead_change, branching or size. Maps and levels: any measure "
                            "that takes no playing, as linearity or leniency."),
        DADO_PARAM(WHOLE, "keep", 'k', .least = 1, .most = most_kept, .unset = "5",
                   .about = "How many of the best to show."),
        DADO_PARAM(FOLDER, "out", 'o', .beside = true,
                   .about = "Writes the best into this folder, as files that other verbs read; of "
                            "a generator its numbers too, of a level its patterns."),
        DADO_PARAM(SET, "set", 'D', .many = true,
                   .about = "Sets an option of the game, a rule of the dungeon, a number of the "
                            "generator, which then stays, or how levels are bred. @FILE as a value "
                            "is the text of that file.")),
                dado_params_trail, stock_params, dado_params_patterns, dado_params_mpi },
    .whole = "what is judged next depends on what was judged before; with --mpi several processes "
             "judge together",
    .examples = DADO_EXAMPLES(
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
          "a level that is there, bred on" }),
    .run = run,
};
