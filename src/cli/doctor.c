// doctor.c - dado doctor: one command that says what is wrong with a game.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>

#include "cli/session.h"
#include "lab/file.h"
#include "report/diagnosis.h"

typedef struct visit {
    dado_call *call;
    dado_source source;
    dado_expect expect;
    bool expected;
    dado_checkup_plan plan;
    dado_checkup checkup;
} visit;

static void tell(void *call, const char *sentence)
{
    dado_call_say(call, "%s", sentence);
}

static bool write_page(visit *v, const dado_symptom *symptoms, int count, dado_error *err)
{
    const char *path = dado_given_text(v->call, "report");
    if (!path) return true;
    dado_text page = { 0 };
    dado_diagnosis_page(&v->checkup, symptoms, count, &page);
    bool fine = dado_file_write(path, dado_text_string(&page), page.length, err);
    dado_text_free(&page);
    if (fine) dado_call_say(v->call, "the report is in %s", path);
    return fine;
}

static int show(visit *v)
{
    dado_call *call = v->call;
    dado_error err = { 0 };
    dado_symptom *symptoms = dado_new(call->arena, dado_symptom, DADO_SYMPTOMS);
    if (!symptoms || !v->checkup.at_random) {
        return dado_call_interrupted(call, false, "before anything was looked at");
    }
    int count = dado_diagnose(&v->checkup, symptoms);
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_text_add(&out, "{\"game\":");
        dado_text_json(&out, v->source.name);
        dado_text_addf(&out, ",\"seed\":%" PRIu64 ",\"quality\":", v->plan.seed);
        dado_text_json_real(&out, v->expected ? v->checkup.at_random->quality : DADO_NONE);
        dado_text_add(&out, ",\"findings\":");
        dado_symptoms_json(symptoms, count, &out);
        dado_text_add(&out, ",\"luck\":");
        if (v->checkup.luck && v->checkup.luck->known) dado_luck_json(v->checkup.luck, &out);
        else dado_text_add(&out, "null");
        dado_text_add(&out, "}\n");
    } else {
        dado_text_addf(&out, "%s\n\n", v->checkup.at_random->title);
        dado_symptoms_print(symptoms, count, call->columns, call->colour, &out);
        if (v->expected) {
            dado_text_addf(&out, "\nQuality by %s: %.6f\n",
                           v->checkup.at_random->expectations ? v->checkup.at_random->expectations
                                                              : "expectations",
                           v->checkup.at_random->quality);
        }
    }
    bool fine = dado_call_print(call, &out);
    dado_text_free(&out);
    if (!write_page(v, symptoms, count, &err)) return dado_call_fail(call, &err, NULL);
    if (v->checkup.interrupted)
        return dado_call_interrupted(call, false, "before all was looked at");
    if (!dado_given_flag(call, "assert")) return fine ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
    double least = dado_given_real(call, "least", 0.5, 0, 1);
    dado_tone worst = dado_worst(symptoms, count);
    bool sound = worst != DADO_BAD && worst != DADO_WARN;
    bool good = !v->expected || v->checkup.at_random->quality >= least;
    if (!sound) dado_call_say(call, "asserted, and not so: there are findings to mend");
    if (!good) {
        dado_call_say(call, "asserted, and not so: the quality is %.6f and not %g",
                      v->checkup.at_random->quality, least);
    }
    return sound && good ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

// What may be wished for depends on the game.
static bool read_expectations(visit *v, const char **text, dado_error *err)
{
    const char *name = dado_given_text(v->call, "expect");
    dado_game game;
    dado_measures measures;
    v->expected = name != NULL;
    if (!name) return true;
    v->plan.expect = &v->expect;
    bool fine = dado_source_open(&v->source, &game, v->call->arena, err) &&
                dado_measures_list(&measures, game.rules->tally ? game.tallies : NULL,
                                   v->call->arena, err) &&
                dado_errand_expect(&v->call->errand, name, "expect/games", &measures, &v->expect,
                                   err);
    if (v->call->errand.blamed) *text = v->call->errand.blamed;
    return fine;
}

static bool examine(visit *v, dado_error *err)
{
    dado_watch watch;
    dado_experiment_how how = { .threads = dado_errand_threads(&v->call->errand) };
    dado_watch_begin(&watch, v->call, &how);
    bool fine = dado_checkup_run(&v->plan, &how, v->call->arena, &v->checkup, err);
    dado_watch_end(&watch);
    return fine;
}

static int run(dado_call *call)
{
    static const char *const words[] = { "quick", "normal", "long", NULL };
    visit v = { .call = call };
    v.plan = (dado_checkup_plan){
        .game = &v.source, .effort = (dado_effort)dado_given_word(call, "effort", words, 1),
        .thinker = dado_given_text(call, "thinker"),
        .seed = (uint64_t)dado_given_int(call, "seed", 1, 0, INT64_MAX),
        .limit = (int)dado_given_int(call, "limit", 20000, 1, 100000000),
        .command = call->command, .context = call, .say = tell,
    };
    dado_given_real(call, "least", 0.5, 0, 1);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (!dado_call_game(call, 0, &v.source)) return DADO_EXIT_FAILED;
    dado_error err = { 0 };
    const char *text = NULL;
    bool fine = read_expectations(&v, &text, &err) && examine(&v, &err);
    int code;
    if (fine) code = show(&v);
    else {
        const char *about = dado_source_of_error(&v.source, &err);
        code = dado_call_fail(call, &err, about ? about : text);
    }
    dado_checkup_free(&v.checkup);
    return code;
}

static const dado_param flags[] = {
    { .name = "effort", .letter = 'e', .kind = DADO_PARAM_TEXT, .value = "WORD", .unset = "normal",
      .about = "How thorough to be: quick, normal or long." },
    { .name = "thinker", .kind = DADO_PARAM_AGENT, .value = "AGENT", .unset = "ismcts, by effort",
      .about = "Who stands for players who think." },
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_TEXT, .value = "N", .unset = "1",
      .about = "Where all luck comes from." },
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_TEXT, .value = "N",
      .unset = "one a core", .about = "How many matches to play at a time." },
    { .name = "limit", .kind = DADO_PARAM_TEXT, .value = "N", .unset = "20000",
      .about = "A match that takes more moves is taken not to end." },
    { .name = "expect", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "What is wished for: a file, or casual, tense or strategic." },
    { .name = "assert", .kind = DADO_PARAM_FLAG,
      .about = "Fails where there is something to mend, for continuous integration." },
    { .name = "least", .kind = DADO_PARAM_TEXT, .value = "QUALITY", .unset = "0.5",
      .about = "The quality --assert asks for with --expect." },
    { .name = "report", .kind = DADO_PARAM_FILE, .value = "FILE",
      .about = "Writes a page with charts." },
    { 0 },
};

static const dado_example examples[] = {
    { "dado doctor agram", "what is right and wrong with a game, worst first" },
    { "dado doctor mine.rcy --effort quick --report mine.html", "a quick look, with charts" },
    { "dado doctor mine.rcy --expect tense --assert", "for continuous integration" },
    { "dado doctor territorio --thinker territorio_baseline --effort quick",
      "a world with players of its own" },
    { 0 },
};

const dado_verb dado_verb_doctor = {
    .name = "doctor",
    .words = "GAME",
    .about = "says what is right and wrong with a game, worst first",
    .details =
        "Plays the game at random and between players who think, and answers in plain words: is it "
        "fair, is it skill or luck, does it end, is it alive, do choices matter, do all rules "
        "work. Every finding comes with its evidence, its interval and the number of matches "
        "behind it, and with the line of the rule where there is one.",
    .offer = DADO_PARAM_GAME,
    .least = 1,
    .most = 1,
    .flags = { flags, dado_params_game, dado_params_json },
    .examples = examples,
    .run = run,
};
