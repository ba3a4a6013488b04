// replay_check_test.c - a match that does not come out as recorded is found, and told from one that
// cannot be read.
#define _XOPEN_SOURCE 700
#include "support/temp_folder.h"

#include "job/job_run.h"
#include "job/json_request.h"
#include "lab/replay.h"

typedef struct fixture {
    char home[64], file[100];
    dado_region region;
    dado_document answer;
    dado_error err;
} fixture;

static bool ask(fixture *d, const char *format, ...) DADO_PRINTF(2, 3);

static bool ask(fixture *d, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dado_json_request request;
    d->err = (dado_error){ 0 };
    if (!dado_json_request_read(&request, text, strlen(text), &d->region, &d->err)) {
        fail_msg("%s: %s", text, d->err.text);
    }
    dado_job_run job_run = { .job = request.job,
                             .given = request.given,
                             .given_count = request.given_count,
                             .region = &d->region };
    dado_document_free(&d->answer);
    dado_document_init(&d->answer);
    return dado_job_run_execute(&job_run, &d->answer, &d->err);
}

static void set_up(fixture *d)
{
    *d = (fixture){ .home = "/tmp/dado-test.XXXXXX" };
    dado_region_init_large(&d->region);
    assert_non_null(mkdtemp(d->home));
    snprintf(d->file, sizeof d->file, "%s/odd.replay", d->home);
    assert_true(ask(d,
                    "{\"job\":\"sim\",\"parameters\":{\"game\":\"nim\",\"matches\":5,"
                    "\"keep\":\"moves\",\"store\":\"%s/runs.db\"}}",
                    d->home));
    assert_true(ask(d,
                    "{\"job\":\"replay\",\"parameters\":{\"run\":\"1\",\"out\":\"%s\","
                    "\"store\":\"%s/runs.db\"}}",
                    d->file, d->home));
}

static void tear_down(fixture *d)
{
    dado_document_free(&d->answer);
    dado_region_free(&d->region);
    dado_test_remove(d->home);
}

// The match in the file, with one bit of what it was checked by turned over.
static void corrupt_record(fixture *d)
{
    dado_replay replay;
    const unsigned char *bytes;
    size_t size;
    assert_true(dado_file_read_bytes(d->file, 1 << 20, &d->region, &bytes, &size, &d->err));
    assert_true(dado_replay_unpack(&replay, d->file, bytes, size, &d->region, &d->err));
    ((uint32_t *)(uintptr_t)replay.log.checks)[2] ^= 1;
    assert_true(dado_replay_pack(&replay, &d->region, &bytes, &size, &d->err));
    assert_true(dado_file_write(d->file, (const char *)bytes, size, &d->err));
}

static void what_comes_out_otherwise_is_found(void **state)
{
    (void)state;
    fixture d;
    set_up(&d);
    assert_true(
        ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}", d.file));
    assert_false(d.answer.failed);
    corrupt_record(&d);
    assert_true(
        ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}", d.file));
    assert_true(d.answer.failed);
    assert_non_null(dado_document_part(&d.answer, "checked"));
    // To be shown it would have to come out.
    assert_false(ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\"}}", d.file));
    tear_down(&d);
}

static void what_cannot_be_read_is_no_finding(void **state)
{
    (void)state;
    fixture d;
    set_up(&d);
    assert_true(dado_file_write(d.file, "dado replay\n and no more", 24, &d.err));
    assert_false(
        ask(&d, "{\"job\":\"replay\",\"parameters\":{\"run\":\"%s\",\"check\":true}}", d.file));
    // The file is to blame, and nothing was compared: the answer does not say that it differs.
    assert_string_equal(d.err.place.source, d.file);
    assert_non_null(strstr(d.err.text, "damaged"));
    assert_false(d.answer.failed);
    assert_null(dado_document_part(&d.answer, "checked"));
    tear_down(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_otherwise_is_found),
        cmocka_unit_test(what_cannot_be_read_is_no_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
