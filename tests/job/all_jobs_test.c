// all_jobs_test.c - whatever is on the shelf of jobs: its tables make sense, a request in JSON asks
// for it, its answers keep to the schema in every format, and say the same however they were asked.
#define _XOPEN_SOURCE 700
#include "support/formats_agree.h"
#include "support/temp_folder.h"
#include "support/json_schema.h"
#include "support/document_consistency.h"
#include "support/test.h"

#include "job/job_run.h"
#include "job/json_request.h"
#include "report/format.h"

// A request for each job, small and quick. A job without one fails the test below.
static const char *const requests[] = {
    "{\"job\":\"explain\",\"parameters\":{\"what\":\"R601\"}}",
    "{\"job\":\"new\",\"parameters\":{}}",
    "{\"job\":\"questions\",\"parameters\":{\"game\":[\"golf\"],\"matches\":40}}",
    "{\"job\":\"rulebook\",\"parameters\":{\"game\":\"caravan\",\"lang\":\"pt\"}}",
    "{\"job\":\"format\",\"parameters\":{\"file\":[\"library/dice/pig.rcy\"],\"check\":true}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":60,\"seed\":3,"
    "\"no-store\":true,\"expect\":\"tense\"}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"dicepoints\",\"matches\":40,"
    "\"set\":[\"ROUNDS=3\"],\"store\":\"$STORE\"}}",
    // Where figures are at an end of their scale, or there are none.
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"tests/judge/cases/endless.rcy\",\"matches\":9,"
    "\"limit\":90,\"no-store\":true}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"hearts\",\"matches\":1,\"no-store\":true}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"lighthouse\",\"matches\":20,\"no-store\":true}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"territorio\",\"matches\":2,\"no-store\":true}}",
    "{\"job\":\"diff\",\"parameters\":{\"before\":\"nim\",\"against\":\"noughts\","
    "\"matches\":40}}",
    "{\"job\":\"doctor\",\"parameters\":{\"game\":\"tests/judge/cases/dead-rule.rcy\","
    "\"effort\":\"quick\"}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"tests/solve/games/low_draw.rcy\"}}",
    "{\"job\":\"map eval\",\"parameters\":{\"map\":[\"tests/judge/games/nowhere.map\"],"
    "\"games\":2,\"profiles\":\"brave\",\"expect\":\"casual\",\"no-store\":true}}",
    "{\"job\":\"runs\",\"parameters\":{\"store\":\"$STORE\"}}",
    "{\"job\":\"runs show\",\"parameters\":{\"store\":\"$STORE\",\"match\":1}}",
    "{\"job\":\"runs verify\",\"parameters\":{\"store\":\"$STORE\",\"run\":\"last\"}}",
    "{\"job\":\"import\",\"parameters\":{\"file\":[\"tests/contract/evening.csv\"],"
    "\"store\":\"$STORE\"}}",
    "{\"job\":\"equilibrium\",\"parameters\":{\"game\":\"kuhn\",\"player\":[\"random\"],"
    "\"times\":20}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"nim\",\"tree\":true}}",
    "{\"job\":\"solve play\",\"parameters\":{\"game\":\"nim\"}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"bigpoints\",\"sizes\":\"2x2,2x3\"}}",
    "{\"job\":\"agent check\",\"parameters\":{\"agent\":\"random\"}}",
    "{\"job\":\"agent build\",\"parameters\":{\"folder\":\"tests/fuzz/agent_talk\","
    "\"take\":\"bot\",\"command\":\"cp refused bot\",\"output\":\"built_by_a_test\"}}",
    "{\"job\":\"agent new\",\"parameters\":{\"language\":\"lua\",\"name\":\"begun_by_a_test\"}}",
    "{\"job\":\"replay\",\"parameters\":{\"store\":\"$STORE\",\"run\":\"1\",\"match\":2}}",
    "{\"job\":\"print\",\"parameters\":{\"game\":\"homestead\",\"matches\":2}}",
    "{\"job\":\"exact\",\"parameters\":{\"game\":\"kuhn\"}}",
    "{\"job\":\"count\",\"parameters\":{\"game\":\"threeinarow\",\"count\":3}}",
    "{\"job\":\"list\"}",
    "{\"job\":\"list\",\"parameters\":{\"what\":\"games\",\"names\":true}}",
    "{\"job\":\"check\",\"parameters\":{\"game\":[\"agram\",\"tests/language/e101.rcy\"]}}",
    "{\"job\":\"arena\",\"parameters\":{\"game\":\"kuhn\",\"player\":[\"random\",\"greedy\"],"
    "\"matches\":10,\"no-store\":true}}",
    "{\"job\":\"arena\",\"parameters\":{\"game\":\"kuhn\",\"player\":[\"random\",\"greedy\"],"
    "\"matches\":10,\"store\":\"$STORE\"}}",
    "{\"job\":\"seasons\",\"parameters\":{\"store\":\"$STORE\"}}",
    "{\"job\":\"agent ask\",\"parameters\":{\"agent\":\"greedy\",\"store\":\"$STORE\",\"times\":3,"
    "\"play\":true}}",
    "{\"job\":\"doctor\",\"parameters\":{\"game\":\"kuhn\",\"effort\":\"quick\"}}",
    "{\"job\":\"doctor cards\",\"parameters\":{\"game\":\"agram\",\"effort\":\"quick\"}}",
    "{\"job\":\"doctor options\",\"parameters\":{\"game\":\"pig\",\"effort\":\"quick\"}}",
    "{\"job\":\"doctor strategies\",\"parameters\":{\"game\":\"pig\",\"effort\":\"quick\"}}",
    "{\"job\":\"doctor pacing\",\"parameters\":{\"game\":\"kuhn\",\"effort\":\"quick\"}}",
    "{\"job\":\"doctor counts\",\"parameters\":{\"game\":\"dicepoints\",\"effort\":\"quick\"}}",
    "{\"job\":\"witness\",\"parameters\":{\"game\":\"pig\",\"matches\":40}}",
    "{\"job\":\"table\",\"parameters\":{\"game\":\"hearts\",\"decisions\":3,\"eyes\":2}}",
    "{\"job\":\"worth\",\"parameters\":{\"game\":\"pig\",\"line\":[25],\"matches\":40}}",
    "{\"job\":\"diff\",\"parameters\":{\"before\":\"dicepoints\",\"after\":[\"ROUNDS=3\"],"
    "\"matches\":50,\"expect\":\"tense\"}}",
    "{\"job\":\"sweep\",\"parameters\":{\"game\":\"dicepoints\",\"matches\":30,"
    "\"set\":[\"ROUNDS=2..3\"],\"expect\":\"tense\",\"no-store\":true}}",
    "{\"job\":\"sweep\",\"parameters\":{\"game\":\"dicepoints\",\"matches\":20,"
    "\"set\":[\"ROUNDS=2..3\",\"FACES=4,6\"],\"no-store\":true}}",
    "{\"job\":\"scenario\",\"parameters\":{\"file\":[\"library/territorio/duel.territorio\"]}}",
    "{\"job\":\"level learn\",\"parameters\":{\"level\":[\"library/levels/first.level\"],"
    "\"count\":1,\"width\":60}}",
    "{\"job\":\"map learn\",\"parameters\":{\"map\":[\"library/maps/corridor.map\"],\"count\":1}}",
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":50,\"part\":\"1/1\","
    "\"out\":\"$STORE.part\"}}",
    "{\"job\":\"merge\",\"parameters\":{\"file\":[\"$STORE.part\"],\"store\":\"$STORE\"}}",
    "{\"job\":\"evolve\",\"parameters\":{\"what\":\"dicepoints\",\"toward\":\"tense\","
    "\"population\":4,"
    "\"generations\":1,\"matches\":20,\"no-store\":true}}",
    "{\"job\":\"evolve\",\"parameters\":{\"what\":\"platform\",\"population\":6,\"generations\":2,"
    "\"axis\":[\"gaps:0..20:4\",\"walkers:0..80:4\"],\"no-store\":true}}",
    "{\"job\":\"map eval\",\"parameters\":{\"map\":[\"lair\",\"corridor\"],\"games\":2,"
    "\"profiles\":\"brave,runner\",\"expect\":\"casual\",\"campaign\":true,\"no-store\":true}}",
    "{\"job\":\"map gen\",\"parameters\":{\"generator\":\"rooms\",\"maps\":2}}",
    "{\"job\":\"map gen\",\"parameters\":{\"generator\":\"caves\",\"list\":true}}",
    "{\"job\":\"map import\",\"parameters\":{\"file\":\"tests/job/drawing.txt\"}}",
    "{\"job\":\"map export\",\"parameters\":{\"map\":\"lair\",\"to\":\"json\"}}",
    "{\"job\":\"map range\",\"parameters\":{\"generator\":\"bsp\",\"maps\":5}}",
    "{\"job\":\"map compare\",\"parameters\":{\"first\":\"bsp\",\"second\":\"caves\","
    "\"maps\":4,\"games\":1,\"profiles\":\"brave\"}}",
    "{\"job\":\"level evolve\",\"parameters\":{\"set\":[\"population=10\",\"generations=2\"],"
    "\"levels\":2,\"no-store\":true}}",
    "{\"job\":\"level gen\",\"parameters\":{\"generator\":\"primitives\",\"set\":[\"width=70\"]}}",
    "{\"job\":\"level check\",\"parameters\":{\"level\":[\"tests/job/certified.level\"]}}",
    "{\"job\":\"level eval\",\"parameters\":{\"level\":[\"first\"],\"agents\":\"runner\","
    "\"matches\":1}}",
    "{\"job\":\"level show\",\"parameters\":{\"level\":\"first\"}}",
    "{\"job\":\"level export\",\"parameters\":{\"level\":\"first\",\"as\":\"corpus\"}}",
    "{\"job\":\"level compare\",\"parameters\":{\"first\":\"library/levels\","
    "\"second\":\"first\"}}",
    "{\"job\":\"runs export\",\"parameters\":{\"run\":1,\"store\":\"$STORE\","
    "\"out\":\"$STORE.sqlite\"}}",
    "{\"job\":\"level repair\",\"parameters\":{\"level\":\"first\"}}",
    "{\"job\":\"map show\",\"parameters\":{\"map\":\"lair\"}}",
    "{\"job\":\"map illuminate\",\"parameters\":{\"generator\":\"bsp\",\"first\":2,\"batches\":0,"
    "\"games\":1}}",
    "{\"job\":\"level elites\",\"parameters\":{\"first\":10,\"batch\":4,\"batches\":1}}",
    "{\"job\":\"import\",\"parameters\":{\"file\":[\"tests/job/played.jsonl\"],"
    "\"store\":\"$STORE\"}}",
    "{\"job\":\"playtest\",\"parameters\":{\"game\":\"noughts\",\"matches\":4,"
    "\"effort\":\"quick\",\"store\":\"$STORE\"}}",
    "{\"job\":\"playtest export\",\"parameters\":{\"game\":\"noughts\",\"store\":\"$STORE\"}}",
    "{\"job\":\"playtest ratings\",\"parameters\":{\"file\":\"tests/job/opinions.csv\","
    "\"matches\":4}}",
    "{\"job\":\"playtest delete\",\"parameters\":{\"person\":\"Ada\",\"store\":\"$STORE\"}}",
    "{\"job\":\"runs delete\",\"parameters\":{\"store\":\"$STORE\",\"run\":[2]}}",
    "{\"job\":\"league new\",\"parameters\":{\"folder\":\"$STORE.league\",\"game\":\"kuhn\","
    "\"house\":\"random,greedy\",\"seed\":3}}",
    "{\"job\":\"league team\",\"parameters\":{\"folder\":\"$STORE.league\",\"name\":\"Owls\"}}",
    "{\"job\":\"league submit\",\"parameters\":{\"folder\":\"$STORE.league\",\"team\":\"Owls\","
    "\"path\":\"library/kits/lua_inside/random_agent.lua\"}}",
    "{\"job\":\"league play\",\"parameters\":{\"folder\":\"$STORE.league\",\"more\":2}}",
    "{\"job\":\"league table\",\"parameters\":{\"folder\":\"$STORE.league\",\"verify\":true}}",
    "{\"job\":\"league export\",\"parameters\":{\"folder\":\"$STORE.league\","
    "\"to\":\"$STORE.site\"}}",
};
enum { request_count = sizeof requests / sizeof *requests };

static char store[200];

// The request with the store of this test in it; for the caller to free.
static char *filled_in(const char *request)
{
    dado_text text = { 0 };
    for (const char *at = request; *at;) {
        const char *mark = strstr(at, "$STORE");
        dado_text_add_bytes(&text, at, mark ? (size_t)(mark - at) : strlen(at));
        if (mark) dado_text_add(&text, store);
        at = mark ? mark + strlen("$STORE") : at + strlen(at);
    }
    return text.data;
}

static void ask(const char *text, dado_region *region, dado_document *answer)
{
    dado_json_request request;
    dado_error err = { 0 };
    if (!dado_json_request_read(&request, text, strlen(text), region, &err)) {
        fail_msg("%s: %s", text, err.text);
    }
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = region,
                             .threads = 2 };
    dado_document_init(answer);
    if (!dado_job_run_execute(&job_run, answer, &err)) fail_msg("%s: %s", text, err.text);
    remove("begun_by_a_test.lua");  // what some of them leave here
    remove("built_by_a_test");
}

static void tables_make_sense(void **state)
{
    (void)state;
    for (int j = 0; dado_jobs[j]; j++) {
        const dado_job *job = dado_jobs[j];
        const dado_param *param, *other;
        assert_true(*job->about);
        assert_ptr_equal(dado_job_named(job->name), job);
        if (job->run) assert_non_null(job->examples);
        bool optional = false;
        for (int i = 0; (param = dado_job_param(job, i)); i++) {
            dado_error err = { 0 };
            if (!param->about) fail_msg("%s: nothing is said about %s", job->name, param->name);
            if (param->kind == DADO_PARAM_CHOICE && !param->choices) {
                fail_msg("%s: no choices of %s", job->name, param->name);
            }
            if (param->usual && !dado_param_check(param, param->usual, true, &err)) {
                fail_msg("%s: what is usual is refused: %s", job->name, err.text);
            }
            if (param->word) {
                if (optional && param->needed)
                    fail_msg("%s: a word needed behind others", job->name);
                optional = optional || !param->needed;
            }
            for (int k = 0; k < i && (other = dado_job_param(job, k)); k++) {
                if (strcmp(other->name, param->name) == 0 ||
                    (param->letter && other->letter == param->letter)) {
                    fail_msg("%s: %s and %s are called the same", job->name, other->name,
                             param->name);
                }
            }
        }
    }
}

// The "job" and "parameters" of a document are a request for the same document.
static void check_request_of(const dado_job *job, const char *document)
{
    char why[400];
    DADO_CLEANUP(dado_text_free) dado_text schema_text = { 0 };
    dado_json_request_schema(job, &schema_text);
    json_t *schema = json_loads(dado_text_string(&schema_text), 0, NULL);
    json_t *whole = json_loads(document, 0, NULL);
    json_t *request = json_pack("{s:O,s:O}", "job", json_object_get(whole, "job"), "parameters",
                                json_object_get(whole, "parameters"));
    assert_non_null(request);
    if (!dado_schema_holds(schema, request, why, sizeof why)) {
        fail_msg("the parameters of this document are no request: %s: %.300s", why, document);
    }
    json_decref(request);
    json_decref(whole);
    json_decref(schema);
}

static void every_job_answers_and_its_answer_keeps_to_the_schema(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    for (int i = 0; i < request_count; i++) {
        char *text = filled_in(requests[i]), why[400];
        dado_document answer;
        ask(text, &region, &answer);
        for (int f = 0; dado_formats[f]; f++) {
            dado_text out = { 0 };
            dado_formats[f]->write(&answer, &(dado_terminal_style){ .columns = 80 }, &out);
            assert_false(out.cut);
            if (strcmp(dado_formats[f]->name, "json") == 0 &&
                !dado_schema_file_holds("docs/reference/document.schema.json",
                                        dado_text_string(&out), why, sizeof why)) {
                fail_msg("%s: %s", text, why);
            }
            if (strcmp(dado_formats[f]->name, "json") == 0) {
                check_request_of(dado_job_named(answer.job), dado_text_string(&out));
            }
            dado_text_free(&out);
        }
        if (!dado_formats_agree(&answer, why, sizeof why)) fail_msg("%s: %s", text, why);
        if (!dado_document_is_consistent(&answer, why, sizeof why)) fail_msg("%s: %s", text, why);
        if (strstr(text, "\"game\":\"") && !answer.rules) fail_msg("%s: no hash of rules", text);
        dado_document_free(&answer);
        free(text);
    }
    for (int j = 0; dado_jobs[j]; j++) {
        char quoted[80];
        snprintf(quoted, sizeof quoted, "{\"job\":\"%s\"", dado_jobs[j]->name);
        bool asked = !dado_jobs[j]->run;
        for (int i = 0; i < request_count; i++) {
            asked = asked || strncmp(requests[i], quoted, strlen(quoted)) == 0;
        }
        if (!asked) fail_msg("no request asks for %s: add one", dado_jobs[j]->name);
    }
    dado_region_free(&region);
}

static void a_schema_of_requests_is_json_and_knows_every_parameter(void **state)
{
    (void)state;
    for (int j = 0; dado_jobs[j]; j++) {
        dado_text out = { 0 };
        const dado_param *param;
        dado_json_request_schema(dado_jobs[j], &out);
        json_t *schema = json_loads(dado_text_string(&out), JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(schema);
        json_t *inner = json_object_get(json_object_get(schema, "properties"), "parameters");
        inner = json_object_get(inner, "properties");
        for (int i = 0; (param = dado_job_param(dado_jobs[j], i)); i++) {
            const json_t *one = json_object_get(inner, param->name);
            assert_non_null(one);
            // People count seats from 1, and programs must not be told so.
            const char *about = json_string_value(json_object_get(one, "description"));
            if (param->seat) assert_non_null(strstr(about, "counted from 0"));
        }
        json_decref(schema);
        dado_text_free(&out);
    }
}

static void requests_that_make_no_sense_are_refused_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *request, *words;
    } cases[] = {
        { "{", "not JSON" },
        { "[]", "needs a \"job\"" },
        { "{\"job\":\"simm\"}", "did you mean sim?" },
        { "{\"job\":\"sim\",\"matches\":3}", "no \"matches\"" },
        { "{\"job\":\"sim\",\"parameters\":[]}", "must be an object" },
        { "{\"job\":\"sim\",\"parameters\":{\"gmae\":\"kuhn\"}}", "did you mean game?" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":{}}}", "game must be a text" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"resume\":1}}", "true or false" },
        { "{\"job\":\"sim\",\"parameters\":{}}", "sim needs game" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":0}}",
          "matches must be a whole number from 1" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\","
          "\"matches\":100000000000000000000}}",
          "matches is too large" },
        { "{\"job\":\"sim\",\"parameters\":{\"set\":[-99999999999999999999]}}",
          "set is too large" },
        { "{\"job\":\"sim\",\"parameters\":{\"matches\":1e999}}", "too large" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"ties\":\"x\"}}",
          "ties must be seat, incumbent, shared or random" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"resume\":true,\"no-store\":true}}",
          "resume needs a store; leave out no-store" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"seat\":[\"x\"],\"no-store\":true}}",
          "as in seat 1=greedy" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"game\":\"nim\"}}", "not JSON" },
        { "{\"job\":\"sim\",\"parameters\":{\"game\":\"a\\u0000b\"}}", "" },
    };
    dado_region region;
    dado_region_init_large(&region);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_json_request request;
        dado_error err = { 0 };
        dado_document answer;
        dado_document_init(&answer);
        bool fine = dado_json_request_read(&request, cases[i].request, strlen(cases[i].request),
                                           &region, &err);
        dado_job_run job_run = { .job = request.job,
                                 .given = request.given,
                                 .given_count = request.given_count,
                                 .region = &region };
        fine = fine && dado_job_run_execute(&job_run, &answer, &err);
        if (fine) fail_msg("accepted: %s", cases[i].request);
        if (!strstr(err.text, cases[i].words)) {
            fail_msg("%s: \"%s\" does not say %s", cases[i].request, err.text, cases[i].words);
        }
        dado_document_free(&answer);
    }
    dado_region_free(&region);
}

typedef struct witness {
    int progress, answers;
    int64_t said;
} witness;

static void see_progress(void *context, const dado_progress *progress)
{
    ((witness *)context)->progress++;
    assert_true(progress->done <= progress->all);
}

static void see_answer(void *context, const dado_document *so_far)
{
    witness *w = context;
    assert_true(so_far->unfinished);
    const dado_part *cells = dado_document_part(so_far, "cells");
    int64_t matches = (int64_t)cells->entries[2].figure.value;
    assert_true(matches > w->said);
    w->said = matches;
    w->answers++;
}

static void a_watcher_is_shown_what_the_first_matches_say(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    static const char text[] =
        "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":5000,\"no-store\":true}}";
    dado_json_request request;
    dado_error err = { 0 };
    assert_true(dado_json_request_read(&request, text, strlen(text), &region, &err));
    witness w = { 0 };
    dado_job_callbacks callbacks = { .context = &w,
                                     .progress = see_progress,
                                     .answer = see_answer };
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region,
                             .threads = 2,
                             .callbacks = &callbacks };
    dado_document answer, plain;
    dado_document_init(&answer);
    assert_true(dado_job_run_execute(&job_run, &answer, &err));
    assert_int_equal(w.answers, 2);
    assert_int_equal(w.said, 1000);
    assert_false(answer.unfinished);
    ask(text, &region, &plain);  // and nobody's watching changes the answer
    assert_true(dado_document_hash(&answer) == dado_document_hash(&plain));
    dado_document_free(&answer);
    dado_document_free(&plain);
    dado_region_free(&region);
}

static void stopped_at_once_it_says_so(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    static const char text[] =
        "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":100000000,"
        "\"no-store\":true}}";
    dado_json_request request;
    dado_error err = { 0 };
    assert_true(dado_json_request_read(&request, text, strlen(text), &region, &err));
    volatile sig_atomic_t stop = 1;
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region,
                             .stop = &stop };
    dado_document answer;
    dado_document_init(&answer);
    assert_true(dado_job_run_execute(&job_run, &answer, &err));
    assert_true(answer.unfinished);
    assert_non_null(job_run.stopped_where);
    dado_document_free(&answer);
    dado_region_free(&region);
}

// A browser has no disk: files come from whoever asks, and go there.
typedef struct memory {
    char name[80], text[200000];
    int reads, writes;
} memory;

static bool read_memory(void *context, const char *name, dado_region *region, const char **text,
                        dado_error *err)
{
    memory *m = context;
    m->reads++;
    if (strcmp(name, "mine.rcy") != 0) return dado_fail(err, DADO_MISSING, "no file %s", name);
    char *library = dado_test_read("library/dice/dicepoints.rcy");
    *text = dado_region_copy(region, library, strlen(library));
    free(library);
    return *text != NULL;
}

static bool write_memory(void *context, const char *name, const char *bytes, size_t count,
                         dado_error *err)
{
    memory *m = context;
    (void)err;
    m->writes++;
    snprintf(m->name, sizeof m->name, "%s", name);
    snprintf(m->text, sizeof m->text, "%.*s", (int)count, bytes);
    return true;
}

static void files_may_be_somebody_elses(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    static const char text[] =
        "{\"job\":\"sim\",\"parameters\":{\"game\":\"mine.rcy\",\"matches\":20,"
        "\"no-store\":true,\"csv\":\"out.csv\"}}";
    dado_json_request request;
    dado_error err = { 0 };
    assert_true(dado_json_request_read(&request, text, strlen(text), &region, &err));
    memory *m = calloc(1, sizeof *m);
    dado_virtual_files files = { .context = m, .read = read_memory, .write = write_memory };
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region,
                             .threads = 1,
                             .files = &files };
    dado_document answer;
    dado_document_init(&answer);
    if (!dado_job_run_execute(&job_run, &answer, &err)) fail_msg("%s", err.text);
    assert_int_equal(m->reads, 1);
    assert_int_equal(m->writes, 1);
    assert_string_equal(m->name, "out.csv");
    assert_non_null(strstr(m->text, "\n19,finished,"));
    free(m);
    dado_document_free(&answer);
    dado_region_free(&region);
}

static void one_command_for_every_spelling(void **state)
{
    (void)state;
    const dado_job *job = dado_job_named("sim");
    const dado_param *game = dado_job_param_named(job, "game");
    const dado_param *matches = dado_job_param_named(job, "matches");
    const dado_param *threads = dado_job_param_named(job, "threads");
    const dado_param *set = dado_job_param_named(job, "set");
    const dado_argument given[] = { { matches, "10" }, { set, "A=b c" }, { threads, "2" },
                                    { matches, "20" }, { game, "kuhn" }, { set, "B=it's" } };
    dado_text out = { 0 };
    dado_job_command(job, given, 6, &out);
    assert_string_equal(out.data, "dado sim kuhn -D 'A=b c' -D 'B=it'\\''s' -n 20");
    dado_text_free(&out);
}

int main(void)
{
    const char *base = getenv("TMPDIR");
    char folder[150];
    snprintf(folder, sizeof folder, "%.120s/dado-test.XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder)) return 1;
    snprintf(store, sizeof store, "%s/runs.db", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_make_sense),
        cmocka_unit_test(every_job_answers_and_its_answer_keeps_to_the_schema),
        cmocka_unit_test(a_schema_of_requests_is_json_and_knows_every_parameter),
        cmocka_unit_test(requests_that_make_no_sense_are_refused_in_words),
        cmocka_unit_test(a_watcher_is_shown_what_the_first_matches_say),
        cmocka_unit_test(stopped_at_once_it_says_so),
        cmocka_unit_test(files_may_be_somebody_elses),
        cmocka_unit_test(one_command_for_every_spelling),
    };
    int failed = cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
    dado_test_remove(folder);
    return failed;
}
