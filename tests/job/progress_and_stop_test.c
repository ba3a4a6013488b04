// progress_and_stop_test.c - whatever takes long says how far it is, and ends when it is asked to.
//
// Each job below has far more to do than anybody would wait for. It must tell its callbacks how far
// it is; the first time that it does, it is told to stop, and must come to an end, soon: seconds
// are longer where the machine is busy. A new job is put on one of the two lists.
#define _GNU_SOURCE
#include "support/clock.h"
#include "support/temp_folder.h"
#include "support/test.h"

#include <signal.h>

#include "job/job_run.h"
#include "job/json_request.h"

// What cannot take long: it looks something up, or reads and writes what is there, once.
static const char *const quick[] = {
    "check",
    "format",
    "new",
    "explain",
    "table",
    "map show",
    "map import",
    "map export",
    "level show",
    "level export",
    "level compare",
    "import",
    "scenario",
    "runs",
    "runs show",
    "runs verify",
    "runs delete",
    "runs export",
    "agent build",
    "seasons",
    "replay",
    "list",
    "agent new",
    "agent ask",
    "merge",
    "rulebook",
    "level check",
    "playtest export",
    "playtest delete",
    "league new",
    "league team",
    "league table",
    // it plays three matches, within limits of time
    "league submit",
    "league export",
};

static const char *const long_ones[] = {
    "{\"job\":\"sim\",\"parameters\":{\"game\":\"kuhn\",\"matches\":100000000,\"no-store\":true}}",
    "{\"job\":\"arena\",\"parameters\":{\"game\":\"hearts\",\"player\":[\"random\",\"greedy\"],"
    "\"matches\":1000000,\"no-store\":true}}",
    "{\"job\":\"doctor\",\"parameters\":{\"game\":\"hearts\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor\",\"parameters\":{\"game\":\"leduc\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor cards\",\"parameters\":{\"game\":\"hearts\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor options\",\"parameters\":{\"game\":\"hearts\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor strategies\",\"parameters\":{\"game\":\"pig\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor pacing\",\"parameters\":{\"game\":\"hearts\",\"effort\":\"long\"}}",
    "{\"job\":\"doctor counts\",\"parameters\":{\"game\":\"dicepoints\",\"effort\":\"long\"}}",
    "{\"job\":\"witness\",\"parameters\":{\"game\":\"hearts\",\"matches\":1000000}}",
    "{\"job\":\"questions\",\"parameters\":{\"game\":[\"hearts\"],\"matches\":1000000}}",
    "{\"job\":\"print\",\"parameters\":{\"game\":\"hearts\",\"matches\":100000}}",
    "{\"job\":\"worth\",\"parameters\":{\"game\":\"pig\",\"matches\":100000}}",
    "{\"job\":\"diff\",\"parameters\":{\"before\":\"dicepoints\",\"after\":[\"ROUNDS=9\"],"
    "\"matches\":1000000}}",
    "{\"job\":\"sweep\",\"parameters\":{\"game\":\"dicepoints\",\"matches\":1000000,"
    "\"set\":[\"ROUNDS=5..50\"],\"no-store\":true}}",
    "{\"job\":\"evolve\",\"parameters\":{\"what\":\"dicepoints\",\"toward\":\"tense\","
    "\"population\":40,\"generations\":500,\"matches\":5000,\"no-store\":true}}",
    "{\"job\":\"map eval\",\"parameters\":{\"map\":[\"bsp\"],\"maps\":100,\"games\":1000,"
    "\"no-store\":true}}",
    "{\"job\":\"map gen\",\"parameters\":{\"generator\":\"rooms\",\"maps\":100000}}",
    "{\"job\":\"map range\",\"parameters\":{\"generator\":\"bsp\",\"maps\":100000}}",
    "{\"job\":\"map compare\",\"parameters\":{\"first\":\"bsp\",\"second\":\"caves\","
    "\"maps\":1000,\"games\":100}}",
    "{\"job\":\"map illuminate\",\"parameters\":{\"generator\":\"bsp\",\"first\":1000,"
    "\"batches\":1000,\"games\":10}}",
    "{\"job\":\"map learn\",\"parameters\":{\"map\":[\"library/maps\"],\"count\":1000}}",
    "{\"job\":\"level evolve\",\"parameters\":{\"set\":[\"population=100\","
    "\"generations=100000\"],\"levels\":20,\"no-store\":true}}",
    "{\"job\":\"level eval\",\"parameters\":{\"level\":[\"library/levels\"],\"matches\":1000}}",
    "{\"job\":\"level elites\",\"parameters\":{\"first\":100000,\"batch\":100,"
    "\"batches\":1000}}",
    "{\"job\":\"level learn\",\"parameters\":{\"level\":[\"library/levels\"],\"count\":1000}}",
    "{\"job\":\"level gen\",\"parameters\":{\"generator\":\"primitives\",\"levels\":10000}}",
    "{\"job\":\"playtest\",\"parameters\":{\"game\":\"noughts\",\"matches\":1000000,"
    "\"store\":\"build/played_by_a_test.db\"}}",
    "{\"job\":\"playtest ratings\",\"parameters\":{\"file\":\"tests/job/opinions.csv\","
    "\"matches\":10000000}}",
    "{\"job\":\"level repair\",\"parameters\":{\"level\":\"tests/job/chasm.level\"}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"fourinarow\"}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"bigpoints\",\"sizes\":\"4x4\","
    "\"sample\":100000}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"bigpoints\",\"sizes\":\"5x5\","
    "\"sample\":10}}",
    "{\"job\":\"solve\",\"parameters\":{\"game\":\"bigpoints\","
    "\"board\":\"1234512345123451234512345\"}}",
    "{\"job\":\"solve play\",\"parameters\":{\"game\":\"fourinarow\"}}",
    "{\"job\":\"equilibrium\",\"parameters\":{\"game\":\"leduc\",\"gap\":1e-9,"
    "\"iterations\":100000000}}",
    "{\"job\":\"exact\",\"parameters\":{\"game\":\"dicepoints\",\"set\":[\"ROUNDS=30\"]}}",
    "{\"job\":\"count\",\"parameters\":{\"game\":\"fourinarow\",\"count\":30}}",
    "{\"job\":\"count\",\"parameters\":{\"game\":\"first\",\"count\":30}}",
    "{\"job\":\"agent check\",\"parameters\":{\"agent\":\"pimc\",\"game\":\"first\"}}",
    "{\"job\":\"league play\",\"parameters\":{\"folder\":\"build/league_of_a_test\","
    "\"more\":1000000}}",
};

typedef struct listener {
    volatile sig_atomic_t stop;
    int heard;
    double since;
    char said[400];
} listener;

static void hear(listener *h)
{
    if (h->heard++ == 0) h->since = dado_test_now();
    h->stop = 1;
}

static void on_matches(void *context, const dado_progress *progress)
{
    listener *h = context;
    if (!h->heard)
        snprintf(h->said, sizeof h->said, "%lld of %lld matches", (long long)progress->done,
                 (long long)progress->all);
    hear(h);
}

static void on_work(void *context, int64_t done, int64_t all, const char *what, const char *words)
{
    listener *h = context;
    if (!h->heard)
        snprintf(h->said, sizeof h->said, "%lld of %lld %s: %.200s", (long long)done,
                 (long long)all, what, words);
    hear(h);
}

static int ask_and_stop(const char *text)
{
    dado_region region;
    dado_region_init_large(&region);
    dado_json_request request;
    dado_error err = { 0 };
    listener h = { 0 };
    dado_job_callbacks callbacks = { .context = &h,
                                     .progress = on_matches,
                                     .work_progress = on_work };
    if (!dado_json_request_read(&request, text, strlen(text), &region, &err)) {
        fail_msg("%s: %s", text, err.text);
    }
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region,
                             .threads = 2,
                             .callbacks = &callbacks,
                             .stop = &h.stop };
    dado_document answer;
    dado_document_init(&answer);
    double begin = dado_test_now();
    bool fine = dado_job_run_execute(&job_run, &answer, &err);
    double took = dado_test_now() - h.since;
    const char *wrong = NULL;
    if (!h.heard) wrong = "nothing was heard of it";
    else if (fine && !answer.unfinished) wrong = "it does not say that it was stopped";
    else if (took > dado_test_load_factor()) wrong = "it went on";
    if (h.heard) {
        printf("%s: after %.2f s \"%s\", ended %.2f s later\n", request.job->name, h.since - begin,
               h.said, took);
    }
    if (wrong) printf("%s: %s: %s\n", wrong, text, fine ? "" : err.text);
    dado_document_free(&answer);
    dado_region_free(&region);
    return wrong != NULL;
}

// What has to be there: matches of people in the store that the request for `playtest` names, and a
// league.
static const char *const preparations[] = {
    "{\"job\":\"import\",\"parameters\":{\"file\":[\"tests/job/played.jsonl\"],"
    "\"store\":\"build/played_by_a_test.db\"}}",
    "{\"job\":\"league new\",\"parameters\":{\"folder\":\"build/league_of_a_test\","
    "\"game\":\"kuhn\",\"house\":\"random,greedy\"}}",
};

static void prepare(const char *text)
{
    dado_region region;
    dado_region_init_large(&region);
    dado_json_request request;
    dado_error err = { 0 };
    assert_true(dado_json_request_read(&request, text, strlen(text), &region, &err));
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &region,
                             .threads = 1 };
    dado_document answer;
    dado_document_init(&answer);
    if (!dado_job_run_execute(&job_run, &answer, &err)) fail_msg("%s: %s", text, err.text);
    dado_document_free(&answer);
    dado_region_free(&region);
}

static void everything_long_tells_how_far_it_is_and_ends(void **state)
{
    (void)state;
    int wrong = 0;
    remove("build/played_by_a_test.db");
    dado_test_remove("build/league_of_a_test");
    for (size_t i = 0; i < sizeof preparations / sizeof *preparations; i++) {
        prepare(preparations[i]);
    }
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        wrong += ask_and_stop(long_ones[i]);
    }
    assert_int_equal(wrong, 0);
}

static bool is_listed(const char *name)
{
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        if (strcmp(quick[i], name) == 0) return true;
    }
    char quoted[80];
    snprintf(quoted, sizeof quoted, "{\"job\":\"%s\"", name);
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        if (strncmp(long_ones[i], quoted, strlen(quoted)) == 0) return true;
    }
    return false;
}

static void every_job_is_on_a_list(void **state)
{
    (void)state;
    for (int j = 0; dado_jobs[j]; j++) {
        if (dado_jobs[j]->run && !is_listed(dado_jobs[j]->name)) {
            fail_msg("%s is on neither list", dado_jobs[j]->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_long_tells_how_far_it_is_and_ends),
        cmocka_unit_test(every_job_is_on_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
